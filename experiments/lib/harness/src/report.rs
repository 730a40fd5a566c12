//! A run's [`Summary`] as text for a terminal.

mod claims;

use std::collections::BTreeSet;

use console::{Style, Term, measure_text_width, truncate_str};

use crate::readable::readable;
use crate::record::{Profile, Skipped, Verdict};
use crate::summary::{PublishedRun, Summary};

/// Look of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// Most columns of a line; `None` where there is no terminal, and lines of prose stay whole.
    columns: Option<u16>,
    /// True if there are colours.
    coloured: bool,
}

/// No terminal counts as narrower.
const NARROWEST: u16 = 20;
/// Wider than this, a row could not be followed.
const WIDEST: u16 = 140;
/// Most letters that say what was not measured; the record has all.
const LONGEST: usize = 100;

impl Look {
    /// For standard output: as wide as the terminal, in colours if it has some and nobody minds (`NO_COLOR`).
    pub(crate) fn of_output() -> Self {
        let columns = Term::stdout().size_checked().map(|(_, columns)| columns.clamp(NARROWEST, WIDEST));
        Self { columns, coloured: console::colors_enabled() }
    }

    /// Most columns of a table.
    fn width(self) -> usize {
        self.columns.unwrap_or(WIDEST).into()
    }

    fn style(self, style: &Style, text: &str) -> String {
        style.clone().force_styling(self.coloured).apply_to(text).to_string()
    }

    /// Text in lines of the terminal, broken between words alone, so that paths and addresses can be copied; further lines begin with
    /// two blanks.
    fn wrapped(self, text: &str) -> String {
        let Some(columns) = self.columns else { return text.to_owned() };
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if measure_text_width(line) + 1 + measure_text_width(word) <= columns.into() => {
                    line.push(' ');
                    line.push_str(word);
                }
                Some(_) => lines.push(format!("  {word}")),
                None => lines.push(word.to_owned()),
            }
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

/// Report of a run: its claims, what it could not measure, and where to look.
pub(crate) fn report(summary: &Summary, page: Option<&str>, look: Look) -> String {
    let paragraphs = [
        vec![headline(summary, look)],
        claims::claims(summary, look).into_iter().chain(wrapped(on_record(summary), look)).collect(),
        not_measured(summary, look),
        wrapped(places(summary, page), look),
    ];
    let paragraphs = paragraphs.into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n"));
    paragraphs.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Each line on as many of the terminal as it needs.
fn wrapped(lines: Vec<String>, look: Look) -> Vec<String> {
    lines.iter().map(|line| look.wrapped(&printable(line))).collect()
}

fn headline(summary: &Summary, look: Look) -> String {
    let run = format!("{} run of {}", profile(summary.profile), readable(summary.duration_seconds, "s"));
    let counts: Vec<String> = VERDICTS
        .iter()
        .filter_map(|verdict| {
            let count = summary.claims.iter().filter(|claim| claim.verdict == *verdict).count();
            (count > 0).then(|| format!("{} {count}", words(*verdict)))
        })
        .collect();
    let found = match summary.claims.len() {
        0 => run,
        1 => format!("{run}; 1 claim: {}", counts.join(", ")),
        number => format!("{run}; {number} claims: {}", counts.join(", ")),
    };
    let name = look.style(&Style::new().bold(), &printable(&summary.experiment));
    look.wrapped(&format!("{name}, {found}"))
}

/// The published records, where claims stand beside them, and what else there is to say of them.
fn on_record(summary: &Summary) -> Vec<String> {
    let mut lines = Vec::new();
    if summary.published.is_empty() {
        lines.push("No published record to compare with.".to_owned());
    } else if !summary.claims.is_empty() {
        lines.push(format!("on record: {}", published_runs(&summary.published)));
        lines.extend(claims::contradicted(summary).map(|claims| format!("judged otherwise on record: {claims}")));
        lines.extend(
            claims::reduced(summary)
                .map(|claims| format!("not compared, since a quick run counts less than a full one: {claims}")),
        );
    }
    lines.extend(summary.notes.clone());
    lines
}

/// Runs in one line: `full runs of 2026-11-20 to 2026-11-30 on Zen 3 VM and Zen 5 VM (this machine)`.
fn published_runs(runs: &[PublishedRun]) -> String {
    let full = if runs.iter().all(|run| run.profile == Profile::Full) { "full " } else { "" };
    let plural = if runs.len() == 1 { "" } else { "s" };
    let days: BTreeSet<&str> = runs.iter().map(|run| run.time.get(..10).unwrap_or(&run.time)).collect();
    let days: Vec<&str> = days.first().into_iter().chain(days.last().filter(|_| days.len() > 1)).copied().collect();
    let machines: Vec<String> = runs
        .iter()
        .map(|run| format!("{}{}", run.machine, if run.is_this_machine { " (this machine)" } else { "" }))
        .collect();
    format!("{full}run{plural} of {} on {}", days.join(" to "), listed(&machines))
}

/// `a, b and c`; `a; b, 2 cores and c` where one has a comma itself.
fn listed(items: &[String]) -> String {
    let comma = if items.iter().any(|item| item.contains(',')) { "; " } else { ", " };
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(comma)),
        _ => items.concat(),
    }
}

/// Lines on each part that was not measured: why, and what it needs; then the commands that mend some of these.
fn not_measured(summary: &Summary, look: Look) -> Vec<String> {
    if summary.skipped.is_empty() {
        return Vec::new();
    }
    let conditions = summary.skipped.iter().map(|it| {
        let Skipped { what, why, needs } = &it.skipped;
        let needs = if needs == "nothing" { String::new() } else { format!("; it needs {needs}") };
        format!("- {}: {why}{needs}", truncate_str(&printable(what), LONGEST, "…"))
    });
    let mut lines = vec!["Not measured:".to_owned()];
    lines.extend(wrapped(conditions.collect(), look));
    let commands: BTreeSet<&String> = summary.skipped.iter().filter_map(|it| it.mend.as_ref()).collect();
    if !commands.is_empty() {
        lines.push("To measure more:".to_owned());
        // Whole, to be copied.
        lines.extend(commands.into_iter().map(|command| format!("  {command}")));
    }
    lines
}

fn places(summary: &Summary, page: Option<&str>) -> Vec<String> {
    let claims = if summary.claims.is_empty() { "" } else { "; a claim is at #claim-ID there" };
    let page = page.map(|page| format!("page    {page} (run `npm start`){claims}"));
    [format!("record  {}", summary.record)].into_iter().chain(page).collect()
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
