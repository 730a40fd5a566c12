//! From numbers and names as JavaScript has them to values the models accept, and back.

use std::fmt;
use std::ops::Range;

use limits::{LimitError, check_number};
use load_balancing_model::exact::{self, Scope};
use load_balancing_model::planner::Plan;
use load_balancing_model::{MAX_CHOICES, MAX_ITEMS, MAX_REPETITIONS, MAX_SERVERS, Placement, Strategy, StrategyError};
use statistics::histogram::Histogram;

/// The most points that one planner curve can have; a screen shows fewer.
pub const MAX_CURVE_POINTS: u64 = 10_000;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A number is outside its limits.
    Limit(LimitError),
    /// The strategy is unknown.
    Strategy(StrategyError),
    /// The scope of a risk is neither `server` nor `any`.
    UnknownScope(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::Strategy(error) => error.fmt(f),
            Self::UnknownScope(name) => write!(f, "scope is {name:?}; it must be one of server, any"),
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl From<StrategyError> for Error {
    fn from(error: StrategyError) -> Self {
        Self::Strategy(error)
    }
}

/// A placement under a named strategy.
pub fn placement(items: f64, servers: f64, strategy: &str, choices: f64) -> Result<Placement, Error> {
    of(items, servers, self::strategy(strategy, choices)?)
}

/// A placement under a strategy.
pub fn of(items: f64, servers: f64, strategy: Strategy) -> Result<Placement, Error> {
    let items = check_number("items", items, 1..=MAX_ITEMS)?;
    let servers = check_number("servers", servers, 1..=MAX_SERVERS.into())? as u32;
    Ok(Placement::new(items, servers, strategy)?)
}

/// A strategy by its name. The number of choices is read only where the strategy has choices.
fn strategy(name: &str, choices: f64) -> Result<Strategy, Error> {
    match Strategy::parse(name, 1)? {
        Strategy::Choices { distinct, .. } => {
            let choices = check_number("choices", choices, 1..=MAX_CHOICES.into())? as u32;
            Ok(Strategy::Choices { choices, distinct })
        }
        strategy => Ok(strategy),
    }
}

/// A capacity, in items per server.
pub fn capacity(capacity: f64, items: u64) -> Result<u64, Error> {
    Ok(check_number("capacity", capacity, 0..=items)?)
}

/// The repetitions from `first` on, `count` of them, all numbered below 1,000,000.
pub fn repetition_range(first: f64, count: f64) -> Result<Range<u32>, Error> {
    let first = check_number("first repetition", first, 0..=MAX_REPETITIONS - 1)?;
    let count = check_number("repetitions", count, 1..=MAX_REPETITIONS - first)?;
    Ok(first as u32..(first + count) as u32)
}

/// What a planner asks.
pub fn plan(
    items: f64,
    capacity: f64,
    strategy: &str,
    choices: f64,
    seed: f64,
    repetitions: f64,
) -> Result<Plan, Error> {
    let items = check_number("items", items, 1..=MAX_ITEMS)?;
    Ok(Plan {
        items,
        capacity: self::capacity(capacity, items)?,
        strategy: self::strategy(strategy, choices)?,
        seed: from_js::seed(seed)?,
        repetitions: check_number("repetitions", repetitions, 1..=MAX_REPETITIONS)? as u32,
    })
}

/// The chances of overload at each number of servers: one server, any server, one server, any server, and so on.
pub fn planner_curve(plan: &Plan, servers: &[u32]) -> Result<Vec<f64>, Error> {
    let mut curve = Vec::with_capacity(2 * servers.len());
    for &servers in servers {
        let overload = plan.overload(servers)?;
        curve.extend([overload.p_server, overload.p_any]);
    }
    Ok(curve)
}

/// The fewest servers whose chance of overload is at most `risk`, in the named scope.
pub fn servers_needed(plan: &Plan, risk: f64, scope: &str) -> Result<Option<u32>, Error> {
    if !(0.0..=1.0).contains(&risk) {
        return Err(LimitError { field: "risk", value: risk, min: 0, max: 1 }.into());
    }
    let scope = match scope {
        "server" => Scope::Server,
        "any" => Scope::Any,
        _ => return Err(Error::UnknownScope(scope.to_owned())),
    };
    Ok(plan.servers_needed(risk, scope)?)
}

/// The smallest load that random placement gives a server, its probability, that of the next load, and so on.
pub fn load_probabilities(placement: &Placement) -> Vec<f64> {
    let (first, mut probabilities) = exact::load_probabilities(placement.items(), placement.servers());
    probabilities.insert(0, first as f64);
    probabilities
}

/// A histogram as value, count, value, count, and so on.
pub fn pairs(histogram: &Histogram) -> Vec<f64> {
    histogram.iter().flat_map(|(value, count)| [value as f64, count as f64]).collect()
}

#[cfg(test)]
mod tests {
    use load_balancing_model::Strategy;
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn whatever_comes_in_the_answer_is_a_result_or_a_sentence(
            items in numbers(), servers in numbers(), name in names(), choices in numbers(), seed in numbers(),
            first in numbers(), count in numbers(), capacity in numbers(), risk in numbers(), scope in names(),
        ) {
            let sentence = |error: Error| prop_assert_same(error.to_string().contains("; it must be "), true);
            match placement(items, servers, &name, choices) {
                Ok(placement) if placement.items() <= 300 => {
                    prop_assert!(placement.servers() <= MAX_SERVERS);
                    // Every repetition of a small placement is worth running; many are not.
                    if let (Ok(seed), Ok(range)) = (from_js::seed(seed), repetition_range(first, count)) {
                        let few = range.start..range.end.min(range.start + 2);
                        let outcome = placement.simulate(seed, few.clone());
                        prop_assert_eq!(outcome.repetitions(), few.len() as u64);
                        prop_assert_eq!(pairs(&outcome.loads).len() % 2, 0);
                    }
                }
                Ok(_) => {}
                Err(error) => sentence(error)?,
            }
            match plan(items, capacity, &name, choices, seed, count) {
                Ok(plan) if plan.items <= 300 => {
                    let few = Plan { repetitions: plan.repetitions.min(2), ..plan };
                    match servers_needed(&few, risk, &scope) {
                        Ok(needed) => prop_assert!(needed.is_none_or(|servers| (1..=MAX_SERVERS).contains(&servers))),
                        Err(error) => sentence(error)?,
                    }
                    match planner_curve(&few, &[1, 64, 300]) {
                        Ok(curve) => prop_assert!(curve.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)), "{:?}", curve),
                        Err(error) => sentence(error)?,
                    }
                    if let Err(error) = planner_curve(&few, &[0, u32::MAX]) {
                        sentence(error)?;
                    }
                }
                Ok(_) => {}
                Err(error) => sentence(error)?,
            }
        }
    }

    fn prop_assert_same<T: PartialEq + std::fmt::Debug>(a: T, b: T) -> Result<(), TestCaseError> {
        prop_assert_eq!(a, b);
        Ok(())
    }

    #[test]
    fn the_same_placement_comes_of_the_same_numbers() {
        let two = placement(1000.0, 13.0, "two-choices", 2.0).unwrap();
        assert_eq!(two.strategy(), Strategy::Choices { choices: 2, distinct: false });
        // The number of choices matters only where there are choices.
        assert!(placement(1000.0, 13.0, "random", f64::NAN).is_ok());
        assert!(placement(1000.0, 13.0, "two-choices", f64::NAN).is_err());
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
