//! Conditions of a simulation.

/// A setting, and the number of its repetitions.
#[derive(Debug, Clone)]
pub struct Condition<Setting> {
    /// Its name in parts, unique among conditions.
    pub key: String,
    /// The setting of every repetition.
    pub setting: Setting,
    /// Number of repetitions, in all parts together.
    pub repetitions: u32,
    /// Rough cost of a repetition, in a unit of the experiment's own (a nanosecond or so) that is the same for all conditions.
    pub work: u64,
    /// The tallies. A part with any other is refused.
    pub tallies: Vec<Tally>,
}

/// A quantity that is counted in every repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Its name.
    pub name: &'static str,
    /// Numbers per repetition.
    pub each: u64,
    /// The largest possible number.
    pub most: u64,
}
