//! Speed of the machine at the same fixed work before, while and after figures are measured: an empty system call, arithmetic,
//! and copying memory. A reader who compares two records learns by it whether the machines differ, or the moments.

use std::hint::black_box;
use std::time::Instant;

use crate::record::YardstickReading;

/// Batches of each median.
const BATCHES: usize = 15;
/// System calls, steps and copies in a batch: about a millisecond or two, and a fifth of a second for all of them.
const SYSTEM_CALLS: u32 = 10_000;
const STEPS: u32 = 1 << 18;
const COPIES: u32 = 1;
/// Size of a copy, in bytes: more than any second-level cache holds.
const COPIED: usize = 32 << 20;

/// Least time between readings, in seconds.
const APART: f64 = 60.0;
/// The factor between two readings of a run from which on the machine has changed.
const CHANGED: f64 = 1.1;

/// The readings of one run.
pub(crate) struct Yardstick {
    started: Instant,
    readings: Vec<YardstickReading>,
}

impl Yardstick {
    /// Takes the first reading of a run that began at `started`.
    pub(crate) fn start(started: Instant) -> Self {
        let mut yardstick = Self { started, readings: Vec::new() };
        yardstick.read();
        yardstick
    }

    /// Takes a reading if the last one is a minute old. For a moment at which nothing is measured.
    pub(crate) fn read_if_due(&mut self) {
        if is_due(&self.readings, self.started.elapsed().as_secs_f64()) {
            self.read();
        }
    }

    /// All readings, with one of now as the last.
    pub(crate) fn finish(mut self) -> Vec<YardstickReading> {
        self.read();
        self.readings
    }

    fn read(&mut self) {
        let begun = Instant::now();
        let mut clock = || begun.elapsed().as_secs_f64();
        let system_call_seconds = per_piece(&mut clock, SYSTEM_CALLS, || _ = black_box(rustix::process::getppid()));
        let mut state = 1;
        let arithmetic_step_seconds = per_piece(&mut clock, STEPS, || state = step(state));
        black_box(state);
        let (source, mut copy) = (vec![1u8; COPIED], vec![2u8; COPIED]);
        let copying_seconds =
            per_piece(&mut clock, COPIES, || black_box(&mut copy).copy_from_slice(black_box(&source)));
        self.readings.push(YardstickReading {
            at_seconds: (self.started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            system_call_seconds,
            arithmetic_step_seconds,
            copy_bytes_per_second: COPIED as f64 / copying_seconds,
        });
    }
}

fn is_due(readings: &[YardstickReading], now: f64) -> bool {
    readings.last().is_some_and(|last| now - last.at_seconds >= APART)
}

/// Marsaglia's 64-bit xorshift (2003): shifts and exclusive ors, each of which waits for the one before, so that the time
/// is the core's clock and nothing else.
fn step(mut state: u64) -> u64 {
    state ^= state << 13;
    state ^= state >> 7;
    state ^ (state << 17)
}

/// Time of a piece of `work`, in the seconds of `clock`: the median over batches of `pieces`, after one that does not count.
fn per_piece(clock: &mut impl FnMut() -> f64, pieces: u32, mut work: impl FnMut()) -> f64 {
    let mut batch = || {
        let begun = clock();
        for _ in 0..pieces {
            work();
        }
        (clock() - begun) / f64::from(pieces)
    };
    batch();
    let mut times: Vec<f64> = (0..BATCHES).map(|_| batch()).collect();
    times.sort_by(f64::total_cmp);
    times[BATCHES / 2]
}

/// The work whose time changed most between any two of `readings`, if by much, and how many times as long it took.
pub(crate) fn change(readings: &[YardstickReading]) -> Option<(&'static str, f64)> {
    type Value = fn(&YardstickReading) -> f64;
    let measures: [(&'static str, Value); 3] = [
        ("an empty system call", |reading| reading.system_call_seconds),
        ("arithmetic", |reading| reading.arithmetic_step_seconds),
        ("copying memory", |reading| 1.0 / reading.copy_bytes_per_second),
    ];
    let factor = |value: Value| {
        let (low, high) = readings
            .iter()
            .map(value)
            .fold((f64::INFINITY, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
        high / low
    };
    let each = measures.into_iter().map(|(what, value)| (what, factor(value)));
    each.filter(|(_, factor)| *factor > CHANGED).max_by(|(_, a), (_, b)| a.total_cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(at_seconds: f64, system_call_ns: f64) -> YardstickReading {
        YardstickReading {
            at_seconds,
            system_call_seconds: system_call_ns * 1e-9,
            arithmetic_step_seconds: 2e-9,
            copy_bytes_per_second: 1e10,
        }
    }

    /// A clock that passes `each` seconds for a piece of work, and `slow` in every third batch of ten pieces.
    #[test]
    fn a_piece_takes_what_the_median_batch_took() {
        let now = std::cell::Cell::new(0.0);
        let mut done = 0;
        let mut clock = || now.get();
        let time = per_piece(&mut clock, 10, || {
            now.set(now.get() + if (done / 10) % 3 == 0 { 7.0 } else { 0.25 });
            done += 1;
        });
        assert_eq!(time, 0.25);
        assert_eq!(done, 10 * (BATCHES + 1));
    }

    #[test]
    fn a_minute_after_a_reading_the_next_is_due() {
        let readings = [reading(0.1, 100.0), reading(70.0, 100.0)];
        assert!(!is_due(&readings, 129.9));
        assert!(is_due(&readings, 130.0));
        assert!(!is_due(&[], 1000.0), "a run without a first reading has none");
    }

    #[test]
    fn a_machine_that_changed_by_more_than_a_tenth_tells_what_changed_most() {
        assert_eq!(change(&[]), None);
        assert_eq!(change(&[reading(0.0, 100.0), reading(60.0, 109.0)]), None);
        let slower = [reading(0.0, 100.0), reading(60.0, 150.0), reading(120.0, 120.0)];
        let Some(("an empty system call", factor)) = change(&slower) else { panic!("{:?}", change(&slower)) };
        assert!((factor - 1.5).abs() < 1e-9);
        let copying = YardstickReading { copy_bytes_per_second: 5e9, ..reading(0.0, 150.0) };
        assert_eq!(change(&[reading(0.0, 100.0), copying]), Some(("copying memory", 2.0)));
    }

    #[test]
    fn a_real_reading_has_times() {
        let readings = Yardstick::start(Instant::now()).finish();
        let [first, last] = readings[..] else { panic!("{readings:?}") };
        assert!(first.at_seconds < last.at_seconds);
        assert!(first.system_call_seconds > 1e-9 && first.arithmetic_step_seconds > 1e-10);
        assert!(first.copy_bytes_per_second > 1e7);
    }
}
