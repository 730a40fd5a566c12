//! What a reader should know before trusting a record's figures, with advice.

use std::fmt;

use crate::record::Estimate;
use crate::statistics::count_outliers;

/// What a reader should know before trusting a record's figures.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// The binary was built without optimisation.
    Unoptimised,
    /// The sources differ from every commit.
    Dirty,
    /// The checkout's sources are newer than the binary.
    Outdated,
    /// Other work ran on the machine.
    Loaded {
        /// One-minute load average before the run.
        load: f64,
        /// Processors the run could use.
        cores: u32,
    },
    /// Fixed work took longer at one moment of the run than at another.
    MachineChanged {
        /// Which work.
        what: &'static str,
        /// The longest time over the shortest.
        factor: f64,
    },
    /// Some samples lie far from the rest.
    Outliers {
        /// Of what.
        what: String,
        /// How many.
        outliers: usize,
        /// Of how many samples.
        samples: usize,
    },
    /// The interval is wide.
    Noisy {
        /// Of what.
        what: String,
        /// Half the interval's width over the value.
        spread: f64,
    },
    /// Repeats of some conditions lie far apart.
    RepeatsApart {
        /// Of how many conditions.
        apart: usize,
        /// Of how many in all.
        conditions: usize,
        /// The condition whose repeats lie farthest apart.
        what: String,
        /// Its largest figure over its smallest.
        factor: f64,
    },
    /// There were too few samples for a 95% interval of the median.
    FewSamples {
        /// Of what.
        what: String,
        /// How many.
        samples: usize,
    },
}

/// Half an interval's width, over the value, from which on a measurement is called noisy.
const NOISY: f64 = 0.05;

/// Repeats of one condition that differ by more than this factor lie far apart.
const APART: f64 = 1.5;

/// The fewest samples whose extremes hold the median with 95% confidence.
const ENOUGH_SAMPLES: usize = 6;

/// Load per core from which on a machine is called loaded.
const LOADED: f64 = 0.25;

impl Warning {
    /// What `samples` of `what`, and the `estimate` made of them, give cause to warn of.
    pub fn of_samples(what: &str, samples: &[f64], estimate: &Estimate) -> Vec<Self> {
        let mut warnings = Vec::new();
        let what = || what.to_owned();
        if samples.len() < ENOUGH_SAMPLES {
            warnings.push(Self::FewSamples { what: what(), samples: samples.len() });
        }
        let outliers = count_outliers(samples);
        if outliers > 0 {
            warnings.push(Self::Outliers { what: what(), outliers, samples: samples.len() });
        }
        let spread = (estimate.high - estimate.low) / 2.0 / estimate.value.abs();
        if spread > NOISY {
            warnings.push(Self::Noisy { what: what(), spread });
        }
        warnings
    }

