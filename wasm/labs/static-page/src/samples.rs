//! The made-up books that the lab opens on, for readers who have none at hand.

use limits::ArgumentError;
use static_page_model::samples::{Sample, with_hole};

use crate::SampleFile;

/// A book of made-up text.
#[derive(Debug, Clone, Copy)]
pub struct MadeUp {
    /// Its name in the page's address.
    pub id: &'static str,
    /// 2 or 3.
    pub version: u8,
    /// Its title.
    pub title: &'static str,
    /// Its author.
    pub author: &'static str,
    fandom: &'static str,
    chapters: u32,
}

/// All of them.
pub const SAMPLES: [MadeUp; 4] = [
    MadeUp {
        id: "ferryman",
        version: 2,
        title: "A Lantern for the Ferryman",
        author: "quietharbour",
        fandom: "The Ferry Road (made up)",
        chapters: 6,
    },
    MadeUp {
        id: "orchard",
        version: 3,
        title: "What the Orchard Keeps",
        author: "Pavla Dvořáková",
        fandom: "Saltmarsh (made up)",
        chapters: 12,
    },
    MadeUp {
        id: "bells",
        version: 2,
        title: "Seven Bells",
        author: "quietharbour, oarsandrope",
        fandom: "The Ferry Road (made up)",
        chapters: 1,
    },
    MadeUp {
        id: "inventory",
        version: 3,
        title: "An Incomplete Inventory of the Things That the River Brought Back in the Winter of the Long Flood, with Notes",
        author: "the harbour clerks",
        fandom: "Ledgers & Tides (made up)",
        chapters: 24,
    },
];

/// The most bytes of a hole: what 32 bits count, without ZIP64.
pub const MAX_HOLE: u64 = 4_000_000_000;

impl MadeUp {
    /// The book.
    pub fn book(&self) -> Sample {
        let subjects = ["General Audiences", self.fandom, "Night", "Rivers"].map(str::to_owned).into();
        Sample {
            title: self.title.to_owned(),
            author: self.author.to_owned(),
            fandom: self.fandom.to_owned(),
            chapters: self.chapters,
            subjects,
            ..Sample::new(self.version)
        }
    }
}

/// The file of a book by its name, with a hole of so many zeros in an entry that no list of the book's names: readers don't see it.
pub fn file(id: &str, hole: u64) -> Result<SampleFile, ArgumentError> {
    const NAMES: &[&str] = &["ferryman", "orchard", "bells", "inventory"];
    let other = || ArgumentError::Name { field: "sample", given: id.to_owned(), names: NAMES };
    let book = SAMPLES.iter().find(|sample| sample.id == id).ok_or_else(other)?.book();
    if hole == 0 {
        return Ok(SampleFile { head: book.bytes(), tail: Vec::new() });
    }
    let [head, tail] = with_hole(book.members(), hole as u32);
    Ok(SampleFile { head, tail })
}
