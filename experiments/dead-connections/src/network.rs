//! Where the connections are: in pairs of network namespaces of the experiment's own, or on the loopback interface.
//!
//! A pair is two namespaces joined by a pair of virtual interfaces, each pair one connection's alone: what happens there
//! disturbs no other, and nothing outside is touched. All faults are made with `ip`, in the peer's namespace: a routing
//! rule that discards what comes in, a route that discards what goes out. (They stand for a firewall's `drop`, and
//! need neither nftables nor iptables.)

pub(crate) mod janitor;

use std::fs::{self, File};
use std::net::{IpAddr, Ipv4Addr};
use std::os::fd::AsFd;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use harness::Failure;
use models::tcp_failure::settings::Neighbour;
use rustix::process::geteuid;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use crate::command::ip;
use janitor::Janitor;

/// Where `ip netns` keeps the namespaces' names.
const NAMES: &str = "/run/netns";
/// What the names of all runs' namespaces begin with; the process's number follows.
pub(crate) const PREFIX: &str = "dead-connections-";
const OUR_ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 88, 0, 1);
const PEER_ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 88, 0, 2);
const OUR_MAC: &str = "02:00:00:00:00:01";
const PEER_MAC: &str = "02:00:00:00:00:02";
const INTERFACE: &str = "veth0";

/// Where connections can be made on this machine.
pub(crate) enum Place {
    /// In namespaces.
    Namespaces {
        /// Removes them, whatever happens.
        _janitor: Janitor,
        prefix: String,
        made: AtomicU32,
    },
    /// On the loopback interface only.
    Loopback {
        /// Why not in namespaces.
        why: String,
    },
}

impl Place {
    /// Namespaces if they can be made, else the loopback interface. What a killed run left is removed first.
    pub(crate) fn best() -> Self {
        match Self::namespaces() {
            Ok(place) => place,
            Err(why) => Self::Loopback { why: why.to_string() },
        }
    }

    fn namespaces() -> Result<Self, Failure> {
        if !geteuid().is_root() {
            return Err(Failure::Failed("network namespaces need root".to_owned()));
        }
        janitor::remove_what_others_left()?;
        let prefix = format!("{PREFIX}{}-", process::id());
        let place = Self::Namespaces { _janitor: Janitor::start(&prefix)?, prefix, made: AtomicU32::new(0) };
        // Whether all that a trial needs is there: a machine may allow namespaces and no virtual interfaces.
        let pair = place.pair(None)?.expect("these are namespaces");
        pair.discard_from_us()?;
        pair.discard_to_us()?;
        drop(pair);
        Ok(place)
    }

    /// A fresh pair; `None` on the loopback interface. With `neighbour` addresses are resolved, and with these timers.
    pub(crate) fn pair(&self, neighbour: Option<Neighbour>) -> Result<Option<Pair>, Failure> {
        match self {
            Self::Loopback { .. } => Ok(None),
            Self::Namespaces { prefix, made, .. } => {
                let number = made.fetch_add(1, Ordering::Relaxed);
                Pair::make(&format!("{prefix}{number}"), neighbour).map(Some)
            }
        }
    }
}

/// Two namespaces, joined; removed when dropped.
pub(crate) struct Pair {
    ours: String,
    peers: String,
}

impl Pair {
    fn make(name: &str, neighbour: Option<Neighbour>) -> Result<Self, Failure> {
        let pair = Self { ours: format!("{name}a"), peers: format!("{name}b") };
        let Self { ours, peers } = &pair;
        ip(
            None,
            &[
                format!("netns add {ours}"),
                format!("netns add {peers}"),
                format!(
                    "link add {INTERFACE} netns {ours} address {OUR_MAC} type veth \
                     peer name {INTERFACE} netns {peers} address {PEER_MAC}"
                ),
            ],
        )?;
        let sides = [
            (ours, OUR_ADDRESS, PEER_ADDRESS, PEER_MAC, neighbour.is_none()),
            (peers, PEER_ADDRESS, OUR_ADDRESS, OUR_MAC, true),
        ];
        for (namespace, own, other, mac, permanent) in sides {
            let mut lines = vec![
                "link set lo up".to_owned(),
                format!("addr add {own}/24 dev {INTERFACE}"),
                format!("link set {INTERFACE} up"),
                // The local table last, so that a rule can discard what is meant for this very machine.
                "rule add pref 10 lookup local".to_owned(),
                "rule del pref 0".to_owned(),
            ];
            if permanent {
                lines.push(format!("neigh replace {other} lladdr {mac} dev {INTERFACE} nud permanent"));
            }
            ip(Some(namespace), &lines)?;
        }
        if let Some(neighbour) = neighbour {
            pair.enter_ours()?;
            set_neighbour(neighbour)?;
        }
        Ok(pair)
    }

    /// From now on this thread's connections, and what it starts, are on our side.
    pub(crate) fn enter_ours(&self) -> Result<(), Failure> {
        enter(&self.ours)
    }

    /// From now on this thread's connections, and what it starts, are on the peer's side.
    pub(crate) fn enter_peers(&self) -> Result<(), Failure> {
        enter(&self.peers)
    }

    /// The peer's address.
    pub(crate) fn peer_address(&self) -> IpAddr {
        PEER_ADDRESS.into()
    }

    /// Packets from us do not reach the peer.
    pub(crate) fn discard_from_us(&self) -> Result<(), Failure> {
        ip(Some(&self.peers), &[format!("rule add pref 1 iif {INTERFACE} blackhole")])
    }

    /// Packets from the peer do not leave it.
    pub(crate) fn discard_to_us(&self) -> Result<(), Failure> {
        ip(Some(&self.peers), &[format!("route add blackhole {OUR_ADDRESS}/32")])
    }

    /// Nothing passes, in neither direction.
    pub(crate) fn discard_all(&self) -> Result<(), Failure> {
        self.discard_to_us()?;
        self.discard_from_us()
    }

    /// Everything passes again.
    pub(crate) fn restore(&self) -> Result<(), Failure> {
        ip(Some(&self.peers), &["rule del pref 1".to_owned(), format!("route del blackhole {OUR_ADDRESS}/32")])
    }

    /// Our own interface goes down.
    pub(crate) fn take_down_our_link(&self) -> Result<(), Failure> {
        ip(Some(&self.ours), &[format!("link set {INTERFACE} down")])
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // The janitor tries again at the end.
        let _ = ip(None, &[format!("netns del {}", self.ours), format!("netns del {}", self.peers)]);
    }
}

fn enter(namespace: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("cannot enter namespace {namespace}: {error}"));
    let file = File::open(Path::new(NAMES).join(namespace)).map_err(failed)?;
    move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network)).map_err(|error| failed(error.into()))
}

/// Writes a setting of the namespace that this thread is in, below `/proc/sys/net/ipv4`.
pub(crate) fn set(name: &str, value: u64) -> Result<(), Failure> {
    let path = Path::new("/proc/sys/net/ipv4").join(name);
    fs::write(&path, value.to_string()).map_err(|error| Failure::Failed(format!("cannot set {name}: {error}")))
}

fn set_neighbour(neighbour: Neighbour) -> Result<(), Failure> {
    let of_interface = |name: &str, value: u64| set(&format!("neigh/{INTERFACE}/{name}"), value);
    of_interface("base_reachable_time_ms", neighbour.reachable_us / 1000)?;
    of_interface("delay_first_probe_time", neighbour.delay_us / 1_000_000)?;
    of_interface("retrans_time_ms", neighbour.interval_us / 1000)?;
    of_interface("ucast_solicit", neighbour.requests)?;
    of_interface("mcast_solicit", neighbour.requests)
}
