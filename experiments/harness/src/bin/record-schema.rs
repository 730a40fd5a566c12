//! Prints the record's JSON Schema: `cargo run -p harness --bin record-schema > experiments/harness/record.schema.json`.

fn main() {
    print!("{}", harness::schema::record_schema());
}
