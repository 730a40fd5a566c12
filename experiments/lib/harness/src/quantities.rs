//! What an experiment found, each figure computed once and found by name: in the series that are published, and, for what
//! stands in none of them, under names of its own. Claims only name what they stand on.

use std::collections::BTreeMap;

use crate::record::{Estimate, Point, Series, Setting};

/// A named figure: what was measured, and what is exact or predicted of it. Where nothing was measured (a machine lacked the
/// program), a claim on it is not tested.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Quantity {
    /// Unit, as in a [`crate::record::Measure`].
    pub unit: String,
    /// What this run measured, if it could.
    pub measured: Option<Estimate>,
    /// The exact value, where there is a closed form.
    pub exact: Option<f64>,
    /// What a model predicts, where it is only a model.
    pub predicted: Option<f64>,
}

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
}

impl Quantities {
    /// The figures of some series.
    pub fn of(series: Vec<Series>) -> Self {
        Self { series, named: BTreeMap::new() }
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

    /// The figure of this name.
    ///
    /// # Panics
    /// If there is none: what was not measured has a name all the same.
    pub fn named(&self, name: &str) -> &Quantity {
        self.named.get(name).unwrap_or_else(|| panic!("there is no quantity named {name}"))
    }

    /// A measure of a series, at the one point with these settings; where several have them, at the one that has no others.
    /// Nothing is measured of it where the run has no such series or point.
    ///
    /// # Panics
    /// If the series has no such measure, or several points have these settings and others.
    pub fn at(&self, series: &str, settings: &[(&str, Setting)], measure: &str) -> Quantity {
        let Some(series) = self.series.iter().find(|candidate| candidate.id == series) else {
            return Quantity::default();
        };
        let known = series.measures.iter().find(|candidate| candidate.name == measure);
        let known = known.unwrap_or_else(|| panic!("series {} has no measure {measure}", series.id));
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
