//! The units of a run's work, and which part carries out which: both depend on the profile, and on how many parts there are, and
//! on nothing else, so that nobody has to hand out work.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::{Condition, Shard};

/// How much work a unit has at most, unless a single repetition has more: about a hundredth of a second. A part is then as long
/// as any other, progress is smooth, and Ctrl-C acts at once.
const WORK: u64 = 10_000_000;

/// Some repetitions of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Index of the condition.
    pub condition: usize,
    /// Which of its repetitions.
    pub repetitions: Range<u32>,
    /// How much work that is; see [`Condition::work`].
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

/// Those of one part: the units go, the longest first, to the part that has least to do so far.
pub(crate) fn units_of<Setting>(conditions: &[Condition<Setting>], shard: Shard) -> Vec<Unit> {
    let mut all = units(conditions);
    // A stable sort: the order of equals is that of the conditions.
    all.sort_by_key(|unit| Reverse(unit.work));
    let mut parts: BinaryHeap<Reverse<(u64, u32)>> = (1..=shard.of()).map(|index| Reverse((0, index))).collect();
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

/// How many repetitions of each condition a part carries out.
pub(crate) fn repetitions_of<Setting>(conditions: &[Condition<Setting>], shard: Shard) -> Vec<u64> {
    let mut repetitions = vec![0; conditions.len()];
    for unit in units_of(conditions, shard) {
        repetitions[unit.condition] += u64::from(unit.repetitions.end - unit.repetitions.start);
    }
    repetitions
}
