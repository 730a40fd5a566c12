//! A book, opened by what little has to be known of it.

use std::fmt;

use crate::archive::{Archive, Entry};
use crate::encoding::{Encoding, decode};
use crate::fandom;
use crate::known::{PartialFile, Stop};
use crate::member::{MAX_CONTAINER, content, local};
use crate::package::{Existing, Package, has_properties, read as read_package};
use crate::page::{CoverPage, landmark};
use crate::path::folder;
use crate::refused::Refused;
use crate::small::joined;
use crate::xml::Document;

/// The most bytes of a package document.
pub const MAX_PACKAGE: u64 = 8 << 20;

const CONTAINER: &str = "META-INF/container.xml";
const ENCRYPTION: &str = "META-INF/encryption.xml";
const SIGNATURES: &str = "META-INF/signatures.xml";
const MIMETYPE: &str = "mimetype";
/// The most package documents of a container that are looked for.
const MAX_PACKAGES: usize = 100;
/// Algorithms of EPUB (section 4.2.3.2) and of Adobe's older programs that make fonts unreadable to others: no encryption.
const OBFUSCATIONS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// A file that may be a book.
#[derive(Debug, Clone)]
pub struct Book {
    known: PartialFile,
}

/// What a book's owner should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The first entry is not an uncompressed `mimetype` without an extra field, as EPUB demands (section 4.3.3).
    Mimetype,
    /// The container names so many package documents that are there, of which the first is read.
    Packages(usize),
    /// So many bytes stand behind the archive, and are left out of the new book.
    Behind(u64),
    /// A list of what is encrypted is there, and says nothing.
    EmptyEncryption,
    /// The entry of a page that shows the old cover, also when the book has a new one.
    CoverPage(String),
    /// The book was signed, and no longer will be.
    Signed,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mimetype => f.write_str(
                "the archive does not start with a plain, uncompressed mimetype, as EPUB demands; it stays as it is",
            ),
            Self::Packages(count) => {
                write!(
                    f,
                    "it holds {count} editions of the book, of which only the first gets the cover; programs that read \
                     the last, as calibre 6 does, show none"
                )
            }
            Self::Behind(bytes) => write!(f, "the last {bytes} bytes of the file belong to nothing, and are left out"),
            Self::EmptyEncryption => {
                write!(
                    f,
                    "its {ENCRYPTION} is empty, where it should list what is encrypted; so nothing is taken to be"
                )
            }
            Self::CoverPage(name) => write!(f, "its cover page, {name}, is not changed, and still shows the old cover"),
            Self::Signed => f.write_str("it is signed, and its signature will not hold for the new package document"),
        }
    }
}

/// What a book says of itself.
#[derive(Debug, Clone)]
pub struct Opened {
    pub(crate) archive: Archive,
    pub(crate) package_name: String,
    pub(crate) package_text: String,
    pub(crate) package_encoding: Encoding,
    /// The page that shows the cover, where its picture can be exchanged.
    pub(crate) page: Option<CoverPage>,
    /// References in the manifest with `cover` in them, in lower case.
    pub(crate) taken: Vec<String>,
    /// Version of its package document, such as `2.0`; empty if it says none.
    pub version: String,
    /// Its first title; empty if there is none.
    pub title: String,
    /// Its creators, but for those who illustrated or translated it.
    pub authors: Vec<String>,
    /// Its subjects.
    pub subjects: Vec<String>,
    /// What its first page calls its fandom.
    pub fandom: Option<String>,
    /// The cover that it has.
    pub cover: Option<Existing>,
    /// What its owner should know.
    pub notes: Vec<Note>,
}

impl Book {
    /// A file of so many bytes, of which nothing is known.
    pub fn new(length: u64) -> Self {
        Self { known: PartialFile::new(length) }
    }

    /// Tells what stands at an offset: what [`Stop::Read`] asked for.
    pub fn give(&mut self, start: u64, bytes: Vec<u8>) {
        self.known.give(start, bytes);
    }

    /// How many bytes were told.
    pub fn bytes_read(&self) -> u64 {
        self.known.read()
    }

    /// Opens it, or says which bytes have to be known before, or why it can't be.
    pub fn open(&self) -> Result<Opened, Stop> {
        let known = &self.known;
        let archive = Archive::read(known)?;
        let (package_name, packages) = named_package(known, &archive)?;
        let is_encryption_empty = refuse_encrypted(known, &archive)?;
        let entry = archive.find(&package_name).ok_or_else(|| Refused::NoPackage(package_name.clone()))?;
        let bytes = content(known, &archive, entry, "the package document", MAX_PACKAGE)?;
        let (text, encoding) = decode(&bytes).ok_or_else(|| Refused::Encoding(package_name.clone()))?;
        let locate = |href: &str| archive.locate(folder(&package_name), href);
        let Package { version, title, authors, subjects, mut cover, first, navigation, taken } =
            read_package(scan(&text, &package_name)?, &locate)?;
        let first = first.filter(|_| subjects.iter().any(|subject| subject == "Fanworks"));
        let fandom = match first.and_then(|first| archive.find(&first)) {
            Some(page) => fandom_on(known, &archive, page)?,
            None => None,
        };
        let navigation = navigation.filter(|_| cover.page.is_none() && has_properties(&version));
        if let Some(navigation) = navigation {
            cover.page = landmark(known, &archive, &navigation)?;
        }
        let page = match &cover.page {
            Some(page) => CoverPage::read(known, &archive, page, cover.image.as_deref())?,
            None => None,
        };
        let mut notes = Vec::new();
        if !has_plain_mimetype(known, &archive)? {
            notes.push(Note::Mimetype);
        }
        if packages > 1 {
            notes.push(Note::Packages(packages));
        }
        if archive.behind > 0 {
            notes.push(Note::Behind(archive.behind));
        }
        if is_encryption_empty {
            notes.push(Note::EmptyEncryption);
        }
        if archive.find(SIGNATURES).is_some() {
            notes.push(Note::Signed);
        }
        if let (Some(name), None) = (&cover.page, &page) {
            notes.push(Note::CoverPage(name.clone()));
        }
        let cover = cover.name().is_some().then_some(cover);
        Ok(Opened {
            archive,
            package_name,
            package_text: text,
            package_encoding: encoding,
            page,
            taken,
            version,
            title,
            authors,
            subjects,
            fandom,
            cover,
            notes,
        })
    }
}

