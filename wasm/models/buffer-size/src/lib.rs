//! What calls cost that move bytes, by their size: a fixed cost of the call, a cost of each byte, and a higher one of bytes
//! beyond a cache.
//!
//! [`Law`] says which throughput follows and which buffer is large enough; [`fit()`] finds the law in measured times.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod fit;
mod law;

pub use fit::{Estimate, Fit, FitError, Intervals, MAX_POINTS, Observation, Shape, fit, up_to_peak};
pub use law::{Law, Peak, check_share, check_size};

#[cfg(test)]
mod tests;
