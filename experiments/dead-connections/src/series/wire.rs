//! What was on the wire, packet by packet, beside the model's time line.

use std::collections::BTreeMap;
use std::time::Duration;

use dead_connections_model::{Event, Lateness, Outcome, Step, simulate};
use harness::record::{Dimension, Measure, Point, Series};
use harness::statistics::median_if_any;

use super::brief;
use crate::capture::{Direction, Kind, Packet, Recorded};
use crate::condition::{self, Condition, path_dimensions, program_dimension};
use crate::measured::Row;

const AT: &str = "at_seconds";
const LATEST: &str = "latest_seconds";
const LENGTH: &str = "length_bytes";

/// What a reader sees for each direction.
const DIRECTIONS: [(&str, &str); 2] = [("in", "from the peer"), ("out", "to the peer")];

/// Which packet of a trial: who sent it, what for, and which of these it was, from 1.
type Which = (Direction, Kind, usize);

/// Each packet, with the time at which the model has it.
pub(super) fn wire() -> Series {
    Series::new("wire", "What was on the wire")
        .dimensions(dimensions().chain([
            Dimension::new("packet", "Packet", None),
            Dimension::new("direction", "Direction", None).words(DIRECTIONS),
            Dimension::new("kind", "What for", None),
            Dimension::new("number", "Which of these", None),
        ]))
        .measures([
            Measure::median(AT, "Time since the last contact", "s"),
            Measure::of_model(LATEST, "Latest, with late timers", "s"),
            Measure::of_model(LENGTH, "Data", "bytes"),
        ])
}

/// A row that was waited for is told to its end, and not again as far as it was watched otherwise.
pub(super) fn points<'a>(rows: &'a [Row], waited: &'a [Row]) -> impl Iterator<Item = Point> {
    recorded(rows, waited).flat_map(|(row, trials)| packets(row, &trials))
}

fn dimensions() -> impl Iterator<Item = Dimension> {
    [program_dimension()].into_iter().chain(condition::dimensions()).chain(path_dimensions())
}

/// A point of a row, of which nothing is known yet.
fn point_of(condition: &Condition) -> Point {
    Point::new([("program", condition.program.name().into())]).and_at(condition.at()).and_at(condition.at_path())
}

/// The rows of which all trials were recorded, and those trials; of a row that was waited for as well, those alone.
fn recorded<'a>(rows: &'a [Row], waited: &'a [Row]) -> impl Iterator<Item = (&'a Row, Vec<&'a Recorded>)> {
    let waited = move |row: &'a Row| waited.iter().find(|other| other.condition.is_as(&row.condition));
    rows.iter().filter_map(move |row| {
        let usual = trials(row)?;
        Some(waited(row).and_then(trials).unwrap_or(usual))
    })
}

/// A row with its trials, if all were recorded.
fn trials(row: &Row) -> Option<(&Row, Vec<&Recorded>)> {
    let trials: Option<Vec<&Recorded>> = row.seen.iter().map(|seen| seen.recorded.as_ref()).collect();
    trials.filter(|trials| !trials.is_empty()).map(|trials| (row, trials))
}

/// The model's packets with punctual timers, each with its time in seconds.
fn predicted(row: &Row) -> BTreeMap<Which, f64> {
    on_wire(&row.predicted.punctual, row.condition.watched)
}

/// The same with timers as late as they may be.
fn latest(row: &Row) -> BTreeMap<Which, f64> {
    let Condition { settings, scenario, pattern, watched, .. } = row.condition;
    let outcome = simulate(&settings, scenario, pattern, Lateness::Most);
    on_wire(&outcome.expect("the experiment's settings lie within the limits"), watched)
}

/// Packets of a time line, each with its time in seconds: up to the end of the connection, or of the watch if that comes first.
fn on_wire(outcome: &Outcome, watched: Duration) -> BTreeMap<Which, f64> {
    let watched_us = watched.as_micros() as u64;
    let end_us = outcome.fault_us + outcome.noticed_after_us().map_or(watched_us, |noticed| noticed.min(watched_us));
    let on_wire = outcome.events.iter().filter(|event| event.at_us <= end_us).filter_map(appearance);
    let mut counts: BTreeMap<(Direction, Kind), usize> = BTreeMap::new();
    on_wire.map(|(direction, kind, at)| (nth(&mut counts, direction, kind), at)).collect()
}

