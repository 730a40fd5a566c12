//! Claims: an experiment states them, names their figures and their rule, and gives the words; the verdict is the harness's, by
//! [`crate::judge::verdicts`].

use crate::judge::undecided;
use std::borrow::Borrow;

use crate::found::Quantity;
use crate::judge::verdicts::{Margin, Part, Rule};
use crate::record::{Bound, Claim, ClaimFigure, Estimate, Judged, Margins, PublishedValue, Source, Verdict};

impl Judged {
    /// Claims without derived figures.
    pub fn new(claims: Vec<Claim>) -> Self {
        Self { claims, ..Self::default() }
    }

    /// Adds derived figures, by name.
    pub fn deriving<Name: Into<String>>(mut self, figures: impl IntoIterator<Item = (Name, Figure)>) -> Self {
        self.derived.extend(figures.into_iter().map(|(name, figure)| (name.into(), figure.shown)));
        self
    }
}

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
    /// See [`Quantity::absent`].
    absent: Option<String>,
    /// True if it is judged against a published or predicted value, even where that is missing.
    is_held: bool,
}

impl Figure {
    /// A quantity without a published value.
    pub fn new(label: impl Into<String>, quantity: impl Borrow<Quantity>) -> Self {
        let Quantity { unit, measured, exact, predicted, absent } = quantity.borrow().clone();
        let shown =
            ClaimFigure { label: label.into(), unit, published: None, margins: None, measured, exact, predicted };
        Self { shown, absent, is_held: false }
    }

    /// Adds a published value, to be judged by a [`Part::within`] with this margin.
    pub fn held_against(mut self, value: PublishedValue, margin: Margin) -> Self {
        self.is_held = true;
        self.shown.margins = Some(margin.around(&value));
        self.with_published(value)
    }

    /// Adds the prediction of a model, if there is one, to be judged by a [`Part::within`]: it may be off by 10%, as a published time
    /// or rate may.
    pub fn held_against_prediction(mut self) -> Self {
        self.is_held = true;
        self.shown.margins = self.shown.predicted.map(|predicted| Margins {
            reason: "10% around what the model predicts".to_owned(),
            ..Margin::Timing.around(&PublishedValue::exactly(predicted))
        });
        self
    }

    /// Adds a published value, to be shown and not judged: a magnitude that belongs to the publisher's machine.
    pub fn with_published(mut self, value: PublishedValue) -> Self {
        self.shown.published = Some(value);
        self
    }

    /// The measured value with its interval, where there is one.
    pub fn measured(&self) -> Option<&Estimate> {
        self.shown.measured.as_ref()
    }

    /// The measured value, where there is one.
    pub fn value(&self) -> Option<f64> {
        self.measured().map(|measured| measured.value)
    }

    /// The prediction of a model, where there is one.
    pub fn predicted(&self) -> Option<f64> {
        self.shown.predicted
    }

    /// The exact value, where there is one.
    pub fn exact(&self) -> Option<f64> {
        self.shown.exact
    }
}

impl Part {
    /// See [`Part::Within`].
    ///
    /// # Panics
    /// If nothing is [held against](Figure::held_against) the figure.
    pub fn within(figure: &Figure) -> Self {
        assert!(figure.is_held, "nothing is held against the figure {}", figure.shown.label);
        Self::Within { figure: label(figure) }
    }

    /// See [`Part::Above`].
    pub fn above(figure: &Figure, bound: impl Into<Bound>) -> Self {
        Self::Above { figure: label(figure), bound: bound.into() }
    }

    /// See [`Part::Below`].
    pub fn below(figure: &Figure, bound: impl Into<Bound>) -> Self {
        Self::Below { figure: label(figure), bound: bound.into() }
    }

    /// See [`Part::Occurs`].
    pub fn occurs(figure: &Figure) -> Self {
        Self::Occurs { figure: label(figure) }
    }

    /// See [`Part::Never`].
    pub fn never(figure: &Figure) -> Self {
        Self::Never { figure: label(figure) }
    }

    /// See [`Part::Always`].
    pub fn always(figure: &Figure) -> Self {
        Self::Always { figure: label(figure) }
    }
}

