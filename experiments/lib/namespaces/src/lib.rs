//! Pairs of network namespaces for experiments about networks: made, disturbed, and removed whatever becomes of the run.
//!
//! A pair is two namespaces joined by a pair of virtual interfaces, one connection's alone: what happens there disturbs
//! no other, and nothing outside is touched. [`Namespaces::open`] says whether this machine allows them; [`Pair`] has the
//! two ends, and its [`faults`] lose packets between them. Needs Linux, root and iproute2's `ip`; nftables' `nft` is used
//! where it is.
//!
//! Everything is gone after success, failure, Ctrl-C and SIGKILL: a pair is removed when dropped, the run's [`Workplace`] removes
//! what was left, and a next run removes what its supervisor could not. So the experiment's hidden command `supervisor` is that of
//! its [`runs`].

mod commands;
pub mod faults;
mod pair;
mod relay;
mod removal;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use harness::Failure;
use rustix::process::geteuid;
use supervisor::{Runs, Workplace};

pub use faults::{Direction, Means, Rejection};
pub use pair::{Addresses, INTERFACE, OUR_ADDRESS, PEER_ADDRESS, Pair, inside_network};
pub use removal::runs;

/// The namespaces of one run of one experiment.
pub struct Namespaces {
    made: AtomicU32,
    without_nft: Option<String>,
    without_tun: Option<String>,
    /// They are named after its folder.
    workplace: Workplace<'static>,
}

impl Namespaces {
    /// Opens the namespaces of one of these [`runs`], after it has removed those that killed runs left.
    ///
    /// # Errors
    /// Namespaces cannot be made here, and why not.
    pub fn open(runs: Runs) -> Result<Self, Failure> {
        if !geteuid().is_root() {
            return Err(Failure::Missing {
                what: "network namespaces cannot be made".to_owned(),
                needs: "root".to_owned(),
            });
        }
        removal::remove_what_others_left(runs)?;
        let workplace = Workplace::open(runs, &|| Ok(()))?;
        let mut namespaces = Self { made: AtomicU32::new(0), without_nft: None, without_tun: None, workplace };
        // Try everything: a machine may allow namespaces and no virtual interfaces, or have `nft` and no tables.
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
        format!("{}{number}", removal::prefix_of(self.workplace.folder()))
    }

    /// Why a firewall (nftables) cannot drop packets here; `None` where it can.
    pub fn without_nft(&self) -> Option<&str> {
        self.without_nft.as_deref()
    }

    /// Why packets cannot be delayed here; `None` where they can.
    pub fn without_tun(&self) -> Option<&str> {
        self.without_tun.as_deref()
    }

    /// The best means here to drop packets: a firewall if there is one.
    pub fn usual_means(&self) -> Means {
        if self.without_nft.is_none() { Means::Firewall } else { Means::Routing }
    }
}
