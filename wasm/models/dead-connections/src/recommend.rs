//! The other way round: what to set, so that a lost peer is noticed in time.

use std::ops::RangeInclusive;

use limits::{LimitError, check};

use super::outcome::Step;
use super::settings::{KEEPALIVE_US, Keepalive, SECOND, Settings};
use super::timers::Timers;
use super::{Lateness, Pattern, Scenario, simulate};

/// Lost probes should not end a connection that is well, so this many go unanswered first, if there is time.
const PROBES: u64 = 3;
/// Seconds within which a peer may have to be missed: up to a week.
pub const WITHIN_S: RangeInclusive<u64> = 2..=604_800;
/// Probes an hour.
pub const PROBES_PER_HOUR: RangeInclusive<u64> = 1..=3600;
const HOUR_S: u64 = 3600;

/// What to set, and what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recommendation {
    /// SO_KEEPALIVE and its numbers.
    pub keepalive: Keepalive,
    /// TCP_USER_TIMEOUT.
    pub user_timeout_us: u64,
    /// When the loss of an idle connection's peer is noticed at the latest.
    pub idle_latest_us: u64,
    /// When it is noticed at the latest with data under way.
    pub in_flight_latest_us: u64,
    /// Probes an hour on an idle connection that is well, each of which is answered.
    pub probes_per_hour: u64,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// These settings do.
    Found(Recommendation),
    /// So few probes leave too little time.
    TooFewProbes {
        /// How many an hour would do.
        needed: u64,
        /// How many seconds would do for so few; maybe more than may be asked for.
        within_s: u64,
    },
    /// No number of probes helps: the path is too slow, or the timers too coarse, for so little time.
    TooSoon {
        /// How many seconds would do, with a probe every second.
        within_s: u64,
    },
}

/// The calmest settings with which a lost peer is noticed within `within_s`, idle or with data under way, however late
/// the timers are, at no more than `probes_per_hour` on a connection that is idle and well. The system's settings and the
/// path are those of `on`.
pub fn recommend(within_s: u64, probes_per_hour: u64, on: &Settings) -> Result<Advice, LimitError> {
    on.check()?;
    check("within (s)", within_s, WITHIN_S)?;
    check("probes an hour", probes_per_hour, PROBES_PER_HOUR)?;
    let idle_s = HOUR_S.div_ceil(probes_per_hour);
    if let Some(recommendation) = longest(within_s, idle_s, on) {
        return Ok(Advice::Found(recommendation));
    }
    // A shorter silence before the first probe leaves more time, and takes more probes.
    let (mut enough, mut too_long) = (1, idle_s);
    if longest(within_s, enough, on).is_none() {
        return Ok(Advice::TooSoon { within_s: soonest_s(enough, on) });
    }
    while too_long - enough > 1 {
        let idle_s = enough.midpoint(too_long);
        if longest(within_s, idle_s, on).is_some() {
            enough = idle_s;
        } else {
            too_long = idle_s;
        }
    }
    Ok(Advice::TooFewProbes { needed: HOUR_S.div_ceil(enough), within_s: soonest_s(idle_s, on) })
}

/// Within how many seconds it is noticed at the best, if probes begin after `idle_s`.
fn soonest_s(idle_s: u64, on: &Settings) -> u64 {
    let soonest = with_total(idle_s + 1, idle_s, on);
    soonest.map_or(u64::MAX, |it| it.idle_latest_us.max(it.in_flight_latest_us).div_ceil(SECOND))
}

/// The settings with the longest user timeout that still notice in time, if probes begin after `idle_s` or more.
fn longest(within_s: u64, idle_s: u64, on: &Settings) -> Option<Recommendation> {
    let (mut found, mut from, mut to) = (None, idle_s + 1, within_s);
    while from <= to {
        let total_s = from.midpoint(to);
        match with_total(total_s, idle_s, on).filter(|recommendation| recommendation.holds(within_s)) {
            Some(recommendation) => {
                found = Some(recommendation);
                from = total_s + 1;
            }
            None => to = total_s - 1,
        }
    }
    found
}

/// Settings that give an idle connection about `total_s`, in whole seconds; the user timeout is when the last probe's
/// turn is over.
///
/// The silence before the first probe is as long as the interval after each, or longer where few probes are allowed. It
/// is never shorter: then a connection that is idle for long would be probed at every interval, answered or not, and
/// missed an interval later (`tcp_keepalive_timer`).
fn with_total(total_s: u64, least_idle_s: u64, on: &Settings) -> Option<Recommendation> {
    let idle_s = least_idle_s.max(total_s / (PROBES + 1)).min(KEEPALIVE_US.end() / SECOND);
    let left_s = total_s.checked_sub(idle_s).filter(|&left| left > 0)?;
    let probes = left_s.min(PROBES);
    let interval_s = (left_s / probes).min(idle_s);
    let keepalive = Keepalive { idle_us: idle_s * SECOND, interval_us: interval_s * SECOND, probes };
    let user_timeout_us = (idle_s + probes * interval_s) * SECOND;
    let settings = Settings { keepalive: Some(keepalive), user_timeout_us, grpc: None, ..*on };
    let idle = simulate(&settings, Scenario::DropOutbound, Pattern::Idle, Lateness::Most).ok()?;
    let in_flight = simulate(&settings, Scenario::DropOutbound, Pattern::Awaiting, Lateness::Most).ok()?;
    let first = in_flight.events.iter().find(|event| event.step == Step::Retransmission)?;
    Some(Recommendation {
        keepalive,
        user_timeout_us,
        idle_latest_us: idle.noticed_after_us()?,
        in_flight_latest_us: in_flight.noticed_after_us()?.max(first.at_us + longest_end_us(&settings)),
        probes_per_hour: HOUR_S.div_ceil(idle_s),
    })
}

