//! From numbers and names as JavaScript has them to values the models accept, which check their limits.

use std::ops::Range;

use from_js::{whole, whole32};
use limits::{ArgumentError, check};
use load_balancing_model::planner::Planner;
use load_balancing_model::{MAX_REPETITIONS, Placement, Strategy, check_capacity};

/// A placement as JavaScript asks for it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Items to place.
    pub items: f64,
    /// Servers to place them on.
    pub servers: f64,
    /// The name of a strategy.
    pub strategy: &'a str,
    /// How many servers the choices strategies pick; ignored by the others.
    pub choices: f64,
}

impl Request<'_> {
    /// The placement, if the models accept it.
    pub fn placement(self) -> Result<Placement, ArgumentError> {
        let Self { items, servers, strategy, choices } = self;
        // The number of choices is read only where the strategy has choices.
        let strategy = match Strategy::parse(strategy, 1)? {
            Strategy::Choices { distinct, .. } => Strategy::Choices { choices: whole32("choices", choices)?, distinct },
            strategy => strategy,
        };
        Ok(Placement::new(whole("items", items)?, whole32("servers", servers)?, strategy)?)
    }

    /// A planner for the placement's items and strategy.
    pub fn planner(self, seed: f64, capacity: f64, risk: f64, repetitions: f64) -> Result<Planner, ArgumentError> {
        let (capacity, repetitions) = (whole("capacity", capacity)?, whole("repetitions", repetitions)?);
        Ok(Planner::new(self.placement()?, capacity, risk, from_js::seed(seed)?, repetitions)?)
    }
}

/// A capacity, in items per server.
pub fn capacity(capacity: f64, items: u64) -> Result<u64, ArgumentError> {
    Ok(check_capacity(whole("capacity", capacity)?, items)?)
}

/// The repetitions from `first` on, `count` of them, all numbered below 1,000,000.
pub fn repetition_range(first: f64, count: f64) -> Result<Range<u32>, ArgumentError> {
    let first = check("first repetition", whole("first repetition", first)?, 0..=MAX_REPETITIONS - 1)?;
    let count = check("repetitions", whole("repetitions", count)?, 1..=MAX_REPETITIONS - first)?;
    Ok(first as u32..(first + count) as u32)
}

#[cfg(test)]
mod tests {
    use load_balancing_model::{MAX_SERVERS, Strategy};
    use proptest::prelude::{ProptestConfig, TestCaseError, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
    use proptest::strategy::Strategy as Generator;

    use super::*;

    /// Numbers as a hostile page address could hold them, and harmless ones.
    fn numbers() -> impl Generator<Value = f64> {
        prop_oneof![
            prop::sample::select(vec![
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                -1.0,
                -0.0,
                0.0,
                0.5,
                1.0,
                2.0,
                64.0,
                65.0,
                1e5 + 1.0,
                1e7,
                1e7 + 1.0,
                9_007_199_254_740_992.0,
                1e300,
                f64::MIN_POSITIVE,
            ]),
            (0_u32..300).prop_map(f64::from),
            prop::num::f64::ANY,
        ]
    }

    fn names() -> impl Generator<Value = String> {
        prop_oneof![
            prop::sample::select(Strategy::NAMES.to_vec()).prop_map(str::to_owned),
            prop::sample::select(vec!["", "any", "server", "RANDOM", "two-choices ", "\0", "🎲"])
                .prop_map(str::to_owned),
        ]
    }

    fn sentence(error: &ArgumentError) -> Result<(), TestCaseError> {
        prop_assert!(error.to_string().contains("; it must be "), "{}", error);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn whatever_comes_in_the_answer_is_a_result_or_a_sentence(
            items in numbers(), servers in numbers(), name in names(), choices in numbers(), seed in numbers(),
            first in numbers(), count in numbers(), capacity in numbers(), risk in numbers(),
        ) {
            let request = Request { items, servers, strategy: &name, choices };
            match request.placement() {
                Ok(placement) if placement.items() <= 300 => {
                    prop_assert!(placement.servers() <= MAX_SERVERS);
                    // Every repetition of a small placement is worth running; many are not.
                    match (from_js::seed(seed), repetition_range(first, count)) {
                        (Ok(seed), Ok(range)) => {
                            let few = range.start..range.end.min(range.start + 2);
                            let outcome = placement.simulate(seed, few.clone());
                            prop_assert_eq!(outcome.repetitions(), few.len() as u64);
                        }
                        (Err(error), _) => sentence(&error.into())?,
                        (_, Err(error)) => sentence(&error)?,
                    }
                }
                Ok(_) => {}
                Err(error) => sentence(&error)?,
            }
            match request.planner(seed, capacity, risk, count) {
                Ok(mut planner) if items <= 300.0 => {
                    for _ in 0..3 {
                        planner.advance(1000);
                    }
                    for (servers, overload) in planner.plan().curve {
                        prop_assert!((1..=MAX_SERVERS).contains(&servers));
                        let chances = [overload.p_server, overload.p_any];
                        prop_assert!(chances.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)), "{:?}", overload);
                    }
                }
                Ok(_) => {}
                Err(error) => sentence(&error)?,
            }
        }
    }

    #[test]
    fn the_same_placement_comes_of_the_same_numbers() {
        let placement = |strategy, choices| Request { items: 1000.0, servers: 13.0, strategy, choices }.placement();
        assert_eq!(
            placement("two-choices", 2.0).unwrap().strategy(),
            Strategy::Choices { choices: 2, distinct: false }
        );
        // The number of choices matters only where there are choices.
        assert!(placement("random", f64::NAN).is_ok());
        assert!(placement("two-choices", f64::NAN).is_err());
    }

    #[test]
    fn repetitions_end_where_the_limit_is() {
        assert_eq!(repetition_range(0.0, 1e6), Ok(0..1_000_000));
        assert_eq!(repetition_range(999_999.0, 1.0), Ok(999_999..1_000_000));
        assert_eq!(
            repetition_range(999_999.0, 2.0).unwrap_err().to_string(),
            "repetitions is 2; it must be from 1 to 1"
        );
    }
}
