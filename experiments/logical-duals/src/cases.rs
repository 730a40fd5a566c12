//! Questions for every tool, with the truth by exhaustive search.

use harness::record::{Dimension, Setting};
use logical_duals_model::tour::Cities;
use logical_duals_model::{Bounds, Door, Kind, Question, Space, ask};

/// The doors, with words.
pub(crate) const DOORS: [(Door, &str, &str); 2] =
    [(Door::Find, "find", "find that it can happen"), (Door::Check, "check", "check that it never happens")];

/// A puzzle with a goal, in words.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub question: Question,
    /// The case's key in the record.
    pub key: &'static str,
    /// True if the goal can be reached.
    pub can_happen: bool,
    /// The fewest steps to it, where it can.
    pub steps: Option<u64>,
}

impl Case {
    /// Steps to the deepest state: a “no” within at least as many is a proof.
    pub(crate) fn deepest(&self) -> u32 {
        Space::explore(&self.question).map_or(u32::MAX, |space| space.deepest())
    }
}

/// Each case with its words; the tours' goals are the shortest length, and one unit less.
const WORDS: [(&str, &str); 8] = [
    ("jugs-4", "4 litres with jugs of 5 and 3"),
    ("jugs-6", "6 litres in the jug of 5"),
    ("river", "wolf, goat and cabbage across"),
    ("river-no-goat", "the same, and the goat may not ride"),
    ("tour-best", "a tour of nine cities as short as the shortest"),
    ("tour-shorter", "a tour one unit shorter than the shortest"),
    ("petersen-3", "Petersen's graph in three colours"),
    ("petersen-2", "Petersen's graph in two colours"),
];

/// All eight: four that can happen, and four that cannot.
pub(crate) fn cases() -> Vec<Case> {
    let best = u64::from(Cities::standard().shortest());
    let questions = [
        ("jugs", 4),
        ("jugs", 6),
        ("river", 3),
        ("river-no-goat", 3),
        ("tour", best),
        ("tour", best - 1),
        ("petersen", 3),
        ("petersen", 2),
    ];
    questions
        .into_iter()
        .zip(WORDS)
        .map(|((name, goal), (key, _))| {
            case(key, Question::parse(name, goal).expect("the experiment's own goals lie within the limits"))
        })
        .collect()
}

/// With the truth, which the search proves.
pub(crate) fn case(key: &'static str, question: Question) -> Case {
    let answered = ask(&question, Door::Find, Bounds::NONE);
    assert_eq!(answered.kind, Kind::Proof, "{key} has more states than the search visits");
    let steps = answered.path.map(|path| path.len() as u64);
    Case { question, key, can_happen: steps.is_some(), steps }
}

/// The dimension of cases, with their words.
pub(crate) fn dimension() -> Dimension {
    Dimension::new("case", "Question", None).words(WORDS)
}

/// The dimension of doors, with their words.
pub(crate) fn doors() -> Dimension {
    Dimension::new("door", "Asked to", None).words(DOORS.map(|(_, key, words)| (key, words)))
}

/// The settings of a case.
pub(crate) fn at(case: &Case) -> (&'static str, Setting) {
    ("case", case.key.into())
}
