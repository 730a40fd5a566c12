//! Where the connections are: in pairs of network namespaces of the experiment's own, or on the loopback interface.

use std::time::Duration;

use dead_connections_model::settings::Neighbour;
use harness::Failure;
use namespaces::{Addresses, INTERFACE, Means, Namespaces, Pair, runs};
use supervisor::Runs;

use crate::condition::Condition;

/// The runs, with their namespaces.
pub(crate) const RUNS: Runs = runs(env!("CARGO_PKG_NAME"));

const NEEDS_NAMESPACES: &str = "Linux, root, and `ip` of the package iproute2, to make network namespaces";
pub(crate) const NEEDS_NFT: &str = "`nft` of the package nftables";
const NEEDS_TUN: &str = "/dev/net/tun, to make a path with a round trip time";

/// Something that is not here.
pub(crate) struct Lack {
    /// The reason why it is not here.
    pub why: String,
    /// What would help.
    pub needs: &'static str,
}

/// Where connections can be made on this machine.
pub(crate) enum Place {
    /// In namespaces.
    Namespaces(Box<Namespaces>),
    /// On the loopback interface only.
    Loopback {
        /// Why not in namespaces.
        why: String,
    },
}

impl Place {
    /// Namespaces if they can be made, else the loopback interface.
    pub(crate) fn best() -> Self {
        match Namespaces::open(RUNS) {
            Ok(namespaces) => Self::Namespaces(Box::new(namespaces)),
            Err(why) => Self::Loopback { why: why.to_string() },
        }
    }

    /// A fresh pair; `None` on the loopback interface. With `neighbour` our end asks for the peer's address, with these
    /// timers.
    pub(crate) fn pair(&self, neighbour: Option<Neighbour>) -> Result<Option<Pair>, Failure> {
        let Self::Namespaces(namespaces) = self else { return Ok(None) };
        let addresses = if neighbour.is_some() { Addresses::Resolved } else { Addresses::Known };
        let pair = namespaces.pair(addresses)?;
        if let Some(neighbour) = neighbour {
            set_neighbour(&pair, neighbour)?;
        }
        Ok(Some(pair))
    }

    /// A fresh pair with this round trip time; `None` on the loopback interface.
    pub(crate) fn delayed_pair(&self, round_trip: Duration) -> Result<Option<Pair>, Failure> {
        match self {
            Self::Namespaces(namespaces) => namespaces.delayed_pair(round_trip / 2).map(Some),
            Self::Loopback { .. } => Ok(None),
        }
    }

    /// A requirement of a row that is not here; `None` if it can be measured.
    pub(crate) fn lacks_for(&self, row: &Condition) -> Option<Lack> {
        let lack = |why: Option<&str>, needs| why.map(|why| Lack { why: why.to_owned(), needs });
        match self {
            Self::Loopback { why } if row.needs_namespaces() => lack(Some(why), NEEDS_NAMESPACES),
            Self::Loopback { .. } => None,
            Self::Namespaces(namespaces) => {
                let nft = row.needs_nft().then(|| lack(namespaces.without_nft(), NEEDS_NFT)).flatten();
                nft.or_else(|| row.round_trip().and_then(|_| lack(namespaces.without_tun(), NEEDS_TUN)))
            }
        }
    }

    /// How packets are dropped here where nothing else is asked for.
    pub(crate) fn usual_means(&self) -> Means {
        match self {
            Self::Namespaces(namespaces) => namespaces.usual_means(),
            Self::Loopback { .. } => Means::Routing,
        }
    }
}

fn set_neighbour(pair: &Pair, neighbour: Neighbour) -> Result<(), Failure> {
    let of_interface = |name: &str, value: u64| pair.set_ours(&format!("neigh/{INTERFACE}/{name}"), value);
    of_interface("base_reachable_time_ms", neighbour.reachable_us / 1000)?;
    of_interface("delay_first_probe_time", neighbour.delay_us / 1_000_000)?;
    of_interface("retrans_time_ms", neighbour.interval_us / 1000)?;
    of_interface("ucast_solicit", neighbour.requests)?;
    of_interface("mcast_solicit", neighbour.requests)
}
