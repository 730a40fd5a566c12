//! Where the connections are: in pairs of network namespaces of the experiment's own, or on the loopback interface.

use std::time::Duration;

use harness::Failure;
use models::tcp_failure::settings::Neighbour;
use namespaces::{Addresses, INTERFACE, Means, Namespaces, Pair};

/// Where connections can be made on this machine.
pub(crate) enum Place {
    /// In namespaces.
    Namespaces(Namespaces),
    /// On the loopback interface only.
    Loopback {
        /// Why not in namespaces.
        why: String,
    },
}

impl Place {
    /// Namespaces if they can be made, else the loopback interface.
    pub(crate) fn best() -> Self {
        match Namespaces::of(env!("CARGO_PKG_NAME")) {
            Ok(namespaces) => Self::Namespaces(namespaces),
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
