//! A puzzle's whole search space, and how far a search by the door "it never happens" gets in it.

use limits::{ArgumentError, check};
use wasm_bindgen::prelude::*;

use logical_duals_model::{Bounds, Door, Kind, MAX_DEPTH, MAX_JUG, Question, Space, Step, System, ask};

/// The puzzles that are drawn state by state.
pub const PUZZLES: [&str; 2] = ["jugs", "river"];
/// Litres in the jugs of the lab, which [`Question::parse`] has.
pub const CAPACITIES: [u32; 2] = [5, 3];
/// All of wolf, goat and cabbage are to be across, always.
const ALL_ACROSS: u64 = 3;

/// A puzzle of the lab. The goal counts for the jugs alone, 0 to 20 litres in the large one.
///
/// # Errors
///
/// No puzzle has the name, or the goal is outside its limits.
pub fn question(puzzle: &str, goal: f64) -> Result<Question, ArgumentError> {
    let goal = check("goal", from_js::whole("goal", goal)?, 0..=MAX_JUG)?;
    match PUZZLES.iter().find(|known| **known == puzzle) {
        Some(&"jugs") => Question::parse("jugs", goal),
        Some(name) => Question::parse(name, ALL_ACROSS),
        None => Err(ArgumentError::Name { field: "puzzle", given: puzzle.to_owned(), names: &PUZZLES }),
    }
}

limits::named! {
    /// Outcome of a check.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Outcome as "OutcomeName" {
        /// The goal is never reached: every state that can be reached was looked at.
        Holds = "holds",
        /// Not within the depth; behind it are states that were not looked at.
        HoldsWithin = "holds-within",
        /// The goal is reached.
        Fails = "fails",
    }
}

/// A check, in the space that it searches.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exploration {
    /// The check's outcome.
    #[wasm_bindgen(readonly)]
    pub outcome: Outcome,
    /// How many states it looked at: the first ones of all.
    #[wasm_bindgen(readonly)]
    pub visited: u32,
    /// Numbers of each state.
    #[wasm_bindgen(readonly)]
    pub width: usize,
    /// Every state that can be reached, in the order in which a search without bounds comes to them: so many numbers each. Litres in
    /// the jugs, or the bank (1 is the far one) of farmer, wolf, goat and cabbage.
    #[wasm_bindgen(readonly)]
    pub values: Vec<u32>,
    /// For each, how many moves it takes.
    #[wasm_bindgen(readonly)]
    pub depths: Vec<u32>,
    /// The most of these: a search at least as deep sees every state, so that its “no” is a proof.
    #[wasm_bindgen(readonly)]
    pub deepest: u32,
    /// For each, the state that it was first come to from; for the first, itself.
    #[wasm_bindgen(readonly)]
    pub parents: Vec<u32>,
    /// For each, 1 where it has the goal.
    #[wasm_bindgen(readonly)]
    pub goals: Vec<u8>,
    /// The states of the counterexample, the first included; none where there is none.
    #[wasm_bindgen(readonly)]
    pub path: Vec<u32>,
    /// The moves between them, in words.
    #[wasm_bindgen(readonly)]
    pub moves: Vec<String>,
}

/// Checks that a puzzle's goal is never reached, within 1 to 40 moves.
///
/// # Errors
///
/// The depth is outside its limits.
pub fn explore(question: &Question, depth: f64) -> Result<Exploration, ArgumentError> {
    let depth = check("depth", from_js::whole("depth", depth)?, 1..=MAX_DEPTH)?;
    let answered = ask(question, Door::Check, Bounds::within(depth)?);
    let space = Space::explore(question).expect("puzzles of the lab have a few states");
    let deepest = space.deepest();
    let Space { states, depths, parents } = space;
    let steps: Vec<Step> = answered.path.clone().unwrap_or_default();
    let place = |state| states.iter().position(|known| *known == state).unwrap_or_default() as u32;
    let path = answered
        .path
        .as_ref()
        .map_or(Vec::new(), |steps| std::iter::once(0).chain(steps.iter().map(|step| place(step.state))).collect());
    let outcome = match (&answered.path, answered.kind) {
        (Some(_), _) => Outcome::Fails,
        (None, Kind::Proof) => Outcome::Holds,
        // Puzzles of the lab have a few states: a search never ends for having seen too many.
        (None, Kind::Bounded | Kind::None) => Outcome::HoldsWithin,
    };
    Ok(Exploration {
        outcome,
        visited: answered.visited.len() as u32,
        width: question.values(question.start()).len(),
        values: states.iter().flat_map(|state| question.values(*state)).collect(),
        depths,
        deepest,
        parents,
        goals: states.iter().map(|state| u8::from(question.is_goal(*state))).collect(),
        path,
        moves: steps.iter().map(|step| question.action_words(step.action)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counterexample_is_the_solution_and_one_move_less_finds_none() {
        let jugs = question("jugs", 4.0).unwrap();
        let within = |depth| explore(&jugs, depth).unwrap();
        assert_eq!(within(5.0).outcome, Outcome::HoldsWithin);
        assert!(within(5.0).path.is_empty());
        let six = within(6.0);
        assert_eq!((six.outcome, six.path.len(), six.moves.len()), (Outcome::Fails, 7, 6));
        let path: Vec<_> = six.path.iter().map(|state| &six.values[2 * *state as usize..][..2]).collect();
        assert_eq!(path, [[0, 0], [5, 0], [2, 3], [2, 0], [0, 2], [5, 2], [4, 3]]);
        assert_eq!(six.moves[1], "pour the large jug into the small one");
        // The check looked at the first states of the space, and the goal is the last of them.
        assert_eq!(six.visited, six.path[6] + 1);
        assert_eq!((six.width, six.values.len()), (2, 32));
    }

    #[test]
    fn a_goal_that_is_out_of_reach_holds_once_every_state_is_seen() {
        let six = question("jugs", 6.0).unwrap();
        let deepest = explore(&six, 1.0).unwrap().deepest;
        assert_eq!(deepest, 7);
        assert_eq!(explore(&six, f64::from(deepest - 1)).unwrap().outcome, Outcome::HoldsWithin);
        assert_eq!(explore(&six, f64::from(deepest)).unwrap().outcome, Outcome::Holds);
        assert_eq!(explore(&question("river", 0.0).unwrap(), 40.0).unwrap().path.len(), 8);
    }

    #[test]
    fn what_is_outside_the_limits_is_said() {
        let said = |result: Result<Exploration, ArgumentError>| result.unwrap_err().to_string();
        let jugs = question("jugs", 4.0).unwrap();
        assert_eq!(said(explore(&jugs, 0.0)), "depth is 0; it must be from 1 to 40");
        assert!(question("jugs", 21.0).is_err() && question("jugs", f64::NAN).is_err());
        let error = question("tour", 1.0).unwrap_err().to_string();
        assert_eq!(error, "puzzle is \"tour\"; it must be one of jugs, river");
    }
}