impl Opened {
    /// What the archive holds.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// The entry of its package document, the one that a plan replaces.
    pub fn package_name(&self) -> &str {
        &self.package_name
    }

    /// What its colour comes from: its fandom, or else its subjects, or else its title.
    pub fn kind(&self) -> String {
        let subjects = || Some(listed(&self.subjects, "\n")).filter(|subjects| !subjects.is_empty());
        self.fandom.clone().or_else(subjects).unwrap_or_else(|| self.title.clone())
    }

    /// Its creators, with commas between them.
    pub fn author(&self) -> String {
        listed(&self.authors, ", ")
    }
}

fn listed(texts: &[String], between: &str) -> String {
    joined(texts.len(), &|index| &texts[index], between)
}

pub(crate) fn scan<'a>(text: &'a str, entry: &str) -> Result<Document<'a>, Refused> {
    Document::scan(text).map_err(|error| Refused::Xml { entry: entry.to_owned(), why: error.why, at: error.at })
}

/// The first package document that the container names and that is there, and how many are.
fn named_package(known: &PartialFile, archive: &Archive) -> Result<(String, usize), Stop> {
    let container = archive.find(CONTAINER).ok_or(Refused::NoContainer)?;
    let bytes = content(known, archive, container, CONTAINER, MAX_CONTAINER)?;
    let (text, _) = decode(&bytes).ok_or_else(|| Refused::Encoding(CONTAINER.to_owned()))?;
    let document = scan(&text, CONTAINER)?;
    let rootfiles = document.elements.iter().filter(|element| {
        document.local(element) == "rootfile" && document.has(element, "media-type", "application/oebps-package+xml")
    });
    // Shops sell books whose container names several, of which one is there.
    let named: Vec<String> =
        rootfiles.filter_map(|element| document.attribute(element, "full-path")).take(MAX_PACKAGES).collect();
    let mut there = named.iter().filter_map(|path| archive.locate("", path));
    let first = there
        .next()
        .ok_or_else(|| named.first().map_or(Refused::NoPackageNamed, |path| Refused::NoPackage(path.clone())))?;
    Ok((first, there.count() + 1))
}

/// Refuses a book that has encrypted entries, and tells whether the list of these is there and empty.
fn refuse_encrypted(known: &PartialFile, archive: &Archive) -> Result<bool, Stop> {
    let Some(entry) = archive.find(ENCRYPTION) else { return Ok(false) };
    let bytes = content(known, archive, entry, ENCRYPTION, MAX_CONTAINER)?;
    let (text, _) = decode(&bytes).ok_or_else(|| Refused::Encoding(ENCRYPTION.to_owned()))?;
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(true);
    }
    let document = scan(&text, ENCRYPTION)?;
    for (index, element) in document.elements.iter().enumerate() {
        if document.local(element) != "EncryptedData" {
            continue;
        }
        // One that says no method may say how it is compressed, and no more.
        let method = document.child(index, "EncryptionMethod").map(|method| &document.elements[method]);
        let Some(algorithm) = method.and_then(|method| document.attribute(method, "Algorithm")) else { continue };
        if !OBFUSCATIONS.contains(&algorithm.as_str()) {
            let inside = document.elements.iter().skip(index + 1);
            let reference = inside.filter(|inner| document.local(inner) == "CipherReference");
            let named = reference.filter_map(|inner| document.attribute(inner, "URI")).next();
            return Err(Refused::Encrypted(named.unwrap_or_else(|| "an entry".to_owned())).into());
        }
    }
    Ok(false)
}

/// A first page that can't be read tells no fandom, and is no reason to refuse the book.
fn fandom_on(known: &PartialFile, archive: &Archive, page: &Entry) -> Result<Option<String>, Stop> {
    match content(known, archive, page, "the first page", MAX_CONTAINER) {
        Ok(bytes) => Ok(decode(&bytes).and_then(|(text, _)| fandom::of(&text))),
        Err(Stop::Refused(_)) => Ok(None),
        Err(read) => Err(read),
    }
}

fn has_plain_mimetype(known: &PartialFile, archive: &Archive) -> Result<bool, Stop> {
    let Some(entry) = archive.find(MIMETYPE).filter(|entry| entry.range.start == 0 && entry.method == 0) else {
        return Ok(false);
    };
    let is_epub = entry.crc == crate::bytes::crc32(b"application/epub+zip") && entry.size == 20;
    Ok(is_epub && !local(known, archive, entry)?.has_extra)
}
