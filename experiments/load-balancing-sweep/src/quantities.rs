//! Every figure of a run: those of the series, and differences and shares of them.

use harness::record::{Estimate, Series, unit};
use harness::{Found, Quantity};

use crate::conditions::{CHOICES, MANY_ITEMS};
use crate::series::{FULLEST, GAP, LARGE, LEADING, at_large};

/// The fewest and the most items of the large placements.
const FEWEST: u64 = MANY_ITEMS[0];
pub(crate) const MOST: u64 = MANY_ITEMS[2];

/// All of them, of these series.
pub(crate) fn quantities(series: Vec<Series>) -> Found {
    let mut found = Found::new(series);
    let at = |choices, items, measure| found.at(LARGE, &at_large(choices, items), measure);
    let growth = |choices| difference(&at(choices, MOST, GAP), &at(choices, FEWEST, GAP));
    let growths = [1, 2].map(|choices| (growth_of(choices), growth(choices)));
    let above_law = CHOICES.skip(1).map(|choices| {
        let law = at(choices, FEWEST, LEADING).predicted.expect("the law speaks of as many items as servers");
        let fullest = at(choices, FEWEST, FULLEST).measured.map(|fullest| fullest.map(|items| items - law));
        (above_law(choices), Quantity::new("items", fullest.map(Estimate::without_extremes)))
    });
    let [one, two, eight] = [1, 2, *CHOICES.end()].map(|choices| at(choices, MOST, GAP));
    let second = (SECOND.to_owned(), part_of(&difference(&one, &two), &difference(&one, &eight)));
    let all: Vec<(String, Quantity)> = growths.into_iter().chain(above_law).chain([second]).collect();
    all.into_iter().for_each(|(name, quantity)| found.add(name, quantity));
    found
}

/// How much further the fullest server lies above the mean with a hundred items a server than with one.
pub(crate) fn growth_of(choices: u32) -> String {
    format!("growth of the gap, {choices}")
}

/// Name of the figure by which the fullest server exceeds the law's leading term.
pub(crate) fn above_law(choices: u32) -> String {
    format!("above the leading term, {choices}")
}

/// Share that the second choice takes off the gap, of what eight take off.
pub(crate) const SECOND: &str = "second choice's share";

/// One figure less another, from its least to its most.
fn difference(one: &Quantity, other: &Quantity) -> Quantity {
    let measured = one.measured.as_ref().zip(other.measured.as_ref()).map(|(one, other)| {
        let ends = [one.low - other.high, one.high - other.low];
        Estimate::between(one.n.min(other.n), one.value - other.value, ends)
    });
    let exact = one.exact.zip(other.exact).map(|(one, other)| one - other);
    Quantity::new(&one.unit, measured).exact(exact)
}

/// One positive figure over another, from its least to its most.
fn part_of(one: &Quantity, other: &Quantity) -> Quantity {
    let measured = one.measured.as_ref().zip(other.measured.as_ref()).map(|(one, other)| {
        let ends = [one.low / other.high, one.high / other.low];
        Estimate::between(one.n.min(other.n), one.value / other.value, ends)
    });
    Quantity::new(unit::SHARE, measured)
}
