//! From numbers and names as JavaScript has them to values the models accept, which check their limits.

use std::ops::Range;

use from_js::{whole, whole32};
use limits::{ArgumentError, LimitError, check};
use load_balancing_model::planner::Planner;
use load_balancing_model::{Histogram, MAX_REPETITIONS, Outcome, Placement, Strategy, check_capacity};

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

/// What was counted of repetitions of a placement elsewhere, each as values and counts; `before` are those that are known here.
pub fn outcome(
    placement: &Placement,
    loads: [Vec<f64>; 2],
    maxima: [Vec<f64>; 2],
    before: u64,
) -> Result<Outcome, ArgumentError> {
    let loads = histogram(["loads", "counts of loads"], loads, placement)?;
    let maxima = histogram(["maxima", "counts of maxima"], maxima, placement)?;
    let repetitions = check("repetitions", maxima.total(), 1..=MAX_REPETITIONS - before.min(MAX_REPETITIONS - 1))?;
    let servers = repetitions * u64::from(placement.servers());
    check("loads", loads.total(), servers..=servers)?;
    Ok(Outcome { loads, maxima })
}

/// Values of at most all items, and how often each of them came up.
fn histogram(
    [values_name, counts_name]: [&'static str; 2],
    [values, counts]: [Vec<f64>; 2],
    placement: &Placement,
) -> Result<Histogram, LimitError> {
    let length = values.len() as u64;
    check(counts_name, counts.len() as u64, length..=length)?;
    let most = MAX_REPETITIONS * u64::from(placement.servers());
    let mut histogram = Histogram::new();
    for (value, count) in values.into_iter().zip(counts) {
        let value = check(values_name, whole(values_name, value)?, 0..=placement.items())?;
        histogram.add_n(value, check(counts_name, whole(counts_name, count)?, 1..=most)?);
    }
    Ok(histogram)
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

    /// A histogram as it goes from one worker to another.
    fn sent(histogram: &Histogram) -> [Vec<f64>; 2] {
        let (values, counts) = histogram.iter().map(|(value, count)| (value as f64, count as f64)).unzip();
        [values, counts]
    }

    #[test]
    fn what_was_counted_elsewhere_comes_back_as_it_was() {
        let placement = Placement::new(1000, 13, Strategy::Random).unwrap();
        let counted = placement.simulate(1, 5..25);
        let [loads, maxima] = [sent(&counted.loads), sent(&counted.maxima)];
        let read = |loads: &[Vec<f64>; 2], maxima: &[Vec<f64>; 2], before| {
            outcome(&placement, loads.clone(), maxima.clone(), before).map_err(|error| error.to_string())
        };
        assert_eq!(read(&loads, &maxima, 0), Ok(counted.clone()));
        assert_eq!(read(&loads, &maxima, 999_980), Ok(counted.clone()));
        let refused = |loads: &[Vec<f64>; 2], maxima: &[Vec<f64>; 2], before| read(loads, maxima, before).unwrap_err();
        assert_eq!(refused(&loads, &maxima, 999_981), "repetitions is 20; it must be from 1 to 19");
        assert_eq!(refused(&maxima, &maxima, 0), "loads is 20; it must be from 260 to 260");
        assert!(refused(&[loads[0].clone(), vec![1.0]], &maxima, 0).starts_with("counts of loads is 1; it must be"));
        for wrong in [f64::NAN, -1.0, 0.5, 1001.0, 1e300] {
            let mut other = loads.clone();
            other[0][0] = wrong;
            assert!(refused(&other, &maxima, 0).starts_with("loads is "), "{wrong}");
        }
        assert_eq!(
            refused(&[vec![], vec![]], &[vec![], vec![]], 0),
            "repetitions is 0; it must be from 1 to 1,000,000"
        );
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
