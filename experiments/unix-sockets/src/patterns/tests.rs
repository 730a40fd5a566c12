//! Every byte that is sent comes, peers that die are noticed, and nothing is left over.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use super::measure;
use super::{bulk, per_message, ping_pong};
use crate::channel::{Channel, packet_limit};
use crate::condition::{Condition, Pattern};
use crate::contents::fill;
use sockets::cores::Cores;

use crate::cores::{Whereabouts, usable};
use crate::door::Door;
use crate::exchange_error::ExchangeError;
use crate::span::Span;
use crate::transport::Transport;
use crate::turn::{Check, Outcome, SAME_CORE, Terms};
use crate::waiting::Waiting;

const SHORT: Duration = Duration::from_millis(20);

fn terms(folder: &Path) -> Terms<'_> {
    let (transport, cores) = (Transport::Unix, Cores::All);
    let waiting = Waiting::Block;
    Terms { transport, cores, waiting, span: Span::new(SHORT), check: Check::Contents, folder }
}

fn carry_out(pattern: Pattern, transport: Transport, cores: Cores) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let condition = Condition::of(pattern, transport, cores);
    measure(condition, Span::new(SHORT), Check::Contents, folder.path())
        .unwrap_or_else(|error| panic!("{}: {error}", condition.text()))
}

fn every_place(pattern: Pattern, check: impl Fn(Outcome)) {
    for transport in Transport::ALL {
        if transport == Transport::Pipe && pattern.connects() {
            continue;
        }
        for cores in Cores::EVERY {
            if cores == Cores::Apart && !(usable() > 1 && pattern.has_two_ends()) {
                continue;
            }
            check(carry_out(pattern, transport, cores));
        }
    }
}

fn assert_positive(outcome: &Outcome, measures: &[&str]) {
    assert_eq!(outcome.keys().copied().collect::<Vec<_>>(), measures);
    assert!(outcome.values().all(|&value| value > 0.0 && value.is_finite()), "{outcome:?}");
}

/// The same of an exchange, of which it is known how much of it was on one core, which may be nothing.
fn assert_exchange(mut outcome: Outcome, measures: &[&str]) {
    let share = outcome.remove(SAME_CORE).unwrap();
    assert!((0.0..=1.0).contains(&share), "{share}");
    assert_positive(&outcome, measures);
}

#[test]
fn pinned_ends_are_always_on_one_core_or_never() {
    for pattern in [Pattern::PerMessage { bytes: 12 }, Pattern::PingPong { bytes: 64 }] {
        assert_eq!(carry_out(pattern, Transport::Unix, Cores::One)[SAME_CORE], 1.0);
        if usable() > 1 {
            assert_eq!(carry_out(pattern, Transport::Unix, Cores::Apart)[SAME_CORE], 0.0);
        }
    }
}

#[test]
fn every_byte_comes_however_ends_wait() {
    for pattern in [Pattern::PerMessage { bytes: 5_000 }, Pattern::PingPong { bytes: 64 << 10 }] {
        for transport in Transport::ALL {
            if transport == Transport::Pipe && pattern.connects() {
                continue;
            }
            for waiting in Waiting::ALL {
                let folder = tempfile::tempdir().unwrap();
                let condition = Condition { waiting, ..Condition::of(pattern, transport, Cores::One) };
                let outcome = measure(condition, Span::new(SHORT), Check::Contents, folder.path());
                outcome.unwrap_or_else(|error| panic!("{}: {error}", condition.text()));
            }
        }
    }
}

#[test]
fn every_message_comes_whole_over_a_connection_of_its_own() {
    for bytes in [1, 12, 5_000] {
        every_place(Pattern::PerMessage { bytes }, |outcome| {
            let measures = ["cpu_seconds_per_message", "messages_per_second", "p50_seconds", "p99_seconds"];
            assert_exchange(outcome, &measures);
        });
    }
}

#[test]
fn every_message_comes_back_as_it_was_sent() {
    for bytes in [1, 1_000, 64 << 10] {
        every_place(Pattern::PingPong { bytes }, |outcome| {
            assert!(outcome["p50_seconds"] <= outcome["p99_seconds"]);
            assert!(outcome["p99_seconds"] <= outcome["p999_seconds"]);
            assert_exchange(outcome, &["p50_seconds", "p999_seconds", "p99_seconds", "round_trips_per_second"]);
        });
    }
}

