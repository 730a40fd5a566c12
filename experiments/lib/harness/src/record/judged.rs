//! What was said of a record's figures: claims, judged, and figures that follow from others.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::numbers::Estimate;

/// What the code says of a record: generated from it, for published records into `content/claims`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Published statements, and this project's own.
    pub claims: Vec<Claim>,
    /// Figures that follow from others of the record, by name: the smallest setting at which something holds, and its like.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub derived: BTreeMap<String, ClaimFigure>,
}

/// A published statement and what a record says of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Name in the record and in the page's address, such as `thirteen-servers`.
    pub id: String,
    /// The statement, in this project's words.
    pub statement: String,
    /// Who published it; `None` for this project's own finding.
    pub source: Option<Source>,
    /// The figures it stands or falls with; the first is the one a summary shows.
    pub figures: Vec<ClaimFigure>,
    /// What the verdict depends on.
    pub rule: Rule,
    /// What the rule says.
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub why: String,
}

/// One figure of a claim: as published, as measured, as computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimFigure {
    /// What it is, such as `p99 at 13 servers`.
    pub label: String,
    /// Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see [`unit`](super::unit)).
    pub unit: String,
    /// The published value, or its ends where a range was published.
    pub published: Option<PublishedValue>,
    /// Which values count as what was said of it, where it is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Margins>,
    /// What this run measured.
    pub measured: Option<Estimate>,
    /// The exact value, where there is a closed form.
    pub exact: Option<f64>,
    /// What a model predicts, where it is only a model.
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

/// Where a published statement can be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author and title.
    pub title: String,
    /// Address, which pages link to: of the web and of nothing that a browser would run.
    #[schemars(regex(pattern = "^https?://[^\\s]+$"))]
    pub url: String,
}

/// What a run says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What was measured is what was published.
    Reproduced,
    /// It is something else.
    Differs,
    /// The noise, or too few repeats, does not let this run say.
    Undecided,
    /// It holds under some conditions that the statement does not name, and fails under others.
    Depends,
    /// This run could not tell.
    NotTested,
    /// A statement of this project itself, which what was measured bears out.
    Holds,
    /// A statement of this project itself, which what was measured contradicts.
    DoesNotHold,
}

/// The range of values that count as what was said of a figure.
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

/// What a claim's verdict depends on: what has to hold, under each of the conditions under which it was looked at. Without any
/// condition the experiment cannot tell, and the claim's words say why.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What the cases differ in, such as `how many cores there are`, where the statement does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The conditions; one without a name where the statement names all that matter.
    pub cases: Vec<Case>,
}

/// One condition under which a claim was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Which, such as `one core`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What has to hold under it.
    pub parts: Vec<Part>,
}

/// One question to one figure, which is named by its label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "test", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Part {
    /// What was measured is what was said: the whole interval lies within the figure's margins. It fails where the whole
    /// interval lies outside.
    Within {
        /// Which figure.
        figure: String,
    },
    /// The whole interval lies above a bound. It fails where the whole interval lies at or below.
    Above {
        /// Which figure.
        figure: String,
        /// The bound.
        bound: Bound,
    },
    /// The whole interval lies below a bound. It fails where the whole interval lies at or above.
    Below {
        /// Which figure.
        figure: String,
        /// The bound.
        bound: Bound,
    },
    /// A share of tries: it was seen, once is enough. It fails where it was never seen, in tries enough to say that it is
    /// [rare](crate::verdicts::RARE).
    Occurs {
        /// Which figure.
        figure: String,
    },
    /// A share of tries: it was never seen, in tries enough to say that it is [rare](crate::verdicts::RARE). Once is enough
    /// to fail.
    Never {
        /// Which figure.
        figure: String,
    },
    /// A share of tries: it was seen in all, in tries enough to say that an exception is [rare](crate::verdicts::RARE). One
    /// exception is enough to fail.
    Always {
        /// Which figure.
        figure: String,
    },
}

/// What an interval is held against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Bound {
    /// A number, in the figure's unit.
    Number(f64),
    /// The whole interval of another figure, by its label.
    Figure(String),
}
