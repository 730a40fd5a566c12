//! Which settings changed nothing, and why.

use super::outcome::{Ending, Outcome, Step};
use super::scenario::Pattern;
use super::settings::Settings;

limits::named! {
    /// A setting that need not matter.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Setting as "SettingName" {
        /// TCP_KEEPIDLE.
        KeepaliveIdle = "idle",
        /// TCP_KEEPINTVL.
        KeepaliveInterval = "interval",
        /// TCP_KEEPCNT.
        KeepaliveProbes = "probes",
        /// TCP_USER_TIMEOUT.
        UserTimeout = "timeout",
        /// `tcp_retries2`.
        Retries2 = "retries",
        /// `tcp_syn_retries`.
        SynRetries = "synretries",
        /// `tcp_syn_linear_timeouts`.
        SynLinearTimeouts = "synlinear",
        /// gRPC: silence before a PING.
        PingAfter = "ping",
        /// gRPC: how long its answer may take.
        PingTimeout = "pong",
        /// gRPC: whether the client pings while no call is open.
        PingsWithoutCalls = "calls",
        /// gRPC: whether the server permits that.
        PermitsWithoutCalls = "permits",
        /// gRPC: the least time between pings that the server allows.
        MinPingInterval = "allowed",
    }
}

limits::named! {
    /// Why a setting changed nothing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Reason as "ReasonName" {
        /// Keepalive is off.
        KeepaliveOff = "keepalive-off",
        /// Keepalive begins once the connection stands.
        KeepaliveOnceConnected = "keepalive-once-connected",
        /// Keepalive does not run while data is unacknowledged.
        KeepaliveAsleep = "keepalive-asleep",
        /// The connection was over before the first probe.
        OverBeforeProbe = "over-before-probe",
        /// The user timeout replaces the count of probes.
        TimeoutForProbes = "timeout-for-probes",
        /// There was nothing to retransmit for the user timeout to end.
        NothingToRetransmit = "nothing-to-retransmit",
        /// The setting is of connections that stand.
        OnceConnected = "once-connected",
        /// Nothing was retransmitted.
        NothingRetransmitted = "nothing-retransmitted",
        /// The user timeout replaces the count of retransmissions.
        TimeoutForRetries = "timeout-for-retries",
        /// The setting is of connections that are asked for.
        OnlyConnecting = "only-connecting",
        /// The user timeout may come first.
        TimeoutFirst = "timeout-first",
        /// gRPC's keepalive is off.
        GrpcOff = "grpc-off",
    }
}

/// A setting that changed nothing, and why.
#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inert {
    /// Which.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub setting: Setting,
    /// Why.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub reason: Reason,
}

/// The settings that changed nothing in what happened while the program did that.
pub fn inert(settings: &Settings, pattern: Pattern, outcome: &Outcome) -> Vec<Inert> {
    let why = |setting| Some(Inert { setting, reason: why_inert(setting, settings, pattern, outcome)? });
    Setting::ALL.into_iter().filter_map(why).collect()
}

