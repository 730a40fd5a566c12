//! Claims: an experiment states them, names the figures they stand on and the rule, and gives the words; the verdict is the
//! harness's, by [`crate::rules`].

use crate::quantities::Quantity;
use crate::record::{Claim, ClaimFigure, Estimate, PublishedValue, Source, Verdict};
use crate::rules::{self, Margin, Rule};
use crate::verdicts;

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
    pub(crate) margin: Margin,
}

impl Figure {
    /// A quantity, of which nothing was published.
    pub fn new(label: impl Into<String>, quantity: &Quantity) -> Self {
        let Quantity { unit, measured, exact, predicted } = quantity.clone();
        let shown =
            ClaimFigure { label: label.into(), unit, published: None, margins: None, measured, exact, predicted };
        Self { shown, margin: Margin::None }
    }

    /// With what was published of it.
    pub fn published(self, value: PublishedValue, margin: Margin) -> Self {
        Self { shown: ClaimFigure { published: Some(value), ..self.shown }, margin }
    }

    /// With what was published of it, to be judged by a [`verdicts::Part::as_published`]: within which margin it counts.
    pub fn held_against(self, value: PublishedValue, margin: verdicts::Margin) -> Self {
        let margins = Some(margin.around(&value));
        Self { shown: ClaimFigure { published: Some(value), margins, ..self.shown }, ..self }
    }

    /// Whether something is held against it.
    pub fn is_held_against(&self) -> bool {
        self.shown.margins.is_some()
    }

    /// With what was published of it, to be shown and not judged: a magnitude that belongs to the publisher's machine.
    pub fn beside(self, value: PublishedValue) -> Self {
        Self { shown: ClaimFigure { published: Some(value), ..self.shown }, ..self }
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

    /// Whether what was published is reproduced; see [`rules::is_reproduced`].
    pub fn agrees(&self) -> Option<bool> {
        rules::is_reproduced(&self.shown, self.margin.of(self.shown.published.as_ref()?.high))
    }

    /// Whether what was measured is about what was published; see [`rules::is_about`].
    pub fn is_about(&self) -> Option<bool> {
        Some(rules::is_about(self.shown.published.as_ref()?, self.measured()?, self.margin))
    }

    /// Whether it is surely above a bound; see [`rules::surely_above`].
    pub fn surely_above(&self, bound: f64) -> Option<bool> {
        Some(rules::surely_above(self.measured()?, self.exact(), bound))
    }

    /// Whether it is surely below a bound; see [`rules::surely_below`].
    pub fn surely_below(&self, bound: f64) -> Option<bool> {
        Some(rules::surely_below(self.measured()?, self.exact(), bound))
    }

    /// Whether it may lie at or below a bound; see [`rules::may_be_within`].
    pub fn may_be_within(&self, bound: f64) -> Option<bool> {
        Some(rules::may_be_within(self.measured()?, self.exact(), bound))
    }
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
    /// Judged by a rule; `words` say why, for the verdict. Where a rule could tell nothing because figures are missing, those
    /// are named instead; [`Rule::NotTested`] has the words say what the experiment cannot tell, and why.
    pub fn judge<Words>(self, figures: Vec<Figure>, rule: &Rule, words: impl FnOnce(Verdict) -> Words) -> Claim
    where
        Words: Into<String>,
    {
        let verdict = rule.verdict(figures.iter().map(Figure::agrees));
        let missing = figures.iter().filter(|figure| figure.measured().is_none()).map(|figure| &*figure.shown.label);
        let missing: Vec<&str> = missing.collect();
        let why = if verdict == Verdict::NotTested && !matches!(rule, Rule::NotTested) && !missing.is_empty() {
            format!("This run did not measure: {}.", missing.join("; "))
        } else {
            words(verdict).into()
        };
        Claim {
            id: self.id.to_owned(),
            statement: self.text.to_owned(),
            source: self.source,
            figures: figures.into_iter().map(|figure| figure.shown).collect(),
            rule: None,
            verdict,
            why,
        }
    }

    /// Judged by a rule of [`verdicts`]; `words` say why, for the verdict. Where the rule could tell nothing because figures
    /// are missing, those are named instead.
    ///
    /// # Panics
    /// If the rule asks for a figure that is not there, or two figures have one label.
    pub fn judge_by<Words>(
        self,
        figures: Vec<Figure>,
        rule: verdicts::Rule,
        words: impl FnOnce(Verdict) -> Words,
    ) -> Claim
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
        claim
    }
}

#[cfg(test)]
mod tests;
