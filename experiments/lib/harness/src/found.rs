//! Figures of a run, each computed once and found by name: in the series, or, for those in none of them, under names of their own,
//! which a record keeps as one more series. Claims refer to them by name.

use std::collections::BTreeMap;

use crate::record::{
    Dimension, Estimate, Interval, Machine, Measure, Numbers, Point, Series, SeriesWords, Setting, unit,
};

/// The series of figures that are in no other.
pub const FIGURES: &str = "figures";

/// Its dimensions, and its measure.
const FIGURE: &str = "figure";
const UNIT: &str = "unit";
const VALUE: &str = "value";

/// A figure: measured, exact and predicted values. Where nothing was measured (a machine lacked the program), a claim on it is not
/// tested.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Quantity {
    /// Unit, as in a [`Measure`].
    pub unit: String,
    /// The measured value; `None` where the run could not measure it.
    pub measured: Option<Estimate>,
    /// The exact value, where there is a closed form.
    pub exact: Option<f64>,
    /// The value that a model predicts, where it is only a model.
    pub predicted: Option<f64>,
    /// Reason why nothing is known of it, other than that the run could not measure it.
    pub(crate) absent: Option<String>,
}

impl Quantity {
    /// A figure with its measured value, if there is one.
    pub fn new(unit: &str, measured: impl Into<Option<Estimate>>) -> Self {
        Self { unit: unit.to_owned(), measured: measured.into(), ..Self::default() }
    }

    /// Adds the exact value, if there is one.
    pub fn exact(self, exact: impl Into<Option<f64>>) -> Self {
        Self { exact: exact.into(), ..self }
    }

    /// Adds the prediction of a model, if there is one.
    pub fn predicted(self, predicted: impl Into<Option<f64>>) -> Self {
        Self { predicted: predicted.into(), ..self }
    }
}

/// The declaration of [`FIGURES`], for [`Experiment::series`](crate::Experiment::series): each point is one figure, in the unit that it
/// names.
pub fn figures() -> Series {
    Series::new(FIGURES, "Figures that stand in no other series")
        .dimensions([Dimension::new(FIGURE, "Figure", None), Dimension::new(UNIT, "Unit", None)])
        .measures([Measure::new(VALUE, "Value", unit::RATIO, "as the figure says", Interval::None)])
}

/// The figures of a run or a record.
#[derive(Debug)]
pub struct Found {
    /// The series, but for [`FIGURES`].
    pub series: Vec<Series>,
    named: BTreeMap<String, Quantity>,
    /// Series of an older method, each with a description of that.
    older: BTreeMap<String, String>,
    machine: Option<Machine>,
    programs: BTreeMap<String, String>,
}

impl Found {
    /// The figures of these series.
    pub fn new(series: Vec<Series>) -> Self {
        Self { series, named: BTreeMap::new(), older: BTreeMap::new(), machine: None, programs: BTreeMap::new() }
    }

    /// Adds the machine, which rules may ask for.
    pub(crate) fn on(self, machine: Machine) -> Self {
        Self { machine: Some(machine), ..self }
    }

    /// Adds the programs that were measured, each with its version, which statements and words may name.
    pub(crate) fn of_programs(self, programs: BTreeMap<String, String>) -> Self {
        Self { programs, ..self }
    }

    /// The figures of a record, by today's words. Series of another method than today's are left out, and so are keys that are no
    /// longer declared.
    pub(crate) fn from_record(series: &[Numbers], declared: Vec<Series>) -> Self {
        let mut found = Self::new(Vec::new());
        for Series { words, .. } in declared {
            let Some(numbers) = series.iter().find(|numbers| numbers.id == words.id) else { continue };
            if numbers.method != words.method {
                found.older.insert(words.id, in_an_older_way(numbers.method, words.method));
            } else if words.id == FIGURES {
                found.named = numbers.points.iter().filter_map(figure_of).collect();
            } else {
                found.series.push(Series { words, points: numbers.points.clone() });
            }
        }
        found
    }

    /// The series of a record, in the order and with the words of their declarations. Undeclared ones, as the parts of a run have, keep
    /// their words, and come first.
    ///
    /// # Errors
    /// A series does not fit its declaration.
    pub(crate) fn into_series(self, declared: &[Series]) -> Result<Vec<Series>, String> {
        let mut all = self.series;
        if !self.named.is_empty() {
            let points = self.named.into_iter().map(|(name, quantity)| point(&name, quantity)).collect();
            all.push(Series { points, ..figures() });
        }
        let place = |series: &Series| declared.iter().position(|known| known.words.id == series.words.id);
        for series in &mut all {
            if let Some(known) = place(series) {
                series.words = declared[known].words.clone();
            }
            series.check()?;
        }
        all.sort_by_key(place);
        Ok(all)
    }

