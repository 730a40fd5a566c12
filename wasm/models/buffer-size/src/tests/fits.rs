use proptest::prelude::*;

use super::super::fit::knee::with_cache;
use super::super::{Fit, FitError, Law, Observation, Shape, fit, up_to_peak};
use super::noise::{noisy, sizes};

const LINEAR: Law = Law { per_call_s: 160e-9, per_byte_s: 0.0074e-9, cache_bytes: None, cache_penalty_s_per_byte: 0.0 };
const KNEE: Law = Law { cache_bytes: Some(300_000.0), cache_penalty_s_per_byte: 0.005e-9, ..LINEAR };

fn near(a: f64, b: f64, relative: f64) -> bool {
    (a / b - 1.0).abs() < relative
}

#[test]
fn without_noise_the_law_comes_back() {
    let fitted = fit(&noisy(&LINEAR, &sizes(), 0.0, 1), Shape::Linear).unwrap();
    assert!(near(fitted.law.per_call_s, LINEAR.per_call_s, 1e-12));
    assert!(near(fitted.law.per_byte_s, LINEAR.per_byte_s, 1e-12));
    assert!(fitted.rms < 1e-12);
    let fitted = fit(&noisy(&KNEE, &sizes(), 0.0, 1), Shape::Knee).unwrap();
    assert!(near(fitted.law.per_call_s, KNEE.per_call_s, 1e-7));
    assert!(near(fitted.law.per_byte_s, KNEE.per_byte_s, 1e-7));
    assert!(near(fitted.law.cache_bytes.unwrap(), 300_000.0, 1e-6));
    assert!(near(fitted.law.cache_penalty_s_per_byte, KNEE.cache_penalty_s_per_byte, 1e-6));
}

#[test]
fn estimates_are_off_by_as_much_as_noise_explains_and_to_neither_side() {
    let fits = (0..500).map(|seed| fit(&noisy(&LINEAR, &sizes(), 0.1, seed), Shape::Linear).unwrap());
    let (calls, bytes): (Vec<f64>, Vec<f64>) = fits.map(|fit| (fit.law.per_call_s, fit.law.per_byte_s)).unzip();
    for (estimates, truth) in [(calls, LINEAR.per_call_s), (bytes, LINEAR.per_byte_s)] {
        let mean = estimates.iter().map(|value| libm::log(value / truth)).sum::<f64>() / 500.0;
        // About 3% each, so 0.14% for the mean of all: four times that.
        assert!(mean.abs() < 0.006, "{mean}");
        assert!(estimates.iter().all(|&value| near(value, truth, 0.2)));
    }
}

/// What a fit makes small, as it is defined.
fn sum_of_squares(points: &[Observation], law: &Law) -> f64 {
    let residual = |p: &Observation| p.seconds.ln() - law.seconds(p.bytes).ln();
    points.iter().map(|point| residual(point).powi(2)).sum()
}

#[test]
fn no_law_nearby_and_none_of_a_grid_fits_better() {
    for seed in 0..20 {
        let points = noisy(&KNEE, &sizes(), 0.05, seed);
        let law = fit(&points, Shape::Knee).unwrap().law;
        let smallest = sum_of_squares(&points, &law);
        let factors = [0.9, 0.99, 0.999, 1.0, 1.001, 1.01, 1.1];
        for (call, byte) in factors.iter().flat_map(|a| factors.map(|b| (a, b))) {
            for (cache, penalty) in factors.iter().flat_map(|a| factors.map(|b| (a, b))) {
                let other = Law {
                    per_call_s: law.per_call_s * call,
                    per_byte_s: law.per_byte_s * byte,
                    cache_bytes: law.cache_bytes.map(|bytes| bytes * cache),
                    cache_penalty_s_per_byte: law.cache_penalty_s_per_byte * penalty,
                };
                assert!(sum_of_squares(&points, &other) >= smallest - 1e-12);
            }
        }
        // The plain search: every cache of a fine grid, between the second size and the last but one.
        let grid = (0..2_000).map(|i| libm::exp2(1.0 + 22.0 * f64::from(i) / 2_000.0));
        let plain = grid.map(|cache| with_cache(&points, cache).unwrap().0).fold(f64::INFINITY, f64::min);
        assert!(plain >= smallest - 1e-12 && plain <= smallest * 1.01, "{plain} {smallest}");
    }
}

#[test]
fn residuals_stand_in_the_order_of_the_points() {
    let mut points = noisy(&LINEAR, &sizes(), 0.0, 1);
    points[3].seconds *= 1.5;
    points.reverse();
    let residuals = fit(&points, Shape::Linear).unwrap().residuals;
    let largest = (0..residuals.len()).max_by(|&a, &b| residuals[a].total_cmp(&residuals[b])).unwrap();
    assert_eq!(largest, points.len() - 1 - 3);
    assert!((0.3..0.5).contains(&residuals[largest]));
}

#[test]
fn free_calls_and_free_bytes_are_found_at_zero_and_bounded_above() {
    let bytes_only: Vec<_> = (10..20).map(|p| Observation::new(f64::from(1 << p), f64::from(1 << p) * 1e-9)).collect();
    // Throughput even falls a little: calls could only be of negative cost.
    let falling: Vec<_> =
        bytes_only.iter().map(|p| Observation::new(p.bytes, p.seconds * p.bytes.powf(0.02))).collect();
    let fitted = fit(&falling, Shape::Linear).unwrap();
    assert_eq!(fitted.law.per_call_s, 0.0);
    assert_eq!(fitted.intervals.per_call_s.low, 0.0);
    assert!(fitted.intervals.per_call_s.high > 0.0);
    let smallest = fitted.smallest_buffer(0.95, 1e6);
    assert!(smallest.value == 1.0 && smallest.interval.low == 1.0 && smallest.interval.high > 1.0);
    let calls_only: Vec<_> =
        (0..10).map(|p| Observation::new(f64::from(1 << p), 1e-7 * (1.0 - f64::from(p) / 100.0))).collect();
    assert_eq!(fit(&calls_only, Shape::Linear).unwrap().law.per_byte_s, 0.0);
}

