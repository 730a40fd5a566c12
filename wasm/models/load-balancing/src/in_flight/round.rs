//! One round, moment by moment, with the same arrivals whatever the policy: what a picture of the servers is drawn from.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use random::stream;

use super::{Picker, Policy, Service, Setting, exponential};

/// How many servers stand behind the balancer.
pub const SERVERS: u32 = 13;
/// How many requests arrive per mean work, for all servers together: enough for 10 in flight at each.
pub const RATE: f64 = 130.0;
/// How many moments a round has.
pub const MOMENTS: u32 = 80;
/// From moment to moment, in mean works.
pub const STEP: f64 = 0.25;
/// How long servers have requests before the first step, in mean works.
pub const WARM_UP: f64 = 5.0;
/// The repetition whose streams a round draws from: arrivals from that of twice its number, works from the next, as a generator of real
/// requests does.
pub const REPETITION: u64 = 1 << 32;

/// The servers at some moments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// The requests that each server has open, moment after moment.
    pub loads: Vec<u32>,
    /// For each moment, how many requests failing servers have answered within a mean work.
    pub failed: Vec<u32>,
}

/// Looks at servers at moments that are evenly apart, in any unit of time. Times never go back.
#[derive(Debug, Clone)]
pub struct Recorder {
    next: f64,
    step: f64,
    /// How long a failure counts.
    window: f64,
    left: u32,
    failures: VecDeque<f64>,
    round: Round,
}

impl Recorder {
    /// Looks so many times, for the first time a step after `from`.
    pub fn new(from: f64, mean_work: f64, moments: u32) -> Self {
        let step = STEP * mean_work;
        Self {
            next: from + step,
            step,
            window: mean_work,
            left: moments,
            failures: VecDeque::new(),
            round: Round::default(),
        }
    }

    /// The servers had these loads until now: to be told before any changes.
    pub fn pass(&mut self, now: f64, loads: &[u32]) {
        while self.left > 0 && self.next <= now {
            while self.failures.front().is_some_and(|&at| at <= self.next - self.window) {
                self.failures.pop_front();
            }
            let failed = self.failures.iter().take_while(|&&at| at <= self.next).count();
            self.round.loads.extend(loads);
            self.round.failed.push(failed as u32);
            self.next += self.step;
            self.left -= 1;
        }
    }

    /// A failing server answered.
    pub fn fail(&mut self, now: f64) {
        self.failures.push_back(now);
    }

    /// What was seen.
    pub fn into_round(self) -> Round {
        self.round
    }
}

/// Simulates a round: what arrives, and when, depends on the seed alone. The first `failing` servers answer an error at once.
pub fn round(policy: Policy, failing: u32, seed: u64) -> Round {
    let setting = Setting {
        servers: SERVERS,
        failing,
        rate: RATE,
        policy,
        workers: 1,
        ring_points: None,
        service: Service::Held,
    };
    let mut arrivals = stream(seed, 2 * REPETITION);
    let mut works = stream(seed, 2 * REPETITION + 1);
    let mut draws = stream(seed, 2 * REPETITION + 2);
    let mut picker = Picker::new(&setting, &mut draws);
    let mut loads = vec![0_u32; SERVERS as usize];
    let mut recorder = Recorder::new(WARM_UP, 1.0, MOMENTS);
    let mut departures: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let end = WARM_UP + STEP * f64::from(MOMENTS);
    let mut arrival = 0.0;
    while arrival <= end {
        arrival += exponential(&mut arrivals) / RATE;
        // Times are positive, and such numbers are in the order of their bits.
        while let Some(&Reverse((at, server))) = departures.peek()
            && f64::from_bits(at) <= arrival
        {
            departures.pop();
            recorder.pass(f64::from_bits(at), &loads);
            loads[server] -= 1;
        }
        recorder.pass(arrival, &loads);
        let server = picker.pick(0, &loads, &mut draws);
        if server < failing as usize {
            recorder.fail(arrival);
            continue;
        }
        loads[server] += 1;
        departures.push(Reverse(((arrival + exponential(&mut works)).to_bits(), server)));
    }
    recorder.into_round()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Policy = Policy::TwoChoices { distinct: true };
    const SERVERS: usize = super::SERVERS as usize;

    #[test]
    fn a_recorder_looks_at_even_moments_and_forgets_failures() {
        let mut recorder = Recorder::new(1.0, 4.0, 3);
        recorder.pass(1.5, &[7, 7]);
        recorder.fail(1.5);
        recorder.pass(2.0, &[1, 0]);
        recorder.pass(3.5, &[2, 5]);
        recorder.fail(3.6);
        recorder.pass(100.0, &[3, 0]);
        assert_eq!(recorder.into_round(), Round { loads: vec![1, 0, 2, 5, 3, 0], failed: vec![1, 1, 2] });
    }

    #[test]
    fn every_policy_has_the_same_arrivals_and_other_loads() {
        let rounds = [Policy::Random, Policy::RoundRobin, TWO, Policy::Least].map(|policy| round(policy, 0, 1));
        let sums = rounds.clone().map(|round| {
            assert_eq!((round.loads.len(), round.failed.len()), (80 * SERVERS, 80));
            round.loads.chunks(SERVERS).map(|loads| loads.iter().sum()).collect::<Vec<u32>>()
        });
        // Works are drawn in the order of arrivals, so that as many are open at each moment.
        assert!(sums.iter().all(|other| *other == sums[0]), "{sums:?}");
        let largest = rounds.map(|round| round.loads.into_iter().max().unwrap());
        assert!(largest.is_sorted_by(|one, next| one > next), "{largest:?}");
    }

    #[test]
    fn over_many_seeds_random_is_over_sixteen_as_long_as_is_known() {
        let over = |policy| {
            let rounds = (0..400).map(|seed| round(policy, 0, seed));
            let over =
                |round: Round| round.loads.chunks(SERVERS).filter(|loads| loads.iter().any(|&load| load > 16)).count();
            rounds.map(over).sum::<usize>() as f64 / (400.0 * 80.0)
        };
        // Thirteen Poisson variables of mean 10.
        assert!((over(Policy::Random) - 0.297).abs() < 0.02, "{}", over(Policy::Random));
        assert!(over(Policy::Least) < 1e-9);
    }

    #[test]
    fn a_failing_server_holds_nothing_and_draws_what_looks_least_busy() {
        let failed = [Policy::Random, TWO, Policy::Least].map(|policy| {
            let round = round(policy, 1, 1);
            assert!(round.loads.chunks(SERVERS).all(|loads| loads[0] == 0));
            round.failed.iter().sum::<u32>()
        });
        assert!(failed.is_sorted_by(|one, next| 3 * one < 2 * next), "{failed:?}");
    }
}
