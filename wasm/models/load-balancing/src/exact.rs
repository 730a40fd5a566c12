//! What is known of a placement in closed form.
//!
//! Placed at random, a server's load is Binomial(n, 1/m), where n counts the items and m the servers. Whether any of the
//! m servers is over capacity is harder, because the loads depend on each other; see [`p_any_over`]. Least loaded and
//! round robin place the same loads in every repetition. For choices no closed form is known.
//!
//! Tails keep their relative precision however small they are (down to about 1e-290, and 0 below).

use super::{MAX_SERVERS, Outcome, Placement, Strategy, Summary};
use statistics::histogram::Histogram;

/// Whose overload a risk speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The share of servers over capacity, as a percentile of the pooled loads has it.
    Server,
    /// The chance that at least one server of a placement is over capacity, as a capacity planner means it.
    Any,
}

/// The smallest load that at least the share `q` of all servers stays at or under, for random placement.
///
/// The nearest-rank quantile of the binomial distribution: the one that a simulation of many repetitions tends to.
pub fn quantile(items: u64, servers: u32, q: f64) -> u64 {
    let (first, probabilities) = load_probabilities(items, servers);
    let mut below = 0.0;
    for (load, probability) in (first..).zip(&probabilities) {
        below += probability;
        // Sums such as 1/2 or 1 come out a few roundings away from the decimal they are compared with.
        if below >= q - 1e-13 {
            return load;
        }
    }
    first + probabilities.len() as u64 - 1
}

/// The probabilities of a server's loads under random placement: the smallest load listed, and the probability of it and
/// of each load after it. Loads with a probability below about 1e-20 of the likeliest one's are left out at both ends.
pub fn load_probabilities(items: u64, servers: u32) -> (u64, Vec<f64>) {
    let Weights { first, weights, total } = Weights::binomial(items, servers, 1e-20);
    (first, weights.into_iter().map(|weight| weight / total).collect())
}

/// The probability that one server holds more items than the capacity, for random placement.
pub fn p_server_over(items: u64, servers: u32, capacity: u64) -> f64 {
    if capacity >= items {
        return 0.0;
    }
    Weights::binomial(items, servers, SMALLEST_WEIGHT).share_above(capacity)
}

/// The probability that at least one server holds more items than the capacity, for random placement.
///
/// With independent Poisson(n/m) loads in place of the multinomial ones, conditioned on their sum being n, it is
/// [xⁿ](gᵐ - hᵐ) / [xⁿ]gᵐ, where g(x) = Σ pₖxᵏ over all loads and h(x) the same sum over the loads k up to the capacity.
/// Cauchy's formula on the unit circle turns both coefficients into integrals over an angle θ, and the trapezoid rule
/// gives these with an error that falls geometrically in the number of nodes: N nodes replace [xⁿ] by the sum of
/// [xⁿ⁺ʲᴺ] over all j, and the coefficients lie within a few √n of n. With t = g - h the integrand is
/// gᵐ·(1 - (1 - t/g)ᵐ), which `log1p` and `expm1` evaluate without cancellation, so small probabilities keep their digits.
///
/// Two bounds save the work where they decide. Over capacity twice is less likely than independence would have it
/// (the loads are negatively associated, Joag-Dev and Proschan 1983), so with p = [`p_server_over`] by Bonferroni
/// mp - m(m-1)/2·p² ≤ P ≤ mp: at mp < 1e-10 the upper bound is right to 10 digits, and where n is less than twice
/// capacity + 1, only one server can be over, and it is exact.
pub fn p_any_over(items: u64, servers: u32, capacity: u64) -> f64 {
    if capacity >= items {
        return 0.0;
    }
    let (n, m) = (items as f64, f64::from(servers));
    if (capacity as f64) * m < n {
        return 1.0; // the pigeonhole principle
    }
    let p = p_server_over(items, servers, capacity);
    let at_most = m * p;
    if at_most < 1e-10 || items < 2 * (capacity + 1) {
        return at_most.min(1.0);
    }
    let at_least = p.max(at_most - 0.5 * m * (m - 1.0) * p * p);
    p_any_by_cauchy(items, servers, capacity).clamp(at_least, at_most.min(1.0))
}

