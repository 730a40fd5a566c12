//! Benchmark of the models: the fast versions against the plain loops they replace. In every round the contenders of a case run one right after another, in random order, and each ratio is made within a
//! round: a machine that changes its speed from one second to the next slows both of its sides alike.
//!
//! The tables go to standard output; no file is written. `npm run bench` builds and starts all that this needs.

mod cases;
mod counting;
mod report;
mod table;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand, ValueEnum};
use harness::{Failure, Warning, note, say, schedule};
use indicatif::{ProgressBar, ProgressStyle};

use cases::{CASES, Case, Contender};
use counting::CountOptions;
use report::{Comparison, Line};

/// Measures how fast the models are, and prints ratios of the same run; it needs a quiet machine, and `npm run bench` runs it
/// with all that it needs
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    own: Option<Own>,
    /// How thorough: quick takes a minute or two; full some ten, with more rounds, and more readings to count
    #[arg(long, value_enum, default_value_t = Profile::Quick)]
    profile: Profile,
}

#[derive(Debug, Subcommand)]
enum Own {
    /// Count readings once: one turn of the benchmark of counting
    #[command(hide = true)]
    Count(CountOptions),
}

/// Thoroughness of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    Quick,
    Full,
}

/// The seed of the turns' order and of all that is simulated: the same every time.
const SEED: u64 = 1;

/// The times of one contender of one case, in seconds per repetition.
struct Condition {
    case: &'static Case,
    contender: Contender,
    /// Repetitions in one turn, so that a turn takes long enough for the clock.
    repetitions: u32,
    seconds: Vec<f64>,
}

impl Condition {
    /// Its name in warnings.
    fn name(&self) -> String {
        format!("{}, {}", self.case.name, self.contender.name())
    }
}

fn main() -> ExitCode {
    let CommandLine { own, profile } = CommandLine::parse();
    let outcome = match own {
        Some(Own::Count(options)) => counting::count_once(&options),
        None => bench(profile),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(format_args!("bench: {failure}"));
            ExitCode::FAILURE
        }
    }
}

/// Measures everything, and prints it.
fn bench(profile: Profile) -> Result<(), Failure> {
    let (rounds, turn_seconds) = match profile {
        Profile::Quick => (7, 0.02),
        Profile::Full => (21, 0.05),
    };
    let mut missing = Vec::new();
    let (mut conditions, of_each_case) = calibrated(turn_seconds);
    let turns = schedule::grouped(&of_each_case, 1, rounds, SEED);
    let progress = progress(turns.len() as u64 + counting::turns(profile) + table::turns(profile));
    for turn in turns {
        let condition = &mut conditions[turn.condition];
        let seconds = time(condition, condition.repetitions, SEED + u64::from(turn.round));
        if !turn.warm_up {
            condition.seconds.push(seconds / f64::from(condition.repetitions));
        }
        progress.inc(1);
    }
    let counted = counting::measure(profile, &progress)?;
    let published_table = table::measure(profile, &progress);
    progress.finish_and_clear();

    let lines: Vec<Line> = [ratios(&conditions), published_table, counted.ratios()].into_iter().flatten().collect();
    say("A ratio is of the first of its title over the second: the median of all rounds, in each of which both ran\n\
         right after each other. Above 1 the first takes longer, or more memory.\n")?;
    say(report::comparisons(&lines))?;
    match counted.memory() {
        Some(memory) => say(format_args!("\n{memory}"))?,
        None => missing.push("The memory that counting takes: this system does not tell it; Linux does".to_owned()),
    }
    if !missing.is_empty() {
        say("")?;
    }
    missing.iter().try_for_each(|what| say(format_args!("Not measured: {what}")))?;
    warnings(&conditions, &counted).iter().for_each(|warning| note(format_args!("\nwarning: {warning}")));
    Ok(())
}

/// A progress bar on standard error, where that is a terminal.
fn progress(turns: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {elapsed} gone, {eta} left");
    let bar = ProgressBar::new(turns).with_style(style.expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Reasons to measure again.
fn warnings(conditions: &[Condition], counted: &counting::Counts) -> Vec<Warning> {
    let models = conditions.iter().map(|condition| (condition.name(), condition.seconds.clone()));
    let samples: Vec<(String, Vec<f64>)> = models.chain(counted.samples()).collect();
    let unoptimised = cfg!(debug_assertions).then_some(Warning::Unoptimised);
    let of_samples = Warning::of_samples(samples.iter().map(|(what, seconds)| (what.clone(), &seconds[..])));
    unoptimised.into_iter().chain(of_samples).collect()
}

/// All conditions, each with the repetitions of a turn, and the number of contenders of each case.
fn calibrated(turn_seconds: f64) -> (Vec<Condition>, Vec<usize>) {
    let (mut conditions, mut of_each_case) = (Vec::new(), Vec::new());
    for case in &CASES {
        let contenders: Vec<Contender> = case.contenders().collect();
        of_each_case.push(contenders.len());
        for contender in contenders {
            let mut condition = Condition { case, contender, repetitions: 1, seconds: Vec::new() };
            condition.repetitions = calibrate(&condition, turn_seconds);
            conditions.push(condition);
        }
    }
    (conditions, of_each_case)
}

/// Number of repetitions that take about `wanted` seconds.
fn calibrate(condition: &Condition, wanted: f64) -> u32 {
    let mut repetitions = 1;
    loop {
        time(condition, repetitions, SEED);
        let seconds = time(condition, repetitions, SEED);
        if seconds >= wanted / 2.0 || repetitions >= LARGEST_TURN {
            let fitting = f64::from(repetitions) * wanted / seconds.max(1e-9);
            // A multiple of four, because the fast loops take up to four repetitions together.
            return (fitting / 4.0).ceil().clamp(1.0, f64::from(LARGEST_TURN / 4)) as u32 * 4;
        }
        repetitions *= 4;
    }
}

/// Limit of the models' numbering of repetitions.
const LARGEST_TURN: u32 = 1_000_000;

/// Duration of a turn, in seconds.
fn time(condition: &Condition, repetitions: u32, seed: u64) -> f64 {
    let placement = condition.case.placement();
    let start = Instant::now();
    let outcome = match condition.contender {
        Contender::Fast => placement.simulate(seed, 0..repetitions),
        Contender::Plain => placement.simulate_plain(seed, 0..repetitions),
        Contender::Portable => placement.simulate_portable(seed, 0..repetitions),
    };
    std::hint::black_box(&outcome);
    start.elapsed().as_secs_f64()
}

/// Pairs of contenders, the first over the second, with their titles.
const COMPARED: [(Contender, Contender, &str); 2] = [
    (Contender::Plain, Contender::Fast, "Plain loop over fast version, both native"),
    (Contender::Portable, Contender::Fast, "Portable version over fast version, both native"),
];

fn ratios(conditions: &[Condition]) -> Vec<Line> {
    let seconds = |case: &Case, wanted: Contender| {
        let found = conditions.iter().find(|of| std::ptr::eq(of.case, case) && of.contender == wanted);
        found.map(|condition| condition.seconds.as_slice())
    };
    let groups = COMPARED.iter().flat_map(|&(first, second, title)| {
        let of_case = |case: &Case| {
            let (first, second) = seconds(case, first).zip(seconds(case, second))?;
            Some(Comparison::new(case.name, "s", first, second))
        };
        report::group(title, CASES.iter().filter_map(of_case))
    });
    groups.collect()
}
