//! The cost of a call that moves bytes, by its size: a fixed cost of the call and a cost of each byte.
//!
//! [`Law`] says what a call takes and which throughput follows; [`fit()`] finds the law in measured times.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod fit;
mod law;

pub use fit::{Fit, FitError, Intervals, Observation, fit, up_to_peak};
pub use law::Law;

#[cfg(test)]
mod tests;
