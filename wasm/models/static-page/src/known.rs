//! What is known so far of a file that nobody reads as a whole.

use std::ops::Range;

use crate::refused::Refused;

/// Why something could not be said of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// These bytes of the file have to be known first. They lie within it.
    Read(Range<u64>),
    /// It can't be done with this book.
    Refused(Refused),
}

impl From<Refused> for Stop {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// Parts of a file.
#[derive(Debug, Clone, Default)]
pub struct PartialFile {
    length: u64,
    chunks: Vec<(u64, Vec<u8>)>,
}

impl PartialFile {
    /// Nothing of a file of so many bytes.
    pub fn new(length: u64) -> Self {
        Self { length, chunks: Vec::new() }
    }

    /// The file's length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Adds what stands at an offset.
    pub fn give(&mut self, start: u64, bytes: Vec<u8>) {
        self.chunks.push((start, bytes));
    }

    /// How many bytes were given.
    pub fn read(&self) -> u64 {
        self.chunks.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }

    /// The bytes of a range. One that leaves the file means that the file is damaged.
    pub(crate) fn get(&self, range: Range<u64>) -> Result<&[u8], Stop> {
        if range.start > range.end || range.end > self.length {
            return Err(Refused::Damaged("something is said to lie outside of the file").into());
        }
        let held = self.chunks.iter().find_map(|(start, bytes)| {
            let from = usize::try_from(range.start.checked_sub(*start)?).ok()?;
            bytes.get(from..from.checked_add(usize::try_from(range.end - range.start).ok()?)?)
        });
        held.ok_or(Stop::Read(range))
    }
}
