//! Queues over time: N servers behind a balancer, or several, that may know their lengths only as they were some time ago.
//!
//! - [`Setting`] says what arrives, what it asks for, how the balancer chooses and what it knows.
//! - [`Simulation`] hands out request after request; [`run`] collects an [`Outcome`] of many, and [`Repeated`] the means of
//!   several runs, bit by bit.
//! - [`events::run`] (a heap of events) and [`chain::run`] (lengths alone) are its oracles.
//! - [`exact`] holds what is known in closed form, and [`crossings`] where one curve passes another.
//!
//! Time counts in mean service times; a utilisation of 0.9 on 10 servers is 9 arrivals in each.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

pub mod chain;
pub mod crossings;
mod erlang;
pub mod events;
pub mod exact;
mod information;
mod outcome;
mod policy;
mod repeated;
mod servers;
mod setting;
mod simulation;
mod source;

pub use outcome::{Outcome, Quantity};
pub use repeated::{AGES_IN_RELAXATION, RELAXATIONS, Repeated, warm_up};
pub use setting::{
    Arrivals, Information, MAX_AGE, MAX_BALANCERS, MAX_CHOICES, MAX_SERVERS, MAX_UTILISATION, MIN_AGE, MIN_UTILISATION,
    Policy, Service, Setting, Ties,
};
pub use simulation::{Request, Simulation, run};

#[cfg(test)]
mod tests;
