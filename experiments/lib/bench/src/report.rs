//! Tables for a terminal.

use harness::readable;
use harness::record::{Estimate, unit};
use harness::statistics::{median, ratio_within_rounds};

/// Cell without a figure.
const NOTHING: &str = "–";

/// A line of a table.
pub(crate) enum Line {
    /// Head of the rows below it, across all columns.
    Title(String),
    /// A name, and its figures.
    Row(Vec<String>),
}

/// Two contenders of one case: the first over the second.
pub(crate) struct Comparison(Vec<String>);

impl Comparison {
    /// A comparison of two contenders by rounds.
    pub(crate) fn new(case: impl Into<String>, unit: &str, first: &[f64], second: &[f64]) -> Self {
        let ratio = ratio_within_rounds(first, second);
        let [first, second] = [first, second].map(|each| readable(median(each).value, unit));
        Self(vec![case.into(), readable(ratio.value, unit::RATIO), interval(&ratio, unit::RATIO), first, second])
    }

    /// A comparison without the first contender.
    pub(crate) fn without_first(case: impl Into<String>, unit: &str, second: &[f64]) -> Self {
        let [ratio, interval, first] = [(); 3].map(|()| NOTHING.to_owned());
        Self(vec![case.into(), ratio, interval, first, readable(median(second).value, unit)])
    }
}

/// Comparisons of the same two contenders under a title; empty without any.
pub(crate) fn group(title: impl Into<String>, comparisons: impl IntoIterator<Item = Comparison>) -> Vec<Line> {
    let indented = |Comparison(mut cells): Comparison| {
        cells[0].insert_str(0, "  ");
        Line::Row(cells)
    };
    let mut rows = comparisons.into_iter().map(indented).peekable();
    let title = rows.peek().map(|_| Line::Title(title.into()));
    title.into_iter().chain(rows).collect()
}

/// The table of all comparisons.
pub(crate) fn comparisons(lines: &[Line]) -> String {
    table(["", "ratio", "95% interval", "first", "second"], lines)
}

/// `1.2 ms to 1.4 ms`.
pub(crate) fn interval(Estimate { low, high, .. }: &Estimate, unit: &str) -> String {
    format!("{} to {}", readable(*low, unit), readable(*high, unit))
}

/// A table with names to the left and all else to the right, each column as wide as its widest cell.
pub(crate) fn table<const COLUMNS: usize>(heads: [&str; COLUMNS], lines: &[Line]) -> String {
    let mut widths = heads.map(|head| head.chars().count());
    for line in lines {
        if let Line::Row(cells) = line {
            widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = cell.chars().count().max(*width));
        }
    }
    let rules = widths.map(|width| "─".repeat(width));
    let head = [row(&heads.map(str::to_owned), &widths), row(&rules, &widths)];
    let rest = lines.iter().map(|line| match line {
        Line::Title(title) => format!("\n{title}"),
        Line::Row(cells) => row(cells, &widths),
    });
    head.into_iter().chain(rest).collect::<Vec<_>>().join("\n")
}

fn row(cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| match column {
        0 => format!("{cell:<width$}"),
        _ => format!("{cell:>width$}"),
    });
    padded.collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_has_the_ratio_of_each_round_with_its_interval_beside_both_times() {
        let (first, second) = ([2.0, 30.0, 8.0, 3.0, 3.0, 3.0], [1.0, 10.0, 2.0, 1.0, 1.0, 1.0]);
        let lines = [
            group("Slow over fast", [Comparison::new("small", "s", &first, &second)]),
            group("Nothing over nothing", []),
            group("In a browser over natively", [Comparison::without_first("large, and long", "s", &second)]),
        ];
        let table = comparisons(&lines.into_iter().flatten().collect::<Vec<_>>());
        assert_eq!(
            table.lines().collect::<Vec<_>>(),
            [
                "                   ratio  95% interval  first  second",
                "─────────────────  ─────  ────────────  ─────  ──────",
                "",
                "Slow over fast",
                "  small                3        2 to 4    3 s     1 s",
                "",
                "In a browser over natively",
                "  large, and long      –             –      –     1 s",
            ]
        );
    }
}
