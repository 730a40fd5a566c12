use serde_json::{Value, json};

use super::*;
use crate::record::{Dimension, Judged, Measure, SCHEMA_VERSION, Series, Words};

/// A made-up record, whose figures mean nothing, of a machine; all its figures are `scale` times what they are by 1.
pub(crate) fn record(machine: &str, scale: f64) -> Record {
    let estimate =
        |value: f64| json!({ "n": 9, "value": value * scale, "low": 0.9 * value * scale, "high": 1.1 * value * scale });
    let figure = |label: &str, unit: &str, measured: Value| json!({ "label": label, "unit": unit, "published": null, "measured": measured, "exact": null, "predicted": null });
    let mut of_time = figure("cost of a call", "s", estimate(2.784e-7));
    of_time["published"] = json!({ "low": 1.67e-7, "high": 1.67e-7 });
    let claim = |id: &str, figures: Value, verdict: &str| json!({ "id": id, "statement": "So it is.", "source": null, "figures": figures, "rule": { "cases": [] }, "verdict": verdict, "why": "so" });
    let unanswered = figure("bytes added on macOS", "byte values", Value::Null);
    let record = json!({
        "schema_version": SCHEMA_VERSION,
        "experiment": "made-up",
        "provenance": {
            "time": "2020-01-02T03:04:05Z", "commit": "unknown", "dirty": false, "command": "cargo run", "profile": "full",
            "seed": 1, "duration_seconds": 12.5, "toolchain": "rustc",
            "machine": {
                "id": machine, "cpu_model": machine, "logical_cores": 2, "memory_bytes": 1, "architecture": "x86_64",
                "kernel": "Linux", "os": "Debian", "libc": "glibc", "clock_source": null, "congestion_control": null,
                "virtualisation": null, "load_before": null,
            },
        },
        "series": [],
        "judged": { "claims": [
            claim("linear-model", json!([of_time]), "holds"),
            claim("crashes", json!([figure("share that failed", "share", estimate(0.5))]), "does-not-hold"),
            claim("macos-adds-two", json!([unanswered]), "not-tested"),
            claim("no-figure", json!([]), "depends"),
        ] },
        "skipped": [{ "what": "the second core", "why": "there is one", "needs": "two cores" }],
        "warnings": [],
    });
    let mut record: Record = serde_json::from_value(record).unwrap();
    let points = [1024.0, 4096.0].map(|size| {
        Point::new([("size", size.into()), ("kind", "unix".into())])
            .value("seconds", Estimate::between(9, size * 1e-9 * scale, [size * 0.9e-9 * scale, size * 1.1e-9 * scale]))
            .value("tries", Estimate::certain(9, scale))
    });
    let calls = declared().remove(0).points(points);
    record.words = Some(Words { series: vec![calls.words.clone()] });
    record.series = vec![calls.into_numbers()];
    record
}

/// Its series, without points.
pub(crate) fn declared() -> Vec<Series> {
    let calls = Series::new("calls", "Calls")
        .dimensions([
            Dimension::new("size", "Size", Some("bytes")),
            Dimension::new("kind", "Kind", None).words([("unix", "a Unix socket")]),
        ])
        .measures([Measure::median("seconds", "Time", "s"), Measure::set("tries", "Tries", "tries")]);
    vec![calls]
}

/// Its claims, to change them.
pub(crate) fn claims_in(record: &mut Record) -> &mut Vec<Claim> {
    &mut record.judged.get_or_insert_with(Judged::default).claims
}

fn published(records: impl IntoIterator<Item = Record>) -> Published {
    Published { records: records.into_iter().collect(), notes: Vec::new() }
}

fn compared(own: &Record, other: &Record) -> Comparison {
    Comparison::of(own, other, "there".to_owned())
}

#[test]
fn figures_whose_intervals_do_not_meet_are_apart_and_the_farthest_come_first() {
    let own = record("here", 1.0);
    let mut other = record("there", 1.0);
    assert_eq!(
        compared(&own, &other),
        Comparison { machine: "there".to_owned(), profile: Profile::Full, compared: 4, apart: 0, farthest: Vec::new() }
    );
    // 0.45 to 0.55 here; 0.05 to 0.1 there: at least 4.5-fold.
    claims_in(&mut other)[1].figures[0].measured = Some(Estimate::between(9, 0.07, [0.05, 0.1]));
    // 0.9216 to 1.1264 µs here; from 2.2528 µs there: 2-fold.
    other.series[0].points[0].values.insert("seconds".to_owned(), Estimate::between(9, 3e-6, [2.2528e-6, 4e-6]));
    let Comparison { compared, apart, farthest, .. } = compared(&own, &other);
    assert_eq!((compared, apart), (4, 2));
    let said: Vec<_> = farthest.iter().map(|it| (&*it.figure, (it.factor.unwrap() * 1e6).round() / 1e6)).collect();
    assert_eq!(said, [("crashes: share that failed", 4.5), ("Calls: Size 1 KiB, a Unix socket: Time", 2.0)]);
}

