//! The turns: every condition in every round, in random order. Where a server, or its load, fails amid them, all that was
//! measured of it is left out, and the others go on.

#[cfg(test)]
mod tests;

use std::thread;
use std::time::{Duration, Instant};

use harness::record::{Profile, Skipped};
use harness::schedule::{Turn, grouped};
use harness::{Failure, Run, undisturbed};
use supervisor::{Check, Workplace};

use super::conditions::{Condition, Target};
use super::machine;
use super::own_load;
use super::stack::Stack;
use super::wrk::{self, DURATION};

/// How long a server whose requests failed may take until it answers again: Gunicorn starts a new worker by itself.
const RECOVERY: Duration = Duration::from_secs(5);

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

impl Outcome {
    /// Whether requests failed, or none was answered: wrk counts none as failed while it waits.
    fn is_in_doubt(&self) -> bool {
        self.failed_share > 0.0 || self.rate == 0.0
    }
}

/// A target's outcomes, round by round.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) target: Target,
    pub(super) outcomes: Vec<Outcome>,
}

/// Result of a turn, or of a question. The inner error says what went wrong with the server or its load; the outer one ends
/// the run.
type Tried<T> = Result<Result<T, String>, Failure>;

/// Loads every condition in every round, some of them several times. What is compared is loaded one right
/// after the other.
pub(super) fn measure(
    run: &Run,
    workplace: &Workplace,
    groups: Vec<Vec<Condition>>,
) -> Result<(Vec<Row>, Vec<Skipped>), Failure> {
    let distinct = groups.iter().map(Vec::len).sum();
    let (groups, turns) = schedule(groups, |condition| condition.target, run.profile, run.seed);
    let conditions: Vec<Condition> = groups.into_iter().flatten().collect();
    let turn_ms = DURATION.as_millis() as u64;
    run.expect(turns.len() as u64 * turn_ms);
    let check = || run.advance(0);
    let mut found = Found::new(conditions.iter().map(|condition| condition.target));
    found.take(
        &turns,
        |condition| undisturbed(|| load_and_see(workplace, &conditions[condition], &check))?,
        || run.advance(turn_ms),
    )?;
    for condition in &conditions[..distinct] {
        check()?;
        if !found.has_lost(condition.target) {
            found.add(condition.target, "at the end", still_answers(workplace, condition));
        }
    }
    Ok(found.finish())
}

/// The groups with those that repeat others of the round, and the turns of all of them. In a full run each is loaded once
/// before, to warm up, and there are nine rounds: with fewer, a median's interval ends at the extremes, and one disturbed round
/// sets it. A quick run is there to see that it works.
fn schedule<T: Clone>(
    groups: Vec<Vec<T>>,
    target: impl Fn(&T) -> Target,
    profile: Profile,
    seed: u64,
) -> (Vec<Vec<T>>, Vec<Turn>) {
    let sizes = |groups: &[Vec<T>]| groups.iter().map(Vec::len).collect::<Vec<_>>();
    if profile == Profile::Quick {
        let turns = grouped(&sizes(&groups), 0, 1, seed);
        return (groups, turns);
    }
    let mut turns = grouped(&sizes(&groups), 1, 0, seed);
    let groups = with_repeats(groups, target);
    turns.extend(grouped(&sizes(&groups), 0, 9, seed).into_iter().map(|turn| Turn { round: 1 + turn.round, ..turn }));
    (groups, turns)
}

/// All groups, and then again those that are loaded more than once in a round.
fn with_repeats<T: Clone>(groups: Vec<Vec<T>>, target: impl Fn(&T) -> Target) -> Vec<Vec<T>> {
    let times = |group: &[T]| group.first().map_or(1, |one| target(one).times_a_round());
    let most = groups.iter().map(|group| times(group)).max().unwrap_or(1);
    let again = (1..most).flat_map(|before| groups.iter().filter(move |group| times(group) > before).cloned());
    let again: Vec<Vec<T>> = again.collect();
    [groups, again].concat()
}

/// What the turns have come to so far.
struct Found {
    rows: Vec<Row>,
    /// Which row is each condition's.
    row_of: Vec<usize>,
    /// What failed, and why.
    lost: Vec<(Stack, Skipped)>,
}

