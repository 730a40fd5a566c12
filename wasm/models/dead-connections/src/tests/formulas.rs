//! What the formulas say, and what the traps are.

use crate::outcome::{Call, Ending, Learned, Outcome, Sign, Step};
use crate::settings::{GrpcKeepalive, Keepalive, Kernel, MILLISECOND, Neighbour, Path, SECOND, Settings};
use crate::{Lateness, Pattern, Scenario, simulate};

/// A link of a data centre. Not zero, since no round trip is: it lifts the timeout above its minimum, to the next tick.
pub(super) const RTT_US: u64 = 50;
/// 200 ms and the round trip, in ticks of 4 ms.
pub(super) const RTO_US: u64 = 204 * MILLISECOND;

pub(super) fn defaults() -> Settings {
    Settings { path: Path { rtt_us: RTT_US, ..Path::default() }, ..Settings::default() }
}

pub(super) fn with_keepalive(idle: u64, interval: u64, probes: u64) -> Settings {
    let keepalive = Keepalive { idle_us: idle * SECOND, interval_us: interval * SECOND, probes };
    Settings { keepalive: Some(keepalive), ..defaults() }
}

pub(super) fn with_retries(retries2: u64) -> Settings {
    Settings { kernel: Kernel { retries2, ..Kernel::default() }, ..defaults() }
}

pub(super) fn play(settings: &Settings, scenario: Scenario, pattern: Pattern) -> Outcome {
    simulate(settings, scenario, pattern, Lateness::None).unwrap()
}

