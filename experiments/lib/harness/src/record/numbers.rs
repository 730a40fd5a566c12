//! What was measured: numbers and keys, and no words.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One series of results, as a record keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Name in the record, such as `published-table`.
    pub id: String,
    /// The method it was measured by: see [`Series::method`](super::series::Series::method).
    #[schemars(range(min = 1))]
    pub method: u32,
    /// The results.
    pub points: Vec<Point>,
}

/// One point of a series.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The settings, by dimension; one that says nothing of this point is missing, such as the interval of probes where none are sent.
    pub at: BTreeMap<String, Setting>,
    /// What was measured there, by measure.
    pub values: BTreeMap<String, Estimate>,
    /// Exact values (a closed form), by measure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exact: BTreeMap<String, f64>,
    /// Values a model predicts, by measure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predicted: BTreeMap<String, f64>,
    /// How often it ended in which way, by outcome.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outcomes: BTreeMap<String, BTreeMap<String, u64>>,
    /// In which way a model has it end, by outcome.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predicted_outcomes: BTreeMap<String, String>,
}

/// The value of a dimension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    /// A quantity.
    Number(f64),
    /// A name.
    Text(String),
}

/// A measured value with its 95% interval; where [`Self::confidence`] is there, it is one of so much confidence only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// How many observations stand behind it.
    pub n: u64,
    /// The estimate; [`Measure::statistic`] says of what.
    pub value: f64,
    /// Lower end of the 95% interval.
    pub low: f64,
    /// Upper end of the 95% interval.
    pub high: f64,
    /// Smallest observation, where observations were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest observation, where observations were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// How sure the interval is where observations are too few for one of 95%, as a share: it is then their range. The rule
    /// decides nothing by such an interval. Records written before this was kept lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// Something that was not measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skipped {
    /// What.
    pub what: String,
    /// Why not.
    pub why: String,
    /// What the machine would need.
    pub needs: String,
}

impl Skipped {
    /// What was not measured, why not, and what the machine would need.
    pub fn new(what: impl Into<String>, why: impl Into<String>, needs: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into(), needs: needs.into() }
    }
}