#[test]
fn two_writes_are_one_request_whatever_is_between_the_ends() {
    every_place(Pattern::TwoWrites { bytes: 100 }, |outcome| {
        assert_positive(&outcome, &["round_trip_high_s", "round_trip_low_s", "round_trip_s"]);
        assert!(outcome["round_trip_low_s"] <= outcome["round_trip_high_s"]);
    });
}

/// Nagle's algorithm holds the second write until the first is acknowledged, which Linux delays by 40 ms or more.
#[test]
fn the_second_write_waits_over_tcp_unless_told_otherwise() {
    let round_trip = |transport| {
        let folder = tempfile::tempdir().unwrap();
        let condition = Condition::of(Pattern::TwoWrites { bytes: 100 }, transport, Cores::One);
        measure(condition, Span::new(10 * SHORT), Check::Counts, folder.path()).unwrap()["round_trip_s"]
    };
    assert!(round_trip(Transport::Tcp) > 0.02);
    assert!(round_trip(Transport::TcpNodelay) < 0.02);
    assert!(round_trip(Transport::Unix) < 0.02);
}

#[test]
fn messages_longer_than_any_buffer_come_back_whole() {
    for transport in [Transport::Tcp, Transport::Unix, Transport::Pipe] {
        carry_out(Pattern::PingPong { bytes: 4 << 20 }, transport, Cores::All);
    }
}

#[test]
fn every_byte_of_a_bulk_transfer_comes_in_its_place() {
    for bytes in [1, 4_096, 100_000] {
        every_place(Pattern::Bulk { bytes }, |outcome| {
            assert_positive(&outcome, &["cpu_seconds_per_gib", "throughput_bytes_per_second"]);
        });
    }
}

#[test]
fn the_longest_packet_fits_and_one_byte_more_does_not() {
    let longest = packet_limit();
    carry_out(Pattern::Bulk { bytes: longest }, Transport::Seqpacket, Cores::All);
    let (ours, _theirs) = Channel::pair(Transport::Seqpacket).unwrap();
    assert!(matches!(ours.send(&vec![0; longest + 1]), Err(ExchangeError::Call(_))));
}

#[test]
fn one_thread_alone_does_both_sides() {
    every_place(Pattern::Handshake, |outcome| {
        assert_positive(&outcome, &["accept_seconds", "close_seconds", "connect_seconds"]);
    });
    for bytes in [1, 64 << 10] {
        every_place(Pattern::Echo { bytes }, |outcome| assert_positive(&outcome, &["round_trip_seconds"]));
    }
}

#[test]
fn a_server_that_dies_in_the_middle_of_a_message_is_noticed() {
    for transport in [Transport::Tcp, Transport::Unix] {
        let folder = tempfile::tempdir().unwrap();
        let Door { listener, address, options } = Door::open(transport, folder.path()).unwrap().unwrap();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let listener = listener;
                Channel::from(listener.accept().unwrap()).send(&[0, 1, 2, 3, 4]).unwrap();
            });
            let caller = per_message::Caller { address, options, listener: Weak::new(), is_over: &is_over };
            let error = per_message::receive(caller, &mut [0; 12], terms(folder.path()), &Whereabouts::default()).err();
            assert!(matches!(error, Some(ExchangeError::PeerGone { came: 5, wanted: 12 })), "{error:?}");
        });
    }
}

#[test]
fn the_server_ends_when_who_connects_is_gone() {
    for transport in [Transport::Tcp, Transport::Unix, Transport::Seqpacket] {
        ends_without_its_caller(transport);
    }
}

fn ends_without_its_caller(transport: Transport) {
    let folder = tempfile::tempdir().unwrap();
    let Door { listener, address, options } = Door::open(transport, folder.path()).unwrap().unwrap();
    let is_over = AtomicBool::new(false);
    let listener = Arc::new(listener);
    let caller = per_message::Caller { address, options, listener: Arc::downgrade(&listener), is_over: &is_over };
    thread::scope(|scope| {
        let serving = scope.spawn(|| per_message::serve(listener, &[0; 12], &is_over, &Whereabouts::default()));
        // It waits by then.
        thread::sleep(SHORT);
        drop(caller);
        assert_eq!(serving.join().unwrap().unwrap(), 0);
    });
}

