use proptest::prelude::*;

use limits::ArgumentError;

use super::super::law::MAX_BYTES;
use super::super::{Law, check_share, check_size};

const KIB: f64 = 1024.0;

fn linear(per_call_s: f64, per_byte_s: f64) -> Law {
    Law { per_call_s, per_byte_s, cache_bytes: None, cache_penalty_s_per_byte: 0.0 }
}

fn knee(per_call_s: f64, per_byte_s: f64, cache_bytes: f64, cache_penalty_s_per_byte: f64) -> Law {
    Law { cache_bytes: Some(cache_bytes), cache_penalty_s_per_byte, ..linear(per_call_s, per_byte_s) }
}

#[test]
fn a_call_takes_the_sum_of_its_parts() {
    let law = knee(2e-7, 1e-11, 256.0 * KIB, 3e-11);
    assert_eq!(law.seconds(0.0), 2e-7);
    assert_eq!(law.seconds(100.0), 2e-7 + 100.0 * 1e-11);
    assert_eq!(law.seconds(256.0 * KIB), 2e-7 + 256.0 * KIB * 1e-11);
    assert_eq!(law.seconds(512.0 * KIB), 2e-7 + 512.0 * KIB * 1e-11 + 256.0 * KIB * 3e-11);
    assert_eq!(law.throughput(100.0), 100.0 / law.seconds(100.0));
}

#[test]
fn the_peak_is_the_cache_where_its_penalty_outweighs_a_call() {
    let falls = knee(2e-7, 1e-11, 256.0 * KIB, 3e-11);
    assert_eq!(falls.best(f64::INFINITY).bytes, 256.0 * KIB);
    assert_eq!(falls.best(f64::INFINITY).bytes_per_second, falls.throughput(256.0 * KIB));
    assert!(falls.throughput(1e15) < falls.best(f64::INFINITY).bytes_per_second);
    // A call costs more than the penalty of as many bytes as the cache holds: larger buffers still save calls.
    let rises = knee(1e-3, 1e-11, 256.0 * KIB, 3e-11);
    assert_eq!(rises.best(f64::INFINITY).bytes, f64::INFINITY);
    assert!((rises.best(f64::INFINITY).bytes_per_second - 1.0 / 4e-11).abs() < 1.0);
    assert_eq!(linear(2e-7, 1e-11).best(f64::INFINITY).bytes_per_second, 1e11);
    assert_eq!(falls.best(1e4).bytes, 1e4);
}

#[test]
fn the_smallest_buffer_without_a_cache_is_the_closed_form() {
    for share in [0.5, 0.9, 0.95, 0.99] {
        let law = linear(167e-9, 0.0235e-9);
        let closed = 167.0 / 0.0235 * share / (1.0 - share);
        assert!((law.smallest_buffer(share, f64::INFINITY) / closed - 1.0).abs() < 1e-12);
    }
    // Where bytes are free every larger buffer is better, in proportion; where calls are, one byte is enough.
    assert!((linear(1e-6, 0.0).smallest_buffer(0.95, 1e6) - 0.95e6).abs() < 1e-6);
    assert_eq!(linear(1e-6, 0.0).smallest_buffer(0.95, f64::INFINITY), f64::INFINITY);
    assert_eq!(linear(0.0, 1e-9).smallest_buffer(0.95, 1e6), 1.0);
}

#[test]
fn numbers_that_are_no_law_are_refused_by_name() {
    let good = knee(1e-7, 1e-11, 1e6, 1e-11);
    assert_eq!(good.checked(), Ok(good));
    for strange in [f64::NAN, f64::INFINITY, -1.0, 1e7] {
        let costs = [
            ("cost of a call (s)", Law { per_call_s: strange, ..good }),
            ("cost of a byte (s)", Law { per_byte_s: strange, ..good }),
            ("cache penalty (s)", Law { cache_penalty_s_per_byte: strange, ..good }),
        ];
        for (name, law) in costs {
            assert!(
                matches!(law.checked(), Err(ArgumentError::Range { field, .. }) if field == name),
                "{name} {strange}"
            );
        }
    }
    for strange in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e16] {
        let error = Law { cache_bytes: Some(strange), ..good }.checked().unwrap_err().to_string();
        assert!(error.starts_with("the cache's size is "), "{error}");
        assert!(check_size("buffer", strange).is_err() && check_share(strange).is_err());
    }
    assert_eq!((check_size("buffer", MAX_BYTES), check_share(1.0)), (Ok(1e15), Ok(1.0)));
    let free = linear(0.0, 0.0).checked().unwrap_err().to_string();
    assert_eq!(free, "cost of a call and of a byte is 0; it must be above 0 for one of them");
    let error = check_size("buffer", -1.0).unwrap_err().to_string();
    assert_eq!(error, "buffer is -1; it must be above 0 and at most 1e15 bytes");
    assert_eq!(
        linear(-1.0, 0.0).checked().unwrap_err().to_string(),
        "cost of a call (s) is -1; it must be from 0 to 1000000"
    );
}

prop_compose! {
    fn any_law()(call in -9.0..-3.0, byte in -13.0..-7.0, cache in proptest::option::of(3.0..7.5), penalty in -13.0..-7.0) -> Law {
        let ten = |power: f64| 10_f64.powf(power);
        Law {
            per_call_s: ten(call),
            per_byte_s: ten(byte),
            cache_bytes: cache.map(ten),
            cache_penalty_s_per_byte: ten(penalty),
        }
    }
}

proptest! {
    #[test]
    fn the_best_is_no_worse_than_any(law in any_law(), largest in 1.0..8.0, size in 0.0..=1.0) {
        let largest = 10_f64.powf(largest);
        let best = law.best(largest);
        prop_assert!(best.bytes <= largest);
        prop_assert!((best.bytes_per_second / law.throughput(best.bytes) - 1.0).abs() < 1e-12);
        prop_assert!(law.throughput(largest.powf(size)) <= best.bytes_per_second * (1.0 + 1e-12));
        prop_assert!(best.bytes_per_second <= law.best(f64::INFINITY).bytes_per_second * (1.0 + 1e-12));
    }

    #[test]
    fn the_smallest_buffer_reaches_the_share_and_no_smaller_one_does(
        law in any_law(), largest in 1.0..8.0, share in 0.01..0.999, smaller in 0.0..=1.0,
    ) {
        let largest = 10_f64.powf(largest);
        let goal = share * law.best(largest).bytes_per_second;
        let smallest = law.smallest_buffer(share, largest);
        prop_assert!(law.throughput(smallest) >= goal * (1.0 - 1e-9));
        prop_assert!((1.0..=law.best(largest).bytes * (1.0 + 1e-9)).contains(&smallest));
        if smallest > 1.0 {
            prop_assert!((law.throughput(smallest) / goal - 1.0).abs() < 1e-9);
            prop_assert!(law.throughput(smallest.powf(smaller)) <= goal * (1.0 + 1e-9));
        }
    }
}
