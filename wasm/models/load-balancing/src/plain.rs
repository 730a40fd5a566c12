//! Placement item by item, written for the reader: the oracle of the fast versions, and the source of traces.

use std::ops::Range;

use super::{Outcome, Placement, Strategy};
use random::{Below, Xoshiro256PlusPlus, stream};

/// The outcome of a range of repetitions.
pub(super) fn simulate(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut loads = vec![0; placement.servers as usize];
    for repetition in repetitions {
        loads.fill(0);
        place(placement, &mut stream(seed, repetition.into()), &mut loads, |_| ());
        record(&loads, &mut outcome);
    }
    outcome
}

/// The server of each item of one repetition.
pub(super) fn trace(placement: &Placement, seed: u64, repetition: u32) -> Vec<u32> {
    let mut servers = Vec::with_capacity(placement.items as usize);
    let mut loads = vec![0; placement.servers as usize];
    place(placement, &mut stream(seed, repetition.into()), &mut loads, |server| servers.push(server));
    servers
}

/// Counts the loads of one repetition.
pub(super) fn record(loads: &[u32], outcome: &mut Outcome) {
    outcome.loads.add_all(loads);
    outcome.maxima.add(loads.iter().copied().max().unwrap_or(0).into());
}

/// Places every item and reports its server.
fn place(placement: &Placement, rng: &mut Xoshiro256PlusPlus, loads: &mut [u32], mut placed: impl FnMut(u32)) {
    let &Placement { items, servers, strategy } = placement;
    let mut put = |server: u32, loads: &mut [u32]| {
        loads[server as usize] += 1;
        placed(server);
    };
    match strategy {
        Strategy::Random => {
            let below = Below::new(servers);
            for _ in 0..items {
                put(below.draw(rng), loads);
            }
        }
        Strategy::Choices { choices: 2, distinct } => {
            let (first_below, second_below) = pair_bounds(servers, distinct);
            for _ in 0..items {
                let (first, mut second) = Below::draw_two(first_below, second_below, rng);
                if distinct && second >= first {
                    second += 1;
                }
                put(if loads[second as usize] < loads[first as usize] { second } else { first }, loads);
            }
        }
        Strategy::Choices { choices, distinct: false } => {
            let below = Below::new(servers);
            for _ in 0..items {
                let mut best = below.draw(rng);
                for _ in 1..choices {
                    let next = below.draw(rng);
                    if loads[next as usize] < loads[best as usize] {
                        best = next;
                    }
                }
                put(best, loads);
            }
        }
        Strategy::Choices { choices, distinct: true } => {
            let bounds: Vec<Below> = (0..choices).map(|taken| Below::new(servers - taken)).collect();
            let mut taken = Vec::with_capacity(choices as usize);
            for _ in 0..items {
                taken.clear();
                let mut best = distinct_pick(bounds[0].draw(rng), &mut taken);
                for below in &bounds[1..] {
                    let next = distinct_pick(below.draw(rng), &mut taken);
                    if loads[next as usize] < loads[best as usize] {
                        best = next;
                    }
                }
                put(best, loads);
            }
        }
        Strategy::LeastLoaded => {
            // As long as every item goes to a least loaded server, the loads differ by at most one: the servers fill in
            // rounds, each a random order of all servers.
            let mut order: Vec<u32> = (0..servers).collect();
            let mut left_in_round = 0;
            for _ in 0..items {
                if left_in_round == 0 {
                    left_in_round = servers;
                }
                let chosen = Below::new(left_in_round).draw(rng);
                left_in_round -= 1;
                order.swap(chosen as usize, left_in_round as usize);
                put(order[left_in_round as usize], loads);
            }
        }
        Strategy::RoundRobin => {
            for item in 0..items {
                put(item % servers, loads);
            }
        }
    }
}

/// The bounds of two picks. A distinct second one is a number among the other servers: those from the first on move up.
pub(super) fn pair_bounds(servers: u32, distinct: bool) -> (Below, Below) {
    (Below::new(servers), Below::new(if distinct { servers - 1 } else { servers }))
}

/// The server that a number stands for among the servers not yet taken; `taken` is kept in ascending order.
fn distinct_pick(mut number: u32, taken: &mut Vec<u32>) -> u32 {
    let mut position = 0;
    while position < taken.len() && taken[position] <= number {
        number += 1;
        position += 1;
    }
    taken.insert(position, number);
    number
}
