//! What is known in closed form, or from equations that are solved to a float's precision.
//!
//! The names are Kendall's: arrivals, work, servers; M is exponential, D fixed, Geo geometric, E_N the sum of N exponentials.

use crate::erlang;
use crate::outcome::Quantity;
use crate::setting::{Arrivals, Information, Policy, Service, Setting};

/// Figures of the time in system, in mean service times; nothing where none is known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Exact {
    /// The mean.
    pub mean: Option<f64>,
    /// The time that half of the requests stay under.
    pub p50: Option<f64>,
    /// The time that 99% of the requests stay under.
    pub p99: Option<f64>,
}

impl Exact {
    fn of(figure: impl Fn(Quantity) -> f64) -> Self {
        let [mean, p50, p99] = Quantity::ALL.map(|quantity| Some(figure(quantity)));
        Self { mean, p50, p99 }
    }

    fn mean(mean: f64) -> Self {
        Self { mean: Some(mean), ..Self::default() }
    }

    /// Every request stays as long.
    fn always(time: f64) -> Self {
        Self::of(|_| time)
    }

    /// Exponential of a mean.
    fn exponential(mean: f64) -> Self {
        Self::of(|quantity| quantity.share().map_or(mean, |share| -libm::log1p(-share) * mean))
    }

    /// Exponential work of one that arrives at position k with the chance `positions[k - 1]`.
    fn of_positions(positions: &[f64]) -> Self {
        let total: f64 = positions.iter().sum();
        // From the small end, so that small tails keep their digits.
        let mut above: Vec<f64> = Vec::with_capacity(positions.len() + 1);
        above.push(0.0);
        for chance in positions.iter().rev() {
            above.push(above[above.len() - 1] + chance / total);
        }
        above.reverse();
        Self::of(|quantity| {
            quantity.share().map_or_else(|| above.iter().sum(), |share| erlang::quantile(&above, share))
        })
    }

    /// Times and their chances.
    fn of_times(mut times: Vec<(f64, f64)>) -> Self {
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let total: f64 = times.iter().map(|(_, chance)| chance).sum();
        Self::of(|quantity| match quantity.share() {
            None => times.iter().map(|(time, chance)| time * chance).sum::<f64>() / total,
            Some(share) => {
                let mut below = 0.0;
                let first = times.iter().find(|(_, chance)| {
                    below += chance / total;
                    // A sum such as 1/2 comes out a few roundings away.
                    below >= share - 1e-13
                });
                first.or(times.last()).map_or(f64::NAN, |&(time, _)| time)
            }
        })
    }

    /// The figure of a quantity; `None` where it is not known.
    pub fn figure(&self, quantity: Quantity) -> Option<f64> {
        match quantity {
            Quantity::Mean => self.mean,
            Quantity::P50 => self.p50,
            Quantity::P99 => self.p99,
        }
    }
}

/// What is known exactly of a setting in equilibrium.
///
/// The nearer the utilisation is to 1, the more equations some settings have, and not all are solved: of the shorter of two queues
/// those up to 0.996; of regular arrivals that go to random servers with fixed work or ticks, all of 200 servers, and of 1,000
/// those up to about two thirds.
pub fn exact(setting: &Setting) -> Option<Exact> {
    if !setting.settles() {
        return None;
    }
    let (servers, utilisation) = (f64::from(setting.servers()), setting.utilisation());
    let is_fresh = setting.information() == Information::Fresh;
    match (setting.policy(), setting.arrivals(), setting.service()) {
        (Policy::RoundRobin, ..) if setting.servers() > 1 && setting.balancers() > 1 => None,
        (Policy::RoundRobin, arrivals, service) if setting.servers() > 1 => {
            in_turn(servers, utilisation, arrivals, service)
        }
        _ if !setting.asks() => at_random(setting),
        (Policy::Least { .. } | Policy::Idle, Arrivals::Regular, Service::Fixed) if is_fresh => {
            Some(Exact::always(1.0))
        }
        (Policy::Least { .. } | Policy::Idle, Arrivals::Regular, Service::Tick) if is_fresh => {
            // Each finds an idle server, since a tick empties them all.
            let arrivals = whole(setting.rate())?;
            Some(Exact::of_times(
                (0..arrivals).map(|slot| (1.0 - f64::from(slot) / f64::from(arrivals), 1.0)).collect(),
            ))
        }
        (
            Policy::Least { .. } | Policy::Best { choices: 2, replacement: false },
            Arrivals::Poisson,
            Service::Exponential,
        ) if is_fresh && setting.servers() == 2 => {
            shorter_of_two(utilisation).map(|positions| Exact::of_positions(&positions))
        }
        _ => None,
    }
}

