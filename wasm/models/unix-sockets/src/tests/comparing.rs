use proptest::prelude::*;

use super::super::{
    Estimates, Parts, Request, Sizes, application_for_share, application_interval, bytes_for_share, ratio,
    ratio_interval,
};
use super::{REQUEST, TCP, UNIX};

/// How much longer the slower one takes, relatively.
fn difference(a: &Parts, b: &Parts, request: &Request) -> f64 {
    let ratio = ratio(a, b, request);
    ratio.max(1.0 / ratio) - 1.0
}

#[test]
fn the_ratio_is_tcps_time_over_unixs() {
    // 100 µs of the application's; 54.25 and 27.0 µs of the sockets'.
    assert!((ratio(&TCP, &UNIX, &REQUEST) - 154.25 / 127.0).abs() < 1e-12);
    assert!((ratio(&UNIX, &TCP, &REQUEST) - 127.0 / 154.25).abs() < 1e-12);
    let nothing = Request { connections_per_request: 0.0, round_trips: 0.0, application_s: 0.0, ..REQUEST };
    assert_eq!(ratio(&TCP, &UNIX, &nothing), 1.0);
}

#[test]
fn what_is_known_exactly_has_no_interval_and_what_is_not_has_a_wide_one() {
    let exact = ratio_interval(&Estimates::exact(TCP), &Estimates::exact(UNIX), &REQUEST);
    assert_eq!((exact.low, exact.high), (ratio(&TCP, &UNIX, &REQUEST), ratio(&TCP, &UNIX, &REQUEST)));
    let vague =
        Estimates { low: Parts { connect_s: 10e-6, ..TCP }, high: Parts { connect_s: 30e-6, ..TCP }, value: TCP };
    let interval = ratio_interval(&vague, &Estimates::exact(UNIX), &REQUEST);
    // 10 of 154.25 µs, either way.
    assert!(((interval.high / exact.high).ln() - 10.0 / 154.25).abs() < 1e-12);
    assert!(((interval.low / exact.low).ln() + 10.0 / 154.25).abs() < 1e-12);
    let application = application_interval(&vague, &Estimates::exact(UNIX), &REQUEST, 0.05);
    let middle = application_for_share(&TCP, &UNIX, &REQUEST, 0.05);
    assert!((application.high - middle - 200e-6).abs() < 1e-12 && (application.low - middle + 200e-6).abs() < 1e-12);
    // The same whichever is named first.
    assert_eq!(application_interval(&Estimates::exact(UNIX), &vague, &REQUEST, 0.05), application);
}

#[test]
fn a_kind_that_costs_more_for_every_byte_matters_for_ever() {
    let dear = Parts { per_byte_s: 0.3e-9, ..UNIX };
    assert_eq!(bytes_for_share(&dear, &UNIX, &REQUEST, Sizes::Response, 0.05), f64::INFINITY);
    assert!(bytes_for_share(&dear, &UNIX, &REQUEST, Sizes::Response, 0.5).is_finite());
    assert_eq!(bytes_for_share(&UNIX, &UNIX, &REQUEST, Sizes::Both, 0.05), 0.0);
    // Large messages can be what makes the difference, from a chunk on and not before.
    let calls = Parts { call_s: 0.8e-6, ..UNIX };
    let small_chunks = Request { chunk_bytes: 100.0, application_s: 0.0, ..REQUEST };
    assert_eq!(bytes_for_share(&calls, &UNIX, &small_chunks, Sizes::Response, 0.01), f64::INFINITY);
}

#[test]
fn names_of_sizes_are_read_back() {
    for sizes in Sizes::ALL {
        assert_eq!(Sizes::parse(sizes.name()), Ok(sizes));
    }
    assert_eq!(Sizes::parse("request").unwrap_err().to_string(), {
        "sizes is \"request\"; it must be one of response, both"
    });
}

prop_compose! {
    fn any_parts()(powers in proptest::array::uniform5(-8.0..-3.0), byte in -12.0..-8.0) -> Parts {
        let [connect_s, accept_s, close_s, wake_s, call_s] = powers.map(|power: f64| 10_f64.powf(power));
        Parts { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s: 10_f64.powf(byte) }
    }
}

prop_compose! {
    fn any_request()(
        connections_per_request in 0.0..=1.0, round_trips in 1..5, request in 0.0..6.0, response in 0.0..6.0, chunk in 1.0..6.0,
    ) -> Request {
        let ten = |power: f64| 10_f64.powf(power);
        Request {
            connections_per_request,
            round_trips: f64::from(round_trips),
            request_bytes: ten(request),
            response_bytes: ten(response),
            chunk_bytes: ten(chunk),
            application_s: 0.0,
        }
    }
}

proptest! {
    #[test]
    fn from_that_much_work_on_the_kind_matters_less_than_the_share(
        a in any_parts(), b in any_parts(), request in any_request(), share in 0.001..2.0,
    ) {
        let enough = application_for_share(&a, &b, &request, share);
        let at = |application_s: f64| difference(&a, &b, &Request { application_s, ..request });
        prop_assert_eq!(enough, application_for_share(&b, &a, &request, share));
        prop_assert!(at(enough) <= share * (1.0 + 1e-9));
        prop_assert!(at(enough * 1.5) <= share);
        if enough > 0.0 {
            prop_assert!((at(enough) / share - 1.0).abs() < 1e-9);
            prop_assert!(at(enough * 0.9) > share);
        }
    }

    #[test]
    fn from_that_size_on_the_kind_matters_less_than_the_share_and_just_below_more(
        a in any_parts(), b in any_parts(), request in any_request(), share in 0.001..2.0, both: bool, work in -7.0..-2.0,
    ) {
        let request = Request { application_s: 10_f64.powf(work), ..request };
        let sizes = if both { Sizes::Both } else { Sizes::Response };
        let from = bytes_for_share(&a, &b, &request, sizes, share);
        let at = |bytes: f64| difference(&a, &b, &sizes.of(&request, bytes));
        if from.is_finite() {
            for factor in [1.0, 1.01, 2.0, 10.0, 1e3, 1e6] {
                prop_assert!(at((from * factor).max(1e-9)) <= share * (1.0 + 1e-6), "{} times {}", from, factor);
            }
            if from > 1e-6 {
                prop_assert!(at(from * 0.999) > share * (1.0 - 1e-9));
            }
        } else {
            prop_assert!(at(1e14) > share * (1.0 - 1e-6));
        }
    }
}
