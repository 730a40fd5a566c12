//! The claims, judged.

mod own;
mod published;
mod tally;

use harness::claims::{Figure, Reason};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};
use harness::{Found, Quantity};

use crate::databases::Database;
use crate::series::{BROKEN, MISS_SHARE, MISSES, RACES, at_miss, at_race};
use crate::tools::{Tester, Tool};

/// All claims: what was published, then what this project says.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::what_checks_can_find(found),
        published::what_finds_can_check(found),
        published::testers_find(found),
        published::solver_proves(found),
        published::model_checker_solves(found),
        published::planner_proves(found),
        published::shortest(found),
        published::few_are_declared(found),
        published::subquery_in_check(found),
        published::trigger_enforces(found),
        published::duals(found),
        published::maps(found),
        published::lists(found),
        published::eventually(found),
        own::silence_is_no_proof(found),
        own::trigger_breaks(found),
        own::serializable_holds(found),
        own::locks_mend(found),
        own::advisory_lock_after_snapshot(found),
        own::misses_as_computed(found),
        own::covering_bound_proves(found),
        own::fixed_point_proves(found),
        own::twice_is_not_the_map(found),
    ]
}

/// Figures of the model alone, which sentences name.
pub(crate) fn derived() -> [(&'static str, Figure); 1] {
    let deepest = Quantity::new("moves", None).exact(f64::from(own::deepest_of_jugs()));
    [("deepest-of-jugs", Figure::new("jugs: moves to the deepest state", deepest))]
}

/// Number of orders, of 20, in which the rule is broken.
fn broken(found: &Found, database: Database, level: &str, guard: &str) -> Figure {
    let locks = match guard {
        "none" => "",
        "for-update" => ", rows locked",
        _ => ", advisory lock",
    };
    let label = format!("{}, {}{locks}: orders that break the rule", database.words(), level.replace('-', " "));
    Figure::new(label, found.at(RACES, &at_race(database, level, guard), BROKEN))
}

/// Orders that break the rule, on each PostgreSQL.
fn broken_on_postgres(found: &Found, level: &str, guard: &str) -> [Figure; 2] {
    Database::POSTGRES.map(|database| broken(found, database, level, guard))
}

/// One case for each PostgreSQL, of these figures in their order: a machine may lack one.
fn by_version<Of>(figures: &[Of; 2], parts: impl Fn(&Of) -> Vec<Part>) -> Rule {
    let case = |(database, figure): (Database, &Of)| (database.words(), parts(figure));
    Rule::under("the version", Database::POSTGRES.into_iter().zip(figures).map(case))
}

/// The share of testers that miss.
fn misses(found: &Found, tester: Tester, moves: u64, budget: u64) -> Figure {
    Figure::new(miss_label(tester, moves, budget), found.at(MISSES, &at_miss(tester, moves, budget), MISS_SHARE))
}

/// The label of a share of misses.
fn miss_label(tester: Tester, moves: u64, budget: u64) -> String {
    let up_to = if tester.draws_evenly() { "" } else { "up to " };
    format!("{}, {up_to}{moves} moves, {budget} examples: testers that miss", tester.words())
}

/// One case for each of the libraries that test properties, of these figures in their order: a machine may lack some.
fn by_tester(figures: &[Figure; 4], part: impl Fn(&Figure) -> Part) -> Rule {
    let case = |(tester, figure): (Tester, &Figure)| (tester.words(), vec![part(figure)]);
    Rule::under("the tester", Tester::LIBRARIES.into_iter().zip(figures).map(case))
}

/// None at all, of what was counted.
fn is_none(figure: &Figure) -> Part {
    Part::below(figure, 0.5)
}

/// One at least.
fn is_any(figure: &Figure) -> Part {
    Part::above(figure, 0.5)
}

/// The count that was measured of each, for a sentence: one where they agree.
fn counts<'a>(figures: impl IntoIterator<Item = &'a Figure>) -> Option<String> {
    let mut counts: Vec<String> =
        figures.into_iter().filter_map(Figure::value).map(|count| count.to_string()).collect();
    counts.dedup();
    (!counts.is_empty()).then(|| counts.join(" or "))
}

/// The tools of these figures that failed, for a sentence.
fn named(tools: &[(Tool, Figure)], is_so: impl Fn(f64) -> bool) -> String {
    let names: Vec<&str> =
        tools.iter().filter(|(_, figure)| figure.value().is_some_and(&is_so)).map(|(tool, _)| tool.name()).collect();
    if names.is_empty() { "no tool".to_owned() } else { names.join(", ") }
}

/// Why, as it turned out: if all is as stated, and otherwise.
fn why(holds: impl Reason, fails: impl Reason) -> impl FnOnce(Verdict) -> Option<String> {
    move |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => holds.text(),
        Verdict::Undecided => Some(String::new()),
        _ => fails.text(),
    }
}
