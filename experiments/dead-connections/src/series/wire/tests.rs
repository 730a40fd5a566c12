//! The series of rows whose recordings are made by hand.

use std::time::Instant;

use dead_connections_model::settings::SECOND;
use dead_connections_model::{Keepalive, Pattern, Scenario, Settings};
use harness::record::Setting;

use super::*;
use crate::condition::Program;
use crate::conditions::new_condition;
use crate::predicted::predict;
use crate::settings::nothing;
use crate::trial::Seen;
use Direction::{In, Out};

/// What was seen: seconds after zero, who, what for, bytes.
type Sight = (f64, Direction, Kind, u32);

fn probing() -> Settings {
    Settings { keepalive: Some(Keepalive { idle_us: SECOND, interval_us: SECOND, probes: 3 }), ..nothing() }
}

/// The series with the packets of these rows.
fn wire_of(rows: &[Row], waited: &[Row]) -> Series {
    wire().points(points(rows, waited))
}

/// A row of three probes, 1 s apart, and a reset a second later.
fn row(trials: &[Option<&[Sight]>]) -> Row {
    let condition = new_condition(Program::Tcp, Scenario::DropOutbound, Pattern::Idle, probing(), Duration::ZERO);
    Row { condition, predicted: predict(&condition), seen: trials.iter().map(|sights| seen_as(*sights)).collect() }
}

fn seen_as(sights: Option<&[Sight]>) -> Seen {
    let zero = Instant::now();
    let packet = |&(after, direction, kind, length): &Sight| Packet {
        at: zero + Duration::from_secs_f64(after),
        direction,
        kind,
        length,
    };
    let recorded = |sights: &[Sight]| Recorded { packets: sights.iter().map(packet).collect(), zero };
    Seen { noticed: None, segments: None, recorded: sights.map(recorded) }
}

const ALL: [Sight; 4] = [
    (1.01, Out, Kind::KeepaliveProbe, 0),
    (2.02, Out, Kind::KeepaliveProbe, 0),
    (3.03, Out, Kind::KeepaliveProbe, 0),
    (4.04, Out, Kind::Reset, 0),
];

fn number(point: &Point, name: &str) -> f64 {
    match point.at[name] {
        Setting::Number(number) => number,
        Setting::Text(_) => panic!("{name} is a text"),
    }
}

fn words(point: &Point) -> (String, String) {
    let text = |name: &str| match &point.at[name] {
        Setting::Text(text) => text.clone(),
        Setting::Number(_) => panic!("{name} is a number"),
    };
    (text("direction"), text("kind"))
}

#[test]
fn each_packet_is_beside_what_was_predicted_of_it() {
    let series = wire_of(&[row(&[Some(&ALL)])], &[]);
    assert_eq!(series.points.len(), 4);
    for (point, (index, sight)) in series.points.iter().zip((1..).zip(&ALL)) {
        assert_eq!(number(point, "packet"), f64::from(index));
        assert_eq!(words(point), (sight.1.name().to_owned(), sight.2.name().to_owned()));
        assert_eq!(point.values[AT].value, sight.0);
        assert_eq!(point.predicted[AT], f64::from(index));
        assert!(point.predicted[LATEST] > point.predicted[AT]);
        assert_eq!(point.exact[LENGTH], 0.0);
    }
    assert_eq!(series.points.iter().map(|point| number(point, "number")).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 1.0]);
}

#[test]
fn what_was_predicted_and_not_seen_has_a_place_and_no_value() {
    let without_the_second = [ALL[0], ALL[3]];
    let series = wire_of(&[row(&[Some(&without_the_second)])], &[]);
    assert_eq!(series.points.len(), 4);
    let missing = &series.points[1];
    assert_eq!((words(missing).1.as_str(), number(missing, "number")), ("keepalive probe", 2.0));
    assert!(missing.values.is_empty());
    assert_eq!(missing.predicted[AT], 2.0);
}

#[test]
fn what_was_not_predicted_is_shown_if_most_trials_saw_it() {
    let stray = [(0.5, In, Kind::Data, 7)];
    let stray: Vec<Sight> = stray.iter().chain(&ALL).copied().collect();
    let of = |trials: &[Option<&[Sight]>]| wire_of(&[row(trials)], &[]).points.len();
    assert_eq!(of(&[Some(&stray), Some(&ALL)]), 4);
    assert_eq!(of(&[Some(&stray), Some(&stray), Some(&ALL)]), 5);
    let series = wire_of(&[row(&[Some(&stray)])], &[]);
    assert_eq!(words(&series.points[0]), ("in".to_owned(), "data".to_owned()));
    assert!(series.points[0].predicted.is_empty());
}

#[test]
fn a_length_that_differs_among_trials_is_left_out() {
    let longer: Vec<Sight> = ALL.iter().map(|&(at, direction, kind, _)| (at, direction, kind, 5)).collect();
    let series = wire_of(&[row(&[Some(&ALL), Some(&longer)])], &[]);
    assert!(series.points.iter().all(|point| point.exact.is_empty() && point.values[AT].n == 2));
}

#[test]
fn what_was_on_the_wire_before_the_clock_was_read_was_so_at_zero() {
    let mut row = row(&[Some(&ALL)]);
    if let Some(recorded) = &mut row.seen[0].recorded {
        recorded.zero += Duration::from_millis(1500);
    }
    assert_eq!(wire_of(&[row], &[]).points[0].values[AT].value, 0.0);
}

#[test]
fn a_row_that_was_not_recorded_is_left_out() {
    for rows in [[row(&[None])], [row(&[Some(&ALL), None])], [row(&[])]] {
        assert!(wire_of(&rows, &[]).points.is_empty());
    }
}

#[test]
fn what_the_model_has_after_the_watch_is_not_expected() {
    let condition =
        new_condition(Program::Tcp, Scenario::DropOutbound, Pattern::Awaiting, nothing(), Duration::from_secs(2));
    let row = Row { condition, predicted: predict(&condition), seen: vec![seen_as(Some(&[]))] };
    let times: Vec<f64> = predicted(&row).into_values().collect();
    assert!(times.iter().all(|&at| at <= 2.0), "{times:?}");
    // The data, the loss probe and three retransmissions.
    assert_eq!(times.len(), 5);
}

#[test]
fn segments_that_never_left_this_machine_are_not_expected_on_the_wire() {
    let condition = new_condition(Program::Tcp, Scenario::OwnLinkDown, Pattern::Idle, probing(), Duration::ZERO);
    let row = Row { condition, predicted: predict(&condition), seen: vec![seen_as(Some(&[]))] };
    assert!(predicted(&row).is_empty());
}

#[test]
fn a_row_that_was_waited_for_is_told_to_its_end_and_once() {
    let longer: Vec<Sight> = ALL.into_iter().chain([(938.7, Out, Kind::Retransmission, 1)]).collect();
    let waited = row(&[Some(&longer)]);
    let series = wire_of(&[row(&[Some(&ALL)])], &[waited]);
    assert_eq!(series.points.len(), longer.len());
    assert_eq!(series.points.last().unwrap().values[AT].value, 938.7);
    // One that was not recorded leaves it as it was seen otherwise.
    let unrecorded = wire_of(&[row(&[Some(&ALL)])], &[row(&[None])]);
    assert_eq!(unrecorded.points.len(), ALL.len());
}
