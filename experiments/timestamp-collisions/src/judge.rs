//! The claims, judged by rule: those published first, then this project's own.

mod own;
mod published;
mod remarks;
#[cfg(test)]
mod tests;

use harness::{Found, Quantity};
use harness::record::{Claim, Skipped};

use crate::clocks::Clock;
use crate::cores;

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::two_threads(found),
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

/// What a clock showed one thread that read it alone.
fn clock(found: &Found, clock: Clock, measure: &str) -> Quantity {
    found.at("clocks", &[("clock", clock.name().into())], measure)
}

/// What this system lacks.
pub(crate) fn skipped(cores: usize) -> Vec<Skipped> {
    let skipped = |what: String, why: &str, needs: &str| Skipped { what, why: why.to_owned(), needs: needs.to_owned() };
    let missing = Clock::ALL.into_iter().filter(|clock| !clock.exists());
    let mut all: Vec<Skipped> = missing
        .map(|clock| skipped(format!("the clock {}", clock.name()), "it is not read on this system", clock.needs()))
        .collect();
    if !cores::CAN_PIN {
        all.push(skipped("pinned threads".to_owned(), "this system does not pin threads to cores", "Linux"));
    }
    if cores < 2 {
        all.push(skipped("collisions against residues".to_owned(), "there is one processor", "two processors"));
    }
    if cores < 8 {
        let why = format!("it had 8 hardware threads, and there are {cores} here");
        all.push(skipped("the published run of 8 hardware threads".to_owned(), &why, "8 processors"));
    }
    if !cfg!(target_os = "macos") {
        let what = "the steps of the clocks of macOS".to_owned();
        all.push(skipped(what, "this machine runs another system", "macOS"));
    }
    all
}
