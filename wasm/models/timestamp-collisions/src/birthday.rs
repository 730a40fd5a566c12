//! How long random bits keep identifiers apart.
//!
//! Two questions: how likely a duplicate is among `n` values drawn from `d` (the birthday problem), and how likely it is
//! among identifiers that carry a timestamp and random bits, made at some rate for some time, and the inverse of both.

use limits::ArgumentError;

/// A probability between two bounds; both are the same where it is known exactly (to rounding).
#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The probability is at least this.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub low: f64,
    /// The probability is at most this.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub high: f64,
}

/// Up to here the birthday product is multiplied out.
const EXACT_DRAWS: f64 = 100_000.0;

/// The probability that `n` values drawn uniformly from `d` are not all different. Both may be beyond integers' reach;
/// below one they count as none.
///
/// Exact up to 100,000 draws: `1 - (1 - 1/d)(1 - 2/d)…(1 - (n-1)/d)`, summed as logarithms. Beyond, from
/// `-x - x²/2 - x³/(3 (1 - x)) <= ln(1 - x) <= -x - x²/2`, summed in closed form: bounds that agree in all digits that a
/// reader could want while `n` is small against `d`.
pub fn duplicate_probability(n: f64, d: f64) -> Bounds {
    if n.is_nan() || d.is_nan() || n < 2.0 {
        return Bounds { low: 0.0, high: 0.0 };
    }
    let n = libm::floor(n);
    if n > d {
        return Bounds { low: 1.0, high: 1.0 };
    }
    if n <= EXACT_DRAWS {
        let log_distinct: f64 = (1..n as u32).map(|i| libm::log1p(-f64::from(i) / d)).sum();
        let probability = -libm::expm1(log_distinct);
        return Bounds { low: probability, high: probability };
    }
    // Sums of i and i² over 1 to n - 1, divided by d and d² on the way so that nothing overflows.
    let first = n / d * (n - 1.0) / 2.0;
    let second = n / d * ((n - 1.0) / d) * (2.0 * n - 1.0) / 6.0;
    let third = n / d * ((n - 1.0) / d) * (n / d) * (n - 1.0) / 4.0;
    let largest = (n - 1.0) / d;
    let low = -libm::expm1(-first - second / 2.0);
    let high = -libm::expm1(-first - second / 2.0 - third / (3.0 * (1.0 - largest)));
    Bounds { low, high }
}

/// The largest number of values that can be drawn from `d` with the probability of a duplicate surely at most `risk`.
pub fn draws_for_risk(d: f64, risk: f64) -> f64 {
    if d.is_nan() || d < 1.0 || risk.is_nan() {
        return 0.0;
    }
    let safe = |n: f64| duplicate_probability(n, d).high <= risk;
    let mut safe_draws = 1.0;
    let mut unsafe_draws = libm::floor(d) + 1.0;
    if safe(unsafe_draws) {
        return libm::floor(d);
    }
    // Halving until the two are neighbours, or until no float lies between them.
    loop {
        let middle = libm::floor(safe_draws + (unsafe_draws - safe_draws) / 2.0);
        if middle <= safe_draws || middle >= unsafe_draws {
            return safe_draws;
        }
        if safe(middle) {
            safe_draws = middle;
        } else {
            unsafe_draws = middle;
        }
    }
}

/// Identifiers of a timestamp and random bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stamped {
    granularity_seconds: f64,
    random_bits: u32,
    machines: f64,
}

/// More random bits than any identifier in use has.
pub const MAX_RANDOM_BITS: u32 = 256;

impl Stamped {
    /// Timestamps that advance every `granularity_seconds`, `random_bits` beside them, made by `machines` machines that
    /// know nothing of each other.
    pub fn new(granularity_seconds: f64, random_bits: u32, machines: f64) -> Result<Self, ArgumentError> {
        within("granularity", granularity_seconds, 1e-12..=1e9, "from 1e-12 to 1e9 seconds")?;
        within("random bits", f64::from(random_bits), 0.0..=f64::from(MAX_RANDOM_BITS), "from 0 to 256")?;
        within("machines", machines, 1.0..=1e12, "from 1 to 1e12")?;
        Ok(Self { granularity_seconds, random_bits, machines })
    }

    /// The probability of at least one duplicate, where each machine makes `rate` identifiers per second for `seconds`.
    ///
    /// Exact where identifiers are made at random moments (a Poisson process, as requests arrive), and the time is whole
    /// ticks: each of the `2^random_bits` values of each tick is then used a Poisson-distributed number of times, on
    /// average `x = machines * rate * granularity / 2^random_bits`, independently of all others, so that
    /// `P(no duplicate) = ((1 + x) e^-x)^slots`.
    pub fn duplicate_probability(&self, rate: f64, seconds: f64) -> Result<f64, ArgumentError> {
        within("rate", rate, 0.0..=1e18, "from 0 to 1e18 per second")?;
        within("time", seconds, 0.0..=1e18, "from 0 to 1e18 seconds")?;
        let slots = self.slots_per_second() * seconds;
        Ok(-libm::expm1(-slots * excess(self.machines * rate / self.slots_per_second())))
    }

