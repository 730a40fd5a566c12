//! The rules, given invented figures: both ways, and where figures are missing or few.

use std::time::Duration;

use harness::record::{Claim, Verdict};

use super::claims;
use crate::build_directory::Tool;
use crate::condition::{Condition, Fix, Language, Library, Reader, Writer};
use crate::conditions::{Cell, cells, leaks};
use crate::cost::{CostCondition, CostRow, Guard};
use crate::go::{Access, GoCondition};
use crate::leak::{LeakCondition, Operation};
use crate::measured::{LeakRow, Row, Rows};
use crate::moves::Moves;
use crate::outcome::{Kind, Outcome, SIGSEGV};
use crate::quantities::quantities;

const LIMIT: Duration = Duration::from_millis(70);

/// A row in which so many of so many children ended like this, and the rest survived.
fn row(cell: Cell, kind: Kind, count: usize, children: usize) -> Row {
    let outcome = |index| if index < count { kind } else { Kind::Survived };
    let outcomes = (0..children).map(|index| Outcome { kind: outcome(index), after: LIMIT }).collect();
    Row { cell, limit: LIMIT, outcomes }
}

/// True for a condition that fails where all is as published.
fn is_published_to_fail(cell: &Cell) -> bool {
    match cell {
        Cell::Go(GoCondition { access: Access::CgoGetenv, .. }) => true,
        Cell::Go(condition) => *condition == GoCondition::ALL[2],
        Cell::Runtime(_) => false,
        Cell::Threads(Condition { fix: Fix::Lock, .. }) => false,
        Cell::Threads(Condition { library: Library::GlibcNewer | Library::GlibcCurrent, .. }) => false,
        Cell::Threads(Condition { library: Library::MuslCurrent, .. }) => true,
        Cell::Threads(Condition { language: Language::Rust, reader, .. }) => *reader == Reader::Getenv,
        Cell::Threads(Condition { library, reader, writer, .. }) => match (library, reader, writer) {
            (Library::Musl, Reader::None, Writer::TwoWriters) | (Library::Musl, _, Writer::ReplacedValue) => true,
            (_, Reader::None, _) | (_, _, Writer::ReplacedValue) | (Library::Musl, Reader::Getaddrinfo, _) => false,
            _ => true,
        },
    }
}

/// Rows in which `fails` says what fails, in `count` of `children`.
fn rows_where(fails: impl Fn(&Cell) -> bool, count: usize, children: usize) -> Rows {
    let cell = |cell: Cell| {
        let count = if fails(&cell) { count } else { 0 };
        row(cell, Kind::Signal(SIGSEGV), count, children)
    };
    let leak = |condition: LeakCondition| {
        let LeakCondition { library, operation } = condition;
        let leaks = operation == Operation::NewNames
            || (library != Library::Musl && operation != Operation::ReplaceWithKnownValues);
        let bytes = if leaks { 96.0 } else { 0.0 };
        let resident = [1e6, 1e6 + bytes * f64::from(operation.calls())];
        LeakRow { condition, resident: vec![resident; 7] }
    };
    Rows {
        cells: cells().map(cell).collect(),
        leaks: leaks().into_iter().map(leak).collect(),
        placed: Vec::new(),
        costs: costs([1.0, 1.0], [1.05, 4.0]),
        skipped: Vec::new(),
        moves: vec![
            Moves { library: Library::Glibc, writer: Writer::SameNames, moves: 625 },
            Moves { library: Library::Glibc, writer: Writer::NewNames, moves: 78 },
        ],
        versions: vec![
            (Tool::Glibc, "glibc 2.36".to_owned()),
            (Tool::GlibcNewer, "glibc 2.41".to_owned()),
            (Tool::GlibcCurrent, "glibc 2.43".to_owned()),
            (Tool::MuslCurrent, "musl 1.2.6".to_owned()),
        ],
    }
}

/// Rows of calls with the machine's own glibc that took so long, with nothing held and with a mutex, of one reader and of two.
fn costs(unguarded: [f64; 2], with_mutex: [f64; 2]) -> Vec<CostRow> {
    let row = |guard, threads: u32, seconds: f64| CostRow {
        condition: CostCondition { library: Library::Glibc, guard, threads },
        seconds: vec![seconds; 20],
    };
    let of = |guard, [alone, both]: [f64; 2]| [row(guard, 1, alone), row(guard, 2, both)];
    [of(Guard::None, unguarded), of(Guard::Mutex, with_mutex)].concat()
}

