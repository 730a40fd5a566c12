//! Messages of HTTP/1.1, for experiments that ask web servers or stand for them: just enough to tell a whole message from what is
//! not whole yet, and a right answer from a wrong one.

use std::error::Error;
use std::fmt;

use httparse::{EMPTY_HEADER, Request, Response, Status};

/// The longest head that is read, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The longest body that is read, in bytes.
const LONGEST_BODY: usize = 1 << 20;
/// The most header fields of a message.
const MOST_HEADERS: usize = 64;

/// A whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer<'a> {
    /// Such as 200.
    pub status: u16,
    /// All that comes after the head.
    pub body: &'a [u8],
    /// Head and body, in bytes.
    pub length: usize,
}

/// Why bytes are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// The head is not HTTP's, or that of an answer of another version than 1.1.
    Head,
    /// No valid `Content-Length` says how long the body is.
    Length,
    /// Longer than any of ours.
    TooLong,
    /// A request before the last one is answered.
    More,
}

impl Error for Malformed {}

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Head => "a message's head is not HTTP's",
            Self::Length => "an answer does not say how long it is",
            Self::TooLong => "a message is too long",
            Self::More => "more came than one request",
        })
    }
}

/// Tells whether a request without a body, as far as it has come, is whole.
///
/// # Errors
/// The bytes are none, or more than one.
pub fn is_request(bytes: &[u8]) -> Result<bool, Malformed> {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    match head_length(bytes, |head| Request::new(&mut headers).parse(head))? {
        Some(length) if length < bytes.len() => Err(Malformed::More),
        length => Ok(length.is_some()),
    }
}

/// The answer that the bytes begin with; `None` while it is not whole.
///
/// # Errors
/// They begin with none.
pub fn answer(bytes: &[u8]) -> Result<Option<Answer<'_>>, Malformed> {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut response = Response::new(&mut headers);
    let Some(head) = head_length(bytes, |head| response.parse(head))? else { return Ok(None) };
    let status = response.code.filter(|status| response.version == Some(1) && (100..1000).contains(status));
    let status = status.ok_or(Malformed::Head)?;
    let lengths = response.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("content-length"));
    let [length] = lengths.collect::<Vec<_>>()[..] else { return Err(Malformed::Length) };
    let body = whole_number(length.value).ok_or(Malformed::Length)?;
    if body > LONGEST_BODY {
        return Err(Malformed::TooLong);
    }
    let length = head + body;
    Ok(bytes.get(head..length).map(|body| Answer { status, body, length }))
}

/// Length of the head that the bytes begin with; `None` while it is not whole. Bytes after the longest head are not looked at, so
/// that more of them never change the result.
fn head_length<'a>(
    bytes: &'a [u8],
    parse: impl FnOnce(&'a [u8]) -> httparse::Result<usize>,
) -> Result<Option<usize>, Malformed> {
    match parse(&bytes[..bytes.len().min(LONGEST_HEAD)]).map_err(|_| Malformed::Head)? {
        Status::Complete(length) => Ok(Some(length)),
        Status::Partial if bytes.len() > LONGEST_HEAD => Err(Malformed::TooLong),
        Status::Partial => Ok(None),
    }
}

/// Digits alone: a sign would be parsed, too.
fn whole_number(text: &[u8]) -> Option<usize> {
    let digits = str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    mod fuzz;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: server\r\n\r\n";
    const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

    #[test]
    fn an_answer_is_read_whole_and_no_further() {
        let text = b"HTTP/1.1 502 Bad Gateway\r\nServer: x\r\ncontent-length: 5\r\n\r\nhelloHTTP/1.1 200 OK";
        assert_eq!(answer(text), Ok(Some(Answer { status: 502, body: b"hello", length: text.len() - 15 })));
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
            ("HTTP/1.1 2\u{e9}\r\nContent-Length: 0\r\n\r\n", Malformed::Head),
            ("HTTP/1.1 200 OK\r\n\r\n", Malformed::Length),
            ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", Malformed::Head),
            ("HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n", Malformed::Head),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n", Malformed::TooLong),
        ] {
            assert_eq!(answer(text.as_bytes()), Err(why), "{text}");
        }
        assert_eq!(answer(&too_long("HTTP/1.1 200 OK\r\nA: ")), Err(Malformed::TooLong));
        let many = format!("HTTP/1.1 200 OK\r\n{}Content-Length: 0\r\n\r\n", "A: b\r\n".repeat(MOST_HEADERS));
        assert_eq!(answer(many.as_bytes()), Err(Malformed::Head));
    }

    /// A message whose head goes on beyond the longest that is read.
    fn too_long(begin: &str) -> Vec<u8> {
        [begin.as_bytes(), &[b'x'; LONGEST_HEAD]].concat()
    }

    #[test]
    fn a_request_is_whole_at_its_empty_line() {
        assert_eq!(is_request(REQUEST), Ok(true));
        assert_eq!(is_request(&REQUEST[..REQUEST.len() - 1]), Ok(false));
        assert_eq!(is_request(&[REQUEST, b"G"].concat()), Err(Malformed::More));
        assert_eq!(is_request(ANSWER), Err(Malformed::Head));
        assert_eq!(is_request(&too_long("GET / HTTP/1.1\r\nA: ")), Err(Malformed::TooLong));
    }
}
