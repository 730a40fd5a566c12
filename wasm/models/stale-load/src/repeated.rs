//! Several repetitions of a setting, bit by bit: for those who have to answer others in between.

use crate::outcome::{Outcome, Quantity};
use crate::setting::Setting;
use crate::simulation::{Request, Simulation};

/// Number of relaxation times after which a queue has forgotten that it was empty.
pub const RELAXATIONS: u32 = 4;
/// A relaxation time is no less than so many ages of the information: herds go to and fro from copy to copy.
pub const AGES_IN_RELAXATION: f64 = 50.0;
/// The most requests that are left out at the start of a repetition.
const MOST_WARM_UP: f64 = 1_000_000.0;

/// How many requests are left out at the start, when the servers are emptier than they will be: those of so many times the
/// relaxation time of a queue with Poisson arrivals and exponential service, (1 - √ρ)⁻² (Cohen 1982), or of so many times
/// [`AGES_IN_RELAXATION`], where choices rest on old information; none where the queues never settle.
pub fn warm_up(setting: &Setting, relaxations: u32) -> u32 {
    if !setting.settles() {
        return 0;
    }
    let slack = 1.0 - setting.utilisation().sqrt();
    let relaxation = f64::max(1.0 / (slack * slack), AGES_IN_RELAXATION * setting.age());
    (f64::from(relaxations) * relaxation * setting.rate()).min(MOST_WARM_UP).ceil() as u32
}

/// Repetitions of a setting, one after the other.
#[derive(Debug, Clone)]
pub struct Repeated {
    setting: Setting,
    requests: u32,
    warm_up: u32,
    repetitions: u32,
    seed: u64,
    simulation: Simulation,
    /// How many requests of the present repetition have been simulated, and what they came to.
    simulated: u32,
    outcome: Outcome,
    /// Figures of the finished repetitions, by quantity.
    figures: [Vec<f64>; 3],
}

impl Repeated {
    /// `requests` in each of the repetitions 0, 1, 2, …, after a [`warm_up`] of so many relaxation times.
    pub fn new(setting: &Setting, requests: u32, repetitions: u32, relaxations: u32, seed: u64) -> Self {
        Self {
            setting: *setting,
            requests,
            warm_up: warm_up(setting, relaxations),
            repetitions,
            seed,
            simulation: Simulation::new(setting, seed, 0),
            simulated: 0,
            outcome: Outcome::new(setting.service(), requests),
            figures: Default::default(),
        }
    }

    /// Simulates so many more requests, or fewer if these are all. Whether they are.
    pub fn advance(&mut self, requests: u32) -> bool {
        let each = self.warm_up + self.requests;
        let mut left = requests;
        while left > 0 && !self.is_done() {
            let now = left.min(each - self.simulated);
            for _ in 0..now {
                let Request { arrival, position, departure, .. } = self.simulation.step();
                if self.simulated >= self.warm_up {
                    self.outcome.add(departure - arrival, position);
                }
                self.simulated += 1;
            }
            left -= now;
            if self.simulated == each {
                self.next();
            }
        }
        self.is_done()
    }

    fn next(&mut self) {
        for (figures, quantity) in self.figures.iter_mut().zip(Quantity::ALL) {
            figures.push(self.outcome.figure(quantity));
        }
        self.simulation = Simulation::new(&self.setting, self.seed, self.figures[0].len() as u32);
        self.outcome = Outcome::new(self.setting.service(), self.requests);
        self.simulated = 0;
    }

    fn is_done(&self) -> bool {
        self.figures[0].len() >= self.repetitions as usize
    }

    /// The share of all requests that have been simulated.
    pub fn share(&self) -> f64 {
        let begun = f64::from(self.simulated) / f64::from(self.warm_up + self.requests);
        (self.figures[0].len() as f64 + begun) / f64::from(self.repetitions)
    }

    /// The mean of a figure over the repetitions that are done; NaN before the first is.
    pub fn mean(&self, quantity: Quantity) -> f64 {
        let index = Quantity::ALL.iter().position(|one| *one == quantity).expect("all have a place");
        let mut figures = self.figures[index].clone();
        // In the order in which the harness of the experiments sums them up.
        figures.sort_by(f64::total_cmp);
        figures.iter().sum::<f64>() / figures.len() as f64
    }
}