    /// The rate per machine, in identifiers per second, at which a duplicate within `seconds` has the probability `risk`.
    pub fn rate_for_risk(&self, risk: f64, seconds: f64) -> Result<f64, ArgumentError> {
        within("risk", risk, MIN_RISK..=MAX_RISK, "from 1e-100 to 0.999999")?;
        within("time", seconds, 1e-12..=1e18, "from 1e-12 to 1e18 seconds")?;
        let per_slot = -libm::log1p(-risk) / (self.slots_per_second() * seconds);
        Ok(inverse_excess(per_slot) * self.slots_per_second() / self.machines)
    }

    /// How many different identifiers a second offers.
    fn slots_per_second(&self) -> f64 {
        libm::ldexp(1.0 / self.granularity_seconds, self.random_bits as i32)
    }
}

/// A smaller one, spread over all identifiers that there can be, would be no float that can be halved.
const MIN_RISK: f64 = 1e-100;
const MAX_RISK: f64 = 0.999_999;

fn within(
    field: &'static str,
    value: f64,
    range: std::ops::RangeInclusive<f64>,
    must: &'static str,
) -> Result<(), ArgumentError> {
    // NaN is in no range.
    if range.contains(&value) { Ok(()) } else { Err(ArgumentError::Number { field, value, must }) }
}

/// `x - ln(1 + x)`, to full precision for small x too, where the two cancel.
fn excess(x: f64) -> f64 {
    if x > 0.1 {
        return x - libm::log1p(x);
    }
    // x²/2 - x³/3 + x⁴/4 - …; at 0.1 the twentieth term is below the last bit of the sum.
    (2..=20).rev().fold(0.0, |sum, n| x * sum + if n % 2 == 0 { 1.0 } else { -1.0 } / f64::from(n)) * x * x
}

