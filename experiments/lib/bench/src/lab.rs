//! The lab on the built article: how long a reader waits after moving a ruler, and how long the page stands still meanwhile.

use harness::statistics::median;
use harness::{Failure, readable};
use load_balancing_model::Strategy;

use crate::browser::Browser;
use crate::report::{self, Line};

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

/// Moves the rulers of the built page: a table, or what could not be measured, and why.
pub(crate) fn measure(browser: &mut Browser) -> Result<String, String> {
    let rows = CASES.into_iter().map(|case| row(browser, case)).collect::<Result<Vec<_>, _>>();
    let rows = rows.map_err(|failure| format!("the lab's answers to a reader: {failure}"))?;
    let heads = ["from a move of a slider to the figures", "time", "95% interval", "longest task"];
    Ok(report::table(heads, &rows))
}

fn row(browser: &mut Browser, (name, strategy, ruler): (&str, Strategy, &str)) -> Result<Line, Failure> {
    let (updates, tasks) = browser.move_ruler(strategy, ruler, MOVES)?;
    let (update, task) = (median(&updates), median(&tasks).value);
    // Tasks below 50 ms are not reported, and count as 0: a median below that says no more.
    let task = if task < 0.05 { "below 50 ms".to_owned() } else { readable(task, "s") };
    Ok(Line::Row(vec![name.to_owned(), readable(update.value, "s"), report::interval(&update, "s"), task]))
}
