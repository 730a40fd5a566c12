//! Where connections can be made: on this machine, and between two network namespaces of the experiment's own.

use harness::Failure;
use harness::record::Skipped;
use namespaces::{Addresses, Namespaces, Pair, runs};
use sockets::{Kind, Options, Socket, pair, pair_between};
use supervisor::Runs;

/// The runs, with their namespaces.
pub(crate) const RUNS: Runs = runs(env!("CARGO_PKG_NAME"));

/// What a connection goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Transport {
    /// A pair of Unix stream sockets.
    Unix,
    /// TCP over the loopback interface.
    Tcp,
    /// TCP over a pair of virtual interfaces, between two network namespaces.
    Veth,
}

impl Transport {
    pub(crate) const ALL: [Self; 3] = [Self::Unix, Self::Tcp, Self::Veth];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unix => "unix",
            Self::Tcp => "tcp",
            Self::Veth => "veth",
        }
    }

    pub(crate) fn is_tcp(self) -> bool {
        self != Self::Unix
    }
}

/// Where connections can be made here.
pub(crate) struct Place {
    /// Dropped before what it was made of.
    namespaces: Result<(Pair, Namespaces), Failure>,
}

impl Place {
    /// With two namespaces, if they can be made.
    pub(crate) fn best() -> Self {
        let both = Namespaces::open(RUNS).and_then(|namespaces| Ok((namespaces.pair(Addresses::Known)?, namespaces)));
        Self { namespaces: both }
    }

    /// This machine only.
    pub(crate) fn here() -> Self {
        Self { namespaces: Err(Failure::Unexpected("no namespaces were asked for".to_owned())) }
    }

    /// True if such connections can be made here: those between namespaces need namespaces.
    pub(crate) fn has(&self, transport: Transport) -> bool {
        transport != Transport::Veth || self.namespaces.is_ok()
    }

    /// What cannot be measured here.
    pub(crate) fn skipped(&self) -> Option<Skipped> {
        let why = self.namespaces.as_ref().err()?;
        Some(Skipped {
            what: "TCP between two network namespaces".to_owned(),
            why: why.to_string(),
            needs: "Linux, root, and `ip` of the package iproute2".to_owned(),
        })
    }

    /// A fresh connection.
    pub(crate) fn connection(&self, transport: Transport, options: &Options) -> Result<(Socket, Socket), Failure> {
        let here = |kind| pair(kind, options).map_err(|error| Failure::system("cannot connect two sockets", error));
        match (transport, &self.namespaces) {
            (Transport::Unix, _) => here(Kind::Unix),
            (Transport::Tcp, _) => here(Kind::Tcp),
            (Transport::Veth, Ok((namespaces, _))) => pair_between(namespaces, options),
            (Transport::Veth, Err(why)) => Err(why.clone()),
        }
    }
}
