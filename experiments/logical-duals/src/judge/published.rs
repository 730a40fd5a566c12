//! What Wayne says of duals in software engineering.

use harness::claims::{Figure, Statement};
use harness::Found;
use harness::record::{Claim, Source};
use harness::verdicts::{Case, Part, Rule};
use logical_duals_model::Door;

use super::{broken, by_tester, count, failed, is_any, is_none, misses, named, why};
use crate::databases::Database;
use crate::laws::LAWS as LAW_WORDS;
use crate::series::{
    ANSWERS, ASKED, FAILURES, FORMULAS, HOLDS, LAWS, NOT_RIGHT, RULES, STEPS, WRONG, at_answer, at_formula, at_law,
    at_rule, said,
};
use crate::tools::{BUDGETS, MOVES, Tester, Tool};

fn source() -> Option<Source> {
    Some(Source {
        title: "Hillel Wayne, “Logical Duals in Software Engineering”, Computer Things (2025)".to_owned(),
        url: "https://buttondown.com/hillelwayne/archive/logical-duals-in-software-engineering/".to_owned(),
    })
}

/// One case a tool: none of its questions may fail.
fn by_tool(tools: &[(Tool, Figure)]) -> Rule {
    let case = |(tool, figure): &(Tool, Figure)| Case { name: tool.name().to_owned(), parts: vec![is_none(figure)] };
    Rule::Under { condition: "the tool".to_owned(), cases: tools.iter().map(case).collect() }
}

fn all_tools(found: &Found, name: &str, words: &str) -> Vec<(Tool, Figure)> {
    Tool::ALL.into_iter().map(|tool| (tool, failed(found, name, words, tool))).collect()
}

fn figures(tools: &[(Tool, Figure)]) -> Vec<Figure> {
    tools.iter().map(|(_, figure)| figure.clone()).collect()
}

/// Every question that can happen is refuted by a counterexample that replays, by each tool.
pub(super) fn what_checks_can_find(found: &Found) -> Claim {
    let tools = all_tools(found, "not-found", "not found by checking that it never happens");
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
    let tools = all_tools(found, "unproved", "not proved by looking for a counterexample");
    let fails = format!(
        "Where there is nothing to find, the search of {} ends with a proof of it; that of {} does not always: some prove it up to \
         a bound of steps only, others just stop looking.",
        named(&tools, |failed| failed == 0.0),
        named(&tools, |failed| failed > 0.0)
    );
    Statement {
        id: "what-finds-can-check",
        text: "Any tool that can find can check: let it look for a counterexample, and where it finds none there is none.",
        source: source(),
    }
    .judge_by(figures(&tools), by_tool(&tools), why("Every tool proved that there is nothing to find.", fails))
}

/// Some of each do, with 1,000 examples.
pub(super) fn testers_find(found: &Found) -> Claim {
    let figures = Tester::LIBRARIES.map(|tester| misses(found, tester, MOVES[1], BUDGETS[2]));
    let rule = by_tester(&figures, |figure| Part::below(figure, 1.0));
    Statement {
        id: "testers-find",
        text: "A property tester finds an input that one looks for, by the claim that there is none.",
        source: source(),
    }
    .judge_by(
        figures.to_vec(),
        rule,
        why(
            "With 1,000 examples of up to 20 moves some testers of each kind find how to measure four litres.",
            "With 1,000 examples of up to 20 moves no tester of some kind found how to measure four litres.",
        ),
    )
}

