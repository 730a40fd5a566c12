//! Whatever comes is a whole message, the beginning of one or none, and no longer than it may be.

use fuzzing::{bounded, mutated};
use proptest::collection::vec;
use proptest::prelude::*;

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
    b"\xff",
    // Longer than a head may be.
    &[b'a'; LONGEST_HEAD],
];

/// Anything at all, and what is nearly one of these.
fn bytes(valid: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![1 => vec(any::<u8>(), 0..200), 4 => mutated(valid, PIECES.to_vec())]
}

proptest! {
    #[test]
    fn answers_are_read_or_refused(
        bytes in bytes(vec![
            ANSWER.to_vec(),
            b"HTTP/1.1 502 Bad Gateway\r\ncontent-length:0\r\n\r\n".to_vec(),
        ]),
        more in vec(any::<u8>(), 0..20),
    ) {
        let parsed = bounded(&bytes, 1 << 10, 0, || answer(&bytes));
        if let Ok(Some(answer)) = &parsed {
            prop_assert!((100..1000).contains(&answer.status), "{}", answer.status);
            prop_assert!(answer.length <= bytes.len() && answer.body.len() <= LONGEST_BODY);
            prop_assert!(bytes[..answer.length].ends_with(answer.body));
        }
        // So much is kept until it is whole, and no more.
        prop_assert!(parsed != Ok(None) || bytes.len() < LONGEST_HEAD + LONGEST_BODY, "{} bytes", bytes.len());
        // Later bytes change neither an answer nor a refusal.
        if parsed != Ok(None) {
            let longer = [&bytes[..], &more].concat();
            prop_assert_eq!(answer(&longer), parsed);
        }
    }

    #[test]
    fn requests_are_read_or_refused(
        bytes in bytes(vec![
            REQUEST.to_vec(),
            b"GET / HTTP/1.1\r\nhost: balancer\r\nX-Forwarded-For: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n".to_vec(),
        ]),
    ) {
        let parsed = bounded(&bytes, 1 << 10, 0, || is_request(&bytes));
        prop_assert!(parsed != Ok(false) || bytes.len() <= LONGEST_HEAD);
        if parsed == Ok(true) {
            // Not a byte before, and not one more.
            prop_assert_eq!(is_request(&bytes[..bytes.len() - 1]), Ok(false));
            prop_assert_eq!(is_request(&[&bytes[..], b"G"].concat()), Err(Malformed::More));
        }
    }
}
