//! Conditions that a run measures, and how often and how long.

use std::time::Duration;

use harness::record::{Profile, Skipped};
use sockets::congestion_control_works;

use crate::channel::packet_limit;
use crate::condition::{Condition, Pattern};
use sockets::cores::Cores;

use crate::cores::usable;
use crate::phases::WAKE;
use crate::span::Span;
use crate::transport::Transport;
use crate::waiting::Waiting;

const KIB: usize = 1 << 10;

/// The published message has 12 bytes.
pub(crate) const MESSAGE_BYTES: usize = 12;
/// Messages of a ping-pong, in bytes.
pub(crate) const PING_PONG_BYTES: [usize; 8] = [1, 16, 64, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB];
/// Writes of a bulk transfer, in bytes.
pub(crate) const BULK_BYTES: [usize; 4] = [256, KIB, 64 * KIB, 1024 * KIB];
/// The message of the round trips that figures in prose are about, in bytes.
pub(crate) const ROUND_TRIP_BYTES: usize = 64;
/// The body of the request in two writes, in bytes.
pub(crate) const BODY_BYTES: usize = 100;
/// Exchanges that are asked why two cores are slower than one, or faster.
pub(crate) const EXCHANGES: [Pattern; 2] =
    [Pattern::PerMessage { bytes: MESSAGE_BYTES }, Pattern::PingPong { bytes: ROUND_TRIP_BYTES }];
/// The round trips of large messages that claims are about.
const LARGE_ROUND_TRIP: Pattern = Pattern::PingPong { bytes: 64 * KIB };
/// The kinds of socket that are compared; the others are there for scale.
pub(crate) const COMPARED: [Transport; 2] = [Transport::Tcp, Transport::Unix];
/// Messages from which the costs of a call and of a byte are told.
const ECHO_BYTES: [usize; 4] = [1, KIB, 8 * KIB, 64 * KIB];

/// How often each condition is repeated: rounds differ by more than what happens within one, so there are many short ones.
const REPETITIONS: u32 = 24;
/// The fewest whose extremes hold a median with 95% confidence.
const QUICK_REPETITIONS: u32 = 6;
/// How many times shorter each turn of a quick run is.
const QUICKER: u32 = 2;

/// Everything a run does.
pub(crate) struct Conditions {
    /// Conditions that are compared: the transports, all else equal.
    pub groups: Vec<Vec<Condition>>,
    /// How often each is repeated.
    pub repetitions: u32,
    /// How many times shorter than in a full run each turn is.
    quicker: u32,
    /// Conditions that cannot be measured here.
    pub skipped: Vec<Skipped>,
}

impl Conditions {
    pub(crate) fn of(profile: Profile) -> Self {
        let (repetitions, quicker) = match profile {
            Profile::Quick => (QUICK_REPETITIONS, QUICKER),
            Profile::Full => (REPETITIONS, 1),
        };
        let mut conditions = Self { groups: Vec::new(), repetitions, quicker, skipped: Vec::new() };
        let lacking =
            |transport: &Transport| transport.congestion_control().is_some_and(|name| !congestion_control_works(name));
        let lacking: Vec<Transport> = Transport::CONTROLLED.into_iter().filter(lacking).collect();
        conditions.add_all(usable(), packet_limit(), &lacking);
        conditions
    }

