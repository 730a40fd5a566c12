//! A run's [`Summary`] as text for a terminal.

use std::fmt::Write;

use comfy_table::{ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use console::{Style, Term};

use crate::readable::{interval, readable};
use crate::record::{ClaimFigure, Estimate, Profile, PublishedValue, Verdict};
use crate::summary::{ClaimInShort, Summary};

/// How a text is to look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// How many letters a line has at most.
    width: u16,
    /// Whether there are colours.
    coloured: bool,
}

/// Narrower than this, a table could not be read.
const NARROWEST: u16 = 60;
/// Wider than this, a row could not be followed.
const WIDEST: u16 = 140;
/// Where nobody says how wide a line is.
const USUAL: u16 = 100;

impl Look {
    /// For standard output: as wide as the terminal, in colours if it has some and nobody minds (`NO_COLOR`).
    pub(crate) fn of_output() -> Self {
        let width = Term::stdout().size_checked().map_or(USUAL, |(_, columns)| columns.clamp(NARROWEST, WIDEST));
        Self { width, coloured: console::colors_enabled() }
    }

    fn style(self, style: &Style, text: &str) -> String {
        style.clone().force_styling(self.coloured).apply_to(text).to_string()
    }
}

/// What a run found: its claims, and where to look.
pub(crate) fn report(summary: &Summary, page: Option<&str>, look: Look) -> String {
    let mut text = String::new();
    let mut line = |words: &str| writeln!(text, "{words}").expect("a text takes all");
    let bold = Style::new().bold();
    line(&format!("{}, {}", look.style(&bold, &printable(&summary.experiment)), headline(summary)));
    if !summary.claims.is_empty() {
        line("");
        line(&claims(summary, look));
        for run in &summary.published {
            line(&printable(&format!(
                "on record: {} run of {} on {}{}",
                profile(run.profile),
                run.time.get(..10).unwrap_or(&run.time),
                run.machine,
                if run.is_this_machine { ", this machine" } else { "" }
            )));
        }
    }
    for note in &summary.notes {
        line(&printable(note));
    }
    if summary.published.is_empty() {
        line("\nNo published record to compare with.");
    }
    if !summary.skipped.is_empty() {
        line("");
    }
    for skipped in &summary.skipped {
        line(&printable(&format!("Not measured: {}; it needs {}", skipped.what, skipped.needs)));
    }
    line("");
    line(&format!("record  {}", summary.record));
    if let Some(page) = page {
        let claims = if summary.claims.is_empty() { "" } else { "; a claim is at #claim-ID there" };
        line(&format!("page    {page} (run `npm start`){claims}"));
    }
    text
}

fn headline(summary: &Summary) -> String {
    let run = format!("{} run of {}", profile(summary.profile), readable(summary.duration_seconds, "s"));
    let counts: Vec<String> = VERDICTS
        .iter()
        .filter_map(|verdict| {
            let count = summary.claims.iter().filter(|claim| claim.verdict == *verdict).count();
            (count > 0).then(|| format!("{} {count}", words(*verdict)))
        })
        .collect();
    match summary.claims.len() {
        0 => run,
        1 => format!("{run}; 1 claim: {}", counts.join(", ")),
        number => format!("{run}; {number} claims: {}", counts.join(", ")),
    }
}

/// A row a claim.
fn claims(summary: &Summary, look: Look) -> String {
    let mut table = table(look, ["claim", "published", "on record", "this run", "verdict"]);
    for claim in &summary.claims {
        let figure = claim.figure.as_ref();
        table.add_row([
            cell([&claim.id].into_iter().chain(figure.map(|figure| &figure.label)).cloned()),
            cell(figure.and_then(as_published)),
            cell(on_record(claim, summary)),
            cell(figure.map_or_else(|| vec![NOTHING.to_owned()], with_interval)),
            words(claim.verdict).to_owned(),
        ]);
    }
    // Wide enough for long names, which are no words to be broken, as far as that leaves figures room.
    let longest = summary.claims.iter().map(|claim| claim.id.len() + 1).max().unwrap_or(0) as u16;
    if longest > look.width / 4 {
        let enough = ColumnConstraint::LowerBoundary(Width::Fixed(longest.min(look.width * 3 / 8)));
        table.column_mut(0).expect("there are five columns").set_constraint(enough);
    }
    // As wide as the longest, so that none is broken, and each stands in the last letters of its line, to be coloured there.
    let width = VERDICTS.map(|verdict| words(verdict).len()).into_iter().max().unwrap_or(0);
    let last = table.column_mut(4).expect("there are five columns");
    last.set_padding((0, 0)).set_constraint(ColumnConstraint::Absolute(Width::Fixed(width as u16)));
    let coloured = |line: String| {
        let (before, last) = line.split_at_checked(line.len().saturating_sub(width)).unwrap_or((&line, ""));
        match VERDICTS.iter().find(|verdict| words(**verdict) == last.trim_end()) {
            Some(verdict) => format!("{before}{}", look.style(&style(*verdict), words(*verdict))),
            None => line.trim_end().to_owned(),
        }
    };
    table.lines().map(coloured).collect::<Vec<_>>().join("\n")
}

