//! The server takes only its protocol, and whatever else comes it serves on.

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use support::{Server, program};
use testkit::{TIMEOUT, wait_until};

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream
}

/// A greeting with these numbers: read buffer, warm-up and window in milliseconds.
fn greeting(numbers: [u32; 3]) -> Vec<u8> {
    [b"BUFSIZE1".to_vec(), numbers.iter().flat_map(|number| number.to_be_bytes()).collect()].concat()
}

/// A whole measurement; the report.
fn measure(server: &Server) -> serde_json::Value {
    let mut stream = connect(server);
    stream.write_all(&greeting([4096, 1, 20])).unwrap();
    let mut answer = [0];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"+");
    let mut words = stream.try_clone().unwrap();
    let enough = thread::spawn(move || {
        let mut said = [0];
        words.read_exact(&mut said).map(|()| said)
    });
    let started = Instant::now();
    let mut sent = 0;
    // Until it has enough, which takes longer than it was told where the machine is busy.
    while !enough.is_finished() {
        assert!(started.elapsed() < TIMEOUT, "it never has enough");
        stream.write_all(&[1; 4096]).unwrap();
        sent += 4096;
    }
    assert_eq!(enough.join().unwrap().unwrap(), *b".", "it says when it has enough");
    stream.shutdown(Shutdown::Write).unwrap();
    let mut report = String::new();
    stream.read_to_string(&mut report).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap_or_else(|_| panic!("it said {report:?}"));
    assert_eq!(report["received_bytes"], sent);
    report
}

/// Bytes that the server sends until it closes or resets the connection.
fn last_words(mut stream: TcpStream) -> Vec<u8> {
    let mut said = Vec::new();
    let _ = stream.read_to_end(&mut said);
    said
}

#[test]
fn what_is_no_greeting_is_closed_without_a_word() {
    let server = Server::start(program(), "127.0.0.1");
    let garbage: [&[u8]; 6] = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        &[0; 20],
        &[0xff; 100_000],
        b"BUFSIZE2aaaaaaaaaaaa",
        &greeting([0, 1, 20]),
        &greeting([u32::MAX, u32::MAX, u32::MAX]),
    ];
    for bytes in garbage {
        let mut stream = connect(&server);
        // The server may close before it has taken all.
        let _ = stream.write_all(bytes);
        assert_eq!(last_words(stream), b"", "{:?}", &bytes[..8]);
        measure(&server);
    }
}

#[test]
fn clients_that_go_at_any_moment_leave_nothing() {
    let server = Server::start(program(), "127.0.0.1");
    let before = server.holds();
    measure(&server);
    let whole = greeting([65_536, 1, 200]);
    for length in 0..=whole.len() {
        connect(&server).write_all(&whole[..length]).unwrap();
    }
    for bytes in [1, 100_000] {
        let mut stream = connect(&server);
        stream.write_all(&whole).unwrap();
        stream.write_all(&vec![1; bytes]).unwrap();
    }
    wait_until("descriptors or threads are left", || server.holds() == before);
    measure(&server);
}

#[test]
fn half_open_clients_keep_nobody_waiting_and_are_dropped() {
    let server = Server::start(program(), "127.0.0.1");
    let before = server.holds();
    measure(&server);
    let silent: Vec<TcpStream> = (0..50).map(|_| connect(&server)).collect();
    let mut slow: Vec<TcpStream> = (0..5).map(|_| connect(&server)).collect();
    for stream in &mut slow {
        stream.write_all(b"BUF").unwrap();
    }
    // Greeted, and silent from then on.
    let mut greeted = connect(&server);
    greeted.write_all(&greeting([4096, 1, 20])).unwrap();
    // Each of them has seconds before it is dropped: whoever had to wait for them all would wait longer than `measure` does.
    measure(&server);
    for stream in silent.into_iter().chain(slow) {
        assert_eq!(last_words(stream), b"");
    }
    assert_eq!(last_words(greeted), b"+");
    wait_until("descriptors or threads are left", || server.holds() == before);
}

#[test]
fn a_client_that_never_ends_is_dropped() {
    let server = Server::start(program(), "127.0.0.1");
    let mut stream = connect(&server);
    stream.write_all(&greeting([65_536, 1, 20])).unwrap();
    let started = Instant::now();
    while stream.write_all(&[1; 65_536]).is_ok() {
        assert!(started.elapsed() < TIMEOUT, "it is still read");
    }
    measure(&server);
}

/// A client that has greeted and sends nothing more, or little.
fn greeted(server: &Server, numbers: [u32; 3]) -> TcpStream {
    let mut stream = connect(server);
    stream.write_all(&greeting(numbers)).unwrap();
    stream
}

/// As many as are measured at once, none of which is ever silent for as long as it would be dropped for.
#[test]
fn honest_clients_get_through_beside_slow_ones_which_are_dropped() {
    let server = Server::start(program(), "127.0.0.1");
    let before = server.holds();
    let slow = |_| {
        let mut stream = greeted(&server, [4096, 1, 20]);
        let mut answer = [0];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"+");
        thread::spawn(move || {
            while stream.write_all(&[1]).is_ok() {
                thread::sleep(Duration::from_secs(1));
            }
        })
    };
    let slow: Vec<_> = (0..16).map(slow).collect();
    measure(&server);
    for one in slow {
        one.join().unwrap();
    }
    wait_until("descriptors or threads are left", || server.holds() == before);
}

/// Four times as many as are measured at once, each for as long as it takes until a silent one is dropped.
#[test]
fn whoever_has_waited_for_long_is_told_that_it_is_busy() {
    let server = Server::start(program(), "127.0.0.1");
    let before = server.holds();
    let crowd: Vec<TcpStream> = (0..64).map(|_| greeted(&server, [4096, 1, 2000])).collect();
    let said: Vec<Vec<u8>> = crowd.into_iter().map(last_words).collect();
    let count = |answer: &[u8]| said.iter().filter(|said| *said == answer).count();
    assert!(count(b"+") >= 16 && count(b"!") >= 16 && count(b"+") + count(b"!") == 64, "{said:?}");
    wait_until("descriptors or threads are left", || server.holds() == before);
    measure(&server);
}

/// What it would say of a failure to accept, for want of descriptors, goes nowhere.
#[test]
fn a_full_standard_error_is_no_reason_not_to_serve() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 16; exec \"$0\" \"$@\" 2> /dev/full", env!("CARGO_BIN_EXE_buffer-size")]);
    let server = Server::start(command, "127.0.0.1");
    let silent: Vec<TcpStream> = (0..40).map(|_| connect(&server)).collect();
    let last = format!("/proc/{}/fd/15", server.child.id());
    wait_until("it has descriptors left", || Path::new(&last).exists());
    drop(silent);
    measure(&server);
}

#[test]
fn it_listens_on_the_loopback_interface_unless_told_otherwise() {
    let help = program().args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("[default: 127.0.0.1:7117]"), "{help}");
}
