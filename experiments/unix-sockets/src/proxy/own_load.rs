//! Load made by this program's own sockets, as wrk makes it: to see whether they keep up with wrk.

use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use sockets::Socket;

use super::http::{Answer, request_to};
use super::wrk::{CONNECTIONS, THREADS};

/// How long an answer may take.
const TIMEOUT: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };

/// Asks the server there for that long, on as many threads and connections as wrk; how many right answers came a second.
///
/// # Errors
/// A connection failed, or an answer was another than `expected`.
pub(super) fn load(address: SocketAddr, expected: &Answer, duration: Duration) -> io::Result<f64> {
    let started = Instant::now();
    let answers = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|_| scope.spawn(|| share(address, expected, started + duration))).collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("it does not panic"));
        joined.sum::<io::Result<u64>>()
    })?;
    Ok(answers as f64 / started.elapsed().as_secs_f64())
}

/// One thread's share: on each of its connections a request follows the answer to the one before.
fn share(address: SocketAddr, expected: &Answer, end: Instant) -> io::Result<u64> {
    let request = request_to(address);
    let connect = |_| Socket::connect_tcp(address, &sockets::Options::default());
    let connections = (0..CONNECTIONS / THREADS).map(connect).collect::<io::Result<Vec<_>>>()?;
    for connection in &connections {
        connection.write_all(&request)?;
    }
    // The part of each connection's answer that has come so far.
    let mut parts = vec![Vec::with_capacity(expected.length); connections.len()];
    let mut buffer = vec![0; 2 * expected.length];
    let mut answers = 0;
    while Instant::now() < end {
        let mut polled: Vec<_> = connections.iter().map(|connection| PollFd::new(connection, PollFlags::IN)).collect();
        match poll(&mut polled, Some(&TIMEOUT)) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Err(Errno::INTR) => continue,
            other => _ = other?,
        }
        let ready: Vec<bool> = polled.iter().map(|polled| !polled.revents().is_empty()).collect();
        for ((connection, part), _) in connections.iter().zip(&mut parts).zip(ready).filter(|(_, ready)| *ready) {
            let length = connection.read(&mut buffer)?;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            part.extend_from_slice(&buffer[..length]);
            if part.len() >= expected.length {
                check(part, expected)?;
                part.clear();
                answers += 1;
                connection.write_all(&request)?;
            }
        }
    }
    Ok(answers)
}

/// Fails if bytes are another answer. It looks at as much as tells that in no time; wrk looks at less.
fn check(bytes: &[u8], expected: &Answer) -> io::Result<()> {
    let status = format!("HTTP/1.1 {} ", expected.status);
    let is_right =
        bytes.len() == expected.length && bytes.starts_with(status.as_bytes()) && bytes.ends_with(&expected.body);
    if is_right { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "another answer than before")) }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::proxy::http;

    fn text(body: &str) -> Vec<u8> {
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    /// A server whose every connection answers its requests with the next of these, and the last for ever; and how often it has.
    fn server(answers: &'static [&'static str]) -> (SocketAddr, Arc<AtomicU64>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let served = Arc::new(AtomicU64::new(0));
        let counter = served.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let counter = counter.clone();
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    // Or the second part waits until the first is acknowledged, which may take 40 ms (Nagle).
                    stream.set_nodelay(true).unwrap();
                    let mut request = vec![0; request_to(address).len()];
                    let mut left = answers.iter();
                    let mut answer = left.next().unwrap();
                    while stream.read_exact(&mut request).is_ok() {
                        counter.fetch_add(1, Ordering::SeqCst);
                        let text = text(answer);
                        // In two parts, as a network may bring it.
                        let (first, second) = text.split_at(20);
                        if stream.write_all(first).and_then(|()| stream.write_all(second)).is_err() {
                            return;
                        }
                        answer = left.next().unwrap_or(answer);
                    }
                });
            }
        });
        (address, served)
    }

    #[test]
    fn right_answers_are_counted() {
        let (address, served) = server(&["hello"]);
        let expected = http::get(address).unwrap();
        let before = served.load(Ordering::SeqCst);
        let (duration, started) = (Duration::from_millis(200), Instant::now());
        let rate = load(address, &expected, duration).unwrap();
        let longest = started.elapsed();
        let served = (served.load(Ordering::SeqCst) - before) as f64;
        // At the end one answer to each connection may be under way.
        let counted = rate * duration.as_secs_f64()..=rate * longest.as_secs_f64() + CONNECTIONS as f64;
        assert!(served > 0.0 && counted.contains(&served), "{served} were served, {rate} a second counted");
    }

    #[test]
    fn another_answer_is_noticed() {
        let (address, _) = server(&["hello", "hello", "hullo"]);
        let expected = http::get(address).unwrap();
        let error = load(address, &expected, Duration::from_secs(5)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn nobody_there_is_an_error() {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let expected = Answer { status: 200, body: b"hello".to_vec(), length: text("hello").len() };
        let error = load(address, &expected, Duration::from_millis(100)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
    }
}
