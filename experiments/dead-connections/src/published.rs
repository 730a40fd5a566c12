//! The published records against the model as it is today. A change of the model that changes a figure asks for a new
//! record.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::condition::Condition;
use crate::conditions::all_rows;
use crate::predicted::{Predicted, predict};

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
    let at = &point["at"];
    let is_it = |row: &Condition| {
        at["program"] == row.program.name()
            && at["scenario"] == row.scenario.name()
            && at["pattern"] == row.pattern_text()
            && at["settings"] == row.settings_text()
            && at["delay_seconds"] == row.delay().as_secs_f64()
            && at["role"] == row.role.name()
            && at["path"].as_str().unwrap_or("veth") == row.path_text()
    };
    let mut row = all_rows().into_iter().find(is_it).unwrap_or_else(|| panic!("no row is {at}"));
    row.settings.kernel.hz = rate;
    row
}

/// What of a point is no longer so.
fn differences(point: &Value, rate: u64) -> Vec<String> {
    let row = row_of(point, rate);
    let predicted = predict(&row);
    let figures = [
        ("noticed_after_seconds", predicted.noticed()),
        ("earliest_after_seconds", predicted.earliest()),
        ("latest_after_seconds", predicted.latest()),
    ];
    let mut differences = Vec::new();
    for (name, today) in figures {
        let (then, today) = (point["predicted"][name].as_f64(), today.map(|today| today.as_secs_f64()));
        if then != today {
            differences.push(format!("{name} was {then:?} and is {today:?}"));
        }
    }
    for (name, today) in [("predicted_call", predicted.call(&row)), ("predicted_errno", predicted.sign(&row))] {
        if point["at"][name] != today {
            differences.push(format!("{name} was {} and is {today}", point["at"][name]));
        }
    }
    differences.extend(disagreement(point, &row, &predicted));
    differences
}

/// Most trials agreed, but their median lies outside of what the model allows today.
fn disagreement(point: &Value, row: &Condition, predicted: &Predicted) -> Option<String> {
    let agreed = point["values"]["agrees_share"]["value"].as_f64().unwrap() > 0.5;
    let median = point["values"]["noticed_after_seconds"]["value"].as_f64()?;
    let holds = predicted.allows(row, Duration::from_secs_f64(median));
    (agreed && !holds).then(|| format!("{median} s was measured"))
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
