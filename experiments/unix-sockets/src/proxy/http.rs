//! Just enough of HTTP/1.1 to ask as wrk does and to tell a right answer from a wrong one.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use httparse::{EMPTY_HEADER, Response, Status};

/// The most headers of an answer that are read.
const MOST_HEADERS: usize = 64;
/// The longest head of an answer that is read.
const LONGEST_HEAD: usize = 16 << 10;
/// The longest body of an answer that is read.
const LONGEST_BODY: usize = 1 << 20;
/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// Such as 200.
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
    /// All of it, head and body, in bytes.
    pub(super) length: usize,
}

/// Why bytes are no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Malformed {
    /// The head is not the one of an HTTP/1.1 answer.
    Head,
    /// No valid `Content-Length` says how long the body is.
    Length,
    /// Longer than any answer of ours.
    TooLong,
}

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Head => "the answer's head is not HTTP's",
            Self::Length => "the answer does not say how long it is",
            Self::TooLong => "the answer is too long",
        })
    }
}

/// The bytes that wrk sends, too.
pub(super) fn request_to(address: SocketAddr) -> Vec<u8> {
    format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").into_bytes()
}

/// Asks once, on a connection of its own.
pub(super) fn get(address: SocketAddr) -> io::Result<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(&request_to(address))?;
    let mut read = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let invalid = |why: Malformed| io::Error::new(io::ErrorKind::InvalidData, why.to_string());
        if let Some(answer) = parse(&read).map_err(invalid)? {
            return Ok(answer);
        }
        match stream.read(&mut buffer).map_err(in_words)? {
            0 => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the answer ends amid")),
            length => read.extend_from_slice(&buffer[..length]),
        }
    }
}

/// The same error; one that says that the time is over says so in words.
fn in_words(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {} s", TIMEOUT.as_secs()))
        }
        _ => error,
    }
}

/// The answer that the bytes begin with; `None` while it is not whole.
pub(super) fn parse(bytes: &[u8]) -> Result<Option<Answer>, Malformed> {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut response = Response::new(&mut headers);
    let head = match response.parse(&bytes[..bytes.len().min(LONGEST_HEAD)]).map_err(|_| Malformed::Head)? {
        Status::Complete(head) => head,
        Status::Partial => return if bytes.len() < LONGEST_HEAD { Ok(None) } else { Err(Malformed::TooLong) },
    };
    let status = response.code.filter(|status| response.version == Some(1) && *status >= 100).ok_or(Malformed::Head)?;
    let mut lengths = response.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("content-length"));
    let (Some(length), None) = (lengths.next(), lengths.next()) else { return Err(Malformed::Length) };
    let body_length = digits(length.value).ok_or(Malformed::Length)?;
    if body_length > LONGEST_BODY {
        return Err(Malformed::TooLong);
    }
    let length = head + body_length;
    Ok(bytes.get(head..length).map(|body| Answer { status, body: body.to_vec(), length }))
}

/// The number that all of these are the digits of: a sign would be parsed, too.
fn digits(text: &[u8]) -> Option<usize> {
    let text = str::from_utf8(text).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    mod fuzz;

    #[test]
    fn an_answer_is_read_whole_and_no_further() {
        let text = b"HTTP/1.1 404 Not Found\r\nServer: x\r\ncontent-length: 5\r\n\r\nhelloHTTP/1.1 200 OK";
        let answer = parse(text).unwrap().unwrap();
        assert_eq!((answer.status, &answer.body[..], answer.length), (404, &b"hello"[..], text.len() - 15));
        for length in 0..answer.length {
            assert_eq!(parse(&text[..length]), Ok(None), "{length}");
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
            ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\nx", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", Malformed::Length),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n", Malformed::TooLong),
        ] {
            assert_eq!(parse(text.as_bytes()), Err(why), "{text}");
        }
        let endless = [b"HTTP/1.1 200 OK\r\nServer: ".to_vec(), vec![b'x'; LONGEST_HEAD]].concat();
        assert_eq!(parse(&endless[..LONGEST_HEAD - 1]), Ok(None));
        assert_eq!(parse(&endless[..LONGEST_HEAD]), Err(Malformed::TooLong));
        assert_eq!(parse(&endless), Err(Malformed::TooLong));
    }

    #[test]
    fn a_server_that_hangs_is_told_from_one_that_is_gone() {
        // What a read says after its timeout (EAGAIN).
        assert_eq!(in_words(io::Error::from_raw_os_error(11)).to_string(), "no answer within 5 s");
        let gone = in_words(io::ErrorKind::ConnectionReset.into());
        assert_eq!(gone.kind(), io::ErrorKind::ConnectionReset);
    }

    #[test]
    fn a_server_that_never_ends_its_answer_is_given_up() {
        for (starts, goes_on) in [
            ("HTTP/1.1 200 OK\r\nServer: ", [b'x'; 4096]),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n", [b'x'; 4096]),
            ("", [0; 4096]),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = listener.local_addr().unwrap();
            let server = thread::spawn(move || {
                let (mut stream, _) = listener.accept().unwrap();
                // Until nobody reads.
                stream.write_all(starts.as_bytes()).and_then(|()| {
                    loop {
                        stream.write_all(&goes_on)?;
                    }
                })
            });
            assert_eq!(get(address).unwrap_err().kind(), io::ErrorKind::InvalidData, "{starts:?}");
            let ended: io::Result<()> = server.join().unwrap();
            ended.unwrap_err();
        }
    }

    #[test]
    fn a_server_that_hangs_up_is_noticed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = vec![0; request_to(address).len()];
            stream.read_exact(&mut request).unwrap();
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel").unwrap();
            request
        });
        assert_eq!(get(address).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(server.join().unwrap(), request_to(address));
    }
}
