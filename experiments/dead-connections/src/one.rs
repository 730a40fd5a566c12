//! One connection, with any settings within the limits.

use std::time::Duration;

use clap::{Args, ValueEnum};
use dead_connections_model::Lateness;
use dead_connections_model::settings::{MILLISECOND, SECOND};
use dead_connections_model::{
    GrpcKeepalive, Keepalive, Kernel, Neighbour, Path, Pattern, Scenario, Settings, simulate,
};
use harness::Failure;
use limits::{LimitError, check, check_number};
use namespaces::Means;
use serde_json::{Value, json};

use crate::condition::{Condition, Program};
use crate::conditions::new_condition;
use crate::place::{Lack, Place};
use crate::predicted::predict;
use crate::settings::nothing;
use crate::trial;

/// How long may be watched, in seconds.
const MAX_WATCHED_S: u64 = 3600;

/// The longest round trip time, in milliseconds: before the peer is lost, there are many.
const MAX_ROUND_TRIP_MS: u64 = 10_000;

/// Ways to lose a peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScenarioName {
    Alive,
    PeerExits,
    PeerExitsUnread,
    HostVanishes,
    DropOutbound,
    DropInbound,
    FirewallRejects,
    OwnLinkDown,
    OwnLinkDownInFlight,
    PeerReboots,
    FirewallForgets,
    FirewallResets,
    PeerHangs,
    PeerHangsThenVanishes,
}

/// What the program does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PatternName {
    Idle,
    Awaiting,
    Acknowledged,
    Writes,
    Connecting,
}

/// The settings of one trial. What is not given is Linux's default.
#[derive(Debug, Clone, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct OneOptions {
    /// How the peer is lost
    #[arg(long, value_enum)]
    scenario: ScenarioName,
    /// What the program does meanwhile
    #[arg(long, value_enum, default_value = "idle")]
    pattern: PatternName,
    /// Through a gRPC client and server (tonic) instead of plain TCP
    #[arg(long)]
    grpc: bool,
    /// SO_KEEPALIVE with TCP_KEEPIDLE, TCP_KEEPINTVL (seconds) and TCP_KEEPCNT, such as 15,15,5
    #[arg(long, value_name = "S,S,N", value_delimiter = ',')]
    keepalive: Vec<u64>,
    /// TCP_USER_TIMEOUT in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    user_timeout: u64,
    /// tcp_retries2
    #[arg(long, value_name = "N", default_value_t = Kernel::default().retries2)]
    retries2: u64,
    /// tcp_syn_retries
    #[arg(long, value_name = "N", default_value_t = Kernel::default().syn_retries)]
    syn_retries: u64,
    /// tcp_syn_linear_timeouts
    #[arg(long, value_name = "N", default_value_t = Kernel::default().syn_linear_timeouts)]
    syn_linear_timeouts: u64,
    /// gRPC keepalive: time and timeout in seconds, such as 10,20
    #[arg(long, value_name = "S,S", value_delimiter = ',', requires = "grpc")]
    grpc_keepalive: Vec<f64>,
    /// gRPC keepalive even while no call is open
    #[arg(long, requires = "grpc_keepalive")]
    without_calls: bool,
    /// Resolve the peer's address, as on a real link, so that it can fail
    #[arg(long)]
    resolve: bool,
    /// Drop packets by a firewall at this end, rather than on the way
    #[arg(long)]
    drop_here: bool,
    /// Round trip time in milliseconds; 0 is a path without delay
    #[arg(long, value_name = "MS", default_value_t = 0, conflicts_with = "resolve")]
    round_trip: u64,
    /// Seconds between writes, until a reboot ends, or until the firewall forgets
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    every: f64,
    /// Seconds to watch at most
    #[arg(long, value_name = "S", default_value_t = 30)]
    watch: u64,
}

/// Loses one connection; the figures as JSON.
pub(crate) fn run(options: &OneOptions) -> Result<Value, Failure> {
    let condition = condition(options)?;
    let place = Place::best();
    let condition = condition.by(if options.drop_here { Means::OwnFirewall } else { place.usual_means() });
    if let Some(Lack { why, needs }) = place.lacks_for(&condition) {
        return Err(Failure::Missing { what: why, needs: needs.to_owned() });
    }
    let seen = trial::run(&condition, &place)?;
    let predicted = predict(&condition);
    let noticed = seen.noticed.as_ref();
    Ok(json!({
        "noticed_after_s": noticed.map(|noticed| noticed.after.as_secs_f64()),
        "call": noticed.map(|noticed| noticed.call.name()),
        "errno": noticed.map(|noticed| &noticed.sign),
        "watched_s": condition.watched.as_secs_f64(),
        "segments_sent": seen.segments,
        "predicted_s": predicted.noticed().map(|noticed| noticed.as_secs_f64()),
        "predicted_latest_s": predicted.latest().map(|latest| latest.as_secs_f64()),
        "predicted_call": predicted.call(&condition),
        "predicted_errno": predicted.sign(&condition),
        "predicted_segments": predicted.punctual.segments_sent,
    }))
}

