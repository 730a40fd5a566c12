//! One round: fresh threads, a barrier, readings, counts.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use harness::Failure;
use timestamp_collisions_model::Collisions;
use timestamp_collisions_model::count::count;

use crate::clocks::{Clock, Cost, Visitor};
use crate::cores;
use crate::increments::Increments;
use crate::samples::{Recorder, Samples};
use crate::step::Step;

/// Reads before the barrier, to have code and data in the caches and the core awake.
const WARM_UP: u32 = 20_000;

/// Task of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub clock: Clock,
    pub threads: u32,
    pub pinned: bool,
}

/// Manner in which threads read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Manner {
    /// True if each reading is followed by one of the monotonic clock, which is discarded, as Go's `time.Now()` reads.
    pub second_clock: bool,
    /// True if threads wait for each other before they begin.
    pub barrier: bool,
}

impl Manner {
    /// Manner unless another is named.
    pub(crate) const OURS: Self = Self { second_clock: false, barrier: true };
}

/// Results of one round.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    pub collisions: Collisions,
    pub increments: Increments,
    /// Processor time per reading in the loop that records it, in nanoseconds.
    pub read_ns: f64,
    /// Step of the counter, as these threads saw it; `None` where there is no counter.
    pub counter_step: Option<Step>,
    /// The counter's residue on each thread's core (see [`Step::residue`]), where it was the same before and after.
    pub residues: Vec<Option<u64>>,
}

struct Reader {
    samples: Samples,
    looks: [Vec<u64>; 2],
    start: Instant,
    end: Instant,
}

/// Reads the clock in fresh threads, which start together if the manner says so, then counts.
pub(crate) fn measure(condition: Condition, manner: Manner, samples: usize) -> Result<Round, Failure> {
    let cores = cores::usable();
    let barrier = Barrier::new(condition.threads as usize);
    let readers = thread::scope(|scope| {
        let spawned: Vec<_> = (0..condition.threads as usize)
            .map(|thread| {
                let core = condition.pinned.then(|| cores[thread % cores.len()]);
                let barrier = manner.barrier.then_some(&barrier);
                let then = manner.second_clock.then_some(read_monotonic);
                scope.spawn(move || read(condition.clock, then, samples, core, barrier))
            })
            .collect();
        spawned
            .into_iter()
            .map(|thread| thread.join().expect("readers do not panic"))
            .collect::<Result<Vec<_>, Failure>>()
    });
    let mut readers = readers?;

    let mut increments = Increments::default();
    readers.iter().for_each(|reader| increments.add(&reader.samples));
    if increments.backward > 0 {
        readers.iter_mut().for_each(|reader| reader.samples = reader.samples.sorted());
    }
    let threads = readers.iter().map(|reader| reader.samples.values());
    let collisions = count(threads).expect("they are sorted");

    let start = readers.iter().map(|reader| reader.start).min().expect("there is a thread");
    let end = readers.iter().map(|reader| reader.end).max().expect("there is a thread");
    let running = readers.len().min(cores.len());
    let counter_step = Step::of_cores(readers.iter().flat_map(|reader| reader.looks.iter().map(Vec::as_slice)));
    let residues = readers.iter().map(|reader| {
        let [before, after] = reader.looks.each_ref().map(|looks| counter_step?.residue(looks));
        before.filter(|_| before == after)
    });
    Ok(Round {
        collisions,
        increments,
        read_ns: (end - start).as_nanos() as f64 * running as f64 / collisions.samples as f64,
        counter_step,
        residues: residues.collect(),
    })
}

/// Reads the monotonic clock, and keeps nothing.
fn read_monotonic() {
    black_box(Instant::now());
}

