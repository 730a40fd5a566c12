//! Claims: an experiment states them, names the figures they stand on and the rule, and gives the words; the verdict is the
//! harness's, by [`crate::judge::verdicts`].

use crate::judge::undecided;
use crate::judge::verdicts::{self, Margin, Part, Rule, TIMING};
use crate::quantities::Quantity;
use crate::record::{Claim, ClaimFigure, Estimate, PublishedValue, Source, Verdict};
use crate::rule::RARE;

impl PublishedValue {
    /// One published figure.
    pub fn exactly(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// A published range.
    pub fn between(low: f64, high: f64) -> Self {
        Self { low, high }
    }
}

/// A figure of a claim: a quantity under its label, with what was published of it and by how much that may miss.
#[derive(Debug, Clone)]
pub struct Figure {
    pub(crate) shown: ClaimFigure,
}

impl Figure {
    /// A quantity, of which nothing was published.
    pub fn new(label: impl Into<String>, quantity: &Quantity) -> Self {
        let Quantity { unit, measured, exact, predicted } = quantity.clone();
        let shown =
            ClaimFigure { label: label.into(), unit, published: None, margins: None, measured, exact, predicted };
        Self { shown }
    }

    /// With what was published of it, to be judged by a [`verdicts::Part::as_published`]: within which margin it counts.
    pub fn held_against(self, value: PublishedValue, margin: Margin) -> Self {
        let margins = Some(margin.around(&value));
        Self { shown: ClaimFigure { published: Some(value), margins, ..self.shown } }
    }

    /// Whether something is held against it.
    pub fn is_held_against(&self) -> bool {
        self.shown.margins.is_some()
    }

    /// With what was published of it, to be shown and not judged: a magnitude that belongs to the publisher's machine.
    pub fn beside(self, value: PublishedValue) -> Self {
        Self { shown: ClaimFigure { published: Some(value), ..self.shown } }
    }

    /// What was measured, where it was.
    pub fn measured(&self) -> Option<&Estimate> {
        self.shown.measured.as_ref()
    }

    /// The measured value.
    ///
    /// # Panics
    /// If nothing was measured.
    pub fn value(&self) -> f64 {
        self.measured().unwrap_or_else(|| panic!("{} was not measured", self.shown.label)).value
    }

    /// The exact value, where there is one.
    pub fn exact(&self) -> Option<f64> {
        self.shown.exact
    }
}

impl Part {
    /// See [`Part::AsPublished`].
    ///
    /// # Panics
    /// If nothing is [held against](Figure::held_against) the figure.
    pub fn as_published(figure: &Figure) -> Self {
        Self::AsPublished { figure: judged(figure) }
    }

    /// See [`Part::PredictedAsPublished`].
    ///
    /// # Panics
    /// If nothing is [held against](Figure::held_against) the figure.
    pub fn predicted_as_published(figure: &Figure) -> Self {
        Self::PredictedAsPublished { figure: judged(figure) }
    }

    /// See [`Part::PredictedAbove`].
    pub fn predicted_above(figure: &Figure, bound: f64) -> Self {
        Self::PredictedAbove { figure: label(figure), bound }
    }

    /// See [`Part::AsPredicted`]; a model of times and rates may be off by 10%, as what is published may.
    pub fn as_predicted(figure: &Figure) -> Self {
        Self::AsPredicted { figure: label(figure), margin_share: TIMING }
    }

    /// See [`Part::Above`].
    pub fn above(figure: &Figure, bound: f64) -> Self {
        Self::Above { figure: label(figure), bound }
    }

    /// See [`Part::Below`].
    pub fn below(figure: &Figure, bound: f64) -> Self {
        Self::Below { figure: label(figure), bound }
    }

    /// See [`Part::Exceeds`].
    pub fn exceeds(figure: &Figure, other: &Figure) -> Self {
        Self::Exceeds { figure: label(figure), other: label(other) }
    }

    /// See [`Part::Occurs`].
    pub fn occurs(figure: &Figure) -> Self {
        Self::Occurs { figure: label(figure), rare: RARE }
    }

    /// See [`Part::Never`].
    pub fn never(figure: &Figure) -> Self {
        Self::Never { figure: label(figure), rare: RARE }
    }

    /// See [`Part::Always`].
    pub fn always(figure: &Figure) -> Self {
        Self::Always { figure: label(figure), rare: RARE }
    }
}

fn label(figure: &Figure) -> String {
    figure.shown.label.clone()
}

fn judged(figure: &Figure) -> String {
    assert!(figure.shown.margins.is_some(), "nothing is held against the figure {}", figure.shown.label);
    label(figure)
}

/// What somebody says, or this project does.
#[derive(Debug, Clone)]
pub struct Statement {
    /// See [`Claim::id`].
    pub id: &'static str,
    /// See [`Claim::statement`].
    pub text: &'static str,
    /// See [`Claim::source`].
    pub source: Option<Source>,
}

impl Statement {
    /// Judged by a rule of [`verdicts`]; `words` say why, for the verdict. Where the rule could tell nothing because figures
    /// are missing, those are named instead. Of what is undecided they say what was measured, or nothing: which intervals leave
    /// it open is added.
    ///
    /// # Panics
    /// If the rule asks for a figure that is not there, or two figures have one label.
    pub fn judge_by<Words>(self, figures: Vec<Figure>, rule: Rule, words: impl FnOnce(Verdict) -> Words) -> Claim
    where
        Words: Into<String>,
    {
        let figures: Vec<ClaimFigure> = figures.into_iter().map(|figure| figure.shown).collect();
        for label in rule.parts().into_iter().flat_map(|part| part.figures()) {
            let labelled = figures.iter().filter(|figure| figure.label == label).count();
            assert_eq!(labelled, 1, "claim {} has not one figure labelled {label}", self.id);
        }
        let missing = rule.not_measured(&figures).join("; ");
        let mut claim = Claim {
            id: self.id.to_owned(),
            statement: self.text.to_owned(),
            source: self.source,
            figures,
            rule: Some(rule),
            verdict: Verdict::NotTested,
            why: String::new(),
        };
        claim.verdict = verdicts::judge_again(&claim).expect("it has a rule");
        claim.why = if claim.verdict == Verdict::NotTested && !missing.is_empty() {
            format!("This run did not measure: {missing}.")
        } else {
            words(claim.verdict).into()
        };
        if claim.verdict == Verdict::Undecided {
            let measured = claim.why.trim_end_matches('.');
            let reason = undecided::reason(claim.rule.as_ref().expect("it has a rule"), &claim.figures);
            claim.why = if measured.is_empty() { reason } else { format!("{measured}. {reason}") };
        }
        claim.why = sentence(&claim.why);
        claim
    }
}

/// What begins with a capital letter and ends with a full stop.
fn sentence(words: &str) -> String {
    let mut rest = words.trim().chars();
    let Some(first) = rest.next() else { return String::new() };
    // A name keeps its small letter: what follows it in the same word is none, as in `getenv()` or `z-index`.
    let word = words.split_whitespace().next().unwrap_or_default();
    let is_word = word.trim_end_matches([',', ':', ';', '.']).chars().all(char::is_lowercase);
    let first = if is_word { first.to_uppercase().collect() } else { first.to_string() };
    let stop = if words.trim_end().ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", rest.as_str())
}

#[cfg(test)]
mod tests;
