//! Claims of Wayne's on duals in software engineering.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Source};
use harness::verdicts::{Part, Rule};
use harness::{Found, readable};
use logical_duals_model::Door;

use super::tally::{Failure, failed};
use super::{broken, broken_on_postgres, by_tester, by_version, counts, is_any, is_none, misses, named, why};
use crate::databases::Database;
use crate::laws::LAWS as LAW_WORDS;
use crate::series::{
    ANSWERS, ASKED, FAILURES, FORMULAS, HOLDS, LAWS, NOT_RIGHT, RULES, STEPS, WRONG, at_answer, at_formula, at_law,
    at_rule, refusal,
};
use crate::tools::{BUDGETS, STEPS as BOUND, Tester, Tool};

fn source() -> Option<Source> {
    Some(Source {
        title: "Hillel Wayne, “Logical Duals in Software Engineering”, Computer Things (2025)".to_owned(),
        url: "https://buttondown.com/hillelwayne/archive/logical-duals-in-software-engineering/".to_owned(),
    })
}

/// One case a tool: none of its questions may fail.
fn by_tool(tools: &[(Tool, Figure)]) -> Rule {
    Rule::under("the tool", tools.iter().map(|(tool, figure)| (tool.name(), vec![is_none(figure)])))
}

fn all_tools(found: &Found, failure: Failure) -> Vec<(Tool, Figure)> {
    Tool::ALL.into_iter().map(|tool| (tool, failed(found, failure, tool))).collect()
}

fn figures(tools: &[(Tool, Figure)]) -> Vec<Figure> {
    tools.iter().map(|(_, figure)| figure.clone()).collect()
}

/// Every question that can happen is refuted by a counterexample that replays, by each tool.
pub(super) fn what_checks_can_find(found: &Found) -> Claim {
    let tools = all_tools(found, Failure::NotFound);
    let fails = format!(
        "Asked to check that it never happens, {} found every solution that there is; {} missed at least one.",
        named(&tools, |failed| failed == 0.0),
        named(&tools, |failed| failed > 0.0)
    );
    Statement {
        id: "what-checks-can-find",
        text: "Any tool that can check can find: let it check that the thing never happens, and the counterexample is what you were looking for.",
        source: source(),
    }
    .judge_by(figures(&tools), by_tool(&tools), why("Every tool found every solution that there is.", fails))
}

/// Every question that cannot happen is proved not to, by looking for it.
pub(super) fn what_finds_can_check(found: &Found) -> Claim {
    let tools = all_tools(found, Failure::Unproved);
    let bounded =
        format!("A “no” within {BOUND} moves counts as a proof of the jugs and the river, since no state lies deeper.");
    let holds = format!("Every search ends with a proof that there is nothing to find. {bounded}");
    let fails = format!(
        "Where there is nothing to find, the search of {} ends with a proof of it; that of {} sometimes stops \
         without one. {bounded}",
        named(&tools, |failed| failed == 0.0),
        named(&tools, |failed| failed > 0.0)
    );
    Statement {
        id: "what-finds-can-check",
        text: "Any tool that can find can check: let it look for a counterexample, and where it finds none there is none.",
        source: source(),
    }
    .judge_by(figures(&tools), by_tool(&tools), why(holds, fails))
}

/// Some of each do, with 1,000 examples.
pub(super) fn testers_find(found: &Found) -> Claim {
    let figures = Tester::LIBRARIES.map(|tester| misses(found, tester, tester.moves(), BUDGETS[2]));
    let rule = by_tester(&figures, |figure| Part::below(figure, 1.0));
    let share = |(tester, figure): (Tester, &Figure)| {
        Some(format!("{}, {} moves: {:.0}%", tester.words(), tester.moves(), 100.0 * figure.value()?))
    };
    let shares: Vec<String> = Tester::LIBRARIES.into_iter().zip(&figures).filter_map(share).collect();
    let examples = readable(BUDGETS[2] as f64, "examples");
    let holds = format!(
        "Told that no moves measure four litres, some runs of each library find such moves among {examples}. Share of runs that find \
         none: {}.",
        shares.join("; ")
    );
    Statement {
        id: "testers-find",
        text: "A property tester can find an input that one looks for, if it is given the claim that there is none.",
        source: source(),
    }
    .judge_by(
        figures.to_vec(),
        rule,
        why(holds, format!("Among {examples} no run of some library finds moves that measure four litres.")),
    )
}

