//! The time of a call by its size.

/// The time of one call: `per_call + per_byte * bytes`.
///
/// The first part is what a system call costs however little it moves, the second the copying. Nothing in it makes a larger buffer
/// slower, as a cache's end does: the law holds up to the best buffer at most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Law {
    /// Seconds of a call of nothing.
    pub per_call_s: f64,
    /// Seconds of each byte.
    pub per_byte_s: f64,
}

impl Law {
    /// Seconds of a call of so many bytes.
    pub fn seconds(&self, bytes: f64) -> f64 {
        self.per_call_s + self.per_byte_s * bytes
    }

    /// Bytes per second of calls of this size.
    pub fn throughput(&self, bytes: f64) -> f64 {
        bytes / self.seconds(bytes)
    }
}
