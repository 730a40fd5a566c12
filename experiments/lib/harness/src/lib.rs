//! Code that all experiments share: command line, schedule, statistics, progress, machine, record.
//!
//! An experiment is a binary whose `main` is [`main`]`::<ItsExperiment>(this_build!())`; `examples/dice.rs` is a whole
//! one. The harness reads the command line, describes the machine, runs [`Experiment::measure`], has
//! [`Experiment::judge`] judge what it found, and publishes a [`record::Record`]. Whatever goes wrong on the way leaves an
//! older record as it was.

mod build;
mod command_line;
mod entry;
mod experiment;
mod failure;
pub mod found;
mod generated;
mod interrupt;
pub mod judge;
mod layout;
mod line;
mod machine;
mod mend;
mod output;
pub mod own_files;
mod processor_time;
mod progress;
mod published;
mod random;
mod readable;
pub mod record;
mod report;
mod run;
pub mod schedule;
pub mod schema;
mod standstill;
pub mod statistics;
mod store;
mod summary;
mod versions;
mod warning;
mod yardstick;

pub use build::Build;
pub use entry::main;
pub use experiment::{Experiment, NoCommands, NoOptions, Results};
pub use failure::Failure;
pub use found::{Found, Quantity};
pub use generated::judged;
pub use judge::{claims, verdicts};
pub use line::line;
pub use output::{note, say};
pub use published::Unreadable;
pub use readable::readable;
pub use record::series;
pub use run::Run;
pub use standstill::{undisturbed, undisturbed_by_steps};
pub use store::file_to_replace;
pub use warning::{Conditions, Warning};
