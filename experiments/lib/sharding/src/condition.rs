//! What is simulated.

/// Something that is repeated, and how often.
#[derive(Debug, Clone)]
pub struct Condition<Setting> {
    /// Its name in parts, which no other condition has.
    pub key: String,
    /// What is repeated.
    pub setting: Setting,
    /// How often, in all parts together.
    pub repetitions: u32,
    /// How much work a repetition is, roughly, in a unit of the experiment's own (a nanosecond or so) that is the same for
    /// all conditions.
    pub work: u64,
    /// What is counted. A part that has counted anything else is refused.
    pub tallies: Vec<Tally>,
}

/// Something that is counted in every repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Its name.
    pub name: &'static str,
    /// How many numbers a repetition has of it.
    pub each: u64,
    /// The largest number that there can be.
    pub most: u64,
}