/// [`p_any_over`] by Cauchy's formula, for m·capacity ≥ n.
fn p_any_by_cauchy(items: u64, servers: u32, capacity: u64) -> f64 {
    let (n, m) = (items as f64, f64::from(servers));
    let mean = n / m;
    let poisson = Weights::poisson(mean);
    let likeliest = 1.0 / poisson.total;
    let over: Vec<f64> = poisson.from(capacity + 1).iter().map(|weight| weight / poisson.total).collect();
    let Some(&first_over) = over.first() else { return 0.0 };

    // 20 standard deviations of the Poisson(n) sum lie between a coefficient and its first alias. An odd number leaves no
    // node at π, so that every node but the first has a mirror image.
    let nodes = ((20.0 * n.sqrt()).ceil() as u64 + 20) | 1;
    let (mut over_sum, mut all_sum) = (0.0, 0.0);
    for node in 0..=nodes / 2 {
        let angle = |turns: u64| std::f64::consts::TAU * (turns % nodes) as f64 / nodes as f64;
        let theta = angle(node);
        let (sin, cos) = libm::sincos(theta);
        let half = libm::sin(0.5 * theta);
        let mirrored = if node == 0 { 1.0 } else { 2.0 };

        // gᵐ/xⁿ = exp(n(e^iθ - 1 - iθ))
        let g_to_m = libm::exp(-2.0 * n * half * half);
        let (g_to_m_sin, g_to_m_cos) = libm::sincos(n * (sin - theta));
        all_sum += mirrored * g_to_m * g_to_m_cos;

        // t, by Horner's rule
        let (mut re, mut im) = (0.0, 0.0);
        for &probability in over.iter().rev() {
            (re, im) = (re * cos - im * sin + probability, re * sin + im * cos);
        }
        let (turn_sin, turn_cos) = libm::sincos(angle((capacity + 1) * node));
        let (t_re, t_im) = (re * turn_cos - im * turn_sin, re * turn_sin + im * turn_cos);

        let g = libm::exp(-2.0 * mean * half * half);
        let (g_sin, g_cos) = libm::sincos(mean * sin);
        // u = t/g
        let (re, im) = ((t_re * g_cos + t_im * g_sin) / g, (t_im * g_cos - t_re * g_sin) / g);
        let ln = 0.5 * m * libm::log1p((re * re + im * im - 2.0 * re).max(-1.0));
        over_sum += mirrored
            * if re * re + im * im < 0.25 && ln < 1.0 {
                // gᵐ·(1 - (1 - u)ᵐ) = -gᵐ·expm1(m·log1p(-u))
                let turn = m * libm::atan2(-im, 1.0 - re);
                let half_turn = libm::sin(0.5 * turn);
                let re = 2.0 * half_turn * half_turn - libm::expm1(ln) * libm::cos(turn);
                let im = -libm::exp(ln) * libm::sin(turn);
                g_to_m * (re * g_to_m_cos - im * g_to_m_sin)
            } else {
                // gᵐ - hᵐ: t is not small beside g, or h is larger than g, and nothing cancels. As a product with gᵐ, hᵐ could be
                // infinity times zero.
                let (re, im) = (g * g_cos - t_re, g * g_sin - t_im);
                let h_to_m = libm::exp(0.5 * m * libm::log(re * re + im * im));
                g_to_m * g_to_m_cos - h_to_m * libm::cos(m * libm::atan2(im, re) - angle(items * node))
            };

        // What is left: |gᵐ - hᵐ| ≤ m·|t|·max(|g|, |h|)ᵐ⁻¹, and a series whose terms rise and fall once stays below its
        // largest term over sin(θ/2).
        let t = (first_over / half).min(1.0);
        let h = (likeliest / half).min(g + t).min(1.0);
        let left = m * t * libm::pow(h.max(g), m - 1.0) * (nodes / 2 - node) as f64;
        if g_to_m < 1e-17 && left < 1e-14 * over_sum.abs() {
            break;
        }
    }
    over_sum / all_sum
}

