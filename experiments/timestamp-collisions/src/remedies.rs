//! Identifiers that do not collide, made by many threads at once, and what each costs.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use rand::RngExt;
use rand::rngs::ThreadRng;
use timestamp_collisions_model::identifiers::{Hybrid, NotBefore, Promise, Scheme, Scope, Snowflake, ThreadBits};
use uuid::{Builder, NoContext, Timestamp, Uuid};

use crate::clocks::system_time_ns;
use crate::cores;

/// The version of the crate that buffers random bits: `Cargo.lock` has several, of which this is the one of the workspace.
pub(crate) const RAND: &str = "0.10.3";

/// A way to make identifiers: the schemes of the model, and two more for scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Remedy {
    Scheme(Scheme),
    /// A plain atomic counter: what sharing one word of memory costs, without a clock.
    Counter,
    /// UUID version 4: what random bits cost, without a clock.
    UuidV4,
    /// UUID version 4 with random bits of a generator of the thread's own, which asks the system for a seed now and then.
    UuidV4Buffered,
    /// UUID version 7 with such random bits.
    UuidV7Buffered,
}

impl Remedy {
    pub(crate) fn all() -> Vec<Self> {
        Scheme::ALL
            .into_iter()
            .map(Self::Scheme)
            .chain([Self::Counter, Self::UuidV4, Self::UuidV4Buffered, Self::UuidV7Buffered])
            .collect()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scheme(scheme) => scheme.name(),
            Self::Counter => "counter",
            Self::UuidV4 => "uuid-v4",
            Self::UuidV4Buffered => "uuid-v4-buffered",
            Self::UuidV7Buffered => "uuid-v7-buffered",
        }
    }

    pub(crate) fn promise(self) -> Promise {
        match self {
            Self::Scheme(scheme) => scheme.promise(),
            Self::Counter => Promise {
                certain: Scope::Process,
                probable: Scope::Process,
                condition: "all threads share its one word of memory",
            },
            // Where the bits come from changes what they cost, not how many there are.
            Self::UuidV7Buffered => Scheme::UuidV7.promise(),
            Self::UuidV4 | Self::UuidV4Buffered => Promise {
                certain: Scope::Nowhere,
                probable: Scope::Everywhere,
                condition: "122 random bits, from a generator seeded well",
            },
        }
    }
}

/// `max(now, last + 1)` on one word that all threads share.
#[derive(Debug, Default)]
pub(crate) struct AtomicClock(AtomicU64);

impl AtomicClock {
    /// The next identifier: later than every one before it, and not before `now`.
    pub(crate) fn next(&self, now: u64) -> u64 {
        // The word orders itself, and nothing else is handed over with it: no stronger order is needed.
        let mut last = self.0.load(Ordering::Relaxed);
        loop {
            let next = now.max(last + 1);
            match self.0.compare_exchange_weak(last, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return next,
                Err(newer) => last = newer,
            }
        }
    }
}

/// Identifiers that some threads made at the same time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Made {
    pub identifiers: u64,
    /// Identifiers less different ones.
    pub duplicates: u64,
    /// Identifiers that are not above the one before of the same thread.
    pub out_of_order: u64,
    /// Processor time per identifier, in nanoseconds.
    pub each_ns: f64,
}

