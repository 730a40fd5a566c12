//! What repeated placements came to.

use statistics::histogram::Histogram;

/// The loads of all servers over all repetitions, and the largest load of each repetition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// One value per server and repetition: its load in items.
    pub loads: Histogram,
    /// One value per repetition: the load of its fullest server.
    pub maxima: Histogram,
}

impl Outcome {
    /// Adds the repetitions of another outcome of the same placement.
    pub fn merge(&mut self, other: &Self) {
        self.loads.merge(&other.loads);
        self.maxima.merge(&other.maxima);
    }

    /// How many repetitions were run.
    pub fn repetitions(&self) -> u64 {
        self.maxima.total()
    }

    /// The figures of an article: quantiles of the pooled loads, imbalance, shares over a capacity.
    ///
    /// Without repetitions, the quantiles are 0 and the other figures NaN.
    pub fn summary(&self, capacity: u64) -> Summary {
        let [p50, p95, p99, p999] = [0.5, 0.95, 0.99, 0.999].map(|q| self.loads.quantile(q));
        let mean = self.loads.mean();
        Summary {
            p50,
            p95,
            p99,
            p999,
            mean,
            imbalance: p99 as f64 / mean,
            p_server_over_capacity: self.loads.share_above(capacity),
            p_any_over_capacity: self.maxima.share_above(capacity),
        }
    }
}

/// The figures of a placement, simulated or exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Median load of a server, in items.
    pub p50: u64,
    /// 95% of the servers hold at most so many items.
    pub p95: u64,
    /// 99% of the servers hold at most so many items.
    pub p99: u64,
    /// 99.9% of the servers hold at most so many items.
    pub p999: u64,
    /// Mean load of a server, in items.
    pub mean: f64,
    /// `p99 / mean`: 1 is a perfect balance.
    pub imbalance: f64,
    /// Share of the servers that hold more items than their capacity.
    pub p_server_over_capacity: f64,
    /// Share of the placements in which at least one server does.
    pub p_any_over_capacity: f64,
}
