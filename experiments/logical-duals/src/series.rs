//! The record's series, declared without a run and filled by it; and what stands in none of them.

use harness::Found;
use harness::record::{Dimension, Estimate, Measure, Outcome, Point, Series, Setting};
use harness::statistics::share;
use logical_duals_model::race;
use logical_duals_model::{Answer, Door};

use crate::cases::{self, Case};
use crate::databases::{self, Database, RULES as RULE_WORDS, Races, RuleOutcome};
use crate::laws::{self, Looked};
use crate::measured::Measured;
use crate::tools::{self, Reply, Tester, Tool};

pub(crate) const ANSWERS: &str = "answers";
pub(crate) const MISSES: &str = "misses";
pub(crate) const RULES: &str = "rules";
pub(crate) const LIMITS: &str = "limits";
pub(crate) const RACES: &str = "races";
pub(crate) const LAWS: &str = "laws";
pub(crate) const FORMULAS: &str = "formulas";

pub(crate) const NOT_RIGHT: &str = "not_right_answers";
pub(crate) const STEPS: &str = "witness_steps";
pub(crate) const STATES: &str = "visited_states";
pub(crate) const MISS_SHARE: &str = "miss_share";
pub(crate) const HOLDS: &str = "holds_as_declared";
pub(crate) const ROWS: &str = "rows_let_in";
/// The outcome that says whether the door's sentence is true, …
pub(crate) const ANSWER: &str = "answer";
/// … and the one that says what that is worth.
pub(crate) const WORTH: &str = "worth";
/// The database's words about a rule that it refuses.
pub(crate) const SAID: &str = "said";
pub(crate) const BROKEN: &str = "broken_orders";
pub(crate) const FAILURES: &str = "failures";

/// Every series, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![answers(), misses(), rules(), limits(), races(), laws(), formulas()]
}

/// A run's results, in the series.
fn all(measured: &Measured) -> Vec<Series> {
    let races_of_all = measured.databases.iter().flat_map(|found| &found.races);
    vec![
        answers().points(answer_points(measured)),
        misses().points(miss_points(measured)),
        rules().points(rule_points(measured)),
        limits().points(limit_points(measured)),
        races().points(races_of_all.map(race_point)),
        laws().points(measured.laws.iter().map(law_point)),
        formulas().points(formula_points(measured)),
    ]
}

/// The series filled by a run.
pub(crate) fn found(measured: &Measured) -> Found {
    Found::new(all(measured))
}

fn answer(door: &str, reply: &Reply) -> Answer {
    let door = if door == Door::Find.name() { Door::Find } else { Door::Check };
    reply.reached.map_or(Answer::Unknown, |reached| door.answer(reached))
}

/// The settings of an answer.
pub(crate) fn at_answer(tool: Tool, case: &str, door: Door) -> [(&'static str, Setting); 3] {
    [("tool", tool.key().into()), ("case", case.into()), ("door", door.name().into())]
}

fn answers() -> Series {
    Series::new(ANSWERS, "The same questions by both doors, asked of every tool")
        .dimensions([tools::dimension(), cases::dimension(), cases::doors()])
        .measures([
            Measure::counted(NOT_RIGHT, "Answers that are not right", "answers"),
            Measure::counted(STEPS, "Steps of the witness", "steps"),
            Measure::counted(STATES, "States visited", "states"),
        ])
        .outcomes([
            Outcome::new(
                ANSWER,
                "What it says",
                [("holds", "that is so"), ("fails", "that is not so"), ("unknown", "it cannot tell")],
            ),
            Outcome::new(
                WORTH,
                "What that is worth",
                [("proof", "a proof"), ("bounded", "a proof up to a bound"), ("none", "nothing follows")],
            ),
        ])
}

fn answer_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.replies.iter().map(|(tool, place, door, replies)| {
        let case: &Case = &measured.cases[*place];
        let right = replies.iter().filter(|reply| reply.is_right(case)).count() as u64;
        let first = replies.iter().find_map(Reply::steps);
        let states = replies.iter().find_map(|reply| reply.states);
        Point::new([("tool", tool.key().into()), cases::at(case), ("door", (*door).into())])
            .value(NOT_RIGHT, Estimate::certain(replies.len() as u64, (replies.len() as u64 - right) as f64))
            .value(STEPS, first.map(|steps| Estimate::certain(1, steps as f64)))
            .exact(STEPS, case.steps.filter(|_| first.is_some()).map(|steps| steps as f64))
            .value(STATES, states.map(|states| Estimate::certain(1, states as f64)))
            .ended(ANSWER, replies.iter().map(|reply| answer(door, reply).name()))
            .ended(WORTH, replies.iter().map(|reply| reply.kind.name()))
    })
}

/// The settings of a share of misses.
pub(crate) fn at_miss(tester: Tester, moves: u64, budget: u64) -> [(&'static str, Setting); 3] {
    [("tester", tester.key().into()), ("moves", moves.into()), ("budget", budget.into())]
}

fn misses() -> Series {
    Series::new(MISSES, "Testers that do not find how to measure four litres")
        .dimensions([
            tools::testers(),
            Dimension::new("moves", "Moves", None),
            Dimension::new("budget", "Examples", None),
        ])
        .measures([Measure::share(MISS_SHARE, "Testers that miss")])
}

fn miss_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.misses.iter().map(|((tester, moves, budget), (missed, of))| {
        let exact = tester.draws_evenly().then(|| tools::chance(*moves).miss(*budget as u32));
        Point::new(at_miss(*tester, *moves, *budget))
            .value(MISS_SHARE, share((*missed).into(), (*of).into()))
            .exact(MISS_SHARE, exact)
    })
}

