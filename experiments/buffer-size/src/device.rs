//! Reading from a device: one thread, one call after the other.

use std::fs::File;
use std::io::{self, Read};
use std::time::Instant;

use clap::ValueEnum;
use sockets::cores::thread_time;

use crate::buffer::Buffer;
use crate::payload::Payload;
use crate::sample::{BYTES_BETWEEN_LOOKS, Counts, Sample, Timing};

/// A device that always has bytes to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Device {
    /// `/dev/zero`: the kernel clears the buffer.
    Zero,
    /// `/dev/urandom`: the kernel fills it with random bytes.
    Urandom,
}

impl Device {
    pub(crate) const ALL: [Self; 2] = [Self::Zero, Self::Urandom];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Urandom => "urandom",
        }
    }

    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Zero => "/dev/zero",
            Self::Urandom => "/dev/urandom",
        }
    }
}

/// And at most so many calls: of one byte each they take some ten microseconds.
const CALLS_BETWEEN_LOOKS: usize = 256;

/// Reads from a device into a buffer of this size, over and over, and does the payload's work on what came.
pub(crate) fn read_device<P: Payload>(device: Device, buffer_bytes: usize, timing: Timing) -> io::Result<Sample> {
    let mut file = File::open(device.path())?;
    let (mut buffer, mut payload) = (Buffer::new(buffer_bytes), P::default());
    let calls = (BYTES_BETWEEN_LOOKS / buffer_bytes).clamp(1, CALLS_BETWEEN_LOOKS);
    read_until(&mut file, &mut buffer, &mut payload, calls, Instant::now() + timing.warm_up)?;
    let (started, started_cpu) = (Instant::now(), thread_time());
    let counts = read_until(&mut file, &mut buffer, &mut payload, calls, started + timing.window)?;
    let (elapsed, cpu) = (started.elapsed(), thread_time() - started_cpu);
    Ok(Sample {
        bytes: counts.bytes,
        seconds: elapsed.as_secs_f64(),
        reads: counts.reads,
        short_reads: counts.short_reads,
        cpu_seconds_per_byte: cpu.as_secs_f64() / counts.bytes as f64,
    })
}

/// Reads `calls` times, and again until the time has come.
fn read_until<P: Payload>(
    file: &mut File,
    buffer: &mut [u8],
    payload: &mut P,
    calls: usize,
    until: Instant,
) -> io::Result<Counts> {
    let mut counts = Counts::default();
    loop {
        for _ in 0..calls {
            let came = read_again(file, buffer)?;
            payload.take(&buffer[..came]);
            counts.add(came, buffer.len());
        }
        if Instant::now() >= until {
            return Ok(counts);
        }
    }
}

fn read_again(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::payload::{Plain, Summed};

    const SHORT: Timing = Timing { warm_up: Duration::from_millis(1), window: Duration::from_millis(5) };

    #[test]
    fn a_device_fills_every_buffer() {
        for device in Device::ALL {
            for bytes in [1, 4096, 1 << 20] {
                let sample = read_device::<Plain>(device, bytes, SHORT).unwrap();
                assert_eq!(sample.bytes, sample.reads * bytes as u64, "{device:?}");
                assert_eq!(sample.short_reads, 0);
                assert!(sample.seconds >= SHORT.window.as_secs_f64());
                assert!(sample.cpu_seconds_per_byte > 0.0);
            }
        }
    }

    #[test]
    fn reading_every_byte_takes_longer_than_getting_it() {
        let calls = |sample: Sample| sample.cpu_seconds_per_byte;
        let [plain, summed] = [read_device::<Plain>, read_device::<Summed>].map(|read| {
            (0..9).map(|_| calls(read(Device::Zero, 1 << 16, SHORT).unwrap())).fold(f64::INFINITY, f64::min)
        });
        assert!(summed > plain, "{summed} {plain}");
    }

    #[test]
    fn the_end_of_a_file_is_an_error() {
        let mut empty = File::open("/dev/null").unwrap();
        let ended = read_until(&mut empty, &mut [0], &mut Plain, 1, Instant::now()).unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::UnexpectedEof);
    }
}
