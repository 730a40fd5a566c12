//! The fast versions of placement.
//!
//! Random placement draws the servers' loads instead of the items' servers where loads are large: given what the servers
//! before it got, a server's load is binomial. That takes O(servers) a repetition, whatever the number of items. Where loads
//! are small, it places the items, two from every word.
//!
//! Two choices is sequential in its items, because an item's choice depends on where the earlier ones went, so there the
//! loop itself has to be fast. The plain loop writes to the server it chose, an address that is known only after both loads
//! were read and compared. The fast loops for a processor write both loads back, the unchanged one too, so that both addresses
//! come straight from the generator.
//!
//! - The portable loop runs two repetitions side by side. It gains most where servers are few and items often meet on the
//!   same one, little where they are many.
//! - With vector instructions, `lanes` picks for four repetitions at a time: where an x86-64 processor has AVX2.
//!
//! How fast each is, `npm run bench` measures on the machine at hand.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::avx2;
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::{Outcome, Placement, Strategy, binomial, exact, plain};
use random::{Below, Xoshiro256PlusPlus, stream};

/// From this mean load on, loads are drawn instead of items placed. Where that begins to pay depends on the processor (the
/// bench has cases on both sides); which of the two runs decides the random numbers, so the bound is the same everywhere.
const LOADS_FROM_MEAN: u32 = 56;

/// The outcome of a range of repetitions, by what the processor has.
pub(super) fn simulate(placement: &Placement, seed: u64, mut repetitions: Range<u32>) -> Outcome {
    let mut outcome = match (exact::form(placement), placement.strategy) {
        (exact::Form::Balanced, _) => Outcome::default(),
        (_, Strategy::Choices { choices: 2, distinct: false }) => {
            simulate_lanes::<false>(placement, seed, &mut repetitions)
        }
        (_, Strategy::Choices { choices: 2, distinct: true }) => {
            simulate_lanes::<true>(placement, seed, &mut repetitions)
        }
        _ => Outcome::default(),
    };
    if !repetitions.is_empty() {
        outcome.merge(&simulate_portable(placement, seed, repetitions));
    }
    outcome
}

/// Simulates as many of the repetitions as vectors can run, and takes them off the range.
#[allow(unused_variables, reason = "not every processor has code of its own")]
fn simulate_lanes<const DISTINCT: bool>(placement: &Placement, seed: u64, repetitions: &mut Range<u32>) -> Outcome {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        return lanes::simulate::<DISTINCT>(placement, seed, repetitions, |generators, bounds, rows, before, loads| {
            #[allow(unsafe_code)]
            // SAFETY: the processor has AVX2.
            unsafe {
                avx2::pick_and_put::<DISTINCT>(generators, bounds, rows, before, loads)
            }
        });
    }
    Outcome::default()
}

