//! The made-up books that the lab opens on, for readers who have none at hand.

use limits::ArgumentError;
use static_page_model::samples::{Member, Sample, archive};

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
/// The entry with the hole. No list of the book's names it, so readers of books don't see it.
const HOLE: &str = "hole.bin";

impl MadeUp {
    /// The book.
    pub fn book(&self) -> Sample {
        let subjects = ["General Audiences", self.fandom, "Rivers"].map(str::to_owned).into();
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

/// The file of a book by its name.
pub fn file(id: &str, hole: u64) -> Result<SampleFile, ArgumentError> {
    const NAMES: &[&str] = &["ferryman", "orchard", "bells", "inventory"];
    let other = || ArgumentError::Name { field: "sample", given: id.to_owned(), names: NAMES };
    let book = SAMPLES.iter().find(|sample| sample.id == id).ok_or_else(other)?.book();
    if hole == 0 {
        return Ok(SampleFile { head: book.bytes(), tail: Vec::new() });
    }
    Ok(with_hole(book.members(), hole as u32))
}

/// An archive whose last entry has so many zeros. Its checksum says nothing of them: nobody who plans a cover reads them.
fn with_hole(mut members: Vec<Member>, hole: u32) -> SampleFile {
    members.push(Member::stored(HOLE, Vec::new()));
    let mut head = archive(&members, false);
    // A record of the directory has 46 bytes before its name, and what ends the archive 22 (APPNOTE 6.3.10, 4.3.12 and 4.3.16).
    let records: usize = members.iter().map(|member| 46 + member.name.len()).sum();
    let start = head.len() - 22 - records;
    let mut tail = head.split_off(start);
    let record = records - 46 - HOLE.len();
    let moved = start as u32 + hole;
    for (at, value) in [(record + 20, hole), (record + 24, hole), (records + 16, moved)] {
        tail[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    SampleFile { head, tail }
}