/// What published records have of a claim: a line each, and of those whose verdict is another one that as well.
fn on_record(claim: &ClaimInShort, summary: &Summary) -> Vec<String> {
    let several = summary.published.len() > 1;
    let each = summary.published.iter().zip(&claim.published).flat_map(|(run, published)| {
        let Some(published) = published else { return vec![NOTHING.to_owned()] };
        let whose = if several { format!("{}: ", run.machine) } else { String::new() };
        let value = published.figure.as_ref().map_or_else(|| NOTHING.to_owned(), value);
        let other = (published.verdict != claim.verdict).then(|| words(published.verdict).to_owned());
        [format!("{whose}{value}")].into_iter().chain(other).collect()
    });
    each.collect()
}

/// Where there is no figure.
const NOTHING: &str = "–";

fn as_published(figure: &ClaimFigure) -> Option<String> {
    let PublishedValue { low, high } = *figure.published.as_ref()?;
    let range = Estimate::between(0, low, [low, high]);
    Some(interval(&range, &figure.unit).unwrap_or_else(|| readable(low, &figure.unit)))
}

/// The value that is known of a figure.
fn value(figure: &ClaimFigure) -> String {
    let ClaimFigure { unit, measured, exact, predicted, .. } = figure;
    match (measured, exact, predicted) {
        (Some(measured), ..) => readable(measured.value, unit),
        (_, Some(exact), _) => format!("{} (exact)", readable(*exact, unit)),
        (_, _, Some(predicted)) => format!("{} (predicted)", readable(*predicted, unit)),
        _ => NOTHING.to_owned(),
    }
}

/// The same, with its interval on a line of its own.
fn with_interval(figure: &ClaimFigure) -> Vec<String> {
    let interval = figure.measured.as_ref().and_then(|measured| in_parentheses(measured, &figure.unit));
    [value(figure)].into_iter().chain(interval).collect()
}

/// An estimate's interval; of observations too few for one of 95%, how many they are.
fn in_parentheses(estimate: &Estimate, unit: &str) -> Option<String> {
    let interval = interval(estimate, unit)?;
    Some(match estimate.confidence {
        None => format!("({interval})"),
        Some(_) => format!("({interval}, all {})", estimate.n),
    })
}

/// A table without frames: two spaces between columns, and a line under its head.
fn table<const COLUMNS: usize>(look: Look, head: [&str; COLUMNS]) -> Table {
    const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(look.width);
    table.set_header(head);
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, 1)));
    table
}

/// A cell of so many lines.
fn cell(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| printable(&line)).collect::<Vec<_>>().join("\n")
}

/// In the order of a summary.
const VERDICTS: [Verdict; 7] = [
    Verdict::Reproduced,
    Verdict::Holds,
    Verdict::Differs,
    Verdict::DoesNotHold,
    Verdict::Depends,
    Verdict::Undecided,
    Verdict::NotTested,
];

fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Reproduced => "reproduced",
        Verdict::Differs => "differs",
        Verdict::Undecided => "undecided",
        Verdict::Depends => "depends",
        Verdict::NotTested => "not tested",
        Verdict::Holds => "holds",
        Verdict::DoesNotHold => "does not hold",
    }
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Reproduced | Verdict::Holds => Style::new().green(),
        Verdict::Differs | Verdict::DoesNotHold => Style::new().red(),
        Verdict::Undecided => Style::new().yellow(),
        Verdict::Depends => Style::new().cyan(),
        Verdict::NotTested => Style::new().dim(),
    }
}

pub(crate) fn profile(profile: Profile) -> &'static str {
    match profile {
        Profile::Quick => "quick",
        Profile::Full => "full",
    }
}

/// A record's text as a terminal may have it: a record can come from anybody, and control characters, among them those that
/// turn the direction of writing, would act on the terminal or show something else than what is there.
fn printable(text: &str) -> String {
    let acts = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.chars().map(|c| if acts(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests;
