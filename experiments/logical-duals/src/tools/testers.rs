//! Tools that only sample. The misses of this project's random walks and of proptest have an exact probability.

use std::collections::BTreeMap;

use harness::record::Dimension;
use logical_duals_model::walks::{Chance, Walks};
use logical_duals_model::{Kind, Question, System};
use proptest::collection::vec;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use supervisor::{ProgramError, Workplace};

use super::{Asked, Replies, Reply, Tool, in_rounds};

/// The most moves of a walk.
pub(crate) const MOVES: [u64; 2] = [8, 20];
/// The most steps of Hypothesis's stateful mode, unless told otherwise.
const STATEFUL_MOVES: u64 = 50;
/// Walks of a tester; 100 are what Hypothesis and fast-check make unless told otherwise.
pub(crate) const BUDGETS: [u64; 3] = [10, 100, 1000];
/// proptest's own default.
const PROPTEST_CASES: u32 = 256;
/// The moves where a tester is asked a case by a door.
const DOOR_MOVES: usize = 20;

/// A tool that samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tester {
    Walks,
    Proptest,
    Hypothesis,
    HypothesisStateful,
    FastCheck,
}

impl Tester {
    pub(crate) const ALL: [Self; 5] =
        [Self::Walks, Self::Proptest, Self::Hypothesis, Self::HypothesisStateful, Self::FastCheck];
    /// The testers that are libraries.
    pub(crate) const LIBRARIES: [Self; 4] =
        [Self::Hypothesis, Self::HypothesisStateful, Self::FastCheck, Self::Proptest];

    pub(crate) fn key(self) -> &'static str {
        WORDS[self as usize].0
    }

    pub(crate) fn words(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// True if it draws exactly so many moves, each with equal chances, so that its misses can be computed. The others draw lists
    /// of up to so many moves, by plans of their own.
    pub(crate) fn draws_evenly(self) -> bool {
        matches!(self, Self::Walks | Self::Proptest)
    }

    /// The most moves with which a claim about it is judged: in a mode made for steps, the mode's own default.
    pub(crate) fn moves(self) -> u64 {
        if self == Self::HypothesisStateful { STATEFUL_MOVES } else { MOVES[1] }
    }

    /// Every most number of moves that the tester is asked with. Of fewer moves only those are asked whose misses can be computed.
    pub(super) fn lengths(self) -> Vec<u64> {
        match self {
            Self::Walks | Self::Proptest => MOVES.to_vec(),
            Self::Hypothesis | Self::FastCheck => vec![MOVES[1]],
            Self::HypothesisStateful => vec![MOVES[1], STATEFUL_MOVES],
        }
    }

    /// The tool that has to be there.
    pub(crate) fn tool(self) -> Tool {
        match self {
            Self::Walks => Tool::Model,
            Self::Proptest => Tool::Proptest,
            Self::Hypothesis | Self::HypothesisStateful => Tool::Hypothesis,
            Self::FastCheck => Tool::FastCheck,
        }
    }
}

const WORDS: [(&str, &str); 5] = [
    ("walks", "random walks of this project"),
    ("proptest", "proptest"),
    ("hypothesis", "Hypothesis"),
    ("hypothesis-stateful", "Hypothesis, stateful"),
    ("fast-check", "fast-check"),
];

pub(crate) fn dimension() -> Dimension {
    Dimension::new("tester", "Tester", None).words(WORDS)
}

/// How many testers look, of so many where nothing speaks against it. Where the probability p that one misses is known, a share of
/// n has a 95% interval of 1.96 √((1 − p) / np) times p to each side: with 12 (1 − p) / p times 200 testers that is a twenty-fifth,
/// well within the tenth by which the share may be off. The others take too long for as many, and are fewer where each tries more.
pub(crate) fn count(tester: Tester, testers: u32, moves: u64, budget: u64) -> u32 {
    if tester.draws_evenly() {
        let miss = chance(moves).miss(budget as u32);
        testers * ((12.0 * (1.0 - miss) / miss).ceil() as u32).max(1)
    } else {
        // A test of the stateful mode takes several times as long as a list.
        let testers = if tester == Tester::HypothesisStateful { testers.div_ceil(2) } else { testers };
        if budget > 100 { testers.div_ceil(5) } else { testers }
    }
}

