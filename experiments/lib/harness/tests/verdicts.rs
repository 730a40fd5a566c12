//! Whoever judges a published record again comes to the verdicts that stand in it.

use harness::record::Record;
use harness::verdicts::judge_again;

#[test]
fn every_published_record_has_the_verdicts_that_its_rules_give() {
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../content/measurements");
    let folders = std::fs::read_dir(published).expect("there are published records");
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.expect("readable").path()).expect("a folder"));
    let mut records = 0;
    for file in files {
        let path = file.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let record: Record = serde_json::from_str(&text).expect("a record");
        for claim in &record.claims {
            // A claim from before rules were kept has nothing to be judged by.
            let again = judge_again(claim).unwrap_or(claim.verdict);
            assert_eq!(again, claim.verdict, "{} in {}", claim.id, path.display());
        }
        records += 1;
    }
    assert!(records > 0, "there are no published records");
}
