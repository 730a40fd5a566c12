//! Records that lack something, as those of other machines and of older code do.

use std::fs;
use std::path::Path;

use harness::Experiment;
use harness::found::FIGURES;
use harness::record::{Judged, Record};
use harness::verdicts::is_by_its_rule;

/// Judges every published record of an experiment: whole, and without each of its series, each figure and each point in turn. Whatever is
/// missing, every claim is made, by its rule, and says why.
///
/// # Panics
/// Where that is not so.
pub fn judges_whatever_is_missing<E: Experiment>(slug: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/measurements").join(slug);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = files.map(|file| file.expect("a folder can be read").path());
    let records: Vec<Record> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| serde_json::from_slice(&fs::read(path).expect("a record can be read")).expect("it is a record"))
        .collect();
    assert!(!records.is_empty(), "no record of {slug} is published");
    for record in records {
        let whole = judged::<E>(&record).claims;
        for lacking in gaps(&record) {
            let claims = judged::<E>(&lacking).claims;
            let ids =
                |claims: &[harness::record::Claim]| claims.iter().map(|claim| claim.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(&claims), ids(&whole));
        }
    }
}

fn judged<E: Experiment>(record: &Record) -> Judged {
    let judged = harness::judged::<E>(record);
    for claim in &judged.claims {
        assert!(is_by_its_rule(claim), "{}", claim.id);
        assert!(!claim.why.trim_matches(['.', ' ']).is_empty(), "{} says nothing", claim.id);
    }
    judged
}

/// The most points of a series that are left out one by one.
const MOST: usize = 12;

fn gaps(record: &Record) -> Vec<Record> {
    let mut gaps = Vec::new();
    for (place, numbers) in record.series.iter().enumerate() {
        let mut without = record.clone();
        without.series.remove(place);
        gaps.push(without);
        let mut empty = record.clone();
        empty.series[place].points.clear();
        gaps.push(empty);
        // All figures; of long series, some points from all over.
        let step = if numbers.id == FIGURES { 1 } else { numbers.points.len().div_ceil(MOST).max(1) };
        for point in (0..numbers.points.len()).step_by(step) {
            let mut without = record.clone();
            without.series[place].points.remove(point);
            gaps.push(without);
            let mut unmeasured = record.clone();
            unmeasured.series[place].points[point].values.clear();
            gaps.push(unmeasured);
        }
    }
    gaps
}
