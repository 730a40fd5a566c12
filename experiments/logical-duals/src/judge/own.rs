//! Claims of this project's own.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};
use logical_duals_model::Question;

use super::tally::{Failure, failed};
use super::{broken, broken_on_postgres, by_tester, by_version, counts, is_any, is_none, miss_label, misses, why};
use crate::cases::case;
use crate::databases::Database;
use crate::laws::LAWS as LAW_WORDS;
use crate::series::{FAILURES, LAWS, MISS_SHARE, MISSES, at_law, at_miss};
use crate::tools::{BUDGETS, MOVES, STEPS, Tester, Tool};

/// By the examples that they make unless told otherwise, or about as many.
pub(super) fn silence_is_no_proof(found: &Found) -> Claim {
    let figures = Tester::LIBRARIES.map(|tester| misses(found, tester, tester.moves(), BUDGETS[1]));
    let share = |(tester, figure): (Tester, &Figure)| {
        Some(format!("{}, {} moves: {:.0}%", tester.words(), tester.moves(), 100.0 * figure.value()?))
    };
    let shares: Vec<String> = Tester::LIBRARIES.into_iter().zip(&figures).filter_map(share).collect();
    let words = format!(
        "With {} examples of up to so many moves (proptest: exactly as many), this share of runs misses the four litres. {}.",
        BUDGETS[1],
        shares.join("; ")
    );
    Statement {
        id: "silence-is-no-proof",
        text: "That a property tester finds nothing is no proof that there is nothing: with 100 examples, most runs miss a solution of six moves.",
        source: None,
    }
    .judge_by(
        figures.to_vec(),
        by_tester(&figures, |figure| Part::above(figure, 0.5)),
        why(words.clone(), format!("{words} That is not most of them.")),
    )
}

/// In some orders, at both levels below serializable, and in as many as the model says.
pub(super) fn trigger_breaks(found: &Found) -> Claim {
    let levels = ["read-committed", "repeatable-read"];
    let [committed, repeatable] =
        levels.map(|level| broken_on_postgres(found, level, "none").map(Figure::held_against_prediction));
    let pairs: [[Figure; 2]; 2] = [0, 1].map(|version| [committed[version].clone(), repeatable[version].clone()]);
    let rule =
        by_version(&pairs, |pair| pair.iter().flat_map(|figure| [is_any(figure), Part::within(figure)]).collect());
    let words = counts(&committed).zip(counts(&repeatable)).map(|(committed, repeatable)| {
        format!(
            "Of 20 orders {committed} break the rule at read committed and {repeatable} at repeatable read; the model says as \
             many."
        )
    });
    Statement {
        id: "trigger-breaks",
        text: "A trigger that looks at other rows is broken by two transactions at once, at PostgreSQL's default and at \
               repeatable read.",
        source: None,
    }
    .judge_by(
        pairs.into_iter().flatten().collect(),
        rule,
        why(words, "It is not broken at both, or not in as many orders as the model says."),
    )
}

/// In no order, and in SQLite in none either.
pub(super) fn serializable_holds(found: &Found) -> Claim {
    let figures = [
        broken(found, Database::Postgres, "serializable", "none"),
        broken(found, Database::Postgres18, "serializable", "none"),
        broken(found, Database::Sqlite, "delete", "none"),
        broken(found, Database::Sqlite, "wal", "none"),
    ];
    let [system, newest, journal, log] = figures.each_ref().map(is_none);
    let cases = [
        (Database::Postgres, vec![system]),
        (Database::Postgres18, vec![newest]),
        (Database::Sqlite, vec![journal, log]),
    ];
    let rule = Rule::under("the database", cases.map(|(database, parts)| (database.words(), parts)));
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
    let [rows, advisory] =
        ["for-update", "advisory-lock"].map(|guard| broken_on_postgres(found, "read-committed", guard));
    let pairs: [[Figure; 2]; 2] = [0, 1].map(|version| [rows[version].clone(), advisory[version].clone()]);
    let rule = by_version(&pairs, |pair| pair.iter().map(is_none).collect());
    Statement {
        id: "locks-mend",
        text: "At read committed the trigger holds if it locks before it looks: the rows, or a lock that belongs to the rule.",
        source: None,
    }
    .judge_by(
        pairs.into_iter().flatten().collect(),
        rule,
        why("In none of 20 orders is the rule broken: the second sees what the first has committed, and is refused.", "In some order it is broken."),
    )
}

