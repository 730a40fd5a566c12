//! Every figure of a run, computed once: those of the series, and those that stand in none, by the names under which claims
//! show them.

pub(crate) mod compared;
pub(crate) mod devices;
pub(crate) mod hosts;
pub(crate) mod settings;
pub(crate) mod sockets;
pub(crate) mod work;

use harness::record::unit;
use harness::{Found, Quantity};

use crate::bootstrap::{Size, best_size};
use crate::condition::{Variant, kind_name};
use crate::fits::fits;
use crate::measured::Row;
use crate::medians::ratio;
use crate::place::Transport;
use crate::series;
use crate::stall::Stalls;

/// A figure and its name.
type Named = (String, Quantity);

/// All of them.
pub(crate) fn quantities(rows: &[Row], stalls: &[Stalls]) -> Found {
    let fits = fits(rows);
    let mut found = Found::new(series::all(rows, &fits, stalls));
    let named = devices::figures(rows, &fits)
        .chain(sockets::figures(rows))
        .chain(compared::figures(rows))
        .chain(settings::ratios(rows))
        .chain(work::ratios(rows))
        .chain(hosts::ratios(rows));
    named.for_each(|(name, quantity)| found.add(name, quantity));
    found
}

/// One list of throughputs or the like over another, within rounds.
fn over(unit: &str, above: Option<Vec<f64>>, below: Option<Vec<f64>>) -> Quantity {
    Quantity::new(unit, above.zip(below).map(|(above, below)| ratio(&above, &below)))
}

/// The throughputs of one of several buffers, round by round.
fn at(sizes: &[Size], bytes: usize) -> Option<Vec<f64>> {
    sizes.iter().find(|size| size.bytes == bytes).map(|size| size.throughputs.clone())
}

/// The share of the best throughput of several buffers that one of them has: of the best of the others, so that it may be over
/// 1. Held against itself, the one that chance made the best would be so without a doubt.
fn share_of_best(sizes: &[Size], bytes: usize) -> Quantity {
    let others: Vec<Size> = sizes.iter().filter(|size| size.bytes != bytes).cloned().collect();
    over(unit::SHARE, at(sizes, bytes), best_size(&others).map(|best| best.throughputs.clone()))
}

/// The name of a figure of one kind of connection.
pub(crate) fn with(what: &str, transport: Transport) -> String {
    format!("{what}, {}", transport.name())
}

/// The name of a figure of one kind of connection with its congestion control.
pub(crate) fn with_kind(what: &str, kind: (Transport, Variant)) -> String {
    format!("{what}, {}", kind_name(kind))
}
