//! The tools, each asked what it can be asked.

mod alloy;
mod fast_check;
mod lines;
mod minizinc;
mod python;
mod spin;
mod testers;

use std::collections::BTreeMap;

use harness::Failure;
use harness::record::{Dimension, Skipped};
use logical_duals_model::{Bounds, Door, Kind, State, Step, System, ask};
use serde_json::Value;
use supervisor::{ProgramError, Workplace};

use crate::cases::Case;
pub(crate) use testers::{BUDGETS, MOVES, Tester, chance, count as testers_of, dimension as testers};

/// Steps within which Z3, clingo and Alloy look, in puzzles of moves: their “no” is a proof where no state lies deeper.
pub(crate) const STEPS: u32 = 12;
/// Tools that take seconds for an answer are asked in one of so many rounds.
const ONE_ROUND_IN: u32 = 8;

/// Every tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tool {
    Model,
    Z3,
    Spacer,
    Clingo,
    CpSat,
    MiniZinc,
    Spin,
    Alloy,
    Pyperplan,
    CrossHair,
    Hypothesis,
    FastCheck,
    Proptest,
}

impl Tool {
    pub(crate) const ALL: [Self; 13] = [
        Self::Model,
        Self::Z3,
        Self::Spacer,
        Self::Clingo,
        Self::CpSat,
        Self::MiniZinc,
        Self::Spin,
        Self::Alloy,
        Self::Pyperplan,
        Self::CrossHair,
        Self::Hypothesis,
        Self::FastCheck,
        Self::Proptest,
    ];

    /// The tool's name on the command line and in the record.
    pub(crate) fn key(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// The tool's name for readers.
    pub(crate) fn words(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// The tool's name in a sentence.
    pub(crate) fn name(self) -> &'static str {
        self.words().split(" (").next().unwrap_or_default()
    }

    /// The tool of a name.
    pub(crate) fn parse(name: &str) -> Result<Self, Failure> {
        let names = || Self::ALL.map(Self::key).join(", ");
        let found = Self::ALL.into_iter().find(|tool| tool.key() == name);
        found.ok_or_else(|| Failure::Usage(format!("tool is {name:?}; it must be one of {}", names())))
    }

    /// Rounds in which the tool is asked, of so many.
    fn rounds(self, rounds: u32) -> u32 {
        if matches!(self, Self::Alloy | Self::CrossHair) { rounds.div_ceil(ONE_ROUND_IN) } else { rounds }
    }

    /// True if the tool can be asked this puzzle here.
    pub(crate) fn can_ask(self, puzzle: &str) -> bool {
        let is_moves = matches!(puzzle, "jugs" | "river" | "river-no-goat");
        match self {
            Self::Model | Self::Clingo => true,
            // Sums of distances make Alloy's search take minutes, and CrossHair would have to take a path for each tour.
            Self::Z3 | Self::Alloy | Self::CrossHair => puzzle != "tour",
            Self::CpSat | Self::MiniZinc => !is_moves,
            Self::Spacer | Self::Spin | Self::Pyperplan | Self::Hypothesis | Self::FastCheck | Self::Proptest => {
                is_moves
            }
        }
    }
}

const WORDS: [(&str, &str); 13] = [
    ("model", "this project's model (exhaustive search)"),
    ("z3", "Z3 (SMT solver)"),
    ("z3-spacer", "Z3’s Spacer (fixed-point engine)"),
    ("clingo", "clingo (answer sets)"),
    ("cp-sat", "CP-SAT (constraint solver)"),
    ("minizinc", "MiniZinc with Gecode (constraint solver)"),
    ("spin", "Spin (model checker)"),
    ("alloy", "Alloy (bounded model finder)"),
    ("pyperplan", "pyperplan (planner)"),
    ("crosshair", "CrossHair (symbolic execution)"),
    ("hypothesis", "Hypothesis (property tester)"),
    ("fast-check", "fast-check (property tester)"),
    ("proptest", "proptest (property tester)"),
];

/// The dimension of tools, with their names.
pub(crate) fn dimension() -> Dimension {
    Dimension::new("tool", "Tool", None).words(WORDS)
}

/// A tool's answer: whether the goal can be reached, and how much that is worth.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    /// `None` where the tool cannot tell.
    pub reached: Option<bool>,
    pub kind: Kind,
    /// The witness, as [`logical_duals_model::Question::accepts`] replays it.
    pub witness: Vec<Vec<u32>>,
    /// States visited, where the tool says so.
    pub states: Option<u64>,
}

impl Reply {
    /// True if the answer is right: a witness has to replay, and an answer "never" to be so.
    pub(crate) fn is_right(&self, case: &Case) -> bool {
        match self.reached {
            Some(true) => case.can_happen && case.question.accepts(&self.witness),
            Some(false) => !case.can_happen,
            None => false,
        }
    }

    /// Steps of the witness, if it is a path.
    pub(crate) fn steps(&self) -> Option<u64> {
        let is_path = self.witness.len() > 1;
        (self.reached == Some(true) && is_path).then(|| self.witness.len() as u64 - 1)
    }
}

