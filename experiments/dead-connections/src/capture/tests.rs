//! A recording of a known exchange. Needs a namespace of its own, and so root; without, it is left out.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};

use super::segment::Flags;
use super::*;
use Direction::{In, Out};

mod fuzz;

fn segment(source: SocketAddrV4, destination: SocketAddrV4, sequence: u32, length: u32) -> Segment {
    let flags = Flags { acknowledges: true, ..Flags::default() };
    Segment { source, destination, sequence, acknowledged: 0, flags, window: 500, length, ping: None }
}

fn address(last: u8, port: u16) -> SocketAddrV4 {
    SocketAddrV4::new(Ipv4Addr::new(10, 88, 0, last), port)
}

#[test]
fn only_what_passes_between_us_and_the_peer_counts_and_connections_are_kept_apart() {
    let (peer, other) = (address(2, 80), address(2, 81));
    let (first, second) = (address(1, 1000), address(1, 1001));
    let now = Instant::now();
    let segments = [
        segment(first, peer, 10, 1),
        segment(first, other, 10, 1),
        segment(second, peer, 10, 1),
        segment(first, peer, 10, 1),
        segment(peer, first, 10, 1),
    ];
    let packets = packets(&segments.map(|segment| (now, segment)), peer);
    assert_eq!(
        packets.iter().map(|packet| (packet.direction, packet.kind)).collect::<Vec<_>>(),
        [(Out, Kind::Data), (Out, Kind::Data), (Out, Kind::Retransmission), (In, Kind::Data),]
    );
}

#[test]
fn the_kernels_time_is_told_by_our_clock() {
    let clock = Clock { time_of_day: SystemTime::UNIX_EPOCH + Duration::from_secs(100), instant: Instant::now() };
    assert_eq!(clock.instant(TimeSpec::new(103, 5)), clock.instant + Duration::new(3, 5));
    assert_eq!(clock.instant(TimeSpec::new(99, 0)) + Duration::from_secs(1), clock.instant);
}

/// Two bytes there, three back, and an end from our side, on the loopback interface of this namespace: each segment
/// passes it twice, once on its way out and once on its way in.
fn exchange() -> (Vec<Packet>, Instant, Instant) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let SocketAddr::V4(peer) = listener.local_addr().unwrap() else { panic!("bound to IPv4") };
    let began = Instant::now();
    let capture = Capture::start(peer).unwrap();
    let mut ours = TcpStream::connect(peer).unwrap();
    let (mut peers, _) = listener.accept().unwrap();
    ours.write_all(&[1, 2]).unwrap();
    peers.read_exact(&mut [0; 2]).unwrap();
    peers.write_all(&[1, 2, 3]).unwrap();
    ours.read_exact(&mut [0; 3]).unwrap();
    drop(ours);
    assert_eq!(peers.read(&mut [0]).unwrap(), 0);
    (capture.finish(began, began).unwrap().packets, began, Instant::now())
}

/// How well two comparisons of the clocks agree at least. No figure of a record is as fine.
const CLOCKS_AGREE: Duration = Duration::from_micros(100);

#[test]
fn a_recording_of_a_known_exchange_counts_exactly() {
    let Some((packets, began, ended)) = in_a_namespace(exchange) else { return };
    let count = |direction, kind, length| {
        let of = |packet: &&Packet| (packet.direction, packet.kind, packet.length) == (direction, kind, length);
        packets.iter().filter(of).count()
    };
    // Both copies of a SYN are a SYN; the second copy of data looks as if it were sent again.
    assert_eq!(count(Out, Kind::Syn, 0), 2);
    assert_eq!(count(In, Kind::Syn, 0), 2);
    assert_eq!((count(Out, Kind::Data, 2), count(Out, Kind::Retransmission, 2)), (1, 1));
    assert_eq!((count(In, Kind::Data, 3), count(In, Kind::Retransmission, 3)), (1, 1));
    assert_eq!((count(Out, Kind::Fin, 0), count(Out, Kind::Retransmission, 0)), (1, 1));
    // Packets that are taken one after the other are told by clocks that were compared anew between them.
    let in_order = |pair: &[Packet]| pair[0].at <= pair[1].at + CLOCKS_AGREE;
    assert!(packets.windows(2).all(in_order), "{packets:?}");
    assert!(packets.iter().all(|packet| packet.at >= began && packet.at <= ended));
}

#[test]
fn what_passed_before_the_fault_and_before_zero_is_left_out() {
    let packets = in_a_namespace(|| {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let SocketAddr::V4(peer) = listener.local_addr().unwrap() else { panic!("bound to IPv4") };
        let of = |fault_is_past: bool, zero_is_past: bool| {
            let began = Instant::now();
            let capture = Capture::start(peer).unwrap();
            TcpStream::connect(peer).unwrap();
            let to_come = Instant::now() + Duration::from_secs(60);
            let when = |is_past| if is_past { began } else { to_come };
            capture.finish(when(fault_is_past), when(zero_is_past)).unwrap().packets.len()
        };
        [of(true, false), of(false, true), of(false, false)]
    });
    let Some([since_fault, since_zero, neither]) = packets else { return };
    assert!(since_fault > 0 && since_zero > 0);
    assert_eq!(neither, 0);
}

/// Packet sockets of this namespace (proc_pid_net(5)); the first line is a heading.
fn recordings() -> usize {
    std::fs::read_to_string("/proc/thread-self/net/packet").unwrap().lines().count() - 1
}

#[test]
fn a_recording_that_ends_or_is_dropped_leaves_no_socket() {
    let counts = in_a_namespace(|| {
        let capture = || Capture::start(address(2, 80)).unwrap();
        let (first, second) = (capture(), capture());
        let both = recordings();
        first.finish(Instant::now(), Instant::now()).unwrap();
        drop(second);
        (both, recordings())
    });
    assert!(counts.is_none_or(|counts| counts == (2, 0)), "{counts:?}");
}

/// Does it in a fresh network namespace; `None` where that is not allowed.
fn in_a_namespace<T: Send>(what: impl FnOnce() -> T + Send) -> Option<T> {
    use nix::sched::{CloneFlags, unshare};
    let done = thread::scope(|scope| {
        let there = scope.spawn(|| {
            unshare(CloneFlags::CLONE_NEWNET).ok()?;
            let up = std::process::Command::new("ip").args(["link", "set", "lo", "up"]).status();
            up.is_ok_and(|status| status.success()).then(what)
        });
        there.join().unwrap()
    });
    if done.is_none() {
        testkit::skip("root, `ip` of the package iproute2, and a kernel with namespaces");
    }
    done
}
