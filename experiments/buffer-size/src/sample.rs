//! What one measurement saw.

use std::time::Duration;

/// Bytes in a KiB.
pub(crate) const KIB: usize = 1 << 10;
/// Bytes in a MiB.
pub(crate) const MIB: usize = 1 << 20;
/// Bytes in a GiB.
pub(crate) const GIB: f64 = (1_u64 << 30) as f64;

/// Bytes between two looks at the clock. A look takes some 25 ns, in which `/dev/zero` gives one to three thousand bytes: of
/// this many they are at most 0.3%.
pub(crate) const BYTES_BETWEEN_LOOKS: usize = MIB;

/// When to measure: what comes before is thrown away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timing {
    /// Until buffers have been touched and connections have adapted.
    pub warm_up: Duration,
    /// How long is counted, at least; the last call is counted to its end.
    pub window: Duration,
}

impl Timing {
    /// How long a measurement takes.
    pub(crate) fn all(self) -> Duration {
        self.warm_up + self.window
    }
}

/// What one measurement saw, within its window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sample {
    /// Bytes that really arrived.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
    /// `read` calls.
    pub reads: u64,
    /// Reads that brought fewer bytes than there was room for.
    pub short_reads: u64,
    /// Processor time of the threads that took part, in user and kernel mode, for each byte that they moved, warm-up
    /// included.
    pub cpu_seconds_per_byte: f64,
}

impl Sample {
    pub(crate) fn throughput(&self) -> f64 {
        self.bytes as f64 / self.seconds
    }

    pub(crate) fn seconds_per_read(&self) -> f64 {
        self.seconds / self.reads as f64
    }

    pub(crate) fn reads_per_second(&self) -> f64 {
        self.reads as f64 / self.seconds
    }

    pub(crate) fn short_read_share(&self) -> f64 {
        self.short_reads as f64 / self.reads as f64
    }

    pub(crate) fn cpu_seconds_per_gib(&self) -> f64 {
        self.cpu_seconds_per_byte * GIB
    }

    /// What connections that were measured side by side moved together. They had the same window, but for the length of a
    /// call at its ends: their rates add up.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn together(parts: &[Self]) -> Self {
        let sum = |of: fn(&Self) -> f64| parts.iter().map(of).sum::<f64>();
        let bytes: u64 = parts.iter().map(|part| part.bytes).sum();
        Self {
            bytes,
            seconds: bytes as f64 / sum(Self::throughput),
            reads: parts.iter().map(|part| part.reads).sum(),
            short_reads: parts.iter().map(|part| part.short_reads).sum(),
            cpu_seconds_per_byte: sum(|part| part.cpu_seconds_per_byte * part.bytes as f64) / bytes as f64,
        }
    }
}

/// The geometric mean of some figures above 0.
pub(crate) fn mean(figures: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = figures.len() as f64;
    (figures.map(f64::ln).sum::<f64>() / count).exp()
}

/// Counts calls within a window.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub bytes: u64,
    pub reads: u64,
    pub short_reads: u64,
}

impl Counts {
    /// A call brought so many bytes, and there was room for so many.
    pub(crate) fn add(&mut self, came: usize, room: usize) {
        self.bytes += came as u64;
        self.reads += 1;
        self.short_reads += u64::from(came < room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_side_by_side_add_their_rates() {
        let fast = Sample { bytes: 3_000, seconds: 1.0, reads: 30, short_reads: 3, cpu_seconds_per_byte: 1e-3 };
        let slow = Sample { bytes: 2_000, seconds: 2.0, reads: 10, short_reads: 9, cpu_seconds_per_byte: 2e-3 };
        let both = Sample::together(&[fast, slow]);
        assert_eq!((both.bytes, both.reads, both.short_reads), (5_000, 40, 12));
        assert!((both.throughput() - 4_000.0).abs() < 1e-9);
        assert!((both.cpu_seconds_per_byte - 1.4e-3).abs() < 1e-12);
        assert!((both.short_read_share() - 0.3).abs() < 1e-12);
    }
}
