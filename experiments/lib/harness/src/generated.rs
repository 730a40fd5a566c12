//! Generated files of an experiment, which are committed: the words of its series by `describe`, and the claims on its published
//! records by `judge`. Neither measures anything, or changes a record.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use clap::Args;

use crate::build::Build;
use crate::experiment::Experiment;
use crate::failure::Failure;
use crate::found::Found;
use crate::layout::to_text;
use crate::output::say;
use crate::published::{self, PUBLISHED};
use crate::record::{Judged, Point, Record, SeriesWords, Setting, Words};
use crate::store::Destination;

/// Folder of words, from the top of a checkout.
const WORDS: &str = "content/words";
/// Folder of claims, from the top of a checkout.
const CLAIMS: &str = "content/claims";

/// Options of `describe` and `judge`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub(crate) struct GenerateOptions {
    /// Change nothing, and fail if the file is not what the code of today makes
    #[arg(long)]
    pub check: bool,
}

/// The command `describe`.
pub(crate) fn describe<E: Experiment>(build: &Build, options: GenerateOptions) -> Result<(), Failure> {
    let top = checkout()?;
    let words = words::<E>(&top, build)?;
    write(&top, &format!("{WORDS}/{}.json", build.experiment), &to_text(&words), options, build, "describe")
}

/// The command `judge`.
pub(crate) fn judge<E: Experiment>(build: &Build, options: GenerateOptions) -> Result<(), Failure> {
    let top = checkout()?;
    let records = records::<E>(&top, build)?;
    let judged: BTreeMap<&str, Judged> =
        records.iter().map(|record| (&*record.provenance.machine.id, judged::<E>(record))).collect();
    write(&top, &format!("{CLAIMS}/{}.json", build.experiment), &to_text(&judged), options, build, "judge")
}

/// Runs both, after a record was published in the checkout at `top`.
pub(crate) fn renew<E: Experiment>(top: &Path, build: &Build) -> Result<(), Failure> {
    let records = records::<E>(top, build)?;
    let judged: BTreeMap<&str, Judged> =
        records.iter().map(|record| (&*record.provenance.machine.id, judged::<E>(record))).collect();
    for (folder, text) in [(WORDS, to_text(&words::<E>(top, build)?)), (CLAIMS, to_text(&judged))] {
        publish(&top.join(folder).join(format!("{}.json", build.experiment)), &text)?;
    }
    Ok(())
}

/// Judges a record: a function of the record alone.
pub fn judged<E: Experiment>(record: &Record) -> Judged {
    let found = Found::from_record(&record.series, E::series());
    E::judge(&found.on(record.provenance.machine.clone()).of_programs(record.provenance.programs.clone()))
}

/// Puts a published record's words and claims into it, so that it stands alone as a reader's own does.
pub(crate) fn complete<E: Experiment>(record: &mut Record) {
    record.judged = Some(judged::<E>(record));
    record.words = Some(Words { series: E::series().into_iter().map(|series| series.words).collect() });
}

fn checkout() -> Result<PathBuf, Failure> {
    let here = env::current_dir().map_err(|error| Failure::system("there is no current folder", error))?;
    provenance::find_checkout(&here)
        .ok_or_else(|| Failure::Usage("this is no checkout: nothing is published here".to_owned()))
}

/// All published records of the experiment, each of which has to be one.
fn records<E: Experiment>(top: &Path, build: &Build) -> Result<Vec<Record>, Failure> {
    let declared = E::series();
    let read = |path: PathBuf| {
        let shown = path.strip_prefix(top).map(Path::to_owned).unwrap_or_else(|_| path.clone());
        published::read(&path, build.experiment, &declared).map_err(|problem| Failure::Record { path: shown, problem })
    };
    published::files_in(&top.join(PUBLISHED).join(build.experiment)).into_iter().map(read).collect()
}

/// Writes a generated file where it would change, and reports that; with `--check`, fails instead.
fn write(
    top: &Path,
    file: &str,
    text: &str,
    options: GenerateOptions,
    build: &Build,
    command: &str,
) -> Result<(), Failure> {
    let path = top.join(file);
    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if options.check {
        let mend = format!("cargo run -p {} -- {command}", build.experiment);
        return Err(Failure::Outdated { paths: vec![file.into()], mend });
    }
    publish(&path, text)?;
    say(file)
}

fn publish(path: &Path, text: &str) -> Result<(), Failure> {
    Destination::reserve_generated(path)?.publish(text)
}

/// The words of today's series; and those of keys that the code no longer declares and a published record still has.
fn words<E: Experiment>(top: &Path, build: &Build) -> Result<Words, Failure> {
    let path = top.join(WORDS).join(format!("{}.json", build.experiment));
    let there = fs::read_to_string(path).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let today = E::series().into_iter().map(|series| series.words).collect();
    Ok(with_retired(Words { series: today }, there, &records::<E>(top, build)?))
}

fn with_retired(mut today: Words, there: Words, records: &[Record]) -> Words {
    for mut old in there.series {
        let points: Vec<&Point> = records
            .iter()
            .flat_map(|record| &record.series)
            .filter(|numbers| numbers.id == old.id)
            .flat_map(|numbers| &numbers.points)
            .collect();
        if points.is_empty() {
            continue;
        }
        match today.series.iter_mut().find(|series| series.id == old.id) {
            Some(series) => add_retired(series, old, &points),
            None => {
                old.retired = true;
                today.series.push(old);
            }
        }
    }
    today
}

/// Adds words of undeclared keys that points have to a series.
fn add_retired(series: &mut SeriesWords, old: SeriesWords, points: &[&Point]) {
    let measures: BTreeSet<&String> = points
        .iter()
        .flat_map(|point| point.values.keys().chain(point.exact.keys()).chain(point.predicted.keys()))
        .collect();
    for measure in old.measures {
        let is_known = series.measures.iter().any(|known| known.name == measure.name);
        if !is_known && measures.contains(&measure.name) {
            series.measures.push(measure);
        }
    }
    for dimension in old.dimensions {
        let name = &dimension.name;
        let texts = points.iter().filter_map(|point| match point.at.get(name) {
            Some(Setting::Text(text)) => Some(text),
            _ => None,
        });
        match series.dimensions.iter_mut().find(|known| known.name == *name) {
            Some(known) => add_words(&mut known.words, &dimension.words, texts),
            None if points.iter().any(|point| point.at.contains_key(name)) => series.dimensions.push(dimension),
            None => {}
        }
    }
    for outcome in old.outcomes {
        let name = &outcome.name;
        let ways = points.iter().flat_map(|point| {
            let seen = point.outcomes.get(name).into_iter().flat_map(BTreeMap::keys);
            seen.chain(point.predicted_outcomes.get(name))
        });
        match series.outcomes.iter_mut().find(|known| known.name == *name) {
            Some(known) => add_words(&mut known.words, &outcome.words, ways),
            None if ways.count() > 0 => series.outcomes.push(outcome),
            None => {}
        }
    }
}

fn add_words<'a>(
    known: &mut BTreeMap<String, String>,
    old: &BTreeMap<String, String>,
    used: impl Iterator<Item = &'a String>,
) {
    for key in used {
        if let Some(words) = old.get(key) {
            known.entry(key.clone()).or_insert_with(|| words.clone());
        }
    }
}

#[cfg(test)]
mod tests;
