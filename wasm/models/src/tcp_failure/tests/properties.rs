//! What holds for all settings.

use proptest::option;
use proptest::prelude::*;

use crate::tcp_failure::outcome::{Ending, MAX_EVENTS, Outcome};
use crate::tcp_failure::settings::{GrpcKeepalive, Keepalive, Kernel, MILLISECOND, Neighbour, Path, SECOND, Settings};
use crate::tcp_failure::{Lateness, Pattern, Scenario, simulate};

fn keepalive() -> impl Strategy<Value = Keepalive> {
    (1..=32_767u64, 1..=32_767u64, 1..=127u64).prop_map(|(idle, interval, probes)| Keepalive {
        idle_us: idle * SECOND,
        interval_us: interval * SECOND,
        probes,
    })
}

fn kernel() -> impl Strategy<Value = Kernel> {
    (0..=255u64, 1..=127u64, 0..=127u64, 1..=1000u64, 1..=120u64, any::<bool>(), 10..=60_000u64).prop_map(
        |(retries2, syn_retries, syn_linear_timeouts, rto_min, rto_max, loss_probe, initial)| Kernel {
            retries2,
            syn_retries,
            syn_linear_timeouts,
            rto_min_us: rto_min * MILLISECOND,
            rto_max_us: rto_max * SECOND,
            initial_rto_us: initial * MILLISECOND,
            loss_probe,
            ..Kernel::default()
        },
    )
}

fn path() -> impl Strategy<Value = Path> {
    let neighbour =
        (0..=60u64, 0..=10u64, 1..=10u64, 1..=10_000u64).prop_map(|(reachable, delay, requests, ms)| Neighbour {
            reachable_us: reachable * SECOND,
            delay_us: delay * SECOND,
            requests,
            interval_us: ms * MILLISECOND,
        });
    (0..=60 * SECOND, 0..=60 * SECOND, option::of(neighbour)).prop_map(|(rtt_us, rtt_deviation_us, neighbour)| Path {
        rtt_us,
        rtt_deviation_us,
        neighbour,
    })
}

fn grpc() -> impl Strategy<Value = GrpcKeepalive> {
    (1..=10_000_000u64, 1..=10_000_000u64, any::<bool>(), 0..=10_000_000u64, 0..=100u64).prop_map(
        |(time, timeout, without_calls, min, ping_strikes)| GrpcKeepalive {
            ping_after_us: time * MILLISECOND,
            timeout_us: timeout * MILLISECOND,
            without_calls,
            min_ping_interval_us: min * MILLISECOND,
            ping_strikes,
        },
    )
}

prop_compose! {
    fn settings()(
        keepalive in option::of(keepalive()),
        user_timeout in prop_oneof![Just(0), 1..=100_000u64, 0..=i32::MAX as u64],
        kernel in kernel(),
        path in path(),
        grpc in option::of(grpc()),
        send_buffer_writes in option::of(1..=20_000u64),
    ) -> Settings {
        Settings { keepalive, user_timeout_us: user_timeout * MILLISECOND, send_buffer_writes, kernel, path, grpc }
    }
}

fn scenario() -> impl Strategy<Value = Scenario> {
    prop_oneof![
        Just(Scenario::Alive),
        Just(Scenario::PeerExits),
        Just(Scenario::PeerExitsUnread),
        Just(Scenario::HostVanishes),
        Just(Scenario::DropOutbound),
        Just(Scenario::DropInbound),
        Just(Scenario::FirewallRejects),
        Just(Scenario::OwnLinkDown),
        Just(Scenario::OwnLinkDownInFlight),
        Just(Scenario::PeerHangs),
        Just(Scenario::PeerHangsThenVanishes),
        (0..=86_400u64).prop_map(|seconds| Scenario::PeerReboots { back_us: seconds * SECOND }),
        (1..=86_400u64, any::<bool>())
            .prop_map(|(seconds, resets)| Scenario::FirewallForgets { after_us: seconds * SECOND, resets }),
    ]
}

fn pattern() -> impl Strategy<Value = Pattern> {
    prop_oneof![
        Just(Pattern::Idle),
        Just(Pattern::Awaiting),
        Just(Pattern::Connecting),
        (1..=86_400_000u64).prop_map(|ms| Pattern::Writes { every_us: ms * MILLISECOND }),
    ]
}

fn play(settings: &Settings, scenario: Scenario, pattern: Pattern, lateness: Lateness) -> Outcome {
    simulate(settings, scenario, pattern, lateness).unwrap()
}

/// When it is noticed; later than everything if never.
fn noticed(settings: &Settings, scenario: Scenario, pattern: Pattern) -> u64 {
    match play(settings, scenario, pattern, Lateness::None).ending {
        Ending::Learned(learned) => learned.at_us,
        Ending::Never | Ending::Survives => u64::MAX,
    }
}

/// Nothing comes back, and the address is no matter.
fn silence() -> impl Strategy<Value = Scenario> {
    prop_oneof![Just(Scenario::DropOutbound), Just(Scenario::DropInbound)]
}

proptest! {
    #[test]
    fn every_input_ends_with_events_in_order(
        settings in settings(),
        scenario in scenario(),
        pattern in pattern(),
        late in any::<bool>(),
    ) {
        let outcome = play(&settings, scenario, pattern, if late { Lateness::Most } else { Lateness::None });
        prop_assert!(outcome.events.is_sorted_by_key(|event| event.at_us));
        prop_assert!(outcome.events.len() <= MAX_EVENTS);
        if let (Ending::Learned(learned), Some(last)) = (outcome.ending, outcome.events.last()) {
            prop_assert!(learned.at_us >= last.at_us);
            prop_assert!(learned.at_us >= outcome.fault_us);
        }
    }

    #[test]
    fn a_peer_that_is_well_is_never_lost_without_pings(
        settings in settings(),
        pattern in pattern(),
        rtt_us in 0..10 * MILLISECOND,
    ) {
        // Timeouts shorter than a round trip lose peers that are well.
        let path = Path { rtt_us, ..settings.path };
        let kernel = Kernel { rto_min_us: SECOND / 5, ..settings.kernel };
        let settings = Settings { path, kernel, grpc: None, ..settings };
        prop_assert_eq!(play(&settings, Scenario::Alive, pattern, Lateness::None).ending, Ending::Survives);
    }

    #[test]
    fn silence_is_never_noticed_before_the_smallest_timer(
        settings in settings(),
        scenario in silence(),
        pattern in pattern(),
    ) {
        let mut smallest = settings.base_rto_us();
        if pattern == Pattern::Connecting {
            smallest = settings.kernel.initial_rto_us.min(settings.kernel.rto_max_us);
        }
        if let Some(keepalive) = settings.keepalive {
            smallest = smallest.min(keepalive.idle_us + keepalive.interval_us);
        }
        if let Some(grpc) = settings.grpc {
            smallest = smallest.min(grpc.ping_after_us + grpc.timeout_us);
        }
        prop_assert!(noticed(&settings, scenario, pattern) >= smallest);
    }

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
    fn idle_keepalive_is_the_formula(keepalive in keepalive(), scenario in silence()) {
        let settings = Settings { keepalive: Some(keepalive), ..Settings::default() };
        let formula = keepalive.idle_us + keepalive.probes * keepalive.interval_us;
        prop_assert_eq!(noticed(&settings, scenario, Pattern::Idle), formula);
    }
}
