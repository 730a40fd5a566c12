//! Sockets of every kind move what they are given, and end as they should.

use std::fs;
use std::io::ErrorKind;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{self, Command};
use std::sync::{Mutex, mpsc};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_getfl};
use rustix::io::{Errno, ioctl_fionread};
use rustix::net::sockopt::{self, Timeout};
use rustix::thread::{Pid, gettid};
use sockets::{Kind, Listener, Options, Socket, congestion_control_works, cores, pair, pipe};
use testkit::wait_until;

const STREAMS: [Kind; 2] = [Kind::Unix, Kind::Tcp];
const KINDS: [Kind; 3] = [Kind::Unix, Kind::Seqpacket, Kind::Tcp];

/// Tests that count this process's descriptors, and those that stop it, run one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> impl Drop {
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Bytes of which no two neighbours at a distance below 251 are alike.
fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|place| (place % 251) as u8).collect()
}

#[test]
fn a_stream_delivers_all_bytes_in_order_and_then_its_end() {
    let _alone = alone();
    let sent = bytes(3 << 20);
    for kind in STREAMS {
        let (writer, reader) = pair(kind, &Options::default()).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| {
                for part in sent.chunks(70_001) {
                    writer.write_all(part).unwrap();
                }
                writer.end_writing().unwrap();
            });
            let mut came = vec![0; sent.len() + 1];
            assert_eq!(reader.read_full(&mut came).unwrap(), sent.len(), "{kind:?}");
            assert!(came[..sent.len()] == sent, "{kind:?}");
            assert_eq!(reader.read(&mut [0]).unwrap(), 0);
        });
    }
}

#[test]
fn a_read_comes_back_short_with_what_is_there() {
    let _alone = alone();
    for kind in KINDS {
        let (writer, reader) = pair(kind, &Options::default()).unwrap();
        writer.write_all(b"seven..").unwrap();
        let mut buffer = [0; 100];
        assert_eq!(reader.read(&mut buffer).unwrap(), 7, "{kind:?}");
    }
}

#[test]
fn seqpacket_keeps_messages_apart_and_a_stream_does_not() {
    let _alone = alone();
    for (kind, first) in [(Kind::Seqpacket, 2), (Kind::Unix, 5), (Kind::Tcp, 5)] {
        let (writer, reader) = pair(kind, &Options::default()).unwrap();
        writer.write_all(b"ab").unwrap();
        writer.write_all(b"cde").unwrap();
        // Over TCP, the bytes have to come round the loopback interface.
        wait_until("not all comes", || ioctl_fionread(&reader).unwrap() == 5);
        assert_eq!(reader.read(&mut [0; 100]).unwrap(), first, "{kind:?}");
    }
}

/// Waits until a thread, named by its link in `/proc` (proc(5)), waits for something.
fn wait_until_asleep(thread: &Path) {
    let stat = Path::new("/proc").join(thread).join("stat");
    let is_asleep = || fs::read_to_string(&stat).unwrap().rsplit_once(')').unwrap().1.starts_with(" S");
    wait_until("the thread waits for nothing", is_asleep);
}

/// Starts a thread of which the work waits for something, and waits until it does.
fn spawn_until_asleep<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let (tell, told) = mpsc::channel();
    let thread = scope.spawn(move || {
        tell.send(fs::read_link("/proc/thread-self").unwrap()).unwrap();
        work()
    });
    wait_until_asleep(&told.recv().unwrap());
    thread
}

#[test]
fn a_reader_with_a_low_water_mark_gets_as_much_at_once() {
    let _alone = alone();
    let options = Options { receive_low_water: Some(10_000), ..Options::default() };
    for kind in STREAMS {
        let (writer, reader) = pair(kind, &options).unwrap();
        thread::scope(|scope| {
            let reader_thread = fs::read_link("/proc/thread-self").unwrap();
            scope.spawn(move || {
                // Over TCP a read that begins with a part there would wait for good.
                wait_until_asleep(&reader_thread);
                for part in bytes(10_000).chunks(1_000) {
                    writer.write_all(part).unwrap();
                    thread::sleep(Duration::from_millis(2));
                }
            });
            assert_eq!(reader.read(&mut [0; 10_000]).unwrap(), 10_000, "{kind:?}");
        });
    }
}

