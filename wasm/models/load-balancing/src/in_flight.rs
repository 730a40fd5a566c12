//! Requests in flight: unlike the items of a placement they come and go.
//!
//! They arrive by a Poisson process, a balancer sends each to a server at once, and it is in flight until the server answers.
//! The unit of time is the mean work of a request, which is exponential. A balancer compares the requests that it has open
//! itself; one of several workers that count apart knows its own alone.

pub mod round;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand_core::Rng;
use random::{Below, Xoshiro256PlusPlus, stream};

/// How a balancer picks the server of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// One server at random.
    Random,
    /// The less busy of two random servers, the first of equals.
    TwoChoices {
        /// True if the two differ.
        distinct: bool,
    },
    /// Caddy's `random_choose 2` as it was until July 2026: the second candidate may never be drawn, and a candidate that is
    /// beaten stays in a last draw among the best (github.com/caddyserver/caddy/pull/7873).
    TwoChoicesUnsettled,
    /// The servers in turn.
    RoundRobin,
    /// The least busy of all, at random among equals.
    Least,
}

/// A server's way with the requests that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// All are worked on at the same time.
    Held,
    /// One after the other is worked on, in the order in which they came.
    Queued,
}

/// A balancer and its servers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// How many servers there are; at least one.
    pub servers: u32,
    /// How many of these, the first ones, answer an error at once: they never have a request open.
    pub failing: u32,
    /// How many requests arrive per mean work, for all servers together.
    pub rate: f64,
    /// How a request's server is picked.
    pub policy: Policy,
    /// How many workers the balancer has that count apart; at least one. Each request comes to any of them.
    pub workers: u32,
    /// Servers are drawn from a ring with so many points for each, at random places: a server's chance is the share of the
    /// ring that is nearest to one of its points. Without a ring, all have the same.
    pub ring_points: Option<u32>,
    /// A server's way with several requests.
    pub service: Service,
}

/// The outcome of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulated {
    /// The servers' loads.
    pub seen: Seen,
    /// From arrival to answer of each request, ascending, in mean works.
    pub times: Vec<f64>,
    /// How many of these requests met a failing server.
    pub failed: u64,
}

/// A start that does not count, in mean works: long enough to forget that there was nothing at first, also where requests
/// queue and 7 in 10 works are taken.
pub const WARM_UP: f64 = 300.0;

/// Simulates servers that have nothing at first, for so many mean works whose loads and times are left out, and then for so many
/// that count. Repetition `r` draws only from [`stream(seed, r)`](random::stream).
///
/// # Panics
/// If there are no servers, no workers, or the rate is not above 0.
pub fn simulate(setting: &Setting, [warm_up, watched]: [f64; 2], seed: u64, repetition: u64) -> Simulated {
    let Setting { servers, failing, rate, workers, service, .. } = *setting;
    assert!(servers > 0 && workers > 0 && rate > 0.0, "{setting:?}");
    let mut rng = stream(seed, repetition);
    let end = warm_up + watched;
    let mut picker = Picker::new(setting, &mut rng);
    // Requests that each worker has open at each server.
    let mut open = vec![vec![0_u32; servers as usize]; workers as usize];
    // When each server is done with what it has.
    let mut free_from = vec![0.0_f64; servers as usize];
    let mut occupancy = Occupancy::new(servers as usize);
    let mut is_watched = false;
    let mut departures: BinaryHeap<Reverse<(u64, usize, usize)>> = BinaryHeap::new();
    let mut times = Vec::with_capacity((watched * rate) as usize);
    let mut failed = 0;
    let mut arrival = 0.0;
    loop {
        arrival += exponential(&mut rng) / rate;
        let until = f64::min(arrival, end);
        // Times are positive, and such numbers are in the order of their bits.
        while let Some(&Reverse((at, server, worker))) = departures.peek()
            && f64::from_bits(at) <= until
        {
            departures.pop();
            if !is_watched && f64::from_bits(at) >= warm_up {
                is_watched = true;
                occupancy.watch_from(warm_up);
            }
            occupancy.remove(server, f64::from_bits(at));
            open[worker][server] -= 1;
        }
        if arrival >= end {
            break;
        }
        if !is_watched && arrival >= warm_up {
            is_watched = true;
            occupancy.watch_from(warm_up);
        }
        let worker = if workers == 1 { 0 } else { Below::new(workers).draw(&mut rng) as usize };
        let server = picker.pick(worker, &open[worker], &mut rng);
        let has_failed = server < failing as usize;
        let work = if has_failed { 0.0 } else { exponential(&mut rng) };
        let departure = match service {
            Service::Held => arrival + work,
            Service::Queued => f64::max(arrival, free_from[server]) + work,
        };
        free_from[server] = departure;
        open[worker][server] += 1;
        occupancy.add(server, arrival);
        departures.push(Reverse((departure.to_bits(), server, worker)));
        if is_watched {
            times.push(departure - arrival);
            failed += u64::from(has_failed);
        }
    }
    times.sort_by(f64::total_cmp);
    Simulated { seen: occupancy.watch_until(end), times, failed }
}

