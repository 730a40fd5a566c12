//! How much time and memory reading an input may take.

use std::time::{Duration, Instant};

/// Far more than any input of some kilobytes takes, on a machine that is busy with something else as well.
const LONGEST: Duration = Duration::from_secs(5);

/// What `read` gives, which may have so much memory at any moment: `base` bytes, and so many more for each byte of the input.
#[track_caller]
pub fn bounded<T>(input: &[u8], base: usize, for_each: usize, read: impl FnOnce() -> T) -> T {
    let most = base + for_each * input.len();
    let mut result = None;
    let started = Instant::now();
    let used = allocation_counter::measure(|| result = Some(read()));
    let took = started.elapsed();
    assert!(used.bytes_max <= most as u64, "{} bytes of memory, at most {most}", used.bytes_max);
    assert!(took < LONGEST, "{took:?}");
    result.expect("it was read")
}
