//! What an experiment found, each figure computed once and found by name: in the series that are published, and, for what
//! stands in none of them, under names of its own. Claims only name what they stand on.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

pub use crate::record::Quantity;
use crate::record::{Estimate, Point, Record, Series, Setting};

/// What there is of a figure that nobody measured.
static NOTHING: Quantity = Quantity { unit: String::new(), measured: None, exact: None, predicted: None };

impl Quantity {
    /// A figure that was measured, or could not be.
    pub fn new(unit: &str, measured: impl Into<Option<Estimate>>) -> Self {
        Self { unit: unit.to_owned(), measured: measured.into(), ..Self::default() }
    }

    /// With its exact value, if there is one.
    pub fn exact(self, exact: impl Into<Option<f64>>) -> Self {
        Self { exact: exact.into(), ..self }
    }

    /// With what a model predicts, if it says anything.
    pub fn predicted(self, predicted: impl Into<Option<f64>>) -> Self {
        Self { predicted: predicted.into(), ..self }
    }
}

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Quantities {
    /// The record's series.
    pub series: Vec<Series>,
    named: BTreeMap<String, Quantity>,
    /// Where the figures are a record's: those that were asked for and that it does not have. The code that wrote it may have
    /// known fewer, and they are then figures that it did not measure; of a run of this code, that would be a mistake.
    asked_in_vain: Option<RefCell<BTreeSet<String>>>,
}

impl Quantities {
    /// The figures of some series.
    pub fn of(series: Vec<Series>) -> Self {
        Self { series, ..Self::default() }
    }

    /// The figures that a record keeps.
    pub fn of_record(record: &Record) -> Self {
        Self {
            series: record.series.clone(),
            named: record.quantities.clone(),
            asked_in_vain: Some(RefCell::default()),
        }
    }

    /// What a record keeps of them: the series, and what stands in none of them.
    pub(crate) fn into_parts(self) -> (Vec<Series>, BTreeMap<String, Quantity>) {
        (self.series, self.named)
    }

    /// The names that a record does not have and that were asked for; none where the figures are a run's.
    pub fn asked_in_vain(&self) -> BTreeSet<String> {
        self.asked_in_vain.as_ref().map(|names| names.borrow().clone()).unwrap_or_default()
    }

    /// Whether there is a figure of this name.
    pub fn has(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// A figure that no series has.
    ///
    /// # Panics
    /// If there is one of this name.
    pub fn add(&mut self, name: impl Into<String>, quantity: Quantity) {
        let name = name.into();
        assert!(!self.named.contains_key(&name), "there are two quantities named {name}");
        self.named.insert(name, quantity);
    }

    /// The figure of this name. Of one that a record does not have, nothing was measured.
    ///
    /// # Panics
    /// If a run has none: what was not measured has a name all the same.
    pub fn named(&self, name: &str) -> &Quantity {
        self.named.get(name).unwrap_or_else(|| {
            let Some(names) = &self.asked_in_vain else { panic!("there is no quantity named {name}") };
            names.borrow_mut().insert(name.to_owned());
            &NOTHING
        })
    }

    /// A measure of a series, at the one point with these settings; where several have them, at the one that has no others.
    /// Nothing is measured of it where the run has no such series or point.
    ///
    /// # Panics
    /// If a run's series has no such measure, or several points have these settings and others.
    pub fn at(&self, series: &str, settings: &[(&str, Setting)], measure: &str) -> Quantity {
        let Some(series) = self.series.iter().find(|candidate| candidate.id == series) else {
            return Quantity::default();
        };
        let known = series.measures.iter().find(|candidate| candidate.name == measure);
        let Some(known) = known else {
            assert!(self.asked_in_vain.is_some(), "series {} has no measure {measure}", series.id);
            return Quantity::default();
        };
        let is_there = |point: &&Point| settings.iter().all(|(name, setting)| point.at.get(*name) == Some(setting));
        let mut points: Vec<&Point> = series.points.iter().filter(is_there).collect();
        if points.len() > 1 {
            points.retain(|point| point.at.len() == settings.len());
            assert!(points.len() == 1, "series {} has several points at {settings:?}", series.id);
        }
        let point = points.first();
        Quantity {
            unit: known.unit.clone(),
            measured: point.and_then(|point| point.values.get(measure)).cloned(),
            exact: point.and_then(|point| point.exact.get(measure)).copied(),
            predicted: point.and_then(|point| point.predicted.get(measure)).copied(),
        }
    }
}

#[cfg(test)]
mod tests;