/// The mean field of the best of `choices` servers picked at random, fresh: the limit of many servers, with Poisson arrivals
/// and exponential work (Vvedenskaya, Dobrushin and Karpelevich 1996; Mitzenmacher 1996). Nothing at a utilisation of 1 or
/// more.
pub fn mean_field(utilisation: f64, choices: u32) -> Option<Exact> {
    if !(utilisation > 0.0 && utilisation < 1.0) || choices == 0 {
        return None;
    }
    // The share of servers with at least i requests: ρ^((dⁱ - 1)/(d - 1)).
    let mut at_least = 1.0;
    let mut exponent = 1.0;
    let mut positions = Vec::new();
    while at_least > 1e-18 {
        let next = at_least * libm::pow(utilisation, exponent);
        exponent *= f64::from(choices);
        let picked = |share: f64| libm::pow(share, f64::from(choices));
        positions.push(picked(at_least) - picked(next));
        at_least = next;
    }
    Some(Exact::of_positions(&positions))
}

/// Erlang C: the chance that a request has to wait where one queue serves all servers (M/M/n).
pub fn erlang_c(servers: u32, utilisation: f64) -> f64 {
    let load = f64::from(servers) * utilisation;
    // Erlang B, from few servers to many: 1/B(k) = 1 + (k/a)/B(k - 1).
    let inverse = (1..=servers).fold(1.0, |inverse, k| 1.0 + f64::from(k) / load * inverse);
    1.0 / (inverse * (1.0 - utilisation) + utilisation)
}

/// The mean time in system where one queue serves all servers (M/M/n): no balancer can do better, with Poisson arrivals and
/// exponential work. Nothing at a utilisation of 1 or more.
pub fn one_queue(servers: u32, utilisation: f64) -> Option<f64> {
    let settles = utilisation > 0.0 && utilisation < 1.0 && servers > 0;
    settles.then(|| 1.0 + erlang_c(servers, utilisation) / (f64::from(servers) * (1.0 - utilisation)))
}

/// Each server gets every N-th request.
fn in_turn(servers: f64, utilisation: f64, arrivals: Arrivals, service: Service) -> Option<Exact> {
    let gap = 1.0 / utilisation;
    match (arrivals, service) {
        // E_N/M/1.
        (Arrivals::Poisson, Service::Exponential) => {
            let rate = servers * utilisation;
            Some(gi_m_1(|s| libm::pow(rate / (rate + s), servers)))
        }
        // D/M/1.
        (Arrivals::Regular, Service::Exponential) => Some(gi_m_1(|s| libm::exp(-s * gap))),
        // D/D/1.
        (Arrivals::Regular, Service::Fixed) => Some(Exact::always(1.0)),
        _ => None,
    }
}

/// Each server gets a request with the chance 1/N.
fn at_random(setting: &Setting) -> Option<Exact> {
    let (servers, utilisation) = (f64::from(setting.servers()), setting.utilisation());
    let chance = 1.0 / servers;
    match (setting.arrivals(), setting.service()) {
        // M/M/1.
        (Arrivals::Poisson, Service::Exponential) => Some(Exact::exponential(1.0 / (1.0 - utilisation))),
        // M/D/1: Pollaczek and Khinchin. Its quantiles have no form that stays precise at high loads.
        (Arrivals::Poisson, Service::Fixed) => Some(Exact::mean(1.0 + utilisation / (2.0 * (1.0 - utilisation)))),
        // As below, with a Poisson number of arrivals between ticks.
        (Arrivals::Poisson, Service::Tick) => {
            let left = utilisation * utilisation / (2.0 * (1.0 - utilisation));
            Some(Exact::mean(left + utilisation / 2.0 + 0.5))
        }
        // Geo/M/1.
        (Arrivals::Regular, Service::Exponential) => {
            let gap = 1.0 / setting.rate();
            Some(gi_m_1(|s| {
                let passed = libm::exp(-s * gap);
                chance * passed / (1.0 - (1.0 - chance) * passed)
            }))
        }
        (Arrivals::Regular, Service::Fixed | Service::Tick) => {
            let slots = whole(setting.rate())?;
            let (longest, each) = (longest_queue(utilisation), f64::from(slots));
            if setting.service() == Service::Fixed {
                (longest * each * each <= MOST_ADDITIONS).then(|| geo_d_1(slots, chance))
            } else {
                ((longest + each) * each * each / 2.0 <= MOST_ADDITIONS).then(|| ticks(slots, chance))
            }
        }
    }
}

