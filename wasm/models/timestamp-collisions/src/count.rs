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

/// Width of the window of values that is looked at at once: 8 bytes each, so that a window stays in the nearest cache.
const WINDOW: usize = 2048;
/// Marks a value that nobody has read.
const NOBODY: u64 = 0;
/// Marks a value that several threads have read. Any other number counts the readings by the only thread that has.
const SEVERAL: u64 = u64::MAX;

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

/// A thread's values are not in ascending order, so they cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsorted {
    /// Which thread, from 0.
    pub thread: usize,
}

impl fmt::Display for Unsorted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the readings of thread {} are not in ascending order", self.thread)
    }
}

impl std::error::Error for Unsorted {}

/// Counts the collisions between threads, each given as its values in ascending order.
///
/// Goes over all threads at once, a window of values at a time, and keeps of each value in it how often its first reader
/// read it: those readings collide as soon as a second reader comes. Linear in the samples, each of which is asked for
/// once, with 16 kB of memory beside them.
pub fn count<I: Iterator<Item = u64>>(threads: impl IntoIterator<Item = I>) -> Result<Collisions, Unsorted> {
    count_runs(threads.into_iter().map(|values| values.map(|value| (value, 1))))
}

/// The same of threads that are given as runs of equal readings: each value, in ascending order, and how often it was read, at
/// least once.
pub fn count_runs<I: Iterator<Item = (u64, u64)>>(
    threads: impl IntoIterator<Item = I>,
) -> Result<Collisions, Unsorted> {
    let mut cursors: Vec<Cursor<I>> = threads.into_iter().map(Cursor::new).collect();
    let mut collisions = Collisions::default();
    let mut readers = [NOBODY; WINDOW];
    while let Some(first) = cursors.iter().filter_map(|cursor| cursor.head).min() {
        let last = first.saturating_add(WINDOW as u64 - 1);
        readers.fill(NOBODY);
        for (thread, cursor) in cursors.iter_mut().enumerate() {
            while let Some(value) = cursor.head.filter(|&value| value <= last) {
                let times = cursor.pass_equal().map_err(|Descends| Unsorted { thread })?;
                let reader = &mut readers[(value - first) as usize];
                // Without branches: who reads what is not to be foretold. All bits of `again` are set, or none.
                let again = u64::from(*reader != NOBODY).wrapping_neg();
                let waiting = if *reader == SEVERAL { 0 } else { *reader };
                collisions.samples += times;
                collisions.coincidences += again & 1;
                collisions.colliding += again & (waiting + times);
                *reader = again & SEVERAL | !again & times;
            }
        }
    }
    Ok(collisions)
}

/// One thread's runs, and the value and the readings of the next of them.
struct Cursor<I> {
    head: Option<u64>,
    times: u64,
    rest: I,
}

/// A value is smaller than the one before it.
struct Descends;

impl<I: Iterator<Item = (u64, u64)>> Cursor<I> {
    fn new(mut runs: I) -> Self {
        let (head, times) = runs.next().unzip();
        Self { head, times: times.unwrap_or(0), rest: runs }
    }

    /// Goes on to the next other value, and tells how many readings had this one.
    #[inline(always)]
    fn pass_equal(&mut self) -> Result<u64, Descends> {
        let mut times = self.times;
        loop {
            let (next, more) = self.rest.next().unzip();
            let more = more.unwrap_or(0);
            if next != self.head {
                let descends = next.is_some() && next < self.head;
                (self.head, self.times) = (next, more);
                return if descends { Err(Descends) } else { Ok(times) };
            }
            times += more;
        }
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
    #[cfg(test)]
    pub(crate) fn of(readings: impl IntoIterator<Item = u64>) -> Self {
        let mut neighbours = Self::default();
        let mut readings = readings.into_iter();
        let Some(mut previous) = readings.next() else { return neighbours };
        for reading in readings {
            neighbours.compare(previous, reading);
            previous = reading;
        }
        neighbours
    }

    /// Goes over one thread's runs of equal readings in the order they were made: each value, and how often in a row it was read.
    pub fn of_runs(runs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut neighbours = Self::default();
        let mut previous = None;
        for (value, times) in runs {
            if let Some(previous) = previous.replace(value) {
                neighbours.compare(previous, value);
            }
            neighbours.pairs += times - 1;
            neighbours.equal += times - 1;
        }
        neighbours
    }

    /// Adds a pair.
    pub fn compare(&mut self, previous: u64, reading: u64) {
        self.pairs += 1;
        self.equal += u64::from(reading == previous);
        self.backward += u64::from(reading < previous);
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

    /// Runs of equal values, in their order.
    fn runs(values: &[u64]) -> Vec<(u64, u64)> {
        values.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64)).collect()
    }

    fn count_vectors(threads: &[Vec<u64>]) -> Result<Collisions, Unsorted> {
        count(threads.iter().map(|values| values.iter().copied()))
    }

    /// Values close together, around a window's end, spread out, and at both ends of 64 bits.
    fn value() -> impl Strategy<Value = u64> {
        prop_oneof![0..20_u64, 2035..2060_u64, 0..100_000_u64, (u64::MAX - 2500)..=u64::MAX, any::<u64>()]
    }

    proptest! {
        #[test]
        fn counts_are_those_of_brute_force(
            mut threads in prop::collection::vec(prop::collection::vec(value(), 0..60), 0..9)
        ) {
            threads.iter_mut().for_each(|values| values.sort_unstable());
            prop_assert_eq!(count_vectors(&threads), Ok(brute_force(&threads)));
            let in_runs = count_runs(threads.iter().map(|values| runs(values).into_iter()));
            prop_assert_eq!(in_runs, Ok(brute_force(&threads)));
        }

        #[test]
        fn neighbours_of_runs_are_those_of_their_readings(values in prop::collection::vec(0..4_u64, 0..60)) {
            prop_assert_eq!(Neighbours::of_runs(runs(&values)), Neighbours::of(values));
        }
    }

    #[test]
    fn adversarial_readings_are_counted_right() {
        let range: Vec<u64> = (0..10_000).collect();
        let even: Vec<u64> = (0..10_000).map(|x| 2 * x).collect();
        let odd: Vec<u64> = (0..10_000).map(|x| 2 * x + 1).collect();
        let extremes = vec![0, u64::MAX - 2048, u64::MAX - 2047, u64::MAX - 1, u64::MAX, u64::MAX];
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
            vec![vec![2047], vec![2048], vec![0, 2047, 2048]],
            vec![vec![2048; 3], vec![0, 2048], vec![2047, 2048, 2048]],
            // Each thread's readings later than the one before's, and earlier.
            vec![vec![1, 2], vec![3, 4], vec![5, 6]],
            vec![vec![5, 6], vec![3, 4], vec![1, 2]],
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
        assert_eq!(count_vectors(&[vec![1, 2], vec![9, 8]]), Err(Unsorted { thread: 1 }));
        assert_eq!(count_vectors(&[vec![5000, 1]]), Err(Unsorted { thread: 0 }));
        assert_eq!(Unsorted { thread: 1 }.to_string(), "the readings of thread 1 are not in ascending order");
    }

    #[test]
    fn any_number_of_threads_is_counted() {
        let threads = vec![vec![3]; 1_000];
        assert_eq!(count_vectors(&threads), Ok(brute_force(&threads)));
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
