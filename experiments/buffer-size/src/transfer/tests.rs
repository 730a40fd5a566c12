use sockets::{Kind, Options, pair};

use super::*;

const TIMING: Timing = Timing { warm_up: Duration::from_millis(5), window: Duration::from_millis(20) };
const FREE: Kept = Kept { writer: None, reader: None };
const KINDS: [Kind; 2] = [Kind::Unix, Kind::Tcp];

fn same(bytes: usize) -> Sizes {
    Sizes { read: bytes, write: bytes }
}

#[test]
fn what_is_written_is_read_byte_for_byte() {
    for kind in KINDS {
        for (read, write) in [(1, 1), (1024, 1024), (1000, 7), (7, 1000), (65_536, 1 << 20), (1 << 20, 4096)] {
            for place in Ends::ALL.into_iter().filter(|place| place.are_possible()) {
                let ends = pair(kind, &Options::default()).unwrap();
                let sample = transfer(ends, Sizes { read, write }, TIMING, place, Work::Check).unwrap();
                assert!(sample.bytes > 0 && sample.reads > 0 && sample.short_reads <= sample.reads, "{sample:?}");
                assert!(sample.bytes <= sample.reads * read as u64);
                assert!(sample.seconds >= TIMING.window.as_secs_f64() / 2.0);
            }
        }
    }
}

/// Takes a byte more, or another one, than was there.
#[derive(Default)]
struct Forged(Checked);

impl Payload for Forged {
    fn fill(&mut self, buffer: &mut [u8]) {
        self.0.fill(buffer);
        buffer[0] ^= 1;
    }

    fn take(&mut self, bytes: &[u8]) {
        self.0.take(bytes);
    }

    fn digest(self) -> [u8; 32] {
        self.0.digest()
    }
}

#[test]
fn a_single_other_byte_is_noticed() {
    let sizes = same(1 << 16);
    let ends = pair(Kind::Unix, &Options::default()).unwrap();
    let outcome = move_bytes::<Forged>(ends, sizes, Window::after_warm_up(TIMING), FREE);
    assert!(matches!(outcome, Err(TransferError::Altered)), "{outcome:?}");
}

#[test]
fn every_read_is_short_where_writes_are_smaller_and_alone() {
    // A slow writer: nothing piles up.
    let (writer, reader) = pair(Kind::Unix, &Options::default()).unwrap();
    let writing = thread::spawn(move || {
        for _ in 0..40 {
            writer.write_all(&[7; 100]).unwrap();
            thread::sleep(Duration::from_millis(2));
        }
    });
    let timing = Timing { warm_up: Duration::ZERO, window: Duration::from_millis(10) };
    let received = receive(&reader, same(1 << 20), Window::after_warm_up(timing), || (), &mut Plain).unwrap();
    writing.join().unwrap();
    assert_eq!(received.counts.short_reads, received.counts.reads);
    assert_eq!(received.bytes, 4_000);
}

#[test]
fn a_writer_that_dies_is_an_error_that_says_so() {
    for kind in KINDS {
        let (writer, reader) = pair(kind, &Options::default()).unwrap();
        let writing = thread::spawn(move || writer.write_all(&[1; 5_000]).unwrap());
        let window = Window::after_warm_up(Timing { warm_up: Duration::ZERO, window: Duration::from_secs(60) });
        let outcome = receive(&reader, same(1_000), window, || (), &mut Plain);
        writing.join().unwrap();
        assert!(matches!(outcome, Err(TransferError::EndedEarly { bytes: 5_000 })), "{outcome:?}");
    }
}

#[test]
fn a_stream_that_goes_on_is_an_error_where_it_has_to_end() {
    let (writer, reader) = pair(Kind::Tcp, &Options::default()).unwrap();
    let writing = thread::spawn(move || send(&writer, 4096, || false, &mut Plain).unwrap_err());
    let window = Window::after_warm_up(TIMING).with_end(Duration::from_millis(10));
    let outcome = receive(&reader, same(4096), window, || (), &mut Plain);
    drop(reader);
    writing.join().unwrap();
    assert!(matches!(outcome, Err(TransferError::EndsTooLate)), "{outcome:?}");
}

#[test]
fn a_reader_that_dies_ends_the_writer() {
    for kind in KINDS {
        let (writer, reader) = pair(kind, &Options::default()).unwrap();
        let reading = thread::spawn(move || reader.read(&mut [0; 10]).unwrap());
        let outcome = send(&writer, 1 << 20, || false, &mut Plain);
        reading.join().unwrap();
        assert!(matches!(outcome, Err(TransferError::Call { .. })), "{outcome:?}");
    }
}

#[test]
fn lost_bytes_are_noticed() {
    // A third party reads along.
    let (writer, reader) = pair(Kind::Unix, &Options::default()).unwrap();
    let thief = std::os::fd::OwnedFd::from(reader);
    let reader = Socket::from(thief.try_clone().unwrap());
    let thief = Socket::from(thief);
    let stealing = thread::spawn(move || thief.read(&mut [0; 100]).unwrap());
    let window = Window::after_warm_up(TIMING);
    let outcome = move_bytes::<Plain>((writer, reader), same(4096), window, FREE);
    let stolen = stealing.join().unwrap() as u64;
    match outcome {
        Err(TransferError::CountsDiffer { written, read }) => assert_eq!(written, read + stolen),
        other => panic!("{other:?}"),
    }
}
