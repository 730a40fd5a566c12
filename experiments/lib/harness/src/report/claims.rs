//! The claims of a run: a line each, or a few on a narrow terminal.

use std::collections::BTreeSet;

use comfy_table::{LineStyle, Table, TableStyle};
use console::measure_text_width;

use crate::readable::{interval, is_count, parts, range};
use crate::record::{ClaimFigure, Estimate, Profile, PublishedValue, Verdict};
use crate::report::{Look, VERDICTS, printable, style, words};
use crate::summary::{ClaimInShort, Summary};

/// Shown in place of a missing figure.
const NOTHING: &str = "–";

/// A claim in words.
struct Line {
    id: String,
    verdict: Verdict,
    /// The value that this run has, and its interval.
    own: Option<(String, Option<String>)>,
    published: Option<String>,
    /// The value of a published record, or the range of several.
    on_record: Option<String>,
}

impl Line {
    fn new(claim: &ClaimInShort, profile: Profile) -> Self {
        let printable = |text: String| printable(&text);
        let own = claim.figure.as_ref().and_then(own);
        Self {
            id: printable(claim.id.clone()),
            verdict: claim.verdict,
            own: own.map(|(value, interval)| (printable(value), interval.map(printable))),
            published: claim.figure.as_ref().and_then(published).map(printable),
            on_record: on_record(claim).filter(|_| !is_reduced(claim, profile)).map(printable),
        }
    }

    /// This run's value, and its interval behind a gap.
    fn own(&self, gap: &str) -> Option<String> {
        let (value, interval) = self.own.as_ref()?;
        Some(interval.as_ref().map_or_else(|| value.clone(), |interval| format!("{value}{gap}{interval}")))
    }
}

/// The claims as a table where that fits, if need be with intervals on lines of their own; else as a list. Nothing without claims.
pub(super) fn claims(summary: &Summary, look: Look) -> Option<String> {
    let lines: Vec<Line> = summary.claims.iter().map(|claim| Line::new(claim, summary.profile)).collect();
    if lines.is_empty() {
        return None;
    }
    let fits = |table: &String| table.lines().all(|line| measure_text_width(line) <= look.width());
    let table = [" ", "\n"].into_iter().map(|gap| table(&lines, gap, look)).find(fits);
    Some(table.unwrap_or_else(|| list(&lines, look)))
}

/// A row a claim, without the columns that would be empty; without frames, two spaces between columns, and a line under the head.
fn table(lines: &[Line], gap: &str, look: Look) -> String {
    const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let rows = lines.iter().map(|line| {
        let Line { id, verdict, published, on_record, .. } = line;
        [Some(id.clone()), line.own(gap), published.clone(), on_record.clone(), Some(words(*verdict).to_owned())]
    });
    let rows: Vec<_> = rows.collect();
    let is_shown = |column: usize| rows.iter().any(|row| row[column].is_some());
    let head = ["claim", "this run", "published", "on record", "verdict"];
    let mut table = Table::new();
    table.load_style(STYLE).set_header((0..5).filter(|column| is_shown(*column)).map(|column| head[column]));
    for row in &rows {
        let cells = (0..5).filter(|column| is_shown(*column));
        table.add_row(cells.map(|column| row[column].as_deref().unwrap_or(NOTHING)));
    }
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, 1)));
    if let Some(last) = table.column_iter_mut().last() {
        last.set_padding((0, 0));
    }
    table.lines().map(|line| coloured(line.trim_end(), look)).collect::<Vec<_>>().join("\n")
}

/// A table's line with its verdict, where it ends in one, in colour.
fn coloured(line: &str, look: Look) -> String {
    let found = VERDICTS.iter().find_map(|verdict| Some((verdict, line.strip_suffix(words(*verdict))?)));
    match found {
        Some((verdict, before)) if before.ends_with("  ") => {
            format!("{before}{}", look.style(&style(*verdict), words(*verdict)))
        }
        _ => line.to_owned(),
    }
}

/// The same with a line a figure.
fn list(lines: &[Line], look: Look) -> String {
    let claim = |line: &Line| {
        let verdict = look.style(&style(line.verdict), words(line.verdict));
        let figures = [
            ("this run ", line.own(" ")),
            ("published", line.published.clone()),
            ("on record", line.on_record.clone()),
        ];
        let figures = figures.into_iter().filter_map(|(whose, value)| Some(format!("  {whose}  {}", value?)));
        let said = [format!("{}: {verdict}", line.id)].into_iter().chain(figures);
        said.map(|line| look.wrapped(&line)).collect::<Vec<_>>().join("\n")
    };
    lines.iter().map(claim).collect::<Vec<_>>().join("\n")
}