/// One true formula and one false one, right both times.
pub(super) fn solver_proves(found: &Found) -> Claim {
    let asked = |key: &str| {
        let words = ASKED.iter().find(|(known, ..)| *known == key).map_or("", |(_, words, _)| words);
        Figure::new(format!("wrong answers about “{words}”"), found.at(FORMULAS, &at_formula(key), WRONG))
    };
    let figures = ["positive", "not-positive", "de-morgan", "square-on-32-bits"].map(asked).to_vec();
    let rule = Rule::all(figures.iter().map(is_none));
    Statement {
        id: "solver-proves",
        text: "A solver that finds values proves that a formula holds for all: its negation has none (Z3 says “unsat”).",
        source: source(),
    }
    .judge_by(
        figures,
        rule,
        why("It proves two formulas that are true and refutes two that are not.", "Not all of its answers are right."),
    )
}

fn not_right(found: &Found, tool: Tool, case: &str, words: &str, door: Door) -> Figure {
    let label = format!("{}: answers that are not {words}", tool.name());
    Figure::new(label, found.at(ANSWERS, &at_answer(tool, case, door), NOT_RIGHT))
}

/// The trace replays in the model and ends in the goal, by the fewest steps.
pub(super) fn model_checker_solves(found: &Found) -> Claim {
    let steps = Figure::new(
        "Spin: steps to four litres",
        found.at(ANSWERS, &at_answer(Tool::Spin, "jugs-4", Door::Check), STEPS),
    );
    let wrong = failed(found, Failure::NotFound, Tool::Spin);
    let rule = Rule::all([is_none(&wrong), Part::above(&steps, 5.5), Part::below(&steps, 6.5)]);
    Statement {
        id: "model-checker-solves",
        text: "A model checker solves a puzzle: checked that the goal is never reached, it answers with the moves that reach it.",
        source: source(),
    }
    .judge_by(
        vec![steps, wrong],
        rule,
        why(
            "Every trace replays in the model of this project and ends in the goal; four litres take six moves, the fewest.",
            "Not every trace ends in the goal by the fewest moves.",
        ),
    )
}

/// The planner ends without a plan exactly for goals that cannot be reached.
pub(super) fn planner_proves(found: &Found) -> Claim {
    let unproved = failed(found, Failure::Unproved, Tool::Pyperplan);
    let wrong = failed(found, Failure::Wrong, Tool::Pyperplan);
    let rule = Rule::all([is_none(&unproved), is_none(&wrong)]);
    Statement {
        id: "planner-proves",
        text: "A planner is made to find, but it also checks: if it finds no plan to a bad state, no behaviour leads there.",
        source: source(),
    }
    .judge_by(
        vec![unproved, wrong],
        rule,
        why(
            "A breadth-first planner ends without a plan exactly where there is none.",
            "It does not say so wherever there is none.",
        ),
    )
}

/// Possible at the length of brute force, and not below.
pub(super) fn shortest(found: &Found) -> Claim {
    let solvers = [Tool::CpSat, Tool::MiniZinc, Tool::Clingo].map(|tool| {
        let both = [
            not_right(found, tool, "tour-best", "that a tour is as short as brute force says", Door::Find),
            not_right(found, tool, "tour-shorter", "that no tour is shorter", Door::Find),
        ];
        (tool, both)
    });
    let case = |(tool, both): &(Tool, [Figure; 2])| (tool.name(), both.iter().map(is_none).collect());
    let rule = Rule::under("the solver", solvers.iter().map(case));
    Statement {
        id: "shortest-is-two-claims",
        text: "That a length is the shortest is two claims: some route has it, and no route is shorter; a solver answers both.",
        source: source(),
    }
    .judge_by(
        solvers.into_iter().flat_map(|(_, both)| both).collect(),
        rule,
        why(
            "Each solver finds a tour of the length that brute force gives, and shows that none is shorter.",
            "Not every solver answers both.",
        ),
    )
}

