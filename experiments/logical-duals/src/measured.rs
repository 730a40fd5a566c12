//! All that a run does, in order.

use std::collections::BTreeMap;

use harness::record::{Profile, Skipped};
use harness::schedule::shuffled;
use harness::{Failure, Run, undisturbed};
use supervisor::Workplace;

use crate::RUNS;
use crate::cases::{Case, DOORS, cases};
use crate::databases::{self, Database, OfDatabase};
use crate::laws::{self, Looked};
use crate::tools::{self, Asked, Reply, Tester, Tool};

/// Results of a run.
pub(crate) struct Measured {
    pub cases: Vec<Case>,
    /// A tool's replies to a case by a door, by rounds.
    pub replies: Vec<(Tool, usize, &'static str, Vec<Reply>)>,
    pub formulas: Vec<(&'static str, Option<bool>)>,
    /// Testers that missed, and all of them, by tester, moves and budget.
    pub misses: BTreeMap<(Tester, u64, u64), (u32, u32)>,
    pub databases: Vec<OfDatabase>,
    pub laws: Vec<Looked>,
    pub skipped: Vec<Skipped>,
}

/// How often each tool is asked everything, and how many testers look for four litres.
pub(crate) fn amounts(profile: Profile) -> (u32, u32) {
    match profile {
        Profile::Quick => (2, 12),
        Profile::Full => (15, 200),
    }
}

/// Rough shares of the time of a tool, of the testers and of a database.
const SHARES: [u64; 3] = [2, 4, 3];

/// Measures everything that can be measured here.
pub(crate) fn measure_all(run: &Run) -> Result<Measured, Failure> {
    let (rounds, testers) = amounts(run.profile);
    let total = SHARES[0] * Tool::ALL.len() as u64
        + SHARES[1] * Tester::ALL.len() as u64
        + SHARES[2] * Database::ALL.len() as u64;
    run.expect(total);
    run.uses_library("proptest");
    let check = || run.advance(0);
    let workplace = Workplace::open(RUNS, &check)?;
    let mut measured = Measured {
        cases: cases(),
        replies: Vec::new(),
        formulas: Vec::new(),
        misses: BTreeMap::new(),
        databases: Vec::new(),
        laws: laws::look(),
        skipped: Vec::new(),
    };
    for tool in shuffled(Tool::ALL.to_vec(), run.seed) {
        let asked: Vec<(usize, Asked<'_>)> = (measured.cases.iter().enumerate())
            .filter(|(_, case)| tool.can_ask(case.question.name()))
            .flat_map(|(place, case)| DOORS.map(|(door, ..)| (place, Asked { case, door })))
            .collect();
        let questions: Vec<Asked<'_>> = asked.iter().map(|(_, asked)| asked.clone()).collect();
        match undisturbed(|| tools::ask_all(tool, &questions, rounds, &workplace))? {
            Ok((version, replies)) => {
                // Spacer is part of Z3.
                if !matches!(tool, Tool::Model | Tool::Proptest | Tool::Spacer) {
                    run.uses(tool.name(), version);
                }
                for (number, replies) in replies {
                    let (place, asked) = &asked[number];
                    measured.replies.push((tool, *place, asked.door.name(), replies));
                }
            }
            Err(error) => measured.skipped.push(tools::skipped(tool, &error.into_reason()?)),
        }
        if tool == Tool::Z3 {
            match undisturbed(|| tools::ask_formulas(&workplace))? {
                Ok(found) => measured.formulas = found,
                Err(error) => {
                    let what = "formulas by Z3".to_owned();
                    measured.skipped.push(Skipped { what, ..tools::skipped(tool, &error.into_reason()?) });
                }
            }
        }
        run.advance(SHARES[0])?;
    }
    measured.replies.sort_by_key(|(tool, place, door, _)| (*tool, *place, *door));
    for tester in Tester::ALL {
        match undisturbed(|| tools::misses(tester, testers, run.seed, &workplace))? {
            Ok(found) => measured.misses.extend(found.into_iter().map(|((moves, budget), missed)| {
                ((tester, moves, budget), (missed, tools::testers_of(tester, testers, moves, budget)))
            })),
            Err(error) => {
                let what = format!("how often {} misses", tester.words());
                measured.skipped.push(Skipped { what, ..tools::skipped(tester.tool(), &error.into_reason()?) });
            }
        }
        run.advance(SHARES[1])?;
    }
    for database in Database::ALL {
        match undisturbed(|| databases::measure(database, &workplace))? {
            Ok(found) => {
                run.uses(database.name(), found.version.clone());
                measured.databases.push(found);
            }
            Err(error) => measured.skipped.push(Skipped::new(database.words(), error.into_reason()?, database.needs())),
        }
        run.advance(SHARES[2])?;
    }
    measured.skipped.extend(left_out());
    Ok(measured)
}

/// Left out by this experiment.
fn left_out() -> Vec<Skipped> {
    let skipped = |what: &str, why: &str, needs: &str| Skipped {
        what: what.to_owned(),
        why: why.to_owned(),
        needs: needs.to_owned(),
    };
    vec![
        skipped(
            "TLC and TLA+, which the statement about model checkers names",
            "no package registry has TLC; Spin stands for model checkers here",
            "TLC, and Java",
        ),
        skipped(
            "tours by Alloy and CrossHair",
            "sums of distances make Alloy's search take minutes, and CrossHair would have to take a path for each tour",
            "hours",
        ),
        skipped(
            "stateful modes of fast-check and proptest",
            "Hypothesis's stands for them",
            "proptest-state-machine, and commands of fast-check",
        ),
        skipped(
            "other databases, and rates under load",
            "PostgreSQL and SQLite are tried, and every order of two transactions; how often orders occur depends on the load",
            "other databases, and a load of its own",
        ),
    ]
}
