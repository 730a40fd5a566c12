//! What a run comes to.

use crate::erlang;
use crate::setting::Service;

limits::named! {
    /// A figure of the time in system.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Quantity {
        /// The mean.
        Mean = "mean_time",
        /// The time that half of the requests stay under.
        P50 = "p50_time",
        /// The time that 99% of the requests stay under.
        P99 = "p99_time",
    }
}

impl Quantity {
    /// The share of requests that stay under it; nothing for the mean.
    pub(crate) fn share(self) -> Option<f64> {
        match self {
            Self::Mean => None,
            Self::P50 => Some(0.5),
            Self::P99 => Some(0.99),
        }
    }
}

/// The times and the positions of a run's requests.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    service: Service,
    times: Vec<f64>,
    /// How many arrived at each position, from 1: `positions[0]` is for position 1.
    positions: Vec<u64>,
}

impl Outcome {
    pub(crate) fn new(service: Service, requests: u32) -> Self {
        Self { service, times: Vec::with_capacity(requests as usize), positions: Vec::new() }
    }

    /// An outcome of positions alone, for exponential work.
    pub(crate) fn of_exponential(positions: Vec<u64>) -> Self {
        Self { service: Service::Exponential, times: Vec::new(), positions }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, time: f64, position: u32) {
        self.times.push(time);
        count(&mut self.positions, position);
    }

    /// The requests' times in system, in mean service times, in the order of their arrivals.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// How many requests arrived at each position, from position 1 on.
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// A figure of the time in system, in mean service times; NaN without a request.
    ///
    /// Where work is exponential it is taken from the positions: how long one at a given position stays is known (an Erlang
    /// distribution), so that it need not be drawn, and the figure has far less noise than the times themselves.
    pub fn figure(&self, quantity: Quantity) -> f64 {
        if self.service == Service::Exponential { self.of_positions(quantity) } else { self.of_times(quantity) }
    }

    /// The same from the times alone.
    pub fn of_times(&self, quantity: Quantity) -> f64 {
        let Some(share) = quantity.share() else {
            return self.times.iter().sum::<f64>() / self.times.len() as f64;
        };
        let mut times = self.times.clone();
        // The nearest rank.
        let rank = ((share * times.len() as f64).ceil() as usize).saturating_sub(1);
        if rank >= times.len() {
            return f64::NAN;
        }
        *times.select_nth_unstable_by(rank, f64::total_cmp).1
    }

    fn of_positions(&self, quantity: Quantity) -> f64 {
        let total: u64 = self.positions.iter().sum();
        if total == 0 {
            return f64::NAN;
        }
        let mut above: u64 = total;
        let mut shares = vec![1.0];
        for count in &self.positions {
            above -= count;
            shares.push(above as f64 / total as f64);
        }
        match quantity.share() {
            // The mean position: the sum of the chances that it is larger than 0, 1, 2, …
            None => shares.iter().sum(),
            Some(share) => erlang::quantile(&shares, share),
        }
    }
}

/// Counts one at a position, from 1.
#[inline(always)]
pub(crate) fn count(positions: &mut Vec<u64>, position: u32) {
    let position = position as usize;
    if position > positions.len() {
        positions.resize(position, 0);
    }
    positions[position - 1] += 1;
}
