//! The time in system of a request whose position in the queue is random and whose work is exponential: a mixture of Erlang
//! distributions.

/// The time, in mean service times, that the share `q` stays under, where `above[k]` is the chance that the position (from 1) is
/// larger than k.
///
/// The share that stays longer than t is e⁻ᵗ·Σ above[k]·tᵏ/k!, since a request at position p is done at the p-th of the
/// departures, which are a Poisson process as long as its server is busy.
pub(crate) fn quantile(above: &[f64], q: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while longer(above, high) > 1.0 - q {
        high *= 2.0;
    }
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        if longer(above, middle) > 1.0 - q {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Enough for the last digit of a float.
const BISECTIONS: u32 = 60;

/// The share that stays longer than `t`.
fn longer(above: &[f64], t: f64) -> f64 {
    // Terms relative to the largest, which lies near k = t: e⁻ᵗ·tᵏ/k! for large t is below the smallest float at k = 0.
    let at = |k: f64| libm::exp(k * libm::log(t) - t - libm::lgamma(k + 1.0));
    let peak = (t.floor() as usize).min(above.len().saturating_sub(1));
    let start = if t == 0.0 { return above.first().copied().unwrap_or(0.0) } else { at(peak as f64) };
    let mut total = 0.0;
    let mut term = start;
    for (k, &above) in above.iter().enumerate().skip(peak) {
        total += above * term;
        term *= t / (k as f64 + 1.0);
    }
    let mut term = start;
    for k in (0..peak).rev() {
        term *= (k as f64 + 1.0) / t;
        total += above[k] * term;
    }
    total
}
