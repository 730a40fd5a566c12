//! Connected sockets for experiments about sockets: Unix and TCP, on one machine or between two network namespaces.
//!
//! [`pair()`] and [`pair_between`] make two connected ends, a [`Listener`] as many as are asked for; all take [`Options`].
//! A [`Socket`] is a descriptor whose calls are the system's own, one call each, begun again when a signal interrupts
//! them; [`Socket::read_full`] and [`Socket::write_all`] go on until all has been moved. [`cores`] keeps threads on
//! cores and tells their processor time and the core that a thread is on. Needs Linux.

pub mod cores;
mod listener;
mod low_water;
mod options;
mod pair;
mod socket;

pub use listener::Listener;
pub use options::{Options, congestion_control_works};
pub use pair::{pair, pair_between, pipe};
pub use socket::{Kind, Socket};
