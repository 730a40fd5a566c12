//! The directory at the end of a ZIP archive (PKWARE's APPNOTE 6.3.10, sections 4.3 and 4.5).

use std::borrow::Cow;
use std::ops::Range;

use crate::bytes::{u16_at, u32_at, u64_at};
use crate::canonical::Letters;
use crate::known::{PartialFile, Stop};
use crate::path::{resolve, resolve_plain};
use crate::refused::{MAX_ENTRIES, Refused};
use crate::small::{sorted, twice};

/// The most bytes of its directory.
pub const MAX_DIRECTORY: u64 = 16 << 20;

const END: u32 = 0x0605_4b50;
const END_BYTES: usize = 22;
const END_64: u32 = 0x0606_4b50;
const END_64_BYTES: u64 = 56;
const LOCATOR: u32 = 0x0706_4b50;
const LOCATOR_BYTES: u64 = 20;
const RECORD: u32 = 0x0201_4b50;
const RECORD_BYTES: usize = 46;
/// What every entry's local header starts with.
pub(crate) const LOCAL: u32 = 0x0403_4b50;
/// Bytes of a local header before the name.
pub(crate) const LOCAL_BYTES: u64 = 30;
/// An end with the longest comment, and a ZIP64 locator before it.
const TAIL: u64 = LOCATOR_BYTES + END_BYTES as u64 + u16::MAX as u64;
/// Where `flags` says that the content is encrypted.
const ENCRYPTED: u16 = 1;

/// One entry of the directory.
#[derive(Debug, Clone)]
pub struct Entry {
    pub(crate) flags: u16,
    pub(crate) method: u16,
    /// MS-DOS time and date.
    pub(crate) modified: u32,
    /// The checksum of its content.
    pub crc: u32,
    /// The bytes of its content in the archive.
    pub compressed: u64,
    /// The bytes of its content.
    pub size: u64,
    /// From its local header to the next entry's, or to the directory.
    pub range: Range<u64>,
    /// Its record in the directory.
    record: Range<usize>,
    name: Range<usize>,
    /// Where in the directory its offset stands, and whether that has 8 bytes.
    offset: (usize, bool),
}

/// An archive's directory.
#[derive(Debug, Clone)]
pub struct Archive {
    /// Every entry, in the directory's order.
    pub entries: Vec<Entry>,
    /// Where the directory starts in the file.
    pub(crate) start: u64,
    pub(crate) comment: Vec<u8>,
    /// Bytes of the file behind the archive, which belong to nothing.
    pub(crate) behind: u64,
    directory: Vec<u8>,
}

impl Archive {
    /// Reads the directory.
    pub(crate) fn read(known: &PartialFile) -> Result<Self, Stop> {
        let end = End::find(known)?;
        let directory = known.get(end.start..end.start + end.bytes)?.to_vec();
        let mut entries = Vec::new();
        let mut at = 0;
        while at < directory.len() {
            let entry =
                Entry::read(&directory, at).ok_or(Refused::Damaged("a record of its directory is no record"))?;
            at = entry.record.end;
            if entry.flags & ENCRYPTED != 0 {
                return Err(Refused::Encrypted(named(&directory, &entry).into_owned()).into());
            }
            entries.push(entry);
        }
        if entries.len() as u64 != end.entries {
            return Err(Refused::Damaged("its directory has more or fewer entries than it says").into());
        }
        let mut archive = Self { entries, start: end.start, comment: end.comment, behind: end.behind, directory };
        archive.check_names()?;
        archive.lay_out()?;
        Ok(archive)
    }

    /// An entry's name as the archive has it.
    pub(crate) fn raw_name(&self, entry: &Entry) -> &[u8] {
        &self.directory[entry.name.clone()]
    }

