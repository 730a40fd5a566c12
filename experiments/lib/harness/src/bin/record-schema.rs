//! Prints the record's JSON Schema: `cargo run -p harness --bin record-schema > experiments/lib/harness/record.schema.json`.

fn main() {
    print!("{}", harness::schema::record_schema());
}
