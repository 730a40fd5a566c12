//! What is simulated.

use harness::record::Profile;
use load_balancing_model::{Placement, Strategy};
use sharding::Condition;

/// The servers of the large placements, and the items on them: one a server, ten, and a hundred.
pub(crate) const MANY_SERVERS: u32 = 100_000;
pub(crate) const MANY_ITEMS: [u64; 3] = [100_000, 1_000_000, 10_000_000];
/// Numbers of random servers of which an item takes the least loaded.
pub(crate) const CHOICES: std::ops::RangeInclusive<u32> = 1..=8;

/// The placements whose risks are small: the published thousand items, with room for a hundred on a server.
pub(crate) const FEW_ITEMS: u64 = 1000;
pub(crate) const ROOM: u64 = 100;
/// Numbers of servers for random placement.
pub(crate) const RARE_SERVERS: std::ops::RangeInclusive<u32> = 13..=18;
/// Number of servers for two choices, tried with less room too, since they need less.
pub(crate) const TWO_SERVERS: u32 = 11;
pub(crate) const TWO_ROOMS: [u64; 6] = [92, 93, 94, 95, 96, ROOM];

/// The best of so many, drawn one by one: two of them may be the same server, as in the published table.
pub(crate) fn best_of(choices: u32) -> Strategy {
    if choices == 1 { Strategy::Random } else { Strategy::Choices { choices, distinct: false } }
}

/// A placement that is known to lie within the limits.
pub(crate) fn placement(items: u64, servers: u32, strategy: Strategy) -> Placement {
    Placement::new(items, servers, strategy).expect("the experiment's own settings lie within the limits")
}

/// Everything, the large placements first.
pub(crate) fn all(profile: Profile) -> Vec<Condition<Placement>> {
    // In the order of `MANY_ITEMS`: about as much work each.
    let (many, few) = match profile {
        Profile::Quick => ([100, 20, 6], 20_000),
        Profile::Full => ([8000, 1000, 200], 1_000_000),
    };
    let large = MANY_ITEMS.into_iter().zip(many).flat_map(|(items, repetitions)| {
        CHOICES.map(move |choices| (placement(items, MANY_SERVERS, best_of(choices)), repetitions))
    });
    let rare = RARE_SERVERS.map(|servers| placement(FEW_ITEMS, servers, Strategy::Random));
    let two = placement(FEW_ITEMS, TWO_SERVERS, best_of(2));
    let rare = rare.chain([two]).map(|placement| (placement, few));
    large.chain(rare).map(|(placement, repetitions)| placements::condition(placement, repetitions)).collect()
}
