//! Just enough of HTTP/1.1 to tell a whole message, and a right answer from a wrong one.

use std::fmt;

/// The longest head that is read.
const LONGEST_HEAD: usize = 16 << 10;
const END: &[u8] = b"\r\n\r\n";

/// What the generator asks.
pub(super) const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: balancer\r\n\r\n";
/// What the servers answer.
pub(super) const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

/// A whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    /// Such as 200.
    pub(super) status: u16,
    /// Head and body, in bytes.
    pub(super) length: usize,
}

/// Why bytes are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Malformed {
    /// The head is not the one of an HTTP/1.1 answer.
    Head,
    /// No valid `Content-Length` says how long the body is.
    Length,
    /// Longer than any of ours.
    TooLong,
}

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Head => "an answer's head is not HTTP's",
            Self::Length => "an answer does not say how long it is",
            Self::TooLong => "a message is too long",
        })
    }
}

/// Whether a request without a body is whole.
pub(super) fn is_request(bytes: &[u8]) -> Result<bool, Malformed> {
    let is_whole = bytes.ends_with(END);
    if !is_whole && bytes.len() > LONGEST_HEAD { Err(Malformed::TooLong) } else { Ok(is_whole) }
}

/// The answer that the bytes begin with; `None` while it is not whole.
pub(super) fn answer(bytes: &[u8]) -> Result<Option<Answer>, Malformed> {
    let Some(head) = bytes.windows(END.len()).position(|four| four == END) else {
        return if bytes.len() > LONGEST_HEAD { Err(Malformed::TooLong) } else { Ok(None) };
    };
    let mut lines = std::str::from_utf8(&bytes[..head]).map_err(|_| Malformed::Head)?.split("\r\n");
    let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 ")).and_then(|line| line.get(..3));
    // Three digits: a sign would be parsed, too.
    let status = status.and_then(|digits| digits.parse().ok()).filter(|status| (100..1000).contains(status));
    let status = status.ok_or(Malformed::Head)?;
    let lengths = lines.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>())
    });
    let [Ok(body)] = lengths.collect::<Vec<_>>()[..] else { return Err(Malformed::Length) };
    if body > LONGEST_HEAD {
        return Err(Malformed::TooLong);
    }
    let length = head + END.len() + body;
    Ok((bytes.len() >= length).then_some(Answer { status, length }))
}

#[cfg(test)]
mod tests {
    use super::*;

    mod fuzz;

    #[test]
    fn an_answer_is_read_whole_and_no_further() {
        assert_eq!(answer(ANSWER), Ok(Some(Answer { status: 200, length: ANSWER.len() })));
        let text = b"HTTP/1.1 502 Bad Gateway\r\nServer: x\r\ncontent-length: 5\r\n\r\nhelloHTTP/1.1 200 OK";
        assert_eq!(answer(text), Ok(Some(Answer { status: 502, length: text.len() - 15 })));
        for length in 0..text.len() - 15 {
            assert_eq!(answer(&text[..length]), Ok(None), "{length}");
        }
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for (text, why) in [
            ("SSH-2.0-OpenSSH\r\n\r\n", Malformed::Head),
            ("HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n", Malformed::Head),
            ("HTTP/1.1 +20 OK\r\nContent-Length: 0\r\n\r\n", Malformed::Head),
            ("HTTP/1.1 200 OK\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 16385\r\n\r\n", Malformed::TooLong),
        ] {
            assert_eq!(answer(text.as_bytes()), Err(why), "{text}");
        }
        assert_eq!(answer(&[b'x'; LONGEST_HEAD + 1]), Err(Malformed::TooLong));
    }

    #[test]
    fn a_request_is_whole_at_its_empty_line() {
        assert_eq!(is_request(REQUEST), Ok(true));
        assert_eq!(is_request(&REQUEST[..REQUEST.len() - 1]), Ok(false));
        assert_eq!(is_request(&[b'x'; LONGEST_HEAD + 1]), Err(Malformed::TooLong));
    }
}
