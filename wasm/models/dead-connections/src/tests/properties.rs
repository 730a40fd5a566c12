//! What holds for all settings.

use proptest::prelude::*;

use super::inputs::{briefly, keepalive, noticed, pattern, play, scenario, settings, silence};
use crate::outcome::{Ending, MAX_EVENTS};
use crate::settings::{
    KEEPALIVE_US, Keepalive, Kernel, MILLISECOND, Path, RTO_MAX_US, RTO_MIN_US, SECOND, Settings, USER_TIMEOUT_US,
};
use crate::{Lateness, Pattern, Scenario, scenario as durations};

proptest! {
    #![proptest_config(briefly())]

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
    fn idle_keepalive_is_the_formula(keepalive in keepalive(), scenario in silence()) {
        let settings = Settings { keepalive: Some(keepalive), ..Settings::default() };
        let formula = keepalive.idle_us + keepalive.probes * keepalive.interval_us;
        prop_assert_eq!(noticed(&settings, scenario, Pattern::Idle), formula);
    }

    #[test]
    fn a_writer_that_waits_for_room_learns_no_later(
        settings in settings(),
        scenario in silence(),
        every_ms in 1..=10_000u64,
        writes in 1..=100u64,
    ) {
        let pattern = Pattern::Writes { every_us: every_ms * MILLISECOND };
        // More segments under way make the loss probe repeat another one.
        let kernel = Kernel { loss_probe: false, ..settings.kernel };
        let settings = Settings { send_buffer_writes: None, kernel, ..settings };
        let waiting = Settings { send_buffer_writes: Some(writes), ..settings };
        prop_assert!(noticed(&waiting, scenario, pattern) <= noticed(&settings, scenario, pattern));
        prop_assert!(play(&waiting, scenario, pattern, Lateness::None).vain_writes <= writes);
    }

    #[test]
    fn how_the_packets_are_dropped_is_no_matter(settings in settings(), pattern in pattern()) {
        let at = |scenario| noticed(&settings, scenario, pattern);
        prop_assert_eq!(at(Scenario::DropOutbound), at(Scenario::DropInbound));
        if pattern != Pattern::Connecting {
            prop_assert_eq!(at(Scenario::FirewallRejects), at(Scenario::DropOutbound), "a soft error takes as long");
        }
    }
}

/// All that takes longest, at the finest timers: the longest user timeout, probed every second and retransmitted every
/// second, and a day for whatever has a duration.
#[test]
fn the_longest_simulation_ends_and_keeps_few_events() {
    let second = *KEEPALIVE_US.start();
    let settings = Settings {
        keepalive: Some(Keepalive { idle_us: second, interval_us: second, probes: 127 }),
        user_timeout_us: *USER_TIMEOUT_US.end(),
        kernel: Kernel {
            rto_min_us: *RTO_MIN_US.start(),
            rto_max_us: *RTO_MAX_US.start(),
            hz: 1000,
            ..Kernel::default()
        },
        ..Settings::default()
    };
    let pattern = Pattern::Writes { every_us: *durations::EVERY_US.start() };
    for (scenario, pattern) in [
        (Scenario::DropOutbound, Pattern::Idle),
        (Scenario::FirewallRejects, pattern),
        (Scenario::PeerHangs, pattern),
        (Scenario::PeerReboots { back_us: *durations::BACK_US.end() }, Pattern::Awaiting),
    ] {
        let outcome = play(&settings, scenario, pattern, Lateness::None);
        assert!(matches!(outcome.ending, Ending::Learned(_)), "{scenario:?}");
        assert_eq!(outcome.events.len(), MAX_EVENTS, "{scenario:?}");
        assert!(outcome.events_left_out > 80_000, "{scenario:?}");
    }
}
