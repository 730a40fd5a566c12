//! Number of questions in which a tool failed, counted from a record's answers.

use std::sync::LazyLock;

use harness::claims::Figure;
use harness::record::{Estimate, Point};
use harness::{Found, Quantity};
use logical_duals_model::{Answer, Door, Kind};

use crate::cases::{Case, at, cases};
use crate::series::{ANSWER, ANSWERS, NOT_RIGHT, WORTH};
use crate::tools::{STEPS, Tool};

/// The questions, with their truth.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(cases);

/// A way to fail at a question, in any of its rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// A goal that can be reached was claimed never to be, and no counterexample that replays refuted that.
    NotFound,
    /// A goal that cannot be reached was looked for, and that ended without a proof. A “no” within [`STEPS`] moves is one where no state lies deeper.
    Unproved,
    /// A false answer was given.
    Wrong,
}

impl Failure {
    /// The failure's words in a figure's label.
    fn words(self) -> &'static str {
        match self {
            Self::NotFound => "not found by checking that it never happens",
            Self::Unproved => "not proved by looking for a counterexample",
            Self::Wrong => "false answers",
        }
    }

    fn is_at(self, case: &Case, point: &Point) -> bool {
        let is_asked = |door: Door| point.at.get("door") == Some(&door.name().into());
        let not_right = point.values.get(NOT_RIGHT).map_or(0.0, |count| count.value) as u64;
        match self {
            Self::NotFound => case.can_happen && is_asked(Door::Check) && not_right > 0,
            Self::Unproved => {
                let rounds: u64 = point.outcomes.get(WORTH).map_or(0, |worths| worths.values().sum());
                let bounded = count(point, WORTH, Kind::Bounded.name());
                let covered = if bounded > 0 && case.deepest() <= STEPS { bounded } else { 0 };
                let proved = count(point, WORTH, Kind::Proof.name()) + covered;
                !case.can_happen && is_asked(Door::Find) && (not_right > 0 || proved < rounds)
            }
            Self::Wrong => not_right > count(point, ANSWER, Answer::Unknown.name()),
        }
    }
}

/// Number of rounds that ended so.
fn count(point: &Point, outcome: &str, way: &str) -> u64 {
    point.outcomes.get(outcome).and_then(|ways| ways.get(way)).copied().unwrap_or_default()
}

/// Number of questions at which a tool failed so, of all that it was asked.
pub(super) fn failed(found: &Found, failure: Failure, tool: Tool) -> Figure {
    let series = found.series.iter().find(|series| series.words.id == ANSWERS);
    let points = series.map_or(&[][..], |series| &series.points);
    let asked = points.iter().filter(|point| point.at.get("tool") == Some(&tool.key().into())).filter_map(|point| {
        let is_of = |case: &&Case| point.at.get("case") == Some(&at(case).1);
        Some((CASES.iter().find(is_of)?, point))
    });
    let failed: Vec<bool> = asked.map(|(case, point)| failure.is_at(case, point)).collect();
    let count = failed.iter().filter(|failed| **failed).count() as f64;
    let count = (!failed.is_empty()).then(|| Estimate::certain(failed.len() as u64, count));
    Figure::new(format!("{}, {}", failure.words(), tool.name()), Quantity::new("questions", count))
}
