//! Where the two ends of a connection run.

use std::io;

use clap::ValueEnum;

use super::{allowed, pin};

/// Where the two threads that hold the ends of a connection run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum Cores {
    /// Wherever the system puts them.
    All,
    /// Both on the first core that this program may use.
    #[value(alias = "together")]
    One,
    /// Each on a core of its own: the first two.
    Apart,
}

/// An end of the connection, by the thread that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The server's thread, or the only one.
    First,
    /// The client's thread.
    Second,
}

impl Cores {
    /// All there are.
    pub const EVERY: [Self; 3] = [Self::All, Self::One, Self::Apart];
    /// The placements that fix the cores; under `All` the system may put both ends on one core or not, by turns.
    pub const PINNED: [Self; 2] = [Self::One, Self::Apart];

    /// The word for it on a command line and in a record.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::One => "one",
            Self::Apart => "apart",
        }
    }

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::All => "all cores",
            Self::One => "one core",
            Self::Apart => "a core for each end",
        }
    }

    /// The cores that its threads are kept on, the first end's first; none where they are free.
    ///
    /// # Errors
    /// If this thread may not run on so many.
    pub fn kept_on(self) -> io::Result<Vec<usize>> {
        let many = match self {
            Self::All => return Ok(Vec::new()),
            Self::One => 1,
            Self::Apart => 2,
        };
        let cores: Vec<usize> = allowed()?.into_iter().take(many).collect();
        let too_few = || io::Error::other("this program may not run on as many cores as it takes");
        (cores.len() == many).then_some(cores).ok_or_else(too_few)
    }

    /// Keeps this thread, which holds that end, there.
    ///
    /// # Errors
    /// If there are too few cores, or the system refuses.
    pub fn enter(self, end: End) -> io::Result<()> {
        let cores = self.kept_on()?;
        let core = match end {
            End::First => cores.first(),
            End::Second => cores.last(),
        };
        core.map_or(Ok(()), |&core| pin(core))
    }
}
