//! Why a book is refused.

use std::fmt;

/// The most entries of an archive: with one more, ZIP64 is still not needed.
pub const MAX_ENTRIES: u64 = 65_533;

/// What is wrong with a book, in a line that its owner can act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The file has no bytes.
    Empty,
    /// The file neither starts nor ends as a ZIP archive.
    NotZip,
    /// The file starts as a ZIP archive and does not end as one.
    Cut,
    /// The directory's offsets leave this many bytes over.
    Shifted(u64),
    /// Something in the archive contradicts something else.
    Damaged(&'static str),
    /// The archive is one of several.
    Disks,
    /// More entries than [`MAX_ENTRIES`].
    TooManyEntries(u64),
    /// Something is larger than it may be.
    TooLarge {
        /// The thing that is too large.
        what: &'static str,
        /// How large it says it is, in bytes.
        bytes: u64,
        /// How large it may be, in bytes.
        limit: u64,
    },
    /// Two entries have this name.
    Duplicate(String),
    /// Two entries share bytes.
    Overlap(String, String),
    /// An entry is encrypted, so that nobody without the key can read the book.
    Encrypted(String),
    /// An entry that has to be read is compressed in a way that EPUB does not allow.
    Method(String, u16),
    /// There is no `META-INF/container.xml`.
    NoContainer,
    /// The container names no package document.
    NoPackageNamed,
    /// The container names a package document that is not in the archive.
    NoPackage(String),
    /// A document is no well-formed XML, or some that is not read.
    Xml {
        /// The entry.
        entry: String,
        /// The problem with the entry.
        why: &'static str,
        /// The byte, in UTF-8, at which it shows.
        at: usize,
    },
    /// A document has neither UTF-8 nor UTF-16.
    Encoding(String),
    /// The package document lacks an element.
    Lacks(&'static str),
    /// The book has a cover already: the entry, or the page.
    HasCover(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("this file is empty"),
            Self::NotZip => f.write_str("this is not a ZIP archive, and so no EPUB"),
            Self::Cut => f.write_str("this ZIP archive has no end: the file is cut; fetch it again"),
            Self::Shifted(bytes) => write!(
                f,
                "{bytes} bytes before this ZIP archive, or between its directory and its end, belong to nothing; write it \
                 again with a ZIP program"
            ),
            Self::Damaged(what) => write!(f, "this ZIP archive is damaged: {what}; fetch it again"),
            Self::Disks => f.write_str("this ZIP archive is one part of several; join them first"),
            Self::TooManyEntries(count) => {
                write!(f, "this archive has {count} entries; at most {} are read", MAX_ENTRIES)
            }
            Self::TooLarge { what, bytes, limit } => write!(f, "{what} has {bytes} bytes; at most {limit} are read"),
            Self::Duplicate(name) => write!(f, "two entries are called {name}: which one counts depends on the reader"),
            Self::Overlap(one, other) => write!(f, "the entries {one} and {other} share bytes"),
            Self::Encrypted(name) => write!(f, "{name} is encrypted (DRM); a cover can't be put into this book"),
            Self::Method(name, method) => {
                write!(f, "{name} is compressed by method {method}; an EPUB has only 0 (stored) and 8 (deflate)")
            }
            Self::NoContainer => f.write_str("this archive has no META-INF/container.xml, and so is no EPUB"),
            Self::NoPackageNamed => f.write_str("META-INF/container.xml names no package document (OPF)"),
            Self::NoPackage(name) if name.is_empty() => f.write_str(
                "META-INF/container.xml names a package document with an empty full-path, where its name has to stand",
            ),
            Self::NoPackage(name) => write!(f, "META-INF/container.xml names {name}, which is not in the archive"),
            Self::Xml { entry, why, at } => write!(f, "{entry}, byte {at}: {why}"),
            Self::Encoding(entry) => write!(f, "{entry} is neither UTF-8 nor UTF-16, which EPUB demands"),
            Self::Lacks(element) => write!(f, "the package document has no <{element}>"),
            Self::HasCover(name) => write!(f, "it has a cover already, {name}; ask to replace it"),
        }
    }
}

impl std::error::Error for Refused {}
