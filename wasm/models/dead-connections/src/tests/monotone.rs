//! Whether more patience takes longer: where it does, for all settings; where it does not, an example.

use proptest::prelude::*;

use super::inputs::{briefly, keepalive, noticed, pattern, settings, silence};
use crate::settings::{Keepalive, Kernel, MILLISECOND, Path, SECOND, Settings};
use crate::{Pattern, Scenario};

proptest! {
    #![proptest_config(briefly())]

    #[test]
    fn patience_never_shortens_the_wait(
        settings in settings(),
        scenario in silence(),
        pattern in pattern(),
        more in 1..=100u64,
    ) {
        let settings = Settings { grpc: None, ..settings };
        let at = |settings: &Settings| noticed(settings, scenario, pattern);
        let now = at(&settings);
        let retries2 = (settings.kernel.retries2 + more).min(255);
        let longer_wait = at(&Settings { kernel: Kernel { retries2, ..settings.kernel }, ..settings });
        prop_assert!(longer_wait >= now);
        let syn_retries = (settings.kernel.syn_retries + more).min(127);
        let longer_wait = at(&Settings { kernel: Kernel { syn_retries, ..settings.kernel }, ..settings });
        prop_assert!(longer_wait >= now);
        let longer_wait = at(&Settings { keepalive: None, ..settings });
        prop_assert!(longer_wait >= now);
        if let Some(keepalive) = settings.keepalive {
            let probes = (keepalive.probes + more).min(127);
            let longer_wait = at(&Settings { keepalive: Some(Keepalive { probes, ..keepalive }), ..settings });
        prop_assert!(longer_wait >= now);
        }
        if settings.user_timeout_us > 0 {
            let user_timeout_us = (settings.user_timeout_us + more * SECOND).min(i32::MAX as u64 * MILLISECOND);
            let longer_wait = at(&Settings { user_timeout_us, ..settings });
        prop_assert!(longer_wait >= now);
        }
    }

    #[test]
    fn longer_idle_time_and_intervals_never_help_a_connection_that_waits(
        keepalive in keepalive(),
        more in 0..=1000u64,
        scenario in silence(),
    ) {
        let at = |keepalive| {
            noticed(&Settings { keepalive: Some(keepalive), ..Settings::default() }, scenario, Pattern::Idle)
        };
        let longer = |us: u64| (us + more * SECOND).min(32_767 * SECOND);
        let longer_wait = at(Keepalive { idle_us: longer(keepalive.idle_us), ..keepalive });
        prop_assert!(longer_wait >= at(keepalive));
        let longer_wait = at(Keepalive { interval_us: longer(keepalive.interval_us), ..keepalive });
        prop_assert!(longer_wait >= at(keepalive));
    }

    #[test]
    fn a_longer_first_timeout_never_helps_who_connects(
        settings in settings(),
        scenario in silence(),
        more_ms in 0..=10_000u64,
    ) {
        // Without a user timeout, and as long as doubling does not reach the largest timeout.
        let at = |initial_rto_us| {
            let kernel = Kernel { initial_rto_us, syn_retries: 6, rto_max_us: 120 * SECOND, ..settings.kernel };
            noticed(&Settings { kernel, user_timeout_us: 0, ..settings }, scenario, Pattern::Connecting)
        };
        let shorter_us = settings.kernel.initial_rto_us.min(900 * MILLISECOND);
        let longer_us = (shorter_us + more_ms * MILLISECOND).min(1_800 * MILLISECOND);
        prop_assert!(at(longer_us) >= at(shorter_us));
    }
}

/// Seconds until silence is noticed by a program that waits for a reply.
fn awaiting(kernel: Kernel, rtt_us: u64) -> f64 {
    let settings = Settings { kernel, path: Path { rtt_us, ..Path::default() }, ..Settings::default() };
    noticed(&settings, Scenario::DropOutbound, Pattern::Awaiting) as f64 / 1e6
}

fn idle(idle_s: u64, interval_s: u64, user_timeout_s: u64) -> u64 {
    let keepalive = Keepalive { idle_us: idle_s * SECOND, interval_us: interval_s * SECOND, probes: 9 };
    let user_timeout_us = user_timeout_s * SECOND;
    let settings = Settings { keepalive: Some(keepalive), user_timeout_us, ..Settings::default() };
    noticed(&settings, Scenario::DropOutbound, Pattern::Idle) / SECOND
}

#[test]
fn with_a_user_timeout_a_longer_idle_time_or_interval_can_help() {
    // The kernel looks at the user timeout only when it would probe: at 1, 7 and 13 s, or at 4 and 10 s, or 1 and 10 s.
    assert_eq!(idle(1, 6, 10), 13);
    assert_eq!(idle(4, 6, 10), 10);
    assert_eq!(idle(1, 9, 10), 10);
}

#[test]
fn a_user_timeout_can_take_longer_than_none() {
    let kernel = Kernel { retries2: 3, ..Kernel::default() };
    let settings = Settings { kernel, ..Settings::default() };
    let at = |user_timeout_us| {
        let settings = Settings { user_timeout_us, ..settings };
        noticed(&settings, Scenario::DropOutbound, Pattern::Awaiting)
    };
    assert!(at(30 * SECOND) > at(0));
    assert!(idle(1, 1, 30) > idle(1, 1, 0));
}

#[test]
fn a_longer_smallest_timeout_can_help() {
    // `tcp_retries2` means a time that does not depend on it, and the kernel looks at that only when a timer fires.
    let at = |ms| awaiting(Kernel { rto_min_us: ms * MILLISECOND, ..Kernel::default() }, 50);
    assert!(at(400) < at(350) - 90.0);
    assert!(at(240) > at(220), "not always");
}

#[test]
fn a_longer_round_trip_can_help() {
    let at = |ms| awaiting(Kernel::default(), ms * MILLISECOND);
    assert!(at(300) < at(200) - 70.0);
    assert!(at(20) > at(10), "not always");
}

#[test]
fn a_longer_largest_timeout_can_help() {
    let at = |seconds| awaiting(Kernel { retries2: 5, rto_max_us: seconds * SECOND, ..Kernel::default() }, 50);
    assert!(at(10) < at(5) - 3.0);
    assert!(at(5) > at(4), "not always");
}

#[test]
fn many_linear_timeouts_take_less_time_than_some() {
    // The count is one limit, the time that `tcp_syn_retries` would take without them the other.
    let at = |syn_linear_timeouts| {
        let kernel = Kernel { syn_linear_timeouts, ..Kernel::default() };
        noticed(&Settings { kernel, ..Settings::default() }, Scenario::DropOutbound, Pattern::Connecting) / SECOND
    };
    assert_eq!([0, 4, 16, 64, 127].map(at), [127, 131, 143, 127, 127]);
}
