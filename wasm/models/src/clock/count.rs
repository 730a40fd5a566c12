//! Exact collision counts over the readings of several threads.
//!
//! Two shares are in use, and they differ:
//!
//! - **per sample**: a sample collides when another thread read its value too; the share of samples that collide;
//! - **as published**: each value that `m` threads read counts `m - 1` times, divided by all samples. With two threads
//!   and no value read twice by one thread, that is half the share per sample.
//!
//! Readings that one thread repeats are no collisions; they are counted apart, as equal neighbours.

use std::fmt;

/// Width of the window of values that is looked at at once. One byte each, so a window stays in the nearest cache.
const WINDOW: usize = 4096;
/// Mark of a value that nobody has read.
const NOBODY: u8 = 0;
/// Mark of a value that several threads have read; every other mark is one thread's.
const SEVERAL: u8 = u8::MAX;
/// Threads that can be told apart.
pub const MAX_THREADS: usize = SEVERAL as usize - 1;

/// What the readings of several threads have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Collisions {
    /// Readings of all threads.
    pub samples: u64,
    /// Readings whose value another thread read too.
    pub colliding: u64,
    /// Over all values: the threads that read it, less one.
    pub coincidences: u64,
}

impl Collisions {
    /// The share of samples that collide; 0 of none.
    pub fn share_per_sample(&self) -> f64 {
        share(self.colliding, self.samples)
    }

    /// Each coincidence once, divided by all samples: the share as it was published; 0 of none.
    pub fn share_as_published(&self) -> f64 {
        share(self.coincidences, self.samples)
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Why readings cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountError {
    /// A thread's values are not in ascending order.
    Unsorted {
        /// Which thread, from 0.
        thread: usize,
    },
    /// More threads than [`MAX_THREADS`].
    TooManyThreads {
        /// How many.
        threads: usize,
    },
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsorted { thread } => write!(f, "the readings of thread {thread} are not in ascending order"),
            Self::TooManyThreads { threads } => write!(f, "{threads} threads; at most {MAX_THREADS} can be counted"),
        }
    }
}

impl std::error::Error for CountError {}

/// Counts the collisions between threads, each given as its values in ascending order.
///
/// Goes over all threads at once, a window of values at a time: the first pass marks who read a value, the second counts
/// the samples on values with several readers. Linear in the samples, with 4 kB of memory beside the readings, which may
/// be generated as they are asked for (each thread's iterator is cloned once per window).
pub fn count<I>(threads: impl IntoIterator<Item = I>) -> Result<Collisions, CountError>
where
    I: Iterator<Item = u64> + Clone,
{
    let mut cursors: Vec<Cursor<I>> = threads.into_iter().map(Cursor::new).collect();
    if cursors.len() > MAX_THREADS {
        return Err(CountError::TooManyThreads { threads: cursors.len() });
    }
    let mut collisions = Collisions::default();
    let mut readers = [NOBODY; WINDOW];
    while let Some(first) = cursors.iter().filter_map(|cursor| cursor.head).min() {
        let last = first.saturating_add(WINDOW as u64 - 1);
        readers.fill(NOBODY);
        for (thread, cursor) in cursors.iter().enumerate() {
            let mark = thread as u8 + 1;
            let mut ahead = cursor.clone();
            let mut previous = None;
            while let Some(value) = ahead.head.filter(|&value| value <= last) {
                if previous != Some(value) {
                    let reader = &mut readers[(value - first) as usize];
                    if *reader == NOBODY {
                        *reader = mark;
                    } else {
                        *reader = SEVERAL;
                        collisions.coincidences += 1;
                    }
                }
                previous = Some(value);
                ahead.advance().map_err(|Descends| CountError::Unsorted { thread })?;
            }
        }
        for (thread, cursor) in cursors.iter_mut().enumerate() {
            while let Some(value) = cursor.head.filter(|&value| value <= last) {
                collisions.samples += 1;
                collisions.colliding += u64::from(readers[(value - first) as usize] == SEVERAL);
                cursor.advance().map_err(|Descends| CountError::Unsorted { thread })?;
            }
        }
    }
    Ok(collisions)
}

/// One thread's readings and the next of them.
#[derive(Clone)]
struct Cursor<I> {
    head: Option<u64>,
    rest: I,
}

/// A value is smaller than the one before it.
struct Descends;

impl<I: Iterator<Item = u64>> Cursor<I> {
    fn new(mut readings: I) -> Self {
        Self { head: readings.next(), rest: readings }
    }

    #[inline(always)]
    fn advance(&mut self) -> Result<(), Descends> {
        let next = self.rest.next();
        if next.is_some() && next < self.head {
            return Err(Descends);
        }
        self.head = next;
        Ok(())
    }
}

/// How a thread's readings follow one another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Pairs of readings, one right after the other.
    pub pairs: u64,
    /// Pairs of equal readings.
    pub equal: u64,
    /// Pairs in which the clock stepped back.
    pub backward: u64,
}

impl Neighbours {
    /// Goes over one thread's readings in the order they were made.
    pub fn of(readings: impl IntoIterator<Item = u64>) -> Self {
        let mut neighbours = Self::default();
        let mut readings = readings.into_iter();
        let Some(mut previous) = readings.next() else { return neighbours };
        for reading in readings {
            neighbours.pairs += 1;
            neighbours.equal += u64::from(reading == previous);
            neighbours.backward += u64::from(reading < previous);
            previous = reading;
        }
        neighbours
    }