/// One true formula and one false one, right both times.
pub(super) fn solver_proves(found: &Found) -> Claim {
    let asked = |key: &str| {
        let words = ASKED.iter().find(|(known, ..)| *known == key).map_or("", |(_, words, _)| words);
        Figure::new(format!("wrong answers about “{words}”"), &found.at(FORMULAS, &at_formula(key), WRONG))
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
    Figure::new(label, &found.at(ANSWERS, &at_answer(tool, case, door), NOT_RIGHT))
}

/// The trace replays in the model and ends in the goal, by the fewest steps.
pub(super) fn model_checker_solves(found: &Found) -> Claim {
    let steps = Figure::new(
        "Spin: steps to four litres",
        &found.at(ANSWERS, &at_answer(Tool::Spin, "jugs-4", Door::Check), STEPS),
    );
    let wrong = failed(found, "not-found", "not found by checking that it never happens", Tool::Spin);
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

/// It says so of goals that cannot be reached.
pub(super) fn planner_proves(found: &Found) -> Claim {
    let unproved = failed(found, "unproved", "not proved by looking for a plan", Tool::Pyperplan);
    let wrong = failed(found, "wrong", "false answers", Tool::Pyperplan);
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
    let figures: Vec<Figure> = [Tool::CpSat, Tool::MiniZinc, Tool::Clingo]
        .into_iter()
        .flat_map(|tool| {
            [
                not_right(found, tool, "tour-best", "that a tour is as short as brute force says", Door::Find),
                not_right(found, tool, "tour-shorter", "that no tour is shorter", Door::Find),
            ]
        })
        .collect();
    let rule = Rule::Under {
        condition: "the solver".to_owned(),
        cases: [Tool::CpSat, Tool::MiniZinc, Tool::Clingo]
            .into_iter()
            .zip(figures.chunks(2))
            .map(|(tool, figures)| Case { name: tool.name().to_owned(), parts: figures.iter().map(is_none).collect() })
            .collect(),
    };
    Statement {
        id: "shortest-is-two-claims",
        text: "That a length is the shortest is two claims: some route has it, and no route is shorter; a solver answers both.",
        source: source(),
    }
    .judge_by(
        figures,
        rule,
        why(
            "Each solver finds a tour of the length that brute force gives, and shows that none is shorter.",
            "Not every solver answers both.",
        ),
    )
}

fn holds(found: &Found, database: Database, rule: &str, words: &str) -> Figure {
    Figure::new(format!("{}: {words}", database.words()), &found.at(RULES, &at_rule(database, rule), HOLDS))
}

/// The four that are named hold; what looks at other rows cannot be declared.
pub(super) fn few_are_declared(found: &Found) -> Claim {
    let named = [
        ("unique", "UNIQUE holds"),
        ("not-null", "NOT NULL holds"),
        ("references", "REFERENCES holds"),
        ("check-row", "CHECK on one row holds"),
    ];
    let others = [
        ("check-subquery", "CHECK on other rows holds"),
        ("assertion", "CREATE ASSERTION holds"),
        ("exclude", "EXCLUDE holds"),
    ];
    let mut all = Vec::new();
    let cases = Database::ALL.map(|database| {
        let named = named.map(|(rule, words)| holds(found, database, rule, words));
        let others = others.map(|(rule, words)| holds(found, database, rule, words));
        all.extend(named.iter().chain(&others).cloned());
        let parts = named.iter().map(is_any).chain(others.iter().map(is_none)).collect();
        Case { name: database.words().to_owned(), parts }
    });
    Statement {
        id: "few-are-declared",
        text: "In most databases the only rules over all rows that you can declare are UNIQUE, NOT NULL, REFERENCES, and CHECK on one row.",
        source: source(),
    }
    .judge_by(
        all,
        Rule::Under { condition: "the database".to_owned(), cases: cases.to_vec() },
        why(
            "All four hold, and nothing else that we tried could be declared. Two databases were tried.",
            "All four hold in the two databases that were tried; PostgreSQL has EXCLUDE besides, which SQLite lacks.",
        ),
    )
}

/// By what it says.
pub(super) fn subquery_in_check(found: &Found) -> Claim {
    let figure = holds(found, Database::Postgres, "check-subquery", "CHECK with a subquery can be declared");
    let says = said(found, Database::Postgres, "check-subquery");
    let says = says.map_or_else(|| "It cannot be declared.".to_owned(), |says| format!("It says “{says}”."));
    Statement {
        id: "no-subquery-in-check",
        text: "PostgreSQL lacks the optional feature F671 of the SQL standard, subqueries in CHECK.",
        source: Some(Source {
            title: "Tom Lane on PostgreSQL's mailing list (2006)".to_owned(),
            url: "https://www.postgresql.org/message-id/10645.1143235960@sss.pgh.pa.us".to_owned(),
        }),
    }
    .judge_by(vec![figure.clone()], Rule::all([is_none(&figure)]), why(says, "It can be declared."))
}

/// Alone it does; with another transaction beside it not.
pub(super) fn trigger_enforces(found: &Found) -> Claim {
    let alone = Database::ALL.map(|database| holds(found, database, "trigger", "the trigger holds, alone"));
    let levels = ["read-committed", "repeatable-read", "serializable"];
    let raced = levels.map(|level| broken(found, Database::Postgres, level, "none"));
    let sqlite = broken(found, Database::Sqlite, "delete", "none");
    let mut cases: Vec<Case> = Database::ALL
        .into_iter()
        .zip(&alone)
        .map(|(database, figure)| Case {
            name: format!("{}, one transaction at a time", database.words()),
            parts: vec![is_any(figure)],
        })
        .collect();
    cases.extend(levels.iter().zip(&raced).map(|(level, figure)| Case {
        name: format!("PostgreSQL, two at once, {}", level.replace('-', " ")),
        parts: vec![is_none(figure)],
    }));
    cases.push(Case { name: "SQLite, two at once".to_owned(), parts: vec![is_none(&sqlite)] });
    let fails = format!(
        "One at a time it refuses what breaks the rule. Of 20 orders of two transactions on PostgreSQL, {} break it at read \
         committed, {} at repeatable read and {} at serializable.",
        count(&raced[0]),
        count(&raced[1]),
        count(&raced[2])
    );
    Statement {
        id: "trigger-enforces",
        text: "A trigger that looks for what breaks the rule, and raises an error, enforces a rule over many rows.",
        source: source(),
    }
    .judge_by(
        alone.into_iter().chain(raced).chain([sqlite]).collect(),
        Rule::Under { condition: "what runs beside it".to_owned(), cases },
        why("It holds alone and beside another transaction, at every level.", fails),
    )
}

fn failures(found: &Found, law: &str) -> Figure {
    let words = LAW_WORDS.iter().find(|(key, _)| *key == law).map_or("", |(_, words)| words);
    Figure::new(format!("cases in which it fails: {words}"), &found.at(LAWS, &at_law(law), FAILURES))
}

fn of_law(found: &Found, law: &str, id: &'static str, text: &'static str) -> Claim {
    let figure = failures(found, law);
    let cases = figure.measured().map_or(0, |failures| failures.n);
    let rule = Rule::all([is_none(&figure)]);
    Statement { id, text, source: source() }.judge_by(
        vec![figure],
        rule,
        why(format!("In each of {cases} small cases."), format!("Not in each of {cases} small cases.")),
    )
}

/// Every interpretation over domains of up to six.
pub(super) fn duals(found: &Found) -> Claim {
    of_law(found, "dual", "duals", "Or and and, some and all are duals: F(x) is not G(not x).")
}

/// Every map of up to four keys and three values.
pub(super) fn maps(found: &Found) -> Claim {
    of_law(
        found,
        "map",
        "map-duals",
        "A map to sets has a dual, from values to keys: x is in map[y] where y is in dual[x].",
    )
}

/// Every list of up to six of three values.
pub(super) fn lists(found: &Found) -> Claim {
    of_law(
        found,
        "list",
        "list-duals",
        "First and last are duals: the first of the reversed list is the last of the list.",
    )
}

/// Every lasso of up to six states.
pub(super) fn eventually(found: &Found) -> Claim {
    of_law(
        found,
        "eventually",
        "eventually-always",
        "Eventually and always are duals: eventually P is not always not P.",
    )
}
