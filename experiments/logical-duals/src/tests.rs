use std::collections::BTreeMap;

use harness::record::{Claim, Verdict};
use logical_duals_model::Kind;
use logical_duals_model::race::{End, Guard, Level, Order, run};

use crate::cases::{DOORS, cases};
use crate::databases::{Database, OfDatabase, RULES, Raced, Races, RuleOutcome};
use crate::measured::Measured;
use crate::tools::{self, Asked, BUDGETS, MOVES, Tester, Tool};
use crate::{judge, laws, series};

/// What a machine that has nothing but this program measures.
fn measured() -> Measured {
    let cases = cases();
    let mut replies = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        for (door, ..) in DOORS {
            let asked = [Asked { case, door }];
            replies.push((Tool::Model, place, door.name(), tools::of_model(&asked, 2).unwrap().remove(&0).unwrap()));
        }
    }
    Measured {
        cases,
        replies,
        formulas: Vec::new(),
        misses: BTreeMap::new(),
        databases: Vec::new(),
        laws: laws::look(),
        skipped: Vec::new(),
    }
}

/// PostgreSQL as the model has it.
fn of_model() -> OfDatabase {
    let raced = |level, guard| {
        let orders = Order::all();
        let outcomes = orders.into_iter().map(|order| run(order, level, guard));
        outcomes.map(|outcome| Raced { ends: outcome.ends, broken: outcome.broken }).collect()
    };
    let races = Guard::ALL.into_iter().flat_map(|guard| {
        Level::ALL.map(|level| Races {
            database: Database::Postgres,
            level: level.name(),
            guard,
            model: Some(level),
            raced: raced(level, guard),
        })
    });
    OfDatabase {
        database: Database::Postgres,
        version: "0".to_owned(),
        outcomes: RULES.map(|(rule, _)| (rule, RuleOutcome::Holds)).to_vec(),
        rows: None,
        subquery_says: String::new(),
        races: races.collect(),
    }
}

fn claim(measured: &Measured, id: &str) -> Claim {
    let claims = judge::claims(&series::quantities(measured));
    claims.into_iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("no claim {id}"))
}

fn verdict(measured: &Measured, id: &str) -> Verdict {
    claim(measured, id).verdict
}

#[test]
fn four_questions_can_happen_and_four_cannot_and_the_model_is_right_by_both_doors() {
    let measured = measured();
    assert_eq!(measured.cases.iter().filter(|case| case.can_happen).count(), 4);
    for (_, place, door, replies) in &measured.replies {
        let case = &measured.cases[*place];
        assert!(replies.iter().all(|reply| reply.is_right(case)), "{} {door}", case.key);
    }
    assert_eq!(verdict(&measured, "what-checks-can-find"), Verdict::Reproduced);
}

#[test]
fn what_is_missing_is_not_tested_and_what_is_wrong_differs() {
    let mut measured = measured();
    for id in ["solver-proves", "trigger-breaks", "silence-is-no-proof", "planner-proves"] {
        assert_eq!(verdict(&measured, id), Verdict::NotTested, "{id}");
    }
    assert_eq!(verdict(&measured, "eventually-always"), Verdict::Reproduced);
    // A witness that does not replay finds nothing, whatever the tool says.
    for (.., replies) in &mut measured.replies {
        replies.iter_mut().for_each(|reply| reply.witness.clear());
    }
    assert_eq!(verdict(&measured, "what-checks-can-find"), Verdict::Differs);
}

#[test]
fn the_model_of_races_bears_out_what_this_project_says() {
    let mut measured = measured();
    measured.databases = vec![of_model()];
    for id in ["trigger-breaks", "locks-mend", "advisory-lock-after-snapshot"] {
        assert_eq!(verdict(&measured, id), Verdict::Holds, "{id}");
    }
    assert_eq!(verdict(&measured, "trigger-enforces"), Verdict::Depends);
    assert_eq!(verdict(&measured, "no-subquery-in-check"), Verdict::Differs);
    // Where nothing is ever broken, no trigger is.
    for races in &mut measured.databases[0].races {
        races.raced = vec![Raced { ends: [End::Committed, End::Refused], broken: false }; 20];
    }
    assert_eq!(verdict(&measured, "trigger-breaks"), Verdict::DoesNotHold);
    assert_eq!(verdict(&measured, "trigger-enforces"), Verdict::Reproduced);
}