    /// Adds another thread's.
    pub fn merge(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.equal += other.equal;
        self.backward += other.backward;
    }

    /// The share of pairs that are equal; 0 of none.
    pub fn equal_share(&self) -> f64 {
        share(self.equal, self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    /// The definitions, word by word.
    fn brute_force(threads: &[Vec<u64>]) -> Collisions {
        let mut readers: BTreeMap<u64, BTreeSet<usize>> = BTreeMap::new();
        for (thread, values) in threads.iter().enumerate() {
            for &value in values {
                readers.entry(value).or_default().insert(thread);
            }
        }
        Collisions {
            samples: threads.iter().map(|values| values.len() as u64).sum(),
            colliding: threads.iter().flatten().filter(|value| readers[value].len() > 1).count() as u64,
            coincidences: readers.values().map(|threads| threads.len() as u64 - 1).sum(),
        }
    }

    fn count_vectors(threads: &[Vec<u64>]) -> Result<Collisions, CountError> {
        count(threads.iter().map(|values| values.iter().copied()))
    }

    /// Values close together, around a window's end, spread out, and at both ends of 64 bits.
    fn value() -> impl Strategy<Value = u64> {
        prop_oneof![0..20_u64, 4080..4110_u64, 0..100_000_u64, (u64::MAX - 5000)..=u64::MAX, any::<u64>()]
    }

    proptest! {
        #[test]
        fn counts_are_those_of_brute_force(
            mut threads in prop::collection::vec(prop::collection::vec(value(), 0..60), 0..9)
        ) {
            threads.iter_mut().for_each(|values| values.sort_unstable());
            prop_assert_eq!(count_vectors(&threads), Ok(brute_force(&threads)));
        }
    }

    #[test]
    fn adversarial_readings_are_counted_right() {
        let range: Vec<u64> = (0..10_000).collect();
        let even: Vec<u64> = (0..10_000).map(|x| 2 * x).collect();
        let odd: Vec<u64> = (0..10_000).map(|x| 2 * x + 1).collect();
        let extremes = vec![0, u64::MAX - 4096, u64::MAX - 4095, u64::MAX - 1, u64::MAX, u64::MAX];
        for threads in [
            vec![],
            vec![vec![]],
            vec![vec![], vec![7], vec![]],
            vec![range.clone()],
            vec![range.clone(), range.clone(), range.clone()],
            vec![vec![5; 1000], vec![5; 3]],
            vec![even.clone(), odd.clone()],
            vec![even, odd, range],
            vec![extremes.clone(), extremes],
            vec![vec![4095], vec![4096], vec![0, 4095, 4096]],
        ] {
            assert_eq!(count_vectors(&threads), Ok(brute_force(&threads)));
        }
    }

    #[test]
    fn with_two_threads_the_published_share_is_half_the_share_per_sample() {
        let collisions = count_vectors(&[vec![1, 2, 3, 4], vec![3, 4, 5, 6]]).unwrap();
        assert_eq!(collisions, Collisions { samples: 8, colliding: 4, coincidences: 2 });
        assert_eq!(collisions.share_per_sample(), 0.5);
        assert_eq!(collisions.share_as_published(), 0.25);
    }

    #[test]
    fn a_thread_that_repeats_itself_does_not_collide() {
        let alone = count_vectors(&[vec![1, 1, 1], vec![2, 2]]).unwrap();
        assert_eq!((alone.colliding, alone.coincidences), (0, 0));
        let met = count_vectors(&[vec![1, 1, 1], vec![1, 2]]).unwrap();
        assert_eq!((met.colliding, met.coincidences), (4, 1));
    }

    #[test]
    fn readings_out_of_order_are_refused_and_not_miscounted() {
        assert_eq!(count_vectors(&[vec![1, 2], vec![9, 8]]), Err(CountError::Unsorted { thread: 1 }));
        assert_eq!(count_vectors(&[vec![5000, 1]]), Err(CountError::Unsorted { thread: 0 }));
        assert_eq!(
            CountError::Unsorted { thread: 1 }.to_string(),
            "the readings of thread 1 are not in ascending order"
        );
    }

    #[test]
    fn as_many_threads_are_counted_as_can_be_told_apart() {
        let threads = vec![vec![3]; MAX_THREADS];
        assert_eq!(count_vectors(&threads), Ok(brute_force(&threads)));
        let threads = vec![vec![3]; MAX_THREADS + 1];
        assert_eq!(count_vectors(&threads), Err(CountError::TooManyThreads { threads: 255 }));
    }

    #[test]
    fn nothing_read_has_a_share_of_nothing() {
        assert_eq!(Collisions::default().share_per_sample(), 0.0);
        assert_eq!(Neighbours::default().equal_share(), 0.0);
    }

    #[test]
    fn neighbours_are_compared_in_the_order_they_were_read() {
        let neighbours = Neighbours::of([5, 5, 7, 6, 6, 6, 9]);
        assert_eq!(neighbours, Neighbours { pairs: 6, equal: 3, backward: 1 });
        assert_eq!(neighbours.equal_share(), 0.5);
        assert_eq!(Neighbours::of([1]), Neighbours::default());
    }
}