/// Makes `each` identifiers in each of `threads` fresh threads.
pub(crate) fn make(remedy: Remedy, threads: u32, each: usize) -> Made {
    match remedy {
        Remedy::Scheme(Scheme::Timestamp) => race(threads, each, |_| || system_time_ns().into()),
        Remedy::Scheme(Scheme::ThreadBits) => race(threads, each, |thread| {
            let mut own = ThreadBits::new(THREAD_BITS, thread).expect("there are no more threads than that");
            move || own.next(system_time_ns()).into()
        }),
        Remedy::Scheme(Scheme::Increasing) => {
            let clock = AtomicClock::default();
            race(threads, each, |_| || clock.next(system_time_ns()).into())
        }
        Remedy::Scheme(Scheme::Hybrid) => {
            let clock = Mutex::new(Hybrid::new(1));
            race(threads, each, |_| {
                || {
                    // The clock is read under the lock, so that it need not be corrected for waiting.
                    let mut clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
                    let time = clock.next(system_time_ns());
                    clock.identifier(time)
                }
            })
        }
        Remedy::Scheme(Scheme::UuidV7) => race(threads, each, |_| || Uuid::new_v7(Timestamp::now(NoContext)).as_u128()),
        // The crate's own context: one counter behind one lock for all threads.
        Remedy::Scheme(Scheme::UuidV7Counter) => race(threads, each, |_| || Uuid::now_v7().as_u128()),
        Remedy::Scheme(Scheme::Ulid) => {
            let generator = Mutex::new(ulid::Generator::new());
            race(threads, each, |_| {
                || {
                    let mut generator = generator.lock().unwrap_or_else(PoisonError::into_inner);
                    generator.generate().unwrap_or_else(|overflow| overflow.commit_overflow_increment()).0
                }
            })
        }
        Remedy::Scheme(Scheme::Snowflake) => {
            let generator = Mutex::new(Snowflake::new(1, SNOWFLAKE_EPOCH_MS).expect("machine 1 is allowed"));
            race(threads, each, |_| || snowflake(&generator).into())
        }
        Remedy::Counter => {
            let next = AtomicU64::new(0);
            race(threads, each, |_| || next.fetch_add(1, Ordering::Relaxed).into())
        }
        Remedy::UuidV4 => race(threads, each, |_| || Uuid::new_v4().as_u128()),
        Remedy::UuidV4Buffered => race(threads, each, |_| {
            let mut random = rand::rng();
            move || uuid_v4(&mut random).as_u128()
        }),
        Remedy::UuidV7Buffered => race(threads, each, |_| {
            let mut random = rand::rng();
            move || uuid_v7(&mut random).as_u128()
        }),
    }
}

/// UUID version 4 of a generator's bits.
fn uuid_v4(random: &mut ThreadRng) -> Uuid {
    Builder::from_random_bytes(random.random()).into_uuid()
}

/// UUID version 7, of the time and a generator's bits.
fn uuid_v7(random: &mut ThreadRng) -> Uuid {
    Builder::from_unix_timestamp_millis(system_time_ns() / 1_000_000, &random.random()).into_uuid()
}

/// Enough for 256 threads.
const THREAD_BITS: u32 = 8;
/// The first of January 2024.
const SNOWFLAKE_EPOCH_MS: u64 = 1_704_067_200_000;

/// The next Snowflake, waiting for the clock where it has to.
fn snowflake(generator: &Mutex<Snowflake>) -> u64 {
    let mut generator = generator.lock().unwrap_or_else(PoisonError::into_inner);
    let mut now = system_time_ns();
    loop {
        match generator.next(now) {
            Ok(identifier) => return identifier,
            Err(NotBefore { now: awaited }) => {
                while now < awaited {
                    std::hint::spin_loop();
                    now = system_time_ns();
                }
            }
        }
    }
}

/// Lets fresh threads, started together, each make identifiers with a generator of their own making.
fn race<G: FnMut() -> u128>(threads: u32, each: usize, generator: impl Fn(u32) -> G + Sync) -> Made {
    let barrier = Barrier::new(threads as usize);
    let makers: Vec<(Vec<u128>, Instant, Instant)> = thread::scope(|scope| {
        let spawned: Vec<_> = (0..threads)
            .map(|thread| {
                let (barrier, generator) = (&barrier, &generator);
                scope.spawn(move || {
                    let mut next = generator(thread);
                    // Not zero, so that the pages are there before the race.
                    let mut made = vec![u128::MAX; each];
                    (0..WARM_UP).for_each(|_| {
                        black_box(next());
                    });
                    barrier.wait();
                    let start = Instant::now();
                    made.iter_mut().for_each(|slot| *slot = next());
                    (made, start, Instant::now())
                })
            })
            .collect();
        spawned.into_iter().map(|thread| thread.join().expect("makers do not panic")).collect()
    });
    let start = makers.iter().map(|maker| maker.1).min().expect("there is a thread");
    let end = makers.iter().map(|maker| maker.2).max().expect("there is a thread");
    let running = makers.len().min(cores::usable().len());
    let is_behind = |pair: &[u128]| pair[1] <= pair[0];
    let out_of_order = makers.iter().flat_map(|(made, ..)| made.windows(2)).filter(|pair| is_behind(pair)).count();
    let mut identifiers: Vec<u128> = makers.into_iter().flat_map(|maker| maker.0).collect();
    let n = identifiers.len();
    identifiers.sort_unstable();
    identifiers.dedup();
    Made {
        identifiers: n as u64,
        duplicates: (n - identifiers.len()) as u64,
        out_of_order: out_of_order as u64,
        each_ns: (end - start).as_nanos() as f64 * running as f64 / n as f64,
    }
}

