//! How the kernel's timers round, and what its retry counts mean in seconds.

use super::settings::MILLISECOND;

/// The base that `tcp_retries2` counts with, whatever the connection's own timeout is: `TCP_RTO_MIN`.
pub const RETRIES_BASE_US: u64 = 200 * MILLISECOND;

/// Lateness of all timers of a run.
///
/// The kernel keeps timers in a wheel whose slots grow with the delay (`kernel/time/timer.c`): up to an eighth of the
/// delay, a timer may be late, never early. Two runs, one of the first kind and one of the last, enclose what is measured,
/// except where being late changes how many retransmissions there are: the soonest end may then lie in between, where the
/// sum of the timeouts just reaches the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lateness {
    /// Every timer fires at the first tick that it may.
    None,
    /// Every timer waits for so many sixteenths of a slot.
    Sixteenths(u64),
    /// Every timer just missed a slot and waits for the whole next one.
    Most,
}

/// Timers of one kernel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timers {
    hz: u64,
    lateness: Lateness,
}

impl Timers {
    pub(super) fn new(hz: u64, lateness: Lateness) -> Self {
        Self { hz, lateness }
    }

    /// Time until a timer fires that is set to `delay_us`, in microseconds.
    pub(super) fn takes(&self, delay_us: u64) -> u64 {
        let ticks = (delay_us * self.hz).div_ceil(super::settings::SECOND).max(1);
        let late = match self.lateness {
            Lateness::None => 0,
            Lateness::Sixteenths(sixteenths) => slot(ticks) * sixteenths / 16,
            Lateness::Most => slot(ticks),
        };
        self.ticks(ticks + late)
    }

    /// A duration in whole ticks, rounded up as the kernel does before it sets a timer.
    pub(super) fn whole_ticks(&self, us: u64) -> u64 {
        self.ticks((us * self.hz).div_ceil(super::settings::SECOND))
    }

    /// So many ticks.
    pub(super) fn ticks(&self, ticks: u64) -> u64 {
        (ticks * super::settings::SECOND).div_ceil(self.hz)
    }
}

/// Ticks between two slots of the wheel's level that holds a delay of `ticks`: levels of 64 slots, each eight times as
/// coarse as the one before.
fn slot(ticks: u64) -> u64 {
    let level = (0..8).find(|level| ticks < 63 << (3 * level)).unwrap_or(8);
    1 << (3 * level)
}

/// What `retries` means in time: the sum of all timeouts up to that retry, if the first were `base_us`
/// (`tcp_model_timeout`). Doubling ends where the next would pass `max_us`.
pub fn model_timeout(retries: u64, base_us: u64, max_us: u64) -> u64 {
    let doublings = u64::from((max_us / base_us.max(1)).max(1).ilog2());
    let doubled = |retries: u64| ((2 << retries) - 1) * base_us;
    if retries <= doublings { doubled(retries) } else { doubled(doublings) + (retries - doublings) * max_us }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    #[test]
    fn fifteen_retries_are_924_point_6_seconds() {
        assert_eq!(model_timeout(15, RETRIES_BASE_US, 120 * SECOND), 924_600_000);
        assert_eq!(model_timeout(8, RETRIES_BASE_US, 120 * SECOND), 102_200_000);
        assert_eq!(model_timeout(0, RETRIES_BASE_US, 120 * SECOND), 200_000);
    }

    #[test]
    fn six_syn_retries_are_127_seconds() {
        assert_eq!(model_timeout(6, SECOND, 120 * SECOND), 127 * SECOND);
    }

    #[test]
    fn a_retry_count_means_no_less_time_than_a_smaller_one() {
        for max in [1, 2, 60, 120] {
            for retries in 0..255 {
                let time = |retries| model_timeout(retries, RETRIES_BASE_US, max * SECOND);
                assert!(time(retries) < time(retries + 1), "{retries} up to {max} s");
            }
        }
    }

    #[test]
    fn a_timer_is_up_to_an_eighth_late_and_a_tick_where_it_is_short() {
        let late = |us| Timers::new(250, Lateness::Most).takes(us) - Timers::new(250, Lateness::None).takes(us);
        assert_eq!(late(204_000), 4_000);
        assert_eq!(late(SECOND), 32_000);
        assert_eq!(late(3 * SECOND), 256_000);
        assert_eq!(late(75 * SECOND), 2_048_000);
        assert_eq!(late(7200 * SECOND), 131_072_000);
    }

    #[test]
    fn a_timer_takes_whole_ticks_and_at_least_one() {
        let timers = Timers::new(250, Lateness::None);
        assert_eq!(timers.takes(0), 4_000);
        assert_eq!(timers.takes(200_050), 204_000);
        assert_eq!(timers.takes(200_000), 200_000);
        assert_eq!(timers.whole_ticks(0), 0);
    }
}
