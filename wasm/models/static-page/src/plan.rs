//! How the new book is made of the old one.

use std::iter::once;
use std::ops::Range;

use miniz_oxide::deflate::compress_to_vec;

use crate::archive::LOCAL;
use crate::book::{Opened, scan};
use crate::bytes::{crc32, put16, put32, put64};
use crate::encoding::encode;
use crate::package::{Existing, with_cover};
use crate::path::{folder, resolve};
use crate::refused::Refused;
use crate::small::{find, free, from};

/// An image that becomes the cover.
#[derive(Debug, Clone, Copy)]
pub struct Image<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its type, such as `image/png`.
    pub media_type: &'a str,
    /// The end of its name, such as `png`.
    pub extension: &'a str,
}

impl<'a> Image<'a> {
    /// A PNG.
    pub fn png(bytes: &'a [u8]) -> Self {
        Self { bytes, media_type: "image/png", extension: "png" }
    }
}

/// A part of the new book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// This range of the old file.
    Old(Range<u64>),
    /// These bytes.
    New(Vec<u8>),
}

/// The parts of the new book, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The parts.
    pub parts: Vec<Part>,
    /// The name of the cover's entry.
    pub cover: String,
    /// How many entries it has.
    pub entries: usize,
    /// How many of them are those of the old book, bit for bit.
    pub unchanged: usize,
}

impl Plan {
    /// The bytes of the new book.
    pub fn length(&self) -> u64 {
        self.parts.iter().map(|part| part.length()).sum()
    }

    /// The new book, of the old one as a whole.
    ///
    /// # Panics
    /// If the old book is another than the plan was made for.
    pub fn apply(&self, old: &[u8]) -> Vec<u8> {
        let mut new = Vec::with_capacity(self.length() as usize);
        for part in &self.parts {
            match part {
                Part::Old(range) => new.extend_from_slice(&old[range.start as usize..range.end as usize]),
                Part::New(bytes) => new.extend_from_slice(bytes),
            }
        }
        new
    }
}

impl Part {
    /// Its bytes.
    pub fn length(&self) -> u64 {
        match self {
            Self::Old(range) => range.end - range.start,
            Self::New(bytes) => bytes.len() as u64,
        }
    }
}

/// How hard documents are compressed: as hard as there is.
const LEVEL: u8 = 9;
/// Where `flags` says that a name is UTF-8.
const UTF8: u16 = 1 << 11;

impl Opened {
    /// The plan for the book with this image as its cover. A book that has one keeps it, unless `replaces`: then the old image stays
    /// in the archive, and is no longer declared.
    pub fn plan(&self, image: Image<'_>, replaces: bool) -> Result<Plan, Refused> {
        if let (Some(name), false) = (self.cover.as_ref().and_then(Existing::name), replaces) {
            return Err(Refused::HasCover(name.to_owned()));
        }
        let archive = &self.archive;
        let old = archive.find(&self.package_name).ok_or_else(|| Refused::NoPackage(self.package_name.clone()))?;
        let cover = self.free_name(image.extension);
        let in_folder = folder(&self.package_name);
        let locate = |href: &str| archive.locate(in_folder, href);
        let href = from(&cover, in_folder.len());
        let text = with_cover(scan(&self.package_text, &self.package_name)?, &locate, href, image.media_type)?;
        // The documents that change, each with what it becomes, in the order of the archive.
        let mut changed = vec![(old, encode(&text, self.package_encoding))];
        let page = self.page.as_ref().and_then(|page| Some((archive.find(&page.name)?, page.with_picture(&cover))));
        changed.extend(page.filter(|(entry, _)| entry.range != old.range));
        if changed.len() == 2 && changed[1].0.range.start < changed[0].0.range.start {
            changed.swap(0, 1);
        }

        let (mut parts, mut at) = (Vec::new(), 0);
        for range in changed.iter().map(|(entry, _)| entry.range.clone()).chain(once(archive.start..archive.start)) {
            if at < range.start {
                parts.push(Part::Old(at..range.start));
            }
            at = range.end;
        }
        let moved = |start: u64| -> u64 {
            let before = changed.iter().map(|(entry, _)| &entry.range).filter(|range| range.start < start);
            start - before.map(|range| range.end - range.start).sum::<u64>()
        };
        // What is new goes behind all that is kept: the documents, the picture, the directory.
        let tail_at = moved(archive.start);
        let (mut tail, mut written) = (Vec::new(), Vec::new());
        for (entry, content) in &changed {
            let new = New::deflated(archive.raw_name(entry), entry.flags & UTF8, content, entry.modified);
            let start = tail_at + tail.len() as u64;
            tail.extend_from_slice(&new.local());
            written.push((entry.range.start, new, start));
        }
        let name_flags = if cover.is_ascii() { 0 } else { UTF8 };
        let picture = New::stored(cover.as_bytes(), name_flags, image.bytes, old.modified);
        let picture_at = tail_at + tail.len() as u64;
        tail.extend_from_slice(&picture.local());
        let before = tail.len();
        for entry in &archive.entries {
            match written.iter().find(|(start, ..)| *start == entry.range.start) {
                Some((_, new, start)) => tail.extend_from_slice(&new.record(*start)),
                None => tail.extend_from_slice(&archive.moved(entry, moved(entry.range.start))),
            }
        }
        tail.extend_from_slice(&picture.record(picture_at));
        let directory_bytes = (tail.len() - before) as u64;
        let entries = archive.entries.len() + 1;
        tail.extend_from_slice(&end(entries as u64, tail_at + before as u64, directory_bytes, &archive.comment));
        parts.push(Part::New(tail));
        Ok(Plan { parts, cover, entries, unchanged: entries - 1 - changed.len() })
    }