/// How an event of the model appears on the wire, if it does.
fn appearance(event: &Event) -> Option<(Direction, Kind, f64)> {
    use Direction::{In, Out};
    let (direction, kind) = match event.step {
        Step::Syn => (Out, Kind::Syn),
        Step::Data => (Out, Kind::Data),
        Step::Ping => (Out, Kind::Ping),
        Step::LossProbe | Step::Retransmission => (Out, Kind::Retransmission),
        Step::KeepaliveProbe => (Out, Kind::KeepaliveProbe),
        Step::WindowProbe => (Out, Kind::WindowProbe),
        Step::ResetSent => (Out, Kind::Reset),
        Step::Acknowledgement => (In, Kind::Acknowledgement),
        Step::ZeroWindow => (In, Kind::ZeroWindow),
        Step::Fin => (In, Kind::Fin),
        Step::Reset => (In, Kind::Reset),
        Step::Pong => (In, Kind::Pong),
        // gRPC's GOAWAY is data like any other.
        Step::GoAway => (In, Kind::Data),
        _ => return None,
    };
    (direction == In || event.on_wire).then(|| (direction, kind, event.at_us as f64 / 1e6))
}

/// Which packet the next of this kind is.
fn nth(counts: &mut BTreeMap<(Direction, Kind), usize>, direction: Direction, kind: Kind) -> Which {
    let count = counts.entry((direction, kind)).or_default();
    *count += 1;
    (direction, kind, *count)
}

/// The packets of a trial, each with the time since the model's zero.
fn seen(trial: &Recorded) -> BTreeMap<Which, (f64, &Packet)> {
    let mut counts = BTreeMap::new();
    let packet = |packet: &'_ Packet| nth(&mut counts, packet.direction, packet.kind);
    let which: Vec<Which> = trial.packets.iter().map(packet).collect();
    let after = |packet: &Packet| packet.at.saturating_duration_since(trial.zero).as_secs_f64();
    which.into_iter().zip(&trial.packets).map(|(which, packet)| (which, (after(packet), packet))).collect()
}

/// What was seen in most trials, and what was predicted and not seen, in the order of time.
fn packets(row: &Row, trials: &[&Recorded]) -> Vec<Point> {
    let (predicted, latest) = (predicted(row), latest(row));
    let mut all: BTreeMap<Which, Vec<(f64, &Packet)>> = predicted.keys().map(|&which| (which, Vec::new())).collect();
    for (which, packet) in trials.iter().flat_map(|trial| seen(trial)) {
        all.entry(which).or_default().push(packet);
    }
    all.retain(|which, seen| predicted.contains_key(which) || 2 * seen.len() > trials.len());
    let with_predicted = |(which, seen): (&Which, &Vec<(f64, &Packet)>)| {
        let at = predicted.get(which).copied();
        let point = point(&row.condition, *which, seen)
            .predicted(AT, at)
            .predicted(LATEST, at.and_then(|_| latest.get(which).copied()));
        (point.values.get(AT).map(|median| median.value).or(at).unwrap_or_default(), point)
    };
    let mut points: Vec<(f64, Point)> = all.iter().map(with_predicted).collect();
    points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    points.into_iter().zip(1_usize..).map(|((_, point), number)| point.and_at([("packet", number.into())])).collect()
}

/// A packet as it was seen, if it was.
fn point(condition: &Condition, (direction, kind, number): Which, seen: &[(f64, &Packet)]) -> Point {
    let times: Vec<f64> = seen.iter().map(|&(at, _)| (at * 1e6).round() / 1e6).collect();
    let length = seen.first().map(|(_, packet)| packet.length);
    let is_same = seen.iter().all(|(_, packet)| Some(packet.length) == length);
    point_of(condition)
        .and_at([("direction", direction.name().into()), ("kind", kind.name().into()), ("number", number.into())])
        .value(AT, median_if_any(&times).map(brief))
        .exact(LENGTH, length.filter(|_| is_same).map(f64::from))
}

#[cfg(test)]
mod tests;
