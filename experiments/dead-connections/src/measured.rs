//! Carries the rows out: repeated, in random order, many at a time; and beside them, all at once, those that take minutes.

use std::collections::VecDeque;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use harness::record::Estimate;
use harness::schedule::interleaved;
use harness::statistics::{median_if_any, share};
use harness::{Failure, Run};

use crate::condition::{Condition, Role};
use crate::conditions::Conditions;
use crate::kept::Kept;
use crate::place::Place;
use crate::predicted::{Predicted, predict};
use crate::trial::{self, Seen};

/// How often it is looked whether the user wants to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// From the making of one long trial's network to the next: it takes a processor for a while, which others are measured on.
const PACE: Duration = Duration::from_millis(200);

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

    /// The share of trials in which it was noticed.
    pub(crate) fn noticed_share(&self) -> Estimate {
        share(self.seconds().len() as u64, self.seen.len() as u64)
    }

    /// When the model says that it is noticed, if that is while it is watched.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.predicted.noticed().filter(|&noticed| noticed < self.condition.watched)
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
        match (self.due(), self.noticed()) {
            (None, noticed) => noticed.is_none(),
            (Some(_), None) => false,
            (Some(due), Some(noticed)) => {
                self.seen.iter().all(|seen| (seen.call(), seen.sign()) == words)
                    && is_near(noticed.value, due.as_secs_f64())
            }
        }
    }
}

/// Whether a time is within the tolerance of another.
fn is_near(time: f64, other: f64) -> bool {
    (time - other).abs() <= (TOLERANCE * other).max(TOLERANCE_S)
}

/// Rows that were lost by several means: the usual one, and the one in this role.
pub(crate) fn pairs_by_means(rows: &[Row], role: Role) -> Vec<(&Row, &Row)> {
    let others = rows.iter().filter(|row| row.condition.role == role);
    let is_usual = |row: &&Row| !matches!(row.condition.role, Role::OtherMeans | Role::OwnEnd);
    let usual = |other: &&Row| rows.iter().filter(is_usual).find(|row| row.condition.is_as(&other.condition));
    others.filter_map(|other| Some((usual(&other)?, other))).collect()
}

/// What a run saw.
pub(crate) struct Rows {
    /// The rows that every run has.
    pub measured: Vec<Row>,
    /// The rows that take minutes, if the run waited for them.
    pub waited: Vec<Row>,
}

/// A trial's row, counted through all rows, and what was seen.
type Trial = (usize, Result<Seen, Failure>);

/// Measures everything. What takes minutes is kept as soon as it is known, and taken from there if it is kept already.
pub(crate) fn measure_all(
    conditions: &Conditions,
    place: &Arc<Place>,
    kept: &mut Kept,
    run: &Run,
) -> Result<Rows, Failure> {
    let row = |condition: &Condition, seen| Row { condition: *condition, predicted: predict(condition), seen };
    let mut rows: Vec<Row> = conditions.rows.iter().map(|condition| row(condition, Vec::new())).collect();
    rows.extend(conditions.waited.iter().map(|condition| row(condition, kept.seen(condition))));
    let first_waited = conditions.rows.len();
    let turns = interleaved(first_waited, 0, conditions.repetitions, run.seed);
    run.expect(turns.iter().map(|turn| weight(&conditions.rows[turn.condition])).sum());
    let turns: Mutex<VecDeque<usize>> = Mutex::new(turns.iter().map(|turn| turn.condition).collect());
    let take = || turns.lock().expect("no trial fails while it takes a turn").pop_front();
    let (send, receive) = mpsc::channel();
    let mut waiting = Waiting::begin(&rows[first_waited..], first_waited, conditions, place, &send, run)?;
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
        let outcome = gather(&receive, run, &mut waiting, |row, seen| {
            let condition = &rows[row].condition;
            let is_waited = row >= first_waited;
            if is_waited {
                kept.keep(condition, &seen)?;
            }
            let done = if is_waited { 0 } else { weight(condition) };
            rows[row].seen.push(seen);
            Ok(done)
        });
        if outcome.is_err() {
            // No more turns; those that run end with their connections.
            turns.lock().expect("no trial fails while it takes a turn").clear();
        }
        outcome
    })?;
    waiting.join();
    let waited = rows.split_off(first_waited);
    Ok(Rows { measured: rows, waited })
}

/// Trials that take minutes, each in a thread of its own from the beginning on. None of them is waited for when a run fails or
/// is to end: their namespaces and peers go with this process.
struct Waiting {
    threads: Vec<JoinHandle<()>>,
    began: Instant,
    /// The weight of all waits in the run's progress, and how much of it has been told.
    weight: u64,
    told: u64,
    at_once: u64,
}

impl Waiting {
    fn begin(
        rows: &[Row],
        first: usize,
        conditions: &Conditions,
        place: &Arc<Place>,
        send: &mpsc::Sender<Trial>,
        run: &Run,
    ) -> Result<Self, Failure> {
        let lacking = |row: &Row| (conditions.repetitions as usize).saturating_sub(row.seen.len());
        let longest = rows.iter().filter(|row| lacking(row) > 0).map(|row| weight(&row.condition)).max().unwrap_or(0);
        let at_once = conditions.at_once as u64;
        let mut waiting =
            Self { threads: Vec::new(), began: Instant::now(), weight: longest * at_once, told: 0, at_once };
        run.expect(waiting.weight);
        for (index, row) in rows.iter().enumerate() {
            for _ in 0..lacking(row) {
                let (condition, place, send) = (row.condition, Arc::clone(place), send.clone());
                waiting.threads.push(thread::spawn(move || {
                    let seen = trial::run(&condition, &place);
                    // Nobody listens any more where the run has failed.
                    let _ = send.send((first + index, seen));
                }));
                thread::sleep(PACE);
                run.advance(0)?;
            }
        }
        Ok(waiting)
    }

    /// How much of it has passed since this was asked last: as much as if the others went on side by side all the while.
    fn passed(&mut self) -> u64 {
        let now = (self.began.elapsed().as_millis() as u64 * self.at_once).min(self.weight);
        now - std::mem::replace(&mut self.told, now)
    }

    /// All have told what they saw, and need no more than to give back what they have.
    fn join(self) {
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// Hands on what trials saw until the last has told; `take` says how much is done with that.
fn gather(
    receive: &mpsc::Receiver<Trial>,
    run: &Run,
    waiting: &mut Waiting,
    mut take: impl FnMut(usize, Seen) -> Result<u64, Failure>,
) -> Result<(), Failure> {
    loop {
        let passed = waiting.passed();
        match receive.recv_timeout(LOOK_EVERY) {
            Ok((row, seen)) => run.advance(take(row, seen?)? + passed)?,
            Err(mpsc::RecvTimeoutError::Timeout) => run.advance(passed)?,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Milliseconds that a row takes.
fn weight(condition: &Condition) -> u64 {
    condition.watched.as_millis() as u64
}
