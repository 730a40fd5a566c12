//! The published records against the model as it is today. A change of the model that changes a figure asks for a new record;
//! one that widens its bounds does not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::record::Setting;
use serde_json::Value;

use crate::condition::{Condition, Role};
use crate::conditions::all_rows;
use crate::predicted::{Predicted, predict};
use crate::series::at_row;

/// Series whose points are rows.
const SERIES: [&str; 3] = ["fates", "drops", "round-trips"];
/// Clock rates with which Linux is built; a record's machine has one of these.
const RATES: [u64; 4] = [100, 250, 300, 1000];

fn records() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/measurements").join(env!("CARGO_PKG_NAME"));
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|it| it == "json")).collect()
}

fn points(record: &Value) -> Vec<&Value> {
    let series = record["series"].as_array().unwrap().iter();
    let series = series.filter(|series| SERIES.iter().any(|id| series["id"] == *id));
    series.flat_map(|series| series["points"].as_array().unwrap()).collect()
}

/// The row that a point is of.
fn row_of(point: &Value, rate: u64) -> Condition {
    let point: BTreeMap<String, Setting> = serde_json::from_value(point["at"].clone()).unwrap();
    // The cause of the drops is the machine's affair, and a row that was held out may be known by now.
    let was = |name: &str, setting: &Setting| {
        let held_out = name == "role" && point.get(name) == Some(&Role::HeldOut.name().into());
        point.get(name) == Some(setting) || held_out && *setting == Role::Known.name().into()
    };
    let is_it = |row: &Condition| {
        let settings = at_row(row);
        settings.len() + 1 == point.len() && settings.iter().all(|(name, setting)| was(name, setting))
    };
    let mut row = all_rows().into_iter().find(is_it).unwrap_or_else(|| panic!("no row is {point:?}"));
    row.settings.kernel.hz = rate;
    row
}

/// Whether most trials saw what was predicted of them then.
fn agreed(point: &Value) -> bool {
    point["values"]["agrees_share"]["value"].as_f64().unwrap() > 0.5
}

/// What of a point is no longer so. A prediction that most trials disagreed with may have been put right since: then it has to
/// allow what was measured.
fn differences(point: &Value, rate: u64) -> Vec<String> {
    let row = row_of(point, rate);
    let predicted = predict(&row);
    let median = point["values"]["noticed_after_seconds"]["value"].as_f64();
    if !agreed(point) && median.is_some_and(|median| predicted.allows(&row, Duration::from_secs_f64(median))) {
        return Vec::new();
    }
    type IsKept = fn(f64, f64) -> bool;
    let figures: [(&str, Option<Duration>, IsKept); 3] = [
        ("noticed_after_seconds", predicted.noticed(), |then, today| today == then),
        ("earliest_after_seconds", predicted.earliest(), |then, today| today <= then),
        ("latest_after_seconds", predicted.latest(), |then, today| today >= then),
    ];
    let mut differences = Vec::new();
    for (name, today, is_kept) in figures {
        let (then, today) = (point["predicted"][name].as_f64(), today.map(|today| today.as_secs_f64()));
        if then.is_some() != today.is_some() || then.zip(today).is_some_and(|(then, today)| !is_kept(then, today)) {
            differences.push(format!("{name} was {then:?} and is {today:?}"));
        }
    }
    let said = [
        ("call", &point["predicted_outcomes"]["call"], predicted.call(&row)),
        ("error", &point["predicted_outcomes"]["errno"], predicted.sign(&row)),
    ];
    for (name, then, today) in said {
        if then != today {
            differences.push(format!("{name} was {then} and is {today}"));
        }
    }
    differences.extend(disagreement(point, &row, &predicted));
    differences
}

/// Most trials agreed, but one lies outside of what the model allows today: of so few, the interval's ends are the extremes.
fn disagreement(point: &Value, row: &Condition, predicted: &Predicted) -> Option<String> {
    let noticed = &point["values"]["noticed_after_seconds"];
    let [low, median, high] = ["low", "value", "high"].map(|name| noticed[name].as_f64());
    let times = [low.or(median)?, high.or(median)?];
    let holds = times.iter().all(|&time| predicted.allows(row, Duration::from_secs_f64(time)));
    (agreed(point) && !holds).then(|| format!("{times:?} s was measured"))
}

/// At the clock rate that explains most.
fn all_differences(record: &Value) -> Vec<String> {
    let of = |point: &Value, rate| {
        let differences = differences(point, rate).into_iter();
        differences.map(|difference| format!("{}: {difference}", point["at"])).collect::<Vec<_>>()
    };
    let at_rate = |rate| points(record).into_iter().flat_map(|point| of(point, rate)).collect::<Vec<_>>();
    RATES.map(at_rate).into_iter().min_by_key(Vec::len).unwrap()
}

#[test]
fn every_row_of_every_record_if_there_is_one_is_predicted_as_then_and_agrees_as_then() {
    for path in records() {
        let record: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert!(points(&record).len() > 50, "{} has too few rows", path.display());
        let differences = all_differences(&record);
        assert!(differences.is_empty(), "{}:\n{}", path.display(), differences.join("\n"));
    }
}
