//! Whatever wrk writes is a report with usable figures, or none.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 14] = [
    b"\nreport: ",
    b"{",
    b"}",
    b",",
    b"\"",
    b":",
    b"-",
    b"0",
    b"1e400",
    b"1e-300",
    b"nan",
    b"18446744073709551615",
    b"\"status\":18446744073709551615,",
    b"\xff",
];

proptest! {
    #[test]
    fn reports_that_are_nearly_right_are_usable_or_refused(
        output in mutated(vec![GOOD.as_bytes().to_vec()], PIECES.to_vec()),
        answer_bytes in 0..10_000_usize,
    ) {
        let output = String::from_utf8_lossy(&output);
        if let Ok(report) = in_time(|| parse(&output)) {
            prop_assert!(report.rate().is_finite() && report.rate() >= 0.0, "{:?}", report);
            prop_assert!((0.0..=1.0).contains(&report.failed_share()), "{:?}", report);
            prop_assert!(report.p50_seconds <= report.p99_seconds && report.p99_seconds.is_finite(), "{:?}", report);
            let _ = report.fits(answer_bytes);
        }
    }
}
