//! Faults between the two ends of a pair. All of them happen at the peer's end, as they would on the way, but for the link
//! and [`Means::OwnFirewall`]: those are ours.

use harness::Failure;

use crate::commands::{ip, nft};
use crate::pair::{INTERFACE, OUR_ADDRESS, Pair, inside};

/// The table in which all of a firewall's rules of ours stand.
const TABLE: &str = "faults";

/// Direction of the packets that a fault hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From our end to the peer's.
    FromUs,
    /// From the peer's end to ours.
    ToUs,
    /// All.
    Both,
}

impl Direction {
    fn is_from_us(self) -> bool {
        self != Self::ToUs
    }

    fn is_to_us(self) -> bool {
        self != Self::FromUs
    }
}

/// Means that drop packets without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// nftables, as the interface takes them and gives them away: everything, address resolution too. Takes effect at
    /// once for both directions.
    Firewall,
    /// The routing tables: a rule that discards what comes in (address resolution too, since no answer is routed), a
    /// route that discards what goes out. Needs `ip` alone.
    Routing,
    /// nftables at our own end, before the interface: the kernel then tells TCP that a segment could not be sent.
    OwnFirewall,
}

/// Answer of a firewall that rejects packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// ICMP: what `reject` means where nothing else is said.
    PortUnreachable,
    /// TCP's RST, in the peer's name.
    Reset,
}

impl Pair {
    /// From now on these packets are lost, without a word to anybody.
    pub fn drop_packets(&self, direction: Direction, by: Means) -> Result<(), Failure> {
        match by {
            Means::Firewall => self.firewall(&firewall_drops(direction)),
            Means::OwnFirewall => inside(&self.ours, || nft(&own_firewall_drops(direction))),
            Means::Routing => {
                // Outbound first: what came in before is not answered either.
                let to_us = direction.is_to_us().then(|| format!("route add blackhole {OUR_ADDRESS}/32"));
                let from_us = direction.is_from_us().then(|| format!("rule add pref 1 iif {INTERFACE} blackhole"));
                ip(Some(&self.peers), &to_us.into_iter().chain(from_us).collect::<Vec<_>>())
            }
        }
    }

    /// Packets dropped in both directions pass again.
    pub fn let_pass(&self, by: Means) -> Result<(), Failure> {
        match by {
            Means::Firewall => self.firewall(&[format!("delete table netdev {TABLE}")]),
            Means::OwnFirewall => inside(&self.ours, || nft(&[format!("delete table ip {TABLE}")])),
            Means::Routing => {
                ip(Some(&self.peers), &["rule del pref 1".to_owned(), format!("route del blackhole {OUR_ADDRESS}/32")])
            }
        }
    }

    /// From now on packets from our end are refused, as a firewall that rejects does. Needs `nft`.
    pub fn reject_from_us(&self, answer: Rejection) -> Result<(), Failure> {
        let with = match answer {
            Rejection::PortUnreachable => "icmp type port-unreachable",
            Rejection::Reset => "tcp reset",
        };
        self.firewall(&[
            format!("add table ip {TABLE}"),
            format!("add chain ip {TABLE} from_us {{ type filter hook input priority 0; policy accept; }}"),
            format!("add rule ip {TABLE} from_us iifname {INTERFACE} meta l4proto tcp reject with {with}"),
        ])
    }

    /// Our own interface goes down.
    pub fn take_down_our_link(&self) -> Result<(), Failure> {
        ip(Some(&self.ours), &[format!("link set {INTERFACE} down")])
    }

    fn firewall(&self, lines: &[String]) -> Result<(), Failure> {
        inside(&self.peers, || nft(lines))
    }
}

fn own_firewall_drops(direction: Direction) -> Vec<String> {
    let chain =
        |hook: &str| format!("add chain ip {TABLE} {hook} {{ type filter hook {hook} priority 0; policy drop; }}");
    let from_us = direction.is_from_us().then(|| chain("output"));
    let to_us = direction.is_to_us().then(|| chain("input"));
    [format!("add table ip {TABLE}")].into_iter().chain(from_us).chain(to_us).collect()
}

fn firewall_drops(direction: Direction) -> Vec<String> {
    let chain = |name: &str, hook: &str| {
        format!(
            "add chain netdev {TABLE} {name} {{ type filter hook {hook} device {INTERFACE} priority 0; policy drop; }}"
        )
    };
    let from_us = direction.is_from_us().then(|| chain("from_us", "ingress"));
    let to_us = direction.is_to_us().then(|| chain("to_us", "egress"));
    [format!("add table netdev {TABLE}")].into_iter().chain(from_us).chain(to_us).collect()
}
