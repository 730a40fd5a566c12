//! The lab on the built article: how long a reader waits after moving a ruler, and how long the page stands still meanwhile.

use harness::Failure;
use harness::record::{Dimension, Measure, Point, Series, Skipped};
use harness::statistics::median;
use load_balancing_model::Strategy;

use crate::browser::Browser;

/// Moves of a ruler for each case.
const MOVES: u32 = 32;

const TWO_CHOICES: Strategy = Strategy::Choices { choices: 2, distinct: false };

/// How items are placed, 1,000 on 13 servers where the lab opens, and which of its rulers is moved: another number of servers takes new
/// placements, another capacity is answered from those that are there.
const CASES: [(&str, Strategy, &str); 4] = [
    ("random, other servers", Strategy::Random, "servers"),
    ("random, another capacity", Strategy::Random, "capacity"),
    ("two choices, other servers", TWO_CHOICES, "servers"),
    ("two choices, another capacity", TWO_CHOICES, "capacity"),
];

/// Moves the rulers of the built page.
pub(crate) fn measure(browser: &mut Browser) -> Result<Series, Skipped> {
    let points = CASES.into_iter().map(|case| point(browser, case)).collect::<Result<Vec<_>, _>>();
    let points = points.map_err(|failure| Skipped {
        what: "The lab's answers to a reader".to_owned(),
        why: failure.to_string(),
        needs: "the built site: run it through `npm run bench`".to_owned(),
    })?;
    Ok(Series::new("moves", "From a move of a slider to the figures of 10,000 repetitions")
        .dimensions([Dimension::new("case", "Case", None)])
        .measures([
            Measure::median("update_seconds", "Time to the final figures", "s"),
            Measure::median("longest_task_seconds", "Longest task of the page, 0 below 50 ms", "s"),
        ])
        .points(points))
}

fn point(browser: &mut Browser, (name, strategy, ruler): (&str, Strategy, &str)) -> Result<Point, Failure> {
    let (updates, tasks) = browser.move_ruler(strategy, ruler, MOVES)?;
    let point = Point::new([("case", name.into())]);
    Ok(point.value("update_seconds", median(&updates)).value("longest_task_seconds", median(&tasks)))
}
