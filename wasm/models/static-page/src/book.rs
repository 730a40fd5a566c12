//! A book, opened by what little has to be known of it.

use std::fmt;

use crate::archive::{Archive, Entry};
use crate::encoding::{Encoding, decode};
use crate::fandom;
use crate::known::{PartialFile, Stop};
use crate::member::{content, local};
use crate::package::{Existing, Package, read as read_package};
use crate::refused::Refused;
use crate::small::joined;
use crate::xml::Document;

/// The most bytes of a package document.
pub const MAX_PACKAGE: u64 = 8 << 20;
/// The most bytes of `META-INF/container.xml`, and of other small documents that are looked at.
pub const MAX_CONTAINER: u64 = 1 << 20;

const CONTAINER: &str = "META-INF/container.xml";
const ENCRYPTION: &str = "META-INF/encryption.xml";
const SIGNATURES: &str = "META-INF/signatures.xml";
const MIMETYPE: &str = "mimetype";
/// Of EPUB (section 4.2.3.2) and of Adobe's older programs: fonts are made unreadable to others, which is no encryption.
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
    /// The container names so many package documents, of which the first is read.
    Packages(usize),
    /// It was signed, and no longer will be.
    Signed,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mimetype => f.write_str(
                "the archive does not start with a plain, uncompressed mimetype, as EPUB demands; it stays as it is",
            ),
            Self::Packages(count) => {
                write!(f, "it holds {count} editions of the book; only the first gets the cover")
            }
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
    /// Version of its package document, such as `2.0`; empty if it says none.
    pub version: String,
    /// Its first title; empty if there is none.
    pub title: String,
    /// Its creators.
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
        refuse_encrypted(known, &archive)?;
        let entry = archive.find(&package_name).ok_or_else(|| Refused::NoPackage(package_name.clone()))?;
        let bytes = content(known, &archive, entry, "the package document", MAX_PACKAGE)?;
        let (text, encoding) = decode(&bytes).ok_or_else(|| Refused::Encoding(package_name.clone()))?;
        let Package { version, title, authors, subjects, cover, first } =
            read_package(scan(&text, &package_name)?, &package_name)?;
        let first = first.filter(|_| subjects.iter().any(|subject| subject == "Fanworks"));
        let fandom = match first.and_then(|first| archive.find(&first)) {
            Some(page) => fandom_on(known, &archive, page)?,
            None => None,
        };
        // An image that is declared and not there is no cover.
        let cover = cover.and_then(|cover| {
            let image = cover.image.filter(|image| archive.find(image).is_some());
            let page = cover.page.filter(|page| archive.find(page).is_some());
            (image.is_some() || page.is_some()).then_some(Existing { image, page })
        });
        let mut notes = Vec::new();
        if !has_plain_mimetype(known, &archive)? {
            notes.push(Note::Mimetype);
        }
        if packages > 1 {
            notes.push(Note::Packages(packages));
        }
        if archive.find(SIGNATURES).is_some() {
            notes.push(Note::Signed);
        }
        Ok(Opened {
            archive,
            package_name,
            package_text: text,
            package_encoding: encoding,
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

/// The first package document that the container names, and how many it does.
fn named_package(known: &PartialFile, archive: &Archive) -> Result<(String, usize), Stop> {
    let container = archive.find(CONTAINER).ok_or(Refused::NoContainer)?;
    let bytes = content(known, archive, container, CONTAINER, MAX_CONTAINER)?;
    let (text, _) = decode(&bytes).ok_or_else(|| Refused::Encoding(CONTAINER.to_owned()))?;
    let document = scan(&text, CONTAINER)?;
    let rootfiles = document.elements.iter().filter(|element| {
        document.local(element) == "rootfile" && document.has(element, "media-type", "application/oebps-package+xml")
    });
    let mut named = rootfiles.filter_map(|element| document.attribute(element, "full-path"));
    let first = named.next().ok_or(Refused::NoPackageNamed)?;
    Ok((first, named.count() + 1))
}

fn refuse_encrypted(known: &PartialFile, archive: &Archive) -> Result<(), Stop> {
    let Some(entry) = archive.find(ENCRYPTION) else { return Ok(()) };
    let bytes = content(known, archive, entry, ENCRYPTION, MAX_CONTAINER)?;
    let (text, _) = decode(&bytes).ok_or_else(|| Refused::Encoding(ENCRYPTION.to_owned()))?;
    let document = scan(&text, ENCRYPTION)?;
    for (index, element) in document.elements.iter().enumerate() {
        if document.local(element) != "EncryptedData" {
            continue;
        }
        let method = document.child(index, "EncryptionMethod").map(|method| &document.elements[method]);
        let algorithm = method.and_then(|method| document.attribute(method, "Algorithm")).unwrap_or_default();
        if !OBFUSCATIONS.contains(&algorithm.as_str()) {
            let inside = document.elements.iter().skip(index + 1);
            let reference = inside.filter(|inner| document.local(inner) == "CipherReference");
            let named = reference.filter_map(|inner| document.attribute(inner, "URI")).next();
            return Err(Refused::Encrypted(named.unwrap_or_else(|| "an entry".to_owned())).into());
        }
    }
    Ok(())
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
