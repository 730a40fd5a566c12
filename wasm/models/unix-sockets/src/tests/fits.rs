use proptest::prelude::*;

use super::super::{Counts, Measured, PartsError, fit_parts};
use super::{REQUEST, TCP, UNIX};
use random::normal;
use random::stream;
use statistics::least_squares::Interval;

/// What the experiment times: phases by themselves, and the shortest ping-pong.
fn phases() -> Vec<Counts> {
    let none = Counts::default();
    let echo = |bytes: f64| Counts { calls: 4.0, bytes: 2.0 * bytes, ..none };
    let ping_pong = Counts { wakes: 2.0, calls: 4.0, bytes: 2.0, ..none };
    let connection =
        [Counts { connects: 1.0, ..none }, Counts { accepts: 1.0, ..none }, Counts { closes: 1.0, ..none }];
    connection.into_iter().chain([1.0, 1024.0, 16_384.0, 65_536.0].map(echo)).chain([ping_pong]).collect()
}

fn noisy(rounds: u64, sigma: f64, seed: u64) -> Vec<Measured> {
    let mut rng = stream(seed, 0);
    let counts = (0..rounds).flat_map(|_| phases());
    let mut measure = |counts: Counts| {
        let seconds = counts.seconds(&TCP) * libm::exp(sigma * normal(&mut rng));
        Measured { counts, seconds }
    };
    counts.map(&mut measure).collect()
}

#[test]
fn without_noise_the_parts_come_back() {
    let fitted = fit_parts(&noisy(1, 0.0, 1)).unwrap();
    for (found, truth) in fitted.parts.list().into_iter().zip(TCP.list()) {
        assert!((found / truth - 1.0).abs() < 1e-9, "{:?}", fitted.parts);
    }
    assert!(fitted.residuals.len() == 8 && fitted.residuals.iter().all(|residual| residual.abs() < 1e-9));
}

/// Over 1,000 simulated measurements the share has a standard deviation of 0.7%; within four of them.
#[test]
fn intervals_hold_the_true_parts_as_often_as_they_say() {
    let mut held = [0; 6];
    for seed in 0..1_000 {
        let intervals = fit_parts(&noisy(7, 0.05, seed)).unwrap().intervals;
        let all = [
            intervals.connect_s,
            intervals.accept_s,
            intervals.close_s,
            intervals.wake_s,
            intervals.call_s,
            intervals.per_byte_s,
        ];
        for (part, truth) in TCP.list().into_iter().enumerate() {
            held[part] += i32::from(all[part].is_some_and(|interval| interval.contains(truth)));
        }
    }
    assert!(held.iter().all(|held| (922..=978).contains(held)), "{held:?}");
}

#[test]
fn parts_that_do_not_occur_have_no_interval() {
    let kept: Vec<Measured> = noisy(2, 0.01, 1)
        .into_iter()
        .filter(|m| m.counts.connects + m.counts.accepts + m.counts.closes == 0.0)
        .collect();
    let fitted = fit_parts(&kept).unwrap();
    assert_eq!((fitted.parts.connect_s, fitted.intervals.connect_s), (0.0, None));
    assert!(fitted.intervals.wake_s.is_some_and(|Interval { low, high }| low < TCP.wake_s && TCP.wake_s < high));
}

#[test]
fn what_cannot_be_fitted_is_refused_with_the_reason() {
    let measured = noisy(1, 0.0, 1);
    // Five parts occur in the first five, which are as many.
    assert_eq!(fit_parts(&measured[..5]), Err(PartsError::Times { given: 5, least: 6 }));
    assert_eq!(fit_parts(&[]), Err(PartsError::Times { given: 0, least: 1 }));
    // Connecting, accepting and closing only ever occur together in whole requests.
    let whole = Measured { counts: REQUEST.counts(), seconds: REQUEST.counts().seconds(&UNIX) };
    assert_eq!(fit_parts(&[whole; 9]), Err(PartsError::NotDetermined));
    for strange in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
        let with = |change: fn(&mut Measured, f64)| {
            let mut measured = measured.clone();
            change(&mut measured[3], strange);
            fit_parts(&measured)
        };
        assert_eq!(with(|m, x| m.seconds = x), Err(PartsError::Time { number: 4 }), "{strange}");
        if strange != 0.0 {
            assert_eq!(with(|m, x| m.counts.calls = x), Err(PartsError::Time { number: 4 }), "{strange}");
        }
    }
    let mut empty = measured.clone();
    empty[7].counts = Counts::default();
    assert!(fit_parts(&empty).is_err());
}

proptest! {
    #[test]
    fn any_times_give_sensible_parts_or_a_reason(
        times in proptest::collection::vec((proptest::array::uniform6(0.0..1e9_f64), -12.0..6.0), 0..30),
    ) {
        let measured: Vec<Measured> = times.into_iter().map(|([connects, accepts, closes, wakes, calls, bytes], seconds)| Measured {
            counts: Counts { connects, accepts, closes, wakes, calls, bytes },
            seconds: 10_f64.powf(seconds),
        }).collect();
        if let Ok(fitted) = fit_parts(&measured) {
            prop_assert!(fitted.parts.list().iter().all(|part| *part >= 0.0 && part.is_finite()));
            prop_assert!(fitted.residuals.iter().all(|residual| residual.is_finite()));
        }
    }
}