/// Why a setting changed nothing; nothing where it matters.
fn why_inert(setting: Setting, settings: &Settings, pattern: Pattern, outcome: &Outcome) -> Option<Reason> {
    let happened = |step| outcome.events.iter().any(|event| event.step == step);
    let connecting = pattern == Pattern::Connecting;
    let has_timeout = settings.user_timeout_us > 0;
    let retransmits = happened(Step::Retransmission) || happened(Step::WindowProbe);
    match setting {
        Setting::KeepaliveIdle | Setting::KeepaliveInterval | Setting::KeepaliveProbes => {
            let of_all = if settings.keepalive.is_none() {
                Some(Reason::KeepaliveOff)
            } else if connecting {
                Some(Reason::KeepaliveOnceConnected)
            } else if happened(Step::KeepaliveProbe) {
                None
            } else if retransmits || happened(Step::KeepaliveSkipped) {
                Some(Reason::KeepaliveAsleep)
            } else {
                matches!(outcome.ending, Ending::Learned(_)).then_some(Reason::OverBeforeProbe)
            };
            let counted = setting == Setting::KeepaliveProbes;
            of_all.or((counted && has_timeout).then_some(Reason::TimeoutForProbes))
        }
        Setting::UserTimeout => {
            let ends = !has_timeout || connecting || retransmits || happened(Step::KeepaliveProbe);
            (!ends && pattern.is_silent()).then_some(Reason::NothingToRetransmit)
        }
        Setting::Retries2 if connecting => Some(Reason::OnceConnected),
        Setting::Retries2 if !retransmits => Some(Reason::NothingRetransmitted),
        Setting::Retries2 => has_timeout.then_some(Reason::TimeoutForRetries),
        Setting::SynRetries | Setting::SynLinearTimeouts if !connecting => Some(Reason::OnlyConnecting),
        Setting::SynRetries => has_timeout.then_some(Reason::TimeoutFirst),
        Setting::SynLinearTimeouts => None,
        Setting::PingAfter
        | Setting::PingTimeout
        | Setting::PingsWithoutCalls
        | Setting::PermitsWithoutCalls
        | Setting::MinPingInterval => settings.grpc.is_none().then_some(Reason::GrpcOff),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Keepalive, SECOND};
    use crate::{Lateness, Scenario, simulate};

    const KEEPALIVE: Settings = Settings {
        keepalive: Some(Keepalive { idle_us: 15 * SECOND, interval_us: 15 * SECOND, probes: 5 }),
        user_timeout_us: 0,
        send_buffer_writes: None,
        kernel: crate::Kernel {
            retries2: 15,
            syn_retries: 6,
            syn_linear_timeouts: 4,
            rto_min_us: 200_000,
            rto_max_us: 120 * SECOND,
            initial_rto_us: SECOND,
            hz: 250,
            loss_probe: true,
        },
        path: crate::Path { rtt_us: 50, rtt_deviation_us: 0, neighbour: None, is_local: false },
        grpc: None,
    };

    fn why(setting: Setting, settings: Settings, pattern: Pattern) -> Option<Reason> {
        let outcome = simulate(&settings, Scenario::DropOutbound, pattern, Lateness::None).unwrap();
        let found = inert(&settings, pattern, &outcome);
        found.into_iter().find(|inert| inert.setting == setting).map(|inert| inert.reason)
    }

    #[test]
    fn keepalive_matters_while_nothing_is_under_way() {
        let timeout = Settings { user_timeout_us: 90 * SECOND, ..KEEPALIVE };
        assert_eq!(why(Setting::KeepaliveIdle, KEEPALIVE, Pattern::Idle), None);
        assert_eq!(why(Setting::KeepaliveProbes, KEEPALIVE, Pattern::Idle), None);
        assert_eq!(why(Setting::KeepaliveProbes, timeout, Pattern::Idle), Some(Reason::TimeoutForProbes));
        assert_eq!(why(Setting::KeepaliveInterval, timeout, Pattern::Idle), None);
        let off = Settings { keepalive: None, ..timeout };
        assert_eq!(why(Setting::KeepaliveProbes, off, Pattern::Idle), Some(Reason::KeepaliveOff));
        assert_eq!(why(Setting::KeepaliveIdle, KEEPALIVE, Pattern::Awaiting), Some(Reason::KeepaliveAsleep));
        let connecting = why(Setting::KeepaliveIdle, KEEPALIVE, Pattern::Connecting);
        assert_eq!(connecting, Some(Reason::KeepaliveOnceConnected));
        let outcome = simulate(&KEEPALIVE, Scenario::PeerExits, Pattern::Idle, Lateness::None).unwrap();
        let over = inert(&KEEPALIVE, Pattern::Idle, &outcome);
        assert!(over.contains(&Inert { setting: Setting::KeepaliveIdle, reason: Reason::OverBeforeProbe }), "{over:?}");
    }

    #[test]
    fn retries_matter_while_something_is_under_way_and_no_timeout_replaces_them() {
        let timeout = Settings { user_timeout_us: 90 * SECOND, keepalive: None, ..KEEPALIVE };
        assert_eq!(why(Setting::Retries2, KEEPALIVE, Pattern::Awaiting), None);
        assert_eq!(why(Setting::Retries2, timeout, Pattern::Awaiting), Some(Reason::TimeoutForRetries));
        assert_eq!(why(Setting::Retries2, KEEPALIVE, Pattern::Idle), Some(Reason::NothingRetransmitted));
        assert_eq!(why(Setting::Retries2, KEEPALIVE, Pattern::Connecting), Some(Reason::OnceConnected));
        assert_eq!(why(Setting::UserTimeout, timeout, Pattern::Awaiting), None);
        assert_eq!(why(Setting::UserTimeout, timeout, Pattern::Idle), Some(Reason::NothingToRetransmit));
        assert_eq!(why(Setting::UserTimeout, KEEPALIVE, Pattern::Idle), None);
    }

    #[test]
    fn what_is_of_connecting_and_of_grpc_matters_there_alone() {
        let timeout = Settings { user_timeout_us: 90 * SECOND, ..KEEPALIVE };
        for setting in [Setting::SynRetries, Setting::SynLinearTimeouts] {
            assert_eq!(why(setting, KEEPALIVE, Pattern::Idle), Some(Reason::OnlyConnecting));
            assert_eq!(why(setting, KEEPALIVE, Pattern::Connecting), None);
        }
        assert_eq!(why(Setting::SynRetries, timeout, Pattern::Connecting), Some(Reason::TimeoutFirst));
        let grpc = Settings { grpc: Some(crate::GrpcKeepalive::default()), ..KEEPALIVE };
        assert_eq!(why(Setting::PingAfter, KEEPALIVE, Pattern::Idle), Some(Reason::GrpcOff));
        assert_eq!(why(Setting::MinPingInterval, grpc, Pattern::Idle), None);
    }
}