/// The trigger waits, and then looks at its old snapshot.
pub(super) fn advisory_lock_after_snapshot(found: &Found) -> Claim {
    let [advisory, rows] =
        ["advisory-lock", "for-update"].map(|guard| broken_on_postgres(found, "repeatable-read", guard));
    let pairs: [[Figure; 2]; 2] = [0, 1].map(|version| [advisory[version].clone(), rows[version].clone()]);
    let rule = by_version(&pairs, |[advisory, rows]| vec![is_any(advisory), is_none(rows)]);
    let words = counts(&advisory).map(|broken| {
        format!(
            "With the advisory lock {broken} of 20 orders break the rule: the second still reads the snapshot that it took at its \
             start. With the rows locked none does."
        )
    });
    Statement {
        id: "advisory-lock-after-snapshot",
        text: "At repeatable read an advisory lock in the trigger comes too late, and locking the rows does not.",
        source: None,
    }
    .judge_by(pairs.into_iter().flatten().collect(), rule, why(words, "It is not so."))
}

/// The testers whose draws are known, at every length and budget.
pub(super) fn misses_as_computed(found: &Found) -> Claim {
    let mut figures = Vec::new();
    for tester in Tester::ALL.into_iter().filter(|tester| tester.draws_evenly()) {
        for (moves, budget) in MOVES.into_iter().flat_map(|moves| BUDGETS.map(|budget| (moves, budget))) {
            let mut share = found.at(MISSES, &at_miss(tester, moves, budget), MISS_SHARE);
            // The measured share is judged by the count, which would decide alone if it stood as exact.
            share.predicted = share.exact.take();
            figures.push(Figure::new(miss_label(tester, moves, budget), share).held_against_prediction());
        }
    }
    let rule = Rule::all(figures.iter().map(Part::within));
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

/// Tools that are given a bound of moves: right, and with the depth that the model computes their “no” is a proof.
pub(super) fn covering_bound_proves(found: &Found) -> Claim {
    let tools = [Tool::Z3, Tool::Clingo, Tool::Alloy];
    let figures = tools.map(|tool| [failed(found, Failure::Wrong, tool), failed(found, Failure::Unproved, tool)]);
    let case = |(tool, both): (Tool, &[Figure; 2])| (tool.name(), both.iter().map(is_none).collect());
    let rule = Rule::under("the tool", tools.into_iter().zip(&figures).map(case));
    Statement {
        id: "covering-bound-proves",
        text: "A “no” within a bound of moves is a proof once the bound reaches the deepest state.",
        source: None,
    }
    .judge_by(
        figures.into_iter().flatten().collect(),
        rule,
        why(
            format!(
                "Z3, clingo and Alloy were asked within {STEPS} moves, and no answer is false. By exhaustive search no state of the jugs lies deeper \
                 than {} moves, and a farmer whose goat may not ride has no safe first move.",
                deepest_of_jugs()
            ),
            "Some answers are false, or some search ends without a proof.",
        ),
    )
}

/// Moves to the deepest state of the jugs.
pub(super) fn deepest_of_jugs() -> u32 {
    case("jugs", Question::parse("jugs", 4).expect("it is within the limits")).deepest()
}

/// Without a bound: what is returned is an inductive invariant, which is checked.
pub(super) fn fixed_point_proves(found: &Found) -> Claim {
    let figures = [Failure::NotFound, Failure::Unproved].map(|failure| failed(found, failure, Tool::Spacer));
    let rule = Rule::all(figures.iter().map(is_none));
    Statement {
        id: "fixed-point-proves",
        text: "Z3's fixed-point engine proves without a bound that a state is never reached, by an inductive invariant.",
        source: None,
    }
    .judge_by(
        figures.to_vec(),
        rule,
        why(
            "Of the jugs and the river it finds what can happen and proves what cannot; each invariant was checked by a plain solver.",
            "Some answer is not right, or no proof.",
        ),
    )
}

/// A key whose set is empty is lost.
pub(super) fn twice_is_not_the_map(found: &Found) -> Claim {
    let words = LAW_WORDS.iter().find(|(key, _)| *key == "map-twice").map_or("", |(_, words)| words);
    let label = format!("cases in which it fails: {words}");
    let figure = Figure::new(label, found.at(LAWS, &at_law("map-twice"), FAILURES));
    let rule = Rule::all([is_any(&figure)]);
    let words = figure.measured().map(|failures| {
        let (lost, all) = (failures.value, failures.n);
        format!("{lost} of {all} small maps do not come back: their keys without values are lost.")
    });
    Statement { id: "twice-is-not-the-map", text: "The dual of a map's dual is not always the map.", source: None }
        .judge_by(vec![figure], rule, why(words, "Every map comes back."))
}