/// The value that this run has, and in parentheses its interval, whose unit is left out where it is the value's.
fn own(figure: &ClaimFigure) -> Option<(String, Option<String>)> {
    let (value, kind) = known(figure)?;
    let (number, unit) = parts(value, &figure.unit);
    let interval = figure.measured.as_ref().and_then(|measured| {
        let [low, high] = [measured.low, measured.high].map(|end| parts(end, &figure.unit));
        let whole = interval(measured, &figure.unit)?;
        let ends = if low.1 == unit && high.1 == unit { format!("{} to {}", low.0, high.0) } else { whole };
        // The range of all observations stands in where they are too few for an interval of 95%.
        Some(if measured.confidence.is_some() { format!("({ends}, all {})", measured.n) } else { format!("({ends})") })
    });
    Some((format!("{number}{unit}{kind}"), interval))
}

/// The best that is known of a figure, and what that is where it is not measured.
fn known(figure: &ClaimFigure) -> Option<(f64, &'static str)> {
    let measured = figure.measured.as_ref().map(|measured| (measured.value, MEASURED));
    let exact = figure.exact.map(|exact| (exact, EXACT));
    measured.or(exact).or_else(|| Some((figure.predicted?, PREDICTED)))
}

const MEASURED: &str = "";
const EXACT: &str = " (exact)";
const PREDICTED: &str = " (predicted)";

fn published(figure: &ClaimFigure) -> Option<String> {
    let PublishedValue { low, high } = *figure.published.as_ref()?;
    Some(range(low, high, &figure.unit))
}

/// The value of published records, or their range; where some have measured it, of those.
fn on_record(claim: &ClaimInShort) -> Option<String> {
    let all = values_on_record(claim);
    let kind = [MEASURED, EXACT, PREDICTED].into_iter().find(|kind| all.iter().any(|(_, of)| of == kind))?;
    let values = || all.iter().filter(|(_, of)| *of == kind).map(|(value, _)| *value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let figure = claim.figure.as_ref()?;
    // The column of this run already says so where its figure is of the same kind.
    let said = if known(figure).is_some_and(|(_, own)| own == kind) { "" } else { kind };
    Some(format!("{}{said}", range(low, high, &figure.unit)))
}

fn values_on_record(claim: &ClaimInShort) -> Vec<(f64, &'static str)> {
    claim.published.iter().flatten().filter_map(|published| known(published.figure.as_ref()?)).collect()
}

/// True where a quick run has another count than a published record: it may have counted less than a full run does.
fn is_reduced(claim: &ClaimInShort, profile: Profile) -> bool {
    let Some(ClaimFigure { unit, measured: Some(Estimate { value, low, high, .. }), .. }) = &claim.figure else {
        return false;
    };
    let is_bare_count = low == high && is_count(unit);
    profile == Profile::Quick && is_bare_count && values_on_record(claim).iter().any(|(other, _)| other != value)
}

/// Names of the claims that are not compared with records, if there are any.
pub(super) fn reduced(summary: &Summary) -> Option<String> {
    let reduced = summary.claims.iter().filter(|claim| is_reduced(claim, summary.profile));
    let names: Vec<&str> = reduced.map(|claim| &*claim.id).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Names of the claims on which records contradict this run, with their verdicts: `crashes (holds)`.
pub(super) fn contradicted(summary: &Summary) -> Option<String> {
    let is_decided = |verdict: &Verdict| !matches!(verdict, Verdict::Undecided | Verdict::NotTested);
    let comparable = summary.claims.iter().filter(|claim| !is_reduced(claim, summary.profile));
    let named = comparable.filter(|claim| is_decided(&claim.verdict)).filter_map(|claim| {
        let others = claim.published.iter().flatten().map(|published| published.verdict);
        let others: BTreeSet<&str> =
            others.filter(|verdict| is_decided(verdict) && *verdict != claim.verdict).map(words).collect();
        let others: Vec<&str> = others.into_iter().collect();
        (!others.is_empty()).then(|| format!("{} ({})", claim.id, others.join(", ")))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}