fn judged(rows: &Rows) -> Vec<Claim> {
    claims(&quantities(rows))
}

#[track_caller]
fn verdict(claims: &[Claim], id: &str) -> Verdict {
    claims.iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("no claim {id}")).verdict
}

#[track_caller]
fn why<'a>(claims: &'a [Claim], id: &str) -> &'a str {
    &claims.iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("no claim {id}")).why
}

/// The claims that are about what happens, with their verdicts.
fn verdicts(rows: &Rows) -> Vec<(String, Verdict)> {
    judged(rows).into_iter().map(|claim| (claim.id, claim.verdict)).collect()
}

#[test]
fn where_all_is_as_published_all_is_reproduced_though_the_newer_glibc_mends_it() {
    for count in [1, 10, 200] {
        for (id, verdict) in verdicts(&rows_where(is_published_to_fail, count, 200)) {
            let expected = match id.as_str() {
                "illumos-safe" | "illumos-not-all-safe" | "bsd-frees" => Verdict::NotTested,
                "localtime-crashes"
                | "same-names-crash"
                | "freed-value-is-read"
                | "writer-alone-lives"
                | "lock-fixes"
                | "current-musl-crashes"
                | "locked-readers-wait" => Verdict::Holds,
                _ => Verdict::Reproduced,
            };
            assert_eq!(verdict, expected, "{id}, {count} of 200");
        }
    }
}

#[test]
fn where_nothing_fails_what_is_said_to_crash_differs() {
    let claims = judged(&rows_where(|_| false, 0, 200));
    for id in ["setenv-crashes-getenv", "resolver-crashes", "go-resolver", "rust-set-var", "two-writers"] {
        assert_eq!(verdict(&claims, id), Verdict::Differs, "{id}");
    }
    for id in ["localtime-crashes", "same-names-crash", "freed-value-is-read"] {
        assert_eq!(verdict(&claims, id), Verdict::DoesNotHold, "{id}");
    }
    // A remedy shows nothing where nothing ails.
    for id in ["lock-fixes", "newer-glibc-fixes"] {
        assert_eq!(verdict(&claims, id), Verdict::NotTested, "{id}");
    }
    assert_eq!(verdict(&claims, "writer-alone-lives"), Verdict::Holds);
}

#[test]
fn where_all_fails_what_is_said_to_help_differs() {
    let claims = judged(&rows_where(|_| true, 9, 200));
    for id in ["newer-glibc-fixes", "go-own-copy", "rust-set-var"] {
        assert_eq!(verdict(&claims, id), Verdict::Differs, "{id}");
    }
    for id in ["writer-alone-lives", "lock-fixes"] {
        assert_eq!(verdict(&claims, id), Verdict::DoesNotHold, "{id}");
    }
}

#[test]
fn what_can_happen_happens_with_one_library_and_what_never_does_with_none() {
    for library in [Library::Glibc, Library::Musl] {
        let only = |cell: &Cell| matches!(cell, Cell::Threads(condition) if condition.library == library);
        let claims = judged(&rows_where(|cell| only(cell) && is_published_to_fail(cell), 1, 200));
        assert_eq!(verdict(&claims, "setenv-crashes-getenv"), Verdict::Reproduced);
        assert_eq!(verdict(&claims, "localtime-crashes"), Verdict::Holds);
        assert_eq!(verdict(&claims, "same-names-crash"), Verdict::Holds);
        let claims = judged(&rows_where(only, 1, 200));
        assert_eq!(verdict(&claims, "writer-alone-lives"), Verdict::Depends);
    }
}

#[test]
fn a_current_glibc_that_fails_in_one_condition_makes_it_depend() {
    let fails = |cell: &Cell| {
        let current = Condition::in_c(Library::GlibcCurrent, Reader::Localtime, Writer::NewNames, Fix::None);
        is_published_to_fail(cell) || *cell == Cell::Threads(current)
    };
    assert_eq!(verdict(&judged(&rows_where(fails, 3, 200)), "newer-glibc-fixes"), Verdict::Depends);
}

