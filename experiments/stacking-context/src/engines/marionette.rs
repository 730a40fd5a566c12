//! Firefox's own protocol of automation, which needs no driver: `LENGTH:JSON` over TCP, WebDriver's commands by name.
//!
//! Source: Mozilla's Firefox source documentation, "Marionette", "Protocol".

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::time::Duration;

use harness::Failure;
use serde_json::{Value, json};

/// The longest answer that is read: a screenshot has less.
const LONGEST: usize = 64 << 20;
/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A session.
pub(super) struct Marionette {
    stream: BufReader<TcpStream>,
    last: u64,
}

impl Marionette {
    /// Connects to a port of this machine, once there is one.
    pub(super) fn connect(port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let mut stream = BufReader::new(stream);
        // Who it is.
        message(&mut stream)?;
        Ok(Self { stream, last: 0 })
    }

    /// The port, which Firefox writes into its profile as soon as it listens.
    pub(super) fn port(profile: &Path) -> Option<u16> {
        fs::read_to_string(profile.join("MarionetteActivePort")).ok()?.trim().parse().ok()
    }

    /// Carries out a command.
    pub(super) fn command(&mut self, name: &str, parameters: &Value) -> Result<Value, Failure> {
        let failed = |why: &str| Failure::program("Firefox", format!("asked for {name}: {why}"));
        self.last += 1;
        let request = json!([0, self.last, name, parameters]).to_string();
        let answer =
            write!(self.stream.get_mut(), "{}:{request}", request.len()).and_then(|()| message(&mut self.stream));
        match answer.map_err(|error| failed(&error.to_string()))?.as_array_mut().map(Vec::as_mut_slice) {
            Some([_, id, Value::Null, result]) if *id == self.last => Ok(result.take()),
            Some([_, _, error, _]) => Err(failed(error["message"].as_str().unwrap_or("an error without a message"))),
            _ => Err(failed("its answer is none")),
        }
    }
}

/// One message: its length in bytes, a colon, and JSON.
fn message(stream: &mut impl Read) -> io::Result<Value> {
    let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let (mut length, mut byte) = (0_usize, [0]);
    loop {
        stream.read_exact(&mut byte)?;
        match byte[0] {
            digit @ b'0'..=b'9' => length = length.saturating_mul(10).saturating_add(usize::from(digit - b'0')),
            b':' => break,
            other => return Err(wrong(format!("byte {other} stands in the length of a message"))),
        }
        if length > LONGEST {
            return Err(wrong(format!("a message is longer than {LONGEST} bytes")));
        }
    }
    let mut text = Vec::new();
    stream.take(length as u64).read_to_end(&mut text)?;
    if text.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    mod fuzz;

    #[test]
    fn a_message_has_its_length_before_it() {
        let mut two = &b"4:null11:[1,1,null,2]"[..];
        assert_eq!(message(&mut two).unwrap(), Value::Null);
        assert_eq!(message(&mut two).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert_eq!(message(&mut &b"2:{}"[..]).unwrap(), json!({}));
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for text in ["", "4", "4:nul", "x:null", "99999999999999999999999:", "4:nope"] {
            assert!(message(&mut text.as_bytes()).is_err(), "{text}");
        }
    }
}
