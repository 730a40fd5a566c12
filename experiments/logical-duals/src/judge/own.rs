//! What this project says itself.

use harness::claims::{Figure, Statement};
use harness::{Found, Quantity};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::{broken, by_tester, count, failed, is_any, is_none, miss_label, misses, why};
use crate::databases::Database;
use crate::laws::LAWS as LAW_WORDS;
use crate::series::{FAILURES, LAWS, MISS_SHARE, MISSES, at_law, at_miss};
use crate::tools::{BUDGETS, MOVES, STEPS, Tester, Tool};

const POSTGRES: Database = Database::Postgres;

/// By the examples that they make unless told otherwise, or about as many.
pub(super) fn silence_is_no_proof(found: &Found) -> Claim {
    let figures = Tester::LIBRARIES.map(|tester| misses(found, tester, MOVES[1], BUDGETS[1]));
    let share = |(tester, figure): (Tester, &Figure)| {
        Some(format!("{}: {:.0}%", tester.words(), 100.0 * figure.measured()?.value))
    };
    let shares: Vec<String> = Tester::LIBRARIES.into_iter().zip(&figures).filter_map(share).collect();
    let words = format!(
        "With {} examples of up to {} moves (proptest: exactly as many), this share of runs misses the four litres: {}.",
        BUDGETS[1],
        MOVES[1],
        shares.join(", ")
    );
    Statement {
        id: "silence-is-no-proof",
        text: "That a property tester finds nothing is no proof that there is nothing: with 100 examples, most runs of each miss a solution of six moves.",
        source: None,
    }
    .judge_by(
        figures.to_vec(),
        by_tester(&figures, |figure| Part::above(figure, 0.5)),
        why(words.clone(), format!("{words} That is not most of them with each.")),
    )
}

/// In some orders, at both levels below serializable, and in as many as the model says.
pub(super) fn trigger_breaks(found: &Found) -> Claim {
    let [committed, repeatable] =
        ["read-committed", "repeatable-read"].map(|level| broken(found, POSTGRES, level, "none"));
    let rule = Rule::all([
        is_any(&committed),
        is_any(&repeatable),
        Part::as_predicted(&committed),
        Part::as_predicted(&repeatable),
    ]);
    let words = format!(
        "Of 20 orders {} break the rule at read committed and {} at repeatable read; the model says as many.",
        count(&committed),
        count(&repeatable)
    );
    Statement {
        id: "trigger-breaks",
        text: "A trigger that looks at other rows is broken by two transactions at once, at PostgreSQL's default and at \
               repeatable read.",
        source: None,
    }
    .judge_by(
        vec![committed, repeatable],
        rule,
        why(words, "It is not broken at both, or not in as many orders as the model says."),
    )
}

/// In no order, and in SQLite in none either.
pub(super) fn serializable_holds(found: &Found) -> Claim {
    let figures = [
        broken(found, POSTGRES, "serializable", "none"),
        broken(found, Database::Sqlite, "delete", "none"),
        broken(found, Database::Sqlite, "wal", "none"),
    ];
    let rule = Rule::all(figures.iter().map(is_none));
    Statement {
        id: "serializable-holds",
        text: "At serializable the same trigger holds in every order, as it does in SQLite, where one writes at a time.",
        source: None,
    }
    .judge_by(
        figures.to_vec(),
        rule,
        why("In none of 20 orders is the rule broken: one of the two is refused by the trigger or aborted.", "In some order it is broken."),
    )
}

/// Either lock, at the default level.
pub(super) fn locks_mend(found: &Found) -> Claim {
    let figures = ["for-update", "advisory-lock"].map(|guard| broken(found, POSTGRES, "read-committed", guard));
    let rule = Rule::all(figures.iter().map(is_none));
    Statement {
        id: "locks-mend",
        text: "At read committed the trigger holds if it locks before it looks: the rows, or a lock that belongs to the rule.",
        source: None,
    }
    .judge_by(
        figures.to_vec(),
        rule,
        why("In none of 20 orders is the rule broken: the second sees what the first has committed, and is refused.", "In some order it is broken."),
    )
}

