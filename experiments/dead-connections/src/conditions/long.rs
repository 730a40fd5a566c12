//! Rows that take minutes or hours: Linux's defaults, and what is recommended. The model is asked for all of them; an overnight
//! run waits for those that end within 25 minutes.

use std::time::Duration;

use dead_connections_model::settings::SECOND;
use dead_connections_model::{GrpcKeepalive, Keepalive, Kernel, Neighbour, Pattern, Scenario, Settings};

use super::{MARGIN, new_condition};
use crate::condition::{Condition, Program};
use crate::predicted::predict;
use crate::settings::{keepalive, nothing, on_link, retries, syn, user_timeout};

/// How long a machine takes to reboot.
const BACK_US: u64 = 60 * SECOND;
/// How long a firewall or load balancer remembers a silent connection: as AWS's Network Load Balancer by default.
const FORGETS_US: u64 = 350 * SECOND;
/// Shortest wait of an overnight run. What ends sooner can't be timed while hundreds of connections begin: a process that was
/// killed may still accept one.
const AT_LEAST_OVERNIGHT: Duration = Duration::from_secs(10);
/// Longest wait of an overnight run.
const AT_MOST_OVERNIGHT: Duration = Duration::from_secs(25 * 60);

/// The rows that claims and the article speak of, the retries in between, and then the scenarios that the article tells
/// apart with every kind of settings.
pub(crate) fn long_ones() -> Vec<Condition> {
    let mut rows = spoken_of();
    for condition in every_fate() {
        if !rows.contains(&condition) {
            rows.push(condition);
        }
    }
    rows
}

/// The rows that the model has end in time: a run waits for them that has a night. All of them wait side by side, so that it
/// takes as long as the longest. Each is watched for as long as the model says it may take.
pub(crate) fn waited_for() -> Vec<Condition> {
    let watched = |row: Condition| {
        let watched = predict(&row).latest()? + MARGIN;
        // gRPC's time is tonic's affair, and not plain TCP's.
        let is_waited_for = (AT_LEAST_OVERNIGHT..AT_MOST_OVERNIGHT).contains(&watched) && row.settings.grpc.is_none();
        is_waited_for.then_some(Condition { watched, ..row })
    };
    long_ones().into_iter().filter_map(watched).collect()
}

fn row(scenario: Scenario, pattern: Pattern, settings: Settings) -> Condition {
    // Unless it is waited for, it is watched for no time.
    new_condition(Program::Tcp, scenario, pattern, settings, Duration::ZERO)
}

/// Every pattern that is of its own in these scenarios, with what one may set.
fn every_fate() -> Vec<Condition> {
    let linux = Settings { keepalive: Some(Keepalive::default()), ..nothing() };
    let recommended = keepalive(15, 15, 5);
    let settings = [nothing(), linux, recommended, user_timeout(90.0, nothing()), user_timeout(90.0, recommended)];
    let patterns = [Pattern::Idle, Pattern::Awaiting, Pattern::Writes { every_us: SECOND }, Pattern::Connecting];
    let scenarios = Scenario::all(BACK_US, FORGETS_US).into_iter().filter(|scenario| {
        use Scenario::{DropOutbound, FirewallForgets, HostVanishes, OwnLinkDown, PeerExits, PeerHangs, PeerReboots};
        let forgets_in_silence = matches!(scenario, FirewallForgets { resets: false, .. });
        forgets_in_silence
            || matches!(
                scenario,
                DropOutbound | HostVanishes | OwnLinkDown | PeerExits | PeerHangs | PeerReboots { .. }
            )
    });
    scenarios
        .flat_map(|scenario| patterns.map(|pattern| (scenario, pattern)))
        .filter(|(scenario, pattern)| scenario.concerns(*pattern))
        .flat_map(|(scenario, pattern)| {
            settings.map(|settings| match scenario {
                Scenario::HostVanishes => row(scenario, pattern, on_link(Neighbour::default(), settings)),
                _ => row(scenario, pattern, settings),
            })
        })
        .collect()
}

fn spoken_of() -> Vec<Condition> {
    use Pattern::{Acknowledged, Awaiting, Connecting, Idle};
    use Scenario::{DropInbound, DropOutbound, HostVanishes, OwnLinkDown};
    let linux = Settings { keepalive: Some(Keepalive::default()), ..nothing() };
    let recommended = keepalive(15, 15, 5);
    let with_timeout = user_timeout(90.0, recommended);
    let often = Pattern::Writes { every_us: SECOND };
    let grpc_server_minimum = Settings { grpc: Some(GrpcKeepalive::default()), ..nothing() };
    let before_linux_6_5 = syn(Kernel::default().syn_retries, 0);
    let counts = [8, 7, 9, 10, 11, 12, 13, 14].map(|count| (DropOutbound, Awaiting, retries(count, nothing())));
    let rows = [
        (DropOutbound, Idle, linux),
        (DropOutbound, Idle, recommended),
        (DropOutbound, Idle, with_timeout),
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, recommended),
        (DropOutbound, Awaiting, with_timeout),
        (DropOutbound, often, recommended),
        (DropOutbound, often, with_timeout),
        (HostVanishes, Awaiting, on_link(Neighbour::default(), nothing())),
        (OwnLinkDown, Awaiting, nothing()),
        (DropOutbound, Connecting, nothing()),
        (DropOutbound, Connecting, before_linux_6_5),
        (DropOutbound, Awaiting, grpc_server_minimum),
        // The trap: what keepalive ends within 4 s when idle.
        (DropOutbound, Awaiting, keepalive(1, 1, 3)),
        // A long query whose reply is lost.
        (DropInbound, Acknowledged, nothing()),
        (DropInbound, Acknowledged, linux),
        (DropInbound, Acknowledged, recommended),
        (DropInbound, Acknowledged, user_timeout(90.0, nothing())),
        (DropInbound, Acknowledged, with_timeout),
    ];
    rows.into_iter().chain(counts).map(|(scenario, pattern, settings)| row(scenario, pattern, settings)).collect()
}
