//! How far apart two cores are: how long it takes to hand a line of memory over from one to the other.
//!
//! The distance decides how fast two cores move bytes to each other, and in a virtual machine it changes from one second to the
//! next: its host runs it where it likes. On one and the same machine 13, 31 and 145 ns were seen within minutes, as of two
//! threads of a core, of two cores with a cache in common and of two without, and a TCP connection whose ends never slept moved
//! several times as much at the first as at the last. So it is measured beside what it decides.

use std::hint;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sockets::cores::pin;

/// Time for which a line is handed over and back.
const TIME: Duration = Duration::from_micros(500);
/// There and back so often between two looks at the clock: the fastest of such batches is one that nothing interrupted.
const THERE_AND_BACK: u64 = 50;
/// Waiting so long, whoever waits looks at the clock: the other one may not get to run.
const SPINS: u32 = 1 << 12;
/// Cores with a cache in common take less, others more.
const NEAR_SECONDS: f64 = 80e-9;

/// How far apart two cores are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Distance {
    /// They hand a line over in less than 80 ns: they have a cache in common.
    Near,
    /// They take longer.
    Far,
}

impl Distance {
    /// The distance of two cores that take this long to hand a line over, in seconds.
    pub(crate) fn of(seconds: f64) -> Self {
        if seconds < NEAR_SECONDS { Self::Near } else { Self::Far }
    }
}

/// How long it takes to hand a line over, in seconds; nothing where they did not both get to run.
pub(crate) fn hand_over(one: usize, other: usize) -> Option<f64> {
    let (line, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            // Where it cannot be kept there nobody answers.
            if pin(other).is_ok() {
                answer(&line, &is_over);
            }
        });
        let asking = scope.spawn(|| {
            let fastest = pin(one).ok().and_then(|()| fastest(&line));
            is_over.store(true, Ordering::Relaxed);
            fastest
        });
        asking.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    })
}

/// Answers each odd number by the next even one.
fn answer(line: &AtomicU64, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        let number = line.load(Ordering::Acquire);
        if number % 2 == 1 {
            line.store(number + 1, Ordering::Release);
        }
        hint::spin_loop();
    }
}

/// The time one way, in the fastest batch.
fn fastest(line: &AtomicU64) -> Option<f64> {
    let until = Instant::now() + TIME;
    let mut fastest: Option<f64> = None;
    let mut number = 0;
    loop {
        let started = Instant::now();
        for _ in 0..THERE_AND_BACK {
            line.store(number + 1, Ordering::Release);
            number += 2;
            let mut spins = 0;
            while line.load(Ordering::Acquire) != number {
                hint::spin_loop();
                spins += 1;
                if spins % SPINS == 0 && Instant::now() >= until {
                    return fastest;
                }
            }
        }
        let now = Instant::now();
        let one_way = (now - started).as_secs_f64() / (2 * THERE_AND_BACK) as f64;
        fastest = Some(fastest.map_or(one_way, |fastest| fastest.min(one_way)));
        if now >= until {
            return fastest;
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::thread::CpuSet;
    use sockets::cores::allowed;

    use super::*;

    #[test]
    fn cores_with_a_cache_in_common_are_near() {
        assert_eq!([13e-9, 31e-9, 145e-9].map(Distance::of), [Distance::Near, Distance::Near, Distance::Far]);
    }

    #[test]
    fn a_line_takes_nanoseconds_from_core_to_core_and_one_core_cannot_hand_it_to_itself() {
        let cores = allowed().unwrap();
        if let [one, other, ..] = cores[..] {
            let seconds = (0..100).find_map(|_| hand_over(one, other)).expect("both get to run some time");
            assert!((1e-9..1e-3).contains(&seconds), "{seconds}");
        }
        assert_eq!(hand_over(cores[0], CpuSet::MAX_CPU - 1), None);
    }
}