    /// An entry's name; what is no UTF-8 in it is replaced.
    pub fn name(&self, entry: &Entry) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.directory[entry.name.clone()])
    }

    /// The entry with a name, or with one that Unicode says is the same: what wrote the archive may have taken letters and their marks
    /// apart, as macOS does.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| self.raw_name(entry) == name.as_bytes()).or_else(|| {
            if name.is_ascii() {
                return None;
            }
            let letters = Letters::all();
            let wanted = letters.decompose(name);
            let is_same =
                |entry: &&Entry| !self.raw_name(entry).is_ascii() && letters.decompose(&self.name(entry)) == wanted;
            self.entries.iter().find(is_same)
        })
    }

    /// The name of the entry that a reference in a folder's document leads to: percent-encoded, as references are, or as it stands there.
    pub(crate) fn locate(&self, folder: &str, href: &str) -> Option<String> {
        let found = self.find(&resolve(folder, href)).or_else(|| self.find(&resolve_plain(folder, href)));
        found.map(|entry| self.name(entry).into_owned())
    }

    /// An entry's record, with another offset.
    pub(crate) fn moved(&self, entry: &Entry, start: u64) -> Vec<u8> {
        let mut record = self.directory[entry.record.clone()].to_vec();
        let (at, is_long) = (entry.offset.0 - entry.record.start, entry.offset.1);
        if is_long {
            record[at..at + 8].copy_from_slice(&start.to_le_bytes());
        } else {
            // Entries only ever move towards the start, so what fitted fits.
            record[at..at + 4].copy_from_slice(&(start as u32).to_le_bytes());
        }
        record
    }

    fn check_names(&self) -> Result<(), Refused> {
        let names: Vec<&[u8]> = self.entries.iter().map(|entry| self.raw_name(entry)).collect();
        match twice(&names) {
            Some(name) => Err(Refused::Duplicate(String::from_utf8_lossy(name).into_owned())),
            None => Ok(()),
        }
    }

    /// Gives every entry the range to the next, and refuses those that do not fit into theirs.
    fn lay_out(&mut self) -> Result<(), Refused> {
        let place = |index: usize| (self.entries[index].range.start, index);
        let order = sorted(self.entries.len(), &|one, other| place(one).cmp(&place(other)));
        if order.first().is_some_and(|&first| self.entries[first].range.start > 0) {
            return Err(Refused::Shifted(self.entries[order[0]].range.start));
        }
        for (place, &index) in order.iter().enumerate() {
            let next = order.get(place + 1).map(|&next| &self.entries[next]);
            let end = next.map_or(self.start, |next| next.range.start);
            let entry = &self.entries[index];
            let least = LOCAL_BYTES + entry.name.len() as u64;
            let needed = entry.range.start.checked_add(least).and_then(|least| least.checked_add(entry.compressed));
            if needed.is_none_or(|needed| needed > end) {
                let other = next.map_or("the directory".into(), |next| self.name(next));
                return Err(Refused::Overlap(self.name(entry).into_owned(), other.into_owned()));
            }
            self.entries[index].range.end = end;
        }
        Ok(())
    }
}

fn named<'a>(directory: &'a [u8], entry: &Entry) -> Cow<'a, str> {
    String::from_utf8_lossy(&directory[entry.name.clone()])
}

impl Entry {
    /// The record at an offset of the directory; none if it is none.
    fn read(directory: &[u8], at: usize) -> Option<Self> {
        if u32_at(directory, at)? != RECORD {
            return None;
        }
        let short = |offset: usize| u16_at(directory, at + offset);
        let long = |offset: usize| u32_at(directory, at + offset);
        let name = at + RECORD_BYTES..at + RECORD_BYTES + usize::from(short(28)?);
        let extra = name.end..name.end + usize::from(short(30)?);
        let record = at..extra.end + usize::from(short(32)?);
        directory.get(record.clone())?;
        let (mut compressed, mut size) = (u64::from(long(20)?), u64::from(long(24)?));
        let (mut start, mut offset) = (u64::from(long(42)?), (at + 42, false));
        let many = u64::from(u32::MAX);
        if size == many || compressed == many || start == many {
            // Only what did not fit stands there, in this order.
            let mut field = zip64_field(directory, extra)?;
            let mut next = || {
                let value = (field.len() >= 8).then(|| u64_at(directory, field.start))??;
                field.start += 8;
                Some((value, field.start - 8))
            };
            if size == many {
                size = next()?.0;
            }
            if compressed == many {
                compressed = next()?.0;
            }
            if start == many {
                let (value, at) = next()?;
                (start, offset) = (value, (at, true));
            }
        }
        Some(Self {
            flags: short(8)?,
            method: short(10)?,
            modified: long(12)?,
            crc: long(16)?,
            compressed,
            size,
            range: start..start,
            record,
            name,
            offset,
        })
    }
}

/// The extra field 0x0001 among others.
fn zip64_field(directory: &[u8], mut extra: Range<usize>) -> Option<Range<usize>> {
    while extra.len() >= 4 {
        let (kind, length) = (u16_at(directory, extra.start)?, usize::from(u16_at(directory, extra.start + 2)?));
        let content = extra.start + 4..(extra.start + 4).checked_add(length)?;
        if content.end > extra.end {
            return None;
        }
        if kind == 1 {
            return Some(content);
        }
        extra.start = content.end;
    }
    None
}

/// What stands behind the directory.
struct End {
    start: u64,
    bytes: u64,
    entries: u64,
    comment: Vec<u8>,
    /// Bytes of the file behind the comment.
    behind: u64,
}

