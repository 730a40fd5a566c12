//! The content of one entry.

use crate::archive::{Archive, Entry, LOCAL, LOCAL_BYTES};
use crate::bytes::{crc32, u16_at, u32_at};
use crate::inflate::inflate;
use crate::known::{PartialFile, Stop};
use crate::refused::Refused;

/// Deflate makes at most so many bytes of one (RFC 1951: 258 bytes by two codes of a bit each).
const MOST_INFLATED: u64 = 1032;

/// The most bytes of `META-INF/container.xml`, and of other small documents that are looked at.
pub const MAX_CONTAINER: u64 = 1 << 20;

/// What the bytes before an entry's content say.
pub(crate) struct Local {
    /// How many bytes the local header has, with name and extra field.
    pub bytes: u64,
    pub has_extra: bool,
}

/// Reads an entry's local header, and checks that it is this entry's.
pub(crate) fn local(known: &PartialFile, archive: &Archive, entry: &Entry) -> Result<Local, Stop> {
    let name = archive.raw_name(entry);
    let end = entry.range.start + LOCAL_BYTES + name.len() as u64;
    let header = known.get(entry.range.start..end)?;
    let (names, extra) = (u16_at(header, 26), u16_at(header, 28));
    let is_named = names == u16::try_from(name.len()).ok() && header.ends_with(name);
    let (true, Some(extra)) = (u32_at(header, 0) == Some(LOCAL) && is_named, extra) else {
        return Err(Refused::Damaged("an entry is not where its directory says").into());
    };
    Ok(Local { bytes: end - entry.range.start + u64::from(extra), has_extra: extra > 0 })
}

/// The whole content of an entry, which may have `limit` bytes.
pub(crate) fn content(
    known: &PartialFile,
    archive: &Archive,
    entry: &Entry,
    what: &'static str,
    limit: u64,
) -> Result<Vec<u8>, Stop> {
    for bytes in [entry.size, entry.compressed] {
        if bytes > limit {
            return Err(Refused::TooLarge { what, bytes, limit }.into());
        }
    }
    // Header and content in one go, if the extra field is as short as it nearly always is.
    let name = archive.raw_name(entry).len() as u64;
    let guess = entry.range.start + LOCAL_BYTES + name + entry.compressed;
    known.get(entry.range.start..guess.min(entry.range.end))?;
    let header = local(known, archive, entry)?;
    let start = entry.range.start + header.bytes;
    if start + entry.compressed > entry.range.end {
        return Err(Refused::Damaged("an entry runs into the next").into());
    }
    let compressed = known.get(start..start + entry.compressed)?;
    let content = match entry.method {
        0 if entry.size == entry.compressed => compressed.to_vec(),
        8 if entry.size <= entry.compressed * MOST_INFLATED => inflate(compressed, entry.size as usize)
            .ok_or(Refused::Damaged("an entry can't be decompressed to the size it says"))?,
        0 | 8 => return Err(Refused::Damaged("an entry can't have the size it says").into()),
        method => return Err(Refused::Method(archive.name(entry).into_owned(), method).into()),
    };
    if crc32(&content) != entry.crc {
        return Err(Refused::Damaged("an entry has another checksum than it says").into());
    }
    Ok(content)
}
