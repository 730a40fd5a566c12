//! Measured values: numbers and keys, and no words.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One series of results in a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Name in the record, such as `published-table`.
    pub id: String,
    /// The method of measurement: see [`Series::method`](super::series::Series::method).
    #[schemars(range(min = 1))]
    pub method: u32,
    /// The results.
    pub points: Vec<Point>,
}

/// One point of a series.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The settings, by dimension. A dimension that does not apply to the point is missing, such as the interval of probes where none
    /// are sent.
    pub at: BTreeMap<String, Setting>,
    /// Measured values, by measure.
    pub values: BTreeMap<String, Estimate>,
    /// Exact values (a closed form), by measure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exact: BTreeMap<String, f64>,
    /// Predictions of a model, by measure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predicted: BTreeMap<String, f64>,
    /// Counts of the ways in which trials ended, by outcome.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outcomes: BTreeMap<String, BTreeMap<String, u64>>,
    /// The way that a model predicts, by outcome.
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

/// A measured value with its 95% interval, or, where [`Self::confidence`] is there, with one of that confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// Number of observations.
    pub n: u64,
    /// The estimate; its kind is [`Measure::statistic`].
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
    /// Confidence of the interval, as a share, where there are too few observations for one of 95%: it is then their range. Rules
    /// decide nothing by such an interval. Records of before this field lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// A condition that was not measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skipped {
    /// The condition.
    pub what: String,
    /// The reason.
    pub why: String,
    /// The program, privilege or hardware that the machine would need.
    pub needs: String,
}

impl Skipped {
    /// From the condition, the reason, and what the machine would need.
    pub fn new(what: impl Into<String>, why: impl Into<String>, needs: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into(), needs: needs.into() }
    }
}
