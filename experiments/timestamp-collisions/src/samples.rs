//! One thread's readings, at two bytes each.
//!
//! Ten million samples of sixteen threads take 320 MB this way. What is kept is the increment; one that does not fit, or
//! is negative, stands in full in a list beside. The loop that reads does nothing but subtract and store.

use crate::clocks::Visitor;

/// Mark of an increment that stands in full elsewhere.
const ELSEWHERE: u16 = u16::MAX;
/// Increments that fit: below this.
pub(crate) const FITTING: usize = ELSEWHERE as usize;

/// A thread's readings, in the order they were made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Samples {
    first: Option<u64>,
    increments: Vec<u16>,
    elsewhere: Vec<u64>,
}

/// Readings that are about to be made: the memory is there, so that no page is missing in the loop.
pub(crate) struct Recorder(Samples);

impl Recorder {
    pub(crate) fn new(samples: usize) -> Self {
        // Not zero: the system would hand out pages that it only makes when they are written.
        let increments = vec![ELSEWHERE; samples.saturating_sub(1)];
        Self(Samples { first: None, increments, elsewhere: Vec::with_capacity(4096) })
    }
}

impl Visitor for Recorder {
    type Output = Samples;

    fn visit(self, read: impl Fn() -> u64) -> Samples {
        let Self(mut samples) = self;
        let mut last = read();
        samples.first = Some(last);
        for slot in &mut samples.increments {
            let reading = read();
            // A clock that steps back makes this huge.
            let increment = reading.wrapping_sub(last);
            *slot = if increment < FITTING as u64 {
                increment as u16
            } else {
                samples.elsewhere.push(reading);
                ELSEWHERE
            };
            last = reading;
        }
        samples
    }
}

impl Samples {
    /// The readings, one after the other.
    pub(crate) fn values(&self) -> Values<'_> {
        Values { next: self.first, increments: self.increments.iter(), elsewhere: self.elsewhere.iter() }
    }

    /// The readings as they would have been made in ascending order.
    pub(crate) fn sorted(&self) -> Self {
        let mut values: Vec<u64> = self.values().collect();
        values.sort_unstable();
        let readings = std::cell::RefCell::new(values.iter().copied());
        match values.len() {
            0 => Self::default(),
            n => Recorder::new(n).visit(|| readings.borrow_mut().next().expect("as many are read as there are")),
        }
    }
}

/// Iterator over [`Samples`].
#[derive(Debug, Clone)]
pub(crate) struct Values<'a> {
    next: Option<u64>,
    increments: std::slice::Iter<'a, u16>,
    elsewhere: std::slice::Iter<'a, u64>,
}

impl Iterator for Values<'_> {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let value = self.next?;
        self.next = match self.increments.next() {
            Some(&ELSEWHERE) => self.elsewhere.next().copied(),
            // The way `visit` subtracts: a counter may wrap around.
            Some(&increment) => Some(value.wrapping_add(increment.into())),
            None => None,
        };
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    pub(crate) fn record(values: &[u64]) -> Samples {
        let next = Cell::new(0);
        Recorder::new(values.len()).visit(|| values[next.replace(next.get() + 1)])
    }

    fn value() -> impl Strategy<Value = u64> {
        prop_oneof![0..100_u64, 65_000..66_000_u64, any::<u64>(), Just(u64::MAX)]
    }

    proptest! {
        #[test]
        fn readings_are_kept_as_they_were(values in prop::collection::vec(value(), 1..200)) {
            let samples = record(&values);
            prop_assert_eq!(samples.values().collect::<Vec<_>>(), values.clone());
            let mut values = values;
            values.sort_unstable();
            prop_assert_eq!(samples.sorted().values().collect::<Vec<_>>(), values);
        }
    }

    #[test]
    fn nothing_recorded_is_nothing() {
        assert_eq!(Samples::default().values().count(), 0);
        assert_eq!(Samples::default().sorted().values().count(), 0);
    }
}
