//! Simulating a repetition of a condition, and what all of them came to. Its random numbers depend on the seed and its number
//! alone, so that it can be simulated anywhere: the outcome depends neither on the number of threads nor on that of the parts.

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

/// What each repetition of a setting came to, in mean service times, by quantity (as in [`Quantity::ALL`]) and repetition.
pub(crate) type Figures = [Vec<f64>; 3];

/// What every setting came to.
pub(crate) struct Outcomes(Vec<(Setting, Figures)>);

impl Outcomes {
    /// What the repetitions of a setting came to. The arrivals and the work of a repetition are the same under every policy.
    ///
    /// # Panics
    /// If the run did not simulate it.
    pub(crate) fn of(&self, setting: Setting, quantity: Quantity) -> &[f64] {
        let found = self.0.iter().find(|(candidate, _)| *candidate == setting);
        let (_, figures) = found.unwrap_or_else(|| panic!("{setting:?} was not simulated"));
        let index = Quantity::ALL.iter().position(|&candidate| candidate == quantity);
        &figures[index.expect("every quantity is kept")]
    }

    /// What all repetitions came to, in their order.
    pub(crate) fn of_counted(found: &[(sharding::Condition<Repetition>, Counts)]) -> Self {
        let mut outcomes: Vec<(Setting, Figures)> = Vec::new();
        for (condition, counts) in found {
            let setting = condition.setting.condition.setting;
            if outcomes.last().is_none_or(|(last, _)| *last != setting) {
                outcomes.push((setting, Figures::default()));
            }
            let (_, figures) = outcomes.last_mut().expect("there is one now");
            for (kept, quantity) in figures.iter_mut().zip(Quantity::ALL) {
                kept.extend(counts.of(quantity.name()).map(|(bits, _)| f64::from_bits(bits)));
            }
        }
        Self(outcomes)
    }
}

/// Everything that is simulated, setting by setting.
pub(crate) fn repetitions(conditions: &Conditions) -> Vec<sharding::Condition<Repetition>> {
    let tallies = Quantity::ALL.map(|quantity| Tally { name: quantity.name(), each: 1, most: f64::MAX.to_bits() });
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

/// A repetition's figures as whole numbers that keep all their bits (IEEE 754 binary64).
pub(crate) fn counted(repetition: &Repetition, seed: u64) -> Counts {
    let figures = figures(&repetition.condition, seed, repetition.number);
    let mut counts = Counts::default();
    for (quantity, figure) in Quantity::ALL.into_iter().zip(figures) {
        counts.add(quantity.name(), figure.to_bits(), 1);
    }
    counts
}

/// One repetition's figures.
pub(crate) fn figures(condition: &Condition, seed: u64, repetition: u32) -> [f64; 3] {
    let &Condition { setting, requests, warm_up } = condition;
    let outcome = simulate_one(&setting, requests, warm_up, seed, repetition);
    Quantity::ALL.map(|quantity| outcome.figure(quantity))
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
