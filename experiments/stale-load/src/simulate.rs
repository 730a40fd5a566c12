//! Running the conditions on all cores. A repetition's random numbers depend on the seed and its number alone: the outcome does
//! not depend on the number of threads.

use harness::{Failure, Run, schedule};
use rayon::prelude::*;
use stale_load_model::{Policy, Quantity, Setting, run as simulate_one};

use crate::conditions::{Condition, Conditions};

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
}

/// Simulates every condition, its repetitions in a random order.
pub(crate) fn all(conditions: &Conditions, run: &Run) -> Result<Outcomes, Failure> {
    let parts = (0..conditions.all.len())
        .flat_map(|index| (0..conditions.repetitions).map(move |repetition| (index, repetition)))
        .collect();
    let parts: Vec<(usize, u32)> = schedule::shuffled(parts, run.seed);
    run.expect(parts.iter().map(|&(index, _)| work(&conditions.all[index])).sum());
    let mut done: Vec<(usize, u32, [f64; 3])> = parts
        .into_par_iter()
        .map(|(index, repetition)| {
            let figures = figures(&conditions.all[index], run.seed, repetition);
            run.advance(work(&conditions.all[index])).map(|()| (index, repetition, figures))
        })
        .collect::<Result<_, _>>()?;
    done.sort_by_key(|&(index, repetition, _)| (index, repetition));
    let mut outcomes: Vec<(Setting, Figures)> =
        conditions.all.iter().map(|condition| (condition.setting, Figures::default())).collect();
    for (index, _, figures) in done {
        for (kept, figure) in outcomes[index].1.iter_mut().zip(figures) {
            kept.push(figure);
        }
    }
    Ok(Outcomes(outcomes))
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