    /// A name beside the package document that no entry has, and no item of the manifest, whatever its letters' case.
    fn free_name(&self, extension: &str) -> String {
        let folder = folder(&self.package_name);
        let names = self.archive.entries.iter().map(|entry| self.archive.name(entry).to_ascii_lowercase());
        let mut taken: Vec<String> = names.filter(|name| find(name, "cover").is_some()).collect();
        taken.extend(self.taken.iter().map(|href| resolve(folder, href).to_ascii_lowercase()));
        let name = |number: u32| {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            format!("{folder}cover{number}.{extension}")
        };
        name(free(&taken, &|number| name(number).to_ascii_lowercase()))
    }
}

/// An entry that is written.
struct New<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    modified: u32,
    crc: u32,
    size: u32,
    data: Vec<u8>,
}

impl<'a> New<'a> {
    fn stored(name: &'a [u8], flags: u16, content: &[u8], modified: u32) -> Self {
        let (crc, size) = (crc32(content), content.len() as u32);
        Self { name, flags, method: 0, modified, crc, size, data: content.to_vec() }
    }

    fn deflated(name: &'a [u8], flags: u16, content: &[u8], modified: u32) -> Self {
        let stored = Self::stored(name, flags, content, modified);
        let data = compress_to_vec(content, LEVEL);
        if data.len() < content.len() { Self { method: 8, data, ..stored } } else { stored }
    }

    /// Its local header and content.
    fn local(&self) -> Vec<u8> {
        let mut bytes = LOCAL.to_le_bytes().to_vec();
        // ZIP 2.0 knows deflate.
        put16(&mut bytes, 20);
        self.common(&mut bytes);
        put16(&mut bytes, 0);
        bytes.extend_from_slice(self.name);
        bytes.extend_from_slice(&self.data);
        bytes
    }

    /// Its record in the directory.
    fn record(&self, start: u64) -> Vec<u8> {
        let short = u32::try_from(start).ok().filter(|&start| start != u32::MAX);
        let extra: Vec<u8> = match short {
            Some(_) => Vec::new(),
            None => [&[1, 0, 8, 0][..], &start.to_le_bytes()].concat(),
        };
        let version: u16 = if extra.is_empty() { 20 } else { 45 };
        let mut bytes = 0x0201_4b50_u32.to_le_bytes().to_vec();
        put16(&mut bytes, version);
        put16(&mut bytes, version);
        self.common(&mut bytes);
        put16(&mut bytes, extra.len() as u16);
        // No comment, first disk, no internal and external attributes.
        bytes.extend_from_slice(&[0; 10]);
        put32(&mut bytes, short.unwrap_or(u32::MAX));
        bytes.extend_from_slice(self.name);
        bytes.extend_from_slice(&extra);
        bytes
    }

    /// Appends the fields that both headers have, from the flags to the length of the name.
    fn common(&self, bytes: &mut Vec<u8>) {
        for value in [self.flags, self.method] {
            put16(bytes, value);
        }
        for value in [self.modified, self.crc, self.data.len() as u32, self.size] {
            put32(bytes, value);
        }
        put16(bytes, self.name.len() as u16);
    }
}

/// What follows the directory; with ZIP64's end where the start does not fit into 32 bits.
fn end(entries: u64, start: u64, bytes: u64, comment: &[u8]) -> Vec<u8> {
    let mut end = Vec::new();
    let short = u32::try_from(start).ok().filter(|&start| start != u32::MAX);
    if short.is_none() {
        put32(&mut end, 0x0606_4b50);
        put64(&mut end, 44);
        end.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for value in [entries, entries, bytes, start] {
            put64(&mut end, value);
        }
        put32(&mut end, 0x0706_4b50);
        put32(&mut end, 0);
        put64(&mut end, start + bytes);
        put32(&mut end, 1);
    }
    put32(&mut end, 0x0605_4b50);
    put32(&mut end, 0);
    // At most 65,534: one more would be the mark of ZIP64.
    put16(&mut end, entries as u16);
    put16(&mut end, entries as u16);
    put32(&mut end, bytes as u32);
    put32(&mut end, short.unwrap_or(u32::MAX));
    put16(&mut end, comment.len() as u16);
    end.extend_from_slice(comment);
    end
}
