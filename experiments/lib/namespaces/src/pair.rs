//! Two namespaces, joined.

use std::fs::{self, File};
use std::io;
use std::net::Ipv4Addr;
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;
use std::{panic, thread};

use harness::Failure;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use crate::commands::ip;
use crate::relay::{Relay, tun};

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

/// Source of the peer's hardware address at our end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// Known for good, as that of a router that never fails.
    Known,
    /// Resolved by ARP, as on a link of its own.
    Resolved,
}

/// Two namespaces, joined by a pair of virtual interfaces or by a relay; removed when dropped.
#[derive(Debug)]
pub struct Pair {
    pub(crate) ours: String,
    pub(crate) peers: String,
    /// Takes packets from one end to the other; `None` where a pair of interfaces does.
    relay: Option<Relay>,
}

impl Pair {
    pub(crate) fn make(name: &str, addresses: Addresses) -> Result<Self, Failure> {
        let pair = Self::bare(name)?;
        let Self { ours, peers, .. } = &pair;
        ip(
            None,
            &[format!(
                "link add {INTERFACE} netns {ours} address {OUR_MAC} type veth \
                 peer name {INTERFACE} netns {peers} address {PEER_MAC}"
            )],
        )?;
        pair.set_up()?;
        let knows = |other, mac| [format!("neigh replace {other} lladdr {mac} dev {INTERFACE} nud permanent")];
        if addresses == Addresses::Known {
            ip(Some(ours), &knows(PEER_ADDRESS, PEER_MAC))?;
        }
        ip(Some(peers), &knows(OUR_ADDRESS, OUR_MAC))?;
        Ok(pair)
    }

    /// Packets take this long each way. There is no link whose addresses could be asked for.
    pub(crate) fn delayed(name: &str, delay: Duration) -> Result<Self, Failure> {
        let mut pair = Self::bare(name)?;
        let end = |namespace: &str| {
            let failed = |error: io::Error| Failure::system("cannot make a TUN device", error);
            inside(namespace, || tun::make(INTERFACE).map_err(failed))
        };
        let (ours, peers) = (end(&pair.ours)?, end(&pair.peers)?);
        let relay = Relay::between(ours.into(), peers.into(), delay);
        pair.relay = Some(relay.map_err(|error| Failure::system("cannot start a relay", error))?);
        pair.set_up()?;
        Ok(pair)
    }

    /// Two namespaces, not joined.
    fn bare(name: &str) -> Result<Self, Failure> {
        let pair = Self { ours: format!("{name}a"), peers: format!("{name}b"), relay: None };
        ip(None, &[format!("netns add {}", pair.ours), format!("netns add {}", pair.peers)])?;
        Ok(pair)
    }

    /// Gives both interfaces their addresses.
    fn set_up(&self) -> Result<(), Failure> {
        for (namespace, own) in [(&self.ours, OUR_ADDRESS), (&self.peers, PEER_ADDRESS)] {
            let lines = [
                "link set lo up".to_owned(),
                format!("addr add {own}/24 dev {INTERFACE}"),
                format!("link set {INTERFACE} up"),
                // The local table last, so that a rule can discard what is meant for this very machine.
                "rule add pref 10 lookup local".to_owned(),
                "rule del pref 0".to_owned(),
            ];
            ip(Some(namespace), &lines)?;
        }
        Ok(())
    }

    /// From now on this thread's connections, and what it starts, are at our end.
    pub fn enter_ours(&self) -> Result<(), Failure> {
        enter(&Path::new(NAMES).join(&self.ours))
    }

    /// From now on this thread's connections, and what it starts, are at the peer's end.
    pub fn enter_peers(&self) -> Result<(), Failure> {
        enter(&Path::new(NAMES).join(&self.peers))
    }

    /// Writes a setting of our end, named as below `/proc/sys/net/ipv4`.
    pub fn set_ours(&self, name: &str, value: u64) -> Result<(), Failure> {
        inside(&self.ours, || {
            let path = Path::new("/proc/sys/net/ipv4").join(name);
            fs::write(&path, value.to_string()).map_err(|error| Failure::system(format!("cannot set {name}"), error))
        })
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // Its interfaces go with it, and not under its feet.
        drop(self.relay.take());
        // The supervisor tries again at the end.
        let _ = ip(None, &[format!("netns del {}", self.ours), format!("netns del {}", self.peers)]);
    }
}

/// Does it in a namespace that has a name.
pub(crate) fn inside<T: Send>(namespace: &str, what: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    inside_network(&Path::new(NAMES).join(namespace), what)?
}

/// Does it in the network namespace that this file stands for, in a thread of its own: this one stays where it is.
///
/// # Errors
/// The namespace cannot be entered.
pub fn inside_network<T: Send>(file: &Path, what: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    thread::scope(|scope| {
        let there = scope.spawn(|| {
            enter(file)?;
            Ok(what())
        });
        there.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    })
}

fn enter(file: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::system(format!("cannot enter namespace {}", file.display()), error);
    let file = File::open(file).map_err(failed)?;
    move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network)).map_err(|error| failed(error.into()))
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::process;
    use std::time::Instant;

    use super::*;

    const DELAY: Duration = Duration::from_millis(40);

    /// Number of TUN devices that this process has open.
    fn devices() -> usize {
        let files = fs::read_dir("/proc/self/fd").unwrap().filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
        files.filter(|file| file.as_os_str() == "/dev/net/tun").count()
    }

    #[test]
    fn a_delayed_pair_delays_both_ways_and_goes_with_its_devices() {
        let name = format!("probe-{}-delayed", process::id());
        let pair = match Pair::delayed(&name, DELAY) {
            Ok(pair) => pair,
            Err(why) => return testkit::skip(format_args!("a pair of network namespaces ({why})")),
        };
        assert_eq!(devices(), 2);
        let (ours, peers) = (pair.ours.clone(), pair.peers.clone());
        let failed = |error: io::Error| Failure::system("cannot start what removes namespaces", error);
        let listener = inside(&peers, || TcpListener::bind((PEER_ADDRESS, 0)).map_err(failed)).unwrap();
        let address = listener.local_addr().unwrap();
        let connecting = Instant::now();
        let stream = inside(&ours, || TcpStream::connect(address).map_err(failed)).unwrap();
        assert!(connecting.elapsed() >= 2 * DELAY);
        let (accepted, from) = listener.accept().unwrap();
        assert_eq!(from.ip(), OUR_ADDRESS);
        assert_eq!(stream.local_addr().unwrap(), from);
        drop((stream, accepted, listener));
        drop(pair);
        assert_eq!(devices(), 0);
        assert!([ours, peers].iter().all(|namespace| !Path::new(NAMES).join(namespace).exists()));
    }
}