#[test]
fn a_musl_that_mends_one_of_two_contradicts_the_claim_on_it() {
    for mended in [Reader::Getenv, Reader::None] {
        let fails = |cell: &Cell| {
            let is_mended =
                |condition: &Condition| condition.library == Library::MuslCurrent && condition.reader == mended;
            is_published_to_fail(cell) && !matches!(cell, Cell::Threads(condition) if is_mended(condition))
        };
        assert_eq!(verdict(&judged(&rows_where(fails, 3, 200)), "current-musl-crashes"), Verdict::DoesNotHold);
    }
}

#[test]
fn readers_that_a_lock_makes_less_than_twice_as_slow_do_not_wait_for_each_other() {
    let mut rows = rows_where(is_published_to_fail, 50, 200);
    rows.costs = costs([1.0, 1.0], [1.05, 1.9]);
    let claims = judged(&rows);
    assert_eq!(verdict(&claims, "locked-readers-wait"), Verdict::DoesNotHold);
    let why = why(&claims, "locked-readers-wait");
    assert!(
        why.contains(
            "1.90 times as long with the mutex as without it where two threads read, on a core each, and 1.05 times"
        ),
        "{why}"
    );
}

#[test]
fn rusts_own_reader_has_to_be_safe_with_every_library() {
    let newer = Cell::Threads(Condition::in_rust(Library::GlibcNewer, Reader::RustEnvVar));
    let claims = judged(&rows_where(|cell| is_published_to_fail(cell) || *cell == newer, 1, 200));
    assert_eq!(verdict(&claims, "rust-set-var"), Verdict::Differs);
}

#[test]
fn a_newer_glibc_that_fails_in_one_condition_makes_it_depend() {
    let fails = |cell: &Cell| {
        let new = Condition::in_c(Library::GlibcNewer, Reader::Localtime, Writer::NewNames, Fix::None);
        is_published_to_fail(cell) || *cell == Cell::Threads(new)
    };
    assert_eq!(verdict(&judged(&rows_where(fails, 3, 200)), "newer-glibc-fixes"), Verdict::Depends);
}

#[test]
fn go_may_crash_in_c_and_not_in_its_resolver() {
    let only_c = |cell: &Cell| matches!(cell, Cell::Go(GoCondition { access: Access::CgoGetenv, .. }));
    assert_eq!(verdict(&judged(&rows_where(only_c, 50, 200)), "go-resolver"), Verdict::Differs);
}

#[test]
fn few_children_show_that_something_fails_but_not_that_nothing_does() {
    let claims = judged(&rows_where(is_published_to_fail, 4, 8));
    assert_eq!(verdict(&claims, "setenv-crashes-getenv"), Verdict::Reproduced);
    for id in ["go-own-copy", "newer-glibc-fixes", "rust-set-var", "two-writers", "freed-value-is-read"] {
        assert_eq!(verdict(&claims, id), Verdict::Undecided, "{id}");
    }
    let claims = judged(&rows_where(|_| false, 0, 8));
    for id in ["setenv-crashes-getenv", "resolver-crashes", "go-resolver", "writer-alone-lives"] {
        assert_eq!(verdict(&claims, id), Verdict::Undecided, "{id}");
    }
    let why = why(&claims, "go-resolver");
    assert!(
        why.ends_with(
            "8 tries (share that failed: Go's resolver with cgo) are too few to say that it is rarer than 5%."
        ),
        "{why}"
    );
}

#[test]
fn a_child_that_hangs_shows_neither() {
    let mut rows = rows_where(|_| false, 0, 200);
    for cell in &mut rows.cells {
        *cell = row(cell.cell, Kind::Hung, 5, 200);
    }
    let claims = judged(&rows);
    for id in ["setenv-crashes-getenv", "writer-alone-lives", "two-writers", "go-own-copy"] {
        assert_eq!(verdict(&claims, id), Verdict::NotTested, "{id}");
    }
}

