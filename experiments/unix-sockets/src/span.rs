//! How long a turn takes, and what happens per second in it.

use std::time::{Duration, Instant};

/// How long a turn takes, and how much of that is not counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    warm_up: Duration,
    measured: Duration,
}

impl Span {
    /// A turn that is measured for so long, after a tenth of it for caches, windows and the processor's clock.
    pub(crate) fn new(measured: Duration) -> Self {
        Self { warm_up: measured / 10, measured }
    }

    /// The whole turn, its warm-up included.
    pub(crate) fn total(self) -> Duration {
        self.warm_up + self.measured
    }

    /// Starts it now.
    pub(crate) fn start(self) -> Tally {
        let begin = Instant::now() + self.warm_up;
        Tally { begin, end: begin + self.measured, all: 0, since: None }
    }
}

/// Count of what happened since a turn was started.
#[derive(Debug)]
pub(crate) struct Tally {
    begin: Instant,
    end: Instant,
    all: u64,
    /// When counting began, and how much had happened by then.
    since: Option<(Instant, u64)>,
}

impl Tally {
    /// So much more happened, until now. Once the turn is over: how much happened per second after the warm-up. A turn in
    /// which this program did not get to run lasts until there is something to tell.
    pub(crate) fn add(&mut self, amount: u64, now: Instant) -> Option<f64> {
        self.all += amount;
        if !self.is_counted(now) {
            return None;
        }
        let (since, before) = *self.since.get_or_insert((now, self.all));
        let seconds = (now - since).as_secs_f64();
        (self.is_over(now) && seconds > 0.0).then(|| (self.all - before) as f64 / seconds)
    }

    /// All that happened, in the warm-up too.
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// True if the warm-up was over by then.
    pub(crate) fn is_counted(&self, then: Instant) -> bool {
        then >= self.begin
    }

    /// True if the time is over.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        now >= self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_what_happens_after_the_warm_up_is_counted() {
        let mut tally = Span::new(10 * SECOND).start();
        let begin = tally.begin;
        assert_eq!(tally.add(1_000, begin - SECOND / 2), None);
        assert_eq!(tally.add(5, begin), None);
        assert_eq!(tally.add(30, begin + 5 * SECOND), None);
        assert_eq!(tally.add(70, begin + 10 * SECOND), Some(10.0));
        assert_eq!(tally.all(), 1_105);
    }

    #[test]
    fn a_turn_that_was_slept_through_goes_on_until_something_happens() {
        let mut tally = Span::new(SECOND).start();
        let begin = tally.begin;
        assert_eq!(tally.add(1, begin + 3 * SECOND), None);
        assert_eq!(tally.add(2, begin + 4 * SECOND), Some(2.0));
    }
}
