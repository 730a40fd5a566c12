//! What a call takes, by its size.

use limits::ArgumentError;

/// The time of one call: `per_call + per_byte * bytes + cache_penalty * max(0, bytes - cache_bytes)`.
///
/// The first part is what a system call costs however little it moves, the second the copying, and the third what copying
/// costs more once the buffer no longer fits into a cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Law {
    /// Seconds of a call of nothing.
    pub per_call_s: f64,
    /// Seconds of each byte.
    pub per_byte_s: f64,
    /// The size from which on bytes cost more; none where they never do.
    pub cache_bytes: Option<f64>,
    /// How much more each byte beyond it costs, in seconds.
    pub cache_penalty_s_per_byte: f64,
}

/// A size of buffer and what it achieves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// The size; infinite where throughput rises for ever.
    pub bytes: f64,
    /// The throughput, or what it comes near to.
    pub bytes_per_second: f64,
}

/// The costs that a law may have, in seconds: no call and no byte takes longer than this.
pub const MAX_SECONDS: f64 = 1e6;

/// The largest size of a buffer in bytes, and the largest that a law may change at.
pub const MAX_BYTES: f64 = 1e15;

/// A size in bytes, of a buffer or of a cache.
pub fn check_size(field: &'static str, bytes: f64) -> Result<f64, ArgumentError> {
    let sensible = bytes > 0.0 && bytes <= MAX_BYTES;
    let must = "above 0 and at most 1e15 bytes";
    if sensible { Ok(bytes) } else { Err(ArgumentError::Number { field, value: bytes, must }) }
}

/// A share of the highest throughput.
pub fn check_share(share: f64) -> Result<f64, ArgumentError> {
    let sensible = share > 0.0 && share <= 1.0;
    let must = "above 0 and at most 1";
    if sensible { Ok(share) } else { Err(ArgumentError::Number { field: "share", value: share, must }) }
}

impl Law {
    /// The same law, if its numbers make sense.
    pub fn checked(self) -> Result<Self, ArgumentError> {
        let costs = [
            ("cost of a call (s)", self.per_call_s),
            ("cost of a byte (s)", self.per_byte_s),
            ("cache penalty (s)", self.cache_penalty_s_per_byte),
        ];
        let wrong = costs.into_iter().find(|(_, value)| !(0.0..=MAX_SECONDS).contains(value));
        if let Some((field, value)) = wrong {
            return Err(ArgumentError::Range { field, value, min: 0.0, max: MAX_SECONDS });
        }
        self.cache_bytes.map_or(Ok(0.0), |bytes| check_size("the cache's size", bytes))?;
        let both = self.per_call_s + self.per_byte_s;
        let (field, must) = ("cost of a call and of a byte", "above 0 for one of them");
        if both > 0.0 { Ok(self) } else { Err(ArgumentError::Number { field, value: both, must }) }
    }

    /// How long a call of so many bytes takes, in seconds.
    pub fn seconds(&self, bytes: f64) -> f64 {
        self.per_call_s + self.per_byte_s * bytes + self.penalty() * self.beyond_cache(bytes)
    }

    /// Bytes per second of calls of this size.
    pub fn throughput(&self, bytes: f64) -> f64 {
        bytes / self.seconds(bytes)
    }

    /// The highest throughput of buffers up to a size. Beyond the cache it still rises where a call costs more than the penalty of
    /// as many bytes as the cache holds; then, and without a cache, it comes ever nearer to its bound.
    pub fn best(&self, largest_bytes: f64) -> Peak {
        let bytes = self.turning_point().map_or(largest_bytes, |peak| peak.min(largest_bytes));
        let bytes_per_second =
            if bytes.is_finite() { self.throughput(bytes) } else { 1.0 / (self.per_byte_s + self.penalty()) };
        Peak { bytes, bytes_per_second }
    }

    /// The smallest buffer that achieves a share, above 0 and at most 1, of the highest throughput of buffers up to a size;
    /// at least a byte.
    ///
    /// Without a cache and a largest buffer it is `per_call / per_byte * share / (1 - share)`.
    pub fn smallest_buffer(&self, share: f64, largest_bytes: f64) -> f64 {
        self.reaching(share, largest_bytes).max(1.0)
    }

    /// The same, also below a byte.
    pub(crate) fn reaching(&self, share: f64, largest_bytes: f64) -> f64 {
        let seconds_per_byte = 1.0 / (share * self.best(largest_bytes).bytes_per_second);
        let within_cache = self.per_call_s / (seconds_per_byte - self.per_byte_s);
        match self.cache_bytes {
            Some(cache) if within_cache > cache => {
                let slope = self.per_byte_s + self.cache_penalty_s_per_byte;
                (self.per_call_s - self.cache_penalty_s_per_byte * cache) / (seconds_per_byte - slope)
            }
            _ => within_cache,
        }
        // What rounding adds to a share of 1.
        .min(largest_bytes)
    }

    /// Bytes of a call that the penalty is on.
    pub(crate) fn beyond_cache(&self, bytes: f64) -> f64 {
        self.cache_bytes.map_or(0.0, |cache| (bytes - cache).max(0.0))
    }

    fn penalty(&self) -> f64 {
        if self.cache_bytes.is_some() { self.cache_penalty_s_per_byte } else { 0.0 }
    }

    /// The cache's size, if throughput falls beyond it.
    fn turning_point(&self) -> Option<f64> {
        self.cache_bytes.filter(|cache| self.cache_penalty_s_per_byte * cache > self.per_call_s)
    }
}