fn holds(found: &Found, database: Database, rule: &str, words: &str) -> Figure {
    Figure::new(format!("{}: {words}", database.words()), found.at(RULES, &at_rule(database, rule), HOLDS))
}

/// The rules that are named, and others that look at more than one row.
const NAMED: [(&str, &str); 4] =
    [("unique", "UNIQUE"), ("not-null", "NOT NULL"), ("references", "REFERENCES"), ("check-row", "CHECK on one row")];
const OTHERS: [(&str, &str); 5] = [
    ("check-subquery", "CHECK on other rows"),
    ("assertion", "CREATE ASSERTION"),
    ("exclude", "EXCLUDE"),
    ("without-overlaps", "WITHOUT OVERLAPS"),
    ("period", "PERIOD"),
];

/// The four that are named hold; what looks at other rows cannot be declared.
pub(super) fn few_are_declared(found: &Found) -> Claim {
    let of_each = Database::ALL.map(|database| {
        let rule = |(rule, words): (&str, &str)| {
            (
                format!("{words} in {}", versioned(found, database)),
                holds(found, database, rule, &format!("{words} holds")),
            )
        };
        (database, NAMED.map(rule), OTHERS.map(rule))
    });
    let rule = Rule::under(
        "the database",
        of_each.iter().map(|(database, named, others)| {
            let named = named.iter().map(|(_, figure)| is_any(figure));
            // Records may be older than a rule: what they have is judged.
            let others = others.iter().map(|(_, figure)| figure).filter(|figure| figure.measured().is_some());
            (database.words(), named.chain(others.map(is_none)).collect())
        }),
    );
    let missing = rules_that(of_each.iter().flat_map(|(_, named, _)| named), |holds| holds == 0.0);
    let more = rules_that(of_each.iter().flat_map(|(.., others)| others), |holds| holds > 0.0);
    let of_four = missing.map_or_else(
        || "All four hold where they were tried".to_owned(),
        |missing| format!("Of the four these do not hold: {missing}"),
    );
    let besides = more.map_or_else(String::new, |more| format!("; besides them these do: {more}"));
    let fails = format!("{of_four}{besides}. Other databases were not tried; Wayne speaks of most.");
    let figures = of_each.into_iter().flat_map(|(_, named, others)| named.into_iter().chain(others));
    Statement {
        id: "few-are-declared",
        text: "In PostgreSQL and SQLite the only rules over all rows that you can declare are UNIQUE, NOT NULL, REFERENCES, and CHECK on \
               one row.",
        source: source(),
    }
    .judge_by(
        figures.map(|(_, figure)| figure).collect(),
        rule,
        why(
            "All four hold, and nothing else that we tried could be declared. Other databases were not tried; Wayne speaks of most.",
            fails,
        ),
    )
}

