//! The rule by which a claim is judged, as its record keeps it; [`crate::judge::verdicts`] applies it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An event that occurs in less than this share of tries, with 95% confidence, is said not to occur.
pub(crate) const RARE: f64 = 0.05;

/// The range of values that count as what was published of a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Margins {
    /// Lower end, in the figure's unit.
    pub low: f64,
    /// Upper end, in the figure's unit.
    pub high: f64,
    /// Why these.
    pub reason: String,
}

/// One question to one figure, which is named by its label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "test", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Part {
    /// What was measured is what was published: the whole interval lies within the figure's margins. It fails where the
    /// whole interval lies outside.
    AsPublished {
        /// Which figure.
        figure: String,
    },
    /// The model says what was published: what it predicts, or computes exactly, lies within the figure's margins.
    PredictedAsPublished {
        /// Which figure.
        figure: String,
    },
    /// What the model predicts, or computes exactly, lies above a bound.
    PredictedAbove {
        /// Which figure.
        figure: String,
        /// The bound, in the figure's unit.
        bound: f64,
    },
    /// What was measured is what the model says: the whole interval lies within this share of its prediction.
    AsPredicted {
        /// Which figure.
        figure: String,
        /// By which share of itself the prediction may be off.
        margin_share: f64,
    },
    /// The whole interval lies above a bound. It fails where the whole interval lies at or below.
    Above {
        /// Which figure.
        figure: String,
        /// The bound, in the figure's unit.
        bound: f64,
    },
    /// The whole interval lies below a bound. It fails where the whole interval lies at or above.
    Below {
        /// Which figure.
        figure: String,
        /// The bound, in the figure's unit.
        bound: f64,
    },
    /// The figure's whole interval lies above another figure's. It fails where it lies below.
    Exceeds {
        /// Which figure.
        figure: String,
        /// Which other figure.
        other: String,
    },
    /// A share of tries: it was seen, once is enough. It fails where it was never seen, in tries enough to say that it is
    /// rarer than `rare`.
    Occurs {
        /// Which figure.
        figure: String,
        /// The share below which something is said not to occur.
        rare: f64,
    },
    /// A share of tries: it was never seen, in tries enough to say that it is rarer than `rare`. Once is enough to fail.
    Never {
        /// Which figure.
        figure: String,
        /// The share below which something is said not to occur.
        rare: f64,
    },
    /// A share of tries: it was seen in all, in tries enough to say that an exception is rarer than `rare`. One exception
    /// is enough to fail.
    Always {
        /// Which figure.
        figure: String,
        /// The share below which something is said not to occur.
        rare: f64,
    },
}

impl Part {
    /// The labels of the figures that it asks.
    pub(crate) fn figures(&self) -> Vec<&str> {
        match self {
            Self::AsPublished { figure }
            | Self::PredictedAsPublished { figure }
            | Self::PredictedAbove { figure, .. }
            | Self::AsPredicted { figure, .. }
            | Self::Above { figure, .. }
            | Self::Below { figure, .. }
            | Self::Occurs { figure, .. }
            | Self::Never { figure, .. }
            | Self::Always { figure, .. } => vec![figure],
            Self::Exceeds { figure, other } => vec![figure, other],
        }
    }
}

/// One condition under which a claim was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Which, such as `one core`.
    pub name: String,
    /// What has to hold under it.
    pub parts: Vec<Part>,
}

/// What a claim's verdict depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rule {
    /// Every part has to hold, and one that fails refutes it.
    All {
        /// What has to hold.
        parts: Vec<Part>,
    },
    /// The statement does not name a condition, and it was looked at under several: where some surely hold and others
    /// surely fail, it depends. What was not measured under some does not count.
    Under {
        /// What the cases differ in, such as `how many cores there are`.
        condition: String,
        /// The conditions.
        cases: Vec<Case>,
    },
    /// The statement is nothing but a magnitude that belongs to something it does not bind, such as the machine: it depends.
    Magnitude {
        /// What it belongs to.
        condition: String,
    },
    /// Nobody observed it: a model gives it that was tested elsewhere. The parts are that test, and that the model does
    /// give it.
    Follows {
        /// Which model, and where it was tested.
        from: String,
        /// What has to hold of the model.
        parts: Vec<Part>,
    },
    /// The experiment cannot tell; its words say why.
    NotTested,
}

impl Rule {
    /// See [`Rule::All`].
    pub fn all(parts: impl IntoIterator<Item = Part>) -> Self {
        Self::All { parts: parts.into_iter().collect() }
    }

    /// See [`Rule::Under`]; each case has a name and its parts.
    pub fn under<Name: Into<String>>(condition: &str, cases: impl IntoIterator<Item = (Name, Vec<Part>)>) -> Self {
        let cases = cases.into_iter().map(|(name, parts)| Case { name: name.into(), parts }).collect();
        Self::Under { condition: condition.to_owned(), cases }
    }

    /// See [`Rule::Magnitude`].
    pub fn magnitude(condition: &str) -> Self {
        Self::Magnitude { condition: condition.to_owned() }
    }

    /// See [`Rule::Follows`].
    pub fn follows(from: &str, parts: impl IntoIterator<Item = Part>) -> Self {
        Self::Follows { from: from.to_owned(), parts: parts.into_iter().collect() }
    }

    /// All its parts, of whichever case.
    pub(crate) fn parts(&self) -> Vec<&Part> {
        match self {
            Self::All { parts } | Self::Follows { parts, .. } => parts.iter().collect(),
            Self::Under { cases, .. } => cases.iter().flat_map(|case| &case.parts).collect(),
            Self::Magnitude { .. } | Self::NotTested => Vec::new(),
        }
    }
}
