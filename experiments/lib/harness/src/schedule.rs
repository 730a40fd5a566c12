//! The order of work: every condition in every round, each round in its own random order, so that whatever drifts on the
//! machine (heat, other load) meets all conditions alike.

use crate::random::Random;

/// One turn of one condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Index of the condition, from 0.
    pub condition: usize,
    /// Index of its round, from 0; the warm-up rounds come first.
    pub round: u32,
    /// True if its result is discarded.
    pub warm_up: bool,
}

/// The turns of `conditions` conditions: `warm_up` rounds, then `repetitions` measured ones. The same seed gives the same
/// order.
pub fn interleaved(conditions: usize, warm_up: u32, repetitions: u32, seed: u64) -> Vec<Turn> {
    grouped(&[conditions], warm_up, repetitions, seed)
}

/// The same for conditions that are compared within their group: in each round a group's turns follow one another, in random
/// order, and the groups are in random order too. What drifts more slowly than a group takes then cancels out of ratios
/// ([`crate::statistics::ratio_within_rounds`]). `sizes` has the number of conditions of each group; they are numbered
/// through.
pub fn grouped(sizes: &[usize], warm_up: u32, repetitions: u32, seed: u64) -> Vec<Turn> {
    let mut random = Random::new(seed);
    let mut first = 0;
    let mut groups: Vec<Vec<usize>> = Vec::with_capacity(sizes.len());
    for size in sizes {
        groups.push((first..first + size).collect());
        first += size;
    }
    let mut turns = Vec::with_capacity(first * (warm_up + repetitions) as usize);
    for round in 0..warm_up + repetitions {
        random.shuffle(&mut groups);
        for group in &mut groups {
            random.shuffle(group);
            turns.extend(group.iter().map(|&condition| Turn { condition, round, warm_up: round < warm_up }));
        }
    }
    turns
}

/// `parts` in a random order, for work that is split beforehand.
pub fn shuffled<T>(mut parts: Vec<T>, seed: u64) -> Vec<T> {
    Random::new(seed).shuffle(&mut parts);
    parts
}

#[cfg(test)]
mod tests;
