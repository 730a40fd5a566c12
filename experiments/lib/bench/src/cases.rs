//! Cases and contenders.

use load_balancing_model::{Placement, Strategy};

/// A placement whose versions race each other.
pub(crate) struct Case {
    /// Title: `random, 1,000 items on 13 servers`.
    pub name: &'static str,
    pub strategy: Strategy,
    pub items: u64,
    pub servers: u32,
    /// True if the portable version runs, too.
    pub is_large: bool,
}

/// A version of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contender {
    Fast,
    Plain,
    /// The fast version without instructions that only some processors have.
    Portable,
}

impl Contender {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast version, native",
            Self::Plain => "plain loop, native",
            Self::Portable => "portable fast version, native",
        }
    }
}

const RANDOM: Strategy = Strategy::Random;
const TWO_CHOICES: Strategy = Strategy::Choices { choices: 2, distinct: false };

/// The sizes that the fast versions are made for, and small ones, where they must not be slower.
pub(crate) const CASES: [Case; 11] = [
    case("random, 1,000 items on 13 servers", RANDOM, 1000, 13, true),
    case("random, 100,000 items on 10 servers", RANDOM, 100_000, 10, true),
    case("random, 100,000 items on 1,000 servers", RANDOM, 100_000, 1000, true),
    case("random, 1,000 items on 50 servers", RANDOM, 1000, 50, false),
    case("random, 1,000 items on 100 servers", RANDOM, 1000, 100, false),
    case("random, 1,000 items on 1,000 servers", RANDOM, 1000, 1000, false),
    case("random, 20 items on 3 servers", RANDOM, 20, 3, false),
    case("two choices, 1,000 items on 13 servers", TWO_CHOICES, 1000, 13, true),
    case("two choices, 100,000 items on 10 servers", TWO_CHOICES, 100_000, 10, true),
    case("two choices, 100,000 items on 1,000 servers", TWO_CHOICES, 100_000, 1000, true),
    case("two choices, 20 items on 3 servers", TWO_CHOICES, 20, 3, false),
];

const fn case(name: &'static str, strategy: Strategy, items: u64, servers: u32, is_large: bool) -> Case {
    Case { name, strategy, items, servers, is_large }
}

impl Case {
    pub(crate) fn placement(&self) -> Placement {
        Placement::new(self.items, self.servers, self.strategy).expect("the cases lie within the limits")
    }

    pub(crate) fn contenders(&self) -> impl Iterator<Item = Contender> {
        let portable = [Contender::Portable].into_iter().filter(|_| self.is_large);
        [Contender::Fast, Contender::Plain].into_iter().chain(portable)
    }
}
