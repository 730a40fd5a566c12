//! How much sooner a sweep is done in parts: the same work in 1, 2 and 4 parts at once on this machine, each part a process
//! with one thread, as a cluster starts them. In every round each number of parts has its turn, one right after the other.

use std::hint::black_box;
use std::io::{self, Read};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, process, thread};

use clap::{Args, Subcommand};
use harness::quantities::Quantities;
use harness::record::{Dimension, Measure, Point, Profile, Series, unit};
use harness::statistics::{median, ratio_within_rounds};
use harness::{Experiment, Failure, NoOptions, Results, Run, Warning, schedule};
use load_balancing_model::{Placement, Strategy};
use load_balancing_sweep::Sweep;
use sharding::{Condition, Divisible, Shard, plan};

/// How many parts at once.
const PARTS: [u32; 3] = [1, 2, 4];

struct Scaling;

#[derive(Debug, Subcommand)]
enum Own {
    /// Carry out a part, and end early if standard input does
    #[command(hide = true)]
    Part(PartOptions),
}

#[derive(Debug, Args)]
struct PartOptions {
    #[arg(long)]
    shard: Shard,
    #[arg(long)]
    seed: u64,
    #[arg(long)]
    repetitions: u32,
}

impl Experiment for Scaling {
    type Command = Own;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let (rounds, repetitions) = match run.profile {
            Profile::Quick => (7, 16),
            Profile::Full => (15, 64),
        };
        let turns = schedule::grouped(&[PARTS.len()], 1, rounds, run.seed);
        run.expect(turns.len() as u64);
        let mut seconds = vec![Vec::new(); PARTS.len()];
        for turn in turns {
            let took = time(PARTS[turn.condition], run.seed, repetitions)?;
            if !turn.warm_up {
                seconds[turn.condition].push(took);
            }
            run.advance(1)?;
        }
        let each = PARTS.iter().zip(&seconds).map(|(parts, seconds)| (format!("{parts} parts"), &seconds[..]));
        Warning::of_samples(each).into_iter().for_each(|warning| run.warn(warning));
        Ok(Results { found: Quantities::of(vec![series(&seconds)]), ..Results::default() })
    }

    fn execute(Own::Part(options): Own) -> Result<(), Failure> {
        // The run holds the other end: when it is gone, killed or not, nobody wants the part any more.
        thread::spawn(|| {
            let _ = io::stdin().read(&mut [0]);
            process::exit(1);
        });
        let work = work(options.repetitions);
        for plan::Unit { repetitions, .. } in plan::units_of(&work, options.shard) {
            black_box(Sweep::repeat(&work[0].setting, options.seed, repetitions));
        }
        Ok(())
    }
}

/// The best of two on a million items and 100,000 servers, so often: a slice of the sweep.
fn work(repetitions: u32) -> [Condition<Placement>; 1] {
    let setting = Placement::new(1_000_000, 100_000, Strategy::Choices { choices: 2, distinct: false });
    let setting = setting.expect("it lies within the limits");
    // Two repetitions run side by side: units of both are fair to each number of parts.
    [Condition { key: "best of two".to_owned(), setting, repetitions, work: 5_000_000, tallies: Vec::new() }]
}

/// How long all parts take that are started at once, in seconds: from the start of the first to the end of the last.
fn time(parts: u32, seed: u64, repetitions: u32) -> Result<f64, Failure> {
    let program = env::current_exe().map_err(|error| failed("cannot find this program", &error))?;
    let started = Instant::now();
    let mut children: Vec<Part> = Vec::new();
    for index in 1..=parts {
        let shard = Shard::new(index, parts).expect("parts are counted from 1");
        let mut command = Command::new(&program);
        command.arg("part").args(["--shard", &shard.to_string(), "--seed", &seed.to_string()]);
        command.args(["--repetitions", &repetitions.to_string()]).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut process = command.spawn().map_err(|error| failed("cannot start a part", &error))?;
        children.push(Part { _input: process.stdin.take(), process });
    }
    for Part { process, .. } in &mut children {
        let status = process.wait().map_err(|error| failed("cannot wait for a part", &error))?;
        if !status.success() {
            return Err(Failure::Failed(format!("a part ended with {status}")));
        }
    }
    Ok(started.elapsed().as_secs_f64())
}

fn failed(what: &str, error: &io::Error) -> Failure {
    Failure::Failed(format!("{what}: {error}"))
}

/// A part under way, which does not outlive who waits for it.
struct Part {
    process: Child,
    /// Taken from the process, since waiting for that would close it.
    _input: Option<ChildStdin>,
}

impl Drop for Part {
    fn drop(&mut self) {
        // It has ended, or is to.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn series(seconds: &[Vec<f64>]) -> Series {
    let point = |(index, &parts): (usize, &u32)| {
        Point::new([("parts", parts.into())])
            .value("seconds", median(&seconds[index]))
            .value("speed_ratio", (index > 0).then(|| ratio_within_rounds(&seconds[0], &seconds[index])))
    };
    Series::new("scaling", "The same sweep in parts at once on one machine")
        .dimensions([Dimension::new("parts", "Parts at once", None)])
        .measures([
            Measure::median("seconds", "Time until all parts are done", "s"),
            Measure::new(
                "speed_ratio",
                "Time of one part over that of so many",
                unit::RATIO,
                "median of the ratios within rounds",
                "order statistics",
            ),
        ])
        .points(PARTS.iter().enumerate().map(point))
}

fn main() -> ExitCode {
    harness::main::<Scaling>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_take_a_time_and_have_all_the_work_between_them() {
        let work = work(64);
        for parts in PARTS {
            let repetitions =
                |index| plan::repetitions_of(&work, Shard::new(index, parts).unwrap()).into_iter().sum::<u64>();
            let of_each: Vec<u64> = (1..=parts).map(repetitions).collect();
            assert_eq!(of_each.iter().sum::<u64>(), 64);
            assert!(of_each.iter().all(|&own| own == of_each[0]), "as much for each: {of_each:?}");
        }
        let points = series(&[vec![2.0; 7], vec![1.0; 7], vec![0.5; 7]]).points;
        assert_eq!(points[0].values.get("speed_ratio"), None);
        assert_eq!(points[2].values["speed_ratio"].value, 4.0);
    }
}
