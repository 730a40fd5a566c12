//! A request as wrk makes it, and its answer.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use http_messages::answer;

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
        let invalid = |why| io::Error::new(io::ErrorKind::InvalidData, why);
        if let Some(answer) = answer(&read).map_err(invalid)? {
            return Ok(Answer { status: answer.status, body: answer.body.to_vec(), length: answer.length });
        }
        match stream.read(&mut buffer) {
            Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the answer ends amid")),
            Ok(length) => read.extend_from_slice(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(in_words(error)),
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

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

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
