//! The rounds of a run: every condition in every round, those that are compared one right after another.

use std::path::Path;

use harness::{Failure, Run, Warning, schedule, undisturbed};

use crate::condition::{Condition, Pattern};
use crate::conditions::{Conditions, EXCHANGES};
use crate::patterns::measure;
use crate::transport::Transport;
use crate::turn::{Check, Outcome};
use crate::waiting::Waiting;
use sockets::cores::Cores;

/// Rounds of one condition.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub condition: Condition,
    /// One for each round, in the order of the rounds.
    pub rounds: Vec<Outcome>,
}

impl Row {
    /// True if its ends wait as programs do.
    pub(crate) fn is_usual(&self) -> bool {
        self.condition.waiting == Waiting::Block
    }

    /// One measure, round by round.
    pub(crate) fn each(&self, measure: &str) -> Vec<f64> {
        self.rounds.iter().map(|outcome| outcome[measure]).collect()
    }
}

/// Measures all of it. Progress is counted in milliseconds. The files of Unix sockets lie in `folder`.
pub(crate) fn measure_all(conditions: &Conditions, folder: &Path, run: &Run) -> Result<Vec<Row>, Failure> {
    let all = conditions.groups.iter().flatten();
    let mut rows: Vec<Row> = all.map(|&condition| Row { condition, rounds: Vec::new() }).collect();
    let sizes: Vec<usize> = conditions.groups.iter().map(Vec::len).collect();
    let milliseconds = |condition: &Condition| conditions.span(condition).total().as_millis() as u64;
    let round: u64 = rows.iter().map(|row| milliseconds(&row.condition)).sum();
    run.expect(round * u64::from(conditions.repetitions));
    for turn in schedule::grouped(&sizes, 0, conditions.repetitions, run.seed) {
        let row = &mut rows[turn.condition];
        let condition = row.condition;
        let outcome = undisturbed(|| measure(condition, conditions.span(&condition), Check::Counts, folder))?
            .map_err(|error| error.while_doing(condition.text()))?;
        row.rounds.push(outcome);
        run.advance(milliseconds(&condition))?;
    }
    Ok(rows)
}

/// The row of a condition.
pub(crate) fn find(rows: &[Row], condition: Condition) -> Option<&Row> {
    rows.iter().find(|row| row.condition == condition)
}

/// The measure that says how often a pattern happens in a second.
pub(crate) fn rate_of(pattern: Pattern) -> Option<&'static str> {
    match pattern {
        Pattern::PerMessage { .. } => Some("messages_per_second"),
        Pattern::PingPong { .. } => Some("round_trips_per_second"),
        Pattern::Bulk { .. } => Some("throughput_bytes_per_second"),
        Pattern::TwoWrites { .. } | Pattern::Handshake | Pattern::Echo { .. } => None,
    }
}

/// How many times as fast one transport is as another, each round's rate over the same round's; `None` where one of them
/// was not measured, or the pattern has no rate.
pub(crate) fn ratios(rows: &[Row], (pattern, cores): Place, above: Transport, below: Transport) -> Option<Vec<f64>> {
    let each = |transport| Some(find(rows, Condition::of(pattern, transport, cores))?.each(rate_of(pattern)?));
    Some(each(above)?.iter().zip(each(below)?).map(|(above, below)| above / below).collect())
}

/// A pattern, and where its two sides run: what is the same on both sides of a comparison.
pub(crate) type Place = (Pattern, Cores);

/// Warns where the ratios that the claims are about are noisy.
pub(crate) fn warn_of_noise(rows: &[Row], run: &Run) {
    let places = EXCHANGES.into_iter().flat_map(|pattern| Cores::PINNED.map(|cores| (pattern, cores)));
    let each: Vec<(String, Vec<f64>)> = places
        .filter_map(|(pattern, cores)| {
            let ratios = ratios(rows, (pattern, cores), Transport::Unix, Transport::Tcp)?;
            Some((format!("Unix over TCP, {}, {}", pattern.words(), cores.text()), ratios))
        })
        .collect();
    let each = each.iter().map(|(what, ratios)| (what.clone(), &ratios[..]));
    Warning::of_samples(each).into_iter().for_each(|warning| run.warn(warning));
}
