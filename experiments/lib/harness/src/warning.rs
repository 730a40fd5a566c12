//! Warnings before trusting a record's figures, with advice.

use std::fmt;

use crate::record::{Estimate, ProcessorTime};
use crate::statistics::{count_outliers, median};

/// A reason to doubt a record's figures.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// The binary was built without optimisation.
    Unoptimised,
    /// The sources differ from every commit.
    Dirty,
    /// Other work ran on the machine, where the system does not tell how much of it during the run.
    Loaded {
        /// One-minute load average before the run.
        load: f64,
        /// Processors the run could use.
        cores: u32,
    },
    /// The machine was busy with something else during the run, or changed its speed.
    Disturbed {
        /// The share of its processors' time that other programs took, where it is large.
        others: Option<f64>,
        /// The share that a hypervisor took for others, where it is large.
        stolen: Option<f64>,
        /// The fixed work that took longest at one moment of the run, compared with another, and how many times as long.
        changed: Option<(&'static str, f64)>,
    },
    /// This program, or its machine, stood still while it measured; what it measured meanwhile was measured again.
    StoodStill {
        /// Number of times.
        times: u32,
        /// Duration of all of them.
        seconds: f64,
    },
    /// The machine's time of day was set while it measured; what depends on it was measured again.
    ClockSet {
        /// Number of times.
        times: u32,
    },
    /// Samples of some conditions lie far from the rest.
    Outliers(Conditions),
    /// The intervals of some conditions are wide.
    Noisy(Conditions),
    /// Repeats of some conditions lie far apart.
    RepeatsApart {
        /// Number of conditions whose repeats lie far apart.
        apart: usize,
        /// Number of all conditions.
        conditions: usize,
        /// The condition whose repeats lie farthest apart.
        what: String,
        /// Its largest figure over its smallest.
        factor: f64,
    },
    /// There were too few samples of some conditions for a 95% interval of the median.
    FewSamples(Conditions),
}

/// Conditions that give cause for a warning.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditions {
    /// Number of conditions that do.
    pub found: usize,
    /// Number of all conditions.
    pub conditions: usize,
    /// The worst condition, and how bad it is: `sign ed25519: 3 of 25`.
    pub worst: String,
}

impl Conditions {
    /// Counts the conditions that `how_bad` finds fault with, and names the worst; `None` without any. `how_bad` returns a
    /// condition's badness as a number and in words.
    fn summarise(conditions: &[(String, &[f64])], how_bad: impl Fn(&[f64]) -> Option<(f64, String)>) -> Option<Self> {
        let found: Vec<_> = conditions.iter().filter_map(|(what, samples)| Some((what, how_bad(samples)?))).collect();
        let (what, (_, much)) = found.iter().max_by(|(_, (a, _)), (_, (b, _))| a.total_cmp(b))?;
        Some(Self { found: found.len(), conditions: conditions.len(), worst: format!("{what}: {much}") })
    }
}

/// Half an interval's width, over the value, from which on a measurement is called noisy.
const NOISY: f64 = 0.05;

/// Repeats of one condition that differ by more than this factor lie far apart.
const APART: f64 = 1.5;

/// The fewest samples whose extremes hold the median with 95% confidence.
const ENOUGH_SAMPLES: usize = 6;

/// Load per core from which on a machine is called loaded.
const LOADED: f64 = 0.25;

/// The share of all processors' time from which on other programs disturb.
const BUSY: f64 = 0.05;

/// The share of all processors' time from which on it tells that it was stolen.
const STOLEN: f64 = 0.02;

impl Warning {
    /// Warnings about the samples of conditions, each by its name: one of a kind, however many conditions there are.
    pub fn of_samples<'a>(conditions: impl IntoIterator<Item = (String, &'a [f64])>) -> Vec<Self> {
        let conditions: Vec<(String, &[f64])> = conditions.into_iter().collect();
        let few = Conditions::summarise(&conditions, |samples| {
            let few = samples.len() < ENOUGH_SAMPLES;
            few.then(|| (-(samples.len() as f64), samples.len().to_string()))
        });
        let outliers = Conditions::summarise(&conditions, |samples| {
            let (outliers, all) = (count_outliers(samples), samples.len());
            (outliers > 0).then(|| (outliers as f64 / all as f64, format!("{outliers} of {all}")))
        });
        let noisy = Conditions::summarise(&conditions, |samples| {
            let Estimate { value, low, high, .. } = median(samples);
            let spread = (high - low) / 2.0 / value.abs();
            (spread > NOISY).then(|| (spread, format!("±{:.0}%", spread * 100.0)))
        });
        let kinds = [few.map(Self::FewSamples), outliers.map(Self::Outliers), noisy.map(Self::Noisy)];
        kinds.into_iter().flatten().collect()
    }

    /// Warning about the repeats of conditions, each by its name, that lie far apart. Figures are positive.
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

    /// Warning about a disturbed run: by who else used the processors, and how fixed work changed its speed.
    pub(crate) fn of_machine(time: Option<ProcessorTime>, changed: Option<(&'static str, f64)>) -> Option<Self> {
        let large = |share: fn(ProcessorTime) -> f64, from| time.map(share).filter(|share| *share > from);
        let others = large(|time| time.others_share, BUSY);
        let stolen = large(|time| time.stolen_share, STOLEN);
        let disturbed = others.is_some() || stolen.is_some() || changed.is_some();
        disturbed.then_some(Self::Disturbed { others, stolen, changed })
    }

    /// Warning about a machine that, by its `load` on `cores` cores, is busy with something else.
    pub(crate) fn of_load(load: Option<f64>, cores: u32) -> Option<Self> {
        let load = load?;
        (load > LOADED * f64::from(cores)).then_some(Self::Loaded { load, cores })
    }
}

