//! Simulations and exact formulas, shared by the experiments and the labs.
//!
//! Everything here is a pure function of its arguments: no input or output, no clock, no threads. The same arguments
//! give the same bytes on x86-64, on aarch64 and on wasm32: the generator is named ([`random`]), integers have a stated
//! width, sums run in a stated order, and transcendental functions come from the `libm` crate on every target.
//! (`sqrt` and the four operations are exact by IEEE 754.)
//!
//! A model that simulates gets a module of its own, beside [`clock`], [`cost`], [`environ`], [`placement`],
//! [`request`], [`ssh`], [`tcp_failure`] and [`whitespace`].

pub mod clock;
pub mod cost;
pub mod environ;
pub mod histogram;
pub mod least_squares;
pub mod limits;
pub mod placement;
pub mod random;
pub mod request;
pub mod ssh;
pub mod tcp_failure;
pub mod whitespace;
