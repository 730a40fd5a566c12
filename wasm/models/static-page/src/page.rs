//! Pages that show a cover: where a navigation document names one, and which pictures in it are the cover's.

use std::ops::Range;

use crate::archive::Archive;
use crate::encoding::{Encoding, decode, encode};
use crate::known::{PartialFile, Stop};
use crate::member::{MAX_CONTAINER, content};
use crate::path::{folder, reference};
use crate::small::{from, part};
use crate::xml::{Document, Element, escaped};

/// A page, and the places in it at which it refers to the cover's picture.
#[derive(Debug, Clone)]
pub(crate) struct CoverPage {
    pub name: String,
    text: String,
    encoding: Encoding,
    pictures: Vec<Range<usize>>,
}

impl CoverPage {
    /// Reads a page; none if it is no XML that is read, or if it isn't clear which of its pictures is the cover.
    pub(crate) fn read(
        known: &PartialFile,
        archive: &Archive,
        name: &str,
        image: Option<&str>,
    ) -> Result<Option<Self>, Stop> {
        let Some((text, encoding)) = read_page(known, archive, name)? else { return Ok(None) };
        let Ok(document) = Document::scan(&text) else { return Ok(None) };
        let folder = folder(name);
        let mut found: Vec<(String, Range<usize>)> = Vec::new();
        for element in &document.elements {
            let Some(place) = picture_place(&document, element) else { continue };
            let href = document.resolve(part(&text, place.clone()));
            found.extend(archive.locate(folder, &href).map(|entry| (entry, place)));
        }
        // Where no image is declared, it is the page's only one.
        let image = image.or_else(|| found.first().map(|(entry, _)| entry.as_str()).filter(|_| found.len() == 1));
        let pictures: Vec<Range<usize>> =
            found.iter().filter(|(entry, _)| Some(entry.as_str()) == image).map(|(_, place)| place.clone()).collect();
        if pictures.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { name: name.to_owned(), text, encoding, pictures }))
    }

    /// The page with another entry as its picture.
    pub(crate) fn with_picture(&self, entry: &str) -> Vec<u8> {
        let href = escaped(&reference(folder(&self.name), entry));
        let (mut text, mut at) = (String::with_capacity(self.text.len() + 64), 0);
        for place in &self.pictures {
            text.push_str(part(&self.text, at..place.start));
            text.push_str(&href);
            at = place.end;
        }
        text.push_str(from(&self.text, at));
        encode(&text, self.encoding)
    }
}

/// The page that a navigation document calls the cover, among its landmarks; none if it can't be read.
pub(crate) fn landmark(known: &PartialFile, archive: &Archive, navigation: &str) -> Result<Option<String>, Stop> {
    let Some((text, _)) = read_page(known, archive, navigation)? else { return Ok(None) };
    let Ok(document) = Document::scan(&text) else { return Ok(None) };
    let is = |element: &Element, kind: &str| {
        let own = document.suffixed(element, "type").map(|value| part(&text, value));
        own.is_some_and(|own| own.split_ascii_whitespace().any(|word| word == kind))
    };
    let lists: Vec<&Element> = document.elements.iter().filter(|element| is(element, "landmarks")).collect();
    let link = document.elements.iter().find(|element| {
        document.local(element) == "a"
            && is(element, "cover")
            && lists.iter().any(|list| list.open.start < element.open.start && element.open.start < list.close.end)
    });
    let href = link.and_then(|link| document.attribute(link, "href"));
    Ok(href.and_then(|href| archive.locate(folder(navigation), &href)))
}

/// A small document's text; none if there is no such entry, or if it can't be read.
fn read_page(known: &PartialFile, archive: &Archive, name: &str) -> Result<Option<(String, Encoding)>, Stop> {
    let Some(entry) = archive.find(name) else { return Ok(None) };
    match content(known, archive, entry, "a page", MAX_CONTAINER) {
        Ok(bytes) => Ok(decode(&bytes)),
        Err(Stop::Refused(_)) => Ok(None),
        Err(read) => Err(read),
    }
}

/// Where an element of XHTML or SVG refers to a picture.
fn picture_place(document: &Document<'_>, element: &Element) -> Option<Range<usize>> {
    match document.local(element) {
        "img" => document.value(element, "src"),
        "image" => document.suffixed(element, "href"),
        "object" => document.value(element, "data"),
        _ => None,
    }
}
