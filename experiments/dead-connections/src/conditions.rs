//! What gets measured: ways to lose a peer, what the program was doing, and what was set.

mod held_out;
mod long;
mod paths;
mod recorded;
mod rows;
mod settings;

use std::path::Path;
use std::time::Duration;

use dead_connections_model::settings::SECOND;
use dead_connections_model::{Keepalive, Kernel, Pattern, Scenario, Settings};
use harness::record::{Profile, Skipped};
use namespaces::Means;

use crate::capture;
use crate::place::{NEEDS_NFT, Place};
use crate::predicted;

pub(crate) use long::long_ones;
pub(crate) use settings::{kernel, nothing};

/// How often a row is repeated in a full run.
const REPETITIONS: u32 = 7;
/// How many connections are lost at the same time: they mostly wait.
const AT_ONCE: usize = 24;
/// How long is watched where nothing is to be noticed.
const WATCHED: Duration = Duration::from_secs(10);
const WATCHED_QUICKLY: Duration = Duration::from_secs(6);
/// What takes longer is not waited for.
const AT_MOST: Duration = Duration::from_secs(70);
/// Rows that take longer are left out of a quick run.
const AT_MOST_QUICKLY: Duration = Duration::from_secs(15);
/// How long is watched beyond the latest that is predicted.
const MARGIN: Duration = Duration::from_secs(3);

/// Which program holds the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// This one, by system calls.
    Tcp,
    /// A gRPC client of tonic's.
    Tonic,
    /// gRPC's own client and server for Python.
    Grpcio,
}

impl Program {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Tonic => "tonic",
            Self::Grpcio => "grpcio",
        }
    }
}

/// What a row is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// To be shown; the model's rules were tried on it while they were made.
    Known,
    /// To test the rules on what they were not made with.
    HeldOut,
    /// To see whether it matters what drops the packets: another row, by other means.
    OtherMeans,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::HeldOut => "held out",
            Self::OtherMeans => "other means",
        }
    }
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub program: Program,
    pub scenario: Scenario,
    pub pattern: Pattern,
    pub settings: Settings,
    /// What drops packets, where any are dropped.
    pub means: Means,
    pub role: Role,
    /// How long it is watched.
    pub watched: Duration,
    /// Whether its packets are recorded.
    pub is_recorded: bool,
}

impl Condition {
    /// A row that is watched somewhat longer than the model says is needed, or for `watched` if it says never or not soon.
    pub(crate) fn new(
        program: Program,
        scenario: Scenario,
        pattern: Pattern,
        settings: Settings,
        watched: Duration,
    ) -> Self {
        let means = Means::Routing;
        let mut condition =
            Self { program, scenario, pattern, settings, means, role: Role::Known, watched, is_recorded: false };
        let latest = predicted::predict(&condition).latest().map(|latest| latest + MARGIN);
        condition.watched = latest.filter(|&latest| latest < AT_MOST).unwrap_or(watched);
        condition
    }

    pub(crate) fn in_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    pub(crate) fn by(self, means: Means) -> Self {
        Self { means, ..self }
    }

    /// Whether another row is the same but for the means.
    pub(crate) fn differs_in_means_from(&self, other: &Self) -> bool {
        let Self { program, scenario, pattern, settings, means, .. } = *self;
        let same =
            (program, scenario, pattern, settings) == (other.program, other.scenario, other.pattern, other.settings);
        same && means != other.means
    }

    /// Whether it needs namespaces: the loopback interface loses nothing, and the system's settings are not ours to
    /// change.
    pub(crate) fn needs_namespaces(&self) -> bool {
        let needs_none = matches!(
            self.scenario,
            Scenario::Alive | Scenario::PeerExits | Scenario::PeerExitsUnread | Scenario::PeerHangs
        );
        !needs_none || self.settings.kernel != kernel() || self.round_trip().is_some()
    }

    /// Whether it needs a firewall that answers.
    pub(crate) fn needs_nft(&self) -> bool {
        matches!(self.scenario, Scenario::FirewallRejects | Scenario::FirewallForgets { resets: true, .. })
    }

    /// Whether a writer has to fill the buffers before there is anything to notice.
    pub(crate) fn fills_buffers(&self) -> bool {
        matches!(self.scenario, Scenario::PeerHangs | Scenario::PeerHangsThenVanishes)
            && matches!(self.pattern, Pattern::Writes { .. })
    }