#[test]
fn testers_that_miss_bear_out_that_silence_is_no_proof() {
    let mut measured = measured();
    let share = |missed| Tester::ALL.into_iter().map(move |tester| ((tester, 20, 100), (missed, 200)));
    measured.misses = share(170).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::Holds);
    measured.misses = share(20).filter(|((tester, ..), _)| !tester.draws_evenly()).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::DoesNotHold);
    // What contradicts the exact probability that proptest misses shows an error somewhere.
    measured.misses = share(20).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::Undecided);
    // A machine that lacks one of them says it of the others.
    measured.misses = share(170).filter(|((tester, ..), _)| *tester != Tester::FastCheck).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::Holds);
    assert!((tools::chance(20).miss(100) - 0.817).abs() < 0.001);
}

#[test]
fn misses_are_held_against_what_was_computed_of_each() {
    let mut measured = measured();
    let settings = || {
        let even = Tester::ALL.into_iter().filter(|tester| tester.draws_evenly());
        even.flat_map(|tester| MOVES.map(|moves| BUDGETS.map(|budget| (tester, moves, budget)))).flatten()
    };
    // So many testers as a full run has, of which so much more or less than computed miss.
    let mut with = |testers, by: f64| {
        let counted = |(tester, moves, budget)| {
            let of = tools::testers_of(tester, testers, moves, budget);
            let share = tools::chance(moves).miss(budget as u32);
            let missed = (share * if moves == 20 && budget == 1000 { by } else { 1.0 } * f64::from(of)).round();
            ((tester, moves, budget), (missed as u32, of))
        };
        measured.misses = settings().map(counted).collect();
        verdict(&measured, "misses-as-computed")
    };
    assert_eq!(with(200, 1.0), Verdict::Holds);
    assert_eq!(with(200, 1.05), Verdict::Holds);
    assert_eq!(with(200, 1.5), Verdict::DoesNotHold);
    assert_eq!(with(2, 1.0), Verdict::Undecided);
}

#[test]
fn what_a_database_says_to_a_subquery_comes_from_the_series() {
    let mut measured = measured();
    let refuses = |says: &str| {
        let mut refusing = of_model();
        refusing.outcomes = vec![("check-subquery", RuleOutcome::Refused)];
        refusing.subquery_says = says.to_owned();
        vec![refusing]
    };
    measured.databases = refuses("no, never");
    let judged = claim(&measured, "no-subquery-in-check");
    assert_eq!((judged.verdict, judged.why.as_str()), (Verdict::Reproduced, "It says “no, never”."));
    measured.databases = refuses("");
    assert_eq!(claim(&measured, "no-subquery-in-check").why, "It cannot be declared.");
}

#[test]
fn a_solvers_answers_within_its_bound_are_judged_and_the_bound_is_not() {
    let mut measured = measured();
    let of_model = measured.replies.clone();
    // Within the bound as the model says: right, and no proof beyond.
    let bounded = |tool| of_model.iter().map(move |(_, place, door, replies)| (tool, *place, *door, replies.clone()));
    measured.replies.extend(bounded(Tool::Z3).chain(bounded(Tool::Clingo)));
    for (tool, .., replies) in &mut measured.replies {
        if tool.is_bounded() {
            replies.iter_mut().for_each(|reply| reply.kind = Kind::Bounded);
        }
    }
    assert_eq!(verdict(&measured, "bounded-no-is-no-proof"), Verdict::Holds);
    assert_eq!(verdict(&measured, "what-finds-can-check"), Verdict::Reproduced);
    for (tool, place, _, replies) in &mut measured.replies {
        if *tool == Tool::Z3 && !measured.cases[*place].can_happen {
            replies.iter_mut().for_each(|reply| reply.reached = Some(true));
        }
    }
    assert_eq!(verdict(&measured, "bounded-no-is-no-proof"), Verdict::DoesNotHold);
    // One that just stops is judged.
    for (.., replies) in &mut measured.replies {
        replies.iter_mut().for_each(|reply| reply.kind = Kind::None);
    }
    assert_eq!(verdict(&measured, "what-finds-can-check"), Verdict::Differs);
}

#[test]
fn a_database_that_declares_more_says_what() {
    let mut measured = measured();
    measured.databases = vec![of_model()];
    measured.databases[0].outcomes[0].1 = RuleOutcome::LetIn;
    let judged = claim(&measured, "few-are-declared");
    assert_eq!(judged.verdict, Verdict::Differs);
    assert!(
        judged.why.contains("these do not hold: UNIQUE in PostgreSQL; besides them these do: CHECK on"),
        "{}",
        judged.why
    );
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::LogicalDuals>("logical-duals");
}
