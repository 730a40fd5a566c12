//! Building series: dimensions, measures and outcomes are declared once, points are added, and those that do not fit are refused.

use std::collections::{BTreeMap, BTreeSet};

use super::judged::Source;
use super::numbers::{Estimate, Numbers, Point, Setting};
use super::words::{Dimension, Interval, Measure, Outcome, PublishedPoint, SeriesWords, unit};

/// A series in an experiment: declared without points for [`Experiment::series`](crate::Experiment::series), and filled by a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Series {
    /// Its words, which a record does not keep.
    pub words: SeriesWords,
    /// The results.
    pub points: Vec<Point>,
}

impl Series {
    /// A series of the first method, without dimensions and measures yet.
    pub fn new(id: &str, title: &str) -> Self {
        let words = SeriesWords { id: id.to_owned(), method: 1, title: title.to_owned(), ..SeriesWords::default() };
        Self { words, points: Vec::new() }
    }

    /// Sets the method of measurement, counted from 1. Raise it when what is measured, or how, changes so that figures could differ,
    /// with a dated line in the experiment's `METHOD.md`; a further condition or series raises nothing. Figures of a lower method are
    /// not compared with those of today's.
    pub fn method(mut self, method: u32) -> Self {
        self.words.method = method;
        self
    }

    /// Sets the dimensions, which tell its points apart.
    pub fn dimensions(mut self, dimensions: impl IntoIterator<Item = Dimension>) -> Self {
        self.words.dimensions = dimensions.into_iter().collect();
        self
    }

    /// Sets the measures of each point.
    pub fn measures(mut self, measures: impl IntoIterator<Item = Measure>) -> Self {
        self.words.measures = measures.into_iter().collect();
        self
    }

    /// Sets the outcomes of trials.
    pub fn outcomes(mut self, outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        self.words.outcomes = outcomes.into_iter().collect();
        self
    }

    /// Sets the source of the published values of its points.
    pub fn published_by(mut self, source: Source) -> Self {
        self.words.published_source = Some(source);
        self
    }

    /// Adds published values at some settings.
    pub fn published<'a>(
        mut self,
        settings: impl IntoIterator<Item = (&'a str, Setting)>,
        measure: &str,
        value: f64,
    ) -> Self {
        let at = Point::new(settings).at;
        let published = &mut self.words.published;
        match published.iter_mut().find(|there| there.at == at) {
            Some(there) => _ = there.values.insert(measure.to_owned(), value),
            None => published.push(PublishedPoint { at, values: [(measure.to_owned(), value)].into() }),
        }
        self
    }

    /// Sets its points, which complete it.
    ///
    /// # Panics
    /// If a point does not fit: see [`Series::check`].
    pub fn points(mut self, points: impl IntoIterator<Item = Point>) -> Self {
        self.points = points.into_iter().collect();
        if let Err(wrong) = self.check() {
            panic!("{wrong}");
        }
        self
    }

    /// Checks its points, so that a reader never meets a raw key: every name is declared, and every setting has words where others have
    /// some.
    ///
    /// # Errors
    /// A description of the first point that does not fit.
    pub fn check(&self) -> Result<(), String> {
        self.points.iter().try_for_each(|point| self.fits(point))
    }

    fn fits(&self, point: &Point) -> Result<(), String> {
        let SeriesWords { id, dimensions, measures, outcomes, .. } = &self.words;
        let wrong = |what: &str, name: &str| Err(format!("series {id}: {what} {name} at {:?}", point.at));
        for (name, setting) in &point.at {
            let Some(dimension) = dimensions.iter().find(|it| it.name == *name) else {
                return wrong("there is no dimension", name);
            };
            if let Setting::Text(key) = setting
                && lacks_words(&dimension.words, key)
            {
                return wrong("there are no words for", &format!("{key} of {name}"));
            }
        }
        let known: BTreeSet<&String> = measures.iter().map(|measure| &measure.name).collect();
        let figures = [&point.exact, &point.predicted].into_iter().flat_map(BTreeMap::keys);
        if let Some(name) = point.values.keys().chain(figures).find(|name| !known.contains(name)) {
            return wrong("there is no measure", name);
        }
        let seen = point.outcomes.iter().flat_map(|(name, ways)| ways.keys().map(move |way| (name, way)));
        for (name, way) in seen.chain(&point.predicted_outcomes) {
            let Some(outcome) = outcomes.iter().find(|it| it.name == *name) else {
                return wrong("there is no outcome", name);
            };
            if lacks_words(&outcome.words, way) {
                return wrong("there are no words for", &format!("{way} of {name}"));
            }
        }
        Ok(())
    }

    /// The part of it that a record keeps.
    pub fn into_numbers(self) -> Numbers {
        Numbers { id: self.words.id, method: self.words.method, points: self.points }
    }
}

fn lacks_words(words: &BTreeMap<String, String>, key: &str) -> bool {
    !words.is_empty() && !words.contains_key(key)
}

