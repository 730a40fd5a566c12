//! The turns: every condition in every round, in random order.

use harness::schedule::{Turn, grouped};
use harness::{Failure, Run};

use super::conditions::{Condition, Target};
use super::keeper::Keeper;
use super::wrk::{self, DURATION};
use super::{machine, own_load};

/// What one turn came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    /// Right answers a second.
    pub(super) rate: f64,
    /// The share of what was asked for that failed.
    pub(super) failed_share: f64,
    /// The median and the 99th percentile of the time from request to answer, in seconds, where it was taken.
    pub(super) latency: Option<(f64, f64)>,
}

/// A target's outcomes, round by round.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) target: Target,
    pub(super) outcomes: Vec<Outcome>,
}

/// Loads every condition in every round. What is compared is loaded one right after the other.
pub(super) fn measure(
    run: &Run,
    keeper: &Keeper,
    groups: Vec<Vec<Condition>>,
    warm_up: u32,
    repetitions: u32,
) -> Result<Vec<Row>, Failure> {
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let conditions: Vec<Condition> = groups.into_iter().flatten().collect();
    let turns = grouped(&sizes, warm_up, repetitions, run.seed);
    let turn_ms = DURATION.as_millis() as u64;
    run.expect(turns.len() as u64 * turn_ms);
    let mut rows: Vec<Row> =
        conditions.iter().map(|condition| Row { target: condition.target, outcomes: Vec::new() }).collect();
    for Turn { condition, warm_up, .. } in turns {
        let outcome = load(keeper, &conditions[condition]);
        // An end that the user asked for ends wrk, too.
        run.advance(turn_ms)?;
        let outcome = outcome?;
        if !warm_up {
            rows[condition].outcomes.push(outcome);
        }
    }
    for condition in &conditions {
        still_answers(keeper, condition)?;
    }
    Ok(rows)
}

/// Loads one once.
pub(super) fn load(keeper: &Keeper, condition: &Condition) -> Result<Outcome, Failure> {
    let Condition { target, network, address, answer } = condition;
    if *target == Target::StaticByOurs {
        let loaded = own_load::load(*address, answer, DURATION);
        let rate = loaded.map_err(|error| Failure::Failed(format!("this program's own load: {error}")))?;
        return Ok(Outcome { rate, failed_share: 0.0, latency: None });
    }
    let report = wrk::load(network, keeper.folder(), *address)?;
    if !report.fits(answer.length) {
        return Err(Failure::Failed(format!(
            "{target:?}: {} bytes came in {} answers of {} bytes, so some were wrong",
            report.bytes, report.answers, answer.length
        )));
    }
    Ok(Outcome {
        rate: report.rate(),
        failed_share: report.failed_share(),
        latency: Some((report.p50_seconds, report.p99_seconds)),
    })
}

/// At the end a server must answer as it did at the start.
fn still_answers(keeper: &Keeper, condition: &Condition) -> Result<(), Failure> {
    let answer = machine::asked(&condition.network, condition.address, &machine::text_of(keeper));
    answer.map(|_| ()).map_err(|why| Failure::Failed(format!("{:?} no longer answers right: {why}", condition.target)))
}