/// How long it takes at most from the first retransmission until the user timeout ends the connection. The last timer is
/// set to what is left of it, and may be late by a share of that. Timeouts double, so at most half of it is left, and half
/// of the first timeout; but which retransmission is the last depends on how late those before were.
fn longest_end_us(settings: &Settings) -> u64 {
    let timers = Timers::new(settings.kernel.hz, Lateness::Most);
    let left_us = (settings.user_timeout_us + timers.takes(settings.base_rto_us())) / 2;
    let left_us = left_us.min(settings.user_timeout_us).min(settings.kernel.rto_max_us);
    settings.user_timeout_us + timers.takes(left_us) - left_us
}

impl Recommendation {
    /// Packets an hour on an idle connection that is well: each probe and its answer.
    pub fn packets_per_hour(self) -> u64 {
        2 * self.probes_per_hour
    }

    fn holds(&self, within_s: u64) -> bool {
        self.idle_latest_us.max(self.in_flight_latest_us) <= within_s * SECOND
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Path;
    use super::*;

    fn nearby() -> Settings {
        Settings { path: Path { rtt_us: 50, ..Path::default() }, ..Settings::default() }
    }

    fn found(within_s: u64, probes_per_hour: u64, on: &Settings) -> Option<Recommendation> {
        match recommend(within_s, probes_per_hour, on).unwrap() {
            Advice::Found(recommendation) => Some(recommendation),
            Advice::TooFewProbes { .. } | Advice::TooSoon { .. } => None,
        }
    }

    #[test]
    fn what_is_recommended_uses_most_of_the_time() {
        let recommendation = found(90, 240, &nearby()).unwrap();
        let Keepalive { idle_us, interval_us, probes } = recommendation.keepalive;
        assert_eq!((idle_us, interval_us, probes), (20 * SECOND, 20 * SECOND, 3));
        assert!(recommendation.holds(90));
        assert!(recommendation.idle_latest_us > 80 * SECOND, "{recommendation:?}");
        assert_eq!(recommendation.probes_per_hour, 180, "fewer than the 240 allowed");
        assert_eq!(recommendation.packets_per_hour(), 360);
    }

    #[test]
    fn the_latest_moment_with_data_under_way_leaves_time_for_the_latest_of_last_timers() {
        // 40 s from the first retransmission. Up to 20.1 s are left for the last timer, whose slots are then 512 ticks
        // apart; if all timers are late, less is left, and it is less late.
        let recommendation = found(45, 400, &nearby()).unwrap();
        assert_eq!(recommendation.user_timeout_us, 40 * SECOND);
        let first_us = 2 * 208_000;
        assert_eq!(recommendation.in_flight_latest_us, first_us + 40 * SECOND + 2_048_000);
    }

    #[test]
    fn few_probes_leave_less_time_for_each() {
        let Keepalive { idle_us, interval_us, probes } = found(60, 100, &nearby()).unwrap().keepalive;
        assert_eq!((idle_us / SECOND, interval_us / SECOND, probes), (36, 7, 3));
    }

    #[test]
    fn a_week_is_not_used_up_by_what_the_kernel_allows() {
        let recommendation = found(604_800, 1, &nearby()).unwrap();
        assert_eq!(recommendation.keepalive.idle_us, *KEEPALIVE_US.end());
        assert_eq!(recommendation.keepalive.interval_us, *KEEPALIVE_US.end());
        assert_eq!(recommendation.user_timeout_us, 4 * KEEPALIVE_US.end());
    }

    #[test]
    fn too_few_probes_are_refused_with_the_number_and_the_time_that_do() {
        let advice = recommend(30, 60, &nearby()).unwrap();
        let Advice::TooFewProbes { needed, within_s } = advice else { panic!("{advice:?}") };
        assert!(found(30, needed, &nearby()).is_some());
        assert!(found(30, needed - 1, &nearby()).is_none());
        assert!(found(within_s, 60, &nearby()).is_some());
        assert!(found(within_s - 1, 60, &nearby()).is_none());
    }

    #[test]
    fn a_path_can_be_too_slow() {
        let far = Settings { path: Path { rtt_us: 5 * SECOND, ..Path::default() }, ..nearby() };
        let advice = recommend(5, 3600, &far).unwrap();
        let Advice::TooSoon { within_s } = advice else { panic!("{advice:?}") };
        assert!(found(within_s, 3600, &far).is_some());
        assert!(found(within_s - 1, 3600, &far).is_none());
    }

    proptest! {
        #[test]
        fn what_is_recommended_holds(within_s in 2..=10_000u64, probes in 1..=3600u64, rtt_us in 0..=SECOND) {
            let on = Settings { path: Path { rtt_us, ..Path::default() }, ..Settings::default() };
            match recommend(within_s, probes, &on).unwrap() {
                Advice::Found(recommendation) => {
                    prop_assert!(recommendation.holds(within_s));
                    prop_assert!(recommendation.probes_per_hour <= probes);
                    let Keepalive { idle_us, interval_us, .. } = recommendation.keepalive;
                    prop_assert!(interval_us <= idle_us);
                }
                Advice::TooFewProbes { needed, within_s: longer_s } => {
                    prop_assert!(needed > probes);
                    prop_assert!(found(within_s, needed, &on).is_some());
                    prop_assert!(found(longer_s, probes, &on).is_some());
                }
                Advice::TooSoon { .. } => prop_assert!(within_s < 20),
            }
        }
    }
}
