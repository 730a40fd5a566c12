//! Targets of the load: which application, on which way to it.

use std::net::SocketAddr;

use harness::record::Setting;

use super::http::Answer;
use super::network::Network;
use super::nginx::Keepalive;

/// An application behind nginx.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Server {
    /// Flask under Gunicorn, one worker, as published; a worker with threads where connections are kept.
    Gunicorn,
    /// Flask under Gunicorn with a worker with threads, even where no connections are kept.
    GunicornThreads,
    /// Flask under Gunicorn with a worker with threads, all of them on one core.
    GunicornThreadsOnOneCore,
    /// hyper, one thread.
    Rust,
}

impl Server {
    /// Servers that are compared over both kinds of socket.
    pub(super) const ALL: [Self; 2] = [Self::Gunicorn, Self::Rust];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gunicorn => "gunicorn",
            Self::GunicornThreads => "gunicorn-threads",
            Self::GunicornThreadsOnOneCore => "gunicorn-threads-one-core",
            Self::Rust => "rust",
        }
    }
}

/// The kind of socket between nginx and the application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Tcp,
    Unix,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Unix => "unix",
        }
    }
}

/// The way from nginx to an application in a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// The port that Docker forwards.
    PublishedPort,
    /// The container's own address.
    ContainerAddress,
    /// A Unix socket in a folder that is mounted into the container.
    BindMounted,
    /// The engine's own network, which the container shares: no port is forwarded, and no other interface is on the way.
    HostNetwork,
}

impl Way {
    pub(super) const ALL: [Self; 4] =
        [Self::PublishedPort, Self::ContainerAddress, Self::BindMounted, Self::HostNetwork];

    fn name(self) -> &'static str {
        match self {
            Self::PublishedPort => "published-port",
            Self::ContainerAddress => "container-address",
            Self::BindMounted => "bind-mounted",
            Self::HostNetwork => "host-network",
        }
    }
}

impl Keepalive {
    pub(super) const ALL: [Self; 2] = [Self::Without, Self::With];

    fn name(self) -> &'static str {
        match self {
            Self::Without => "without",
            Self::With => "with",
        }
    }

    /// The word for it of a connection.
    fn connection(self) -> &'static str {
        match self {
            Self::Without => "new",
            Self::With => "kept",
        }
    }
}

/// What one turn loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// nginx's own answer, by wrk: as much as wrk and nginx can do here.
    Static,
    /// The same by this program's own sockets.
    StaticByOurs,
    /// An application on this machine.
    Proxied(Server, Keepalive, Kind),
    /// An application in a container.
    InDocker(Server, Keepalive, Way),
}

impl Target {
    /// How often it is loaded in a round: more often than once where a few percent are asked for.
    pub(super) fn times_a_round(self) -> usize {
        match self {
            Self::Proxied(Server::Rust, Keepalive::With, _) => 5,
            Self::Proxied(Server::Gunicorn, Keepalive::Without, _) => 4,
            _ => 1,
        }
    }

    /// What the record's reasons call it.
    pub(super) fn text(self) -> String {
        let of = |server: Server, way: &str, keepalive: Keepalive| {
            format!("{} by {way}, {} connections", server.name(), keepalive.connection())
        };
        match self {
            Self::Static => "nginx's own answer, by wrk".to_owned(),
            Self::StaticByOurs => "nginx's own answer, by this program's own sockets".to_owned(),
            Self::Proxied(server, keepalive, kind) => of(server, kind.name(), keepalive),
            Self::InDocker(server, keepalive, way) => of(server, way.name(), keepalive),
        }
    }

    /// Where its point stands in its series.
    pub(super) fn at(self) -> [(&'static str, Setting); 3] {
        match self {
            Self::Static | Self::StaticByOurs => {
                [("server", "nginx-static".into()), ("socket", "none".into()), ("keepalive", "none".into())]
            }
            Self::Proxied(server, keepalive, kind) => [
                ("server", server.name().into()),
                ("socket", kind.name().into()),
                ("keepalive", keepalive.name().into()),
            ],
            Self::InDocker(server, keepalive, way) => [
                ("server", server.name().into()),
                ("path", way.name().into()),
                ("connection", keepalive.connection().into()),
            ],
        }
    }
}

/// A target that answers.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub(super) target: Target,
    pub(super) network: Network,
    pub(super) address: SocketAddr,
    /// The answer that it always gives.
    pub(super) answer: Answer,
}
