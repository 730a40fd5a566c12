//! Statistics that several models need: counts per value, and least squares.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

pub mod histogram;
pub mod least_squares;
