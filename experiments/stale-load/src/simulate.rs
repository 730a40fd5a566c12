//! Simulating a repetition of a condition, and what all of them came to. Its random numbers depend on the seed and its number
//! alone, so that it can be simulated anywhere: the outcome depends neither on the number of threads nor on that of the parts.

use harness::record::Estimate;
use harness::statistics::mean;
use sharding::{Counts, Tally};
use stale_load_model::{Policy, Quantity, Setting, run as simulate_one};

use crate::conditions::{Condition, Conditions};

/// One repetition of a setting.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Repetition {
    pub condition: Condition,
    /// Counted from 0.
    pub number: u32,
}

/// What each repetition of a setting came to, in mean service times.
#[derive(Debug, Default)]
struct Found {
    /// By quantity (as in [`Quantity::ALL`]) and repetition.
    figures: [Vec<f64>; 3],
    /// The mean times of the first and of the second half of each repetition's requests.
    halves: [Vec<f64>; 2],
}

/// What every setting came to.
pub(crate) struct Outcomes(Vec<(Setting, Found)>);

impl Outcomes {
    /// What the repetitions of a setting came to; nothing where its queues do not [settle](settles). The arrivals and the work of a
    /// repetition are the same under every policy.
    ///
    /// # Panics
    /// If the run did not simulate it.
    pub(crate) fn of(&self, setting: Setting, quantity: Quantity) -> Option<&[f64]> {
        let found = self.0.iter().find(|(candidate, _)| *candidate == setting);
        let (_, found) = found.unwrap_or_else(|| panic!("{setting:?} was not simulated"));
        let index = Quantity::ALL.iter().position(|&candidate| candidate == quantity);
        settles(&found.halves).then(|| &*found.figures[index.expect("every quantity is kept")])
    }

    /// The settings whose queues do not settle.
    pub(crate) fn unsettled(&self) -> impl Iterator<Item = Setting> {
        self.0.iter().filter(|(_, found)| !settles(&found.halves)).map(|&(setting, _)| setting)
    }

    /// What all repetitions came to, in their order.
    pub(crate) fn of_counted(found: &[(sharding::Condition<Repetition>, Counts)]) -> Self {
        let mut outcomes: Vec<(Setting, Found)> = Vec::new();
        for (condition, counts) in found {
            let setting = condition.setting.condition.setting;
            if outcomes.last().is_none_or(|(last, _)| *last != setting) {
                outcomes.push((setting, Found::default()));
            }
            let (_, found) = outcomes.last_mut().expect("there is one now");
            let kept = found.figures.iter_mut().chain(&mut found.halves);
            for (kept, tally) in kept.zip(tallies()) {
                kept.extend(counts.frequencies(tally).map(|(bits, _)| f64::from_bits(bits)));
            }
        }
        Self(outcomes)
    }
}

/// Share by which the mean time of a run's second half may differ from that of its first.
pub(crate) const MOST_CHANGE: f64 = 0.05;

/// Whether queues settle: unless the mean time of the second half of the measured requests surely differs from that of the first by
/// more than [`MOST_CHANGE`], each repetition's from the same one's. Surely is by one and a half times the 95% interval, which chance
/// exceeds in 5 of 1,000 settings (Student, 20 repetitions): hundreds are looked at. Where times are spread so widely that it can't be
/// told, the interval of their mean is wide, too.
pub(crate) fn settles(halves: &[Vec<f64>; 2]) -> bool {
    let growth = growth(halves);
    let reach = (growth.high - growth.low) / 2.0;
    (growth.value - 1.0).abs() <= MOST_CHANGE + 1.5 * reach
}

/// The mean time of the second half over that of the first, each repetition's over the same one's.
pub(crate) fn growth([first, second]: &[Vec<f64>; 2]) -> Estimate {
    mean(&first.iter().zip(second).map(|(first, second)| second / first).collect::<Vec<_>>())
}

/// Everything that is simulated, setting by setting.
pub(crate) fn repetitions(conditions: &Conditions) -> Vec<sharding::Condition<Repetition>> {
    let tallies = tallies().map(|name| Tally { name, each: 1, most: f64::MAX.to_bits() });
    let numbered = conditions.all.iter().enumerate();
    numbered
        .flat_map(|(index, &condition)| {
            (0..conditions.repetitions).map(move |number| sharding::Condition {
                key: format!("setting {index}, repetition {number}"),
                setting: Repetition { condition, number },
                repetitions: 1,
                work: work(&condition),
                tallies: tallies.into(),
            })
        })
        .collect()
}

/// The names of what a repetition comes to.
fn tallies() -> [&'static str; 5] {
    let [mean, p50, p99] = Quantity::ALL.map(Quantity::name);
    [mean, p50, p99, "first_half", "second_half"]
}

/// A repetition's figures as whole numbers that keep all their bits (IEEE 754 binary64).
pub(crate) fn counted(repetition: &Repetition, seed: u64) -> Counts {
    let (figures, halves) = simulated(&repetition.condition, seed, repetition.number);
    let mut counts = Counts::default();
    for (tally, figure) in tallies().into_iter().zip(figures.into_iter().chain(halves)) {
        counts.add(tally, figure.to_bits(), 1);
    }
    counts
}

/// One repetition's figures, and the mean times of its first and of its second half (of no requests, no number).
pub(crate) fn simulated(condition: &Condition, seed: u64, repetition: u32) -> ([f64; 3], [f64; 2]) {
    let &Condition { setting, requests, warm_up } = condition;
    let outcome = simulate_one(&setting, requests, warm_up, seed, repetition);
    let (first, second) = outcome.times().split_at(outcome.times().len() / 2);
    let halves = [first, second].map(|times| times.iter().sum::<f64>() / times.len() as f64);
    (Quantity::ALL.map(|quantity| outcome.figure(quantity)), halves)
}

/// Roughly, in queues that are looked at.
fn work(condition: &Condition) -> u64 {
    let Condition { setting, requests, warm_up } = condition;
    let looks = match setting.policy() {
        Policy::Random | Policy::RoundRobin => 1,
        Policy::Best { choices, .. } => choices,
        Policy::Least { .. } | Policy::Idle => setting.servers(),
    };
    u64::from(requests + warm_up) * u64::from(5 + looks)
}