#[test]
fn options_are_set_at_both_ends() {
    let _alone = alone();
    let options = Options {
        no_delay: true,
        send_buffer: Some(50_000),
        receive_buffer: Some(60_000),
        congestion_control: Some("reno".to_owned()),
        ..Options::default()
    };
    assert!(congestion_control_works("reno"));
    let (ours, theirs) = pair(Kind::Tcp, &options).unwrap();
    for end in [&ours, &theirs] {
        assert!(sockopt::tcp_nodelay(end).unwrap());
        assert_eq!(sockopt::socket_send_buffer_size(end).unwrap(), 100_000);
        assert_eq!(sockopt::socket_recv_buffer_size(end).unwrap(), 120_000);
        assert_eq!(sockopt::tcp_congestion(end).unwrap(), "reno");
    }
    let (ours, theirs) = pair(Kind::Unix, &options).unwrap();
    for end in [&ours, &theirs] {
        assert_eq!(sockopt::socket_send_buffer_size(end).unwrap(), 100_000);
    }
}

#[test]
fn a_congestion_control_that_is_not_there_is_an_error() {
    assert!(!congestion_control_works("carrier-pigeon"));
    let options = Options { congestion_control: Some("carrier-pigeon".to_owned()), ..Options::default() };
    assert!(pair(Kind::Tcp, &options).is_err());
    assert!(pair(Kind::Unix, &options).is_ok());
}

#[test]
fn a_peer_that_is_gone_is_an_end_for_the_reader_and_an_error_for_the_writer() {
    let _alone = alone();
    for kind in KINDS {
        let (ours, theirs) = pair(kind, &Options::default()).unwrap();
        drop(theirs);
        assert_eq!(ours.read(&mut [0; 10]).unwrap(), 0, "{kind:?}");
        // TCP takes what is written until the peer's reset is here; after it, the pipe is broken.
        let mut error = None;
        wait_until("it is written to for good", || {
            error = ours.write_all(&[0; 10]).err();
            error.is_some()
        });
        let error = error.unwrap().kind();
        assert!([ErrorKind::BrokenPipe, ErrorKind::ConnectionReset].contains(&error), "{kind:?}: {error}");
    }
}

#[test]
fn a_thread_that_waits_is_freed_by_the_end_of_its_socket() {
    let _alone = alone();
    for kind in KINDS {
        let (ours, _theirs) = pair(kind, &Options::default()).unwrap();
        thread::scope(|scope| {
            let reader = spawn_until_asleep(scope, || ours.read(&mut [0; 10]));
            ours.end().unwrap();
            assert_eq!(reader.join().unwrap().unwrap(), 0, "{kind:?}");
        });
    }
}

#[test]
fn listeners_take_connections_of_every_kind() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let listeners = [
        Listener::tcp(Ipv4Addr::LOCALHOST, &options).unwrap(),
        Listener::unix(Kind::Unix, &folder.path().join("stream"), &options).unwrap(),
        Listener::unix(Kind::Seqpacket, &folder.path().join("seqpacket"), &options).unwrap(),
    ];
    assert!(listeners[0].address().unwrap().ip().is_loopback());
    assert_eq!(listeners[1].address(), None);
    let elsewhere = Socket::connect_unix(Kind::Unix, &folder.path().join("stream"), &options).unwrap();
    drop((elsewhere, listeners[1].accept().unwrap()));
    for listener in &listeners {
        for _ in 0..3 {
            let (ours, theirs) = (listener.connect().unwrap(), listener.accept().unwrap());
            ours.write_all(b"hello").unwrap();
            assert_eq!(theirs.read(&mut [0; 10]).unwrap(), 5);
        }
    }
    assert!(Listener::unix(Kind::Unix, &folder.path().join("stream"), &options).is_err());
}

#[test]
fn a_pipe_carries_bytes_one_way() {
    let _alone = alone();
    let (read, write) = pipe().unwrap();
    write.write_all(b"water").unwrap();
    drop(write);
    let mut buffer = [0; 10];
    assert_eq!(read.read_full(&mut buffer).unwrap(), 5);
    assert_eq!(&buffer[..5], b"water");
}

fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn a_spinning_end_waits_without_sleeping() {
    let _alone = alone();
    for kind in STREAMS {
        let (ours, theirs) = pair(kind, &Options::default()).unwrap();
        ours.spin().unwrap();
        thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            let reader = scope.spawn(move || {
                tell.send(gettid()).unwrap();
                ours.read(&mut [0; 10]).unwrap()
            });
            // A busy machine may keep it from its core for long, but one that sleeps takes no time at all.
            let spinning = told.recv().unwrap();
            wait_until("it sleeps", || ticks(spinning) >= 3);
            theirs.write_all(b"there").unwrap();
            assert_eq!(reader.join().unwrap(), 5, "{kind:?}");
        });
    }
}

/// Processor time of one of this process's threads, in ticks of 10 ms (proc(5), `utime` and `stime`).
fn ticks(thread: Pid) -> u64 {
    let stat = fs::read_to_string(format!("/proc/self/task/{}/stat", thread.as_raw_nonzero())).unwrap();
    let fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
    fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum()
}

#[test]
fn a_time_limit_ends_a_wait_that_does_not_spin() {
    let _alone = alone();
    let (ours, _theirs) = pair(Kind::Unix, &Options::default()).unwrap();
    sockopt::set_socket_timeout(&ours, Timeout::Recv, Some(Duration::from_millis(20))).unwrap();
    assert_eq!(ours.read(&mut [0; 10]).unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn what_a_spinning_listener_accepts_spins_too() {
    let _alone = alone();
    let mut listener = Listener::tcp(Ipv4Addr::LOCALHOST, &Options::default()).unwrap();
    listener.spin().unwrap();
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    let ours = listener.connect().unwrap();
    let accepted = listener.accept().unwrap();
    assert!(fcntl_getfl(&accepted).unwrap().contains(OFlags::NONBLOCK));
    assert!(!fcntl_getfl(&ours).unwrap().contains(OFlags::NONBLOCK));
}

#[test]
fn no_descriptor_is_left() {
    let _alone = alone();
    let before = descriptors();
    for kind in KINDS {
        let ends = pair(kind, &Options::default()).unwrap();
        assert!(descriptors() == before + 2, "{kind:?} has no listener left");
        drop(ends);
    }
    let refused = Options { congestion_control: Some("carrier-pigeon".to_owned()), ..Options::default() };
    assert!(pair(Kind::Tcp, &refused).is_err());
    drop(pipe().unwrap());
    assert_eq!(descriptors(), before);
}

/// A process that is stopped and goes on finds its waiting calls interrupted where a socket has a time limit, even
/// without a handler (signal(7)).
fn stop_and_go_on() {
    let id = process::id();
    let is_stopped = format!("grep -q '^State:.T' /proc/{id}/status");
    let script = format!("kill -STOP {id}; until {is_stopped}; do sleep 0.01; done; kill -CONT {id}");
    assert!(Command::new("sh").args(["-c", &script]).status().unwrap().success());
}

#[test]
fn interrupted_calls_are_begun_again() {
    let _alone = alone();
    for kind in STREAMS {
        let (ours, theirs) = pair(kind, &Options::default()).unwrap();
        sockopt::set_socket_timeout(&ours, Timeout::Recv, Some(Duration::from_secs(60))).unwrap();
        thread::scope(|scope| {
            // So it is for a plain call.
            let plain = spawn_until_asleep(scope, || rustix::io::read(&ours, &mut [0; 10]));
            stop_and_go_on();
            assert_eq!(plain.join().unwrap(), Err(Errno::INTR), "{kind:?}");
            let reader = spawn_until_asleep(scope, || ours.read(&mut [0; 10]));
            stop_and_go_on();
            theirs.write_all(b"still").unwrap();
            assert_eq!(reader.join().unwrap().unwrap(), 5, "{kind:?}");
        });
    }
}

#[test]
fn a_thread_is_kept_on_a_core_and_its_processor_time_is_its_own() {
    let core = cores::allowed().unwrap()[0];
    let busy = thread::spawn(move || {
        cores::pin(core).unwrap();
        assert_eq!(cores::current(), core);
        assert_eq!(cores::allowed().unwrap(), [core]);
        let started = cores::thread_time();
        while cores::thread_time() - started < Duration::from_millis(20) {}
        cores::thread_time()
    });
    let idle = thread::spawn(|| {
        thread::sleep(Duration::from_millis(50));
        cores::thread_time()
    });
    assert!(busy.join().unwrap() >= Duration::from_millis(20));
    assert!(idle.join().unwrap() < Duration::from_millis(20));
}
