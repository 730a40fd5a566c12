//! When a program learns that the other end of its TCP connection is gone.
//!
//! A deterministic model of one Linux TCP endpoint, of the HTTP/2 keepalive that gRPC puts above it, and of the ways in
//! which a peer can be lost. The rules are those of the kernel (`net/ipv4/tcp_timer.c`, `tcp_output.c`, `tcp_input.c`,
//! as of 6.18); where a standard asks for something else (RFC 1122, RFC 5482, RFC 6298), the kernel's way is followed,
//! since that is what programs meet.
//!
//! - [`settings`] is everything a program or an administrator can set, with Linux's defaults;
//! - [`scenario`] is what happens to the peer, and what the program was doing;
//! - [`timers`] is how the kernel's timers round, and what `tcp_retries2` means in seconds;
//! - [`simulate`] plays it and returns the [`Outcome`]: the time line, and the moment, the call and the error.
//!
//! Times are whole microseconds from the last contact with the peer. One write is one segment.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod connecting;
mod established;
mod neighbour;
pub mod outcome;
mod path;
pub mod relevance;
pub mod scenario;
pub mod settings;
pub mod timers;

pub use outcome::{Call, Ending, Event, Learned, Outcome, Sign, Step};
pub use scenario::{Pattern, Scenario};
pub use settings::{GrpcKeepalive, Keepalive, Kernel, Neighbour, Path, Settings};
pub use timers::Lateness;

use limits::LimitError;

/// Plays what happens, with timers as late as `lateness` says.
pub fn simulate(
    settings: &Settings,
    scenario: Scenario,
    pattern: Pattern,
    lateness: Lateness,
) -> Result<Outcome, LimitError> {
    settings.check()?;
    scenario.check()?;
    pattern.check()?;
    let timers = timers::Timers::new(settings.kernel.hz, lateness);
    Ok(match pattern {
        Pattern::Connecting => connecting::connect(settings, scenario, timers),
        _ => established::Endpoint::new(settings, scenario, pattern, timers).run(),
    })
}

/// Plays what happens with timers that are never late, then with timers as late as they may be. Where the two differ in how many
/// segments are sent, some lateness in between makes the sum of the timeouts just reach the limit of `tcp_retries2`, and ends the
/// connection soonest: then also with timers late by parts.
pub fn simulate_however_late(
    settings: &Settings,
    scenario: Scenario,
    pattern: Pattern,
) -> Result<Vec<Outcome>, LimitError> {
    let play = |lateness| simulate(settings, scenario, pattern, lateness);
    let mut outcomes = vec![play(Lateness::None)?, play(Lateness::Most)?];
    if outcomes[0].segments_sent != outcomes[1].segments_sent {
        for sixteenths in 1..16 {
            outcomes.push(play(Lateness::Sixteenths(sixteenths))?);
        }
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests;