/// An exponential variable of mean 1.
pub fn exponential(rng: &mut Xoshiro256PlusPlus) -> f64 {
    -libm::log(uniform(rng))
}

/// Between 0 and 1, and neither.
fn uniform(rng: &mut Xoshiro256PlusPlus) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// Picks servers.
struct Picker {
    policy: Policy,
    servers: u32,
    /// The chance of each server or one before it, where there is a ring.
    up_to: Option<Vec<f64>>,
    /// Each worker's last server in turn.
    turns: Vec<usize>,
}

impl Picker {
    fn new(setting: &Setting, rng: &mut Xoshiro256PlusPlus) -> Self {
        let Setting { servers, policy, workers, ring_points, .. } = *setting;
        let up_to = ring_points.map(|points| {
            let mut sum = 0.0;
            let add = |share: f64| {
                sum += share;
                sum
            };
            ring_shares(servers, points, rng).into_iter().map(add).collect()
        });
        let turns = (0..workers).map(|_| Below::new(servers).draw(rng) as usize).collect();
        Self { policy, servers, up_to, turns }
    }

    fn pick(&mut self, worker: usize, open: &[u32], rng: &mut Xoshiro256PlusPlus) -> usize {
        match self.policy {
            Policy::Random => self.draw(rng),
            Policy::TwoChoices { distinct } => {
                let first = self.draw(rng);
                let mut second = self.draw(rng);
                while distinct && self.servers > 1 && second == first {
                    second = self.draw(rng);
                }
                if open[second] < open[first] { second } else { first }
            }
            Policy::TwoChoicesUnsettled => unsettled(open, rng),
            Policy::RoundRobin => {
                let turn = &mut self.turns[worker];
                *turn = (*turn + 1) % self.servers as usize;
                *turn
            }
            Policy::Least => {
                let least = open.iter().copied().min().unwrap_or(0);
                let equals = open.iter().filter(|&&load| load == least).count();
                let which = Below::new(equals as u32).draw(rng) as usize;
                let mut of_equals = (0..open.len()).filter(|&server| open[server] == least);
                of_equals.nth(which).expect("there are so many")
            }
        }
    }

    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        match &self.up_to {
            None => Below::new(self.servers).draw(rng) as usize,
            Some(up_to) => {
                let at = uniform(rng);
                // Sums of shares may end a little below 1.
                up_to.partition_point(|&end| end <= at).min(up_to.len() - 1)
            }
        }
    }
}

/// See [`Policy::TwoChoicesUnsettled`].
fn unsettled(open: &[u32], rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut candidates = [None; 2];
    for server in 0..open.len() {
        let place = Below::new(server as u32 + 1).draw(rng) as usize;
        if let Some(candidate) = candidates.get_mut(place) {
            *candidate = Some(server);
        }
    }
    let mut best = Vec::with_capacity(2);
    let mut least = u32::MAX;
    for server in candidates.into_iter().flatten() {
        if open[server] == 0 {
            return server;
        }
        if open[server] <= least {
            least = open[server];
            best.push(server);
        }
    }
    best[Below::new(best.len() as u32).draw(rng) as usize]
}

/// The shares of a ring that are nearest to the points of each server.
fn ring_shares(servers: u32, points: u32, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let mut ring: Vec<(f64, usize)> = (0..servers as usize)
        .flat_map(|server| (0..points).map(move |_| server))
        .map(|server| (uniform(rng), server))
        .collect();
    ring.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut shares = vec![0.0; servers as usize];
    for (index, &(at, server)) in ring.iter().enumerate() {
        let (next, following) = ring[(index + 1) % ring.len()];
        let gap = if index + 1 == ring.len() { next + 1.0 - at } else { next - at };
        shares[server] += gap / 2.0;
        shares[following] += gap / 2.0;
    }
    shares
}

