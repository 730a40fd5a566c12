//! How a thread waits until the other one is done, and whether its core may go idle meanwhile.

use clap::ValueEnum;
use sockets::cores::{Awake, Cores};

use crate::exchange_error::ExchangeError;

/// The way in which a thread waits until the other one is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Waiting {
    /// Its calls block: it sleeps, and the other one wakes it.
    Block,
    /// Its calls block, on cores that never go idle: the thread is woken, and its core need not be.
    BlockAwake,
    /// Calls are made again and again: nobody sleeps, and nobody is woken.
    Spin,
}

impl Waiting {
    pub(crate) const ALL: [Self; 3] = [Self::Block, Self::BlockAwake, Self::Spin];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::BlockAwake => "block-awake",
            Self::Spin => "spin",
        }
    }

    /// In words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Block => "ends that sleep",
            Self::BlockAwake => "ends that sleep, on cores that do not",
            Self::Spin => "ends that spin",
        }
    }

    /// Keeps cores awake until it is dropped, where that is asked for.
    pub(crate) fn keep_awake(self, cores: Cores) -> Result<Option<Awake>, ExchangeError> {
        Ok(if self == Self::BlockAwake { Some(Awake::on(&cores.kept_on()?)?) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_kept_awake_only_where_that_is_asked_for() {
        assert!(Waiting::Spin.keep_awake(Cores::One).unwrap().is_none());
        assert!(Waiting::Block.keep_awake(Cores::One).unwrap().is_none());
        assert!(Waiting::BlockAwake.keep_awake(Cores::One).unwrap().is_some());
    }
}
