//! Carries the rows out: repeated, in random order, many at a time.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use harness::record::Estimate;
use harness::schedule::interleaved;
use harness::statistics::median_if_any;
use harness::{Failure, Run};

use crate::condition::{Condition, Role};
use crate::conditions::Conditions;
use crate::place::Place;
use crate::predicted::{Predicted, predict};
use crate::trial::{self, Seen};

/// How often it is looked whether the user wants to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How far a row's median may lie from what was predicted with punctual timers and yet agree: by this share of it, or by
/// this time, whichever is longer.
pub(crate) const TOLERANCE: f64 = 0.1;
pub(crate) const TOLERANCE_S: f64 = 0.2;

/// A row, what was predicted, and what was seen each time.
pub(crate) struct Row {
    pub condition: Condition,
    pub predicted: Predicted,
    pub seen: Vec<Seen>,
}

impl Row {
    /// How long it took, of those trials in which it was noticed.
    pub(crate) fn seconds(&self) -> Vec<f64> {
        self.seen.iter().filter_map(|seen| seen.noticed.as_ref()).map(|noticed| noticed.after.as_secs_f64()).collect()
    }

    /// The median of these, if there are any.
    pub(crate) fn noticed(&self) -> Option<Estimate> {
        median_if_any(&self.seconds())
    }

    /// Trials that saw what was predicted.
    pub(crate) fn agreeing(&self) -> u64 {
        let agrees = |seen: &&Seen| self.predicted.agrees(&self.condition, seen.noticed.as_ref());
        self.seen.iter().filter(agrees).count() as u64
    }

    /// Whether the row as a whole saw what was predicted, by a plain tolerance: every trial by that call and error, and
    /// their median within the tolerance; or no trial, where it was not to be noticed while it was watched.
    pub(crate) fn median_agrees(&self) -> bool {
        let words = (self.predicted.call(&self.condition), self.predicted.sign(&self.condition));
        let due = self.predicted.noticed().filter(|&noticed| noticed < self.condition.watched);
        match (due, self.noticed()) {
            (None, noticed) => noticed.is_none(),
            (Some(_), None) => false,
            (Some(due), Some(noticed)) => {
                self.seen.iter().all(|seen| (seen.call(), seen.sign()) == words)
                    && is_near(noticed.value, due.as_secs_f64())
            }
        }
    }

    /// Whether the row confirms the model: most trials agree, since a busy machine makes some late; and where nothing is
    /// to be noticed, all do.
    pub(crate) fn confirms(&self) -> bool {
        let (agreeing, trials) = (self.agreeing(), self.seen.len() as u64);
        if self.predicted.earliest().is_some() { 2 * agreeing > trials } else { agreeing == trials }
    }
}

/// Whether a time is within the tolerance of another.
pub(crate) fn is_near(time: f64, other: f64) -> bool {
    (time - other).abs() <= (TOLERANCE * other).max(TOLERANCE_S)
}

/// Rows that were lost by several means: the usual one, and another.
pub(crate) fn pairs_by_means(rows: &[Row]) -> Vec<(&Row, &Row)> {
    let others = rows.iter().filter(|row| row.condition.role == Role::OtherMeans);
    let usual = |other: &&Row| rows.iter().find(|row| row.condition.differs_in_means_from(&other.condition));
    others.filter_map(|other| Some((usual(&other)?, other))).collect()
}

/// Measures everything.
pub(crate) fn measure_all(conditions: &Conditions, place: &Place, run: &Run) -> Result<Vec<Row>, Failure> {
    let mut rows: Vec<Row> = conditions
        .rows
        .iter()
        .map(|condition| Row { condition: *condition, predicted: predict(condition), seen: Vec::new() })
        .collect();
    let turns = interleaved(rows.len(), 0, conditions.repetitions, run.seed);
    run.expect(turns.iter().map(|turn| weight(&conditions.rows[turn.condition])).sum());
    let waiting: Mutex<VecDeque<usize>> = Mutex::new(turns.iter().map(|turn| turn.condition).collect());
    let take = || waiting.lock().expect("no trial fails while it takes a turn").pop_front();
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..conditions.at_once {
            let send = send.clone();
            let take = &take;
            scope.spawn(move || {
                while let Some(row) = take() {
                    if send.send((row, trial::run(&conditions.rows[row], place))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let outcome = gather(&mut rows, &receive, run);
        if outcome.is_err() {
            // No more turns; those that run end with their connections.
            waiting.lock().expect("no trial fails while it takes a turn").clear();
        }
        outcome
    })?;
    Ok(rows)
}

fn gather(
    rows: &mut [Row],
    receive: &mpsc::Receiver<(usize, Result<Seen, Failure>)>,
    run: &Run,
) -> Result<(), Failure> {
    loop {
        match receive.recv_timeout(LOOK_EVERY) {
            Ok((row, seen)) => {
                rows[row].seen.push(seen?);
                run.advance(weight(&rows[row].condition))?;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => run.advance(0)?,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Milliseconds that a row takes.
fn weight(condition: &Condition) -> u64 {
    condition.watched.as_millis() as u64
}