    /// The machine, where it is known.
    pub fn machine(&self) -> Option<&Machine> {
        self.machine.as_ref()
    }

    /// The version of a program that was measured, in that program's words; `None` where the run told none.
    pub fn version_of(&self, program: &str) -> Option<&str> {
        self.programs.get(program).map(String::as_str)
    }

    /// True if measured on Linux, as far as the machine is known.
    pub fn is_of_linux(&self) -> bool {
        self.has_kernel("Linux")
    }

    /// True if measured on macOS, as far as the machine is known.
    pub fn is_of_macos(&self) -> bool {
        self.has_kernel("Darwin")
    }

    /// Compares the kernel's name.
    fn has_kernel(&self, kernel: &str) -> bool {
        self.machine.as_ref().is_some_and(|machine| machine.kernel.split_whitespace().next() == Some(kernel))
    }

    /// Tells if there is a figure of this name.
    pub fn has(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// Adds a figure that no series has.
    ///
    /// # Panics
    /// If there is one of this name.
    pub fn add(&mut self, name: impl Into<String>, quantity: Quantity) {
        let name = name.into();
        assert!(!self.named.contains_key(&name), "there are two figures named {name}");
        self.named.insert(name, quantity);
    }

    /// The figure of this name; one without any value if there is none.
    pub fn named(&self, name: &str) -> Quantity {
        self.named.get(name).cloned().unwrap_or_else(|| self.absent(FIGURES, ""))
    }

    /// A measure of a series, at the one point with these settings; where several have them, at the one that has no others. Has no
    /// value where the run has no such series or point, or several.
    ///
    /// # Panics
    /// If the series is declared without such a measure.
    pub fn at(&self, series: &str, settings: &[(&str, Setting)], measure: &str) -> Quantity {
        let Some(Series { words, points }) = self.series.iter().find(|candidate| candidate.words.id == series) else {
            return self.absent(series, "");
        };
        let known = words.measures.iter().find(|candidate| candidate.name == measure);
        let unit = &known.unwrap_or_else(|| panic!("series {series} has no measure {measure}")).unit;
        let is_there = |point: &&Point| settings.iter().all(|(name, setting)| point.at.get(*name) == Some(setting));
        let mut points: Vec<&Point> = points.iter().filter(is_there).collect();
        if points.len() > 1 {
            points.retain(|point| count_own_settings(words, point) == settings.len());
        }
        let [point] = points[..] else { return self.absent(series, unit) };
        Quantity {
            unit: unit.clone(),
            measured: point.values.get(measure).cloned(),
            exact: point.exact.get(measure).copied(),
            predicted: point.predicted.get(measure).copied(),
            absent: None,
        }
    }

    fn absent(&self, series: &str, unit: &str) -> Quantity {
        Quantity { absent: self.older.get(series).cloned(), ..Quantity::new(unit, None) }
    }
}

fn in_an_older_way(method: u32, today: u32) -> String {
    format!("measured in an older way (method {method}; today's is {today})")
}

/// Number of a point's settings, without those that sum up others.
fn count_own_settings(words: &SeriesWords, point: &Point) -> usize {
    let says =
        |name: &str| words.dimensions.iter().any(|dimension| dimension.name == name && !dimension.says.is_empty());
    point.at.keys().filter(|name| !says(name)).count()
}

/// A figure as a point of [`FIGURES`].
fn point(name: &str, Quantity { unit, measured, exact, predicted, .. }: Quantity) -> Point {
    Point::new([(FIGURE, name.into()), (UNIT, unit.into())])
        .value(VALUE, measured)
        .exact(VALUE, exact)
        .predicted(VALUE, predicted)
}

/// The figure of a point of [`FIGURES`].
fn figure_of(point: &Point) -> Option<(String, Quantity)> {
    let text = |name: &str| match point.at.get(name) {
        Some(Setting::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let quantity = Quantity {
        unit: text(UNIT)?,
        measured: point.values.get(VALUE).cloned(),
        exact: point.exact.get(VALUE).copied(),
        predicted: point.predicted.get(VALUE).copied(),
        absent: None,
    };
    Some((text(FIGURE)?, quantity))
}

#[cfg(test)]
mod tests;
