//! A puzzle's whole search space, and how far a search by the door "it never happens" gets in it.

use limits::{ArgumentError, check};
use logical_duals_model::{Bounds, Door, Kind, MAX_DEPTH, MAX_JUG, Question, Step, System, ask};

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

/// What a check is worth that found nothing, or the counterexample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It never happens: every state that can be reached was looked at.
    Holds,
    /// Not within the depth; behind it are states that were not looked at.
    HoldsWithin,
    /// It happens.
    Fails,
}

impl Outcome {
    /// Its name in JavaScript.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsWithin => "holds-within",
            Self::Fails => "fails",
        }
    }
}

/// A check, in the space that it searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explored {
    /// What came of it.
    pub outcome: Outcome,
    /// How many states it looked at: so many of the first of [`values`](Self::values).
    pub visited: u32,
    /// Every state that can be reached, in the order in which a search without bounds comes to them: what each is made of.
    pub values: Vec<Vec<u32>>,
    /// For each, how many moves it takes.
    pub depths: Vec<u32>,
    /// For each, the state that it was first come to from; for the first, itself.
    pub parents: Vec<u32>,
    /// For each, whether it has the goal.
    pub goals: Vec<bool>,
    /// The states of the counterexample, the first included; none where there is none.
    pub path: Vec<u32>,
    /// What is done between them, in words.
    pub moves: Vec<String>,
}

/// Checks that a puzzle's goal is never reached, within 1 to 40 moves.
///
/// # Errors
///
/// The depth is outside its limits.
pub fn explore(question: &Question, depth: f64) -> Result<Explored, ArgumentError> {
    let depth = check("depth", from_js::whole("depth", depth)?, 1..=MAX_DEPTH)?;
    let answered = ask(question, Door::Check, Bounds::within(depth)?);
    let (states, depths, parents) = space(question);
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
    Ok(Explored {
        outcome,
        visited: answered.visited.len() as u32,
        values: states.iter().map(|state| question.values(*state)).collect(),
        depths,
        parents,
        goals: states.iter().map(|state| question.is_goal(*state)).collect(),
        path,
        moves: steps.iter().map(|step| question.action_words(step.action)).collect(),
    })
}

/// All states, breadth first, with how deep each is and where it was come to from.
fn space(question: &Question) -> (Vec<u64>, Vec<u32>, Vec<u32>) {
    let (mut states, mut depths, mut parents) = (vec![question.start()], vec![0], vec![0]);
    let mut next = 0;
    while next < states.len() {
        for action in 0..question.actions() {
            let Some(to) = question.step(states[next], action) else { continue };
            if !states.contains(&to) {
                states.push(to);
                depths.push(depths[next] + 1);
                parents.push(next as u32);
            }
        }
        next += 1;
    }
    (states, depths, parents)
}

#[cfg(test)]
mod tests {
    use logical_duals_model::check as model_check;

    use super::*;

    #[test]
    fn the_space_is_what_the_model_visits_in_the_same_order() {
        for puzzle in PUZZLES {
            let question = question(puzzle, 20.0).unwrap();
            assert_eq!(space(&question).0, model_check(&question, Bounds::NONE, |_| true).visited, "{puzzle}");
        }
    }

    #[test]
    fn the_counterexample_is_the_solution_and_one_move_less_finds_none() {
        let jugs = question("jugs", 4.0).unwrap();
        let within = |depth| explore(&jugs, depth).unwrap();
        assert_eq!(within(5.0).outcome, Outcome::HoldsWithin);
        assert!(within(5.0).path.is_empty());
        let six = within(6.0);
        assert_eq!((six.outcome, six.path.len(), six.moves.len()), (Outcome::Fails, 7, 6));
        let path: Vec<_> = six.path.iter().map(|state| six.values[*state as usize].clone()).collect();
        assert_eq!(path, [[0, 0], [5, 0], [2, 3], [2, 0], [0, 2], [5, 2], [4, 3]]);
        assert_eq!(six.moves[1], "pour the large jug into the small one");
        // What was looked at are the first states of the space, and the goal is the last of them.
        assert_eq!(six.visited, six.path[6] + 1);
        assert_eq!(six.values.len(), 16);
    }

    #[test]
    fn a_goal_that_is_out_of_reach_holds_once_every_state_is_seen() {
        let six = question("jugs", 6.0).unwrap();
        assert_eq!(explore(&six, 6.0).unwrap().outcome, Outcome::HoldsWithin);
        assert_eq!(explore(&six, 7.0).unwrap().outcome, Outcome::Holds);
        assert_eq!(explore(&question("river", 0.0).unwrap(), 40.0).unwrap().path.len(), 8);
    }

    #[test]
    fn what_is_outside_the_limits_is_said() {
        let said = |result: Result<Explored, ArgumentError>| result.unwrap_err().to_string();
        let jugs = question("jugs", 4.0).unwrap();
        assert_eq!(said(explore(&jugs, 0.0)), "depth is 0; it must be from 1 to 40");
        assert!(question("jugs", 21.0).is_err() && question("jugs", f64::NAN).is_err());
        let error = question("tour", 1.0).unwrap_err().to_string();
        assert_eq!(error, "puzzle is \"tour\"; it must be one of jugs, river");
    }
}
