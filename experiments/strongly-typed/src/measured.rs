//! Every mistake in every language, two at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use harness::record::{Profile, Skipped};
use harness::{Failure, Run, undisturbed};
use strongly_typed_model::{Mistake, Outcome};
use supervisor::Workplace;

use crate::RUNS;
use crate::cell::{Bench, Cell};
use crate::equality::{self, Equality};
use crate::languages::{Language, all_and_beside};
use crate::said::telling;
use crate::toolchain::Toolchain;

/// Programs that are no mistakes of the list, each by its language and name.
type Beside = &'static [(&'static str, &'static str)];

/// Conversions that one language makes and another refuses, and a hole of Rust's type system.
const ASIDES: Beside = &[
    ("c", "integer-as-condition"),
    ("c", "pointer-as-value"),
    ("rust", "hole-lifetime"),
    ("rust", "integer-as-condition"),
    ("rust", "pointer-as-value"),
];
/// Statements that a proof assistant accepts without a proof.
const GAPS: Beside = &[("coq", "admitted"), ("coq", "type-in-type"), ("coq-type-in-type", "type-in-type")];

/// All programs beside the list.
pub fn beside() -> impl Iterator<Item = (&'static str, &'static str)> {
    [ASIDES, GAPS].into_iter().flatten().copied()
}

/// Number of programs that are tried at once: each compiler mostly uses one core.
const AT_ONCE: usize = 2;

/// One program and its outcome.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The language.
    pub language: &'static Language,
    /// The name of the mistake, or of the program beside the list.
    pub mistake: &'static str,
    /// The outcome.
    pub cell: Cell,
}

/// Everything that was tried.
#[derive(Debug, Default)]
pub struct Measured {
    /// The mistakes, by language and in their own order.
    pub cells: Vec<Tried>,
    /// Programs that are no mistakes of the list.
    pub beside: Vec<Tried>,
    /// Answers of `==` and `===`.
    pub equalities: Vec<Equality>,
    /// Whatever was not tried, each with the reason.
    pub skipped: Vec<Skipped>,
}

/// Tries everything that this machine can; a quick run leaves out languages that take long to compile.
pub fn measure(run: &Run) -> Result<Measured, Failure> {
    let check = || run.advance(0);
    let place = Workplace::open(RUNS, &check)?;
    let wanted: Vec<&'static Language> =
        all_and_beside().filter(|language| language.quick || run.profile == Profile::Full).collect();
    let toolchain = Toolchain::find(&wanted, &place);
    let bench = Bench { place: &place, toolchain: &toolchain };
    let mut measured = Measured::default();
    let languages = has(&wanted, &bench, run, &mut measured.skipped)?;

    let scored = languages.iter().copied().filter(|language| language.is_scored());
    let mistakes = scored.flat_map(|language| Mistake::ALL.map(|mistake| (language, mistake.name())));
    let here = |id: &str| languages.iter().copied().find(|language| language.id == id);
    let others = beside().filter_map(|(id, name)| Some((here(id)?, name)));
    let jobs: Vec<(&'static Language, &'static str)> = mistakes.chain(others).collect();
    run.expect(jobs.len() as u64);
    let tried = try_all(&bench, &jobs, run)?;
    (measured.cells, measured.beside) = tried.into_iter().partition(|it| Mistake::named(it.mistake).is_some());
    for id in equality::LANGUAGES {
        if let Some(language) = here(id) {
            measured.equalities.extend(undisturbed(|| equality::ask(&bench, language))??);
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
            let cell = undisturbed(|| bench.cell(language, mistake)).flatten();
            let cell = cell.and_then(|cell| run.advance(1).map(|()| cell));
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