    /// Whether the connection says nothing for so long, so that a firewall forgets it.
    pub(crate) fn is_silent_for(&self, after_us: u64) -> bool {
        let keepalive = self.settings.keepalive.is_some_and(|keepalive| keepalive.idle_us < after_us);
        let writes = matches!(self.pattern, Pattern::Writes { every_us } if every_us < after_us);
        !keepalive && !writes
    }

    /// What was set, in words.
    pub(crate) fn settings_text(&self) -> String {
        let Settings { keepalive, user_timeout_us, kernel, grpc, .. } = self.settings;
        let seconds = |us: u64| us as f64 / SECOND as f64;
        let mut parts = Vec::new();
        if let Some(Keepalive { idle_us, interval_us, probes }) = keepalive {
            parts.push(format!("keepalive {}/{}/{probes}", seconds(idle_us), seconds(interval_us)));
        }
        if user_timeout_us > 0 {
            parts.push(format!("user timeout {} s", seconds(user_timeout_us)));
        }
        let default = Kernel::default();
        if kernel.retries2 != default.retries2 {
            parts.push(format!("tcp_retries2 {}", kernel.retries2));
        }
        if kernel.syn_retries != default.syn_retries {
            parts.push(format!("tcp_syn_retries {}", kernel.syn_retries));
        }
        if kernel.syn_linear_timeouts != default.syn_linear_timeouts {
            parts.push(format!("tcp_syn_linear_timeouts {}", kernel.syn_linear_timeouts));
        }
        if let Some(grpc) = grpc {
            let idle = if grpc.without_calls { " without calls" } else { "" };
            parts.push(format!("gRPC keepalive {}/{} s{idle}", seconds(grpc.ping_after_us), seconds(grpc.timeout_us)));
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// What the program does, in words.
    pub(crate) fn pattern_text(&self) -> String {
        match self.pattern {
            Pattern::Writes { every_us } => format!("writes every {} s", every_us as f64 / SECOND as f64),
            other => other.name().to_owned(),
        }
    }

    /// How long the peer takes to be back, or the firewall to forget; 0 s in other scenarios.
    pub(crate) fn delay(&self) -> Duration {
        match self.scenario {
            Scenario::PeerReboots { back_us } => Duration::from_micros(back_us),
            Scenario::FirewallForgets { after_us, .. } => Duration::from_micros(after_us),
            _ => Duration::ZERO,
        }
    }

    /// How the peer was lost, in words.
    pub(crate) fn fault_text(&self) -> String {
        let dropped = match self.means {
            Means::Firewall => "nft drop",
            Means::Routing => "blackhole route",
        };
        match self.scenario {
            Scenario::Alive => "none".to_owned(),
            Scenario::PeerExits | Scenario::PeerExitsUnread => "SIGKILL".to_owned(),
            Scenario::PeerHangs => "SIGSTOP".to_owned(),
            Scenario::OwnLinkDown | Scenario::OwnLinkDownInFlight => "link down".to_owned(),
            Scenario::FirewallRejects | Scenario::FirewallForgets { resets: true, .. } => "nft reject".to_owned(),
            Scenario::PeerReboots { .. } => format!("{dropped}, SIGKILL"),
            Scenario::PeerHangsThenVanishes => format!("SIGSTOP, {dropped}"),
            Scenario::HostVanishes
            | Scenario::DropOutbound
            | Scenario::DropInbound
            | Scenario::FirewallForgets { .. } => dropped.to_owned(),
        }
    }

    /// The round trip time, where the path has one that is to be felt.
    pub(crate) fn round_trip(&self) -> Option<Duration> {
        let round_trip = Duration::from_micros(self.settings.path.rtt_us);
        (round_trip >= Duration::from_millis(1)).then_some(round_trip)
    }

    /// The path to the peer, in words.
    pub(crate) fn path_text(&self) -> String {
        let delayed = |round_trip: Duration| format!("relay, {} ms", round_trip.as_millis());
        self.round_trip().map_or_else(|| "veth".to_owned(), delayed)
    }

    /// The whole row in words.
    pub(crate) fn text(&self) -> String {
        let Self { program, scenario, .. } = self;
        let path = self.round_trip().map_or_else(String::new, |_| format!(", {}", self.path_text()));
        format!("{}: {}, {}, {}{path}", program.name(), scenario.name(), self.pattern_text(), self.settings_text())
    }
}

/// Every row there is, where nothing is missing.
#[cfg(test)]
pub(crate) fn all_rows() -> Vec<Condition> {
    let kinds = [rows::tcp, rows::tonic, rows::grpcio, held_out::held_out, paths::delayed];
    let rows: Vec<Condition> = kinds.iter().flat_map(|rows| rows(WATCHED)).map(|row| row.by(Means::Firewall)).collect();
    let again = rows.iter().filter(|row| rows::is_lost_twice(row));
    let again: Vec<Condition> = again.map(|row| row.by(Means::Routing).in_role(Role::OtherMeans)).collect();
    rows.into_iter().chain(again).collect()
}

/// Everything a run measures.
pub(crate) struct Conditions {
    /// How often each row is repeated.
    pub repetitions: u32,
    /// How many connections are lost at the same time.
    pub at_once: usize,
    /// The rows that can be measured here.
    pub rows: Vec<Condition>,
    /// What cannot, or is not.
    pub skipped: Vec<Skipped>,
}

impl Conditions {
    /// What can be measured at this place, and with this Python.
    pub(crate) fn of(profile: Profile, place: &Place, python: Result<&Path, &Skipped>) -> Self {
        let (repetitions, watched) = match profile {
            Profile::Quick => (1, WATCHED_QUICKLY),
            Profile::Full => (REPETITIONS, WATCHED),
        };
        let mut conditions = Self { repetitions, at_once: AT_ONCE, rows: Vec::new(), skipped: Vec::new() };
        let rows = [rows::tcp(watched), rows::tonic(watched), held_out::held_out(watched), paths::delayed(watched)];
        for row in rows.into_iter().flatten() {
            conditions.add(row.by(place.usual_means()), profile, place);
        }
        match python {
            Ok(_) => rows::grpcio(watched)
                .into_iter()
                .for_each(|row| conditions.add(row.by(place.usual_means()), profile, place)),
            Err(skipped) => conditions.skipped.push(skipped.clone()),
        }
        conditions.record_some(place);
        conditions.add_other_means(place);
        conditions
    }

    fn add(&mut self, row: Condition, profile: Profile, place: &Place) {
        let skipped =
            |why: &str, needs: &str| Skipped { what: row.text(), why: why.to_owned(), needs: needs.to_owned() };
        match place.lacks_for(&row) {
            Some(lack) => self.skipped.push(skipped(&lack.why, lack.needs)),
            None if profile == Profile::Quick && row.watched > AT_MOST_QUICKLY => {
                self.skipped.push(skipped("it takes too long for a quick run", "--profile full"));
            }
            None => self.rows.push(row),
        }
    }

    /// Chooses the rows whose packets are recorded.
    fn record_some(&mut self, place: &Place) {
        if matches!(place, Place::Loopback { .. }) {
            return;
        }
        if let Some(why) = capture::why_not() {
            self.skipped.push(Skipped {
                what: "recording packets".to_owned(),
                why: why.to_string(),
                needs: "the right to open packet sockets (CAP_NET_RAW)".to_owned(),
            });
            return;
        }
        for row in &mut self.rows {
            row.is_recorded = recorded::is_worth_it(row);
        }
    }

    /// Some rows again, with packets dropped by other means.
    fn add_other_means(&mut self, place: &Place) {
        let Place::Namespaces(namespaces) = place else { return };
        if let Some(why) = namespaces.without_nft() {
            self.skipped.push(Skipped {
                what: "dropping packets by a firewall as well as by routing".to_owned(),
                why: why.to_owned(),
                needs: NEEDS_NFT.to_owned(),
            });
            return;
        }
        let again =
            |row: &Condition| Condition { means: Means::Routing, role: Role::OtherMeans, is_recorded: false, ..*row };
        let others: Vec<Condition> = self.rows.iter().filter(|row| rows::is_lost_twice(row)).map(again).collect();
        self.rows.extend(others);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_rows_of_a_role_look_alike_in_the_record() {
        let mut seen = HashSet::new();
        for row in all_rows() {
            let looks = (row.text(), row.delay(), row.role.name());
            assert!(seen.insert(looks.clone()), "{looks:?}");
        }
    }

    #[test]
    fn rows_held_out_have_settings_that_no_known_row_has() {
        let rows = all_rows();
        let (held_out, known): (Vec<&Condition>, Vec<&Condition>) =
            rows.iter().partition(|row| row.role == Role::HeldOut);
        for row in held_out {
            let same = |other: &&Condition| {
                (other.scenario, other.pattern, other.settings) == (row.scenario, row.pattern, row.settings)
            };
            assert!(!known.iter().any(same), "{}", row.text());
        }
    }

    #[test]
    fn a_full_run_watches_for_less_than_eight_minutes() {
        let watched: Duration = all_rows().iter().map(|row| row.watched * REPETITIONS).sum();
        assert!(watched / (AT_ONCE as u32) < Duration::from_secs(8 * 60), "{watched:?}");
    }
}
