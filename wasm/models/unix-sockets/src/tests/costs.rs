use super::super::{Counts, Estimates, Parts, Request, check_share, cost};
use super::{REQUEST, TCP, UNIX};

#[test]
fn parts_occur_as_often_as_the_request_says() {
    let counts = REQUEST.counts();
    let expected = Counts { connects: 1.0, accepts: 1.0, closes: 1.0, wakes: 3.0, calls: 4.0, bytes: 5e3 };
    assert_eq!(counts, expected);
    // A message on a new connection, with nothing asked: the published case.
    let hello = Request { request_bytes: 0.0, response_bytes: 12.0, ..REQUEST };
    assert_eq!(hello.counts(), Counts { wakes: 2.0, calls: 2.0, bytes: 12.0, ..expected });
    let kept = Request { connections_per_request: 0.0, round_trips: 3.0, ..REQUEST };
    assert_eq!(kept.counts(), Counts { wakes: 6.0, calls: 12.0, bytes: 15e3, ..Counts::default() });
    // Ten chunks of the response, one of the request.
    let download = Request { connections_per_request: 0.0, response_bytes: 655_360.0, ..REQUEST };
    assert_eq!(download.counts().calls, 22.0);
}

#[test]
fn the_cost_is_the_sum_of_all_parts() {
    let breakdown = cost(&TCP, &REQUEST);
    assert_eq!((breakdown.connect_s, breakdown.accept_s, breakdown.close_s), (20e-6, 3e-6, 12e-6));
    assert_eq!((breakdown.wake_s, breakdown.call_s, breakdown.application_s), (3.0 * 4e-6, 4.0 * 1.5e-6, 100e-6));
    assert!((breakdown.byte_s - 1.25e-6).abs() < 1e-18);
    assert!((breakdown.total_s() - 154.25e-6).abs() < 1e-15);
    assert!((breakdown.total_s() - REQUEST.counts().seconds(&TCP) - 100e-6).abs() < 1e-15);
}

#[test]
fn reaches_of_parts_add_up_as_squares_do() {
    let off =
        |by: f64, parts: Parts| Parts { connect_s: parts.connect_s + 3.0 * by, call_s: parts.call_s + by, ..parts };
    let estimates = Estimates { value: UNIX, low: off(-1e-6, UNIX), high: off(1e-6, UNIX) };
    // Three microseconds once, one of them four times.
    assert!((estimates.reach(&REQUEST) - 5e-6).abs() < 1e-15);
    let (total, interval) = (cost(&UNIX, &REQUEST).total_s(), estimates.total(&REQUEST));
    assert!((interval.low - total + 5e-6).abs() < 1e-15 && (interval.high - total - 5e-6).abs() < 1e-15);
    assert_eq!(Estimates::exact(UNIX).reach(&REQUEST), 0.0);
}

#[test]
fn numbers_that_make_no_sense_are_refused_by_name() {
    for strange in [f64::NAN, f64::INFINITY, -1.0, 1e16] {
        let requests = [
            ("connections per request", Request { connections_per_request: strange, ..REQUEST }),
            ("round trips", Request { round_trips: strange, ..REQUEST }),
            ("request (bytes)", Request { request_bytes: strange, ..REQUEST }),
            ("response (bytes)", Request { response_bytes: strange, ..REQUEST }),
            ("bytes of a call", Request { chunk_bytes: strange, ..REQUEST }),
            ("application (s)", Request { application_s: strange, ..REQUEST }),
        ];
        for (name, request) in requests {
            let error = request.checked().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name} is ")), "{error}");
        }
        let parts = [
            ("connect (s)", Parts { connect_s: strange, ..TCP }),
            ("accept (s)", Parts { accept_s: strange, ..TCP }),
            ("close (s)", Parts { close_s: strange, ..TCP }),
            ("wake-up (s)", Parts { wake_s: strange, ..TCP }),
            ("call (s)", Parts { call_s: strange, ..TCP }),
            ("byte (s)", Parts { per_byte_s: strange, ..TCP }),
        ];
        for (name, parts) in parts {
            let error = parts.checked().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name} is ")), "{error}");
        }
        assert!(check_share(strange).is_err());
    }
    assert_eq!((REQUEST.checked(), TCP.checked(), check_share(0.05)), (Ok(REQUEST), Ok(TCP), Ok(0.05)));
    assert_eq!(
        Request { connections_per_request: 2.0, ..REQUEST }.checked().unwrap_err().to_string(),
        "connections per request is 2; it must be from 0 to 1"
    );
}