/// A rate that is a whole number, as the equations in slots need.
fn whole(rate: f64) -> Option<u32> {
    (rate.fract() == 0.0).then_some(rate as u32)
}

/// GI/M/1: the time in system is exponential of rate 1 - σ, where σ is the root below 1 of σ = A(1 - σ) and A the Laplace
/// transform of the gap between arrivals.
fn gi_m_1(transform: impl Fn(f64) -> f64) -> Exact {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        // Convex, above the diagonal before the root and below it behind.
        if transform(1.0 - middle) > middle {
            low = middle;
        } else {
            high = middle;
        }
    }
    Exact::exponential(1.0 / (1.0 - (low + high) / 2.0))
}

/// Chances smaller than this in sum are left out.
const TAIL: f64 = 1e-15;
/// Where so many chances in a row are smaller, the rest is, too.
const SURELY_QUIET: u32 = 100;

/// Equations that take more additions than this are not solved: a page waits for the answer, and in its browser these take
/// about a second.
const MOST_ADDITIONS: f64 = 2e8;

/// How long a queue with regular arrivals at random and a fixed service still counts, in mean service times, or longer: that it is
/// longer by one is rarer by a factor of e⁻²⁽¹⁻ᵖ⁾ at least, p being the utilisation.
fn longest_queue(utilisation: f64) -> f64 {
    -libm::log(TAIL) / (2.0 * (1.0 - utilisation)) + f64::from(SURELY_QUIET)
}

/// The stationary chances of a queue that loses at most one a step, by cuts: what goes up over a level comes down from the next
/// one. `up(level, chances)` is the chance to go from `chances`, those up to the level, to above it; `down` the chance of a step
/// down. Not scaled to a sum of 1.
fn by_cuts(down: f64, up: impl Fn(usize, &[f64]) -> f64) -> Vec<f64> {
    let mut chances: Vec<f64> = vec![1.0];
    let mut total = 1.0;
    let mut quiet = 0;
    while quiet < SURELY_QUIET {
        let next = up(chances.len() - 1, &chances) / down;
        chances.push(next);
        total += next;
        quiet = if next < total * TAIL { quiet + 1 } else { 0 };
    }
    chances
}

/// Geo/D/1 in slots of 1/`slots`: in each a request comes with a chance; each takes all `slots`.
fn geo_d_1(slots: u32, chance: f64) -> Exact {
    let slots = slots as usize;
    let work = by_cuts(1.0 - chance, |level, chances| {
        let first = (level + 2).saturating_sub(slots);
        chance * chances[first.min(chances.len())..].iter().sum::<f64>()
    });
    Exact::of_times(
        (0..).zip(work).map(|(wait, chance): (u32, f64)| (1.0 + f64::from(wait) / slots as f64, chance)).collect(),
    )
}

/// One departure at each whole number; in between `slots` arrivals, each here with a chance.
fn ticks(slots: u32, chance: f64) -> Exact {
    // How many come in the first so many slots.
    let mut coming = vec![vec![1.0]];
    for slot in 0..slots as usize {
        let before = &coming[slot];
        let at = |count: Option<usize>| count.and_then(|count| before.get(count)).copied().unwrap_or(0.0);
        let after = (0..=slot + 1).map(|n| at(Some(n)) * (1.0 - chance) + at(n.checked_sub(1)) * chance);
        let after: Vec<f64> = after.collect();
        coming.push(after);
    }
    let all = &coming[slots as usize];
    let at_least = |count: usize| all.iter().skip(count).sum::<f64>();
    let tails: Vec<f64> = (0..all.len()).map(at_least).collect();
    let left = by_cuts(all[0], |level, chances| {
        // From shorter ones not even all arrivals of a step lead above it.
        let first = (level + 2).saturating_sub(slots as usize);
        let rising = chances
            .iter()
            .enumerate()
            .skip(first)
            .map(|(length, chance)| chance * tails.get(level + 2 - length).copied().unwrap_or(0.0));
        rising.sum()
    });
    let mut times = Vec::new();
    for (slot, before) in coming.iter().take(slots as usize).enumerate() {
        let phase = slot as f64 / f64::from(slots);
        for length in 0..left.len() + before.len() - 1 {
            let found = before
                .iter()
                .enumerate()
                .filter_map(|(came, chance)| Some(chance * left.get(length.checked_sub(came)?)?));
            times.push((length as f64 + 1.0 - phase, found.sum()));
        }
    }
    Exact::of_times(times)
}