    /// Adds all that can be measured with so many cores, packets of at most so many bytes, and without these transports.
    fn add_all(&mut self, cores: usize, longest_packet: usize, lacking: &[Transport]) {
        let places: &[Cores] = if cores > 1 { &Cores::EVERY } else { &[Cores::One] };
        for &place in places {
            let patterns = patterns().into_iter().filter(|pattern| is_measured(*pattern, place));
            self.groups.extend(patterns.map(|pattern| group(pattern, place, longest_packet, lacking)));
            if place == Cores::Apart {
                self.groups.extend(waiting(place));
            }
        }
        if cores < 2 {
            self.skipped.push(Skipped {
                what: "both ends on cores of their own".to_owned(),
                why: "this program may use one core only".to_owned(),
                needs: "two cores".to_owned(),
            });
        }
        for transport in lacking {
            let name = transport.congestion_control().unwrap_or_default();
            self.skipped.push(Skipped {
                what: transport.words().to_owned(),
                why: "the kernel does not have it, or does not allow it".to_owned(),
                needs: format!("the kernel's module tcp_{name}, and root or net.ipv4.tcp_allowed_congestion_control"),
            });
        }
        if let Some(next) = PING_PONG_BYTES.into_iter().find(|&bytes| bytes > longest_packet) {
            self.skipped.push(Skipped {
                what: format!("round trips over seqpacket of {next} bytes and more"),
                why: format!("a packet has to fit into the send buffer, which takes {longest_packet} bytes"),
                needs: "a larger net.core.wmem_default".to_owned(),
            });
        }
    }

    /// How long a turn of this condition takes.
    pub(crate) fn span(&self, condition: &Condition) -> Span {
        let milliseconds = match condition.pattern {
            // Large differences are asked of these.
            _ if condition.waiting != Waiting::Block => 40,
            Pattern::PerMessage { .. } => 80,
            // Long enough for a thousand of the slowest, of which the 99.9th percentile is told.
            Pattern::PingPong { .. } => 40,
            // Some trips of tens of milliseconds, if the second write waits.
            Pattern::TwoWrites { .. } if condition.transport == Transport::Tcp => 400,
            Pattern::TwoWrites { .. } => 40,
            Pattern::Bulk { .. } => 25,
            Pattern::Handshake | Pattern::Echo { .. } => 12,
        };
        Span::new(Duration::from_millis(milliseconds) / self.quicker)
    }
}

fn patterns() -> Vec<Pattern> {
    let mut patterns = vec![
        Pattern::PerMessage { bytes: MESSAGE_BYTES },
        Pattern::Handshake,
        Pattern::TwoWrites { bytes: BODY_BYTES },
    ];
    patterns.extend(PING_PONG_BYTES.map(|bytes| Pattern::PingPong { bytes }));
    patterns.extend(ECHO_BYTES.map(|bytes| Pattern::Echo { bytes }));
    patterns.extend(BULK_BYTES.map(|bytes| Pattern::Bulk { bytes }));
    patterns
}

/// The transports that can do it.
fn group(pattern: Pattern, cores: Cores, longest_packet: usize, lacking: &[Transport]) -> Vec<Condition> {
    Transport::ALL
        .into_iter()
        .filter(|&transport| transport != Transport::Pipe || !pattern.connects())
        .filter(|&transport| COMPARED.contains(&transport) || is_for_scale(pattern, transport, cores))
        .filter(|transport| !lacking.contains(transport))
        .filter(|&transport| transport != Transport::Seqpacket || pattern.bytes() <= longest_packet)
        .map(|transport| Condition::of(pattern, transport, cores))
        .collect()
}

/// True if the pattern is measured there. One thread alone is on one core. Wherever the system puts two, rounds on one core stand beside
/// rounds on two, and a median is of neither: only those exchanges are measured so that are shown round by round, and the one
/// that tells the wake-up.
fn is_measured(pattern: Pattern, cores: Cores) -> bool {
    match cores {
        Cores::One => true,
        Cores::Apart => pattern.has_two_ends(),
        Cores::All => EXCHANGES.contains(&pattern) || pattern == WAKE,
    }
}