/// It waits, and then looks at its old snapshot.
pub(super) fn advisory_lock_after_snapshot(found: &Found) -> Claim {
    let advisory = broken(found, POSTGRES, "repeatable-read", "advisory-lock");
    let rows = broken(found, POSTGRES, "repeatable-read", "for-update");
    let rule = Rule::all([is_any(&advisory), is_none(&rows)]);
    let words = format!(
        "With the advisory lock {} of 20 orders break the rule: the second still reads the snapshot that it took at its start. With the rows locked none does.",
        count(&advisory)
    );
    Statement {
        id: "advisory-lock-after-snapshot",
        text: "At repeatable read an advisory lock in the trigger comes too late, and locking the rows does not.",
        source: None,
    }
    .judge_by(vec![advisory, rows], rule, why(words, "It is not so."))
}

/// The testers whose draws are known, at every length and budget.
pub(super) fn misses_as_computed(found: &Found) -> Claim {
    let mut figures = Vec::new();
    for tester in Tester::ALL.into_iter().filter(|tester| tester.draws_evenly()) {
        for (moves, budget) in MOVES.into_iter().flat_map(|moves| BUDGETS.map(|budget| (moves, budget))) {
            let share = found.at(MISSES, &at_miss(tester, moves, budget), MISS_SHARE);
            // What was measured is held against the count, which would decide alone if it stood as exact.
            let share = Quantity { predicted: share.exact, exact: None, ..share };
            figures.push(Figure::new(miss_label(tester, moves, budget), &share));
        }
    }
    let rule = Rule::all(figures.iter().map(Part::as_predicted));
    Statement {
        id: "misses-as-computed",
        text: "The share of testers that miss is what counting all sequences of moves predicts: each example finds with the same probability p, and n \
               examples miss with (1 − p)ⁿ.",
        source: None,
    }
    .judge_by(
        figures,
        rule,
        why(
            "Each share of random walks and of proptest’s lists is within 10% of the computed one. Near 100% that is a weak test; at 1,000 walks \
             of 20 moves it is a strong one.",
            "Some share is not within 10% of the computed one.",
        ),
    )
}

/// Of solvers that can be asked about moves only within so many steps.
pub(super) fn bounded_no_is_no_proof(found: &Found) -> Claim {
    let figures = [Tool::Z3, Tool::Clingo].map(|tool| failed(found, "unproved", "not proved by looking for it", tool));
    let wrong = [Tool::Z3, Tool::Clingo].map(|tool| failed(found, "wrong", "false answers", tool));
    let rule = Rule::all(figures.iter().map(is_any).chain(wrong.iter().map(is_none)));
    Statement {
        id: "bounded-no-is-no-proof",
        text: "A solver that is given a fixed number of steps answers for those steps: its “no” is right, and proves nothing beyond them.",
        source: None,
    }
    .judge_by(
        figures.into_iter().chain(wrong).collect(),
        rule,
        why(
            format!("About jugs and the river Z3 and clingo are right, and prove it for {STEPS} steps."),
            "They prove it for any number of steps, or are wrong.",
        ),
    )
}

/// A key whose set is empty is lost.
pub(super) fn twice_is_not_the_map(found: &Found) -> Claim {
    let words = LAW_WORDS.iter().find(|(key, _)| *key == "map-twice").map_or("", |(_, words)| words);
    let label = format!("cases in which it fails: {words}");
    let figure = Figure::new(label, &found.at(LAWS, &at_law("map-twice"), FAILURES));
    let rule = Rule::all([is_any(&figure)]);
    let words = format!(
        "{} of {} small maps do not come back: their keys without values are lost.",
        count(&figure),
        figure.measured().map_or(0, |failures| failures.n)
    );
    Statement { id: "twice-is-not-the-map", text: "The dual of a map's dual is not always the map.", source: None }
        .judge_by(vec![figure], rule, why(words, "Every map comes back."))
}