    /// What repeats give cause to warn of: those of each condition, by its name. Figures are positive.
    pub fn of_repeats<'a>(conditions: impl IntoIterator<Item = (String, &'a [f64])>) -> Option<Self> {
        let factors: Vec<(String, f64)> = conditions
            .into_iter()
            .map(|(what, repeats)| {
                let largest = repeats.iter().copied().fold(f64::MIN, f64::max);
                (what, largest / repeats.iter().copied().fold(f64::MAX, f64::min))
            })
            .collect();
        let apart = factors.iter().filter(|(_, factor)| *factor > APART).count();
        let conditions = factors.len();
        let (what, factor) = factors.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        (apart > 0).then_some(Self::RepeatsApart { apart, conditions, what, factor })
    }

    /// Whether a machine with `load` on `cores` cores is busy with something else.
    pub(crate) fn of_load(load: Option<f64>, cores: u32) -> Option<Self> {
        let load = load?;
        (load > LOADED * f64::from(cores)).then_some(Self::Loaded { load, cores })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unoptimised => {
                f.write_str("built without optimisation, so times mean little: use `cargo run --release`")
            }
            Self::Dirty => f.write_str("the checkout differs from its commit: commit first, then publish"),
            Self::Outdated => {
                f.write_str("the checkout's sources are not those this program was built from: build it again")
            }
            Self::Loaded { load, cores } => write!(
                f,
                "the machine was busy before the run (load {load:.2} on {cores} cores), which disturbs times: \
                 end other programs and run again"
            ),
            Self::MachineChanged { what, factor } => write!(
                f,
                "the machine changed during the run: {what} took {factor:.2} times as long at one moment as at another \
                 (see the yardstick): run again on a quiet machine"
            ),
            Self::Outliers { what, outliers, samples } => write!(
                f,
                "{what}: {outliers} of {samples} samples lie far from the rest, so something disturbed them: \
                 run again on a quiet machine"
            ),
            Self::Noisy { what, spread } => write!(
                f,
                "{what}: the interval is ±{:.0}% wide: run again on a quieter machine or, after a quick run, \
                 with --profile full",
                spread * 100.0
            ),
            Self::RepeatsApart { apart, conditions, what, factor } => write!(
                f,
                "repeats of {apart} of {conditions} conditions differ more than {APART}-fold, {what} {factor:.1}-fold: \
                 run again on a quiet machine"
            ),
            Self::FewSamples { what, samples } => write!(
                f,
                "{what}: {samples} samples are too few for a 95% interval, which needs {ENOUGH_SAMPLES}: \
                 use --profile full"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::median;

    fn warnings(samples: &[f64]) -> Vec<Warning> {
        Warning::of_samples("a", samples, &median(samples))
    }

    #[test]
    fn quiet_samples_give_no_warning() {
        assert_eq!(warnings(&[1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01]), []);
    }

    #[test]
    fn a_lone_far_sample_is_an_outlier() {
        let samples = [1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01, 9.0];
        assert_eq!(warnings(&samples), [Warning::Outliers { what: "a".into(), outliers: 1, samples: 9 }]);
    }

    #[test]
    fn scattered_samples_are_noise() {
        assert!(matches!(warnings(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])[..], [Warning::Noisy { .. }]));
    }

    #[test]
    fn five_samples_are_too_few() {
        assert_eq!(warnings(&[1.0; 5]), [Warning::FewSamples { what: "a".into(), samples: 5 }]);
        assert_eq!(warnings(&[1.0; 6]), []);
    }

    #[test]
    fn repeats_that_lie_apart_are_counted_and_the_worst_named() {
        let close: &[f64] = &[1.0, 1.5, 1.2];
        assert_eq!(Warning::of_repeats([("a".to_owned(), close)]), None);
        assert_eq!(Warning::of_repeats([]), None);
        let conditions = [("a".to_owned(), close), ("b".to_owned(), &[1.0, 4.0]), ("c".to_owned(), &[2.0, 1.0])];
        assert_eq!(
            Warning::of_repeats(conditions),
            Some(Warning::RepeatsApart { apart: 2, conditions: 3, what: "b".to_owned(), factor: 4.0 })
        );
    }

    #[test]
    fn load_counts_by_core() {
        assert_eq!(Warning::of_load(Some(0.5), 2), None);
        assert_eq!(Warning::of_load(Some(0.6), 2), Some(Warning::Loaded { load: 0.6, cores: 2 }));
        assert_eq!(Warning::of_load(Some(0.6), 8), None);
        assert_eq!(Warning::of_load(None, 8), None);
    }

    #[test]
    fn every_warning_advises() {
        let warning = Warning::Loaded { load: 1.234, cores: 2 };
        assert_eq!(
            warning.to_string(),
            "the machine was busy before the run (load 1.23 on 2 cores), which disturbs times: \
             end other programs and run again"
        );
        let warning = Warning::Noisy { what: "a".into(), spread: 0.0721 };
        assert_eq!(
            warning.to_string(),
            "a: the interval is ±7% wide: run again on a quieter machine or, after a quick run, with --profile full"
        );
    }
}
