//! What Evan Jones published, from two virtual machines with 16 cores each (AMD EPYC Milan, Linux 6.2), 32 Gbit/s apart.

use harness::record::Source;

use crate::device::Device;
use crate::sample::KIB;

/// Bytes in a MiB.
pub(crate) const MIB: f64 = (1 << 20) as f64;

/// The article with the published figures.
pub(crate) fn source() -> Source {
    Source {
        title: "Evan Jones, “How much does the read/write buffer size matter for socket throughput?”".to_owned(),
        url: "https://www.evanjones.ca/read-write-buffer-size.html".to_owned(),
    }
}

/// The cost of a call and of a byte of `/dev/zero`, up to the best buffer.
pub(crate) const PER_CALL_SECONDS: f64 = 167e-9;
pub(crate) const PER_BYTE_SECONDS: f64 = 0.0235e-9;

/// A device's highest throughput, and the buffer that had it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Peak {
    pub buffer_bytes: usize,
    /// Bytes per second.
    pub throughput: f64,
}

pub(crate) fn peak(device: Device) -> Peak {
    match device {
        Device::Zero => Peak { buffer_bytes: 256 * KIB, throughput: 39_000.0 * MIB },
        Device::Urandom => Peak { buffer_bytes: 16 * KIB, throughput: 410.0 * MIB },
    }
}

/// About the highest throughput of Unix sockets, and of TCP on one machine, in bytes per second.
pub(crate) const UNIX: f64 = 9_000.0 * MIB;
pub(crate) const TCP: f64 = 7_000.0 * MIB;

/// About what one TCP connection between two machines moves: with writes of 256 KiB, with writes of 4 KiB; and six of them
/// together. In bytes per second.
pub(crate) const TWO_HOSTS_256_KIB: f64 = 1_400.0 * MIB;
pub(crate) const TWO_HOSTS_4_KIB: f64 = 300.0 * MIB;
pub(crate) const TWO_HOSTS_SIX: f64 = 3_800.0 * MIB;

/// Read buffer in bytes from about which on reads come back short.
pub(crate) const SHORT_FROM: f64 = 2.0 * KIB as f64;
