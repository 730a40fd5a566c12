//! Whatever a server reports makes sense or is refused.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const REPORT: &[u8] =
    br#"{"bytes":1000,"seconds":0.5,"reads":10,"short_reads":3,"received_bytes":2000,"cpu_seconds":0.25}"#;
const PIECES: [&[u8]; 10] =
    [b"{", b"}", b",", b"-", b"1e400", b"1e-400", b"null", b"18446744073709551616", b"\"bytes\":1,", b"\xff"];

proptest! {
    #[test]
    fn reports_that_are_nearly_right_make_sense_or_are_refused(report in mutated(vec![REPORT.to_vec()], PIECES.to_vec())) {
        if let Ok(report) = in_time(|| Report::parse(&report)) {
            let rate = report.bytes as f64 / report.seconds;
            prop_assert!(rate > 0.0 && report.cpu_seconds.is_finite(), "{:?}", report);
            prop_assert!(report.short_reads <= report.reads && report.bytes <= report.received_bytes, "{:?}", report);
        }
    }
}
