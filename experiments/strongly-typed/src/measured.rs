//! Every mistake in every language, two at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use harness::record::{Profile, Skipped};
use harness::{Failure, Run};
use strongly_typed_model::{Mistake, Outcome, Scores, Table};

use crate::cell::{Bench, Cell};
use crate::equality::{self, Equality};
use crate::languages::{ALL, Language, all_and_beside};
use crate::place::Place;
use crate::said::telling;
use crate::toolchain::Toolchain;

/// Programs that are no mistakes of the list, by language and name.
type Beside = &'static [(&'static str, &'static str)];

/// Conversions that one language makes and another refuses, and a hole of Rust's type system.
const ASIDES: Beside = &[
    ("c", "integer-as-condition"),
    ("c", "pointer-as-value"),
    ("rust", "hole-lifetime"),
    ("rust", "integer-as-condition"),
    ("rust", "pointer-as-value"),
];
/// What a proof assistant accepts though it is not proved.
const GAPS: Beside = &[("coq", "admitted"), ("coq", "type-in-type"), ("coq-type-in-type", "type-in-type")];

/// All programs beside the list.
pub fn beside() -> impl Iterator<Item = (&'static str, &'static str)> {
    [ASIDES, GAPS].into_iter().flatten().copied()
}

/// How many are tried at once: each compiler mostly uses one core.
const AT_ONCE: usize = 2;

/// Which of a cell's two outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// By the compiler as it is.
    Plain,
    /// With its usual warnings as errors, and the usual linters.
    Linted,
}

/// What one program came to.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The language.
    pub language: &'static Language,
    /// The mistake's name, or an aside's.
    pub mistake: &'static str,
    /// What became of it.
    pub cell: Cell,
}

/// Everything that was tried.
#[derive(Debug, Default)]
pub struct Measured {
    /// The mistakes, by language and in their own order.
    pub cells: Vec<Tried>,
    /// What is no mistake of the list.
    pub beside: Vec<Tried>,
    /// Who equals whom.
    pub equalities: Vec<Equality>,
    /// What was not.
    pub skipped: Vec<Skipped>,
}

impl Measured {
    /// The languages that were tried, in their own order.
    pub fn languages(&self) -> Vec<&'static Language> {
        ALL.iter().filter(|language| self.cells.iter().any(|it| it.language.id == language.id)).collect()
    }

    /// The outcomes of a language, in the order of [`Mistake::ALL`].
    pub fn outcomes(&self, language: &Language, column: Column) -> Vec<Outcome> {
        let of = |mistake: Mistake| {
            let found = self.cells.iter().find(|it| it.language.id == language.id && it.mistake == mistake.name());
            found.map_or(Outcome::NotTested, |it| match column {
                Column::Plain => it.cell.outcome,
                Column::Linted => it.cell.linted,
            })
        };
        Mistake::ALL.map(of).to_vec()
    }

    /// The languages that every meaning has a score for; none if there is no such language.
    pub fn scored(&self, column: Column) -> Option<Scored> {
        let scored = |rows: &[Vec<Outcome>]| {
            let table = Table::new(rows.iter().map(|row| &row[..])).ok()?;
            let scores = table.scores().ok()?;
            Some((table, scores))
        };
        let rows = self.languages().into_iter().map(|language| (language, self.outcomes(language, column)));
        let (languages, rows): (Vec<_>, Vec<_>) =
            rows.filter(|(_, row)| scored(std::slice::from_ref(row)).is_some()).unzip();
        let (table, scores) = scored(&rows)?;
        Some(Scored { languages, table, scores })
    }
}

/// Languages with a score by every meaning, by one of the columns.
pub struct Scored {
    /// The languages.
    pub languages: Vec<&'static Language>,
    /// What became of their mistakes.
    pub table: Table,
    /// Their scores.
    pub scores: Scores,
}

