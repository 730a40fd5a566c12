//! Every figure of a run, computed once: those of the series, and how far predictions are off.

use harness::record::{Series, unit};
use harness::statistics::median_if_any;
use harness::{Found, Quantity};

use crate::condition::{Condition, Pattern};
use sockets::cores::Cores;

/// Typical error of predictions where a connection is made for every message.
pub(crate) const ERROR_OF_MESSAGES: &str = "error, a connection for every message";

/// Typical error of predictions, by where the ends run.
pub(crate) fn error_of(cores: Cores) -> String {
    format!("error, {}", cores.text())
}

/// All of them. `held_out` has, for what the parts were not told from, the measured time over the predicted one.
pub(crate) fn quantities(series: Vec<Series>, held_out: &[(Condition, f64)]) -> Found {
    let mut found = Found::new(series);
    for cores in Cores::PINNED {
        let off = off(held_out, |condition| condition.cores == cores);
        found.add(error_of(cores), error(&off));
    }
    let messages = off(held_out, |condition| matches!(condition.pattern, Pattern::PerMessage { .. }));
    found.add(ERROR_OF_MESSAGES, error(&messages));
    found
}

/// Error of each prediction, as a factor: the larger of measured and predicted over the smaller.
fn off(held_out: &[(Condition, f64)], belongs: impl Fn(&Condition) -> bool) -> Vec<f64> {
    let chosen = held_out.iter().filter(|(condition, _)| belongs(condition));
    chosen.map(|&(_, ratio)| ratio.max(1.0 / ratio)).collect()
}

fn error(off: &[f64]) -> Quantity {
    let errors: Vec<f64> = off.iter().map(|off| off - 1.0).collect();
    Quantity::new(unit::SHARE, median_if_any(&errors))
}
