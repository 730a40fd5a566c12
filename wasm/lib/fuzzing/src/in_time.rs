//! Bound of the time that reading an input may take.

use std::time::{Duration, Instant};

/// Far more than any input of some kilobytes takes, on a machine that is busy with something else as well.
const LONGEST: Duration = Duration::from_secs(30);

/// Calls `read` in bounded time.
#[track_caller]
pub fn in_time<T>(read: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = read();
    let took = started.elapsed();
    assert!(took < LONGEST, "{took:?}");
    result
}