/// Tries everything that this machine can; a quick run leaves out languages that take long to compile.
pub fn measure(run: &Run) -> Result<Measured, Failure> {
    let place = Place::open()?;
    let wanted: Vec<&'static Language> =
        all_and_beside().filter(|language| language.quick || run.profile == Profile::Full).collect();
    let toolchain = Toolchain::find(&wanted, &place);
    let check = || run.advance(0);
    let bench = Bench { place: &place, toolchain: &toolchain, check: &check };
    let mut measured = Measured::default();
    let languages = has(&wanted, &bench, run, &mut measured.skipped)?;

    let scored = languages.iter().copied().filter(|language| language.is_scored());
    let mistakes = scored.flat_map(|language| Mistake::ALL.map(|mistake| (language, mistake.name())));
    let here = |id: &str| languages.iter().copied().find(|language| language.id == id);
    let others = beside().filter_map(|(id, name)| Some((here(id)?, name)));
    let jobs: Vec<(&'static Language, &'static str)> = mistakes.chain(others).collect();
    run.expect(jobs.len() as u64);
    let tried = try_all(&bench, &jobs, run)?;
    (measured.cells, measured.beside) = tried.into_iter().partition(|it| Mistake::of(it.mistake).is_some());
    for id in equality::LANGUAGES {
        if let Some(language) = here(id) {
            measured.equalities.extend(equality::ask(&bench, language)?);
        }
    }
    // A linter that is not here was told of once.
    let is_new =
        |it: &&Tried| it.cell.outcome == Outcome::NotTested || bench.toolchain.lacks_lint(it.language).is_none();
    let all = measured.cells.iter().chain(&measured.beside);
    measured.skipped.extend(all.filter(is_new).filter_map(not_tested));
    Ok(measured)
}

/// The languages that this machine has; the others are skipped, each with the reason.
fn has(
    wanted: &[&'static Language],
    bench: &Bench<'_>,
    run: &Run,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<&'static Language>, Failure> {
    let mut languages = Vec::new();
    for &language in wanted {
        let lacks = bench.toolchain.lacks(language);
        let version = if lacks.is_none() { bench.version(language)? } else { None };
        match (lacks, version) {
            (None, Some(version)) => {
                run.uses(language.name, version);
                languages.push(language);
                if let Some(lack) = bench.toolchain.lacks_lint(language) {
                    let what = format!("{} with {}", language.name, language.lint.words);
                    skipped.push(Skipped { what, why: lack, needs: language.lint.words.to_owned() });
                }
            }
            (lacks, _) => skipped.push(Skipped {
                what: language.name.to_owned(),
                why: lacks.unwrap_or_else(|| "it does not tell its version".to_owned()),
                needs: language.needs.to_owned(),
            }),
        }
    }
    Ok(languages)
}

fn try_all(bench: &Bench<'_>, jobs: &[(&'static Language, &'static str)], run: &Run) -> Result<Vec<Tried>, Failure> {
    let next = AtomicUsize::new(0);
    let cells: Mutex<Vec<(usize, Result<Cell, Failure>)>> = Mutex::default();
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(language, mistake)) = jobs.get(at) else { return };
            let cell = bench.cell(language, mistake).and_then(|cell| run.advance(1).map(|()| cell));
            let failed = cell.is_err();
            cells.lock().expect("no thread fails while it adds one").push((at, cell));
            if failed {
                next.store(jobs.len(), Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    let mut cells = cells.into_inner().expect("no thread has failed");
    cells.sort_by_key(|(at, _)| *at);
    let tried = |(at, cell): (usize, Result<Cell, Failure>)| {
        let (language, mistake) = jobs[at];
        Ok(Tried { language, mistake, cell: cell? })
    };
    cells.into_iter().map(tried).collect()
}

/// Why a cell was not tested, or only its second column was not.
fn not_tested(it: &Tried) -> Option<Skipped> {
    let Cell { outcome, linted, output, lint_output } = &it.cell;
    let words = it.language.lint.words;
    let (what, said, needs) = match (outcome, linted) {
        (Outcome::NotTested, _) => {
            (it.language.name.to_owned(), output, "a compiler that names the line, or a run that ends by itself")
        }
        (_, Outcome::NotTested) => (format!("{} with {words}", it.language.name), lint_output, words),
        _ => return None,
    };
    Some(Skipped {
        what: format!("{} in {what}", it.mistake),
        why: first_line(&telling(said)),
        needs: needs.to_owned(),
    })
}

fn first_line(output: &str) -> String {
    output.lines().find(|line| !line.trim().is_empty()).unwrap_or("it ended without a word").to_owned()
}
