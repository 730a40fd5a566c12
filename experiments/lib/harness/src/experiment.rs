//! An experiment's interface to the harness.

use std::convert::Infallible;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use crate::failure::Failure;
use crate::found::Found;
use crate::record::{Judged, Series, Skipped};
use crate::run::Run;

/// One experiment: what to measure, and what else its binary can do.
pub trait Experiment {
    /// Its commands besides `run`, or [`NoCommands`].
    type Command: Subcommand;

    /// Options of `run` that only this experiment has, or [`NoOptions`]. Those that are given stand in the record's command, which is
    /// published; of one whose `value_hint` says that it is a host or a path, its `value_name` does.
    type Options: Args;

    /// True if the figures are times, which other work on the machine disturbs.
    const TIMED: bool;

    /// Every series that it measures, without points, in the order in which readers meet them: `describe` writes their words.
    fn series() -> Vec<Series>;

    /// Measures everything.
    fn measure(run: &Run, options: &Self::Options) -> Result<Results, Failure>;

    /// Judges the claims, by what was found and by nothing else: a published record is judged on another machine, by newer code, and
    /// may lack any figure. Nothing where nothing is claimed.
    fn judge(_found: &Found) -> Judged {
        Judged::default()
    }

    /// Carries out one of its own commands.
    fn execute(command: Self::Command) -> Result<(), Failure>;
}

/// For an experiment whose `run` has no options of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct NoOptions {}

/// Results of an experiment; the rest of the record is the harness's.
#[derive(Debug)]
pub struct Results {
    /// The measured figures.
    pub found: Found,
    /// The parts that were not measured, each with its reason.
    pub skipped: Vec<Skipped>,
}

/// For an experiment that only runs.
#[derive(Debug)]
pub struct NoCommands(Infallible);

impl NoCommands {
    /// There is nothing to carry out.
    pub fn never(self) -> ! {
        match self.0 {}
    }
}

impl FromArgMatches for NoCommands {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, clap::Error> {
        Err(clap::Error::new(clap::error::ErrorKind::InvalidSubcommand))
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), clap::Error> {
        match self.0 {}
    }
}

impl Subcommand for NoCommands {
    fn augment_subcommands(command: Command) -> Command {
        command
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        command
    }

    fn has_subcommand(_: &str) -> bool {
        false
    }
}
