//! The placements that are simulated, and the series that each is for.

use harness::record::Profile;
use load_balancing_model::{Placement, Strategy, exact};
use sharding::Condition;

/// The two strategies of the article; its two picks may be the same server.
pub(crate) const STRATEGIES: [Strategy; 2] = [Strategy::Random, TWO_CHOICES];
pub(crate) const TWO_CHOICES: Strategy = Strategy::Choices { choices: 2, distinct: false };
const TWO_DISTINCT_CHOICES: Strategy = Strategy::Choices { choices: 2, distinct: true };

/// The table's rows: those published, and 2,000 items, which double the smallest.
const TABLE_ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const TABLE_SERVERS: [u32; 11] = [3, 5, 10, 11, 12, 13, 14, 25, 50, 100, 1000];

/// Settings that the claims speak of and the table lacks: random at 26 and 28 servers and two choices at 21, for a
/// capacity of 50; and distinct picks at 13, which tell how the published table was made.
const BESIDE_THE_TABLE: [(u64, u32, Strategy); 4] = [
    (1000, 26, Strategy::Random),
    (1000, 28, Strategy::Random),
    (1000, 21, TWO_CHOICES),
    (1000, 13, TWO_DISTINCT_CHOICES),
];

/// Items and capacity of the planner's curves: the article's.
const PLANNED: [(u64, u64); 3] = [(1000, 50), (1000, 100), (10_000, 1000)];

/// A planner's curve ends where random placement hardly ever overloads any server any more.
const NEGLIGIBLE_RISK: f64 = 1e-5;

/// The placement, at random, whose loads are shown one by one: the article's 13 servers.
pub(crate) const SHOWN_ITEMS: u64 = 1000;
pub(crate) const SHOWN_SERVERS: u32 = 13;

/// A point of a planner's curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Planned {
    pub placement: Placement,
    pub capacity: u64,
}

/// Everything a run simulates.
pub(crate) struct Conditions {
    /// How often each placement is repeated.
    pub repetitions: u32,
    /// The published table and what the claims need beside it.
    pub table: Vec<Placement>,
    /// The planner's curves.
    pub planned: Vec<Planned>,
    /// The placement whose loads are shown one by one.
    pub shown: Placement,
}

impl Conditions {
    /// The conditions of a profile: as many repetitions as the published table has, or few for a quick look.
    pub(crate) fn of(profile: Profile) -> Self {
        let repetitions = match profile {
            Profile::Quick => 200,
            Profile::Full => 10_000,
        };
        let shown = placement(SHOWN_ITEMS, SHOWN_SERVERS, Strategy::Random);
        Self { repetitions, table: table(), planned: planned(), shown }
    }

    /// Every placement to simulate, once, and how often.
    pub(crate) fn repeated(&self) -> Vec<Condition<Placement>> {
        let planned = self.planned.iter().map(|planned| planned.placement);
        let mut placements: Vec<Placement> = Vec::new();
        for placement in self.table.iter().copied().chain(planned).chain([self.shown]) {
            if !placements.contains(&placement) {
                placements.push(placement);
            }
        }
        placements.into_iter().map(|placement| placements::condition(placement, self.repetitions)).collect()
    }
}

/// A placement that is known to lie within the limits.
pub(crate) fn placement(items: u64, servers: u32, strategy: Strategy) -> Placement {
    Placement::new(items, servers, strategy).expect("the experiment's own settings lie within the limits")
}

fn table() -> Vec<Placement> {
    let mut table = Vec::new();
    for strategy in STRATEGIES {
        for items in TABLE_ITEMS {
            table.extend(TABLE_SERVERS.map(|servers| placement(items, servers, strategy)));
        }
    }
    table.extend(BESIDE_THE_TABLE.map(|(items, servers, strategy)| placement(items, servers, strategy)));
    table
}

fn planned() -> Vec<Planned> {
    let mut planned = Vec::new();
    for strategy in STRATEGIES {
        for (items, capacity) in PLANNED {
            let points = useful_servers(items, capacity)
                .map(|servers| Planned { placement: placement(items, servers, strategy), capacity });
            planned.extend(points);
        }
    }
    planned
}

/// From the fewest servers that hold the items in perfect balance to the first with a negligible risk.
fn useful_servers(items: u64, capacity: u64) -> impl Iterator<Item = u32> {
    let fewest = u32::try_from(items.div_ceil(capacity)).expect("the planner's curves have few servers");
    let most = (fewest..).find(|&servers| exact::p_any_over(items, servers, capacity) < NEGLIGIBLE_RISK);
    fewest..=most.expect("with a server for each item nothing is over capacity")
}
