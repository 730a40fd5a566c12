//! Two namespaces, joined.

use std::fs::{self, File};
use std::net::Ipv4Addr;
use std::os::fd::AsFd;
use std::path::Path;
use std::{panic, thread};

use harness::Failure;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use crate::commands::ip;

/// Where `ip netns` keeps the namespaces' names.
pub(crate) const NAMES: &str = "/run/netns";
/// The interface at either end.
pub const INTERFACE: &str = "veth0";
/// The address of our end.
pub const OUR_ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 88, 0, 1);
/// The address of the peer's end.
pub const PEER_ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 88, 0, 2);
const OUR_MAC: &str = "02:00:00:00:00:01";
const PEER_MAC: &str = "02:00:00:00:00:02";

/// Whether our end knows the peer's hardware address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// For good, as that of a router that never fails.
    Known,
    /// It asks (ARP), as on a link of its own.
    Resolved,
}

/// Two namespaces, joined by a pair of virtual interfaces; removed when dropped.
#[derive(Debug)]
pub struct Pair {
    pub(crate) ours: String,
    pub(crate) peers: String,
}

impl Pair {
    pub(crate) fn make(name: &str, addresses: Addresses) -> Result<Self, Failure> {
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
            (ours, OUR_ADDRESS, PEER_ADDRESS, PEER_MAC, addresses == Addresses::Known),
            (peers, PEER_ADDRESS, OUR_ADDRESS, OUR_MAC, true),
        ];
        for (namespace, own, other, mac, known) in sides {
            let mut lines = vec![
                "link set lo up".to_owned(),
                format!("addr add {own}/24 dev {INTERFACE}"),
                format!("link set {INTERFACE} up"),
                // The local table last, so that a rule can discard what is meant for this very machine.
                "rule add pref 10 lookup local".to_owned(),
                "rule del pref 0".to_owned(),
            ];
            if known {
                lines.push(format!("neigh replace {other} lladdr {mac} dev {INTERFACE} nud permanent"));
            }
            ip(Some(namespace), &lines)?;
        }
        Ok(pair)
    }

    /// From now on this thread's connections, and what it starts, are at our end.
    pub fn enter_ours(&self) -> Result<(), Failure> {
        enter(&self.ours)
    }

    /// From now on this thread's connections, and what it starts, are at the peer's end.
    pub fn enter_peers(&self) -> Result<(), Failure> {
        enter(&self.peers)
    }

    /// Writes a setting of our end, named as below `/proc/sys/net/ipv4`.
    pub fn set_ours(&self, name: &str, value: u64) -> Result<(), Failure> {
        inside(&self.ours, || {
            let path = Path::new("/proc/sys/net/ipv4").join(name);
            fs::write(&path, value.to_string()).map_err(|error| Failure::Failed(format!("cannot set {name}: {error}")))
        })
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // The janitor tries again at the end.
        let _ = ip(None, &[format!("netns del {}", self.ours), format!("netns del {}", self.peers)]);
    }
}

/// Does it in a namespace, in a thread of its own: this one stays where it is.
pub(crate) fn inside<T: Send>(namespace: &str, what: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    thread::scope(|scope| {
        let there = scope.spawn(|| {
            enter(namespace)?;
            what()
        });
        there.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    })
}

fn enter(namespace: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("cannot enter namespace {namespace}: {error}"));
    let file = File::open(Path::new(NAMES).join(namespace)).map_err(failed)?;
    move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network)).map_err(|error| failed(error.into()))
}
