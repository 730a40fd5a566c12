//! How fast the models are: the fast versions against the plain loops they replace, natively and in a browser, WebAssembly
//! against JavaScript. In every round the contenders of a case run one right after another, in random order, and each ratio
//! is made within a round: a machine that changes its speed from one second to the next slows both of its sides alike.
//!
//! The tables go to standard output; no file is written. `npm run bench` builds and starts all that this needs.

mod browser;
mod cases;
mod counting;
mod lab;
mod report;
mod table;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand, ValueEnum};
use harness::{Failure, Warning, note, say, schedule};
use indicatif::{ProgressBar, ProgressStyle};

use browser::Browser;
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

/// How thorough to be.
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
    /// Which it is, in words.
    fn what(&self) -> String {
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
    let mut browser = Browser::start().map_err(|why| missing.push(without_browser(&why))).ok();
    let has_browser = browser.is_some();

    let (mut conditions, of_each_case) = calibrated(&mut browser, turn_seconds)?;
    let turns = schedule::grouped(&of_each_case, 1, rounds, SEED);
    let progress = progress(turns.len() as u64 + counting::turns(profile) + table::turns(profile, has_browser));
    for turn in turns {
        let condition = &mut conditions[turn.condition];
        let seconds = time(condition, &mut browser, condition.repetitions, SEED + u64::from(turn.round))?;
        if !turn.warm_up {
            condition.seconds.push(seconds / f64::from(condition.repetitions));
        }
        progress.inc(1);
    }
    let counted = counting::measure(profile, &progress)?;
    let published_table = table::measure(profile, &mut browser, &progress)?;
    let lab = browser.as_mut().map(lab::measure).transpose().unwrap_or_else(|why| {
        missing.push(why);
        None
    });
    progress.finish_and_clear();

    let lines: Vec<Line> = [ratios(&conditions), published_table, counted.ratios()].into_iter().flatten().collect();
    say("A ratio is of the first of its title over the second: the median of all rounds, in each of which both ran\n\
         right after each other. Above 1 the first takes longer, or more memory.\n")?;
    say(report::comparisons(&lines))?;
    match counted.memory() {
        Some(memory) => say(format_args!("\n{memory}"))?,
        None => missing.push("The memory that counting takes: this system does not tell it; Linux does".to_owned()),
    }
    if let Some(lab) = lab {
        say(format_args!("\n{lab}"))?;
    }
    if !missing.is_empty() {
        say("")?;
    }
    missing.iter().try_for_each(|what| say(format_args!("Not measured: {what}")))?;
    warnings(&conditions, &counted).iter().for_each(|warning| note(format_args!("\nwarning: {warning}")));
    Ok(())
}

fn without_browser(why: &str) -> String {
    format!("WebAssembly and JavaScript in a browser: {why}; `npm run bench` sees to what they need")
}

/// A bar on standard error, where that is a terminal.
fn progress(turns: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {elapsed} gone, {eta} left");
    let bar = ProgressBar::new(turns).with_style(style.expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Reasons to measure again.
fn warnings(conditions: &[Condition], counted: &counting::Counts) -> Vec<Warning> {
    let models = conditions.iter().map(|condition| (condition.what(), condition.seconds.clone()));
    let samples: Vec<(String, Vec<f64>)> = models.chain(counted.samples()).collect();
    let unoptimised = cfg!(debug_assertions).then_some(Warning::Unoptimised);
    let of_samples = Warning::of_samples(samples.iter().map(|(what, seconds)| (what.clone(), &seconds[..])));
    unoptimised.into_iter().chain(of_samples).collect()
}

/// All conditions, with as many repetitions as a turn should have, and how many each case has.
fn calibrated(browser: &mut Option<Browser>, turn_seconds: f64) -> Result<(Vec<Condition>, Vec<usize>), Failure> {
    let has_browser = browser.is_some();
    let (mut conditions, mut of_each_case) = (Vec::new(), Vec::new());
    for case in &CASES {
        let contenders: Vec<Contender> =
            case.contenders().filter(|contender| has_browser || contender.is_native()).collect();
        of_each_case.push(contenders.len());
        for contender in contenders {
            let mut condition = Condition { case, contender, repetitions: 1, seconds: Vec::new() };
            condition.repetitions = calibrate(&condition, browser, turn_seconds)?;
            conditions.push(condition);
        }
    }
    Ok((conditions, of_each_case))
}

/// How many repetitions take about as long as a turn should.
fn calibrate(condition: &Condition, browser: &mut Option<Browser>, wanted: f64) -> Result<u32, Failure> {
    let mut repetitions = 1;
    loop {
        // The first turn compiles, in a browser, and its clock has steps of 0.1 ms.
        time(condition, browser, repetitions, SEED)?;
        let seconds = time(condition, browser, repetitions, SEED)?;
        if seconds >= wanted / 2.0 || repetitions >= LARGEST_TURN {
            let fitting = f64::from(repetitions) * wanted / seconds.max(1e-9);
            // A multiple of four, because the fast loops take up to four repetitions together.
            return Ok((fitting / 4.0).ceil().clamp(1.0, f64::from(LARGEST_TURN / 4)) as u32 * 4);
        }
        repetitions *= 4;
    }
}

/// The models number a million repetitions.
const LARGEST_TURN: u32 = 1_000_000;

/// How long a turn takes, in seconds.
fn time(condition: &Condition, browser: &mut Option<Browser>, repetitions: u32, seed: u64) -> Result<f64, Failure> {
    let placement = condition.case.placement();
    let start = Instant::now();
    let outcome = match (condition.contender, browser) {
        (Contender::Fast, _) => placement.simulate(seed, 0..repetitions),
        (Contender::Plain, _) => placement.simulate_plain(seed, 0..repetitions),
        (Contender::Portable, _) => placement.simulate_portable(seed, 0..repetitions),
        (Contender::Wasm | Contender::PortableWasm | Contender::JavaScript, Some(browser)) => {
            return browser.time(condition.case, condition.contender, seed, repetitions);
        }
        (Contender::Wasm | Contender::PortableWasm | Contender::JavaScript, None) => {
            return Err(Failure::Missing {
                what: "a contender runs in a browser".to_owned(),
                needs: "chromium".to_owned(),
            });
        }
    };
    std::hint::black_box(&outcome);
    Ok(start.elapsed().as_secs_f64())
}

/// Which contenders are compared, the first over the second.
const COMPARED: [(Contender, Contender, &str); 5] = [
    (Contender::Plain, Contender::Fast, "Plain loop over fast version, both native"),
    (Contender::JavaScript, Contender::Wasm, "Plain loop in JavaScript over fast version in WebAssembly"),
    (Contender::Wasm, Contender::Fast, "WebAssembly over the fastest native version"),
    (Contender::Wasm, Contender::Portable, "WebAssembly over the portable version, native"),
    (Contender::PortableWasm, Contender::Portable, "WebAssembly without vectors over the same code, native"),
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
