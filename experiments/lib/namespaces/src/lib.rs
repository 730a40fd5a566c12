//! Pairs of network namespaces for experiments about networks: made, disturbed, and removed whatever becomes of the run.
//!
//! A pair is two namespaces joined by a pair of virtual interfaces, one connection's alone: what happens there disturbs
//! no other, and nothing outside is touched. [`Namespaces::of`] says whether this machine allows them; [`Pair`] has the
//! two ends, and its [`faults`] lose packets between them. Needs Linux, root and iproute2's `ip`; nftables' `nft` is used
//! where it is.
//!
//! Everything is gone after success, failure, Ctrl-C and SIGKILL: a pair is removed when dropped, a supervisor (a process
//! that outlives the experiment just long enough) removes what was left, and a next run removes what a supervisor could
//! not. So that the experiment's program can be its own supervisor, its hidden command `supervisor` hands
//! [`SupervisorOptions`] to [`remove_when_asked`].

mod commands;
pub mod faults;
mod pair;
mod relay;
mod removal;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use harness::Failure;
use rustix::process::geteuid;
use supervisor::{Supervisor, prefix_of_this_process};

pub use faults::{Direction, Means, Rejection};
pub use pair::{Addresses, INTERFACE, OUR_ADDRESS, PEER_ADDRESS, Pair};
pub use removal::{SupervisorOptions, remove_when_asked};

/// The namespaces of one run of one experiment.
pub struct Namespaces {
    /// What their names begin with.
    prefix: String,
    made: AtomicU32,
    without_nft: Option<String>,
    without_tun: Option<String>,
    _supervisor: Supervisor,
}

impl Namespaces {
    /// For the experiment of this name, if namespaces can be made here; else why not. What killed runs of the same
    /// experiment left is removed first.
    pub fn of(experiment: &str) -> Result<Self, Failure> {
        if !geteuid().is_root() {
            return Err(Failure::Missing {
                what: "network namespaces cannot be made".to_owned(),
                needs: "root".to_owned(),
            });
        }
        removal::remove_what_others_left(experiment)?;
        let prefix = prefix_of_this_process(experiment)?;
        let supervisor = removal::supervisor(experiment, &prefix)?;
        let mut namespaces =
            Self { prefix, made: AtomicU32::new(0), without_nft: None, without_tun: None, _supervisor: supervisor };
        // Whether all is there: a machine may allow namespaces and no virtual interfaces, or `nft` and no tables.
        let pair = namespaces.pair(Addresses::Known)?;
        pair.drop_packets(Direction::Both, Means::Routing)?;
        pair.let_pass(Means::Routing)?;
        let nft = pair.drop_packets(Direction::Both, Means::Firewall).and_then(|()| pair.let_pass(Means::Firewall));
        drop(pair);
        namespaces.without_nft = nft.err().map(|error| error.to_string());
        namespaces.without_tun = namespaces.delayed_pair(Duration::ZERO).err().map(|error| error.to_string());
        Ok(namespaces)
    }

    /// A fresh pair.
    pub fn pair(&self, addresses: Addresses) -> Result<Pair, Failure> {
        Pair::make(&self.next_name(), addresses)
    }

    /// A fresh pair between whose ends packets take this long, each way. Needs `/dev/net/tun`.
    pub fn delayed_pair(&self, delay: Duration) -> Result<Pair, Failure> {
        Pair::delayed(&self.next_name(), delay)
    }

    fn next_name(&self) -> String {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        format!("{}{number}", self.prefix)
    }

    /// Why a firewall (nftables) cannot drop packets here; `None` where it can.
    pub fn without_nft(&self) -> Option<&str> {
        self.without_nft.as_deref()
    }

    /// Why packets cannot be delayed here; `None` where they can.
    pub fn without_tun(&self) -> Option<&str> {
        self.without_tun.as_deref()
    }

    /// How packets are best dropped here: by a firewall if there is one.
    pub fn usual_means(&self) -> Means {
        if self.without_nft.is_none() { Means::Firewall } else { Means::Routing }
    }
}
