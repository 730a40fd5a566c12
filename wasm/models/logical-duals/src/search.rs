//! One breadth-first search, and the two doors to it.

use std::collections::BTreeMap;

use limits::LimitError;

use crate::{State, System};

/// The greatest depth that a search can be bounded by, in steps.
pub const MAX_DEPTH: u64 = 40;
/// The most states that a search visits before it gives up.
pub const MAX_STATES: u32 = 200_000;

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    depth: Option<u32>,
    states: u32,
}

impl Bounds {
    /// No limit of depth; up to [`MAX_STATES`] states.
    pub const NONE: Self = Self { depth: None, states: MAX_STATES };

    /// No deeper than so many steps.
    ///
    /// # Errors
    ///
    /// The depth is not from 1 to 40.
    pub fn within(depth: u64) -> Result<Self, LimitError> {
        let depth = limits::check("depth", depth, 1..=MAX_DEPTH)? as u32;
        Ok(Self { depth: Some(depth), ..Self::NONE })
    }

    /// These bounds, visiting no more than so many states: at least the first, and [`MAX_STATES`] at most.
    pub fn visiting(self, states: u32) -> Self {
        Self { states: states.clamp(1, MAX_STATES), ..self }
    }
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The action.
    pub action: u32,
    /// The state that it led to.
    pub state: State,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The search came to a goal.
    Reached,
    /// The search has seen every state that can be reached.
    Exhausted,
    /// The search has seen every state within so many steps, and there are others behind them.
    AtDepth(u32),
    /// The search has visited as many states as it may, and there are others.
    AtStates,
}

/// Result of [`find`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// A shortest path from the start to a goal; the start itself, if it is one, is reached in no steps.
    pub path: Option<Vec<Step>>,
    /// The states that were visited, in that order.
    pub visited: Vec<State>,
    /// Why it ended.
    pub ended: Ended,
}

/// Result of [`check`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The verdict on the property.
    pub verdict: Verdict,
    /// The states that were visited, in that order.
    pub visited: Vec<State>,
}

/// The verdict on a property of every state that can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The property holds in every state: a proof.
    Holds,
    /// The property holds in every state within so many steps; of others nothing is known.
    HoldsWithin(u32),
    /// The property fails in the last state of this path, a shortest counterexample.
    Fails(Vec<Step>),
    /// Too many states: nothing is known.
    Unknown,
}

/// Every state that can be reached, breadth first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// The states, in the order in which [`find`] visits them.
    pub states: Vec<State>,
    /// For each, the fewest steps that lead to it.
    pub depths: Vec<u32>,
    /// For each, the place of the state that it was first reached from; for the first, its own.
    pub parents: Vec<u32>,
}

impl Space {
    /// All states of a system; nothing where there are more than [`MAX_STATES`].
    pub fn explore(system: &impl System) -> Option<Self> {
        let mut search = Search::new(system);
        let ended = search.run(system, Bounds::NONE, |_| false);
        let parents = search.origins.into_iter().map(|(parent, _)| parent).collect();
        (ended == Ended::Exhausted).then_some(Self { states: search.visited, depths: search.depths, parents })
    }

    /// Steps to the deepest state: the completeness threshold. A search within at least as many steps sees every state, so its “no” is
    /// a proof (Biere and others, “Symbolic Model Checking without BDDs”, 1999; Kroening and Strichman 2003).
    pub fn deepest(&self) -> u32 {
        self.depths.iter().copied().max().unwrap_or_default()
    }
}

/// Looks for a state that is a goal, nearest first.
pub fn find(system: &impl System, bounds: Bounds, is_goal: impl Fn(State) -> bool) -> Found {
    let mut search = Search::new(system);
    let ended = search.run(system, bounds, is_goal);
    let path = (ended == Ended::Reached).then(|| search.path());
    Found { path, visited: search.visited, ended }
}

/// Checks that a property always holds: the other door to [`find`], which looks for a state where it does not.
pub fn check(system: &impl System, bounds: Bounds, holds: impl Fn(State) -> bool) -> Checked {
    let Found { path, visited, ended } = find(system, bounds, |state| !holds(state));
    let verdict = match (ended, path) {
        (_, Some(path)) => Verdict::Fails(path),
        (Ended::AtDepth(depth), None) => Verdict::HoldsWithin(depth),
        (Ended::AtStates, None) => Verdict::Unknown,
        (Ended::Exhausted | Ended::Reached, None) => Verdict::Holds,
    };
    Checked { verdict, visited }
}

/// States in the order they were visited, with how each was first come to.
struct Search {
    visited: Vec<State>,
    /// For each, the place of the one before it and the action between; for the first, itself.
    origins: Vec<(u32, u32)>,
    depths: Vec<u32>,
    places: BTreeMap<State, u32>,
}

impl Search {
    fn new(system: &impl System) -> Self {
        let start = system.start();
        Self { visited: vec![start], origins: vec![(0, 0)], depths: vec![0], places: BTreeMap::from([(start, 0)]) }
    }

    /// Ends at the first goal, which is then the last state that was visited.
    fn run(&mut self, system: &impl System, bounds: Bounds, is_goal: impl Fn(State) -> bool) -> Ended {
        if is_goal(self.visited[0]) {
            return Ended::Reached;
        }
        let mut next = 0;
        while next < self.visited.len() {
            let (state, depth) = (self.visited[next], self.depths[next]);
            for action in 0..system.actions() {
                let Some(to) = system.step(state, action) else { continue };
                if self.places.contains_key(&to) {
                    continue;
                }
                if let Some(limit) = bounds.depth.filter(|limit| depth >= *limit) {
                    return Ended::AtDepth(limit);
                }
                if self.visited.len() >= bounds.states as usize {
                    return Ended::AtStates;
                }
                self.places.insert(to, self.visited.len() as u32);
                self.visited.push(to);
                self.origins.push((next as u32, action));
                self.depths.push(depth + 1);
                if is_goal(to) {
                    return Ended::Reached;
                }
            }
            next += 1;
        }
        Ended::Exhausted
    }

    /// The way to the last state that was visited.
    fn path(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut place = self.visited.len() - 1;
        while place > 0 {
            let (before, action) = self.origins[place];
            steps.push(Step { action, state: self.visited[place] });
            place = before as usize;
        }
        steps.reverse();
        steps
    }
}