#[test]
fn where_bytes_never_cost_more_there_is_no_knee() {
    // Beyond 10 kB each byte costs half as much as before.
    let cheaper = |bytes: f64| Observation::new(bytes, 1e-7 + 1e-11 * (bytes - 0.5 * (bytes - 1e4).max(0.0)));
    let points: Vec<_> = sizes().into_iter().map(cheaper).collect();
    assert_eq!(fit(&points, Shape::Knee), Err(FitError::NoKnee));
}

#[test]
fn points_up_to_the_peak_are_sorted_and_end_with_it() {
    let mut points = noisy(&KNEE, &sizes(), 0.0, 1);
    points.reverse();
    let rising = up_to_peak(&points);
    assert!(rising.windows(2).all(|pair| pair[0].bytes < pair[1].bytes));
    assert_eq!(rising.last().unwrap().bytes, 262_144.0);
    assert_eq!(rising.len(), 19);
    assert!(up_to_peak(&[]).is_empty());
}

#[test]
fn what_cannot_be_fitted_is_refused_with_the_reason() {
    let points = noisy(&LINEAR, &sizes(), 0.0, 1);
    assert_eq!(fit(&points[..2], Shape::Linear), Err(FitError::Points { given: 2, least: 3 }));
    assert_eq!(fit(&points[..4], Shape::Knee), Err(FitError::Points { given: 4, least: 5 }));
    assert_eq!(fit(&[points[0]; 1_001], Shape::Linear), Err(FitError::Points { given: 1_001, least: 3 }));
    assert_eq!(fit(&[points[0]; 9], Shape::Linear), Err(FitError::Sizes { given: 1, least: 2 }));
    assert_eq!(
        fit(&[points[0], points[1], points[2]].repeat(3), Shape::Knee),
        Err(FitError::Sizes { given: 3, least: 4 })
    );
    let close = |i: u32| Observation::new(1e9 + f64::from(i), 1.0);
    assert_eq!(fit(&[close(0), close(1), close(2)], Shape::Linear), Err(FitError::NotDetermined));
    for strange in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
        let with = |change: fn(&mut Observation, f64)| {
            let mut points = points.clone();
            change(&mut points[6], strange);
            fit(&points, Shape::Linear).unwrap_err().to_string()
        };
        assert!(with(|p, x| p.bytes = x).starts_with("size (bytes) of point 7 is "), "{strange}");
        assert!(with(|p, x| p.seconds = x).starts_with("time (s) of point 7 is "), "{strange}");
    }
    assert_eq!(
        fit(&[points[0]; 2], Shape::Knee).unwrap_err().to_string(),
        "the number of points is 2; it must be from 5 to 1000"
    );
}

proptest! {
    /// Any times at all: an answer of sensible numbers, or a reason.
    #[test]
    fn any_points_give_a_law_or_a_reason(
        points in proptest::collection::vec((-2.0..15.0, -17.0..6.0), 0..40), with_knee: bool,
    ) {
        let ten = |power: f64| 10_f64.powf(power);
        let points: Vec<_> =
            points.into_iter().map(|(bytes, seconds)| Observation::new(ten(bytes), ten(seconds))).collect();
        let shape = if with_knee { Shape::Knee } else { Shape::Linear };
        if let Ok(fitted) = fit(&points, shape) {
            prop_assert!(fitted.law.checked().is_ok(), "{:?}", fitted.law);
            prop_assert!(fitted.residuals.len() == points.len() && fitted.rms.is_finite());
            let Fit { intervals, .. } = &fitted;
            prop_assert!(intervals.per_call_s.contains(fitted.law.per_call_s));
            prop_assert!(intervals.per_byte_s.contains(fitted.law.per_byte_s));
            let smallest = fitted.smallest_buffer(0.95, 1e7);
            prop_assert!(smallest.interval.low <= smallest.value && smallest.value <= smallest.interval.high, "{smallest:?}");
            for bytes in [1.0, 1e3, 1e7] {
                let band = fitted.band(bytes);
                prop_assert!(band.contains(fitted.law.seconds(bytes)), "{band:?}");
            }
        }
    }

    /// In other units the law is the same, in other units.
    #[test]
    fn a_fit_does_not_depend_on_units(seed in 0..1000u64, bytes in 0.001..1000.0, seconds in 0.001..1000.0) {
        let points = noisy(&LINEAR, &sizes(), 0.1, seed);
        let scaled: Vec<_> = points.iter().map(|p| Observation::new(p.bytes * bytes, p.seconds * seconds)).collect();
        let (plain, other) = (fit(&points, Shape::Linear).unwrap(), fit(&scaled, Shape::Linear).unwrap());
        prop_assert!(near(other.law.per_call_s, plain.law.per_call_s * seconds, 1e-9));
        prop_assert!(near(other.law.per_byte_s, plain.law.per_byte_s * seconds / bytes, 1e-9));
        prop_assert!(near(other.intervals.per_byte_s.high, plain.intervals.per_byte_s.high * seconds / bytes, 1e-9));
    }
}
