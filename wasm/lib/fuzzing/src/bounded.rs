//! Bounds of the time and memory that reading an input may take.

use crate::in_time;

/// Calls `read` in bounded time and memory: at most `base` bytes at any moment, and `for_each` more for each byte of the input.
#[track_caller]
pub fn bounded<T>(input: &[u8], base: usize, for_each: usize, read: impl FnOnce() -> T) -> T {
    let most = base + for_each * input.len();
    let mut result = None;
    let used = allocation_counter::measure(|| result = Some(in_time(read)));
    assert!(used.bytes_max <= most as u64, "{} bytes of memory, at most {most}", used.bytes_max);
    result.expect("it was read")
}