impl From<f64> for Bound {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&Figure> for Bound {
    fn from(figure: &Figure) -> Self {
        Self::Figure(label(figure))
    }
}

fn label(figure: &Figure) -> String {
    figure.shown.label.clone()
}

/// The words of a claim; `None` where a figure that they need was not measured, which is then named instead.
pub trait Reason {
    /// As text.
    fn text(self) -> Option<String>;
}

impl Reason for &str {
    fn text(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl Reason for String {
    fn text(self) -> Option<String> {
        Some(self)
    }
}

impl<Words: Reason> Reason for Option<Words> {
    fn text(self) -> Option<String> {
        self.and_then(Words::text)
    }
}

/// A statement of somebody else's, or of this project's. One that names a version takes that from the record, as a `String`.
#[derive(Debug, Clone)]
pub struct Statement<Text = &'static str> {
    /// See [`Claim::id`].
    pub id: &'static str,
    /// See [`Claim::statement`].
    pub text: Text,
    /// See [`Claim::source`].
    pub source: Option<Source>,
}

impl<Text: Into<String>> Statement<Text> {
    /// Judges the statement by a rule; `words` give the reason, for the verdict. Figures that the rule or the words need and that are
    /// missing are named instead. For an undecided claim the words say what was measured, or nothing: the intervals that leave it open
    /// are added.
    ///
    /// # Panics
    /// If the rule asks for a figure that is not there, or two figures have one label.
    pub fn judge_by<Words: Reason>(
        self,
        figures: Vec<Figure>,
        rule: Rule,
        words: impl FnOnce(Verdict) -> Words,
    ) -> Claim {
        let absent: Vec<(String, String)> =
            figures.iter().filter_map(|figure| Some((figure.shown.label.clone(), figure.absent.clone()?))).collect();
        let figures: Vec<ClaimFigure> = figures.into_iter().map(|figure| figure.shown).collect();
        for label in rule.parts().flat_map(Part::figures) {
            let labelled = figures.iter().filter(|figure| figure.label == label).count();
            assert_eq!(labelled, 1, "claim {} has not one figure labelled {label}", self.id);
        }
        let missing = |labels: Vec<&str>| {
            let named = labels.into_iter().map(|label| match absent.iter().find(|(of, _)| of == label) {
                Some((_, why)) => format!("{label}, {why}"),
                None => label.to_owned(),
            });
            let named: Vec<String> = named.collect();
            (!named.is_empty()).then(|| format!("This run did not measure: {}.", named.join("; ")))
        };
        let verdict = rule.verdict(&figures, self.source.is_some());
        let asked_in_vain = (verdict == Verdict::NotTested).then(|| missing(rule.not_measured(&figures))).flatten();
        let why = asked_in_vain.or_else(|| words(verdict).text()).or_else(|| {
            let unmeasured = figures.iter().filter(|figure| figure.measured.is_none());
            missing(unmeasured.map(|figure| &*figure.label).collect())
        });
        let mut why = why.unwrap_or_default();
        if verdict == Verdict::Undecided {
            let measured = why.trim_end_matches('.');
            let reason = undecided::reason(&rule, &figures);
            why = if measured.is_empty() { reason } else { format!("{measured}. {reason}") };
        }
        Claim {
            id: self.id.to_owned(),
            statement: self.text.into(),
            source: self.source,
            figures,
            rule,
            verdict,
            why: sentence(&why),
        }
    }
}

/// Words with a capital letter first and a full stop last.
fn sentence(words: &str) -> String {
    let mut rest = words.trim().chars();
    let Some(first) = rest.next() else { return String::new() };
    // A name keeps its small letter, as `getenv()` or `z-index`: its word has other characters than letters.
    let word = words.split_whitespace().next().unwrap_or_default();
    let is_word = word.trim_end_matches([',', ':', ';', '.']).chars().all(char::is_lowercase);
    let first = if is_word { first.to_uppercase().collect() } else { first.to_string() };
    let stop = if words.trim_end().ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", rest.as_str())
}

#[cfg(test)]
mod tests;
