//! The record's JSON Schema, generated from its types.

use schemars::generate::SchemaSettings;

use crate::record::Record;

/// Path of the committed schema, from the top of a checkout.
pub const SCHEMA_PATH: &str = "experiments/lib/harness/record.schema.json";

/// The schema (draft 7, which most validators know) as text, in its committed form.
///
/// Describes files as written: a field that is `None` is `null` there, unless it is left out on purpose.
pub fn record_schema() -> String {
    let schema = SchemaSettings::draft07().for_serialize().into_generator().into_root_schema_for::<Record>();
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    text.push('\n');
    text
}
