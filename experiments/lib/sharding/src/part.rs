//! Conversion of a part to a record, and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use harness::Found;
use harness::Results;
use harness::record::{
    Dimension, Estimate, Measure, Outcome, Point, Provenance, Record, SCHEMA_VERSION, Series, Setting,
};

use crate::error::quoted;
use crate::{Condition, Counts, Divisible, PartError, Shard, Tally, plan};

/// The series of one point that has the part's number.
const PART: &str = "part";
/// The series of counts, a point for each condition.
const COUNTS: &str = "counts";
const INDEX: &str = "part";
const OF: &str = "parts";
const REPETITIONS: &str = "repetitions";
const CONDITION: &str = "condition";

/// Size limit in bytes, far above that of any part.
const LARGEST: u64 = 64 << 20;

/// A part of a run.
#[derive(Debug)]
pub(crate) struct Part {
    pub shard: Shard,
    pub provenance: Provenance,
    /// Counts by condition.
    pub counts: Vec<Counts>,
}

/// The results that a part's record holds.
pub(crate) fn results<Setting>(conditions: &[Condition<Setting>], shard: Shard, counts: &[Counts]) -> Results {
    let repetitions: u64 = plan::repetitions_of(conditions, shard).into_iter().sum();
    let which = Series::new(PART, "Which part of a run this is")
        .dimensions([Dimension::new(INDEX, "Part", None), Dimension::new(OF, "Of how many", None)])
        .measures([Measure::counted(REPETITIONS, "Simulated repetitions", "repetitions")])
        .points([Point::new([(INDEX, shard.index().into()), (OF, shard.parts().into())])
            .value(REPETITIONS, Estimate::certain(1, repetitions as f64))]);
    let mut names: Vec<&str> =
        conditions.iter().flat_map(|condition| condition.tallies.iter().map(|tally| tally.name)).collect();
    names.sort_unstable();
    names.dedup();
    let points = conditions.iter().zip(counts).filter(|(_, counts)| counts.tallies().next().is_some());
    let counted = Series::new(COUNTS, "How often each number was seen")
        .dimensions([Dimension::new(CONDITION, "Condition", None)])
        .outcomes(names.iter().map(|name| Outcome::new(name, name, [])))
        .points(points.map(|(condition, counts)| point(condition, counts)));
    Results { found: Found::new(vec![which, counted]), skipped: Vec::new() }
}

fn point<Setting>(condition: &Condition<Setting>, counts: &Counts) -> Point {
    let seen = |tally: &str| counts.frequencies(tally).map(|(value, n)| (value.to_string(), n)).collect();
    let outcomes = counts.tallies().map(|tally| (tally.to_owned(), seen(tally))).collect();
    Point { outcomes, ..Point::new([(CONDITION, condition.key.as_str().into())]) }
}

/// Tells if figures are a part's, about which no claim is judged.
pub(crate) fn is_part(found: &Found) -> bool {
    found.series.first().is_some_and(|series| series.words.id == PART)
}

/// Reads a part of this program's run from a file.
pub(crate) fn read<D: Divisible>(file: &Path) -> Result<Part, PartError> {
    let unreadable = |why: String| PartError::Unreadable { file: file.to_owned(), why };
    let there = fs::metadata(file).map_err(|error| unreadable(format!("cannot be read ({error})")))?;
    if !there.is_file() {
        return Err(unreadable("is no file: name the parts one by one".to_owned()));
    }
    if there.len() > LARGEST {
        return Err(unreadable(format!("has {} bytes, and no part has more than {LARGEST}", there.len())));
    }
    let bytes = fs::read(file).map_err(|error| unreadable(format!("cannot be read ({error})")))?;
    parse::<D>(file, &bytes)
}

/// Reads a part of this program's run from what its `file` holds.
pub(crate) fn parse<D: Divisible>(file: &Path, bytes: &[u8]) -> Result<Part, PartError> {
    let damaged = |error: serde_json::Error| PartError::Unreadable {
        file: file.to_owned(),
        why: format!("is cut off, damaged or no part ({}): run that part again", quoted(&error.to_string())),
    };
    let record: Record = serde_json::from_slice(bytes).map_err(damaged)?;
    let build = D::build();
    if record.experiment != build.experiment {
        return Err(PartError::OtherExperiment { file: file.to_owned(), experiment: record.experiment });
    }
    if record.schema_version != SCHEMA_VERSION || record.provenance.commit != build.commit {
        return Err(PartError::OtherCode { file: file.to_owned(), commit: record.provenance.commit });
    }
    let (shard, counts) = counts::<D>(&record).map_err(|why| PartError::NotAPart { file: file.to_owned(), why })?;
    Ok(Part { shard, provenance: record.provenance, counts })
}

/// The shard of a record and its counts, or the reason why it is no part: its contents have to match its share of the plan.
fn counts<D: Divisible>(record: &Record) -> Result<(Shard, Vec<Counts>), String> {
    let [which, counted] = &record.series[..] else { return Err("it has other series".to_owned()) };
    if (&*which.id, &*counted.id) != (PART, COUNTS) {
        return Err("it has other series".to_owned());
    }
    let [which] = &which.points[..] else { return Err("it does not say which part it is".to_owned()) };
    let number = |name: &str| match which.at.get(name) {
        Some(&Setting::Number(number)) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) => {
            Some(number as u32)
        }
        _ => None,
    };
    let shard = number(INDEX).zip(number(OF)).and_then(|(index, of)| Shard::new(index, of));
    let shard = shard.ok_or("it does not say which part it is")?;

    let conditions = D::conditions(record.provenance.profile);
    let mut by_key: BTreeMap<&str, Counts> = BTreeMap::new();
    for point in &counted.points {
        let Some(Setting::Text(key)) = point.at.get(CONDITION) else {
            return Err("a condition has no name".to_owned());
        };
        if by_key.insert(key, read_counts(&point.outcomes)?).is_some() {
            return Err(format!("condition {} is there twice", quoted(key)));
        }
    }
    let mut counts = Vec::with_capacity(conditions.len());
    for (condition, repetitions) in conditions.iter().zip(plan::repetitions_of(&conditions, shard)) {
        let own = by_key.remove(&*condition.key).unwrap_or_default();
        let unknown = own.tallies().find(|name| condition.tallies.iter().all(|known| known.name != *name));
        if let Some(unknown) = unknown {
            return Err(format!("condition {} counts {}, which it has not", condition.key, quoted(unknown)));
        }
        for &Tally { name, each, most } in &condition.tallies {
            if own.total(name) != Some(repetitions * each) {
                return Err(format!("condition {} has not {repetitions} repetitions of {name}", condition.key));
            }
            if own.frequencies(name).any(|(value, _)| value > most) {
                return Err(format!("condition {} has {name} over {most}", condition.key));
            }
        }
        counts.push(own);
    }
    match by_key.keys().next() {
        Some(unknown) => Err(format!("there is no condition {}", quoted(unknown))),
        None => Ok((shard, counts)),
    }
}

fn read_counts(outcomes: &BTreeMap<String, BTreeMap<String, u64>>) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for (tally, seen) in outcomes {
        for (value, &n) in seen {
            // Canonical numbers only: `07` would be another name of 7.
            let number = value.parse().ok().filter(|number: &u64| number.to_string() == *value);
            counts.add(
                tally,
                number.ok_or_else(|| format!("it counts {}, which is no number", quoted(&format!("{value:?}"))))?,
                n,
            );
        }
    }
    Ok(counts)
}