impl Found {
    fn new(targets: impl Iterator<Item = Target>) -> Self {
        let mut found = Self { rows: Vec::new(), row_of: Vec::new(), lost: Vec::new() };
        for target in targets {
            let known = found.rows.iter().position(|row| row.target == target);
            found.row_of.push(known.unwrap_or(found.rows.len()));
            if known.is_none() {
                found.rows.push(Row { target, outcomes: Vec::new() });
            }
        }
        found
    }

    /// Takes the turns, but for those of what has failed. `done` is told of every turn, of those that are left out, too.
    fn take(
        &mut self,
        turns: &[Turn],
        mut load: impl FnMut(usize) -> Tried<Outcome>,
        mut done: impl FnMut() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let rounds = turns.last().map_or(0, |last| last.round + 1);
        for &Turn { condition, round, warm_up } in turns {
            let row = self.row_of[condition];
            let target = self.rows[row].target;
            let tried = (!self.has_lost(target)).then(|| load(condition));
            // An end that the user asked for ends wrk, too.
            done()?;
            let Some(tried) = tried else { continue };
            let when = format!("in round {} of {rounds}{}", round + 1, if warm_up { " (a warm-up)" } else { "" });
            if let Some(outcome) = self.add(target, &when, tried?).filter(|_| !warm_up) {
                self.rows[row].outcomes.push(outcome);
            }
        }
        Ok(())
    }

    /// Whether a target's server, or its load, has failed.
    fn has_lost(&self, target: Target) -> bool {
        self.lost.iter().any(|(stack, _)| *stack == Stack::of(target))
    }

    /// Returns a turn's result; where it is an error, `None`, and the target's server is lost from here on, and this is why.
    fn add<T>(&mut self, target: Target, when: &str, tried: Result<T, String>) -> Option<T> {
        tried
            .map_err(|why| {
                let (stack, why) = (Stack::of(target), format!("{}, {when}: {why}", target.text()));
                self.lost.push((stack, Skipped::new(stack.what(), why, stack.needs_to_last())));
            })
            .ok()
    }

    /// The rows of what was measured to the end, and why the others are missing.
    fn finish(mut self) -> (Vec<Row>, Vec<Skipped>) {
        let lost = std::mem::take(&mut self.lost);
        self.rows.retain(|row| lost.iter().all(|(stack, _)| *stack != Stack::of(row.target)));
        (self.rows, lost.into_iter().map(|(_, why)| why).collect())
    }
}

/// Loads one once.
pub(super) fn load(workplace: &Workplace, condition: &Condition) -> Tried<Outcome> {
    let Condition { target, network, address, answer } = condition;
    if *target == Target::StaticByOurs {
        let loaded = own_load::load(*address, answer, DURATION);
        let rate = loaded.map_err(|error| format!("this program's own load: {error}"));
        return Ok(rate.map(|rate| Outcome { rate, failed_share: 0.0, latency: None }));
    }
    let report = wrk::load(network, workplace, *address)?;
    Ok(report.and_then(|report| {
        if !report.fits(answer.length) {
            return Err(format!(
                "{} bytes came in {} answers of {} bytes, so some were wrong",
                report.bytes, report.answers, answer.length
            ));
        }
        Ok(Outcome {
            rate: report.rate(),
            failed_share: report.failed_share(),
            latency: Some((report.p50_seconds, report.p99_seconds)),
        })
    }))
}

/// The same; a server that is in doubt must answer again soon, or it is taken to have died.
fn load_and_see(workplace: &Workplace, condition: &Condition, check: Check) -> Tried<Outcome> {
    let tried = load(workplace, condition)?;
    if !tried.as_ref().is_ok_and(Outcome::is_in_doubt) {
        return Ok(tried);
    }
    let answers = again(RECOVERY, check, || still_answers(workplace, condition))?;
    Ok(answers.and(tried))
}

/// Tries until it succeeds, no longer than `timeout`, and until the run is to end.
fn again(timeout: Duration, check: Check, attempt: impl Fn() -> Result<(), String>) -> Tried<()> {
    let started = Instant::now();
    loop {
        check()?;
        let outcome = attempt();
        if outcome.is_ok() || started.elapsed() > timeout {
            return Ok(outcome);
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// A server must answer as it did at the start.
fn still_answers(workplace: &Workplace, condition: &Condition) -> Result<(), String> {
    let answer = machine::asked(&condition.network, condition.address, &machine::text_of(workplace));
    answer.map(|_| ()).map_err(|why| format!("it no longer answers right: {why}"))
}
