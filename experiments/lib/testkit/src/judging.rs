//! Records that lack something, as those of other machines and of older code do.

use std::fs;
use std::mem;
use std::path::Path;

use harness::Experiment;
use harness::found::FIGURES;
use harness::record::{Judged, Record};
use harness::verdicts::is_by_its_rule;

/// Judges every published record of an experiment: whole, and without each of its series in turn; and the fullest also without each figure
/// and some points. Whatever is missing, every claim is made, by its rule, and says why.
///
/// # Panics
/// If a claim is missing, not by its rule or without a reason, or if no record is published.
pub fn judges_whatever_is_missing<E: Experiment>(slug: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/measurements").join(slug);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = files.map(|file| file.expect("a folder can be read").path());
    let records: Vec<Record> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| serde_json::from_slice(&fs::read(path).expect("a record can be read")).expect("it is a record"))
        .collect();
    assert!(!records.is_empty(), "no record of {slug} is published");
    let points = |record: &Record| record.series.iter().map(|series| series.points.len()).sum::<usize>();
    let most = records.iter().map(points).max();
    for mut record in records {
        let all = ids(&judged::<E>(&record));
        let judge = |lacking: &Record| assert_eq!(ids(&judged::<E>(lacking)), all);
        let is_fullest = Some(points(&record)) == most;
        for place in 0..record.series.len() {
            let whole = record.series.remove(place);
            judge(&record);
            if !is_fullest {
                record.series.insert(place, whole);
                continue;
            }
            // All figures; of long series, some points from all over.
            let step = if whole.id == FIGURES { 1 } else { whole.points.len().div_ceil(MOST).max(1) };
            record.series.insert(place, whole);
            // Taken away and put back: a copy of the record each time takes about as long as judging it.
            let points = mem::take(&mut record.series[place].points);
            judge(&record);
            record.series[place].points = points;
            for point in (0..record.series[place].points.len()).step_by(step) {
                let whole = record.series[place].points.remove(point);
                judge(&record);
                record.series[place].points.insert(point, whole);
                let values = mem::take(&mut record.series[place].points[point].values);
                judge(&record);
                record.series[place].points[point].values = values;
            }
        }
    }
}

/// The most points of a series that are left out one by one.
const MOST: usize = 12;

fn ids(judged: &Judged) -> Vec<String> {
    judged.claims.iter().map(|claim| claim.id.clone()).collect()
}

fn judged<E: Experiment>(record: &Record) -> Judged {
    let judged = harness::judged::<E>(record);
    for claim in &judged.claims {
        assert!(is_by_its_rule(claim), "{}", claim.id);
        assert!(!claim.why.trim_matches(['.', ' ']).is_empty(), "{} says nothing", claim.id);
    }
    judged
}
