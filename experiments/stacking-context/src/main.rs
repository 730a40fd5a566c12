//! How often two of a group share a birthday: groups of several sizes simulated, with the closed form beside them.

use std::process::ExitCode;

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, Dimension, Estimate, Measure, Point, Profile, PublishedValue, Series, Source};
use harness::statistics::share;
use harness::verdicts::{Margin, Part, Rule};
use harness::{Experiment, Failure, NoCommands, NoOptions, Results, Run};
use stacking_context_model::Group;

struct StackingContext;

/// The sizes of groups that are measured.
const SIZES: [u64; 9] = [5, 10, 15, 20, 23, 30, 40, 50, 60];
/// The size that the claim speaks of, the chance that is published for it, and half a unit of its last digit.
const CLAIMED_SIZE: u64 = 23;
const PUBLISHED: f64 = 0.507_297;
const ROUNDING: f64 = 0.000_000_5;

/// Groups that are simulated at a time: some milliseconds of work, so that Ctrl-C acts at once.
const STEP: u32 = 10_000;

const SERIES: &str = "shares";
const PEOPLE: &str = "people";
const SHARE: &str = "share_of_groups";

/// What came of one size.
struct Row {
    group: Group,
    /// The share of groups in which two people have the same birthday.
    shared: Estimate,
}

impl Experiment for StackingContext {
    type Command = NoCommands;
    type Options = NoOptions;
    /// Counts do not depend on what else the machine does.
    const TIMED: bool = false;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let groups = match run.profile {
            Profile::Quick => 100_000,
            Profile::Full => 1_000_000,
        };
        run.expect(SIZES.len() as u64 * u64::from(groups));
        let rows = SIZES.iter().map(|&people| simulate(people, groups, run)).collect::<Result<Vec<_>, _>>()?;
        let found = Quantities::of(vec![series(&rows)]);
        Ok(Results { claims: vec![twenty_three(&found)], series: found.series, ..Results::default() })
    }

    fn execute(command: NoCommands) -> Result<(), Failure> {
        command.never()
    }
}

fn simulate(people: u64, groups: u32, run: &Run) -> Result<Row, Failure> {
    let group = Group::new(people).expect("the experiment's own sizes lie within the limits");
    let mut shared = 0;
    for first in (0..groups).step_by(STEP as usize) {
        shared += u64::from(group.simulate(run.seed, first..groups.min(first + STEP)));
        run.advance(u64::from(STEP))?;
    }
    Ok(Row { group, shared: share(shared, groups.into()) })
}

fn series(rows: &[Row]) -> Series {
    Series::new(SERIES, "Groups in which two people share a birthday")
        .dimensions([Dimension::new(PEOPLE, "People", None)])
        .measures([Measure::share(SHARE, "Share of groups")])
        .points(rows.iter().map(|Row { group, shared }| {
            Point::new([(PEOPLE, group.people().into())]).value(SHARE, shared.clone()).exact(SHARE, group.chance())
        }))
}

/// The published chance has to be reproduced, and the chance to be above one half.
fn twenty_three(found: &Quantities) -> Claim {
    let figure = Figure::new(
        "groups of 23 in which two share a birthday",
        &found.at(SERIES, &[(PEOPLE, CLAIMED_SIZE.into())], SHARE),
    )
    .held_against(PublishedValue::exactly(PUBLISHED), Margin::Rounding(ROUNDING));
    let rule = Rule::all([Part::as_published(&figure), Part::above(&figure, 0.5)]);
    let why = format!("In {:.1}% of the simulated groups of 23 two people had the same one.", 100.0 * figure.value());
    Statement {
        id: "twenty-three",
        text: "Among 23 people it is more likely than not that two have the same birthday.",
        source: Some(Source {
            title: "Eric W. Weisstein, “Birthday Problem”, MathWorld".to_owned(),
            url: "https://mathworld.wolfram.com/BirthdayProblem.html".to_owned(),
        }),
    }
    .judge_by(vec![figure], rule, |_| why)
}

fn main() -> ExitCode {
    harness::main::<StackingContext>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    use harness::record::Verdict;

    use super::*;

    #[test]
    fn what_is_measured_agrees_with_the_closed_form() {
        let Results { series, claims, .. } =
            StackingContext::measure(&Run::silent(Profile::Quick, 1), &NoOptions {}).unwrap();
        assert_eq!(series[0].points.len(), SIZES.len());
        for point in &series[0].points {
            let (measured, exact) = (&point.values[SHARE], point.exact[SHARE]);
            assert!((measured.value - exact).abs() < 0.01, "{point:?}");
            assert!(measured.low < measured.value && measured.value < measured.high, "{point:?}");
        }
        assert_eq!(claims.iter().map(|claim| claim.verdict).collect::<Vec<_>>(), [Verdict::Reproduced]);
    }

    #[test]
    fn the_claim_is_undecided_where_the_simulation_contradicts_the_closed_form() {
        let verdict = |shared| {
            let row = Row { group: Group::new(CLAIMED_SIZE).unwrap(), shared: share(shared, 100_000) };
            twenty_three(&Quantities::of(vec![series(&[row])])).verdict
        };
        assert_eq!(verdict(50_730), Verdict::Reproduced);
        assert_eq!(verdict(49_270), Verdict::Undecided);
    }
}
