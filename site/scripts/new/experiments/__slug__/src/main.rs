//! How often two of a group share a birthday: of groups that `awk` draws, a program of the system, and by the closed form.

use std::process::ExitCode;
use std::time::Duration;

use __snake___model::chance;
use clap::Subcommand;
use harness::claims::{Figure, Statement};
use harness::record::{Dimension, Judged, Measure, Point, Profile, Series, Skipped};
use harness::statistics::share;
use harness::verdicts::{Part, Rule};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{ProgramError, Runs, SupervisorOptions, Workplace};

/// The runs of this experiment, by which what a killed one left is found.
const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME"));
/// The sizes of groups.
const SIZES: [u64; 8] = [5, 10, 15, 20, 23, 30, 40, 60];
/// Limit of one start of the program, which takes seconds.
const LIMIT: Duration = Duration::from_secs(120);
/// The program. It prints the number of groups in which two people share a birthday.
const PROGRAM: &str = r#"BEGIN {
  srand(seed)
  for (group = 0; group < groups; group++) {
    split("", taken)
    for (person = 0; person < people; person++) if (taken[int(365 * rand())]++) { shared++; break }
  }
  print shared + 0
}"#;

struct __Pascal__;

#[derive(Debug, Subcommand)]
enum Command {
    /// Ends what a run started, and removes its folder, when the run has ended
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for __Pascal__ {
    type Command = Command;
    type Options = NoOptions;
    /// Counts do not depend on what else the machine does.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        vec![shares()]
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let check = || run.advance(0);
        measure_at(&Workplace::open(RUNS, &check)?, run)
    }

    fn judge(found: &Found) -> Judged {
        let at = [("people", 23.into())];
        let shared = Figure::new("groups of 23 with a shared birthday", found.at("shares", &at, "share_of_groups"));
        let rule = Rule::all([Part::above(&shared, 0.5)]);
        let why = shared.value().map(|share| format!("Two had the same one in {:.1}% of the groups.", 100.0 * share));
        let text = "Among 23 people it is more likely than not that two have the same birthday.";
        // A statement that somebody else published names its source.
        let statement = Statement { id: "twenty-three", text, source: None };
        Judged::new(vec![statement.judge_by(vec![shared], rule, |_| why)])
    }

    fn execute(Command::Supervisor(options): Command) -> Result<(), Failure> {
        supervisor::supervise(RUNS, &options)
    }
}

/// The one series, without its points.
fn shares() -> Series {
    Series::new("shares", "Groups in which two people share a birthday")
        .dimensions([Dimension::new("people", "People", None)])
        .measures([Measure::share("share_of_groups", "Share of groups")])
}

fn measure_at(place: &Workplace<'_>, run: &Run) -> Result<Results, Failure> {
    let groups = match run.profile {
        Profile::Quick => 100_000,
        Profile::Full => 1_000_000,
    };
    run.uses_program("awk", "awk", &["--version"]);
    run.expect(SIZES.len() as u64);
    let drawn: Result<Vec<Point>, ProgramError> = SIZES.iter().map(|&size| draw(size, groups, place, run)).collect();
    // What a machine lacks is left out with the reason; a run that is to end, by Ctrl-C for instance, ends.
    let (points, skipped) = match drawn {
        Ok(points) => (points, Vec::new()),
        Err(error) => (Vec::new(), vec![Skipped::new("groups by awk", error.into_reason()?, "awk (the package mawk)")]),
    };
    Ok(Results { found: Found::new(vec![shares().points(points)]), skipped })
}

/// Has the program draw groups of one size.
fn draw(people: u64, groups: u64, place: &Workplace<'_>, run: &Run) -> Result<Point, ProgramError> {
    let mut command = place.command("awk");
    for (name, value) in [("people", people), ("groups", groups), ("seed", run.seed + people)] {
        command.arg("-v").arg(format!("{name}={value}"));
    }
    let printed = place.succeed(command.arg(PROGRAM), LIMIT)?.stdout;
    let shared = printed.trim().parse().map_err(|_| ProgramError::Unusable(format!("awk printed {printed:?}")))?;
    run.advance(1)?;
    let exact = chance(people).expect("the sizes lie within the model's limits");
    Ok(Point::new([("people", people.into())])
        .value("share_of_groups", share(shared, groups))
        .exact("share_of_groups", exact))
}

fn main() -> ExitCode {
    harness::main::<__Pascal__>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    use harness::record::Verdict;

    use super::*;

    #[test]
    fn groups_that_the_program_draws_agree_with_the_closed_form() {
        let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
        let Results { found, .. } = measure_at(&place, &Run::silent(Profile::Quick, 1)).unwrap();
        assert_eq!(found.series[0].points.len(), SIZES.len());
        for point in &found.series[0].points {
            let (measured, exact) = (point.values["share_of_groups"].value, point.exact["share_of_groups"]);
            assert!((measured - exact).abs() < 0.01, "{point:?}");
        }
        assert_eq!(__Pascal__::judge(&found).claims[0].verdict, Verdict::Holds);
    }
}
