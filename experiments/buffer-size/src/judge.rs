//! The claims, judged by rule: those published first, then this project's own.
//!
//! Throughputs of two machines are never the same. What is judged is what the claims say of buffers: where the best one
//! is, what gains and what does not. Where a published figure is a machine's own, its verdict says at most that the rest
//! depends on the machine. A difference counts where the interval of a ratio, taken within rounds, leaves out 1.

mod devices;
mod hosts;
mod own;
mod sockets;

use harness::record::{Claim, ClaimFigure, Estimate, PublishedValue, Verdict};

use crate::conditions::Condition;
use crate::fits::Fitted;
use crate::measured::Row;
use crate::medians::of_rounds;
use crate::published;

/// A machine's own figure agrees with a published one where it is within this share of it.
const ABOUT: f64 = 0.25;

/// All claims.
pub(crate) fn claims(rows: &[Row], fits: &[Fitted]) -> Vec<Claim> {
    vec![
        devices::linear_model(fits),
        devices::zero_peak(rows),
        devices::urandom_peak(rows),
        devices::sixty_four_kib(rows),
        devices::past_the_peak(rows),
        sockets::unix_over_tcp(rows),
        sockets::noise_above_4_kib(rows),
        sockets::read_32_kib(rows),
        sockets::write_256_kib(rows),
        sockets::short_reads(rows),
        hosts::two_machines(rows),
        own::low_water_mark(rows),
        own::larger_socket_buffers(rows),
        own::repeated_points(rows),
        own::congestion_control(rows),
        own::cpu_per_gib(rows),
    ]
}

fn row(rows: &[Row], condition: Condition) -> Option<&Row> {
    rows.iter().find(|row| row.condition == condition)
}

fn with_published(figure: ClaimFigure, value: f64) -> ClaimFigure {
    figure.published(PublishedValue::exactly(value))
}

fn published_claim(id: &str, statement: &str, figures: Vec<ClaimFigure>, judged: (Verdict, &str)) -> Claim {
    Claim { source: published::source(), ..own_claim(id, statement, figures, judged) }
}

fn own_claim(id: &str, statement: &str, figures: Vec<ClaimFigure>, (verdict, why): (Verdict, &str)) -> Claim {
    Claim { id: id.to_owned(), statement: statement.to_owned(), source: None, figures, verdict, why: why.to_owned() }
}

/// Whether a measured figure is about the published one.
fn is_about(measured: f64, published: f64) -> bool {
    (measured - published).abs() <= ABOUT * published
}

/// The verdict where some of several parts of a statement hold: all, none, or it depends. `None` where nothing was
/// measured.
fn of_parts(parts: &[Option<bool>]) -> Option<Verdict> {
    let known: Vec<bool> = parts.iter().copied().flatten().collect();
    match known.iter().filter(|&&holds| holds).count() {
        _ if known.is_empty() => None,
        0 => Some(Verdict::Differs),
        some if some == known.len() => Some(Verdict::Reproduced),
        _ => Some(Verdict::Depends),
    }
}

/// Such a verdict with the reason that belongs to it.
fn told(
    verdict: Option<Verdict>,
    all: &'static str,
    some: &'static str,
    none: &'static str,
) -> (Verdict, &'static str) {
    match verdict {
        Some(Verdict::Reproduced) => (Verdict::Reproduced, all),
        Some(Verdict::Differs) => (Verdict::Differs, none),
        Some(verdict) => (verdict, some),
        None => (Verdict::NotTested, "This run did not measure it."),
    }
}

/// The geometric mean of some rows' throughputs, round by round; `None` if there are no rows.
fn means(rows: &[&Row]) -> Option<Vec<f64>> {
    let rounds = rows.iter().map(|row| row.seen.len()).min()?;
    let mean = |round: usize| {
        let logs: f64 = rows.iter().map(|row| row.seen[round].throughput().ln()).sum();
        (logs / rows.len() as f64).exp()
    };
    Some((0..rounds).map(mean).collect())
}

/// The ratio of two such lists, within rounds.
fn ratio(above: &[f64], below: &[f64]) -> Estimate {
    of_rounds(&above.iter().zip(below).map(|(above, below)| above / below).collect::<Vec<_>>())
}

/// A figure that is counted or computed, without an interval.
fn certain(n: usize, value: f64) -> Estimate {
    Estimate { n: n as u64, value, low: value, high: value, min: None, max: None }
}

#[cfg(test)]
mod tests;