/// The servers' loads over time: each state counts for as long as it lasts. Times never go back.
#[derive(Debug, Clone)]
pub struct Occupancy {
    loads: Vec<u32>,
    last: f64,
    seen: Seen,
}

/// The servers' loads while they were watched. All are sums over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// How long it was.
    duration: f64,
    /// For each load the time that servers had it, of all servers together.
    time_at: Vec<f64>,
    /// For each load the time that it was the largest.
    time_of_largest: Vec<f64>,
    /// The variance between the servers, each a sample of all that there could be: over one server less than there are.
    variance: f64,
    mean: f64,
}

impl Occupancy {
    /// So many servers, that have nothing.
    pub fn new(servers: usize) -> Self {
        Self { loads: vec![0; servers], last: 0.0, seen: Seen::default() }
    }

    /// A request comes to a server.
    pub fn add(&mut self, server: usize, now: f64) {
        self.settle(now);
        self.loads[server] += 1;
    }

    /// A server answers a request.
    ///
    /// # Panics
    /// If it has none.
    pub fn remove(&mut self, server: usize, now: f64) {
        self.settle(now);
        self.loads[server] = self.loads[server].checked_sub(1).expect("it has a request");
    }

    /// The requests that each server has.
    pub fn loads(&self) -> &[u32] {
        &self.loads
    }

    /// Watches from here on, and forgets what was seen before.
    pub fn watch_from(&mut self, now: f64) {
        self.last = now;
        self.seen = Seen::default();
    }

    /// The loads that were seen until now.
    pub fn watch_until(&mut self, now: f64) -> Seen {
        self.settle(now);
        self.seen.clone()
    }

    /// Counts the state that ends now.
    fn settle(&mut self, now: f64) {
        let time = f64::max(now - self.last, 0.0);
        self.last = now;
        let (mut sum, mut squares, mut largest) = (0_u64, 0_u64, 0);
        let seen = &mut self.seen;
        for &load in &self.loads {
            sum += u64::from(load);
            squares += u64::from(load) * u64::from(load);
            largest = largest.max(load);
        }
        let room = largest as usize + 1;
        if seen.time_at.len() < room {
            seen.time_at.resize(room, 0.0);
            seen.time_of_largest.resize(room, 0.0);
        }
        for &load in &self.loads {
            seen.time_at[load as usize] += time;
        }
        seen.time_of_largest[largest as usize] += time;
        let servers = self.loads.len() as f64;
        let mean = sum as f64 / servers;
        seen.mean += time * mean;
        if self.loads.len() > 1 {
            seen.variance += time * (squares as f64 - sum as f64 * mean) / (servers - 1.0);
        }
        seen.duration += time;
    }
}

impl Seen {
    /// The variance between the servers at a moment, over their mean: 1 where every request comes to each server with the
    /// same chance, however many there are at that moment. NaN where there were none.
    pub fn variance_over_mean(&self) -> f64 {
        self.variance / self.mean
    }

    /// The mean load of a server.
    pub fn mean(&self) -> f64 {
        self.mean / self.duration
    }

    /// The share of the servers' time with this load.
    pub fn share_at(&self, load: u32) -> f64 {
        let all: f64 = self.time_at.iter().sum();
        self.time_at.get(load as usize).copied().unwrap_or(0.0) / all
    }

    /// The largest load that there was.
    pub fn largest(&self) -> u32 {
        self.time_at.len().saturating_sub(1) as u32
    }

    /// The share of the time in which any server had more than its capacity.
    pub fn share_any_over(&self, capacity: u32) -> f64 {
        // Not `sum`, whose empty sum is -0.
        self.time_of_largest.iter().skip(capacity as usize + 1).fold(0.0, |sum, time| sum + time) / self.duration
    }

    /// Adds what was seen at another time.
    pub fn merge(&mut self, other: &Self) {
        let add = |into: &mut Vec<f64>, more: &[f64]| {
            into.resize(into.len().max(more.len()), 0.0);
            into.iter_mut().zip(more).for_each(|(time, more)| *time += more);
        };
        add(&mut self.time_at, &other.time_at);
        add(&mut self.time_of_largest, &other.time_of_largest);
        self.duration += other.duration;
        self.variance += other.variance;
        self.mean += other.mean;
    }
}

#[cfg(test)]
mod tests;
