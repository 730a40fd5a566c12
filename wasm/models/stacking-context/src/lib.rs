//! Birthdays: how likely is it that two of a group share one?
//!
//! [`Group::chance`] is the closed form, [`Group::simulate`] draws groups and looks. Pure and deterministic, as
//! `wasm/models/README.md` asks of every model.

use std::ops::Range;

use limits::LimitError;
use random::Below;

/// Days of a year.
pub const DAYS: u32 = 365;
/// The most people of a group: a hundred all but certainly share a birthday.
pub const MAX_PEOPLE: u64 = 100;
/// The most groups a caller should ask for at once; see [`check_groups`].
pub const MAX_GROUPS: u64 = 1_000_000;

/// A group of people whose birthdays are independent, and as likely on any day of the year as on any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    people: u32,
}

impl Group {
    /// A group of 1 to 100 people.
    pub fn new(people: u64) -> Result<Self, LimitError> {
        Ok(Self { people: limits::check("people", people, 1..=MAX_PEOPLE)? as u32 })
    }

    /// How many people it has.
    pub fn people(self) -> u32 {
        self.people
    }

    /// The probability that at least two of them share a birthday.
    pub fn chance(self) -> f64 {
        chance(self.people, DAYS)
    }

    /// In how many of the groups with these numbers at least two share a birthday. Group `g` draws only from
    /// [`stream(seed, g)`](random::stream), so the counts of any split of a range add up to that of the whole range.
    pub fn simulate(self, seed: u64, groups: Range<u32>) -> u32 {
        let days = Below::new(DAYS);
        let shares = |group: &u32| {
            let mut rng = random::stream(seed, u64::from(*group));
            let mut taken = [false; DAYS as usize];
            (0..self.people).any(|_| std::mem::replace(&mut taken[days.draw(&mut rng) as usize], true))
        };
        groups.filter(shares).count() as u32
    }
}

/// A number of groups, if it is from 1 to 1,000,000.
pub fn check_groups(groups: u64) -> Result<u32, LimitError> {
    limits::check("groups", groups, 1..=MAX_GROUPS).map(|groups| groups as u32)
}

/// Each next person has to miss the days of all before.
fn chance(people: u32, days: u32) -> f64 {
    1.0 - (0..people).map(|taken| f64::from(days.saturating_sub(taken)) / f64::from(days)).product::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_is_that_of_counting_every_case() {
        let (people, days) = (4, 5_u32);
        let cases = days.pow(people);
        let birthdays = |case: u32| (0..people).map(move |person| case / days.pow(person) % days);
        let shares = |case: &u32| (0..days).any(|day| birthdays(*case).filter(|each| *each == day).count() > 1);
        let shared = (0..cases).filter(shares).count();
        assert!((chance(people, days) - shared as f64 / f64::from(cases)).abs() < 1e-12);
    }

    #[test]
    fn one_person_shares_with_nobody_and_more_people_than_days_share_for_certain() {
        assert_eq!(chance(1, DAYS), 0.0);
        assert_eq!(chance(DAYS + 1, DAYS), 1.0);
    }

    #[test]
    fn simulated_groups_share_as_often_as_the_closed_form_says() {
        let groups = 100_000;
        for people in [2, 10, 23, 40, 60] {
            let group = Group::new(people).unwrap();
            let (share, chance) = (f64::from(group.simulate(1, 0..groups)) / f64::from(groups), group.chance());
            let error = (chance * (1.0 - chance) / f64::from(groups)).sqrt();
            assert!((share - chance).abs() < 4.5 * error, "{people} people: {share}, not {chance}");
        }
    }

    #[test]
    fn counts_of_parts_add_up_to_that_of_the_whole() {
        let group = Group::new(23).unwrap();
        assert_eq!(group.simulate(7, 0..1000), group.simulate(7, 0..333) + group.simulate(7, 333..1000));
        assert_ne!(group.simulate(7, 0..1000), group.simulate(8, 0..1000));
    }

    #[test]
    fn what_is_outside_the_limits_is_refused_in_words() {
        assert_eq!(Group::new(0).unwrap_err().to_string(), "people is 0; it must be from 1 to 100");
        assert!(Group::new(100).is_ok() && Group::new(101).is_err());
        assert!(check_groups(1_000_000).is_ok() && check_groups(0).is_err() && check_groups(1_000_001).is_err());
    }
}
