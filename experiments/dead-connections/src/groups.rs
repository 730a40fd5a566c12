//! Groups of rows: claims speak of all rows of a kind.

use dead_connections_model::{Kernel, Pattern, Scenario, Settings};

use crate::condition::{Condition, Program, Role};
use crate::settings::nothing;

/// Rows of a kind. Those of plain TCP are rows where nothing comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Idle, with keepalive and no user timeout.
    IdleKeepalive,
    /// Idle, with keepalive and a user timeout.
    IdleUserTimeout,
    /// Awaiting a reply, with a user timeout.
    AwaitingUserTimeout,
    /// Either of the two before.
    UserTimeout,
    /// Awaiting a reply, with other retries than the usual ones to end it.
    Retries,
    /// Data under way, and keepalive alone.
    BusyKeepalive,
    /// Rows of `BusyKeepalive` that await a reply.
    AwaitingKeepalive,
    /// Rows of `BusyKeepalive` that write.
    WritingKeepalive,
    /// Connecting, without a user timeout.
    Connecting,
    /// gRPC calls that await a reply of a server that is lost, with gRPC's keepalive.
    GrpcCallsWithKeepalive,
    /// The same, with its defaults.
    GrpcCallsByDefault,
    /// A reply is awaited whose request is acknowledged, with a user timeout and no keepalive.
    AcknowledgedUserTimeout,
    /// The same, with keepalive.
    AcknowledgedKeepalive,
    /// gRPC's own server, which is well, while a call is open.
    StrictServer,
    /// The same without a call, where it permits pings during calls alone.
    StrictServerWithoutCalls,
    /// The same, where it permits them without calls, too.
    PermittingServer,
    /// Rows on which the model's rules were tried while they were made.
    Known,
    /// Rows that were held out, to test the rules on.
    HeldOut,
}

impl Group {
    pub(crate) const ALL: [Self; 18] = [
        Self::IdleKeepalive,
        Self::IdleUserTimeout,
        Self::AwaitingUserTimeout,
        Self::UserTimeout,
        Self::Retries,
        Self::BusyKeepalive,
        Self::AwaitingKeepalive,
        Self::WritingKeepalive,
        Self::Connecting,
        Self::GrpcCallsWithKeepalive,
        Self::GrpcCallsByDefault,
        Self::AcknowledgedUserTimeout,
        Self::AcknowledgedKeepalive,
        Self::StrictServer,
        Self::StrictServerWithoutCalls,
        Self::PermittingServer,
        Self::Known,
        Self::HeldOut,
    ];

    pub(crate) fn has(self, row: &Condition) -> bool {
        use Pattern::{Acknowledged, Awaiting, Connecting, Idle, Writes};
        let Condition { program, scenario, pattern, role, .. } = *row;
        let Settings { keepalive, user_timeout_us, kernel, .. } = row.settings;
        let is_dropped = scenario == Scenario::DropOutbound;
        let is_silent = program == Program::Tcp && is_dropped && !matches!(role, Role::OtherMeans | Role::OwnEnd);
        let (probes, times_out) = (keepalive.is_some(), user_timeout_us > 0);
        let retries_as_usual = kernel.retries2 == Kernel::default().retries2;
        match self {
            Self::IdleKeepalive => is_silent && pattern == Idle && probes && !times_out,
            Self::IdleUserTimeout => is_silent && pattern == Idle && probes && times_out,
            Self::AwaitingUserTimeout => is_silent && pattern == Awaiting && times_out,
            Self::UserTimeout => Self::IdleUserTimeout.has(row) || Self::AwaitingUserTimeout.has(row),
            Self::Retries => is_silent && pattern == Awaiting && !probes && !times_out && !retries_as_usual,
            Self::BusyKeepalive => {
                is_silent && matches!(pattern, Awaiting | Writes { .. }) && probes && !times_out && retries_as_usual
            }
            Self::AwaitingKeepalive => Self::BusyKeepalive.has(row) && pattern == Awaiting,
            Self::WritingKeepalive => Self::BusyKeepalive.has(row) && pattern != Awaiting,
            Self::Connecting => is_silent && pattern == Connecting && !times_out,
            Self::GrpcCallsWithKeepalive | Self::GrpcCallsByDefault => {
                let is_call = program != Program::Tcp && is_dropped && pattern == Awaiting;
                let with_keepalive = self == Self::GrpcCallsWithKeepalive;
                is_call && kernel == nothing().kernel && row.settings.grpc.is_some() == with_keepalive
            }
            Self::AcknowledgedUserTimeout | Self::AcknowledgedKeepalive => {
                let with_keepalive = self == Self::AcknowledgedKeepalive;
                pattern == Acknowledged && probes == with_keepalive && (with_keepalive || times_out)
            }
            Self::StrictServer | Self::StrictServerWithoutCalls | Self::PermittingServer => {
                let permits = row.settings.grpc.is_some_and(|grpc| grpc.server_permits_without_calls);
                let group = match (pattern, permits) {
                    (Idle, true) => Self::PermittingServer,
                    (Idle, false) => Self::StrictServerWithoutCalls,
                    _ => Self::StrictServer,
                };
                program == Program::Grpcio && scenario == Scenario::Alive && self == group
            }
            Self::Known => !matches!(role, Role::HeldOut | Role::OwnEnd),
            Self::HeldOut => role == Role::HeldOut,
        }
    }
}
