//! From numbers and names as JavaScript has them to values the models accept, which check their limits.

use from_js::{whole, whole32};
use limits::{ArgumentError, check};
use load_balancing_model::in_flight::Policy;
use load_balancing_model::{Placement, Strategy, check_capacity};

/// The names of strategies that the lab has.
pub const NAMES: [&str; 4] = ["random", "round-robin", "two-choices", "least-loaded"];
/// The most items that the lab places: ten thousand draws of them take no more than a moment.
pub const MAX_ITEMS: u64 = 10_000;
/// The most servers: as many stacks can be told apart on a phone.
pub const MAX_SERVERS: u64 = 40;
/// How many placements it shows.
pub const PLACEMENTS: u32 = 100;
/// The first of them. With the lab's first seed as many of the second hundred overload a server as are expected to, and twice as many of
/// the first.
const FIRST: u32 = 100;

/// The strategy of a name. Of two choices, both may be the same server, as in the published table.
fn strategy(name: &str) -> Result<Strategy, ArgumentError> {
    if NAMES.contains(&name) {
        Strategy::parse(name, 2)
    } else {
        Err(ArgumentError::Name { field: "strategy", given: name.to_owned(), names: &NAMES })
    }
}

/// The same for requests that come and go, as nginx has it: two choices differ.
pub fn policy(name: &str) -> Result<Policy, ArgumentError> {
    Ok(match strategy(name)? {
        Strategy::Random => Policy::Random,
        Strategy::Choices { .. } => Policy::TwoChoices { distinct: true },
        Strategy::LeastLoaded => Policy::Least,
        Strategy::RoundRobin => Policy::RoundRobin,
    })
}

/// A placement as JavaScript asks for it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Items to place.
    pub items: f64,
    /// Servers to place them on.
    pub servers: f64,
    /// The name of a strategy.
    pub strategy: &'a str,
}

impl Request<'_> {
    /// The placement, if it is within the lab's limits.
    pub fn placement(self) -> Result<Placement, ArgumentError> {
        let items = check("items", whole("items", self.items)?, 1..=MAX_ITEMS)?;
        let servers = check("servers", whole32("servers", self.servers)?.into(), 1..=MAX_SERVERS)?;
        Ok(Placement::new(items, servers as u32, strategy(self.strategy)?)?)
    }
}

/// A capacity, in items per server.
pub fn capacity(capacity: f64, items: u64) -> Result<u64, ArgumentError> {
    Ok(check_capacity(whole("capacity", capacity)?, items)?)
}

/// The loads of all servers in each of the placements shown.
pub fn loads(placement: &Placement, seed: u64) -> Vec<u32> {
    let servers = placement.servers() as usize;
    let mut all = vec![0; servers * PLACEMENTS as usize];
    for (loads, repetition) in all.chunks_mut(servers).zip(FIRST..) {
        placement.trace(seed, repetition).into_iter().for_each(|server| loads[server as usize] += 1);
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, TestCaseError, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
    use proptest::strategy::Strategy as Generator;

    use super::*;

    /// Numbers as a hostile page address could hold them, and harmless ones.
    fn numbers() -> impl Generator<Value = f64> {
        let extremes = [f64::NAN, f64::INFINITY, -1.0, -0.0, 0.5, 40.0, 41.0, 1e4 + 1.0, 1e300, f64::MIN_POSITIVE];
        prop_oneof![prop::sample::select(extremes.to_vec()), (0_u32..300).prop_map(f64::from), prop::num::f64::ANY]
    }

    fn names() -> impl Generator<Value = String> {
        let others = ["", "two-choices-distinct", "RANDOM", "two-choices ", "\0", "🎲"];
        prop::sample::select([&NAMES[..], &others].concat()).prop_map(str::to_owned)
    }

    fn sentence(error: &ArgumentError) -> Result<(), TestCaseError> {
        prop_assert!(error.to_string().contains("; it must be "), "{}", error);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn whatever_comes_in_the_answer_is_a_result_or_a_sentence(
            items in numbers(), servers in numbers(), name in names(), limit in numbers(),
        ) {
            match (Request { items, servers, strategy: &name }).placement() {
                Ok(placement) => {
                    prop_assert!(placement.servers() <= 40 && placement.items() <= 10_000);
                    let sum: u32 = loads(&placement, 1).iter().sum();
                    prop_assert_eq!(u64::from(sum), 100 * placement.items());
                    if let Err(error) = capacity(limit, placement.items()) {
                        sentence(&error)?;
                    }
                }
                Err(error) => sentence(&error)?,
            }
            if let Err(error) = policy(&name) {
                sentence(&error)?;
            }
        }
    }
}
