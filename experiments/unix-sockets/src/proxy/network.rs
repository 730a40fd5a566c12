//! Where programs talk to each other: on this machine's own loopback, or in a network namespace of their own.

use std::fs::File;
use std::os::fd::AsFd;
use std::{io, panic, thread};

use harness::Failure;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

/// A network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Network {
    /// This process's.
    Own,
    /// That of the process with this number.
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
        let Self::Of(id) = self else { return Ok(what()) };
        let failed = |error: io::Error| Failure::system("cannot enter the network namespace", error);
        let file = File::open(namespace_of(*id)).map_err(failed)?;
        // A thread of its own: this one stays where it is.
        thread::scope(|scope| {
            let there = scope.spawn(|| {
                move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network))
                    .map_err(|error| failed(error.into()))?;
                Ok(what())
            });
            there.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
        })
    }
}

fn namespace_of(id: u32) -> String {
    format!("/proc/{id}/ns/net")
}
