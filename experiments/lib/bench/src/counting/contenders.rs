//! Ways to count the collisions between threads' readings, each thread's in ascending order. All give the same answer.

use roaring::RoaringTreemap;
use timestamp_collisions_model::Collisions;
use timestamp_collisions_model::count::count;

/// A way to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counter {
    /// The experiment's own: a window of values at a time.
    Window,
    /// All readings in one list, sorted.
    SortMerge,
    /// Sets of values as compressed bitmaps, the way of the published program.
    Bitmaps,
}

impl Counter {
    pub(crate) const ALL: [Self; 3] = [Self::Window, Self::SortMerge, Self::Bitmaps];

    /// Name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Window => "window by window",
            Self::SortMerge => "sort and merge",
            Self::Bitmaps => "roaring bitmaps",
        }
    }

    /// Counts collisions.
    ///
    /// # Panics
    /// If a thread's readings do not ascend, there are more than 256 threads, or readings are two years apart.
    pub(crate) fn count(self, threads: &[Vec<u64>]) -> Collisions {
        match self {
            Self::Window => count(threads.iter().map(|readings| readings.iter().copied())).expect("they ascend"),
            Self::SortMerge => sort_merge(threads),
            Self::Bitmaps => bitmaps(threads),
        }
    }
}

/// Bits that tell threads apart.
const THREAD_BITS: u32 = 8;

/// Sorts all readings, each with its thread in the low bits, and looks at every run of equal ones. The sort is the
/// standard library's stable one, which finds the threads' ascending runs and merges them.
fn sort_merge(threads: &[Vec<u64>]) -> Collisions {
    let first = threads.iter().filter_map(|readings| readings.first()).min().copied().unwrap_or(0);
    let mut all = Vec::with_capacity(threads.iter().map(Vec::len).sum());
    for (thread, readings) in (0_u8..).zip(threads) {
        all.extend(readings.iter().map(|&reading| {
            let since = reading - first;
            assert!(
                since >> (u64::BITS - THREAD_BITS) == 0,
                "readings are too far apart to be packed with their thread"
            );
            since << THREAD_BITS | u64::from(thread)
        }));
    }
    all.sort();
    let mut collisions = Collisions { samples: all.len() as u64, ..Collisions::default() };
    for equal in all.chunk_by(|a, b| a >> THREAD_BITS == b >> THREAD_BITS) {
        let others = equal.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        collisions.coincidences += others;
        collisions.colliding += if others > 0 { equal.len() as u64 } else { 0 };
    }
    collisions
}

/// Collects the set of all values seen so far, and of those seen by several threads.
fn bitmaps(threads: &[Vec<u64>]) -> Collisions {
    let (mut seen, mut several) = (RoaringTreemap::new(), RoaringTreemap::new());
    let mut coincidences = 0;
    for readings in threads {
        let distinct = readings.chunk_by(|a, b| a == b).map(|equal| equal[0]);
        let values = RoaringTreemap::from_sorted_iter(distinct).expect("they ascend");
        let again = &values & &seen;
        coincidences += again.len();
        several |= again;
        seen |= values;
    }
    // Both ascend, so that one parallel walk replaces a search for each reading.
    let colliding = threads.iter().map(|readings| {
        let mut values = several.iter().peekable();
        let is_among = |&&reading: &&u64| {
            while values.next_if(|&value| value < reading).is_some() {}
            values.peek() == Some(&reading)
        };
        readings.iter().filter(is_among).count() as u64
    });
    Collisions {
        samples: threads.iter().map(|readings| readings.len() as u64).sum(),
        colliding: colliding.sum(),
        coincidences,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn agree(threads: &[Vec<u64>]) {
        let expected = Counter::Window.count(threads);
        for counter in Counter::ALL {
            assert_eq!(counter.count(threads), expected, "{} of {threads:?}", counter.name());
        }
    }

    #[test]
    fn all_ways_agree_on_adversarial_readings() {
        let range: Vec<u64> = (0..70_000).collect();
        let odd: Vec<u64> = (0..70_000).map(|x| 2 * x + 1).collect();
        for threads in [
            vec![],
            vec![vec![], vec![]],
            vec![vec![5; 1000], vec![5; 3], vec![4, 6]],
            vec![range.clone(), odd.clone()],
            vec![range.clone(), range, odd],
            vec![vec![u64::MAX - 2, u64::MAX], vec![u64::MAX - 1, u64::MAX, u64::MAX]],
        ] {
            agree(&threads);
        }
    }

    proptest! {
        #[test]
        fn all_ways_agree(mut threads in prop::collection::vec(prop::collection::vec(0..300_u64, 0..60), 0..9)) {
            threads.iter_mut().for_each(|readings| readings.sort_unstable());
            agree(&threads);
        }
    }
}