impl Warning {
    /// In a few words, for a run that is not published.
    pub(crate) fn in_brief(&self) -> String {
        let of = |Conditions { found, conditions, .. }: &Conditions| of_conditions(*found, *conditions);
        match self {
            Self::Unoptimised => "built without optimisation".to_owned(),
            Self::Dirty => "changes that are not committed".to_owned(),
            Self::Loaded { load, cores } => format!("a busy machine (load {load:.2} on {})", counted(*cores, "core")),
            Self::Disturbed { .. } => format!("a machine that was not quiet ({})", self.disturbances().join(", ")),
            Self::StoodStill { seconds, .. } => format!("a standstill of {seconds:.1} s"),
            Self::ClockSet { .. } => "a clock that was set".to_owned(),
            Self::Outliers(found) => format!("outliers in {}", of(found)),
            Self::Noisy(found) => format!("wide intervals in {}", of(found)),
            Self::RepeatsApart { apart, conditions, .. } => {
                format!("repeats that differ in {}", of_conditions(*apart, *conditions))
            }
            Self::FewSamples(found) => format!("few samples in {}", of(found)),
        }
    }

    /// Causes of a disturbance, the largest first.
    fn disturbances(&self) -> Vec<String> {
        let Self::Disturbed { others, stolen, changed } = self else { return Vec::new() };
        let percent = |share: f64| format!("{:.0}%", share * 100.0);
        let words = [
            others.map(|share| format!("other programs took {} of its processors' time", percent(share))),
            stolen.map(|share| format!("its hypervisor took {} for others", percent(share))),
            changed.map(|(what, factor)| format!("{what} took {factor:.2} times as long at one moment as at another")),
        ];
        words.into_iter().flatten().collect()
    }
}

/// `1 of 3 conditions`.
fn of_conditions(found: usize, conditions: usize) -> String {
    format!("{found} of {}", counted(conditions, "condition"))
}

/// `1 core`, `2 cores`.
fn counted<Number: fmt::Display + PartialEq + From<u8>>(number: Number, one: &str) -> String {
    let plural = if number == Number::from(1) { "" } else { "s" };
    format!("{number} {one}{plural}")
}

fn how_often(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unoptimised => {
                f.write_str("built without optimisation, so times mean little: use `cargo run --release`")
            }
            Self::Dirty => f.write_str("the checkout differs from its commit: commit first, then publish"),
            Self::Loaded { load, cores } => write!(
                f,
                "the machine was busy before the run (load {load:.2} on {}), which disturbs times: \
                 end other programs and run again",
                counted(*cores, "core")
            ),
            Self::Disturbed { .. } => write!(
                f,
                "the machine was not quiet during the run, which disturbs times: {}; end other programs and run again",
                self.disturbances().join(", ")
            ),
            Self::StoodStill { times, seconds } => write!(
                f,
                "this program or its machine stood still {}, for {seconds:.1} s in all (stopped, asleep or paused), and measured \
                 again what it measured meanwhile: keep the machine awake",
                how_often(*times)
            ),
            Self::ClockSet { times } => write!(
                f,
                "the machine's clock was set {} during the measurement, and what depends on it was measured again: let it \
                 settle first",
                how_often(*times)
            ),
            Self::Outliers(Conditions { found, conditions, worst }) => write!(
                f,
                "samples of {} lie far from the rest, so something disturbed them ({worst}): run again on a quiet machine",
                of_conditions(*found, *conditions)
            ),
            Self::Noisy(Conditions { found, conditions, worst }) => write!(
                f,
                "the intervals of {} are wider than ±{:.0}% ({worst}): run again on a quieter machine or, after a quick run, \
                 with --profile full",
                of_conditions(*found, *conditions),
                NOISY * 100.0
            ),
            Self::RepeatsApart { apart, conditions, what, factor } => write!(
                f,
                "repeats of {} differ more than {APART}-fold, {what} {factor:.1}-fold: run again on a quiet machine",
                of_conditions(*apart, *conditions)
            ),
            Self::FewSamples(Conditions { found, conditions, worst }) => write!(
                f,
                "{} {} fewer than the {ENOUGH_SAMPLES} samples that a 95% interval needs ({worst}): use --profile full",
                of_conditions(*found, *conditions),
                if *found == 1 { "has" } else { "have" }
            ),
        }
    }
}

#[cfg(test)]
mod tests;
