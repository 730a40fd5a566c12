//! Whoever judges a published record again comes to the verdicts that stand in it.

use std::path::{Path, PathBuf};

use harness::record::Record;
use harness::verdicts::judge_again;

#[test]
fn every_published_record_has_the_verdicts_that_its_rules_give() {
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../content/measurements");
    let entries = |path: &Path| std::fs::read_dir(path).expect("readable").map(|entry| entry.expect("readable").path());
    let folders = entries(Path::new(published)).filter(|path| path.is_dir());
    let files: Vec<PathBuf> = folders.flat_map(|folder| entries(&folder).collect::<Vec<_>>()).collect();
    assert!(!files.is_empty(), "there are no published records");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("readable");
        let record: Record = serde_json::from_str(&text).expect("a record");
        for claim in &record.claims {
            // A claim from before rules were kept has nothing to be judged by.
            let again = judge_again(claim).unwrap_or(claim.verdict);
            assert_eq!(again, claim.verdict, "{} in {}", claim.id, path.display());
        }
    }
}
