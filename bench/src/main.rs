//! How fast the models are: the fast versions against the plain loops they replace, natively and in a browser, WebAssembly
//! against JavaScript. In every round the contenders of a case run one right after another, in random order, and each ratio
//! is made within a round: a machine that changes its speed from one second to the next slows both of its sides alike.

mod browser;
mod cases;
mod counting;
mod lab;
mod table;

use std::process::ExitCode;
use std::time::Instant;

use clap::Subcommand;
use harness::quantities::Quantities;
use harness::record::{Dimension, Measure, Point, Profile, Series, Setting, Skipped, unit};
use harness::statistics::{median, ratio_within_rounds};
use harness::{Experiment, Failure, NoOptions, Results, Run, Warning, readable, schedule};

use browser::Browser;
use cases::{CASES, Case, Contender};
use counting::CountOptions;

struct Speed;

#[derive(Debug, Subcommand)]
enum Own {
    /// Count readings once: one turn of the benchmark of counting
    #[command(hide = true)]
    Count(CountOptions),
}

/// What one contender of one case took, in seconds per repetition.
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

impl Experiment for Speed {
    type Command = Own;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let (rounds, turn_seconds) = match run.profile {
            Profile::Quick => (7, 0.02),
            Profile::Full => (21, 0.05),
        };
        let mut skipped = Vec::new();
        let mut browser = Browser::start().map_err(|reason| skipped.push(without_browser(&reason))).ok();

        let has_browser = browser.is_some();
        let mut conditions = Vec::new();
        let mut of_each_case = Vec::new();
        for case in &CASES {
            let contenders: Vec<Contender> =
                case.contenders().filter(|contender| has_browser || contender.is_native()).collect();
            of_each_case.push(contenders.len());
            for contender in contenders {
                let mut condition = Condition { case, contender, repetitions: 1, seconds: Vec::new() };
                condition.repetitions = calibrate(&condition, &mut browser, turn_seconds, run.seed)?;
                conditions.push(condition);
            }
        }
        let turns = schedule::grouped(&of_each_case, 1, rounds, run.seed);
        run.expect(turns.len() as u64 + counting::turns(run.profile) + table::turns(run.profile, has_browser));
        for turn in turns {
            let condition = &mut conditions[turn.condition];
            let seconds = time(condition, &mut browser, condition.repetitions, run.seed + u64::from(turn.round))?;
            if !turn.warm_up {
                condition.seconds.push(seconds / f64::from(condition.repetitions));
            }
            run.advance(1)?;
        }
        let each = conditions.iter().map(|condition| (condition.what(), &condition.seconds[..]));
        Warning::of_samples(each).into_iter().for_each(|warning| run.warn(warning));

        let mut series = vec![times(&conditions), ratios(&conditions)];
        if let Some(browser) = &mut browser {
            match lab::measure(browser) {
                Ok(lab) => series.push(lab),
                Err(reason) => skipped.push(reason),
            }
        }
        let (counting, without_memory) = counting::measure(run)?;
        series.extend(counting);
        skipped.extend(without_memory);
        series.push(table::measure(run, &mut browser)?);
        print(&series, run)?;
        Ok(Results { found: Quantities::of(series), skipped })
    }

    fn execute(Own::Count(options): Own) -> Result<(), Failure> {
        counting::count_once(&options)
    }
}

/// How many repetitions take about as long as a turn should.
fn calibrate(condition: &Condition, browser: &mut Option<Browser>, wanted: f64, seed: u64) -> Result<u32, Failure> {
    let mut repetitions = 1;
    loop {
        // The first turn compiles, in a browser, and its clock has steps of 0.1 ms.
        time(condition, browser, repetitions, seed)?;
        let seconds = time(condition, browser, repetitions, seed)?;
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
            return Err(Failure::Failed("there is no browser for a contender that needs one".to_owned()));
        }
    };
    std::hint::black_box(&outcome);
    Ok(start.elapsed().as_secs_f64())
}

fn times(conditions: &[Condition]) -> Series {
    Series::new("speed", "Time for one repetition of a placement")
        .dimensions([Dimension::new("case", "Case", None), Dimension::new("contender", "Contender", None)])
        .measures([Measure::median("seconds_per_repetition", "Time per repetition", "s")])
        .points(conditions.iter().map(|Condition { case, contender, seconds, .. }| {
            Point::new([("case", case.name.into()), ("contender", contender.name().into())])
                .value("seconds_per_repetition", median(seconds))
        }))
}

fn ratios(conditions: &[Condition]) -> Series {
    let mut points = Vec::new();
    for case in &CASES {
        let seconds = |wanted: Contender| {
            let found = conditions.iter().find(|c| std::ptr::eq(c.case, case) && c.contender == wanted);
            found.map(|condition| condition.seconds.as_slice())
        };
        for (slower, faster, name) in [
            (Contender::Plain, Contender::Fast, "plain loop over fast version"),
            (Contender::Wasm, Contender::Portable, "WebAssembly over the portable version, native"),
            (Contender::Wasm, Contender::Fast, "WebAssembly over the fastest native version"),
            (Contender::PortableWasm, Contender::Portable, "WebAssembly without vectors over the same code, native"),
            (Contender::JavaScript, Contender::Wasm, "plain loop in JavaScript over fast version in WebAssembly"),
        ] {
            if let (Some(slower), Some(faster)) = (seconds(slower), seconds(faster)) {
                let at = [("case", case.name.into()), ("against", name.into())];
                points.push(Point::new(at).value("time_ratio", ratio_within_rounds(slower, faster)));
            }
        }
    }
    Series::new("ratios", "How many times as long one takes as the other")
        .dimensions([Dimension::new("case", "Case", None), Dimension::new("against", "Comparison", None)])
        .measures([ratio_measure("time_ratio", "Ratio of times")])
        .points(points)
}

/// A ratio of two contenders of one case.
fn ratio_measure(name: &str, title: &str) -> Measure {
    Measure::new(name, title, unit::RATIO, "median of the ratios within rounds", "order statistics")
}

fn without_browser(reason: &str) -> Skipped {
    Skipped {
        what: "WebAssembly and JavaScript in a browser".to_owned(),
        why: reason.to_owned(),
        needs: "Chromium and the built WebAssembly: run it through `npm run bench`".to_owned(),
    }
}

/// Shows every series as lines of a table.
fn print(series: &[Series], run: &Run) -> Result<(), Failure> {
    for Series { title, dimensions, measures, points, .. } in series {
        run.tell(format_args!("\n{title}\n"))?;
        for (point, measure) in points.iter().flat_map(|point| measures.iter().map(move |measure| (point, measure))) {
            let Some(estimate) = point.values.get(&measure.name) else { continue };
            let mut names: Vec<&str> = dimensions
                .iter()
                .filter_map(|dimension| match point.at.get(&dimension.name) {
                    Some(Setting::Text(text)) => Some(text.as_str()),
                    _ => None,
                })
                .collect();
            if measures.len() > 1 {
                names.push(&measure.title);
            }
            let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|x| readable(x, &measure.unit));
            run.tell(format_args!("{:<100} {value:>9}  (95%: {low:>9} to {high:>9})", names.join(", ")))?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    harness::main::<Speed>(harness::this_build!())
}
