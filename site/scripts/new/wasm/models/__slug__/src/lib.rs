//! Birthdays: how likely is it that two of a group share one? [`chance`] is the closed form, [`simulate`] draws groups and looks. Pure and
//! deterministic, as `wasm/models/README.md` asks of every model.

use limits::LimitError;
use random::Below;

/// Days of a year.
const DAYS: u32 = 365;
/// The most people of a group: a hundred all but certainly share a birthday.
pub const MAX_PEOPLE: u64 = 100;

/// The probability that at least two of 1 to 100 people share a birthday: each next one has to miss the days of all before.
pub fn chance(people: u64) -> Result<f64, LimitError> {
    let people = limits::check("people", people, 1..=MAX_PEOPLE)? as u32;
    Ok(1.0 - (0..people).map(|taken| f64::from(DAYS - taken) / f64::from(DAYS)).product::<f64>())
}

/// The number of groups, of 1 to 1,000,000, in which at least two of 1 to 100 people share a birthday.
pub fn simulate(people: u64, seed: u64, groups: u64) -> Result<u32, LimitError> {
    let people = limits::check("people", people, 1..=MAX_PEOPLE)?;
    let groups = limits::check("groups", groups, 1..=1_000_000)?;
    let days = Below::new(DAYS);
    let shares = |group: &u64| {
        let mut rng = random::stream(seed, *group);
        let mut taken = [false; DAYS as usize];
        (0..people).any(|_| std::mem::replace(&mut taken[days.draw(&mut rng) as usize], true))
    };
    Ok((0..groups).filter(shares).count() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulated_groups_share_as_often_as_the_closed_form_says() {
        let groups = 100_000.0;
        for people in [1, 2, 10, 23, 40, 60] {
            let share = f64::from(simulate(people, 1, groups as u64).unwrap()) / groups;
            let chance = chance(people).unwrap();
            let error = (chance * (1.0 - chance) / groups).sqrt();
            assert!((share - chance).abs() <= 4.5 * error, "{people} people: {share}, not {chance}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_groups() {
        // The lab's test expects the same of the module that readers get.
        assert_eq!(simulate(23, 1, 10_000), Ok(5031));
        assert_ne!(simulate(23, 2, 10_000), simulate(23, 1, 10_000));
    }
}
