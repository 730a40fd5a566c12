//! The rows of every run: those on which the model's rules, and their tolerance, were tried while they were made.

use std::time::Duration;

use dead_connections_model::settings::{MILLISECOND, SECOND};
use dead_connections_model::{GrpcKeepalive, Neighbour, Pattern, Scenario, Settings};

use super::new_condition;
use crate::condition::{Condition, Program, Role};
use crate::settings::{HASTY_NEIGHBOUR, grpc, keepalive, nothing, on_link, retries, syn, user_timeout};

pub(super) fn tcp(watched: Duration) -> Vec<Condition> {
    use Pattern::{Acknowledged, Awaiting, Connecting, Idle};
    use Scenario::{
        DropInbound, DropOutbound, FirewallRejects, HostVanishes, OwnLinkDown, OwnLinkDownInFlight, PeerExits,
        PeerExitsUnread, PeerHangs, PeerHangsThenVanishes,
    };
    let often = Pattern::Writes { every_us: 100 * MILLISECOND };
    let seldom = Pattern::Writes { every_us: 500 * MILLISECOND };
    let reboots = Scenario::PeerReboots { back_us: SECOND };
    let forgets = Scenario::FirewallForgets { after_us: 2 * SECOND, resets: false };
    let resets = Scenario::FirewallForgets { after_us: 2 * SECOND, resets: true };
    let probing = keepalive(1, 1, 3);
    let timeout = user_timeout(3.0, nothing());
    let both = user_timeout(3.0, probing);
    let as_written = user_timeout(0.09, keepalive(15, 15, 5));
    let rows = [
        (PeerExits, Idle, nothing()),
        (PeerExits, seldom, nothing()),
        (PeerExitsUnread, Idle, nothing()),
        (PeerExitsUnread, seldom, nothing()),
        (DropOutbound, Idle, nothing()),
        (DropOutbound, Idle, timeout),
        (DropOutbound, Idle, probing),
        (DropOutbound, Idle, both),
        (DropOutbound, Idle, keepalive(2, 1, 5)),
        (DropOutbound, Idle, user_timeout(6.0, probing)),
        // The original's settings as they are written: the option counts milliseconds.
        (DropOutbound, Idle, as_written),
        (DropOutbound, Awaiting, as_written),
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, probing),
        (DropOutbound, Awaiting, timeout),
        (DropOutbound, Awaiting, both),
        (DropOutbound, Awaiting, user_timeout(5.0, retries(1, nothing()))),
        (DropOutbound, Awaiting, retries(1, nothing())),
        (DropOutbound, Awaiting, retries(2, nothing())),
        (DropOutbound, Awaiting, retries(3, nothing())),
        // Held out until it showed that timers late by parts end a connection soonest.
        (DropOutbound, Awaiting, retries(4, nothing())),
        (DropOutbound, Awaiting, retries(5, nothing())),
        (DropOutbound, Awaiting, retries(6, nothing())),
        (DropOutbound, often, probing),
        (DropOutbound, often, timeout),
        (DropOutbound, often, retries(3, probing)),
        (DropInbound, Awaiting, timeout),
        (DropInbound, Awaiting, retries(3, nothing())),
        // The request arrives, and its reply does not.
        (DropInbound, Acknowledged, nothing()),
        (DropInbound, Acknowledged, timeout),
        (DropInbound, Acknowledged, probing),
        (DropInbound, Acknowledged, both),
        (HostVanishes, Idle, on_link(HASTY_NEIGHBOUR, keepalive(1, 1, 6))),
        (HostVanishes, Awaiting, on_link(HASTY_NEIGHBOUR, user_timeout(8.0, nothing()))),
        (HostVanishes, Awaiting, on_link(HASTY_NEIGHBOUR, retries(5, nothing()))),
        (HostVanishes, Connecting, on_link(Neighbour::default(), nothing())),
        (OwnLinkDown, Idle, nothing()),
        (OwnLinkDown, Idle, probing),
        (OwnLinkDown, Awaiting, timeout),
        (OwnLinkDown, Awaiting, retries(3, nothing())),
        (OwnLinkDown, Connecting, nothing()),
        (reboots, Idle, nothing()),
        (reboots, Idle, keepalive(2, 1, 3)),
        (reboots, Awaiting, nothing()),
        (reboots, seldom, nothing()),
        (forgets, Idle, nothing()),
        (forgets, Idle, probing),
        (forgets, Idle, keepalive(3, 1, 3)),
        (forgets, Awaiting, timeout),
        (resets, Idle, keepalive(3, 1, 3)),
        (resets, Awaiting, nothing()),
        (FirewallRejects, Idle, probing),
        (FirewallRejects, Awaiting, nothing()),
        (FirewallRejects, Awaiting, timeout),
        (FirewallRejects, Connecting, nothing()),
        (OwnLinkDownInFlight, Awaiting, timeout),
        (OwnLinkDownInFlight, Awaiting, retries(3, nothing())),
        (PeerHangs, Idle, probing),
        (PeerHangs, Awaiting, both),
        (PeerHangs, often, nothing()),
        (PeerHangs, often, probing),
        (PeerHangs, often, timeout),
        (PeerHangsThenVanishes, often, retries(3, nothing())),
        (DropOutbound, Connecting, syn(1, 4)),
        (DropOutbound, Connecting, syn(2, 4)),
        (DropOutbound, Connecting, syn(2, 0)),
        (DropOutbound, Connecting, syn(3, 1)),
        (DropOutbound, Connecting, timeout),
    ];
    rows.map(|(scenario, pattern, settings)| new_condition(Program::Tcp, scenario, pattern, settings, watched)).into()
}

