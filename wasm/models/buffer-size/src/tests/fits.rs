use proptest::prelude::*;

use super::super::{Fit, FitError, Law, Observation, fit, up_to_peak};
use super::noise::{noisy, sizes};

const LAW: Law = Law { per_call_s: 160e-9, per_byte_s: 0.0074e-9 };

fn near(a: f64, b: f64, relative: f64) -> bool {
    (a / b - 1.0).abs() < relative
}

#[test]
fn without_noise_the_law_comes_back() {
    let fitted = fit(&noisy(LAW, &sizes(), 0.0, 1)).unwrap();
    assert!(near(fitted.law.per_call_s, LAW.per_call_s, 1e-12));
    assert!(near(fitted.law.per_byte_s, LAW.per_byte_s, 1e-12));
    assert!(fitted.rms < 1e-12);
}

#[test]
fn estimates_are_off_by_as_much_as_noise_explains_and_to_neither_side() {
    let fits = (0..500).map(|seed| fit(&noisy(LAW, &sizes(), 0.1, seed)).unwrap());
    let (calls, bytes): (Vec<f64>, Vec<f64>) = fits.map(|fit| (fit.law.per_call_s, fit.law.per_byte_s)).unzip();
    for (estimates, truth) in [(calls, LAW.per_call_s), (bytes, LAW.per_byte_s)] {
        let mean = estimates.iter().map(|value| libm::log(value / truth)).sum::<f64>() / 500.0;
        // About 3% each, so 0.14% for the mean of all: four times that.
        assert!(mean.abs() < 0.006, "{mean}");
        assert!(estimates.iter().all(|&value| near(value, truth, 0.2)));
    }
}

/// The quantity that a fit makes small, as it is defined.
fn sum_of_squares(points: &[Observation], law: Law) -> f64 {
    let residual = |p: &Observation| p.seconds.ln() - law.seconds(p.bytes).ln();
    points.iter().map(|point| residual(point).powi(2)).sum()
}

#[test]
fn no_law_nearby_fits_better() {
    let factors = [0.9, 0.99, 0.999, 1.0, 1.001, 1.01, 1.1];
    for seed in 0..20 {
        let points = noisy(LAW, &sizes(), 0.05, seed);
        let law = fit(&points).unwrap().law;
        let smallest = sum_of_squares(&points, law);
        for (call, byte) in factors.iter().flat_map(|call| factors.map(|byte| (call, byte))) {
            let other = Law { per_call_s: law.per_call_s * call, per_byte_s: law.per_byte_s * byte };
            assert!(sum_of_squares(&points, other) >= smallest - 1e-12);
        }
    }
}

#[test]
fn free_calls_and_free_bytes_are_found_at_zero_and_bounded_above() {
    let bytes_only: Vec<_> = (10..20).map(|p| Observation::new(f64::from(1 << p), f64::from(1 << p) * 1e-9)).collect();
    // Throughput even falls a little: calls could only be of negative cost.
    let falling: Vec<_> =
        bytes_only.iter().map(|p| Observation::new(p.bytes, p.seconds * p.bytes.powf(0.02))).collect();
    let Fit { law, intervals, .. } = fit(&falling).unwrap();
    assert_eq!((law.per_call_s, intervals.per_call_s.low), (0.0, 0.0));
    assert!(intervals.per_call_s.high > 0.0);
    let calls_only: Vec<_> =
        (0..10).map(|p| Observation::new(f64::from(1 << p), 1e-7 * (1.0 - f64::from(p) / 100.0))).collect();
    assert_eq!(fit(&calls_only).unwrap().law.per_byte_s, 0.0);
}

#[test]
fn points_up_to_the_peak_are_sorted_and_end_with_it() {
    let mut points = noisy(LAW, &sizes(), 0.0, 1);
    points.reverse();
    points[3].seconds /= 10.0;
    let rising = up_to_peak(&points);
    assert!(rising.windows(2).all(|pair| pair[0].bytes < pair[1].bytes));
    assert_eq!((rising.len(), rising.last().unwrap().bytes), (22, points[3].bytes));
    assert!(up_to_peak(&[]).is_empty());
}

#[test]
fn points_without_a_law_are_refused_with_the_reason() {
    let points = noisy(LAW, &sizes(), 0.0, 1);
    assert_eq!(fit(&points[..2]), Err(FitError::Points { given: 2, least: 3 }));
    assert_eq!(fit(&[points[0]; 1_001]), Err(FitError::Points { given: 1_001, least: 3 }));
    assert_eq!(fit(&[points[0]; 9]), Err(FitError::Sizes { given: 1, least: 2 }));
    let close = |i: u32| Observation::new(1e9 + f64::from(i), 1.0);
    assert_eq!(fit(&[close(0), close(1), close(2)]), Err(FitError::NotDetermined));
    for strange in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
        let with = |change: fn(&mut Observation, f64)| {
            let mut points = points.clone();
            change(&mut points[6], strange);
            fit(&points).unwrap_err().to_string()
        };
        assert!(with(|p, x| p.bytes = x).starts_with("size (bytes) of point 7 is "), "{strange}");
        assert!(with(|p, x| p.seconds = x).starts_with("time (s) of point 7 is "), "{strange}");
    }
    let error = fit(&[points[0]; 2]).unwrap_err().to_string();
    assert_eq!(error, "the number of points is 2; it must be from 3 to 1000");
}

proptest! {
    /// Any times at all: an answer of sensible numbers, or a reason.
    #[test]
    fn any_points_give_a_law_or_a_reason(points in proptest::collection::vec((-2.0..15.0, -17.0..6.0), 0..40)) {
        let ten = |power: f64| 10_f64.powf(power);
        let points: Vec<_> =
            points.into_iter().map(|(bytes, seconds)| Observation::new(ten(bytes), ten(seconds))).collect();
        if let Ok(fitted) = fit(&points) {
            let Law { per_call_s, per_byte_s } = fitted.law;
            prop_assert!([per_call_s, per_byte_s].iter().all(|cost| cost.is_finite() && *cost >= 0.0), "{:?}", fitted.law);
            prop_assert!(fitted.rms.is_finite());
            let Fit { intervals, .. } = &fitted;
            prop_assert!(intervals.per_call_s.contains(fitted.law.per_call_s));
            prop_assert!(intervals.per_byte_s.contains(fitted.law.per_byte_s));
            for bytes in [1.0, 1e3, 1e7] {
                let band = fitted.band(bytes);
                prop_assert!(band.contains(fitted.law.seconds(bytes)), "{band:?}");
            }
        }
    }

    /// In other units the law is the same, in other units.
    #[test]
    fn a_fit_does_not_depend_on_units(seed in 0..1000u64, bytes in 0.001..1000.0, seconds in 0.001..1000.0) {
        let points = noisy(LAW, &sizes(), 0.1, seed);
        let scaled: Vec<_> = points.iter().map(|p| Observation::new(p.bytes * bytes, p.seconds * seconds)).collect();
        let (plain, other) = (fit(&points).unwrap(), fit(&scaled).unwrap());
        prop_assert!(near(other.law.per_call_s, plain.law.per_call_s * seconds, 1e-9));
        prop_assert!(near(other.law.per_byte_s, plain.law.per_byte_s * seconds / bytes, 1e-9));
        prop_assert!(near(other.intervals.per_byte_s.high, plain.intervals.per_byte_s.high * seconds / bytes, 1e-9));
    }
}