#[test]
fn only_what_has_a_95_percent_interval_is_compared_and_nothing_that_was_set() {
    let own = record("here", 1.0);
    // All tries of the one and of the other were set, to other numbers.
    let other = record("there", 3.0);
    assert_eq!((compared(&own, &other).compared, compared(&own, &other).apart), (4, 4));
    let mut few = other;
    claims_in(&mut few)[0].figures[0].measured.as_mut().unwrap().confidence = Some(0.5);
    assert_eq!(compared(&own, &few).compared, 3);
    assert_eq!(compared(&few, &own).compared, 3);
    claims_in(&mut few).clear();
    few.series[0].points.clear();
    assert_eq!(compared(&own, &few).compared, 0);
}

#[test]
fn three_are_named_of_however_many_and_from_zero_is_farthest() {
    let mut other = record("there", 10.0);
    claims_in(&mut other)[1].figures[0].measured = Some(Estimate::between(9, 0.0, [0.0, 0.0]));
    let Comparison { apart, farthest, .. } = compared(&record("here", 1.0), &other);
    assert_eq!((apart, farthest.len()), (4, 3));
    assert_eq!((&*farthest[0].figure, farthest[0].factor), ("crashes: share that failed", None));
}

/// Such as a smallest value: that another run's is not the same to the last digit says nothing.
#[test]
fn a_claims_figure_without_an_interval_is_not_compared() {
    let certain = |value| {
        let mut record = record("here", 1.0);
        claims_in(&mut record)[1].figures[0].measured = Some(Estimate::certain(1, value));
        record
    };
    assert_eq!(compared(&certain(0.1), &certain(0.3)).compared, 3);
    assert_eq!(compared(&certain(0.1), &record("there", 1.0)).apart, 1);
}

#[test]
fn negative_figures_are_apart_by_their_sizes() {
    let at = |low, high| Estimate::between(9, low, [low, high]);
    assert_eq!(apart_by(&at(-8.0, -4.0), &at(-2.0, -1.0)), Some(2.0));
    assert_eq!(apart_by(&at(-8.0, -4.0), &at(1.0, 2.0)), Some(f64::INFINITY));
    assert_eq!(apart_by(&at(1.0, 2.0), &at(2.0, 3.0)), None);
}

#[test]
fn a_figure_of_a_claim_and_of_a_series_counts_once() {
    let (mut own, mut other) = (record("here", 1.0), record("there", 1.0));
    for record in [&mut own, &mut other] {
        let seconds = record.series[0].points[0].values.get("seconds").cloned();
        claims_in(record)[0].figures[0].measured = seconds;
    }
    assert_eq!(compared(&own, &other).compared, 3);
}

#[test]
fn a_run_is_compared_with_its_own_machines_record_or_else_the_first() {
    let own = record("here", 1.0);
    let machine = |published| Summary::of(&own, String::new(), &published).comparison.map(|it| it.machine);
    assert_eq!(machine(published([record("a", 1.0), record("here", 1.0)])).as_deref(), Some("here computer"));
    assert_eq!(machine(published([record("a", 1.0), record("b", 1.0)])).as_deref(), Some("a computer"));
    assert_eq!(machine(published([])), None);
}

#[test]
fn a_claim_stands_beside_what_each_published_record_has_of_it() {
    let mut other = record("there", 2.0);
    claims_in(&mut other).remove(0);
    claims_in(&mut other)[0].verdict = Verdict::Holds;
    claims_in(&mut other)[0].figures[0].label = "another figure".to_owned();
    let summary = Summary::of(&record("here", 1.0), String::new(), &published([other, record("here", 3.0)]));
    let known = |claim: usize| -> Vec<Option<(Verdict, Option<f64>)>> {
        let value = |it: &PublishedClaim| it.figure.as_ref().and_then(|figure| Some(figure.measured.as_ref()?.value));
        let each = summary.claims[claim].published.iter();
        each.map(|it| it.as_ref().map(|it| (it.verdict, value(it)))).collect()
    };
    assert_eq!(known(0), [None, Some((Verdict::Holds, Some(2.784e-7 * 3.0)))]);
    assert_eq!(known(1), [Some((Verdict::Holds, None)), Some((Verdict::DoesNotHold, Some(1.5)))]);
    assert_eq!(known(3), [Some((Verdict::Depends, None)); 2]);
    assert_eq!(summary.published.iter().map(|it| it.is_this_machine).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn settings_are_said_as_a_reader_meets_them() {
    let series = Series::new("a", "A").dimensions([
        Dimension::new("settings", "Keepalive", None).in_place_of(["idle_seconds"]),
        Dimension::new("idle_seconds", "Idle", Some("s")),
        Dimension::new("name", "Name", None),
    ]);
    let own = [("idle_seconds", 1.0.into()), ("name", "x".into())];
    let point = Point::new(own.clone()).and_at([("settings", "keepalive 1/1/3".into())]);
    assert_eq!(settings(&series.words, &point), "keepalive 1/1/3, x");
    assert_eq!(settings(&series.words, &Point::new(own)), "Idle 1 s, x");
}

#[test]
fn what_was_measured_in_an_older_way_is_not_compared() {
    let own = record("here", 1.0);
    let mut older = record("there", 3.0);
    older.series[0].method = 0;
    assert_eq!(compared(&own, &older).compared, 2, "only claims' figures");
}