impl End {
    fn find(known: &PartialFile) -> Result<Self, Stop> {
        let length = known.length();
        if length == 0 {
            return Err(Refused::Empty.into());
        }
        let from = length.saturating_sub(TAIL);
        let tail = known.get(from..length)?;
        // A comment reaches exactly to the end of the file; of several that do, the last is the one that ZIP programs take. Where none
        // does, something was put behind the archive, such as a line break.
        let last = tail.len().checked_sub(END_BYTES);
        let comment_end = |at: usize| {
            let comment = u16_at(tail, at + 20).filter(|_| u32_at(tail, at) == Some(END))?;
            Some(at + END_BYTES + usize::from(comment))
        };
        // An archive within a cut one has its own end, which leads elsewhere.
        let is_led_to = |at: usize| {
            let long = |offset: usize| u32_at(tail, at + offset).map(u64::from);
            let ends = long(12).zip(long(16)).map(|(bytes, start)| bytes + start);
            ends == Some(from + at as u64) || long(16) == Some(u32::MAX.into())
        };
        let has_end = |at: &usize, is_exact: bool| {
            let found = comment_end(*at).filter(|&end| end <= tail.len());
            found.is_some_and(|end| if is_exact { end == tail.len() } else { is_led_to(*at) })
        };
        let found = last.and_then(|last| {
            let find = |is_exact| (0..=last).rev().find(|at| has_end(at, is_exact));
            find(true).or_else(|| find(false))
        });
        let Some(at) = found else {
            let first = known.get(0..length.min(4))?;
            return Err(if u32_at(first, 0) == Some(LOCAL) { Refused::Cut } else { Refused::NotZip }.into());
        };
        let damaged = || Stop::from(Refused::Damaged("its end is cut"));
        let short = |offset: usize| u16_at(tail, at + offset).ok_or_else(damaged);
        let long = |offset: usize| u32_at(tail, at + offset).ok_or_else(damaged);
        let (disk, directory_disk, here, entries) = (short(4)?, short(6)?, short(8)?, short(10)?);
        let (bytes, start) = (long(12)?, long(16)?);
        let comment_end = comment_end(at).ok_or_else(damaged)?;
        let (comment, behind) = (tail[at + END_BYTES..comment_end].to_vec(), (tail.len() - comment_end) as u64);
        let mut position = from + at as u64;
        let mut end = Self { start: start.into(), bytes: bytes.into(), entries: entries.into(), comment, behind };
        let locator = position.checked_sub(LOCATOR_BYTES).map(|from| known.get(from..position)).transpose()?;
        let is_long = locator.is_some_and(|locator| u32_at(locator, 0) == Some(LOCATOR));
        if let (Some(locator), true) = (locator, is_long) {
            position = end.extend(known, locator, position - LOCATOR_BYTES)?;
        } else if disk != 0 || directory_disk != 0 || here != entries {
            return Err(Refused::Disks.into());
        }
        if end.entries > MAX_ENTRIES {
            return Err(Refused::TooManyEntries(end.entries).into());
        }
        if end.bytes > MAX_DIRECTORY {
            let (bytes, limit) = (end.bytes, MAX_DIRECTORY);
            return Err(Refused::TooLarge { what: "the archive's directory", bytes, limit }.into());
        }
        match end.start.checked_add(end.bytes).map(|end| position.checked_sub(end)) {
            Some(Some(0)) => Ok(end),
            Some(Some(over)) => Err(Refused::Shifted(over).into()),
            _ => Err(Refused::Damaged("its directory does not fit into it").into()),
        }
    }

    /// Takes what ZIP64 says instead, and returns where that starts, which is where the directory has to end.
    fn extend(&mut self, known: &PartialFile, locator: &[u8], locator_at: u64) -> Result<u64, Stop> {
        let damaged = || Stop::from(Refused::Damaged("its ZIP64 end is no such end"));
        let at = u64_at(locator, 8).ok_or_else(damaged)?;
        let fits = at.checked_add(END_64_BYTES).is_some_and(|end| end <= locator_at);
        if !fits {
            return Err(damaged());
        }
        let record = known.get(at..at + END_64_BYTES)?;
        let long = |offset: usize| u64_at(record, offset).ok_or_else(damaged);
        let is_whole = long(4)?.checked_add(at + 12) == Some(locator_at);
        if u32_at(record, 0) != Some(END_64) || !is_whole {
            return Err(damaged());
        }
        if long(16)? != 0 || long(24)? != long(32)? {
            return Err(Refused::Disks.into());
        }
        (self.entries, self.bytes, self.start) = (long(32)?, long(40)?, long(48)?);
        Ok(at)
    }
}
