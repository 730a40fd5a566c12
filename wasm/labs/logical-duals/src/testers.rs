//! Testers that sample: when each of them first comes to a puzzle's goal.

use limits::{ArgumentError, check};
use logical_duals_model::Question;
use logical_duals_model::walks::{MAX_BUDGET, MAX_WALK, Walks};

/// The most testers of the lab.
pub const MAX_TESTERS: u64 = 1000;

/// Walks of 1 to 30 moves.
///
/// # Errors
///
/// The length is outside its limits.
pub fn walks(question: Question, moves: f64) -> Result<Walks, ArgumentError> {
    Ok(Walks::new(question, check("moves", from_js::whole("moves", moves)?, 1..=MAX_WALK)?)?)
}

/// 1 to 100,000 walks.
///
/// # Errors
///
/// The budget is outside its limits.
pub fn budget(budget: f64) -> Result<u32, ArgumentError> {
    Ok(check("budget", from_js::whole("budget", budget)?, 1..=MAX_BUDGET)? as u32)
}

/// When a tester, 0 to 999, first comes to the goal: the number of the walk, from 1 on; 0 where none within the budget does.
///
/// # Errors
///
/// A number is outside its limits.
pub fn first_hit(walks: &Walks, seed: f64, tester: f64, most: f64) -> Result<u32, ArgumentError> {
    let seed = from_js::seed(seed)?;
    let tester = check("tester", from_js::whole("tester", tester)?, 0..=MAX_TESTERS - 1)? as u32;
    Ok(walks.first_hit(seed, tester, budget(most)?).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::question;

    #[test]
    fn of_all_sequences_of_six_moves_one_comes_to_four_litres() {
        let walks = walks(question("jugs", 4.0).unwrap(), 6.0).unwrap();
        let chance = walks.chance();
        assert_eq!((chance.hits, chance.sequences), (1, 46_656));
        let expected = (1.0 - 1.0 / 46_656.0_f64).powi(100);
        assert!((chance.miss(budget(100.0).unwrap()) - expected).abs() < 1e-12);
    }

    #[test]
    fn what_is_outside_the_limits_is_said() {
        let jugs = || question("jugs", 4.0).unwrap();
        assert_eq!(walks(jugs(), 31.0).unwrap_err().to_string(), "moves is 31; it must be from 1 to 30");
        assert_eq!(budget(1e9).unwrap_err().to_string(), "budget is 1,000,000,000; it must be from 1 to 100,000");
        let six = walks(jugs(), 6.0).unwrap();
        assert!(first_hit(&six, -1.0, 0.0, 1.0).is_err() && first_hit(&six, 1.0, 1000.0, 1.0).is_err());
        assert_eq!(first_hit(&six, 1.0, 0.0, 1.0), Ok(0));
    }
}
