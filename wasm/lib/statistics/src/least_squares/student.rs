//! Student's distribution.

use std::f64::consts::FRAC_2_PI;

/// The t for which a Student variable with so many degrees of freedom, at least 1, lies between -t and t with 95%.
pub fn two_sided_95(degrees_of_freedom: usize) -> f64 {
    // One degree of freedom has the widest: 12.7.
    let (mut low, mut high) = (1.0, 13.0);
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        *(if within(middle, degrees_of_freedom) < 0.95 { &mut low } else { &mut high }) = middle;
    }
}

/// The probability that a Student variable lies between -t and t: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4.
fn within(t: f64, degrees_of_freedom: usize) -> f64 {
    let tangent = t / (degrees_of_freedom as f64).sqrt();
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = tangent * cosine;
    let odd = degrees_of_freedom % 2;
    // Both sums have the factors (2i - 1) / 2i of even powers, or 2i / (2i + 1) of odd ones.
    let (mut term, mut sum) = (if odd == 1 { cosine } else { 1.0 }, 0.0);
    for i in 1..=degrees_of_freedom / 2 {
        sum += term;
        let upper = (2 * i - 1 + odd) as f64;
        term *= cosine * cosine * upper / (upper + 1.0);
    }
    if odd == 1 { FRAC_2_PI * (libm::atan(tangent) + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let table =
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (15, 2.131), (30, 2.042)];
        for (degrees_of_freedom, t) in table.into_iter().chain([(60, 2.000), (120, 1.980), (9_998, 1.960)]) {
            assert!((two_sided_95(degrees_of_freedom) - t).abs() < 6e-4, "{degrees_of_freedom}");
        }
    }

    #[test]
    fn probabilities_are_those_of_the_closed_forms() {
        for t in [0.0, 0.3, 1.0, 4.0] {
            assert!((within(t, 1) - FRAC_2_PI * t.atan()).abs() < 1e-15);
            assert!((within(t, 2) - t / (2.0 + t * t).sqrt()).abs() < 1e-15);
            let s = t / 3.0_f64.sqrt();
            assert!((within(t, 3) - FRAC_2_PI * (s / (1.0 + s * s) + s.atan())).abs() < 1e-15);
        }
    }
}
