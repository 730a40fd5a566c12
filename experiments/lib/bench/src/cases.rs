//! What runs against what.

use load_balancing_model::{Placement, Strategy};

/// A placement whose versions race each other.
pub(crate) struct Case {
    /// For titles: `random, 1,000 items on 13 servers`.
    pub name: &'static str,
    pub strategy: Strategy,
    pub items: u64,
    pub servers: u32,
    /// Whether it runs in the browser, too.
    pub in_browser: bool,
}

/// A version of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contender {
    Fast,
    Plain,
    /// The fast version without instructions that only some processors have.
    Portable,
    /// The fast version, compiled to WebAssembly: with vector instructions where there is code for them.
    Wasm,
    /// The portable one, compiled to WebAssembly for browsers that have no vector instructions.
    PortableWasm,
    /// The plain loop in JavaScript; its generator is sfc32, which is made of the 32-bit operations that JavaScript has.
    JavaScript,
}

impl Contender {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast version, native",
            Self::Plain => "plain loop, native",
            Self::Portable => "portable fast version, native",
            Self::Wasm => "fast version, WebAssembly in the browser",
            Self::PortableWasm => "portable fast version, WebAssembly in the browser",
            Self::JavaScript => "plain loop, JavaScript in the browser",
        }
    }

    pub(crate) fn is_native(self) -> bool {
        matches!(self, Self::Fast | Self::Plain | Self::Portable)
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

const fn case(name: &'static str, strategy: Strategy, items: u64, servers: u32, in_browser: bool) -> Case {
    Case { name, strategy, items, servers, in_browser }
}

impl Case {
    pub(crate) fn placement(&self) -> Placement {
        Placement::new(self.items, self.servers, self.strategy).expect("the cases lie within the limits")
    }

    pub(crate) fn contenders(&self) -> impl Iterator<Item = Contender> {
        let compared =
            [Contender::Portable, Contender::Wasm, Contender::JavaScript].into_iter().filter(|_| self.in_browser);
        // Random placement has no vector instructions to leave out.
        let without_vectors = self.in_browser && self.strategy != RANDOM;
        let without = [Contender::PortableWasm].into_iter().filter(move |_| without_vectors);
        [Contender::Fast, Contender::Plain].into_iter().chain(compared).chain(without)
    }
}
