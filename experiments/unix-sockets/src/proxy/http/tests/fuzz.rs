//! Whatever a server answers is a whole answer, the beginning of one or none, and no longer than it may be.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

const PIECES: [&[u8]; 13] = [
    b"\r\n",
    b"\r\n\r\n",
    b":",
    b" ",
    b"+",
    b"-",
    b"HTTP/1.1 ",
    b"HTTP/1.0 ",
    b"Content-Length: 5\r\n",
    b"1048577",
    b"99999999999999999999",
    b"\0",
    b"\xff",
];

proptest! {
    #[test]
    fn answers_that_are_nearly_right_are_read_or_refused(
        bytes in mutated(
            vec![
                b"HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Type: text/plain\r\nContent-Length: 12\r\n\r\nHello world\n".to_vec(),
                b"HTTP/1.1 502 Bad Gateway\r\ncontent-length:0\r\n\r\n".to_vec(),
            ],
            PIECES.to_vec(),
        ),
        more in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        is_read_or_refused(&bytes, &more)?;
    }

    #[test]
    fn bytes_of_any_kind_are_read_or_refused(
        after in select(vec![&b""[..], b"HTTP/1.1 200 ", b"HTTP/1.1 200 OK\r\nX:", b"HTTP/1.1 200 OK\r\n"]),
        bytes in proptest::collection::vec(any::<u8>(), 0..100),
        times in 1..2 * LONGEST_HEAD / 100,
    ) {
        is_read_or_refused(&[after, &bytes.repeat(times)].concat(), b"x")?;
    }
}

fn is_read_or_refused(bytes: &[u8], more: &[u8]) -> Result<(), TestCaseError> {
    let parsed = in_time(|| parse(bytes));
    match &parsed {
        Ok(Some(answer)) => {
            prop_assert!((100..1000).contains(&answer.status), "{}", answer.status);
            prop_assert!(answer.length <= bytes.len() && answer.body.len() <= LONGEST_BODY);
            prop_assert!(bytes[..answer.length].ends_with(&answer.body));
        }
        // So much is kept until it is whole, and no more.
        Ok(None) => prop_assert!(bytes.len() < LONGEST_HEAD + LONGEST_BODY),
        Err(_) => {}
    }
    // What comes later changes neither an answer nor a refusal.
    if parsed != Ok(None) {
        prop_assert_eq!(parse(&[bytes, more].concat()), parsed);
    }
    Ok(())
}
