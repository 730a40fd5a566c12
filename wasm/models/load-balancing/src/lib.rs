//! Placement: n items go one by one to m servers; how uneven do the servers get?
//!
//! - [`Strategy`] says how an item picks its server.
//! - [`Placement::simulate`] repeats a placement and keeps the [`Outcome`]; [`Placement::simulate_plain`] is its oracle.
//! - [`in_flight`] simulates what a placement leaves out: requests that come and go.
//! - [`exact`] holds what is known in closed form, and [`planner`] answers "how many servers?" for every strategy.
//!
//! A server is over capacity when it holds more items than its capacity, everywhere.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod binomial;
pub mod exact;
mod fast;
pub mod in_flight;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod outcome;
mod plain;
pub mod planner;
mod strategy;

use std::ops::Range;

use limits::{self, LimitError};
pub use outcome::{Outcome, Summary};
pub use statistics::histogram::Histogram;
pub use strategy::{MAX_CHOICES, Strategy};

/// The most items a placement can have.
pub const MAX_ITEMS: u64 = 10_000_000;
/// The most servers a placement can have.
pub const MAX_SERVERS: u32 = 100_000;
/// The most repetitions a caller should ask for at once; see [`check_repetitions`].
pub const MAX_REPETITIONS: u64 = 1_000_000;

/// A number of items, a number of servers and a strategy, within the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    items: u32,
    servers: u32,
    strategy: Strategy,
}

impl Placement {
    /// Checks the limits: 1 to 10 million items, 1 to 100,000 servers, 1 to 64 choices, and no more distinct choices than
    /// servers.
    pub fn new(items: u64, servers: u32, strategy: Strategy) -> Result<Self, LimitError> {
        let items = limits::check("items", items, 1..=MAX_ITEMS)? as u32;
        let servers = limits::check("servers", servers.into(), 1..=MAX_SERVERS.into())? as u32;
        strategy.check(servers)?;
        Ok(Self { items, servers, strategy })
    }

    /// How many items are placed.
    pub fn items(&self) -> u64 {
        self.items.into()
    }

    /// On how many servers.
    pub fn servers(&self) -> u32 {
        self.servers
    }

    /// How an item picks its server.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The mean load of a server, in items.
    pub fn mean(&self) -> f64 {
        f64::from(self.items) / f64::from(self.servers)
    }

    /// Runs the repetitions and counts the loads of all servers and the maximum of each repetition.
    ///
    /// Repetition `r` draws only from [`stream(seed, r)`](random::stream), so the outcomes of any split of a range
    /// merge to the outcome of the whole range.
    pub fn simulate(&self, seed: u64, repetitions: Range<u32>) -> Outcome {
        fast::simulate(self, seed, repetitions)
    }

    /// The same bytes without vector instructions: what [`simulate`](Self::simulate) runs where there are none that it knows.
    pub fn simulate_portable(&self, seed: u64, repetitions: Range<u32>) -> Outcome {
        fast::simulate_portable(self, seed, repetitions)
    }

    /// The same item by item and in the plainest way: the oracle of [`simulate`](Self::simulate).
    ///
    /// With choices it gives the same bytes; with random placement the two draw different numbers and agree in distribution.
    pub fn simulate_plain(&self, seed: u64, repetitions: Range<u32>) -> Outcome {
        plain::simulate(self, seed, repetitions)
    }

    /// The server of each item, in the order of placement: one repetition of [`simulate_plain`](Self::simulate_plain).
    pub fn trace(&self, seed: u64, repetition: u32) -> Vec<u32> {
        plain::trace(self, seed, repetition)
    }
}

/// A number of repetitions, if it is from 1 to 1,000,000.
pub fn check_repetitions(repetitions: u64) -> Result<u32, LimitError> {
    limits::check("repetitions", repetitions, 1..=MAX_REPETITIONS).map(|n| n as u32)
}

/// A capacity in items per server, if it is from 0 to the number of items.
pub fn check_capacity(capacity: u64, items: u64) -> Result<u64, LimitError> {
    limits::check("capacity", capacity, 0..=items)
}

#[cfg(test)]
mod tests;