#[test]
fn a_peer_that_dies_in_the_middle_of_an_answer_is_noticed() {
    for transport in [Transport::Tcp, Transport::Unix, Transport::Pipe] {
        let (ours, theirs) = Channel::pair(transport).unwrap();
        thread::scope(|scope| {
            scope.spawn(move || {
                let mut message = [0; 100];
                theirs.receive(&mut message).unwrap();
                theirs.send(&message).unwrap();
                theirs.receive(&mut message).unwrap();
                theirs.send(&message[..40]).unwrap();
            });
            let error = ping_pong::ask(ours, &mut [0; 100], terms(Path::new("")), &Whereabouts::default()).err();
            assert!(matches!(error, Some(ExchangeError::PeerGone { came: 40, wanted: 100 })), "{error:?}");
        });
    }
}

#[test]
fn an_answer_with_a_wrong_byte_is_noticed() {
    let (ours, theirs) = Channel::pair(Transport::Unix).unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut message = [0; 100];
            theirs.receive(&mut message).unwrap();
            message[70] ^= 0x80;
            theirs.send(&message).unwrap();
        });
        let error = ping_pong::ask(ours, &mut [0; 100], terms(Path::new("")), &Whereabouts::default()).err();
        assert!(matches!(error, Some(ExchangeError::Wrong { position: 70 })), "{error:?}");
    });
}

#[test]
fn a_writer_whose_reader_dies_gets_an_error_and_no_signal() {
    for transport in Transport::ALL {
        let (ours, theirs) = Channel::pair(transport).unwrap();
        drop(theirs);
        let error = bulk::write(ours, &mut [0; 1_000], terms(Path::new("")), &AtomicBool::new(false)).err();
        let kind = match error {
            Some(ExchangeError::Call(error)) => error.kind(),
            other => panic!("{other:?}"),
        };
        assert!(matches!(kind, io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset), "{kind:?}");
    }
}

#[test]
fn a_stream_that_ends_early_or_lost_a_byte_is_noticed() {
    let read = |bytes: &[u8]| {
        let (ours, theirs) = Channel::pair(Transport::Unix).unwrap();
        ours.send(bytes).unwrap();
        drop(ours);
        bulk::read(theirs, &mut [0; 1_000], terms(Path::new("")), &AtomicBool::new(false)).err()
    };
    let mut sent = [0; 500];
    fill(&mut sent, 0);
    assert!(matches!(read(&sent), Some(ExchangeError::PeerGone { .. })));
    assert!(matches!(read(&sent[1..]), Some(ExchangeError::Wrong { position: 0 })));
}

/// Says to the test below that its process is its own.
const ALONE: &str = "UNIX_SOCKETS_TEST_ALONE";

#[test]
fn no_descriptor_and_no_thread_is_left_after_a_turn() {
    if env::var_os(ALONE).is_none() {
        // Other tests of this process open descriptors and start threads.
        let alone = Command::new(env::current_exe().unwrap())
            .args(["--exact", "patterns::tests::no_descriptor_and_no_thread_is_left_after_a_turn", "--test-threads=1"])
            .env(ALONE, "")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&alone.stdout);
        assert!(alone.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let count = |folder: &str| fs::read_dir(folder).unwrap().count();
    let open = || (count("/proc/self/fd"), count("/proc/self/task"));
    let before = open();
    for pattern in [
        Pattern::PerMessage { bytes: 12 },
        Pattern::PingPong { bytes: 64 },
        Pattern::TwoWrites { bytes: 100 },
        Pattern::Bulk { bytes: 4_096 },
        Pattern::Handshake,
        Pattern::Echo { bytes: 64 },
    ] {
        every_place(pattern, |_| ());
        // A thread that has been joined may be listed for a moment longer.
        let late = Instant::now() + Duration::from_secs(10);
        while open() != before && Instant::now() < late {
            thread::yield_now();
        }
        assert_eq!(open(), before, "{pattern:?}");
    }
}