/// Identifiers that each thread makes before the race.
const WARM_UP: u32 = 1_000;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use timestamp_collisions_model::identifiers::Increasing;

    use super::*;

    #[test]
    fn what_is_promised_within_a_process_holds_between_threads() {
        for remedy in Remedy::all() {
            let made = make(remedy, 4, 20_000);
            assert_eq!(made.identifiers, 80_000);
            assert!(made.each_ns > 0.0);
            if remedy.promise().probable >= Scope::Process {
                assert_eq!(made.duplicates, 0, "{}", remedy.name());
            }
        }
    }

    /// Schemes that promise order; `uuid` 1.29 documents it for `Uuid::now_v7`, `ulid` 3.0 for `Generator::generate`.
    const IN_ORDER: [&str; 7] =
        ["thread-bits", "increasing", "hybrid", "uuid-v7-counter", "ulid", "snowflake", "counter"];

    #[test]
    fn each_thread_s_identifiers_ascend_where_a_scheme_counts_and_not_where_random_bits_follow_the_millisecond() {
        for remedy in Remedy::all() {
            let out_of_order = make(remedy, 4, 20_000).out_of_order;
            if IN_ORDER.contains(&remedy.name()) {
                assert_eq!(out_of_order, 0, "{}", remedy.name());
            } else if remedy != Remedy::Scheme(Scheme::Timestamp) {
                let share = out_of_order as f64 / 80_000.0;
                assert!((0.4..0.6).contains(&share), "{}: {share}", remedy.name());
            }
        }
    }

    #[test]
    fn the_version_of_rand_is_that_of_the_workspace() {
        assert!(include_str!("../../../Cargo.toml").contains(&format!("rand = \"={RAND}\"\n")));
    }

    #[test]
    fn buffered_random_bits_make_uuids_of_their_versions() {
        let mut random = rand::rng();
        let before = system_time_ns() / 1_000_000;
        let (fourth, seventh) = (uuid_v4(&mut random), uuid_v7(&mut random));
        assert_eq!([fourth, seventh].map(|uuid| uuid.get_version_num()), [4, 7]);
        assert!((seventh.as_u128() >> 80) as u64 >= before);
    }

    proptest! {
        #[test]
        fn the_atomic_clock_does_what_the_model_does(readings in prop::collection::vec(1..1_000_u64, 0..100)) {
            let (atomic, mut model) = (AtomicClock::default(), Increasing::default());
            for now in readings {
                prop_assert_eq!(atomic.next(now), model.next(now));
            }
        }
    }

    #[test]
    fn threads_that_race_on_one_reading_get_different_identifiers_in_a_row() {
        let clock = AtomicClock::default();
        let mut made: Vec<u64> = thread::scope(|scope| {
            let racing: Vec<_> =
                (0..4).map(|_| scope.spawn(|| (0..10_000).map(|_| clock.next(1_000)).collect::<Vec<_>>())).collect();
            racing.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        made.sort_unstable();
        assert!(made.into_iter().eq(1_000..41_000));
    }

    #[test]
    fn duplicates_are_counted_beyond_the_first_of_each() {
        let made = race(3, 10, |_| {
            let mut n = 0_u128;
            move || {
                n += 1;
                n / 2
            }
        });
        // 1,000 warm-up calls, then 10 of which each value but those at the ends comes twice, in each of 3 threads.
        assert_eq!(made.identifiers, 30);
        assert_eq!(made.duplicates, 24);
    }
}
