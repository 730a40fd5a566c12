//! The claims and the rules that judge them: those published first, then this project's own. All figures come from the
//! series, so that a rule sees what a reader sees.
//!
//! One child that crashes, or that is given a wrong answer, shows that a program can; that no child does shows that it
//! cannot only as far as there were many. A child that hangs shows neither: the machine may have been busy.

mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::record::{Claim, ClaimFigure, Estimate, Point, Series, Setting, Verdict, unit};
use harness::statistics::share;

use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::go::GoCondition;
use crate::leak::{LeakCondition, Operation};

/// With no failure among so many, fewer than 2.5% fail (the upper end of Wilson's interval).
const ENOUGH_CHILDREN: u64 = 150;

/// The two libraries that the statements of 2023 are about.
const OF_2023: [Library; 2] = [Library::Glibc, Library::Musl];

/// All claims.
pub(crate) fn claims(series: &[Series]) -> Vec<Claim> {
    let seen = Seen { series };
    let findings = [
        published::getenv(&seen),
        published::resolver(&seen),
        published::rust(&seen),
        published::go_resolver(&seen),
        published::go_own_copy(&seen),
        published::glibc_never_frees(&seen),
        published::musl_frees(&seen),
        published::lock(&seen),
        published::newer_glibc(&seen),
        published::two_writers(&seen),
        published::illumos(),
        own::localtime(&seen),
        own::same_names(&seen),
        own::dangling(&seen),
        own::writer_alone(&seen),
    ];
    findings.into_iter().map(Claim::from).collect()
}

/// The series as the rules look at them.
struct Seen<'a> {
    series: &'a [Series],
}

impl<'a> Seen<'a> {
    fn point(&self, series: &str, at: &[(&str, &str)]) -> Option<&'a Point> {
        let series = self.series.iter().find(|found| found.id == series)?;
        let is_there = |point: &&Point| {
            at.iter().all(|(name, value)| point.at.get(*name) == Some(&Setting::Text((*value).to_owned())))
        };
        series.points.iter().find(is_there)
    }

    /// How the children of one condition ended.
    fn cell(&self, condition: Condition) -> Option<Ends<'a>> {
        let Condition { library, language, reader, writer, fix } = condition;
        let at = [
            ("library", library.name()),
            ("language", language.name()),
            ("reader", reader.name()),
            ("writer", writer.name()),
            ("fix", fix.name()),
        ];
        self.point("cells", &at).map(Ends)
    }

    /// The same without a lock.
    fn unlocked(&self, library: Library, reader: Reader, writer: Writer) -> Option<Ends<'a>> {
        self.cell(Condition::of(library, reader, writer, Fix::None))
    }

    /// The same with each of [`OF_2023`].
    fn in_2023(&self, reader: Reader, writer: Writer) -> [Option<Ends<'a>>; 2] {
        OF_2023.map(|library| self.unlocked(library, reader, writer))
    }

    /// How the children ended with each of [`OF_2023`].
    fn in_words(&self, [own, musl]: [Option<Ends>; 2]) -> String {
        let [own_version, musl_version] = OF_2023.map(|library| self.version(library));
        format!(
            "with {own_version}, {} children failed, and with {musl_version}, {}",
            of_children(own),
            of_children(musl)
        )
    }

    fn go(&self, condition: GoCondition) -> Option<Ends<'a>> {
        self.point("go", &[("access", condition.access.name()), ("cgo", condition.cgo.name())]).map(Ends)
    }

    /// What each call leaves in memory, in bytes.
    fn leak(&self, condition: LeakCondition) -> Option<&'a Estimate> {
        let at = [("library", condition.library.name()), ("operation", condition.operation.name())];
        self.point("leak-rates", &at)?.values.get("bytes_per_call")
    }

    fn leaks(&self, library: Library, operation: Operation) -> Option<&'a Estimate> {
        self.leak(LeakCondition { library, operation })
    }

    /// The share of changes that moved the array.
    fn moves(&self, library: Library, writer: Writer) -> Option<&'a Estimate> {
        let at = [("library", library.name()), ("writer", writer.name())];
        self.point("moves", &at)?.values.get("moving_share")
    }

    /// What stands behind a library's name.
    fn version(&self, library: Library) -> &'a str {
        let point = self.point("versions", &[("name", library.name())]);
        match point.and_then(|point| point.at.get("version")) {
            Some(Setting::Text(version)) => version,
            _ => library.name(),
        }
    }
}

