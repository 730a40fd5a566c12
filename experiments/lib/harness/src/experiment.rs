//! What an experiment gives to the harness.

use std::convert::Infallible;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use crate::failure::Failure;
use crate::quantities::Quantities;
use crate::record::{Claim, Skipped};
use crate::run::Run;

/// One experiment: what to measure, and what else its binary can do.
pub trait Experiment {
    /// Its commands besides `run`, or [`NoCommands`].
    type Command: Subcommand;

    /// Options of `run` that only this experiment has, or [`NoOptions`].
    type Options: OwnOptions;

    /// Whether the figures are times, which other work on the machine disturbs.
    const TIMED: bool;

    /// Whether there is something to wait for longer than a full run does; see [`Run::overnight`].
    const OVERNIGHT: bool = false;

    /// Measures everything.
    fn measure(run: &Run, options: &Self::Options) -> Result<Results, Failure>;

    /// Judges the claims by what was found and by nothing else, so that a published record can be judged again when words or
    /// rules have changed; none where nothing is claimed.
    fn judge(_found: &Quantities) -> Vec<Claim> {
        Vec::new()
    }

    /// Carries out one of its own commands.
    fn execute(command: Self::Command) -> Result<(), Failure>;
}

/// Options of an experiment's own, beside those that every `run` has.
pub trait OwnOptions: Args {
    /// The words that stand for them in the record's command, which is published: a host's name or a path must not be
    /// among them; `HOST:PORT` says enough.
    fn published_words(&self) -> Vec<String>;
}

/// For an experiment whose `run` has no options of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct NoOptions {}

impl OwnOptions for NoOptions {
    fn published_words(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What an experiment found; the rest of the record is the harness's.
#[derive(Debug, Default)]
pub struct Results {
    /// What was measured.
    pub found: Quantities,
    /// What was not measured.
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
