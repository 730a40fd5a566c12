//! Claims on a record's figures, judged, and figures derived from others.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::numbers::Estimate;

/// Claims on a record and derived figures: generated from it by the code, for published records into `content/claims`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Statements of others that were published, and this project's own.
    pub claims: Vec<Claim>,
    /// Figures derived from others of the record, by name: the smallest setting at which something holds, and its like.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub derived: BTreeMap<String, ClaimFigure>,
}

/// A statement and the verdict on it by a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Name in the record and in the page's address, such as `thirteen-servers`.
    pub id: String,
    /// The statement, in this project's words.
    pub statement: String,
    /// Who published it; `None` for this project's own finding.
    pub source: Option<Source>,
    /// The figures that decide it; the first is the one a summary shows.
    pub figures: Vec<ClaimFigure>,
    /// The rule of the verdict.
    pub rule: Rule,
    /// The verdict by the rule.
    pub verdict: Verdict,
    /// Reason of the verdict, in one sentence.
    pub why: String,
}

/// One figure of a claim: published, measured and computed values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimFigure {
    /// Name, such as `p99 at 13 servers`.
    pub label: String,
    /// Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see [`unit`](super::unit)).
    pub unit: String,
    /// The published value, or its ends where a range was published.
    pub published: Option<PublishedValue>,
    /// Values that count as equal to the published or predicted one, where it is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Margins>,
    /// The value measured by this run.
    pub measured: Option<Estimate>,
    /// The exact value, where there is a closed form.
    pub exact: Option<f64>,
    /// The prediction of a model, where it is only a model.
    pub predicted: Option<f64>,
}

/// A published value; `low` equals `high` unless a range was published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedValue {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Source of a published statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author and title.
    pub title: String,
    /// Address, which pages link to: a web address, since a browser would run others.
    #[schemars(regex(pattern = "^https?://[^\\s]+$"))]
    pub url: String,
}

/// Verdict of a run on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The measured value is the published one.
    Reproduced,
    /// The measured value differs from the published one.
    Differs,
    /// The noise, or too few repeats, do not let this run decide.
    Undecided,
    /// True under some conditions that the statement does not name, and false under others.
    Depends,
    /// Not tested by this run.
    NotTested,
    /// A statement of this project's own, which the measured values confirm.
    Holds,
    /// A statement of this project's own, which the measured values contradict.
    DoesNotHold,
}

/// Range of values that count as equal to a published or predicted one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Margins {
    /// Lower end, in the figure's unit.
    pub low: f64,
    /// Upper end, in the figure's unit.
    pub high: f64,
    /// Reason of the range.
    pub reason: String,
}

/// The rule of a verdict: parts that have to hold, for each condition. Without any condition the experiment cannot tell, and the
/// claim's words give the reason.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Difference between the cases, such as `how many cores there are`, where the statement does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The conditions; one without a name where the statement names all that matter.
    pub cases: Vec<Case>,
}

/// One condition of a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Name, such as `one core`; empty for the only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Parts that have to hold.
    pub parts: Vec<Part>,
}

/// One question about one figure, which is named by its label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "test", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Part {
    /// The measured value is the published or predicted one: the whole interval lies within the figure's margins. Fails where the whole
    /// interval lies outside.
    Within {
        /// Label of the figure.
        figure: String,
    },
    /// The whole interval lies above a bound. Fails where the whole interval lies at or below.
    Above {
        /// Label of the figure.
        figure: String,
        /// The bound.
        bound: Bound,
    },
    /// The whole interval lies below a bound. Fails where the whole interval lies at or above.
    Below {
        /// Label of the figure.
        figure: String,
        /// The bound.
        bound: Bound,
    },
    /// A share of tries that is above 0: one occurrence is enough. Fails where there is none, in tries enough to say that it is
    /// [rare](crate::verdicts::RARE).
    Occurs {
        /// Label of the figure.
        figure: String,
    },
    /// A share of tries that is 0, in tries enough to say that it is [rare](crate::verdicts::RARE). One occurrence is enough to fail.
    Never {
        /// Label of the figure.
        figure: String,
    },
    /// A share of tries that is 1, in tries enough to say that an exception is [rare](crate::verdicts::RARE). One exception is enough
    /// to fail.
    Always {
        /// Label of the figure.
        figure: String,
    },
}

/// Bound of a figure's interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Bound {
    /// A number, in the figure's unit.
    Number(f64),
    /// The whole interval of another figure, by its label.
    Figure(String),
}
