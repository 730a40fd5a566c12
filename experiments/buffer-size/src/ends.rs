//! Where the two threads of a connection run.
//!
//! Left to the system, the rounds of one point fall into kinds, several times apart: by whether the two threads share a core,
//! and by how often one has to wake the other. So points that are compared have their threads kept where they are told to be.

use std::io;

use clap::ValueEnum;
use sockets::cores::{Awake, Cores};

use crate::distance::hand_over;

/// Where the two threads of a connection run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Ends {
    /// Wherever the system puts them
    Free,
    /// Both on the first core that this program may use
    Together,
    /// Each on a core of its own: the first two
    Apart,
    /// The same, on cores that never go idle: a thread that nobody else has to make way for runs on each
    Awake,
}

/// The cores that the two threads are kept on; `None` where they are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kept {
    pub writer: Option<usize>,
    pub reader: Option<usize>,
}

impl Ends {
    pub(crate) const ALL: [Self; 4] = [Self::Free, Self::Together, Self::Apart, Self::Awake];

    /// In words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Free => "wherever the system puts them",
            Self::Together => "one core",
            Self::Apart => "a core for each end",
            Self::Awake => "a core for each end, never idle",
        }
    }

    fn cores(self) -> Cores {
        match self {
            Self::Free => Cores::All,
            Self::Together => Cores::One,
            Self::Apart | Self::Awake => Cores::Apart,
        }
    }

    /// Which cores are meant, and what keeps them awake until it is dropped, where that is asked for; an error where there are
    /// too few cores.
    pub(crate) fn prepare(self) -> io::Result<(Kept, Option<Awake>)> {
        let cores = self.cores().kept_on()?;
        let awake = if self == Self::Awake { Some(Awake::on(&cores)?) } else { None };
        Ok((Kept { writer: cores.first().copied(), reader: cores.last().copied() }, awake))
    }

    /// The place at which buffers and settings are compared: each end on a core of its own that never goes idle, or, where there
    /// is one core only, both on that.
    pub(crate) fn compared() -> Self {
        if Self::Awake.are_possible() { Self::Awake } else { Self::Together }
    }

    /// How long it takes just now to hand a line of memory over from one core to the other, in seconds, where the ends run on two.
    pub(crate) fn hand_over(self) -> Option<f64> {
        match self.cores().kept_on().ok()?[..] {
            [one, other] => hand_over(one, other),
            _ => None,
        }
    }

    /// Whether there are enough cores here.
    pub(crate) fn are_possible(self) -> bool {
        self.cores().kept_on().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use sockets::cores::allowed;

    use super::*;

    #[test]
    fn ends_are_on_one_core_or_on_two_or_on_any() {
        let kept = |ends: Ends| ends.prepare().unwrap();
        let (together, awake) = kept(Ends::Together);
        assert!(together.writer.is_some() && together.writer == together.reader && awake.is_none());
        assert_eq!(kept(Ends::Free).0, Kept { writer: None, reader: None });
        for ends in [Ends::Apart, Ends::Awake] {
            if ends.are_possible() {
                let (apart, awake) = kept(ends);
                assert_ne!(apart.writer, apart.reader);
                assert_eq!(awake.is_some(), ends == Ends::Awake);
            } else {
                assert_eq!(allowed().unwrap().len(), 1);
            }
        }
    }
}