/// How the children of one condition ended.
#[derive(Clone, Copy)]
struct Ends<'a>(&'a Point);

impl<'a> Ends<'a> {
    fn failed(self) -> &'a Estimate {
        &self.0.values["failed_share"]
    }

    fn wrong_answers(self) -> &'a Estimate {
        &self.0.values["wrong_answer_share"]
    }

    /// How many crashed or were given a wrong answer, of how many.
    fn counts(self) -> (u64, u64) {
        let Estimate { n, value, .. } = self.failed();
        let count = |share: f64| (share * *n as f64).round() as u64;
        (count(*value).saturating_sub(count(self.0.values["hung_share"].value)), *n)
    }

    /// Whether it can fail; `None` where too few children tried.
    fn fails(self) -> Option<bool> {
        match (self.counts(), self.failed().value) {
            ((1.., _), _) => Some(true),
            ((0, n), 0.0) if n >= ENOUGH_CHILDREN => Some(false),
            _ => None,
        }
    }
}

fn fails(ends: Option<Ends>) -> Option<bool> {
    ends.and_then(Ends::fails)
}

/// How many crashed or were given a wrong answer in all these, of how many; `None` where nobody tried.
fn pooled(all: &[Option<Ends>]) -> Option<Estimate> {
    let counts = all.iter().flatten().map(|ends| ends.counts());
    let (count, n) = counts.fold((0, 0), |(count, n), (more, children)| (count + more, n + children));
    (n > 0).then(|| share(count, n))
}

/// A share that was measured, or was not.
fn share_figure(label: &str, measured: Option<&Estimate>) -> ClaimFigure {
    figure(label, unit::SHARE, measured)
}

/// The share of children that failed.
fn failed_figure(which: &str, ends: Option<Ends>) -> ClaimFigure {
    share_figure(&format!("share that failed: {which}"), ends.map(Ends::failed))
}

/// Bytes a call.
fn bytes_figure(label: &str, measured: Option<&Estimate>) -> ClaimFigure {
    figure(label, "B", measured)
}

fn figure(label: &str, unit: &str, measured: Option<&Estimate>) -> ClaimFigure {
    ClaimFigure::new(label, unit, measured.cloned())
}

/// Reproduced where all hold, differs where none does, and otherwise depends: on what, the reason says. Not tested where
/// nothing could be told.
fn by_how_many(held: &[Option<bool>]) -> Verdict {
    let told: Vec<bool> = held.iter().copied().flatten().collect();
    match (told.is_empty(), told.iter().filter(|&&holds| holds).count()) {
        (true, _) => Verdict::NotTested,
        (_, 0) => Verdict::Differs,
        (_, holding) if holding == told.len() => Verdict::Reproduced,
        _ => Verdict::Depends,
    }
}

/// The same where a statement has two sides: with one of them unknown, nothing can be told.
fn both([one, other]: [Option<bool>; 2]) -> Verdict {
    match (one, other) {
        (Some(_), Some(_)) => by_how_many(&[one, other]),
        _ => Verdict::NotTested,
    }
}

/// `180 of 200`, or `0 of 0` where nobody tried.
fn of_children(ends: Option<Ends>) -> String {
    of_all(&[ends])
}

/// The same for all of these together.
fn of_all(all: &[Option<Ends>]) -> String {
    pooled(all).map_or_else(|| "0 of 0".to_owned(), |all| format!("{:.0} of {}", all.value * all.n as f64, all.n))
}

/// `625 of 10000`; what was not counted says so.
fn of_changes(share: Option<&Estimate>) -> String {
    share.map_or_else(
        || "an unknown number".to_owned(),
        |share| format!("{:.0} of {}", share.value * share.n as f64, share.n),
    )
}

/// `96 bytes`; what was not measured says so.
fn of_bytes(rate: Option<&Estimate>) -> String {
    rate.map_or_else(|| "an unknown number of bytes".to_owned(), |rate| format!("{:.0} bytes", rate.value))
}