#[test]
fn a_wrong_answer_is_a_failure() {
    let mut rows = rows_where(|_| false, 0, 200);
    for cell in &mut rows.cells {
        *cell = row(cell.cell, Kind::Missing, 5, 200);
    }
    assert_eq!(verdict(&judged(&rows), "setenv-crashes-getenv"), Verdict::Reproduced);
}

#[test]
fn memory_that_grows_or_does_not_is_judged_both_ways() {
    let mut rows = rows_where(is_published_to_fail, 10, 200);
    for leak in &mut rows.leaks {
        leak.condition.library = match leak.condition.library {
            Library::Glibc => Library::Musl,
            Library::Musl => Library::Glibc,
            newer => newer,
        };
    }
    let claims = judged(&rows);
    assert_eq!(verdict(&claims, "glibc-never-frees"), Verdict::Differs);
    assert_eq!(verdict(&claims, "musl-frees"), Verdict::Differs);
}

#[test]
fn without_any_measurement_nothing_is_claimed() {
    for (id, verdict) in verdicts(&Rows::default()) {
        assert_eq!(verdict, Verdict::NotTested, "{id}");
    }
}

#[test]
fn without_musl_and_go_the_rest_is_still_judged() {
    let mut rows = rows_where(is_published_to_fail, 50, 200);
    rows.cells.retain(|row| matches!(row.cell, Cell::Threads(condition) if condition.library != Library::Musl));
    rows.leaks.retain(|row| row.condition.library != Library::Musl);
    let claims = judged(&rows);
    assert_eq!(verdict(&claims, "newer-glibc-fixes"), Verdict::Reproduced);
    assert_eq!(verdict(&claims, "lock-fixes"), Verdict::Holds);
    for id in ["setenv-crashes-getenv", "resolver-crashes", "rust-set-var"] {
        assert_eq!(verdict(&claims, id), Verdict::Reproduced, "{id}");
    }
    for id in ["go-resolver", "go-own-copy", "musl-frees"] {
        assert_eq!(verdict(&claims, id), Verdict::NotTested, "{id}");
    }
}

#[test]
fn reasons_name_versions_and_counts_and_what_mends_it() {
    let claims = judged(&rows_where(is_published_to_fail, 50, 200));
    assert_eq!(
        why(&claims, "setenv-crashes-getenv"),
        "Children that crashed or were given a wrong answer: with glibc 2.36, 50 of 200; with glibc 2.41, which mends it, 0 of \
         200, so rarer than 1.88%; with glibc 2.43, which mends it, 0 of 200, so rarer than 1.88%; with musl, 50 of 200; with \
         musl 1.2.6, 50 of 200."
    );
    assert_eq!(
        why(&claims, "two-writers"),
        "Children that failed of two threads that keep setting new names, where none reads: with glibc 2.36, 0 of 200, so \
         rarer than 1.88%; with glibc 2.41, 0 of 200, so rarer than 1.88%; with musl, 50 of 200; with musl 1.2.6, 50 of 200."
    );
    let newer = why(&claims, "newer-glibc-fixes");
    let both = "with glibc 2.41, 0 of 800, so rarer than 0.478%; with glibc 2.43, 0 of 800, so rarer than 0.478%";
    assert!(newer.contains(&format!("{both}; with glibc 2.36, 200 of 800")), "{newer}");
    let moves = why(&claims, "same-names-crash");
    assert!(moves.contains("in 625 of 10,000 changes with glibc 2.36, and one that sets new names in 78"), "{moves}");
    assert!(why(&claims, "glibc-never-frees").contains("left 96 bytes in memory"), "{claims:?}");
}

#[test]
fn few_children_say_of_no_library_that_it_mends_it() {
    let claims = judged(&rows_where(is_published_to_fail, 4, 8));
    let why = why(&claims, "setenv-crashes-getenv");
    assert!(why.contains("with glibc 2.41, 0 of 8, so rarer than"), "{why}");
}

#[test]
fn a_remedy_without_an_ailment_says_so() {
    let claims = judged(&rows_where(|_| false, 0, 200));
    for id in ["lock-fixes", "newer-glibc-fixes"] {
        assert!(why(&claims, id).starts_with("No child failed without it"), "{id}");
    }
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::Setenv>("setenv");
}
