//! The claims, judged.

mod own;
mod published;

use harness::claims::Figure;
use harness::Found;
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};

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
        own::bounded_no_is_no_proof(found),
        own::twice_is_not_the_map(found),
    ]
}

/// How many questions a tool failed in, under this name; see `series::quantities`.
fn failed(found: &Found, name: &str, words: &str, tool: Tool) -> Figure {
    Figure::new(format!("{words}, {}", tool.name()), found.named(&format!("{name}/{}", tool.key())))
}

/// In how many of 20 orders the rule is broken.
fn broken(found: &Found, database: Database, level: &str, guard: &str) -> Figure {
    let locks = match guard {
        "none" => "",
        "for-update" => ", rows locked",
        _ => ", advisory lock",
    };
    let label = format!("{}, {}{locks}: orders that break the rule", database.words(), level.replace('-', " "));
    Figure::new(label, &found.at(RACES, &at_race(database, level, guard), BROKEN))
}

/// The share of testers that miss.
fn misses(found: &Found, tester: Tester, moves: u64, budget: u64) -> Figure {
    let quantity = found.at(MISSES, &at_miss(tester, moves, budget), MISS_SHARE);
    Figure::new(miss_label(tester, moves, budget), &quantity)
}

/// What a claim calls it.
fn miss_label(tester: Tester, moves: u64, budget: u64) -> String {
    let up_to = if tester.draws_evenly() { "" } else { "up to " };
    format!("{}, {up_to}{moves} moves, {budget} examples: testers that miss", tester.words())
}

/// One case for each of the libraries that test properties, of these figures in their order: a machine may lack some.
fn by_tester(figures: &[Figure; 3], part: impl Fn(&Figure) -> Part) -> Rule {
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

/// A count for a sentence.
fn count(figure: &Figure) -> String {
    figure.measured().map_or_else(|| "an unknown number".to_owned(), |measured| format!("{}", measured.value))
}

/// The tools of these figures that failed, for a sentence.
fn named(tools: &[(Tool, Figure)], is_so: impl Fn(f64) -> bool) -> String {
    let names: Vec<&str> = tools
        .iter()
        .filter(|(_, figure)| figure.measured().is_some_and(|measured| is_so(measured.value)))
        .map(|(tool, _)| tool.name())
        .collect();
    if names.is_empty() { "no tool".to_owned() } else { names.join(", ") }
}

/// Why, as it turned out: if all is as stated, and otherwise.
fn why(holds: impl Into<String>, fails: impl Into<String>) -> impl FnOnce(Verdict) -> String {
    let (holds, fails) = (holds.into(), fails.into());
    move |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => holds,
        Verdict::Undecided => String::new(),
        _ => fails,
    }
}
