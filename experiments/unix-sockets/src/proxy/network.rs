//! Where programs talk to each other: on this machine's own loopback, or in a network namespace of their own.

use std::path::Path;

use harness::Failure;
use namespaces::inside_network;

/// A network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Network {
    /// This process's.
    Own,
    /// The network of the process with this number.
    Of(u32),
}

impl Network {
    /// The words of a command that does the same in this network.
    pub(super) fn words(&self, words: &[String]) -> Vec<String> {
        let prefix = match self {
            Self::Own => Vec::new(),
            Self::Of(id) => vec!["nsenter".to_owned(), format!("--net={}", namespace_of(*id)), "--".to_owned()],
        };
        prefix.into_iter().chain(words.iter().cloned()).collect()
    }

    /// Does it in this network.
    pub(super) fn inside<T: Send>(&self, what: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        match self {
            Self::Own => Ok(what()),
            Self::Of(id) => inside_network(Path::new(&namespace_of(*id)), what),
        }
    }
}

fn namespace_of(id: u32) -> String {
    format!("/proc/{id}/ns/net")
}
