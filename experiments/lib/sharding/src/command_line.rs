//! The command line of a divisible experiment, in addition to the harness's.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::{env, process};

use clap::{Args, Subcommand};
use harness::Failure;
use harness::record::Profile;

use crate::Shard;

/// Options of `run`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct ShardOptions {
    /// Carry out only this part of the work, such as 3/16, and write it to the file that --out names
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Simulate nothing, and take what these parts counted; `merge` says so
    #[arg(long, hide = true, num_args = 1.., value_name = "PART", conflicts_with = "shard")]
    pub merged: Vec<PathBuf>,
    /// See [`MergeOptions::unclean`].
    #[arg(long, hide = true)]
    pub unclean: bool,
}

/// Commands besides `run`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make one record of all parts of a run, as an undivided run would have written it
    Merge(MergeOptions),
}

/// Parts to merge, and the record to write.
#[derive(Debug, Args)]
pub struct MergeOptions {
    /// All parts of one run, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Where to write the record [default: as `run` has it]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The machine's name in the record [default: that of the one that merges]
    #[arg(long, value_name = "ID")]
    pub machine: Option<String>,
    /// Also merge what a build counted whose sources differed from its commit, to try things out
    #[arg(long)]
    pub unclean: bool,
    /// Show no table: print where the record lies, and nothing else
    #[arg(long, short)]
    pub quiet: bool,
}

/// Replaces this process by a run that takes its counts from the parts, so that the record is written as any other is.
pub(crate) fn run_merged(options: &MergeOptions, profile: Profile, seed: u64) -> Result<(), Failure> {
    let again = |error| Failure::system("cannot start this program again", error);
    let mut command = process::Command::new(env::current_exe().map_err(again)?);
    let profile = if profile == Profile::Quick { "quick" } else { "full" };
    command.args(["run", "--profile", profile, "--seed", &seed.to_string()]);
    if let Some(out) = &options.out {
        command.arg("--out").arg(out);
    }
    if let Some(machine) = &options.machine {
        command.args(["--machine", machine]);
    }
    if options.quiet {
        command.arg("--quiet");
    }
    if options.unclean {
        command.arg("--unclean");
    }
    // Last, since it takes all arguments that follow; a part may be called `--out`.
    command.arg("--merged").args(options.parts.iter().map(|part| env::current_dir().unwrap_or_default().join(part)));
    Err(again(command.exec()))
}
