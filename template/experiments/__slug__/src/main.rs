//! How often two of a group share a birthday: groups of several sizes simulated, with the closed form beside them.

use std::collections::BTreeMap;
use std::process::ExitCode;

use __snake___model::Group;
use harness::claims::{Finding, is_reproduced};
use harness::record::{
    Claim, ClaimFigure, Dimension, Estimate, Measure, Point, Profile, PublishedValue, Series, Setting, Source, Verdict,
    unit,
};
use harness::statistics::share;
use harness::{Experiment, Failure, NoCommands, NoOptions, Results, Run};

struct __Pascal__;

/// The sizes of groups that are measured.
const SIZES: [u64; 9] = [5, 10, 15, 20, 23, 30, 40, 50, 60];
/// The size that the claim speaks of.
const CLAIMED_SIZE: u32 = 23;
/// The chance published for it, and half a unit of its last digit.
const PUBLISHED: f64 = 0.507_297;
const ROUNDING: f64 = 0.000_000_5;

/// Groups that are simulated at a time: some milliseconds of work, so that Ctrl-C acts at once.
const STEP: u32 = 10_000;

const MEASURE: &str = "share_of_groups";

/// What came of one size.
struct Row {
    group: Group,
    /// The share of groups in which two people have the same birthday.
    shared: Estimate,
}

impl Experiment for __Pascal__ {
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
        Ok(Results { series: vec![series(&rows)], claims: claims(&rows), ..Results::default() })
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
    let point = |Row { group, shared }: &Row| Point {
        at: BTreeMap::from([("people".to_owned(), Setting::Number(group.people().into()))]),
        values: BTreeMap::from([(MEASURE.to_owned(), shared.clone())]),
        exact: BTreeMap::from([(MEASURE.to_owned(), group.chance())]),
        ..Point::default()
    };
    Series {
        id: "shares".to_owned(),
        title: "Groups in which two people share a birthday".to_owned(),
        dimensions: vec![Dimension::new("people", "People", None)],
        measures: vec![Measure::new(MEASURE, "Share of groups", unit::SHARE, "share", "Wilson")],
        points: rows.iter().map(point).collect(),
        ..Series::default()
    }
}

fn claims(rows: &[Row]) -> Vec<Claim> {
    let claimed = rows.iter().find(|row| row.group.people() == CLAIMED_SIZE);
    claimed.map(twenty_three).into_iter().collect()
}

/// The rule: the published chance is reproduced, and the whole measured interval is above one half.
fn twenty_three(row: &Row) -> Claim {
    let figure = ClaimFigure {
        exact: Some(row.group.chance()),
        ..ClaimFigure::new("groups of 23 in which two share a birthday", unit::SHARE, Some(row.shared.clone()))
    }
    .published(PublishedValue::exactly(PUBLISHED));
    let holds = is_reproduced(&figure, ROUNDING) == Some(true) && row.shared.low > 0.5;
    Finding {
        id: "twenty-three",
        statement: "Among 23 people it is more likely than not that two have the same birthday.",
        source: Some(Source {
            title: "Eric W. Weisstein, “Birthday Problem”, MathWorld".to_owned(),
            url: "https://mathworld.wolfram.com/BirthdayProblem.html".to_owned(),
        }),
        figures: vec![figure],
        verdict: if holds { Verdict::Reproduced } else { Verdict::Differs },
        why: format!("In {:.1}% of the simulated groups of 23 two people had the same one.", 100.0 * row.shared.value),
    }
    .into()
}

fn main() -> ExitCode {
    harness::main::<__Pascal__>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_agrees_with_the_closed_form() {
        let Results { series, claims, .. } =
            __Pascal__::measure(&Run::silent(Profile::Quick, 1), &NoOptions {}).unwrap();
        assert_eq!(series[0].points.len(), SIZES.len());
        for point in &series[0].points {
            let (measured, exact) = (&point.values[MEASURE], point.exact[MEASURE]);
            assert!((measured.value - exact).abs() < 0.01, "{point:?}");
            assert!(measured.low < measured.value && measured.value < measured.high, "{point:?}");
        }
        assert_eq!(claims.iter().map(|claim| claim.verdict).collect::<Vec<_>>(), [Verdict::Reproduced]);
    }

    #[test]
    fn the_claim_fails_where_fewer_than_half_of_the_groups_share() {
        let row = |shared| Row { group: Group::new(23).unwrap(), shared: share(shared, 100_000) };
        assert_eq!(twenty_three(&row(50_730)).verdict, Verdict::Reproduced);
        assert_eq!(twenty_three(&row(49_270)).verdict, Verdict::Differs);
    }
}