/// A question: a case by a door.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'a> {
    pub case: &'a Case,
    pub door: Door,
}

/// Every reply of a tool, by the place of what was asked; in rounds.
pub(crate) type Replies = BTreeMap<usize, Vec<Reply>>;

/// Asks a tool so many rounds of the questions that it can be asked.
///
/// # Errors
/// The tool is missing or fails: what the record says of it. Or the run is to end.
pub(crate) fn ask_all(
    tool: Tool,
    asked: &[Asked<'_>],
    rounds: u32,
    workplace: &Workplace<'_>,
) -> Result<(String, Replies), ProgramError> {
    let rounds = tool.rounds(rounds);
    match tool {
        Tool::Model => Ok((env!("CARGO_PKG_VERSION").to_owned(), ask_model_all(asked, rounds)?)),
        Tool::Spin => spin::ask_all(asked, rounds, workplace),
        Tool::MiniZinc => minizinc::ask_all(asked, rounds, workplace),
        Tool::Alloy => alloy::ask_all(asked, rounds, workplace),
        // Its version in the record comes from Cargo.lock.
        Tool::Proptest => Ok((String::new(), testers::ask_proptest(asked, rounds)?)),
        Tool::Z3
        | Tool::Spacer
        | Tool::Clingo
        | Tool::CpSat
        | Tool::Pyperplan
        | Tool::CrossHair
        | Tool::Hypothesis
        | Tool::FastCheck => lines::ask_all(tool, asked, rounds, workplace),
    }
}

/// Z3's answers about formulas: by key, whether the claim was refuted (true), proved (false) or left open.
pub(crate) fn ask_formulas(workplace: &Workplace<'_>) -> Result<Vec<(&'static str, Option<bool>)>, ProgramError> {
    lines::ask_formulas(workplace)
}

/// How many of so many testers missed, by its walks' length and budget.
pub(crate) fn misses(
    tester: Tester,
    testers: u32,
    seed: u64,
    workplace: &Workplace<'_>,
) -> Result<BTreeMap<(u64, u64), u32>, ProgramError> {
    match tester {
        Tester::Walks => testers::misses_of_walks(testers, seed, workplace),
        Tester::Proptest => testers::misses_of_proptest(testers, seed, workplace),
        Tester::Hypothesis | Tester::HypothesisStateful | Tester::FastCheck => {
            lines::misses(tester, testers, seed, workplace)
        }
    }
}

/// Asks everything once a round; `ask` is told the place of a question and the round.
fn in_rounds(
    asked: &[Asked<'_>],
    rounds: u32,
    ask: impl Fn(usize, &Asked<'_>, u32) -> Result<Reply, ProgramError>,
) -> Result<Replies, ProgramError> {
    let mut replies = Replies::new();
    for round in 0..rounds {
        for (place, asked) in asked.iter().enumerate() {
            replies.entry(place).or_default().push(ask(place, asked, round)?);
        }
    }
    Ok(replies)
}

/// This project's own search.
pub(crate) fn ask_model_all(asked: &[Asked<'_>], rounds: u32) -> Result<Replies, ProgramError> {
    in_rounds(asked, rounds, |_, Asked { case, door }, _| Ok(ask_model(case, *door, Bounds::NONE)))
}

/// Asks this project's own search one question.
pub(crate) fn ask_model(case: &Case, door: Door, bounds: Bounds) -> Reply {
    let answered = ask(&case.question, door, bounds);
    let reached = (answered.kind != Kind::None).then_some(answered.path.is_some());
    let witness = answered.path.map(|path| witness(case, &path)).unwrap_or_default();
    Reply { reached, kind: answered.kind, witness, states: Some(answered.visited.len() as u64) }
}

/// A path of the model's own search as the witness that is replayed.
fn witness(case: &Case, path: &[Step]) -> Vec<Vec<u32>> {
    let question = &case.question;
    let states: Vec<State> = std::iter::once(question.start()).chain(path.iter().map(|step| step.state)).collect();
    let last = *states.last().expect("the first is there");
    match question.name() {
        "jugs" | "river" | "river-no-goat" => states.iter().map(|state| question.values(*state)).collect(),
        "tour" => vec![states[..states.len() - 1].iter().map(|state| question.values(*state)[0]).collect()],
        _ => vec![question.values(last)],
    }
}

/// The record's note on a tool that could not be asked.
pub(crate) fn skipped(tool: Tool, why: &str) -> Skipped {
    let needs = match tool {
        Tool::Spin => "the packages spin and gcc",
        Tool::MiniZinc => "the package minizinc",
        Tool::Alloy => "java with its compiler, mvn and Maven Central",
        Tool::FastCheck => "node, npm and its registry",
        Tool::Model | Tool::Proptest => "nothing",
        _ => "python3 with venv, and a package index to install from",
    };
    Skipped::new(tool.words(), why, needs)
}

/// The numbers of a list of lists in JSON.
fn numbers(value: &Value) -> Vec<Vec<u32>> {
    let list = |value: &Value| value.as_array().into_iter().flatten().cloned().collect::<Vec<_>>();
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    list(value).iter().map(|row| list(row).iter().filter_map(number).collect()).collect()
}