/// The largest state of the longer of two queues that still counts: it exceeds n with a chance of about ρ²ⁿ.
fn longest_of_two(utilisation: f64) -> f64 {
    (libm::log(1e-17) / (2.0 * libm::log(utilisation))).ceil().max(4.0) + 2.0
}

/// Join the shorter of two queues: the chances of the position at which a request arrives, from position 1. Nothing where the
/// equations are too many.
///
/// In the chain of (longer, shorter) a longer queue gets longer only where both are as long, so that all of a level n + 1 is
/// entered at one state, (n + 1, n). With v(n) the time spent in each state of level n for each such entry, a level follows from
/// the one above it by a system of three diagonals, solved twice for the column that the return from above adds; levels are cut
/// off where they no longer count. Only the last level is kept: what higher ones come to is added up on the way down.
pub(crate) fn shorter_of_two(utilisation: f64) -> Option<Vec<f64>> {
    let arrives = 2.0 * utilisation;
    let top = longest_of_two(utilisation);
    // Two systems a level, whose elimination is eight operations for each of its states, some of them divisions.
    if top * top / 2.0 * 16.0 > MOST_ADDITIONS {
        return None;
    }
    let top = top as usize;
    let mut above: Vec<f64> = Vec::new();
    // The arrivals at each position, at this level and at those above, for each entry of this one.
    let mut positions = vec![0.0; top + 1];
    for level in (1..=top).rev() {
        // From state m, the shorter queue's length.
        let leaves = |m: usize| {
            let up = if m < level || level < top { arrives } else { 0.0 };
            let completes = if m == level { 2.0 } else { 1.0 + f64::from(u8::from(m > 0)) };
            up + completes
        };
        let entry: Vec<f64> = (0..=level).map(|m| f64::from(u8::from(m + 1 == level))).collect();
        let returned: Vec<f64> = (0..=level).map(|m| above.get(m).map_or(0.0, |time| arrives * time)).collect();
        let diagonal: Vec<f64> = (0..=level).map(leaves).collect();
        let down: Vec<f64> = (0..=level).map(|m| if m == level { 2.0 } else { 1.0 }).collect();
        let direct = three_diagonals(arrives, &diagonal, &down, &entry);
        let again = three_diagonals(arrives, &diagonal, &down, &returned);
        let both = direct[level] / (1.0 - again[level]);
        above = direct.iter().zip(&again).map(|(direct, again)| direct + both * again).collect();
        let rises = arrives * above[level];
        for (m, position) in positions.iter_mut().enumerate() {
            *position = rises * *position + above.get(m).map_or(0.0, |time| arrives * time);
        }
    }
    // The request that finds both queues empty.
    positions[0] += 1.0;
    Some(positions)
}

/// Solves x[m]·diagonal[m] = up·x[m - 1] + down[m + 1]·x[m + 1] + right[m], by elimination (Thomas).
pub(crate) fn three_diagonals(up: f64, diagonal: &[f64], down: &[f64], right: &[f64]) -> Vec<f64> {
    let n = diagonal.len();
    let (mut upper, mut known) = (vec![0.0; n], vec![0.0; n]);
    for m in 0..n {
        let (from_below, known_below) = if m == 0 { (0.0, 0.0) } else { (up * upper[m - 1], up * known[m - 1]) };
        let pivot = diagonal[m] - from_below;
        upper[m] = if m + 1 < n { down[m + 1] / pivot } else { 0.0 };
        known[m] = (right[m] + known_below) / pivot;
    }
    for m in (0..n - 1).rev() {
        known[m] += upper[m] * known[m + 1];
    }
    known
}