fn four_litres() -> Question {
    Question::parse("jugs", 4).expect("it is within the limits")
}

/// How likely a walk of exactly so many moves, each drawn with equal chances, comes to four litres.
pub(crate) fn chance(moves: u64) -> Chance {
    Walks::new(four_litres(), moves).expect("it is within the limits").chance()
}

pub(super) fn misses_of_walks(
    testers: u32,
    seed: u64,
    workplace: &Workplace<'_>,
) -> Result<BTreeMap<(u64, u64), u32>, ProgramError> {
    let mut missed = BTreeMap::new();
    for moves in MOVES {
        let walks = Walks::new(four_litres(), moves).expect("it is within the limits");
        for budget in BUDGETS {
            workplace.check()?;
            let misses = walks
                .misses(seed, 0..count(Tester::Walks, testers, moves, budget), budget)
                .expect("it is within the limits");
            missed.insert((moves, budget), misses);
        }
    }
    Ok(missed)
}

pub(super) fn misses_of_proptest(
    testers: u32,
    seed: u64,
    workplace: &Workplace<'_>,
) -> Result<BTreeMap<(u64, u64), u32>, ProgramError> {
    let question = four_litres();
    let mut missed = BTreeMap::new();
    for moves in MOVES {
        for budget in BUDGETS {
            let mut misses = 0;
            for tester in 0..count(Tester::Proptest, testers, moves, budget) {
                workplace.check()?;
                let found = never_reached(&question, moves as usize, budget as u32, seed, u64::from(tester));
                misses += u32::from(found.is_none());
            }
            missed.insert((moves, budget), misses);
        }
    }
    Ok(missed)
}

/// The sequence of actions with which proptest refutes that the goal is never reached.
fn never_reached(question: &Question, moves: usize, cases: u32, seed: u64, tester: u64) -> Option<Vec<u32>> {
    let config =
        Config { cases, failure_persistence: None, max_shrink_iters: 0, source_file: None, ..Config::default() };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&tester.to_le_bytes());
    bytes[16] = moves as u8;
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let tested = runner.run(&vec(0..question.actions(), moves), |actions| {
        if walk(question, &actions).1 { Err(TestCaseError::fail("reached")) } else { Ok(()) }
    });
    match tested {
        Err(TestError::Fail(_, actions)) => Some(actions),
        Ok(()) | Err(TestError::Abort(_)) => None,
    }
}

/// The states up to the first goal, without those where nothing changed; whether there is one.
fn walk(question: &Question, actions: &[u32]) -> (Vec<Vec<u32>>, bool) {
    let mut state = question.start();
    let mut states = vec![question.values(state)];
    for action in actions {
        let next = question.step(state, *action).unwrap_or(state);
        if next != state {
            states.push(question.values(next));
        }
        state = next;
        if question.is_goal(state) {
            return (states, true);
        }
    }
    (states, false)
}

pub(super) fn ask_proptest(asked: &[Asked<'_>], rounds: u32) -> Result<Replies, ProgramError> {
    in_rounds(asked, rounds, |place, Asked { case, .. }, round| {
        let found = never_reached(&case.question, DOOR_MOVES, PROPTEST_CASES, u64::from(round), place as u64);
        let witness = found.as_ref().map(|actions| walk(&case.question, actions).0).unwrap_or_default();
        let kind = if found.is_some() { Kind::Proof } else { Kind::None };
        Ok(Reply { reached: found.map(|_| true), kind, witness, states: None })
    })
}
