//! Claims: an experiment states them, names the figures they stand on and the rule, and gives the words; the verdict is the
//! harness's, by [`crate::rules`].

use crate::quantities::Quantity;
use crate::record::{Claim, ClaimFigure, Estimate, PublishedValue, Source, Verdict};
use crate::rules::{self, Margin, Rule};

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
        let shown = ClaimFigure { label: label.into(), unit, published: None, measured, exact, predicted };
        Self { shown, margin: Margin::None }
    }

    /// With what was published of it.
    pub fn published(self, value: PublishedValue, margin: Margin) -> Self {
        Self { shown: ClaimFigure { published: Some(value), ..self.shown }, margin }
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
            verdict,
            why,
        }
    }
}

#[cfg(test)]
mod tests;
