//! The units of a run's work, and their distribution over parts: both depend on the profile and the number of parts alone, so that no
//! coordinator is needed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::{Condition, Shard};

/// Largest cost of a unit, unless a single repetition has more: about a hundredth of a second. Parts are then equally long, progress is
/// smooth, and Ctrl-C acts at once.
const WORK: u64 = 10_000_000;

/// A range of repetitions of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Index of the condition.
    pub condition: usize,
    /// The range of its repetitions.
    pub repetitions: Range<u32>,
    /// Cost of the range; see [`Condition::work`].
    pub work: u64,
}

/// All units, condition by condition.
pub fn units<Setting>(conditions: &[Condition<Setting>]) -> Vec<Unit> {
    let of = |(condition, &Condition { repetitions, work, .. }): (usize, &Condition<Setting>)| {
        let step = u32::try_from((WORK / work.max(1)).max(1)).unwrap_or(u32::MAX);
        (0..repetitions).step_by(step as usize).map(move |first| {
            let repetitions = first..repetitions.min(first.saturating_add(step));
            let work = work * u64::from(repetitions.end - repetitions.start);
            Unit { condition, repetitions, work }
        })
    };
    conditions.iter().enumerate().flat_map(of).collect()
}

/// The units of one part: each unit, the longest first, goes to the part with the least work so far.
pub(crate) fn units_of<Setting>(conditions: &[Condition<Setting>], shard: Shard) -> Vec<Unit> {
    let mut all = units(conditions);
    // A stable sort: equal units stay in the order of the conditions.
    all.sort_by_key(|unit| Reverse(unit.work));
    let mut parts: BinaryHeap<Reverse<(u64, u32)>> = (1..=shard.parts()).map(|index| Reverse((0, index))).collect();
    let mut own = Vec::new();
    for unit in all {
        let mut least = parts.peek_mut().expect("there is a part");
        let Reverse((work, index)) = &mut *least;
        *work += unit.work;
        if *index == shard.index() {
            own.push(unit);
        }
    }
    own
}

/// Number of repetitions of each condition in a part.
pub(crate) fn repetitions_of<Setting>(conditions: &[Condition<Setting>], shard: Shard) -> Vec<u64> {
    let mut repetitions = vec![0; conditions.len()];
    for unit in units_of(conditions, shard) {
        repetitions[unit.condition] += u64::from(unit.repetitions.end - unit.repetitions.start);
    }
    repetitions
}