/// The x whose [`excess`] is `y`, by Newton's method on a convex function from above.
fn inverse_excess(y: f64) -> f64 {
    // excess(x) >= x² / (2 (1 + x)), so this start lies above the root (or on it).
    let mut x = y + libm::sqrt(y * (y + 2.0));
    for _ in 0..60 {
        let next = x - (excess(x) - y) * (1.0 + x) / x;
        if next >= x || next <= 0.0 {
            break;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance * b.abs()
    }

    /// All `d^n` draws, counted.
    fn brute_force(n: u32, d: u32) -> f64 {
        let total = d.pow(n);
        let with_duplicate = (0..total).filter(|&draw| {
            let values: Vec<u32> = (0..n).map(|i| draw / d.pow(i) % d).collect();
            (1..values.len()).any(|i| values[..i].contains(&values[i]))
        });
        with_duplicate.count() as f64 / f64::from(total)
    }

    #[test]
    fn small_birthdays_are_those_of_all_outcomes() {
        for d in 1..=6 {
            for n in 0..=6 {
                let Bounds { low, high } = duplicate_probability(n.into(), d.into());
                assert_eq!(low, high);
                assert!((low - brute_force(n, d)).abs() < 1e-12, "{n} of {d}");
            }
        }
    }

    #[test]
    fn twenty_three_people_share_a_birthday_more_often_than_not() {
        assert!((duplicate_probability(23.0, 365.0).low - 0.507_297_234_323_985).abs() < 1e-14);
        assert_eq!(draws_for_risk(365.0, 0.5), 22.0);
    }

    #[test]
    fn bounds_beyond_the_exact_range_hold_and_are_tight() {
        for (n, d) in [(150_000.0, 1e6), (150_000.0, 1e9), (2e6, 1e12), (1e6, 1e20)] {
            let exact = -libm::expm1((1..n as u32).map(|i| libm::log1p(-f64::from(i) / d)).sum());
            let Bounds { low, high } = duplicate_probability(n, d);
            assert!(low <= exact * (1.0 + 1e-9) && exact <= high * (1.0 + 1e-9), "{low} {exact} {high}");
            assert!(near(low, high, 1e-3), "{low} {high}");
        }
        // UUIDv4: 2^61 of 122 random bits.
        let Bounds { low, high } = duplicate_probability(2f64.powi(61), 2f64.powi(122));
        assert!(near(low, 1.0 - (-0.5_f64).exp(), 1e-12) && near(high, low, 1e-12));
    }

    #[test]
    fn senseless_draws_have_an_answer() {
        assert_eq!(duplicate_probability(f64::NAN, 5.0), Bounds { low: 0.0, high: 0.0 });
        assert_eq!(duplicate_probability(-4.0, 5.0), Bounds { low: 0.0, high: 0.0 });
        assert_eq!(duplicate_probability(6.0, 5.0), Bounds { low: 1.0, high: 1.0 });
        assert_eq!(duplicate_probability(f64::INFINITY, 5.0), Bounds { low: 1.0, high: 1.0 });
        assert_eq!(draws_for_risk(f64::NAN, 0.5), 0.0);
        assert_eq!(draws_for_risk(10.0, 1.0), 10.0);
        assert_eq!(draws_for_risk(10.0, 0.0), 1.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn the_inverse_is_the_last_safe_number_of_draws(d in 2.0..1e8_f64, risk in 1e-9..0.999_f64) {
            let n = draws_for_risk(d, risk);
            prop_assert!(duplicate_probability(n, d).high <= risk);
            prop_assert!(duplicate_probability(n + 1.0, d).high > risk);
        }

        #[test]
        fn a_rate_for_a_risk_has_that_risk(
            exponent in -9.0..0.0_f64, bits in 0..=128_u32, machines in 1.0..1e6_f64,
            risk_exponent in -12.0..-0.01_f64, seconds in 1e-3..1e9_f64,
        ) {
            let stamped = Stamped::new(10f64.powf(exponent), bits, machines).unwrap();
            let risk = 10f64.powf(risk_exponent);
            let rate = stamped.rate_for_risk(risk, seconds).unwrap();
            if rate <= 1e18 {
                prop_assert!(near(stamped.duplicate_probability(rate, seconds).unwrap(), risk, 1e-9));
            }
        }

        #[test]
        fn the_excess_is_smooth_and_inverted(exponent in -150.0..9.0_f64) {
            let x = 10f64.powf(exponent);
            prop_assert!(near(inverse_excess(excess(x)), x, 1e-9), "{x}");
        }
    }

    #[test]
    fn the_series_meets_the_formula() {
        for x in [0.05_f64, 0.09, 0.1, 0.1000001] {
            assert!(near(excess(x), x - x.ln_1p(), 1e-12), "{x}");
        }
        assert!(near(excess(1e-12), 5e-25, 1e-9));
    }

    #[test]
    fn stamped_duplicates_are_those_of_drawn_ones() {
        use rand_core::Rng;
        use random::stream;
        // 4 random bits, ticks of a tenth of a second, 3 machines at 2 per second, for a second: 6 on average in 160 slots.
        let stamped = Stamped::new(0.1, 4, 3.0).unwrap();
        let expected = stamped.duplicate_probability(2.0, 1.0).unwrap();
        let uniform = |rng: &mut random::Xoshiro256PlusPlus| (rng.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0;
        let runs = 40_000;
        let duplicates = (0..runs).filter(|&run| {
            let mut rng = stream(7, run);
            let mut seen = std::collections::BTreeSet::new();
            let mut time = 0.0;
            loop {
                time -= (1.0 - uniform(&mut rng)).ln() / 6.0;
                if time >= 1.0 {
                    return false;
                }
                if !seen.insert(((time / 0.1) as u32, rng.next_u64() >> 60)) {
                    return true;
                }
            }
        });
        let share = duplicates.count() as f64 / runs as f64;
        // Four standard errors.
        assert!((share - expected).abs() < 4.0 * (expected / runs as f64).sqrt(), "{share} for {expected}");
    }

    #[test]
    fn limits_are_named() {
        let error = |stamped: Result<Stamped, ArgumentError>| stamped.unwrap_err().to_string();
        assert_eq!(error(Stamped::new(0.0, 1, 1.0)), "granularity is 0; it must be from 1e-12 to 1e9 seconds");
        assert_eq!(error(Stamped::new(1.0, 257, 1.0)), "random bits is 257; it must be from 0 to 256");
        assert_eq!(error(Stamped::new(1.0, 1, f64::NAN)), "machines is NaN; it must be from 1 to 1e12");
        let stamped = Stamped::new(1e-3, 74, 1.0).unwrap();
        assert!(stamped.duplicate_probability(-1.0, 1.0).is_err());
        assert!(stamped.rate_for_risk(1.0, 1.0).is_err());
        assert!(stamped.rate_for_risk(0.0, 1.0).is_err());
    }

    #[test]
    fn the_smallest_risk_of_the_most_identifiers_has_a_rate() {
        let stamped = Stamped::new(1e-12, MAX_RANDOM_BITS, 1.0).unwrap();
        let rate = stamped.rate_for_risk(MIN_RISK, 1e18).unwrap();
        assert!(rate > 0.0 && near(stamped.duplicate_probability(rate, 1e18).unwrap(), MIN_RISK, 1e-9), "{rate}");
    }
}
