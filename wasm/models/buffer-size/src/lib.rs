//! What calls cost that move bytes, by their size: a fixed cost of the call, a cost of each byte, and a higher one of bytes
//! beyond a cache.
//!
//! [`Law`] says which throughput follows and which buffer is large enough; [`fit()`] finds the law in measured times, and
//! [`parse()`] reads times that somebody pastes.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod fit;
mod law;
mod parse;
mod units;

pub use fit::{Estimate, Fit, FitError, Intervals, MAX_POINTS, Observation, Shape, fit, up_to_peak};
pub use law::{Law, MAX_BYTES, MAX_SECONDS, Peak, check_share, check_size};
pub use parse::{Column, MAX_TEXT, ParseError, Parsed, Problem, Row, parse};

#[cfg(test)]
mod tests;