/// The same without code for particular processors.
pub(super) fn simulate_portable(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Outcome {
    let &Placement { items, servers, strategy } = placement;
    match (exact::form(placement), strategy) {
        (exact::Form::Balanced, _) => exact::balanced(placement, repetitions.len() as u64),
        (_, Strategy::Random) if items / servers >= LOADS_FROM_MEAN => draw_loads(placement, seed, repetitions),
        (_, Strategy::Random) => side_by_side(placement, seed, repetitions, &PlaceAtRandom::new(placement)),
        (_, Strategy::Choices { choices: 2, distinct: false }) => {
            side_by_side(placement, seed, repetitions, &PlaceByChoice::<false>::new(placement))
        }
        (_, Strategy::Choices { choices: 2, distinct: true }) => {
            side_by_side(placement, seed, repetitions, &PlaceByChoice::<true>::new(placement))
        }
        _ => plain::simulate(placement, seed, repetitions),
    }
}

/// Random placement by a chain of conditional binomials.
fn draw_loads(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut rest = Vec::new();
    for repetition in repetitions {
        let mut rng = stream(seed, repetition.into());
        let (mut items, mut servers, mut max) = (placement.items, placement.servers, 0);
        while servers > 1 && items >= binomial::SMALLEST_MEAN * servers {
            let load = binomial::draw(&mut rng, items, servers);
            outcome.loads.add(load.into());
            max = load.max(max);
            items -= load;
            servers -= 1;
        }
        // Mostly one server is left and gets what is left; after an unlikely run of high loads there are more.
        rest.clear();
        rest.resize(servers as usize, 0);
        if servers == 1 {
            rest[0] = items;
        } else {
            let place = PlaceAtRandom { below: Below::new(servers) };
            place.all([(&mut rng, &mut rest)], items);
        }
        max = rest.iter().fold(max, |max, &load| load.max(max));
        outcome.loads.add_all(&rest);
        outcome.maxima.add(max.into());
    }
    outcome
}

/// How the items of repetitions that run side by side get their servers.
trait Place {
    /// Places `items` items in each of the repetitions, on loads that are all zero.
    fn all<const LANES: usize>(&self, repetitions: [(&mut Xoshiro256PlusPlus, &mut [u32]); LANES], items: u32);
}

/// Runs the repetitions two by two.
fn side_by_side(placement: &Placement, seed: u64, repetitions: Range<u32>, place: &impl Place) -> Outcome {
    let mut outcome = Outcome::default();
    let servers = placement.servers as usize;
    let mut loads = vec![0; 2 * servers];
    let mut repetition = repetitions.start;
    while repetition < repetitions.end {
        loads.fill(0);
        let (left, right) = loads.split_at_mut(servers);
        let mut rng = stream(seed, repetition.into());
        if repetition + 1 < repetitions.end {
            let mut next = stream(seed, u64::from(repetition) + 1);
            place.all([(&mut rng, left), (&mut next, right)], placement.items);
            plain::record(left, &mut outcome);
            plain::record(right, &mut outcome);
        } else {
            place.all([(&mut rng, left)], placement.items);
            plain::record(left, &mut outcome);
        }
        repetition = repetition.saturating_add(2);
    }
    outcome
}

/// Every item to a server at random; two items from each word.
struct PlaceAtRandom {
    below: Below,
}

impl PlaceAtRandom {
    fn new(placement: &Placement) -> Self {
        Self { below: Below::new(placement.servers) }
    }
}

impl Place for PlaceAtRandom {
    #[inline(always)]
    fn all<const LANES: usize>(&self, repetitions: [(&mut Xoshiro256PlusPlus, &mut [u32]); LANES], items: u32) {
        let mut lanes = repetitions.map(|(rng, loads)| (rng.clone(), loads));
        for _ in 0..items / 2 {
            for (rng, loads) in &mut lanes {
                let (one, other) = Below::draw_two(self.below, self.below, rng);
                loads[one as usize] += 1;
                loads[other as usize] += 1;
            }
        }
        if items % 2 == 1 {
            for (rng, loads) in &mut lanes {
                loads[self.below.draw(rng) as usize] += 1;
            }
        }
    }
}

/// Every item to the less loaded of two servers, the very ones that the plain version picks.
struct PlaceByChoice<const DISTINCT: bool> {
    first: Below,
    second: Below,
}

impl<const DISTINCT: bool> PlaceByChoice<DISTINCT> {
    fn new(placement: &Placement) -> Self {
        let (first, second) = plain::pair_bounds(placement.servers, DISTINCT);
        Self { first, second }
    }
}

impl<const DISTINCT: bool> Place for PlaceByChoice<DISTINCT> {
    #[inline(always)]
    fn all<const LANES: usize>(&self, repetitions: [(&mut Xoshiro256PlusPlus, &mut [u32]); LANES], items: u32) {
        // Generators of their own, so that their state stays in registers.
        let mut lanes = repetitions.map(|(rng, loads)| (rng.clone(), loads));
        for _ in 0..items {
            for (rng, loads) in &mut lanes {
                let (first, second) = Below::draw_two(self.first, self.second, rng);
                let second = second + u32::from(DISTINCT && second >= first);
                let (a, b) = (loads[first as usize], loads[second as usize]);
                // If both are the same server, the second write counts; see the module for why there are two.
                loads[second as usize] = b + u32::from(b < a);
                loads[first as usize] = a + u32::from(a <= b);
            }
        }
    }
}
