//! What ends in an error other than silence's: firewalls that refuse, routes that go, and buffers that fill.

use super::formulas::{
    EVERY_SECOND, RTO_US, RTT_US, assert_learns, defaults, learned, play, times, with_keepalive, with_retries,
};
use crate::outcome::{Call, Sign, Step};
use crate::settings::{Kernel, MILLISECOND, Path, SECOND, Settings};
use crate::{Pattern, Scenario};

#[test]
fn a_refusal_ends_connecting_at_once_and_is_no_error_to_a_connection_that_stands() {
    let rejects = Scenario::FirewallRejects;
    assert_learns(&defaults(), rejects, Pattern::Connecting, RTT_US, Call::Connect, Sign::ConnectionRefused);
    // It only names the error once the kernel gives up.
    let settings = Settings { user_timeout_us: 3 * SECOND, ..defaults() };
    let at = 2 * RTO_US + 3 * SECOND;
    assert_learns(&settings, rejects, Pattern::Awaiting, at, Call::Read, Sign::ConnectionRefused);
    let outcome = play(&settings, rejects, Pattern::Awaiting);
    assert_eq!(times(&outcome, Step::Rejected)[..2], [RTT_US, RTO_US + RTT_US]);
}

#[test]
fn within_one_machine_connect_hears_the_refusal_of_its_second_syn_only() {
    let rejects = Scenario::FirewallRejects;
    let path = Path { is_local: true, ..defaults().path };
    let settings = Settings { path, ..defaults() };
    assert_learns(&settings, rejects, Pattern::Connecting, SECOND + RTT_US, Call::Connect, Sign::ConnectionRefused);
    let outcome = play(&settings, rejects, Pattern::Connecting);
    assert_eq!(times(&outcome, Step::Rejected), [RTT_US, SECOND + RTT_US]);
    assert_eq!(outcome.segments_sent, 2);
    // RST waits until the call lets the socket go; and to a connection that stands, the path makes no difference.
    let exits = Scenario::PeerExits;
    assert_learns(&settings, exits, Pattern::Connecting, RTT_US, Call::Connect, Sign::ConnectionRefused);
    assert_eq!(play(&settings, rejects, Pattern::Awaiting), play(&defaults(), rejects, Pattern::Awaiting));
}

#[test]
fn the_refusal_of_a_keepalive_probe_counts_for_nothing() {
    let rejects = Scenario::FirewallRejects;
    let settings = with_keepalive(1, 1, 3);
    assert_learns(&settings, rejects, Pattern::Idle, 4 * SECOND, Call::Read, Sign::TimedOut);
    assert_eq!(times(&play(&settings, rejects, Pattern::Idle), Step::Rejected).len(), 3);
}

#[test]
fn a_request_under_way_when_the_link_goes_down_is_timed_from_when_it_was_sent() {
    // Retransmissions fail before they are made, so nothing is sent after the request.
    let down = Scenario::OwnLinkDownInFlight;
    let settings = Settings { user_timeout_us: 3 * SECOND, ..defaults() };
    assert_learns(&settings, down, Pattern::Awaiting, 3 * SECOND, Call::Read, Sign::NetworkUnreachable);
    let outcome = play(&settings, down, Pattern::Awaiting);
    assert_eq!(outcome.segments_sent, 1);
    let first = RTO_US + 4 * MILLISECOND;
    assert_eq!(times(&outcome, Step::Retransmission)[..2], [first, first + 2 * RTO_US]);
    let at = first + RTO_US * (2 + 4 + 8);
    assert_learns(&with_retries(3), down, Pattern::Awaiting, at, Call::Read, Sign::NetworkUnreachable);
}

#[test]
fn a_writer_whose_buffer_is_full_waits_in_a_write_and_learns_there() {
    let settings = Settings { user_timeout_us: 3_500 * MILLISECOND, ..defaults() };
    let at = learned(&settings, Scenario::DropOutbound, EVERY_SECOND);
    // The first write comes after a second; the connection is given up half a second after the fourth.
    let given_up_us = SECOND + 2 * RTO_US + 3_500 * MILLISECOND;
    assert_eq!((at.at_us, at.call), (5 * SECOND, Call::Write));
    assert_eq!(play(&settings, Scenario::DropOutbound, EVERY_SECOND).vain_writes, 4);
    let full = Settings { send_buffer_writes: Some(3), ..settings };
    assert_learns(&full, Scenario::DropOutbound, EVERY_SECOND, given_up_us, Call::Write, Sign::TimedOut);
    let outcome = play(&full, Scenario::DropOutbound, EVERY_SECOND);
    assert_eq!((outcome.vain_writes, times(&outcome, Step::WriteBlocked)), (3, vec![4 * SECOND]));
    let room = Settings { send_buffer_writes: Some(4), ..settings };
    assert_eq!(learned(&room, Scenario::DropOutbound, EVERY_SECOND), at);
}

#[test]
fn a_large_buffer_fills_too() {
    let settings = Settings { send_buffer_writes: Some(80), ..defaults() };
    let outcome = play(&settings, Scenario::DropOutbound, EVERY_SECOND);
    assert_eq!((outcome.vain_writes, times(&outcome, Step::WriteBlocked)), (80, vec![81 * SECOND]));
    assert_eq!(play(&settings, Scenario::Alive, EVERY_SECOND).vain_writes, 0);
}

#[test]
fn an_interval_longer_than_the_idle_time_is_the_interval_of_all_probes() {
    let probes = times(&play(&with_keepalive(10, 75, 9), Scenario::Alive, Pattern::Idle), Step::KeepaliveProbe);
    assert_eq!(probes.map_to_seconds(), [10, 85, 160]);
    let probes = times(&play(&with_keepalive(75, 10, 9), Scenario::Alive, Pattern::Idle), Step::KeepaliveProbe);
    assert_eq!(probes.map_to_seconds(), [75, 150, 225]);
}

#[test]
fn window_probes_wait_at_least_the_smallest_timeout_of_the_standard() {
    let kernel = Kernel { rto_min_us: 20 * MILLISECOND, retries2: 3, ..Kernel::default() };
    let outcome = play(&Settings { kernel, ..defaults() }, Scenario::PeerHangsThenVanishes, EVERY_SECOND);
    assert_eq!(times(&outcome, Step::WindowProbe), [200, 600, 1400].map(|ms| ms * MILLISECOND));
}

/// Whole seconds of microseconds.
trait Seconds {
    fn map_to_seconds(&self) -> Vec<u64>;
}

impl Seconds for Vec<u64> {
    fn map_to_seconds(&self) -> Vec<u64> {
        self.iter().map(|us| us / SECOND).collect()
    }
}