/// Reads the clock so often, and does something after each reading if that is asked for.
fn read(
    clock: Clock,
    then: Option<impl Fn()>,
    samples: usize,
    core: Option<usize>,
    barrier: Option<&Barrier>,
) -> Result<Reader, Failure> {
    let pinned = core.map_or(Ok(()), cores::pin);
    let recorder = Recorder::new(samples);
    clock.visit(Cost { reads: WARM_UP });
    let before = cores::look_at_counter();
    // A thread that could not be pinned still has to let the others pass.
    barrier.map(Barrier::wait);
    pinned?;
    let start = Instant::now();
    let samples = match then {
        Some(then) => clock.visit(AndThen(recorder, then)),
        None => clock.visit(recorder),
    };
    let end = Instant::now();
    Ok(Reader { samples, looks: [before, cores::look_at_counter()], start, end })
}

/// Does something after each reading.
struct AndThen<V, F>(V, F);

impl<V: Visitor, F: Fn()> Visitor for AndThen<V, F> {
    type Output = V::Output;

    fn visit(self, read: impl Fn() -> u64) -> V::Output {
        let Self(visitor, then) = self;
        visitor.visit(|| {
            let reading = read();
            then();
            reading
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn every_clock_is_read_as_often_as_asked() {
        for clock in Clock::ALL.into_iter().filter(|clock| clock.exists()) {
            for pinned in [false, cores::CAN_PIN] {
                let round = measure(Condition { clock, threads: 3, pinned }, Manner::OURS, 2_000).unwrap();
                assert_eq!(round.collisions.samples, 6_000, "{clock:?}");
                assert_eq!(round.increments.pairs(), 3 * 1_999);
                assert!(round.read_ns > 0.0);
                assert_eq!(round.residues.len(), 3);
            }
        }
    }

    #[test]
    fn a_thread_alone_never_collides() {
        let round =
            measure(Condition { clock: Clock::Realtime, threads: 1, pinned: false }, Manner::OURS, 50_000).unwrap();
        assert_eq!((round.collisions.colliding, round.collisions.coincidences), (0, 0));
    }

    #[test]
    fn what_follows_each_reading_is_done_as_often_and_kept_nowhere() {
        let (first, second) = (Cell::new(0), Cell::new(0));
        let samples = AndThen(Recorder::new(1_000), || second.set(second.get() + 1)).visit(|| {
            assert_eq!(second.get(), first.get(), "it follows each reading");
            first.set(first.get() + 1);
            first.get()
        });
        assert!(samples.values().eq(1..=1_000));
        let times = Cell::new(0);
        read(Clock::Realtime, Some(|| times.set(times.get() + 1)), 1_000, None, None).unwrap();
        assert_eq!(times.get(), 1_000);
    }

    #[test]
    fn a_thread_begins_when_all_have_come_or_by_itself() {
        let begin = |barrier| read(Clock::Realtime, None::<fn()>, 100, None, barrier).unwrap();
        let barrier = Barrier::new(2);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| begin(Some(&barrier)));
            let came = Instant::now();
            barrier.wait();
            assert!(waiting.join().unwrap().start >= came, "it began before the last one came");
        });
        // Nobody else comes to a barrier: who waited at one would wait for ever.
        assert_eq!(begin(None).samples.values().count(), 100);
    }

    #[test]
    fn a_round_is_measured_in_every_manner() {
        for (second_clock, barrier) in [(false, false), (false, true), (true, false), (true, true)] {
            let condition = Condition { clock: Clock::Realtime, threads: 2, pinned: false };
            let round = measure(condition, Manner { second_clock, barrier }, 2_000).unwrap();
            assert_eq!(round.collisions.samples, 4_000);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_clock_of_milliseconds_repeats_itself_within_a_thread_and_between_threads() {
        let condition = Condition { clock: Clock::RealtimeCoarse, threads: 2, pinned: false };
        // On a busy machine the threads may run one after the other, and meet only in one of several rounds.
        let mut rounds = (0..100).map(|_| measure(condition, Manner::OURS, 200_000).unwrap());
        assert!(rounds.any(|round| round.increments.equal_share() > 0.99 && round.collisions.share_per_sample() > 0.1));
    }
}