/// The probability that at least one server holds more items than the capacity, for random placement of a number of items that
/// is Poisson distributed around `mean`, which is above 0.
///
/// A Poisson number of items that each pick their server by themselves makes the servers' loads independent Poisson numbers
/// of mean `mean`/m (the colouring theorem: Kingman, "Poisson Processes", 1993, section 5.1). So none of m servers is over with
/// probability (1 - p)ᵐ, where p is the chance of one.
pub fn p_any_over_of_poisson(mean: f64, servers: u32, capacity: u64) -> f64 {
    let servers = f64::from(servers);
    let p = Weights::poisson(mean / servers).share_above(capacity);
    // 1 - (1 - p)ᵐ, which keeps its digits where p is small.
    -libm::expm1(servers * libm::log1p(-p))
}

/// The fewest servers at which the risk of overload is at most `risk`, for random placement; `None` if 100,000 are not
/// enough.
///
/// A binary search, because more servers never add risk. For one server the load is Binomial(n, 1/m), which falls
/// stochastically as m grows. For any server: the uniform shares on m + 1 servers are majorised by those on m servers (and
/// none on one more), the event "no load over the capacity" is Schur-concave in the loads, and multinomial loads pass
/// Schur-concavity on to the shares (Nevius, Proschan and Sethuraman 1977; Marshall, Olkin and Arnold 2011, 11.E).
pub fn servers_needed(items: u64, capacity: u64, risk: f64, scope: Scope) -> Option<u32> {
    fewest_servers(1..=MAX_SERVERS, |servers| {
        Ok::<_, std::convert::Infallible>(
            match scope {
                Scope::Server => p_server_over(items, servers, capacity),
                Scope::Any => p_any_over(items, servers, capacity),
            } <= risk,
        )
    })
    .unwrap_or_else(|never| match never {})
}