/// True if the row is lost by every means there is, to see whether that matters.
pub(super) fn is_lost_twice(row: &Condition) -> bool {
    use Pattern::{Awaiting, Connecting, Idle};
    use Scenario::{DropInbound, DropOutbound, HostVanishes};
    let rows = [
        (DropOutbound, Idle, keepalive(1, 1, 3)),
        (DropOutbound, Awaiting, user_timeout(3.0, nothing())),
        (DropOutbound, Connecting, syn(1, 4)),
        (DropInbound, Awaiting, user_timeout(3.0, nothing())),
        (HostVanishes, Awaiting, on_link(HASTY_NEIGHBOUR, user_timeout(8.0, nothing()))),
    ];
    row.program == Program::Tcp && rows.contains(&(row.scenario, row.pattern, row.settings))
}

/// True if the row is lost at our own end as well, to see whether that matters.
pub(super) fn is_lost_here_too(row: &Condition) -> bool {
    use Pattern::{Awaiting, Idle};
    let rows = [
        (Idle, keepalive(1, 1, 3)),
        (Awaiting, user_timeout(3.0, nothing())),
        (Awaiting, retries(3, nothing())),
        (Awaiting, retries(5, nothing())),
    ];
    let is_silent = row.program == Program::Tcp && row.scenario == Scenario::DropOutbound;
    is_silent && row.role == Role::Known && rows.contains(&(row.pattern, row.settings))
}

pub(super) fn tonic(watched: Duration) -> Vec<Condition> {
    use Pattern::{Awaiting, Idle};
    use Scenario::{Alive, DropOutbound, PeerExits, PeerHangs};
    let rows = [
        (PeerExits, Awaiting, nothing()),
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, grpc(1, 2, false)),
        (DropOutbound, Idle, grpc(1, 2, false)),
        (DropOutbound, Idle, grpc(1, 2, true)),
        (DropOutbound, Awaiting, retries(3, nothing())),
        (PeerHangs, Awaiting, nothing()),
        (PeerHangs, Awaiting, grpc(1, 2, false)),
        (Alive, Idle, grpc(1, 2, true)),
    ];
    rows.map(|(scenario, pattern, settings)| new_condition(Program::Tonic, scenario, pattern, settings, watched)).into()
}

/// gRPC's own library. It sets TCP_USER_TIMEOUT to its keepalive's timeout (gRFC A18), and waits for the answer of a PING
/// for as long as another option says (`grpc.http2.ping_timeout_ms`, a minute by default).
pub(super) fn grpcio(watched: Duration) -> Vec<Condition> {
    use Pattern::{Awaiting, Idle};
    use Scenario::{Alive, DropOutbound, PeerHangs};
    let keepalive = |grpc| Settings { grpc: Some(grpc), user_timeout_us: 2 * SECOND, ..nothing() };
    let pinging = |timeout, without_calls| GrpcKeepalive {
        ping_after_us: SECOND,
        timeout_us: timeout * SECOND,
        without_calls,
        ..GrpcKeepalive::default()
    };
    let unwatched =
        |timeout| keepalive(GrpcKeepalive { min_ping_interval_us: 0, ping_strikes: 0, ..pinging(timeout, false) });
    let strict = pinging(60, true);
    // More pings than are sent, while a call is open.
    let lenient = GrpcKeepalive { min_ping_interval_us: SECOND / 2, ..strict };
    let rows = [
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, unwatched(60)),
        (PeerHangs, Awaiting, unwatched(2)),
        (PeerHangs, Awaiting, unwatched(60)),
        (Alive, Awaiting, keepalive(strict)),
        (Alive, Idle, keepalive(lenient)),
        (Alive, Idle, keepalive(GrpcKeepalive { server_permits_without_calls: true, ..lenient })),
    ];
    rows.map(|(scenario, pattern, settings)| new_condition(Program::Grpcio, scenario, pattern, settings, watched))
        .into()
}
