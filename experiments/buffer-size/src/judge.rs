//! The claims, judged by rule: those published first, then this project's own.
//!
//! Throughputs of two machines are never the same. What is judged is what the claims say of buffers: where the best one
//! is, what gains and what does not. Where a published figure is a machine's own, its verdict says at most that the rest
//! depends on the machine. A difference counts where the interval of a ratio, taken within rounds, leaves out 1.

mod devices;
mod hosts;
mod own;
mod sockets;

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue, Verdict};
use harness::rules::Margin;

use crate::place::Transport;
use crate::published;
use crate::quantities::with;

/// A machine's own figure agrees with a published one where it is within this share of it.
const ABOUT: Margin = Margin::Share(0.25);

/// All claims.
pub(crate) fn claims(found: &Quantities) -> Vec<Claim> {
    vec![
        devices::linear_model(found),
        devices::zero_peak(found),
        devices::urandom_peak(found),
        devices::sixty_four_kib(found),
        devices::past_the_peak(found),
        sockets::unix_over_tcp(found),
        sockets::noise_above_4_kib(found),
        sockets::read_32_kib(found),
        sockets::write_256_kib(found),
        sockets::short_reads(found),
        hosts::two_machines(found),
        own::low_water_mark(found),
        own::larger_socket_buffers(found),
        own::repeated_points(found),
        own::congestion_control(found),
        own::cpu_per_gib(found),
    ]
}

/// What the article says.
fn of_article(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: Some(published::source()) }
}

/// What this project says.
fn of_ours(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

/// A figure that a reader sees by its name.
fn named(found: &Quantities, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// The figure of this name of each kind of connection, as far as they were measured.
fn of_each(found: &Quantities, name: &str) -> Vec<Figure> {
    let figures = Transport::ALL.map(|transport| named(found, &with(name, transport)));
    figures.into_iter().filter(|figure| figure.measured().is_some()).collect()
}

/// With what was published of another machine.
fn of_another(figure: Figure, value: f64) -> Figure {
    figure.published(PublishedValue::exactly(value), ABOUT)
}

/// Why, for what holds in all its parts, in some, and in none.
fn told(all: &'static str, some: &'static str, none: &'static str) -> impl FnOnce(Verdict) -> &'static str {
    move |verdict| match verdict {
        Verdict::Reproduced => all,
        Verdict::Depends => some,
        Verdict::Differs => none,
        _ => "This run did not measure it.",
    }
}

#[cfg(test)]
mod tests;