/// The first number of servers that is enough, where every larger number is enough too.
pub(super) fn fewest_servers<E>(
    range: std::ops::RangeInclusive<u32>,
    mut enough: impl FnMut(u32) -> Result<bool, E>,
) -> Result<Option<u32>, E> {
    let (mut low, mut high) = range.into_inner();
    if low > high || !enough(high)? {
        return Ok(None);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if enough(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(Some(low))
}

/// The figures of a placement in closed form; `None` where none is known (choices).
pub fn summary(placement: &Placement, capacity: u64) -> Option<Summary> {
    match form(placement) {
        Form::Random => {
            let (items, servers) = (placement.items(), placement.servers());
            let [p50, p95, p99, p999] = [0.5, 0.95, 0.99, 0.999].map(|q| quantile(items, servers, q));
            let mean = placement.mean();
            Some(Summary {
                p50,
                p95,
                p99,
                p999,
                mean,
                imbalance: p99 as f64 / mean,
                p_server_over_capacity: p_server_over(items, servers, capacity),
                p_any_over_capacity: p_any_over(items, servers, capacity),
            })
        }
        Form::Balanced => Some(balanced(placement, 1).summary(capacity)),
        Form::Unknown => None,
    }
}

/// The shares over capacity, of the servers and of the placements, in closed form; `None` where none is known (choices).
pub fn overload(placement: &Placement, capacity: u64) -> Option<(f64, f64)> {
    let (items, servers) = (placement.items(), placement.servers());
    match form(placement) {
        Form::Random => Some((p_server_over(items, servers, capacity), p_any_over(items, servers, capacity))),
        Form::Balanced => {
            let outcome = balanced(placement, 1);
            Some((outcome.loads.share_above(capacity), outcome.maxima.share_above(capacity)))
        }
        Form::Unknown => None,
    }
}

/// The outcome of repetitions that all spread the items as evenly as whole items can be spread.
pub(super) fn balanced(placement: &Placement, repetitions: u64) -> Outcome {
    let (load, fuller) = (placement.items / placement.servers, placement.items % placement.servers);
    let mut loads = Histogram::new();
    loads.add_n(load.into(), u64::from(placement.servers - fuller) * repetitions);
    loads.add_n(u64::from(load) + 1, u64::from(fuller) * repetitions);
    let mut maxima = Histogram::new();
    maxima.add_n(u64::from(load) + u64::from(fuller > 0), repetitions);
    Outcome { loads, maxima }
}

/// What the loads of a placement are distributed like.
pub(super) enum Form {
    /// Independent uniform picks.
    Random,
    /// The same loads every time, as even as whole items allow.
    Balanced,
    /// Choices.
    Unknown,
}

/// The form of a placement; a choice of one is random, and a choice of all servers, each once, is least loaded. On one
/// server everything is balanced.
pub(super) fn form(placement: &Placement) -> Form {
    match placement.strategy {
        _ if placement.servers == 1 => Form::Balanced,
        Strategy::Random | Strategy::Choices { choices: 1, .. } => Form::Random,
        Strategy::LeastLoaded | Strategy::RoundRobin => Form::Balanced,
        Strategy::Choices { choices, distinct: true } if choices == placement.servers => Form::Balanced,
        Strategy::Choices { .. } => Form::Unknown,
    }
}

/// Where a tail is cut: far below anything that can be told from 0, and above the subnormal numbers, which are slow.
const SMALLEST_WEIGHT: f64 = 1e-300;

/// A distribution on whole numbers, up to a factor: the likeliest value weighs 1.
///
/// Built from the likeliest value outwards by the ratio of neighbours, so that every weight has its full relative
/// precision without logarithms of factorials: k steps away it is off by about √k roundings.
struct Weights {
    first: u64,
    weights: Vec<f64>,
    total: f64,
}

impl Weights {
    /// Binomial(items, 1/servers), cut above where weights fall under `smallest` (below at 1e-20, which only the total needs).
    fn binomial(items: u64, servers: u32, smallest: f64) -> Self {
        if servers <= 1 {
            return Self { first: items, weights: vec![1.0], total: 1.0 };
        }
        let (n, others) = (items as f64, f64::from(servers - 1));
        let mode = (items + 1) / u64::from(servers);
        // With as many items as n + 1 = m·k, the loads k and k - 1 are equally likely.
        Self::around(mode.min(items), smallest, |load| (n - load) / ((load + 1.0) * others))
    }

    /// Poisson(mean).
    fn poisson(mean: f64) -> Self {
        Self::around(mean as u64, SMALLEST_WEIGHT, |load| mean / (load + 1.0))
    }

    /// `ratio(k)` is the weight of k + 1 over that of k.
    fn around(mode: u64, smallest_above: f64, ratio: impl Fn(f64) -> f64) -> Self {
        let mut weights = Vec::new();
        let mut weight = 1.0;
        for load in (0..mode).rev() {
            weight /= ratio(load as f64);
            if weight < 1e-20 {
                break;
            }
            weights.push(weight);
        }
        weights.reverse();
        let first = mode - weights.len() as u64;
        let mut weight = 1.0;
        let mut load = mode as f64;
        while weight > smallest_above {
            weights.push(weight);
            weight *= ratio(load);
            load += 1.0;
        }
        let total = weights.iter().sum();
        Self { first, weights, total }
    }

    /// The weights of all values from `value` on.
    fn from(&self, value: u64) -> &[f64] {
        let skip = usize::try_from(value.saturating_sub(self.first)).unwrap_or(usize::MAX);
        self.weights.get(skip..).unwrap_or_default()
    }

    /// The probability of more than `value`.
    fn share_above(&self, value: u64) -> f64 {
        self.from(value.saturating_add(1)).iter().sum::<f64>() / self.total
    }
}
