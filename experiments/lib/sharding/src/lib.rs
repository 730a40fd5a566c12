//! Simulating experiments that split: `run --shard 3/16 --out PART` carries out the third of sixteen parts, on whichever
//! machine, and `merge PART...` makes of all of them the record that one undivided run would have written.
//!
//! The work is a list of units, ranges of the repetitions of a condition ([`plan`]). Repetitions draw their random numbers
//! from the seed and their own number alone, and what each comes to are whole numbers that are counted ([`Counts`]): counts
//! add up to the same sums in whichever order and grouping, so that 1, 3 and 16 parts give the same series and claims,
//! byte by byte.
//!
//! A part is itself a record as the harness writes it: whole or not at all, and with the code, profile, seed and machine
//! that it was made with. Its series hold counts and nothing else, and no page shows it.
//!
//! A merged record's provenance has the code, profile, seed and command of every part, and the command is that of the undivided
//! run, which gives the same figures. Time, duration and machine are those of merging; how many parts there were,
//! when the first began, how long they ran in all and on which machines stands beside the programs, as [`MERGED`].

mod carry_out;
mod command_line;
mod condition;
mod counts;
mod error;
mod merge;
mod part;
pub mod plan;
mod shard;

use std::env;
use std::ffi::OsString;
use std::marker::PhantomData;
use std::process::ExitCode;

use harness::Found;
use harness::record::{Judged, Profile, Series};
use harness::{Build, Experiment, Failure, Results, Run, note};

pub use carry_out::carry_out;
pub use command_line::{Command, MergeOptions, ShardOptions};
pub use condition::{Condition, Tally};
pub use counts::Counts;
pub use error::PartError;
pub use merge::MERGED;
pub use shard::{MOST_PARTS, Shard};

/// An experiment that simulates repetitions, and counts their results.
pub trait Divisible {
    /// The setting of a condition.
    type Setting: Sync;

    /// Identity of this code: `harness::this_build!()`.
    fn build() -> Build;

    /// See [`Experiment::series`].
    fn series() -> Vec<Series>;

    /// All conditions, in an order that depends on the profile alone.
    fn conditions(profile: Profile) -> Vec<Condition<Self::Setting>>;

    /// Counts the results of these repetitions. The counts of two ranges have to add up to those of the range that they make.
    fn repeat(setting: &Self::Setting, seed: u64, repetitions: std::ops::Range<u32>) -> Counts;

    /// The results of a run, from the counts of all repetitions of each condition. Simulated figures may depend on nothing else. A
    /// program that also measures, measures here: an undivided run does, and so does the merging run, and no part.
    ///
    /// # Errors
    /// Any failure of measuring. Simulating alone does not fail.
    fn results(run: &Run, found: Vec<(Condition<Self::Setting>, Counts)>) -> Result<Results, Failure>;

    /// See [`Experiment::judge`].
    fn judge(found: &Found) -> Judged;
}

/// The `main` of a divisible experiment: [`harness::main`], with the options and the command that split it.
pub fn main<D: Divisible>() -> ExitCode {
    main_of::<Split<D>>(D::build())
}

/// The same for an experiment with commands of its own: its `measure` is that of [`Split`], and so is its `merge`.
pub fn main_of<E: Experiment<Options = ShardOptions>>(build: Build) -> ExitCode {
    if lacks_out(env::args_os()) {
        let name = build.experiment;
        note(format_args!("{name}: a part is no record to publish: say where it goes, by --out PART (see --help)"));
        return ExitCode::from(2);
    }
    harness::main::<E>(build)
}

/// Tells if a part would go where records go: its experiment does not know of `--out`, which the harness reads.
fn lacks_out(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.collect();
    let has = |option: &str| {
        let is = |argument: &OsString| {
            let argument = argument.as_encoded_bytes();
            argument.strip_prefix(option.as_bytes()).is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
        };
        arguments.iter().any(is)
    };
    has("--shard") && !has("--out") && !has("--help") && !has("-h")
}

/// A divisible experiment in the form that the harness runs.
pub struct Split<D>(PhantomData<D>);

impl<D: Divisible> Experiment for Split<D> {
    type Command = Command;
    type Options = ShardOptions;
    /// Counts do not depend on other load of the machine.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        D::series()
    }

    fn measure(run: &Run, options: &ShardOptions) -> Result<Results, Failure> {
        let conditions = D::conditions(run.profile);
        if let Some(shard) = options.shard {
            let counts = carry_out::<D>(run, &conditions, shard)?;
            return Ok(part::results(&conditions, shard, &counts));
        }
        let counts = if options.merged.is_empty() {
            carry_out::<D>(run, &conditions, Shard::ALL)?
        } else {
            let merged = merge::merge::<D>(&options.merged, options.unclean).map_err(usage)?;
            if (merged.profile, merged.seed) != (run.profile, run.seed) {
                return Err(Failure::Usage(
                    "the parts are of another profile or seed: merge them by `merge`".to_owned(),
                ));
            }
            run.uses(MERGED, merged.description);
            merged.counts
        };
        D::results(run, conditions.into_iter().zip(counts).collect())
    }

    fn judge(found: &Found) -> Judged {
        if part::is_part(found) { Judged::default() } else { D::judge(found) }
    }

    fn execute(Command::Merge(options): Command) -> Result<(), Failure> {
        let merged = merge::merge::<D>(&options.parts, options.unclean).map_err(usage)?;
        command_line::run_merged(&options, merged.profile, merged.seed)
    }
}

fn usage(error: PartError) -> Failure {
    Failure::Usage(error.to_string())
}

#[cfg(test)]
mod tests;