fn condition(options: &OneOptions) -> Result<Condition, Failure> {
    let watched = check("watch", options.watch, 1..=MAX_WATCHED_S).map_err(usage)?;
    let every_us = check_number("every (in ms)", (options.every * 1000.0).round(), 1..=86_400_000).map_err(usage)?;
    let every_us = every_us * MILLISECOND;
    let scenario = match options.scenario {
        ScenarioName::Alive => Scenario::Alive,
        ScenarioName::PeerExits => Scenario::PeerExits,
        ScenarioName::PeerExitsUnread => Scenario::PeerExitsUnread,
        ScenarioName::HostVanishes => Scenario::HostVanishes,
        ScenarioName::DropOutbound => Scenario::DropOutbound,
        ScenarioName::DropInbound => Scenario::DropInbound,
        ScenarioName::FirewallRejects => Scenario::FirewallRejects,
        ScenarioName::OwnLinkDown => Scenario::OwnLinkDown,
        ScenarioName::OwnLinkDownInFlight => Scenario::OwnLinkDownInFlight,
        ScenarioName::PeerReboots => Scenario::PeerReboots { back_us: every_us },
        ScenarioName::FirewallForgets => Scenario::FirewallForgets { after_us: every_us, resets: false },
        ScenarioName::FirewallResets => Scenario::FirewallForgets { after_us: every_us, resets: true },
        ScenarioName::PeerHangs => Scenario::PeerHangs,
        ScenarioName::PeerHangsThenVanishes => Scenario::PeerHangsThenVanishes,
    };
    let pattern = match options.pattern {
        PatternName::Idle => Pattern::Idle,
        PatternName::Awaiting => Pattern::Awaiting,
        PatternName::Acknowledged => Pattern::Acknowledged,
        PatternName::Writes => Pattern::Writes { every_us },
        PatternName::Connecting => Pattern::Connecting,
    };
    check_together(options.grpc, scenario, pattern)?;
    let settings = settings(options)?;
    // Everything within the limits, before anything is made.
    simulate(&settings, scenario, pattern, Lateness::None).map_err(usage)?;
    let program = if options.grpc { Program::Tonic } else { Program::Tcp };
    let watched = Duration::from_secs(watched);
    Ok(Condition { watched, ..new_condition(program, scenario, pattern, settings, watched) })
}

/// Whether such a trial makes sense, and can be made.
fn check_together(grpc: bool, scenario: Scenario, pattern: Pattern) -> Result<(), Failure> {
    let refused = |why: String| Err(Failure::Usage(why));
    if grpc && !matches!(pattern, Pattern::Idle | Pattern::Awaiting) {
        return refused("with --grpc the pattern is idle or awaiting".to_owned());
    }
    let comes_later = matches!(
        scenario,
        Scenario::PeerReboots { .. } | Scenario::FirewallForgets { .. } | Scenario::OwnLinkDownInFlight
    );
    if grpc && comes_later {
        return refused(format!("{} is tried over plain TCP only: leave out --grpc", scenario.name()));
    }
    if !scenario.concerns(pattern) {
        return refused(format!("{} is none of its own with the pattern {}", scenario.name(), pattern.name()));
    }
    Ok(())
}

fn settings(options: &OneOptions) -> Result<Settings, Failure> {
    let base = nothing();
    let seconds = |field, value: u64| check(field, value, 1..=32_767).map(|s| s * SECOND).map_err(usage);
    let keepalive = match options.keepalive[..] {
        [] => None,
        [idle, interval, probes] => Some(Keepalive {
            idle_us: seconds("keepalive idle time", idle)?,
            interval_us: seconds("keepalive interval", interval)?,
            probes,
        }),
        _ => return Err(Failure::Usage("--keepalive takes three numbers: idle,interval,probes".to_owned())),
    };
    let grpc = match options.grpc_keepalive[..] {
        [] => None,
        [time, timeout] => {
            let ms = |field, s: f64| check_number(field, (s * 1000.0).round(), 1..=i32::MAX as u64).map_err(usage);
            Some(GrpcKeepalive {
                ping_after_us: ms("gRPC keepalive time (in ms)", time)? * MILLISECOND,
                timeout_us: ms("gRPC keepalive timeout (in ms)", timeout)? * MILLISECOND,
                without_calls: options.without_calls,
                // tonic's server allows all.
                min_ping_interval_us: 0,
                ..GrpcKeepalive::default()
            })
        }
        _ => return Err(Failure::Usage("--grpc-keepalive takes two numbers: time,timeout".to_owned())),
    };
    let user_timeout = check("user timeout", options.user_timeout, 0..=i32::MAX as u64).map_err(usage)?;
    if options.grpc && (user_timeout > 0 || keepalive.is_some()) {
        return Err(Failure::Usage("with --grpc TCP's own options stay unset: use --grpc-keepalive".to_owned()));
    }
    Ok(Settings {
        keepalive,
        user_timeout_us: user_timeout * MILLISECOND,
        kernel: Kernel {
            retries2: options.retries2,
            syn_retries: options.syn_retries,
            syn_linear_timeouts: options.syn_linear_timeouts,
            ..base.kernel
        },
        path: Path {
            rtt_us: base
                .path
                .rtt_us
                .max(check("round trip", options.round_trip, 0..=MAX_ROUND_TRIP_MS).map_err(usage)? * MILLISECOND),
            neighbour: options.resolve.then(Neighbour::default),
            is_local: options.round_trip == 0,
            ..base.path
        },
        grpc,
        ..base
    })
}

fn usage(error: LimitError) -> Failure {
    Failure::Usage(error.to_string())
}
