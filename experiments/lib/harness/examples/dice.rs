//! A whole experiment, as small as one can be: the mean of thrown dice. Its dice are only a counter's last digits, so it
//! shows how an experiment is made and serves the harness's tests; it measures nothing.
//!
//! `DICE_PAUSE_MILLISECONDS` makes every throw take so long, for tests that interrupt it.

use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use clap::Args;
use harness::claims::{Figure, Statement};
use harness::record::{Dimension, Judged, Measure, Point, Series};
use harness::verdicts::{Part, Rule};
use harness::{Build, Experiment, Failure, Found, NoCommands, Results, Run, statistics};

struct Dice;

/// Number of dice; enough for a record of some size.
const DICE: u32 = 500;
/// Throws of each die.
const THROWS: u64 = 20;

/// What is thrown.
#[derive(Debug, Args)]
struct Options {
    /// How many sides the dice have
    #[arg(long, value_name = "NUMBER", default_value_t = 6, value_parser = clap::value_parser!(u64).range(1..=100))]
    sides: u64,
}

impl Experiment for Dice {
    type Command = NoCommands;
    type Options = Options;
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        vec![dice()]
    }

    fn measure(run: &Run, options: &Options) -> Result<Results, Failure> {
        run.expect(u64::from(DICE));
        let points = (0..DICE).map(|die| throw(die, options.sides, run)).collect::<Result<Vec<_>, _>>()?;
        Ok(Results { found: Found::new(vec![dice().points(points)]), skipped: Vec::new() })
    }

    fn judge(found: &Found) -> Judged {
        let eyes = Figure::new("eyes of the second die", found.at("dice", &[("die", 1.0.into())], "eyes"));
        let rule = Rule::all([Part::below(&eyes, 6.5)]);
        let statement = Statement { id: "six-sides", text: "A die shows six eyes at most.", source: None };
        Judged::new(vec![statement.judge_by(vec![eyes], rule, |_| "so it was thrown")])
    }

    fn execute(command: NoCommands) -> Result<(), Failure> {
        command.never()
    }
}

fn throw(die: u32, sides: u64, run: &Run) -> Result<Point, Failure> {
    thread::sleep(pause());
    let eyes: Vec<f64> = (0..THROWS).map(|throw| ((run.seed + throw * u64::from(die)) % sides + 1) as f64).collect();
    run.advance(1)?;
    let mean = (sides + 1) as f64 / 2.0;
    Ok(Point::new([("die", die.into())]).value("eyes", statistics::median(&eyes)).exact("eyes", mean))
}

fn pause() -> Duration {
    let milliseconds = env::var("DICE_PAUSE_MILLISECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_millis(milliseconds.unwrap_or(0))
}

/// The series, still without points.
fn dice() -> Series {
    Series::new("dice", "Eyes by die")
        .dimensions([Dimension::new("die", "Die", None)])
        .measures([Measure::median("eyes", "Eyes", "eyes")])
}

fn main() -> ExitCode {
    // A real experiment has a build script and says `harness::this_build!()` here.
    harness::main::<Dice>(Build { experiment: "dice", commit: "unknown", dirty: "true", toolchain: "rustc" })
}
