//! The tester that only samples: random walks, and the exact probability that all of them miss.

use std::collections::BTreeMap;
use std::ops::Range;

use limits::LimitError;
use random::Below;

use crate::{Question, State, System};

/// The most steps of a walk.
pub const MAX_WALK: u64 = 30;
/// The most walks of a tester.
pub const MAX_BUDGET: u64 = 100_000;

/// Walks of so many steps. Each draws one of all actions, with equal chances; one that cannot be done changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walks {
    question: Question,
    length: u32,
}

/// How many of all sequences of actions come to a goal, at their end or before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// So many do.
    pub hits: u128,
    /// So many there are.
    pub sequences: u128,
}

impl Chance {
    /// The probability that a walk comes to a goal.
    pub fn probability(self) -> f64 {
        self.hits as f64 / self.sequences as f64
    }

    /// The probability that none of so many walks does: (1 - p)^n.
    pub fn miss(self, budget: u32) -> f64 {
        if self.hits == self.sequences {
            return if budget == 0 { 1.0 } else { 0.0 };
        }
        libm::exp(f64::from(budget) * libm::log1p(-self.probability()))
    }
}

impl Walks {
    /// Walks of 1 to 30 steps.
    ///
    /// # Errors
    ///
    /// The length is outside these limits.
    pub fn new(question: Question, length: u64) -> Result<Self, LimitError> {
        Ok(Self { question, length: limits::check("length", length, 1..=MAX_WALK)? as u32 })
    }

    /// How likely one comes to a goal, by counting the sequences that do.
    pub fn chance(&self) -> Chance {
        let question = &self.question;
        let actions = question.actions();
        // Sequences that have not come to a goal, by the state in which they are.
        let mut open: BTreeMap<State, u128> = BTreeMap::from([(question.start(), 1)]);
        let mut hits: u128 = u128::from(question.is_goal(question.start()));
        if hits == 1 {
            open.clear();
        }
        for _ in 0..self.length {
            hits *= u128::from(actions);
            let mut next: BTreeMap<State, u128> = BTreeMap::new();
            for (state, sequences) in open {
                for action in 0..actions {
                    let to = question.step(state, action).unwrap_or(state);
                    if question.is_goal(to) {
                        hits += sequences;
                    } else {
                        *next.entry(to).or_default() += sequences;
                    }
                }
            }
            open = next;
        }
        Chance { hits, sequences: u128::from(actions).pow(self.length) }
    }

    /// The number of the first of a tester's walks that comes to a goal, from 1 on, if one within its budget does. Testers with
    /// the same seed draw from streams of their own, by their number.
    pub fn first_hit(&self, seed: u64, tester: u32, budget: u32) -> Option<u32> {
        let mut rng = random::stream(seed, u64::from(tester));
        let question = &self.question;
        let actions = Below::new(question.actions());
        let mut hits = || {
            let mut state = question.start();
            let mut hit = question.is_goal(state);
            for _ in 0..self.length {
                // Drawn to the end, so that a walk's place in the stream does not depend on the walks before it.
                let action = actions.draw(&mut rng);
                if !hit {
                    state = question.step(state, action).unwrap_or(state);
                    hit = question.is_goal(state);
                }
            }
            hit
        };
        (1..=budget).find(|_| hits())
    }

    /// How many of these testers miss with this budget (at most [`MAX_BUDGET`] walks each). Counts of parts of a range add up.
    ///
    /// # Errors
    ///
    /// The budget is not from 1 to 100,000.
    pub fn misses(&self, seed: u64, testers: Range<u32>, budget: u64) -> Result<u32, LimitError> {
        let budget = limits::check("budget", budget, 1..=MAX_BUDGET)? as u32;
        Ok(testers.filter(|tester| self.first_hit(seed, *tester, budget).is_none()).count() as u32)
    }
}
