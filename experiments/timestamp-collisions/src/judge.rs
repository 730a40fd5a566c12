//! The claims, judged by rule: those published first, then this project's own.

mod own;
mod published;
mod remarks;
mod two_threads;

#[cfg(test)]
mod tests;

use harness::record::Claim;
use harness::{Found, Quantity};

use crate::clocks::Clock;
use crate::quantities::CORES;

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        two_threads::two_threads(found),
        published::eight_hardware_threads(found),
        published::always_increases(found),
        published::smallest_increment(found),
        published::macos_steps(found),
        published::no_identifier(found),
        own::residues_decide(found),
        own::reported_resolution(found),
        own::no_system_call(found),
        own::remedies_hold(found),
    ]
}

/// Measure of a clock that one thread read alone.
fn clock(found: &Found, clock: Clock, measure: &str) -> Quantity {
    found.at("clocks", &[("clock", clock.name().into())], measure)
}

/// True if the machine is known to have fewer cores.
fn has_fewer_cores(found: &Found, cores: u32) -> bool {
    found.named(CORES).measured.is_some_and(|there| there.value < f64::from(cores))
}
