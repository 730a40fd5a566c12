//! Settings, scenarios and patterns within the limits, and what becomes of them.

use proptest::option;
use proptest::prelude::*;

use crate::outcome::{Ending, Outcome};
use crate::settings::{GrpcKeepalive, Keepalive, Kernel, MILLISECOND, Neighbour, Path, SECOND, Settings};
use crate::{Lateness, Pattern, Scenario, simulate};

pub(super) fn keepalive() -> impl Strategy<Value = Keepalive> {
    (1..=32_767u64, 1..=32_767u64, 1..=127u64).prop_map(|(idle, interval, probes)| Keepalive {
        idle_us: idle * SECOND,
        interval_us: interval * SECOND,
        probes,
    })
}

pub(super) fn kernel() -> impl Strategy<Value = Kernel> {
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

pub(super) fn path() -> impl Strategy<Value = Path> {
    let neighbour =
        (0..=60u64, 0..=10u64, 1..=10u64, 1..=10_000u64).prop_map(|(reachable, delay, requests, ms)| Neighbour {
            reachable_us: reachable * SECOND,
            delay_us: delay * SECOND,
            requests,
            interval_us: ms * MILLISECOND,
        });
    (0..=60 * SECOND, 0..=60 * SECOND, option::of(neighbour), any::<bool>()).prop_map(
        |(rtt_us, rtt_deviation_us, neighbour, is_local)| Path { rtt_us, rtt_deviation_us, neighbour, is_local },
    )
}

pub(super) fn grpc() -> impl Strategy<Value = GrpcKeepalive> {
    (1..=10_000_000u64, 1..=10_000_000u64, any::<[bool; 2]>(), 0..=10_000_000u64, 0..=100u64).prop_map(
        |(time, timeout, [without_calls, server_permits_without_calls], min, ping_strikes)| GrpcKeepalive {
            ping_after_us: time * MILLISECOND,
            timeout_us: timeout * MILLISECOND,
            without_calls,
            server_permits_without_calls,
            min_ping_interval_us: min * MILLISECOND,
            ping_strikes,
        },
    )
}

prop_compose! {
    pub(super) fn settings()(
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

pub(super) fn scenario() -> impl Strategy<Value = Scenario> {
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

pub(super) fn pattern() -> impl Strategy<Value = Pattern> {
    prop_oneof![
        Just(Pattern::Idle),
        Just(Pattern::Awaiting),
        Just(Pattern::Acknowledged),
        Just(Pattern::Connecting),
        (1..=86_400_000u64).prop_map(|ms| Pattern::Writes { every_us: ms * MILLISECOND }),
    ]
}

pub(super) fn play(settings: &Settings, scenario: Scenario, pattern: Pattern, lateness: Lateness) -> Outcome {
    simulate(settings, scenario, pattern, lateness).unwrap()
}

/// When it is noticed; later than everything if never.
pub(super) fn noticed(settings: &Settings, scenario: Scenario, pattern: Pattern) -> u64 {
    match play(settings, scenario, pattern, Lateness::None).ending {
        Ending::Learned(learned) => learned.at_us,
        Ending::Never | Ending::Survives => u64::MAX,
    }
}

/// Nothing comes back, and the address is no matter.
pub(super) fn silence() -> impl Strategy<Value = Scenario> {
    prop_oneof![Just(Scenario::DropOutbound), Just(Scenario::DropInbound)]
}

/// As many cases as usual, but little time to make a failing one simple: a simulation that fails may be a long one.
pub(super) fn briefly() -> ProptestConfig {
    ProptestConfig { max_shrink_time: 5_000, ..ProptestConfig::default() }
}
