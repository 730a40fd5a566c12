//! What a request over a socket costs, from its parts: connecting, accepting and closing, waking who waits, calls, bytes, and
//! the application's own work.
//!
//! [`cost`] adds them up, [`ratio`] compares two kinds of socket, and [`application_for_share`] and [`bytes_for_share`] say from
//! where on the kind no longer matters. [`fit_parts`] finds the parts in measured times. Counts of parts are linear, so single
//! phases that were timed by themselves can be fitted beside whole requests.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod compare;
mod fit;
mod parts;

pub use compare::{Sizes, application_for_share, application_interval, bytes_for_share, ratio, ratio_interval};
pub use fit::{FittedParts, Measured, PartIntervals, PartsError, fit_parts};
pub use parts::{Breakdown, Counts, Estimates, Parts, Request, check_share, cost};

#[cfg(test)]
mod tests;
