//! Where arrivals and work come from.

use rand_core::Rng;
use random::{Xoshiro256PlusPlus, stream};

use crate::setting::{Arrivals, Service, Setting};

/// The arrivals and the work of one repetition, the same under every policy: what differs between policies is theirs alone.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    rng: Xoshiro256PlusPlus,
    arrivals: Arrivals,
    service: Service,
    rate: f64,
    arrived: u64,
    now: f64,
}

impl Source {
    pub(crate) fn new(setting: &Setting, seed: u64, repetition: u32) -> Self {
        let (arrivals, service, rate) = (setting.arrivals(), setting.service(), setting.rate());
        // Even numbers; the odd ones are the choices'.
        let rng = stream(seed, 2 * u64::from(repetition));
        Self { rng, arrivals, service, rate, arrived: 0, now: 0.0 }
    }

    /// When the next request arrives, and its work, in mean service times.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> (f64, f64) {
        match self.arrivals {
            Arrivals::Poisson => self.now += exponential(&mut self.rng) / self.rate,
            // Not a sum: it would drift away from the ticks.
            Arrivals::Regular => self.now = self.arrived as f64 / self.rate,
        }
        self.arrived += 1;
        let work = if self.service == Service::Exponential { exponential(&mut self.rng) } else { 1.0 };
        (self.now, work)
    }
}

/// The random numbers that choose, apart from those of the arrivals.
pub(crate) fn choices(seed: u64, repetition: u32) -> Xoshiro256PlusPlus {
    stream(seed, 2 * u64::from(repetition) + 1)
}

/// Exponential of mean 1.
#[inline(always)]
fn exponential(rng: &mut Xoshiro256PlusPlus) -> f64 {
    // Above 0, so that its logarithm is a number.
    let uniform = ((rng.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
    -libm::log(uniform)
}