/// Where the other transports are measured: on one core, of writes only those that Nagle's algorithm doesn't gather; and elsewhere
/// what tells their parts.
fn is_for_scale(pattern: Pattern, transport: Transport, cores: Cores) -> bool {
    if transport.congestion_control().is_some() {
        return Cores::PINNED.contains(&cores) && is_controlled(pattern);
    }
    if matches!(pattern, Pattern::TwoWrites { .. }) {
        return transport == Transport::TcpNodelay;
    }
    match cores {
        Cores::One => transport == Transport::TcpNodelay || !matches!(pattern, Pattern::Bulk { .. }),
        Cores::Apart => false,
        Cores::All => pattern == WAKE,
    }
}

/// True if TCP is measured by its congestion control in this pattern: those that claims and prose are about.
fn is_controlled(pattern: Pattern) -> bool {
    EXCHANGES.contains(&pattern) || pattern == LARGE_ROUND_TRIP || matches!(pattern, Pattern::Bulk { .. })
}

/// The exchanges whose ends wait otherwise than programs do.
fn waiting(cores: Cores) -> impl Iterator<Item = Vec<Condition>> {
    let otherwise = Waiting::ALL.into_iter().filter(|&waiting| waiting != Waiting::Block);
    otherwise.flat_map(move |waiting| {
        EXCHANGES.map(|pattern| {
            COMPARED.map(|transport| Condition { waiting, ..Condition::of(pattern, transport, cores) }).to_vec()
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn with(cores: usize, longest_packet: usize) -> Conditions {
        let mut conditions = Conditions { groups: Vec::new(), repetitions: 1, quicker: 1, skipped: Vec::new() };
        conditions.add_all(cores, longest_packet, &[]);
        conditions
    }

    fn transports(conditions: &Conditions, pattern: Pattern) -> Vec<Transport> {
        let all = conditions.groups.iter().flatten();
        all.filter(|condition| condition.pattern == pattern && condition.cores == Cores::One)
            .filter(|condition| condition.waiting == Waiting::Block)
            .map(|condition| condition.transport)
            .collect()
    }

    #[test]
    fn a_group_differs_in_the_transport_only() {
        for group in with(2, 1 << 20).groups {
            assert!(COMPARED.iter().all(|&transport| group.iter().any(|one| one.transport == transport)));
            let others = |one: &Condition| (one.pattern, one.cores, one.waiting);
            assert!(group.iter().all(|one| others(one) == others(&group[0])));
        }
    }

    #[test]
    fn pipes_connect_to_nothing() {
        let conditions = with(2, 1 << 20);
        assert!(!transports(&conditions, Pattern::Handshake).contains(&Transport::Pipe));
        assert!(!transports(&conditions, Pattern::PerMessage { bytes: 12 }).contains(&Transport::Pipe));
        assert!(transports(&conditions, Pattern::PingPong { bytes: 1 }).contains(&Transport::Pipe));
    }

    #[test]
    fn other_transports_are_pinned_but_for_the_parts_of_a_request() {
        let conditions = with(2, 1 << 20);
        let others = conditions.groups.iter().flatten().filter(|one| {
            !COMPARED.contains(&one.transport)
                && one.transport.congestion_control().is_none()
                && !matches!(one.pattern, Pattern::TwoWrites { .. })
        });
        let on = |cores| others.clone().filter(move |one| one.cores == cores);
        assert!(on(Cores::All).count() > 0 && on(Cores::All).all(|one| one.pattern == WAKE));
        assert_eq!(on(Cores::Apart).count(), 0);
        let writes: BTreeSet<Transport> =
            others.filter(|one| matches!(one.pattern, Pattern::Bulk { .. })).map(|one| one.transport).collect();
        assert_eq!(writes, BTreeSet::from([Transport::TcpNodelay]));
    }

    #[test]
    fn tcp_is_measured_by_its_congestion_control_beside_unix_sockets_on_either_side_of_the_cores() {
        let all: Vec<Condition> = with(2, 1 << 20).groups.into_iter().flatten().collect();
        for transport in Transport::CONTROLLED {
            for cores in Cores::PINNED {
                for bytes in BULK_BYTES {
                    assert!(all.contains(&Condition::of(Pattern::Bulk { bytes }, transport, cores)));
                }
                assert!(all.contains(&Condition::of(LARGE_ROUND_TRIP, transport, cores)));
            }
        }
        let controlled = all.iter().filter(|condition| condition.transport.congestion_control().is_some());
        assert!(controlled.clone().all(|condition| condition.cores != Cores::All));
        assert_eq!(controlled.count(), 2 * 2 * (EXCHANGES.len() + 1 + BULK_BYTES.len()));
    }

    #[test]
    fn a_congestion_control_that_is_not_there_is_skipped_and_said_to_be() {
        let mut conditions = Conditions { groups: Vec::new(), repetitions: 1, quicker: 1, skipped: Vec::new() };
        conditions.add_all(2, 1 << 20, &[Transport::TcpBbr]);
        let all = conditions.groups.iter().flatten();
        assert!(all.clone().all(|condition| condition.transport != Transport::TcpBbr));
        assert!(all.clone().any(|condition| condition.transport == Transport::TcpCubic));
        assert!(conditions.skipped[0].needs.contains("tcp_bbr"), "{:?}", conditions.skipped);
    }

    #[test]
    fn ends_that_wait_otherwise_stand_beside_ends_that_sleep_on_the_same_cores() {
        let conditions = with(2, 1 << 20);
        let all: Vec<Condition> = conditions.groups.into_iter().flatten().collect();
        for transport in COMPARED {
            for waiting in Waiting::ALL {
                for pattern in EXCHANGES {
                    assert!(all.contains(&Condition { pattern, transport, cores: Cores::Apart, waiting }));
                }
            }
        }
        let others = all.iter().filter(|condition| condition.cores != Cores::Apart);
        assert!(others.clone().count() > 0 && others.clone().all(|condition| condition.waiting == Waiting::Block));
    }

    #[test]
    fn one_thread_alone_is_on_one_core() {
        for condition in with(2, 1 << 20).groups.iter().flatten() {
            assert!(condition.cores == Cores::One || condition.pattern.has_two_ends(), "{}", condition.text());
        }
    }

    #[test]
    fn wherever_the_system_puts_them_are_only_exchanges_that_are_shown_round_by_round_and_the_wake_up() {
        let conditions = with(2, 1 << 20);
        let free = conditions.groups.iter().flatten().filter(|condition| condition.cores == Cores::All);
        let patterns: BTreeSet<Pattern> = free.map(|condition| condition.pattern).collect();
        assert_eq!(patterns, EXCHANGES.into_iter().chain([WAKE]).collect());
    }

    #[test]
    fn packets_that_do_not_fit_are_skipped_and_said_to_be() {
        let conditions = with(2, 10_000);
        assert!(transports(&conditions, Pattern::PingPong { bytes: 4 * KIB }).contains(&Transport::Seqpacket));
        assert!(!transports(&conditions, Pattern::PingPong { bytes: 16 * KIB }).contains(&Transport::Seqpacket));
        assert!(conditions.skipped[0].what.contains("16384"), "{:?}", conditions.skipped);
        assert!(with(2, 1 << 20).skipped.is_empty());
    }

    #[test]
    fn with_one_core_there_are_no_conditions_on_several() {
        let conditions = with(1, 1 << 20);
        assert!(conditions.groups.iter().flatten().all(|condition| condition.cores == Cores::One));
        assert_eq!(conditions.skipped.len(), 1);
    }

    #[test]
    fn a_full_run_takes_less_than_three_minutes_and_a_quick_one_less_than_half_a_minute() {
        for (profile, at_most) in [(Profile::Full, 180), (Profile::Quick, 25)] {
            let conditions = Conditions::of(profile);
            let round: Duration =
                conditions.groups.iter().flatten().map(|condition| conditions.span(condition).total()).sum();
            assert!(round * conditions.repetitions < Duration::from_secs(at_most), "{round:?}");
        }
    }
}
