//! Whatever a client or a server says makes sense or is refused.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;
use sockets::{Kind, Options, pair};

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

    #[test]
    fn greetings_that_are_nearly_right_are_within_the_limits_or_refused(
        bytes in mutated(vec![greeting(4096, 100, 250).to_bytes().to_vec()], vec![b"\0", b"\xff\xff", b"BUFSIZE1"]),
    ) {
        // As many bytes are read as a greeting has.
        if let Some(Ok(bytes)) = bytes.get(..GREETING_BYTES).map(TryInto::try_into)
            && let Some(greeting) = in_time(|| Greeting::from_bytes(bytes))
        {
            prop_assert!((1..=MAX_BUFFER).contains(&greeting.read_bytes), "{:?}", greeting);
            prop_assert!(greeting.timing.all() <= MAX_DURATION, "{:?}", greeting);
            prop_assert_eq!(&greeting.to_bytes(), bytes);
        }
    }

    #[test]
    fn of_what_a_server_says_no_more_is_read_than_an_answer_and_a_report_may_have(
        said in mutated(vec![[b"+.", REPORT, b"\n"].concat()], [&PIECES[..], &[b"\n", b"!", &[b'9'; 600]]].concat()),
    ) {
        let (server, client) = pair(Kind::Unix, &Options::default()).unwrap();
        server.write_all(&said).unwrap();
        drop(server);
        for answer in [b'+', b'.'] {
            match Answer::read(&client, TIMEOUT).unwrap() {
                Some(is) if is as u8 == answer => {}
                _ => return Ok(()),
            }
        }
        match Report::read(&client) {
            Ok(report) => prop_assert!(report.seconds > 0.0 && report.short_reads <= report.reads, "{:?}", report),
            Err(error) => prop_assert_ne!(error.kind(), io::ErrorKind::TimedOut),
        }
        let (mut left, mut buffer) = (0, [0; 4096]);
        while let came @ 1.. = client.read(&mut buffer).unwrap() {
            left += came;
        }
        prop_assert!(said.len() - left <= 2 + MAX_REPORT_BYTES, "{left} of {} are left", said.len());
    }
}
