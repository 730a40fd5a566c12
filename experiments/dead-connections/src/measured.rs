//! Carries the rows out: repeated, in random order, many at a time.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use harness::schedule::interleaved;
use harness::{Failure, Run};

use crate::conditions::{Condition, Conditions};
use crate::place::Place;
use crate::predicted::{Predicted, predict};
use crate::trial::{self, Seen};

/// How often it is looked whether the user wants to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A row, what was predicted, and what was seen each time.
pub(crate) struct Row {
    pub condition: Condition,
    pub predicted: Predicted,
    pub seen: Vec<Seen>,
}

impl Row {
    /// Trials that saw what was predicted.
    pub(crate) fn agreeing(&self) -> u64 {
        let agrees = |seen: &&Seen| self.predicted.agrees(&self.condition, seen.noticed.as_ref());
        self.seen.iter().filter(agrees).count() as u64
    }

    /// Whether the row confirms the model: most trials agree, since a busy machine makes some late; and where nothing is
    /// to be noticed, all do.
    pub(crate) fn confirms(&self) -> bool {
        let (agreeing, trials) = (self.agreeing(), self.seen.len() as u64);
        if self.predicted.earliest().is_some() { 2 * agreeing > trials } else { agreeing == trials }
    }
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
