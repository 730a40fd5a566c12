//! The committed schema is the one the types give.

use harness::schema::{SCHEMA_PATH, record_schema};

#[test]
fn the_committed_schema_equals_the_generated_one() {
    let path = format!("{}/../../../{SCHEMA_PATH}", env!("CARGO_MANIFEST_DIR"));
    let committed = std::fs::read_to_string(&path).expect("the schema is committed");
    assert!(
        committed == record_schema(),
        "{SCHEMA_PATH} is older than the record's types; mend it with:\n  \
         cargo run -p harness --bin record-schema > {SCHEMA_PATH}"
    );
}
