//! Whatever iperf3 reports is a rate or a reason.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 9] = [b"{", b"}", b"null", b"-1", b"1e308", b"1e400", b"\"error\": \"x\"", b"[[[[[[[[", b"\xff"];

proptest! {
    #[test]
    fn reports_that_are_nearly_right_are_rates_or_reasons(
        report in mutated(
            vec![br#"{"end": {"sum_sent": {"bits_per_second": 9e9}, "sum_received": {"bits_per_second": 8e9}}}"#.to_vec()],
            PIECES.to_vec(),
        ),
    ) {
        match in_time(|| received(&report)) {
            Ok(rate) => prop_assert!(rate.is_finite() && rate > 0.0, "{}", rate),
            Err(why) => prop_assert!(why.to_string().starts_with("iperf3: ")),
        }
    }
}