/// The rules of these figures of which this is so, for a sentence, if there are any.
fn rules_that<'a>(rules: impl Iterator<Item = &'a (String, Figure)>, is_so: impl Fn(f64) -> bool) -> Option<String> {
    let names: Vec<&str> =
        rules.filter(|(_, figure)| figure.value().is_some_and(&is_so)).map(|(name, _)| name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// A database with its version, where the run told it: `PostgreSQL 18.6`.
fn versioned(found: &Found, database: Database) -> String {
    let name = database.name();
    match (found.version_of(name), name.split(' ').next()) {
        (Some(version), Some(product)) => format!("{product} {version}"),
        _ => name.to_owned(),
    }
}

/// No version lets one declare it.
pub(super) fn subquery_in_check(found: &Found) -> Claim {
    let figures = Database::POSTGRES
        .map(|database| holds(found, database, "check-subquery", "CHECK with a subquery can be declared"));
    let says = Database::POSTGRES.into_iter().rev().find_map(|database| refusal(found, database, "check-subquery"));
    let says = says.map_or_else(|| "It cannot be declared.".to_owned(), |says| format!("It says “{says}”."));
    Statement {
        id: "no-subquery-in-check",
        text: "PostgreSQL lacks the optional feature F671 of the SQL standard, subqueries in CHECK.",
        source: Some(Source {
            title: "Tom Lane on PostgreSQL's mailing list (2006)".to_owned(),
            url: "https://www.postgresql.org/message-id/10645.1143235960@sss.pgh.pa.us".to_owned(),
        }),
    }
    .judge_by(
        figures.to_vec(),
        by_version(&figures, |figure| vec![is_none(figure)]),
        why(says, "It can be declared."),
    )
}

/// Alone it does; with another transaction beside it not.
pub(super) fn trigger_enforces(found: &Found) -> Claim {
    let alone = Database::ALL.map(|database| holds(found, database, "trigger", "the trigger holds, alone"));
    let levels = ["read-committed", "repeatable-read", "serializable"];
    let raced = levels.map(|level| broken_on_postgres(found, level, "none"));
    let sqlite = broken(found, Database::Sqlite, "delete", "none");
    let one_at_a_time = Database::ALL
        .into_iter()
        .zip(&alone)
        .map(|(database, figure)| (format!("{}, one transaction at a time", database.words()), vec![is_any(figure)]));
    let two_at_once = levels.iter().zip(&raced).flat_map(|(level, figures)| {
        let case = |(database, figure): (Database, &Figure)| {
            (format!("{}, two at once, {}", database.words(), level.replace('-', " ")), vec![is_none(figure)])
        };
        Database::POSTGRES.into_iter().zip(figures).map(case).collect::<Vec<_>>()
    });
    let on_sqlite = ("SQLite, two at once".to_owned(), vec![is_none(&sqlite)]);
    let rule = Rule::under("what runs beside it", one_at_a_time.chain(two_at_once).chain([on_sqlite]));
    let [committed, repeatable, serializable] = raced.each_ref().map(counts);
    let fails = || {
        Some(format!(
            "One at a time it refuses what breaks the rule. Of 20 orders of two transactions on PostgreSQL, {} break it at read \
             committed, {} at repeatable read and {} at serializable.",
            committed?, repeatable?, serializable?
        ))
    };
    Statement {
        id: "trigger-enforces",
        text: "A trigger that looks for what breaks the rule, and raises an error, enforces a rule over many rows.",
        source: source(),
    }
    .judge_by(
        alone.into_iter().chain(raced.into_iter().flatten()).chain([sqlite]).collect(),
        rule,
        why("It holds alone and beside another transaction, at every level.", fails()),
    )
}

fn failures(found: &Found, law: &str) -> Figure {
    let words = LAW_WORDS.iter().find(|(key, _)| *key == law).map_or("", |(_, words)| words);
    Figure::new(format!("cases in which it fails: {words}"), found.at(LAWS, &at_law(law), FAILURES))
}

fn law_claim(found: &Found, law: &str, id: &'static str, text: &'static str) -> Claim {
    let figure = failures(found, law);
    let cases = figure.measured().map(|failures| failures.n);
    let rule = Rule::all([is_none(&figure)]);
    Statement { id, text, source: source() }.judge_by(
        vec![figure],
        rule,
        why(
            cases.map(|cases| format!("In each of {cases} small cases.")),
            cases.map(|cases| format!("Not in each of {cases} small cases.")),
        ),
    )
}

/// Every interpretation over domains of up to six.
pub(super) fn duals(found: &Found) -> Claim {
    law_claim(found, "dual", "duals", "Or and and, some and all are duals: F(x) is not G(not x).")
}

/// Every map of up to four keys and three values.
pub(super) fn maps(found: &Found) -> Claim {
    law_claim(
        found,
        "map",
        "map-duals",
        "A map to sets has a dual, from values to keys: x is in map[y] where y is in dual[x].",
    )
}

/// Every list of up to six of three values.
pub(super) fn lists(found: &Found) -> Claim {
    law_claim(
        found,
        "list",
        "list-duals",
        "First and last are duals: the first of the reversed list is the last of the list.",
    )
}

/// Every lasso of up to six states.
pub(super) fn eventually(found: &Found) -> Claim {
    law_claim(
        found,
        "eventually",
        "eventually-always",
        "Eventually and always are duals: eventually P is not always not P.",
    )
}