impl Point {
    /// A point at these settings, without values yet.
    pub fn new<'a>(settings: impl IntoIterator<Item = (&'a str, Setting)>) -> Self {
        Self::default().and_at(settings)
    }

    /// Adds further settings.
    pub fn and_at<'a>(mut self, settings: impl IntoIterator<Item = (&'a str, Setting)>) -> Self {
        self.at.extend(settings.into_iter().map(|(name, setting)| (name.to_owned(), setting)));
        self
    }

    /// Adds the measured value, if there is one.
    pub fn value(mut self, measure: &str, value: impl Into<Option<Estimate>>) -> Self {
        self.values.extend(value.into().map(|value| (measure.to_owned(), value)));
        self
    }

    /// Adds the exact value, if there is one.
    pub fn exact(mut self, measure: &str, value: impl Into<Option<f64>>) -> Self {
        insert(&mut self.exact, measure, value.into());
        self
    }

    /// Adds the prediction of a model, if there is one.
    pub fn predicted(mut self, measure: &str, value: impl Into<Option<f64>>) -> Self {
        insert(&mut self.predicted, measure, value.into());
        self
    }

    /// Counts the ways in which trials ended.
    pub fn ended<'a>(mut self, outcome: &str, ways: impl IntoIterator<Item = &'a str>) -> Self {
        let counts = self.outcomes.entry(outcome.to_owned()).or_default();
        for way in ways {
            *counts.entry(way.to_owned()).or_default() += 1;
        }
        self
    }

    /// Adds the way that a model predicts.
    pub fn predicted_to_end(mut self, outcome: &str, way: &str) -> Self {
        self.predicted_outcomes.insert(outcome.to_owned(), way.to_owned());
        self
    }
}

fn insert(values: &mut BTreeMap<String, f64>, measure: &str, value: Option<f64>) {
    values.extend(value.map(|value| (measure.to_owned(), value)));
}

impl Measure {
    /// The median of observations, by [`crate::statistics::median`].
    pub fn median(name: &str, title: &str, unit: &str) -> Self {
        Self::new(name, title, unit, "median", "order statistics")
    }

    /// A share of observations, by [`crate::statistics::share`].
    pub fn share(name: &str, title: &str) -> Self {
        Self::new(name, title, unit::SHARE, "share", "Wilson")
    }

    /// The median of ratios within rounds, by [`crate::statistics::ratio_within_rounds`].
    pub fn ratio(name: &str, title: &str) -> Self {
        Self::new(name, title, unit::RATIO, "median of ratios", "order statistics")
    }

    /// A value that was set, and not observed.
    pub fn set(name: &str, title: &str, unit: &str) -> Self {
        Self::new(name, title, unit, "set", Interval::None)
    }

    /// A value that was counted once and would be the same each time.
    pub fn counted(name: &str, title: &str, unit: &str) -> Self {
        Self::new(name, title, unit, "count", Interval::None)
    }

    /// A value of a model alone.
    pub fn of_model(name: &str, title: &str, unit: &str) -> Self {
        Self::new(name, title, unit, "none", Interval::None)
    }
}

impl Estimate {
    /// A value without an interval: it was set, counted or computed, and would be the same each time.
    pub fn certain(n: u64, value: f64) -> Self {
        Self::between(n, value, [value; 2])
    }

    /// A value and its 95% interval, of `n` observations that were not kept.
    pub fn between(n: u64, value: f64, [low, high]: [f64; 2]) -> Self {
        Self { n, value, low, high, min: None, max: None, confidence: None }
    }

    /// Maps all its figures by a function that keeps their order.
    pub fn map(self, of: impl Fn(f64) -> f64) -> Self {
        let Self { n, value, low, high, min, max, confidence } = self;
        let [value, low, high] = [value, low, high].map(&of);
        Self { n, value, low, high, min: min.map(&of), max: max.map(&of), confidence }
    }

    /// Rounds to so many significant digits: more than a measurement has, and few enough to keep records small.
    pub fn to_digits(self, digits: usize) -> Self {
        self.map(|value| to_digits(value, digits))
    }

    /// Drops the smallest and largest observation: of so few, they are the interval's ends.
    pub fn without_extremes(self) -> Self {
        Self { min: None, max: None, ..self }
    }
}

/// Rounds a number to so many significant digits.
///
/// # Panics
/// If `digits` is 0.
pub fn to_digits(value: f64, digits: usize) -> f64 {
    assert!(digits > 0, "a number has digits");
    format!("{value:.*e}", digits - 1).parse().expect("a number was written")
}

impl From<&str> for Setting {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Setting {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Setting {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// For numbers that the code says.
impl From<i32> for Setting {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Setting {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// Exact up to 2^53, far beyond any count here.
impl From<u64> for Setting {
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

/// See the one from `u64`.
impl From<usize> for Setting {
    fn from(number: usize) -> Self {
        Self::Number(number as f64)
    }
}

#[cfg(test)]
mod tests;