/// The settings of a rule.
pub(crate) fn at_rule(database: Database, rule: &str) -> [(&'static str, Setting); 2] {
    [("database", database.key().into()), ("rule", rule.into())]
}

fn rules() -> Series {
    Series::new(RULES, "Which rules a database keeps, by trying")
        .dimensions([databases::dimension(), databases::rules(RULE_WORDS)])
        .measures([Measure::counted(HOLDS, "Declared, and holds", "rules")])
        .outcomes([
            Outcome::new("outcome", "What comes of it", RuleOutcome::WORDS),
            Outcome::new(SAID, "What the database says to it", []),
        ])
}

fn rule_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.databases.iter().flat_map(|found| {
        found.outcomes.iter().map(|(rule, outcome)| {
            let holds = f64::from(u8::from(*outcome == RuleOutcome::Holds));
            let point = Point::new(at_rule(found.database, rule))
                .value(HOLDS, Estimate::certain(1, holds))
                .ended("outcome", [outcome.key()]);
            let is_said = *rule == "check-subquery" && !found.subquery_says.is_empty();
            if is_said { point.ended(SAID, [found.subquery_says.as_str()]) } else { point }
        })
    })
}

/// The database's words about a rule that it refused, where it was asked.
pub(crate) fn refusal<'a>(found: &'a Found, database: Database, rule: &str) -> Option<&'a str> {
    let at = at_rule(database, rule);
    let rules = found.series.iter().find(|series| series.words.id == RULES)?;
    let is_there = |point: &&Point| at.iter().all(|(name, setting)| point.at.get(*name) == Some(setting));
    let said = rules.points.iter().find(is_there)?.outcomes.get(SAID)?;
    said.keys().next().map(String::as_str)
}

/// The rule whose rows are counted.
const LIMITED: &str = "check-function";

fn limits() -> Series {
    let rule = RULE_WORDS.into_iter().filter(|(rule, _)| *rule == LIMITED);
    Series::new(LIMITS, "How many rows get in where a rule allows one")
        .dimensions([databases::dimension(), databases::rules(rule)])
        .measures([Measure::counted(ROWS, "Rows that got in", "rows")])
}

fn limit_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.databases.iter().filter_map(|found| {
        let rows = Estimate::certain(1, found.rows? as f64);
        Some(Point::new(at_rule(found.database, LIMITED)).value(ROWS, rows))
    })
}

/// The settings of a race.
pub(crate) fn at_race(database: Database, level: &str, guard: &str) -> [(&'static str, Setting); 3] {
    [("database", database.key().into()), ("level", level.into()), ("guard", guard.into())]
}

fn races() -> Series {
    Series::new(RACES, "Two transactions under a trigger, in each of 20 orders")
        .dimensions([databases::dimension(), databases::levels(), databases::guards()])
        .measures([Measure::counted(BROKEN, "Orders that end with the rule broken", "orders")])
}

fn race_point(races: &Races) -> Point {
    let broken = races.raced.iter().filter(|raced| raced.broken).count();
    let model = races.model.map(|level| f64::from(race::broken(level, races.guard)));
    Point::new(at_race(races.database, races.level, races.guard.name()))
        .value(BROKEN, Estimate::certain(races.raced.len() as u64, broken as f64))
        .predicted(BROKEN, model)
}

/// The settings of a law.
pub(crate) fn at_law(law: &str) -> [(&'static str, Setting); 1] {
    [("law", law.into())]
}

fn laws() -> Series {
    Series::new(LAWS, "Laws of duals, in every small case")
        .dimensions([laws::dimension()])
        .measures([Measure::counted(FAILURES, "Cases in which it fails", "cases")])
}

fn law_point(looked: &Looked) -> Point {
    Point::new(at_law(looked.law)).value(FAILURES, Estimate::certain(looked.cases, looked.failures as f64))
}

/// Formulas for Z3, and whether each is true.
pub(crate) const ASKED: [(&str, &str, bool); 4] = [
    ("positive", "x² − 2x + 2 > 0 for every real x", true),
    ("not-positive", "x² − 2x + 1 > 0 for every real x", false),
    ("de-morgan", "not (p and q) is not p or not q", true),
    ("square-on-32-bits", "b · b ≥ 0 for every integer of 32 bits", false),
];

/// How many formulas it said a wrong thing of.
pub(crate) const WRONG: &str = "wrong_answers";

/// The settings of a formula.
pub(crate) fn at_formula(formula: &str) -> [(&'static str, Setting); 1] {
    [("formula", formula.into())]
}

fn formulas() -> Series {
    Series::new(FORMULAS, "What Z3 says of a formula, by asking whether its negation can be")
        .dimensions([Dimension::new("formula", "Formula", None).words(ASKED.map(|(key, words, _)| (key, words)))])
        .measures([Measure::counted(WRONG, "Answers that are not the truth", "answers")])
        .outcomes([Outcome::new(
            "says",
            "What it says",
            [
                ("proved", "proved: its negation cannot be"),
                ("refuted", "refuted, by a case"),
                ("unknown", "unknown, within 2 s"),
            ],
        )])
}

fn formula_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.formulas.iter().map(|(formula, refuted)| {
        let is_true = ASKED.iter().any(|(key, _, is_true)| key == formula && *is_true);
        let says = match refuted {
            Some(true) => "refuted",
            Some(false) => "proved",
            None => "unknown",
        };
        let is_right = refuted.is_some_and(|refuted| refuted != is_true);
        Point::new(at_formula(formula))
            .value(WRONG, Estimate::certain(1, f64::from(u8::from(!is_right))))
            .ended("says", [says])
    })
}
