use std::collections::BTreeMap;

use harness::record::{Claim, Verdict};
use logical_duals_model::Kind;
use logical_duals_model::race::{End, Guard, Level, Order, run};

use crate::cases::{DOORS, cases};
use crate::databases::{Database, OfDatabase, RULES, Raced, Races, RuleOutcome};
use crate::measured::Measured;
use crate::tools::{self, Asked, BUDGETS, MOVES, STEPS, Tester, Tool};
use crate::{judge, laws, series};

/// Measurements of a machine that has nothing but this program.
fn measured() -> Measured {
    let cases = cases();
    let mut replies = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        for (door, ..) in DOORS {
            let asked = [Asked { case, door }];
            replies.push((
                Tool::Model,
                place,
                door.name(),
                tools::ask_model_all(&asked, 2).unwrap().remove(&0).unwrap(),
            ));
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
fn postgres_as_modelled() -> OfDatabase {
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
    let claims = judge::claims(&series::found(measured));
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
    measured.databases = vec![postgres_as_modelled()];
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
    let share = |missed| Tester::ALL.into_iter().map(move |tester| ((tester, tester.moves(), 100), (missed, 200)));
    measured.misses = share(170).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::Holds);
    measured.misses = share(20).filter(|((tester, ..), _)| !tester.draws_evenly()).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::DoesNotHold);
    // A share that contradicts proptest's exact probability shows an error somewhere.
    measured.misses = share(20).collect();
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::Undecided);
    // One that finds most decides for itself.
    measured.misses = share(170).collect();
    measured.misses.insert((Tester::HypothesisStateful, 50, 100), (20, 200));
    assert_eq!(verdict(&measured, "silence-is-no-proof"), Verdict::Depends);
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
        let mut refusing = postgres_as_modelled();
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

/// Adds answers of a tool that answers as the model does, with another kind of “no”.
fn answer_as_the_model(measured: &mut Measured, tool: Tool, no: Kind) {
    let like_the_model: Vec<_> = measured.replies.iter().filter(|(by, ..)| *by == Tool::Model).cloned().collect();
    measured.replies.extend(like_the_model.into_iter().map(|(_, place, door, mut replies)| {
        for reply in replies.iter_mut().filter(|reply| reply.reached == Some(false)) {
            reply.kind = no;
        }
        (tool, place, door, replies)
    }));
}

#[test]
fn a_no_within_a_bound_that_reaches_the_deepest_state_is_a_proof() {
    for tool in [Tool::Z3, Tool::Clingo, Tool::Alloy] {
        let mut measured = measured();
        measured
            .replies
            .retain(|(_, place, ..)| matches!(measured.cases[*place].question.name(), "jugs" | "river-no-goat"));
        let id = "covering-bound-proves";
        answer_as_the_model(&mut measured, tool, Kind::Bounded);
        assert_eq!(
            (verdict(&measured, id), verdict(&measured, "what-finds-can-check")),
            (Verdict::Holds, Verdict::Reproduced)
        );
        // One move less than the deepest state is, and it proves nothing.
        measured.replies.retain(|(by, ..)| *by == Tool::Model);
        answer_as_the_model(&mut measured, tool, Kind::None);
        assert_eq!(
            (verdict(&measured, id), verdict(&measured, "what-finds-can-check")),
            (Verdict::DoesNotHold, Verdict::Depends)
        );
    }
    assert!(
        cases()
            .iter()
            .filter(|case| case.question.name() == "jugs")
            .all(|case| case.deepest() == 7 && case.deepest() <= STEPS)
    );
    assert_eq!(cases().iter().find(|case| case.key == "river-no-goat").unwrap().deepest(), 0);
}

#[test]
fn a_false_answer_is_no_proof() {
    let mut measured = measured();
    answer_as_the_model(&mut measured, Tool::Z3, Kind::Proof);
    for (tool, place, _, replies) in &mut measured.replies {
        if *tool == Tool::Z3 && !measured.cases[*place].can_happen {
            replies.iter_mut().for_each(|reply| reply.reached = Some(true));
        }
    }
    assert_eq!(verdict(&measured, "covering-bound-proves"), Verdict::DoesNotHold);
}

#[test]
fn an_unbounded_proof_is_judged_by_the_engine_that_gives_it() {
    let mut measured = measured();
    assert_eq!(verdict(&measured, "fixed-point-proves"), Verdict::NotTested);
    answer_as_the_model(&mut measured, Tool::Spacer, Kind::Proof);
    assert_eq!(verdict(&measured, "fixed-point-proves"), Verdict::Holds);
    answer_as_the_model(&mut measured, Tool::Spacer, Kind::None);
    assert_eq!(verdict(&measured, "fixed-point-proves"), Verdict::DoesNotHold);
}

#[test]
fn a_database_that_declares_more_says_what() {
    let mut measured = measured();
    measured.databases = vec![postgres_as_modelled()];
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
fn each_version_of_a_database_is_judged() {
    let mut measured = measured();
    let newest = |holds: &[&str]| {
        let mut database = postgres_as_modelled();
        database.database = Database::Postgres18;
        database.races.iter_mut().for_each(|races| races.database = Database::Postgres18);
        for (rule, outcome) in &mut database.outcomes {
            let is_named = matches!(*rule, "unique" | "not-null" | "references" | "check-row" | "trigger");
            *outcome = if is_named || holds.contains(rule) { RuleOutcome::Holds } else { RuleOutcome::Refused };
        }
        database
    };
    measured.databases = vec![newest(&["without-overlaps", "period"])];
    assert_eq!(verdict(&measured, "few-are-declared"), Verdict::Differs);
    assert!(
        claim(&measured, "few-are-declared").why.contains("WITHOUT OVERLAPS in PostgreSQL 18, PERIOD in PostgreSQL 18")
    );
    assert_eq!(verdict(&measured, "trigger-breaks"), Verdict::Holds);
    measured.databases = vec![postgres_as_modelled(), newest(&[])];
    assert_eq!(verdict(&measured, "few-are-declared"), Verdict::Depends);
    for races in &mut measured.databases[1].races {
        races.raced = vec![Raced { ends: [End::Committed, End::Refused], broken: false }; 20];
    }
    assert_eq!(verdict(&measured, "trigger-breaks"), Verdict::Depends);
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::LogicalDuals>("logical-duals");
}
