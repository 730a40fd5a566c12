//! How often two of a group share a birthday: groups of several sizes simulated, with the closed form beside them.

mod judge;

use std::process::ExitCode;

use __snake___model::Group;
use harness::record::{Dimension, Estimate, Judged, Measure, Point, Profile, Series};
use harness::statistics::share;
use harness::{Experiment, Failure, Found, NoCommands, NoOptions, Results, Run};

struct __Pascal__;

/// The sizes of groups that are measured.
const SIZES: [u64; 9] = [5, 10, 15, 20, 23, 30, 40, 50, 60];

/// Groups that are simulated at a time: some milliseconds of work, so that Ctrl-C acts at once.
const STEP: u32 = 10_000;

const SERIES: &str = "shares";
const PEOPLE: &str = "people";
const SHARE: &str = "share_of_groups";

impl Experiment for __Pascal__ {
    type Command = NoCommands;
    type Options = NoOptions;
    /// Counts do not depend on what else the machine does.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        vec![shares()]
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let groups = match run.profile {
            Profile::Quick => 100_000,
            Profile::Full => 1_000_000,
        };
        run.expect(SIZES.len() as u64 * u64::from(groups));
        let points = SIZES.iter().map(|&people| simulate(people, groups, run)).collect::<Result<Vec<_>, _>>()?;
        Ok(Results { found: Found::of(vec![shares().points(points)]), skipped: Vec::new() })
    }

    fn judge(found: &Found) -> Judged {
        Judged::of(judge::claims(found))
    }

    fn execute(command: NoCommands) -> Result<(), Failure> {
        command.never()
    }
}

/// The one series, without its points.
fn shares() -> Series {
    Series::new(SERIES, "Groups in which two people share a birthday")
        .dimensions([Dimension::new(PEOPLE, "People", None)])
        .measures([Measure::share(SHARE, "Share of groups").simulated()])
}

fn simulate(people: u64, groups: u32, run: &Run) -> Result<Point, Failure> {
    let group = Group::new(people).expect("the experiment's own sizes lie within the limits");
    let mut shared = 0;
    for first in (0..groups).step_by(STEP as usize) {
        shared += u64::from(group.simulate(run.seed, first..groups.min(first + STEP)));
        run.advance(u64::from(STEP))?;
    }
    Ok(point(group, share(shared, groups.into())))
}

/// What came of one size: the share of groups in which two people have the same birthday.
fn point(group: Group, shared: Estimate) -> Point {
    Point::new([(PEOPLE, group.people().into())]).value(SHARE, shared).exact(SHARE, group.chance())
}

fn main() -> ExitCode {
    harness::main::<__Pascal__>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    use harness::record::Verdict;

    use super::*;

    #[test]
    fn what_is_measured_agrees_with_the_closed_form() {
        let Results { found, .. } = __Pascal__::measure(&Run::silent(Profile::Quick, 1), &NoOptions {}).unwrap();
        assert_eq!(found.series[0].points.len(), SIZES.len());
        for point in &found.series[0].points {
            let (measured, exact) = (&point.values[SHARE], point.exact[SHARE]);
            assert!((measured.value - exact).abs() < 0.01, "{point:?}");
            assert!(measured.low < measured.value && measured.value < measured.high, "{point:?}");
        }
        let Judged { claims, .. } = __Pascal__::judge(&found);
        assert_eq!(claims.iter().map(|claim| claim.verdict).collect::<Vec<_>>(), [Verdict::Reproduced]);
    }

    #[test]
    fn the_claim_is_undecided_where_the_simulation_contradicts_the_closed_form() {
        let verdict = |shared| {
            let point = point(Group::new(judge::CLAIMED_SIZE).unwrap(), share(shared, 100_000));
            judge::claims(&Found::of(vec![shares().points([point])]))[0].verdict
        };
        assert_eq!(verdict(50_730), Verdict::Reproduced);
        assert_eq!(verdict(49_270), Verdict::Undecided);
    }
}
