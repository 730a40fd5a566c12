//! Measurements that fail together: all those of a server.

use super::conditions::{Server, Target};
use super::{engine, gunicorn};

/// A server with all ways to it. Where one of them fails, none is in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stack {
    /// nginx alone.
    Nginx,
    /// Flask under Gunicorn, on this machine itself.
    Gunicorn,
    /// The Rust server, on this machine itself.
    Rust,
    /// Docker's engine with its containers.
    Docker,
}

impl Stack {
    /// The stack that a target belongs to.
    pub(super) fn of(target: Target) -> Self {
        match target {
            Target::Static | Target::StaticByOurs => Self::Nginx,
            Target::Proxied(Server::Rust, ..) => Self::Rust,
            Target::Proxied(..) => Self::Gunicorn,
            Target::InDocker(..) => Self::Docker,
        }
    }

    /// Names what is not measured without it.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Nginx => "nginx's own answer, by wrk and by this program's own sockets",
            Self::Gunicorn => gunicorn::WHAT,
            Self::Rust => "the Rust server, behind nginx",
            Self::Docker => engine::WHAT,
        }
    }

    /// The requirement where it does not start.
    pub(super) fn needs_to_start(self) -> &'static str {
        match self {
            Self::Nginx => "nginx that answers",
            Self::Gunicorn => "Gunicorn that starts",
            Self::Rust => "nginx that reaches it",
            Self::Docker => engine::NEEDS,
        }
    }

    /// The requirement where it fails amid the turns.
    pub(super) fn needs_to_last(self) -> &'static str {
        match self {
            Self::Nginx => "nginx and wrk that work until the run ends",
            Self::Gunicorn => "Gunicorn, nginx and wrk that work until the run ends",
            Self::Rust => "a Rust server, nginx and wrk that work until the run ends",
            Self::Docker => "Docker's engine, nginx and wrk that work until the run ends",
        }
    }
}