pub(super) fn learned(settings: &Settings, scenario: Scenario, pattern: Pattern) -> Learned {
    match play(settings, scenario, pattern).ending {
        Ending::Learned(learned) => learned,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(super) fn assert_learns(
    settings: &Settings,
    scenario: Scenario,
    pattern: Pattern,
    at_us: u64,
    call: Call,
    sign: Sign,
) {
    assert_eq!(learned(settings, scenario, pattern), Learned { at_us, call, sign });
}

pub(super) fn times(outcome: &Outcome, step: Step) -> Vec<u64> {
    outcome.events.iter().filter(|event| event.step == step).map(|event| event.at_us).collect()
}

pub(super) const EVERY_SECOND: Pattern = Pattern::Writes { every_us: SECOND };

#[test]
fn keepalive_takes_the_idle_time_and_all_intervals() {
    let vanishes = |settings: Settings| {
        let learned = learned(&settings, Scenario::HostVanishes, Pattern::Idle);
        assert_eq!((learned.call, learned.sign), (Call::Read, Sign::TimedOut));
        learned.at_us / SECOND
    };
    let linux = Settings { keepalive: Some(Keepalive::default()), ..defaults() };
    assert_eq!(vanishes(linux), 7875);
    assert_eq!(vanishes(with_keepalive(15, 15, 5)), 90);
    assert_eq!(vanishes(with_keepalive(1, 1, 3)), 4);
}

#[test]
fn an_idle_connection_without_keepalive_is_never_missed() {
    for user_timeout_us in [0, 3 * SECOND] {
        let settings = Settings { user_timeout_us, ..defaults() };
        let outcome = play(&settings, Scenario::HostVanishes, Pattern::Idle);
        assert_eq!(outcome.ending, Ending::Never);
        assert_eq!(outcome.segments_sent, 0);
    }
}

#[test]
fn a_user_timeout_replaces_the_number_of_probes() {
    let settings = |timeout| Settings { user_timeout_us: timeout * SECOND, ..with_keepalive(1, 1, 3) };
    let at = |timeout| learned(&settings(timeout), Scenario::HostVanishes, Pattern::Idle).at_us / SECOND;
    assert_eq!(at(3), 3);
    assert_eq!(at(10), 10);
    assert_eq!(at(1), 2, "at least one probe goes unanswered");
}

#[test]
fn default_retries_take_a_quarter_of_an_hour() {
    // 924.6 s from the first retransmission, which a loss probe delays; then the next timer: 204 ms doubled nine times
    // from the second on, and 120 s seven times.
    let learned = learned(&defaults(), Scenario::DropOutbound, Pattern::Awaiting);
    let doubled: u64 = (1..=9).map(|n| RTO_US << n).sum();
    assert_eq!(
        learned,
        Learned { at_us: 2 * RTO_US + doubled + 6 * 120 * SECOND, call: Call::Read, sign: Sign::TimedOut }
    );
    assert!((924..932).contains(&(learned.at_us / SECOND)));
}

#[test]
fn the_first_retransmission_waits_for_the_loss_probe() {
    let outcome = play(&with_retries(3), Scenario::DropOutbound, Pattern::Awaiting);
    assert_eq!(times(&outcome, Step::Data), [0]);
    assert_eq!(times(&outcome, Step::LossProbe), [RTO_US]);
    assert_eq!(times(&outcome, Step::Retransmission), [2 * RTO_US, 4 * RTO_US, 8 * RTO_US, 16 * RTO_US]);
    let kernel = Kernel { loss_probe: false, retries2: 3, ..Kernel::default() };
    let without = play(&Settings { kernel, ..defaults() }, Scenario::DropOutbound, Pattern::Awaiting);
    assert_eq!(times(&without, Step::Retransmission)[..2], [RTO_US, 3 * RTO_US]);
}

#[test]
fn few_retries_take_what_was_once_measured() {
    // Seconds seen between two namespaces, to within the lateness of the timers.
    for (retries2, seconds) in [(1, 1.7), (2, 3.4), (3, 6.7), (5, 13.4), (6, 26.9)] {
        let at = |lateness| {
            let outcome = simulate(&with_retries(retries2), Scenario::DropOutbound, Pattern::Awaiting, lateness);
            outcome.unwrap().noticed_after_us().unwrap() as f64 / 1e6
        };
        let (first, last) = (at(Lateness::None), at(Lateness::Most));
        assert!(first <= seconds + 0.05 && seconds <= last + 0.05, "{retries2}: {first} to {last}, seen {seconds}");
    }
}

#[test]
fn a_user_timeout_counts_from_the_first_retransmission() {
    let settings = Settings { user_timeout_us: 3 * SECOND, ..defaults() };
    let at = 2 * RTO_US + 3 * SECOND;
    assert_learns(&settings, Scenario::DropOutbound, Pattern::Awaiting, at, Call::Read, Sign::TimedOut);
    let longer = Settings { user_timeout_us: 30 * SECOND, ..with_retries(1) };
    let at = 2 * RTO_US + 30 * SECOND;
    assert_learns(&longer, Scenario::DropOutbound, Pattern::Awaiting, at, Call::Read, Sign::TimedOut);
}

#[test]
fn keepalive_does_nothing_while_data_is_under_way() {
    let settings = with_keepalive(1, 1, 3);
    let outcome = play(&settings, Scenario::HostVanishes, Pattern::Writes { every_us: SECOND / 10 });
    assert!(times(&outcome, Step::KeepaliveProbe).is_empty());
    assert!(!times(&outcome, Step::KeepaliveSkipped).is_empty());
    assert!(outcome.noticed_after_us().unwrap() > 900 * SECOND);
    assert!(outcome.vain_writes > 9_000);
}

#[test]
fn a_peer_that_exits_is_known_at_once_by_who_reads() {
    let at = RTT_US / 2;
    assert_learns(&defaults(), Scenario::PeerExits, Pattern::Idle, at, Call::Read, Sign::EndOfFile);
    assert_learns(&defaults(), Scenario::PeerExitsUnread, Pattern::Idle, at, Call::Read, Sign::ConnectionReset);
}

#[test]
fn a_writer_hears_of_an_exit_at_the_second_write() {
    let pattern = EVERY_SECOND;
    assert_learns(&defaults(), Scenario::PeerExits, pattern, 2 * SECOND, Call::Write, Sign::BrokenPipe);
    assert_learns(&defaults(), Scenario::PeerExitsUnread, pattern, SECOND, Call::Write, Sign::ConnectionReset);
    assert_eq!(play(&defaults(), Scenario::PeerExits, pattern).vain_writes, 1);
}

#[test]
fn a_rebooted_peer_answers_the_first_segment_that_reaches_it() {
    let reboots = Scenario::PeerReboots { back_us: SECOND };
    assert_eq!(play(&defaults(), reboots, Pattern::Idle).ending, Ending::Never);
    let probe = 2 * SECOND + RTT_US;
    assert_learns(&with_keepalive(2, 1, 3), reboots, Pattern::Idle, probe, Call::Read, Sign::ConnectionReset);
    let retransmission = 8 * RTO_US + RTT_US;
    assert_learns(&defaults(), reboots, Pattern::Awaiting, retransmission, Call::Read, Sign::ConnectionReset);
}

#[test]
fn a_firewall_forgets_unless_keepalive_speaks_first() {
    let forgets = Scenario::FirewallForgets { after_us: 60 * SECOND, resets: false };
    assert_eq!(play(&with_keepalive(30, 10, 3), forgets, Pattern::Idle).ending, Ending::Survives);
    assert_eq!(play(&defaults(), forgets, Pattern::Idle).ending, Ending::Never);
    let late = play(&with_keepalive(70, 10, 3), forgets, Pattern::Idle);
    assert_eq!(late.fault_us, 60 * SECOND);
    assert_eq!(late.noticed_after_us(), Some(40 * SECOND));
    let resets = Scenario::FirewallForgets { after_us: 60 * SECOND, resets: true };
    let at = 60 * SECOND + RTT_US;
    assert_learns(&defaults(), resets, Pattern::Awaiting, at, Call::Read, Sign::ConnectionReset);
    assert_eq!(play(&defaults(), forgets, EVERY_SECOND).ending, Ending::Survives);
}

#[test]
fn a_hanging_peer_is_noticed_by_a_user_timeout_once_its_buffers_are_full() {
    for settings in [defaults(), with_keepalive(1, 1, 3)] {
        assert_eq!(play(&settings, Scenario::PeerHangs, EVERY_SECOND).ending, Ending::Never);
        assert_eq!(play(&settings, Scenario::PeerHangs, Pattern::Idle).ending, Ending::Never);
        assert_eq!(play(&settings, Scenario::PeerHangs, Pattern::Awaiting).ending, Ending::Never);
    }
    let settings = Settings { user_timeout_us: 3 * SECOND, ..defaults() };
    let hangs = learned(&settings, Scenario::PeerHangs, EVERY_SECOND);
    assert_eq!((hangs.call, hangs.sign), (Call::Write, Sign::TimedOut));
    assert_eq!(hangs.at_us / MILLISECOND, 3204, "from the first window probe");
    assert_eq!(play(&settings, Scenario::PeerHangs, Pattern::Awaiting).ending, Ending::Never);
}

#[test]
fn unanswered_window_probes_are_counted() {
    let at = RTO_US * ((1 << 4) - 1);
    let scenario = Scenario::PeerHangsThenVanishes;
    assert_learns(&with_retries(3), scenario, EVERY_SECOND, at, Call::Write, Sign::TimedOut);
}

#[test]
fn an_own_link_that_is_down_is_no_error_to_a_connection_that_stands() {
    let down = Scenario::OwnLinkDown;
    let at = RTO_US * ((1 << 4) - 1);
    assert_learns(&with_retries(3), down, Pattern::Awaiting, at, Call::Read, Sign::TimedOut);
    assert_learns(&with_keepalive(1, 1, 3), down, Pattern::Idle, 4 * SECOND, Call::Read, Sign::TimedOut);
    assert_learns(&defaults(), down, Pattern::Connecting, 0, Call::Connect, Sign::NetworkUnreachable);
    assert!(play(&defaults(), down, Pattern::Awaiting).events.iter().all(|event| !event.on_wire));
}

#[test]
fn connecting_to_nobody_takes_131_seconds_and_took_127() {
    let at = |syn_linear_timeouts| {
        let kernel = Kernel { syn_linear_timeouts, ..Kernel::default() };
        play(&Settings { kernel, ..defaults() }, Scenario::DropOutbound, Pattern::Connecting)
    };
    let (now, before) = (at(4), at(0));
    let seconds = |outcome: &Outcome| -> Vec<u64> { times(outcome, Step::Syn).iter().map(|us| us / SECOND).collect() };
    assert_eq!(seconds(&now), [0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67]);
    assert_eq!(now.noticed_after_us(), Some(131 * SECOND));
    assert_eq!(seconds(&before), [0, 1, 3, 7, 15, 31, 63]);
    assert_eq!(before.noticed_after_us(), Some(127 * SECOND));
}

#[test]
fn connecting_ends_with_the_user_timeout_but_not_before_the_first_retransmission() {
    let at = |timeout| {
        let settings = Settings { user_timeout_us: timeout, ..defaults() };
        learned(&settings, Scenario::DropOutbound, Pattern::Connecting).at_us
    };
    assert_eq!(at(3 * SECOND), 3 * SECOND);
    assert_eq!(at(SECOND / 2), SECOND + 4 * MILLISECOND);
}

#[test]
fn nobody_listening_is_known_at_once() {
    let refused = |scenario| {
        assert_learns(&defaults(), scenario, Pattern::Connecting, RTT_US, Call::Connect, Sign::ConnectionRefused);
    };
    refused(Scenario::PeerExits);
    refused(Scenario::PeerReboots { back_us: 0 });
    assert_eq!(play(&defaults(), Scenario::Alive, Pattern::Connecting).ending, Ending::Survives);
}

#[test]
fn on_the_same_link_a_vanished_host_becomes_unreachable() {
    let path = Path { neighbour: Some(Neighbour::default()), ..defaults().path };
    let settings = Settings { path, ..defaults() };
    let vanishes = Scenario::HostVanishes;
    assert_learns(&settings, vanishes, Pattern::Connecting, 3 * SECOND, Call::Connect, Sign::HostUnreachable);
    let later = learned(&settings, vanishes, Pattern::Awaiting);
    assert_eq!(later.sign, Sign::HostUnreachable);
    assert!(later.at_us >= 924 * SECOND);
    let probed = Settings { keepalive: Some(Keepalive::default()), ..settings };
    assert_eq!(learned(&probed, vanishes, Pattern::Idle).sign, Sign::TimedOut, "a probe's number is an old one");
    let soon = Settings { user_timeout_us: 3 * SECOND, ..settings };
    assert_eq!(learned(&soon, vanishes, Pattern::Awaiting).sign, Sign::TimedOut, "the address is still known");
}

#[test]
fn grpc_notices_after_its_time_and_timeout() {
    let grpc = |without_calls| GrpcKeepalive {
        ping_after_us: SECOND,
        timeout_us: 2 * SECOND,
        without_calls,
        ..GrpcKeepalive::default()
    };
    let settings = |without_calls| Settings { grpc: Some(grpc(without_calls)), ..defaults() };
    for scenario in [Scenario::HostVanishes, Scenario::PeerHangs, Scenario::OwnLinkDown] {
        assert_learns(&settings(false), scenario, Pattern::Awaiting, 3 * SECOND, Call::Rpc, Sign::PingTimeout);
        assert_eq!(play(&settings(false), scenario, Pattern::Idle).ending, Ending::Never);
        assert_learns(&settings(true), scenario, Pattern::Idle, 3 * SECOND, Call::Rpc, Sign::PingTimeout);
    }
    assert_eq!(
        play(&settings(false), Scenario::HostVanishes, Pattern::Writes { every_us: SECOND / 10 }).vain_writes,
        29
    );
    let user_timeout = Settings { user_timeout_us: SECOND, ..settings(false) };
    let at = 2 * RTO_US + SECOND;
    assert_learns(&user_timeout, Scenario::HostVanishes, Pattern::Awaiting, at, Call::Rpc, Sign::TimedOut);
}

#[test]
fn the_fourth_ping_is_one_too_many() {
    let grpc = GrpcKeepalive { ping_after_us: SECOND, without_calls: true, ..GrpcKeepalive::default() };
    let settings = Settings { grpc: Some(grpc), ..defaults() };
    let learned = learned(&settings, Scenario::Alive, Pattern::Idle);
    assert_eq!((learned.call, learned.sign), (Call::Rpc, Sign::TooManyPings));
    assert_eq!(learned.at_us / SECOND, 4);
    let lenient = GrpcKeepalive { min_ping_interval_us: 0, ..grpc };
    let settings = Settings { grpc: Some(lenient), ..settings };
    assert_eq!(play(&settings, Scenario::Alive, Pattern::Idle).ending, Ending::Survives);
}

#[test]
fn without_a_call_the_server_has_to_permit_pings_as_well() {
    let ending = |server_permits_without_calls, pattern| {
        let grpc = GrpcKeepalive { without_calls: true, server_permits_without_calls, ..GrpcKeepalive::default() };
        play(&Settings { grpc: Some(grpc), ..defaults() }, Scenario::Alive, pattern).ending
    };
    let refused = ending(false, Pattern::Idle).learned().unwrap();
    assert_eq!((refused.at_us / SECOND, refused.sign), (1200, Sign::TooManyPings), "four pings, five minutes apart");
    assert_eq!(ending(true, Pattern::Idle), Ending::Survives);
    for pattern in [Pattern::Awaiting, Pattern::Acknowledged] {
        assert_eq!(ending(false, pattern), Ending::Survives, "a call is open");
    }
}

#[test]
fn a_user_timeout_alone_never_ends_the_wait_for_a_reply_once_the_request_is_acknowledged() {
    let silent = |settings: &Settings| play(settings, Scenario::DropInbound, Pattern::Acknowledged);
    let timeout = Settings { user_timeout_us: 3 * SECOND, ..defaults() };
    assert_eq!((silent(&timeout).ending, silent(&timeout).events.len()), (Ending::Never, 0));
    let both = Settings { keepalive: with_keepalive(2, 1, 2).keepalive, ..timeout };
    assert_learns(&both, Scenario::DropInbound, Pattern::Acknowledged, 3 * SECOND, Call::Read, Sign::TimedOut);
    let alone = Settings { user_timeout_us: 0, ..both };
    assert_learns(&alone, Scenario::DropInbound, Pattern::Acknowledged, 4 * SECOND, Call::Read, Sign::TimedOut);
}

#[test]
fn timers_late_by_parts_end_a_connection_sooner_than_any_that_are_all_punctual_or_all_late() {
    let settings = with_retries(4);
    let ends = |lateness| {
        let outcome = simulate(&settings, Scenario::DropOutbound, Pattern::Awaiting, lateness).unwrap();
        outcome.noticed_after_us().unwrap()
    };
    let first_and_limit = 2 * RTO_US + 6_200 * MILLISECOND;
    let soonest = (1..16).map(|sixteenths| ends(Lateness::Sixteenths(sixteenths))).min().unwrap();
    assert!((first_and_limit..first_and_limit + 50 * MILLISECOND).contains(&soonest), "{soonest}");
    assert!(ends(Lateness::None).min(ends(Lateness::Most)) > soonest + 150 * MILLISECOND);
}

#[test]
fn a_limit_is_named() {
    let error = simulate(&with_keepalive(0, 1, 3), Scenario::Alive, Pattern::Idle, Lateness::None).unwrap_err();
    assert_eq!(error.to_string(), "keepalive idle time (µs) is 0; it must be from 1,000,000 to 32,767,000,000");
}
