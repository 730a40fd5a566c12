use serde_json::{Value, json};

use super::*;
use crate::record::{Dimension, Estimate, Judged, Measure, Point, SCHEMA_VERSION, Series, Words};

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

#[test]
fn a_claim_stands_beside_what_each_published_record_has_of_it() {
    let mut other = record("there", 2.0);
    claims_in(&mut other).remove(0);
    claims_in(&mut other)[0].verdict = Verdict::Holds;
    claims_in(&mut other)[0].figures[0].label = "another figure".to_owned();
    let summary = Summary::new(&record("here", 1.0), String::new(), &published([other, record("here", 3.0)]), |_| None);
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
