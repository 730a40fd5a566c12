//! The command line that every experiment shares.

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};

use crate::build::Build;
use crate::generated::GenerateOptions;
use crate::output::{note, unless_closed};
use crate::record::Profile;

/// The seed of a run that names none: the same run every time.
const DEFAULT_SEED: u64 = 1;

/// The largest seed: JavaScript, which reads the record, holds whole numbers up to 2^53 - 1.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// What to measure, how thoroughly, and where to write it.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct RunOptions {
    /// How thorough: quick ends within a minute, full is what gets published (at most ten minutes on two cores)
    #[arg(long, value_enum, default_value_t = Profile::Quick)]
    pub profile: Profile,
    /// What every random choice derives from
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SEED, value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: u64,
    /// Where to write the record [default: content/measurements for a full run, target/measurements for a quick one]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The machine's name in the record [default: from its processor, cores and kind, such as amd-1a-02-2-core-vm]
    #[arg(long, value_name = "ID", value_parser = machine_id)]
    pub machine: Option<String>,
    /// Show no progress and no table: print where the record lies, and nothing else
    #[arg(long, short)]
    pub quiet: bool,
    /// Print what was found as JSON instead of a table; with a file, write it there as well as the table
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub json: Option<Option<PathBuf>>,
}

// All options of one experiment's `run`. A comment for Rust's documentation would be shown by `--help` as what the program does.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct AllOptions<O: Args> {
    #[command(flatten)]
    pub shared: RunOptions,
    #[command(flatten)]
    pub own: O,
}

/// What the user asks for.
#[derive(Debug, Subcommand)]
pub(crate) enum Request<C: Subcommand, O: Args> {
    /// Measure everything and write the record (what happens without a command, too)
    Run(AllOptions<O>),
    /// Write the words of the series into content/words, after they have changed
    Describe(GenerateOptions),
    /// Judge the published records by the figures they hold, and write their claims into content/claims
    Judge(GenerateOptions),
    /// What only this experiment can do.
    #[command(flatten)]
    Own(C),
}

#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct CommandLine<C: Subcommand, O: Args> {
    #[command(subcommand)]
    request: Option<Request<C, O>>,
    #[command(flatten)]
    run: AllOptions<O>,
}

/// Reads the command line. An answer to `--help` goes to standard output and success; a mistake is one line on standard
/// error and exit status 2.
///
/// Besides, the words of what is set of an experiment's own options, as they can be published.
pub(crate) fn parse<C: Subcommand, O: Args>(
    build: &Build,
    arguments: impl Iterator<Item = OsString>,
) -> Result<(Request<C, O>, Vec<String>), ExitCode> {
    let parsed = command::<C, O>(build.experiment).try_get_matches_from(arguments).and_then(|matches| {
        let own = own_words::<O>(matches.subcommand_matches("run").unwrap_or(&matches));
        Ok((CommandLine::<C, O>::from_arg_matches(&matches)?, own))
    });
    match parsed {
        Ok((CommandLine { request, run }, own)) => Ok((request.unwrap_or(Request::Run(run)), own)),
        Err(error) if !error.use_stderr() => {
            let printed = unless_closed(error.print().and_then(|()| stdout().flush()));
            let Err(failure) = printed else { return Err(ExitCode::SUCCESS) };
            note(format_args!("{}: {failure}", build.experiment));
            Err(ExitCode::FAILURE)
        }
        Err(error) => {
            note(format_args!("{}: {} (see --help)", build.experiment, one_line(&error.to_string())));
            Err(ExitCode::from(2))
        }
    }
}

/// The command line of an experiment's program.
fn command<C: Subcommand, O: Args>(experiment: &'static str) -> clap::Command {
    let about = format!("Measures the finding `{experiment}` on this machine and writes the record");
    CommandLine::<C, O>::command().name(experiment).bin_name(experiment).about(about)
}

/// The experiment's own options that were set and that help names; hosts and paths, which might name their owner, by `value_name`.
fn own_words<O: Args>(matches: &ArgMatches) -> Vec<String> {
    let options = O::augment_args(clap::Command::new(""));
    let is_set = |option: &&clap::Arg| {
        let id = option.get_id().as_str();
        !option.is_hide_set()
            && matches.try_contains_id(id).is_ok()
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    options.get_arguments().filter(is_set).flat_map(|option| words_of(option, matches)).collect()
}

fn words_of(option: &clap::Arg, matches: &ArgMatches) -> Vec<String> {
    let name = option.get_long().map(|name| format!("--{name}"));
    let is_private = !matches!(option.get_value_hint(), ValueHint::Unknown | ValueHint::Other);
    let values = option.get_action().takes_values().then(|| {
        let raw = matches.get_raw(option.get_id().as_str()).into_iter().flatten();
        let placeholder = || option.get_value_names().into_iter().flatten().map(ToString::to_string);
        let told = |value: &std::ffi::OsStr| value.to_string_lossy().into_owned();
        if is_private { placeholder().collect::<Vec<_>>() } else { raw.map(told).collect() }
    });
    name.into_iter().chain(values.into_iter().flatten()).collect()
}

/// clap's message without its hints and its usage, on one line.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let said = message.split("\n\n").next().unwrap_or(message);
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A machine's name also names a file and stands in addresses.
fn machine_id(text: &str) -> Result<String, String> {
    let part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if text.split('-').all(part) {
        Ok(text.to_owned())
    } else {
        Err("it must be small letters and digits, joined by single hyphens".to_owned())
    }
}

#[cfg(test)]
mod tests;
