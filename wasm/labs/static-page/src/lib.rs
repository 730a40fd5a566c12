//! What the lab calls to put a cover into a book: the splice plan of the model behind a JavaScript interface.
//!
//! Books stay where they are. The page tells which pieces of a book it has read so far; [`look`] answers with what the book says of
//! itself, or with the range that has to be read next; [`plan`] with the ranges and bytes that the new book is made of. Neither keeps
//! anything, so nothing has to be freed. Whatever a file holds, the answer is a result or a thrown `Error` of one line, never a panic.

mod pieces;
pub mod samples;

use std::ops::Range;

pub use pieces::{Bytes, Pieces, RequestError};

use from_js::{Floats, Text, text};
use limits::Quoted;
use pieces::pieces_of;
use samples::{MAX_HOLE, SAMPLES};
use static_page_model::colour::Colour;
use static_page_model::cover::MAX_CHARACTERS;
use static_page_model::{Archive, Existing, Image, Opened, Part, Refused, Stop};
use wasm_bindgen::prelude::*;

/// How many characters of a text are drawn, and the made-up books, as JSON: `site/wasm-pkg/static-page/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let samples = SAMPLES.iter().map(|sample| {
        let kind = sample.book().fandom;
        let colour = Colour::of(&kind).text();
        let [id, title, author, kind, colour] =
            [sample.id, sample.title, sample.author, &kind, &colour].map(|text| Quoted(text).to_string());
        format!(r#"{{"id":{id},"title":{title},"author":{author},"kind":{kind},"colour":{colour}}}"#)
    });
    format!(r#"{{"characters":{MAX_CHARACTERS},"samples":[{}]}}"#, samples.collect::<Vec<_>>().join(","))
}

/// A range of a file, in bytes.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ByteRange {
    /// Where it starts.
    #[wasm_bindgen(readonly)]
    pub start: f64,
    /// Where it has ended.
    #[wasm_bindgen(readonly)]
    pub end: f64,
}

impl From<Range<u64>> for ByteRange {
    fn from(range: Range<u64>) -> Self {
        Self { start: range.start as f64, end: range.end as f64 }
    }
}

/// What is known of a book: either the range that has to be read next, or what it says of itself.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Look {
    /// What has to be read next; nothing once the book is open.
    #[wasm_bindgen(readonly)]
    pub needs: Option<ByteRange>,
    /// Version of its package document, such as `2.0`.
    #[wasm_bindgen(readonly)]
    pub version: String,
    /// Its title; empty if it has none.
    #[wasm_bindgen(readonly)]
    pub title: String,
    /// Its authors, with commas between them.
    #[wasm_bindgen(readonly)]
    pub author: String,
    /// Its fandom, which stands at the top of the cover; empty if it names none.
    #[wasm_bindgen(readonly)]
    pub kind: String,
    /// The colour that follows from its fandom, or else from its subjects, or else from its title: `#rrggbb`.
    #[wasm_bindgen(readonly)]
    pub colour: String,
    /// The entry of the cover that it has, its image or its page; `undefined` if it has none.
    #[wasm_bindgen(readonly)]
    pub cover: Option<String>,
    /// What its owner should know, a sentence each.
    #[wasm_bindgen(readonly)]
    pub notes: Vec<String>,
    /// The names of its entries. An archive may have 65,533, so what is told of them comes as columns: that many structs would take
    /// JavaScript a moment to read.
    #[wasm_bindgen(readonly)]
    pub names: Vec<String>,
    /// Where each of them starts in the file, in bytes.
    #[wasm_bindgen(readonly)]
    pub starts: Vec<f64>,
    /// Where each of them has ended.
    #[wasm_bindgen(readonly)]
    pub ends: Vec<f64>,
}

/// Opens a book of `length` bytes, of which pieces are known: those in `bytes`, one after the other, that start at the offsets and
/// have the lengths in `places`, a pair each.
#[wasm_bindgen(js_name = look)]
pub fn look_for_js(length: f64, places: &Floats, bytes: &Bytes) -> Result<Look, JsError> {
    Ok(look(&pieces_of(length, places, bytes)?)?)
}

/// The same, for those that are not JavaScript.
pub fn look(pieces: &Pieces) -> Result<Look, Refused> {
    match pieces.book().open() {
        Ok(opened) => Ok(Look::of(&opened)),
        Err(Stop::Refused(refused)) => Err(refused),
        Err(Stop::Read(range)) => Ok(Look { needs: Some(range.into()), ..Look::default() }),
    }
}

impl Look {
    fn of(opened: &Opened) -> Self {
        let cover = opened.cover.as_ref().and_then(Existing::name);
        let archive: &Archive = opened.archive();
        let (mut notes, mut names) = (Vec::new(), Vec::new());
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for note in &opened.notes {
            notes.push(note.to_string());
        }
        for entry in &archive.entries {
            names.push(archive.name(entry).into_owned());
            starts.push(entry.range.start as f64);
            ends.push(entry.range.end as f64);
        }
        Self {
            needs: None,
            version: opened.version.clone(),
            title: opened.title.clone(),
            author: opened.author(),
            kind: opened.fandom.clone().unwrap_or_default(),
            colour: Colour::of(&opened.kind()).text(),
            cover: cover.map(str::to_owned),
            notes,
            names,
            starts,
            ends,
        }
    }
}

/// How the new book is made of the old one.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// What it keeps of the old one, one range after the other.
    #[wasm_bindgen(readonly)]
    pub kept: Vec<ByteRange>,
    /// Its bytes behind these, all new.
    #[wasm_bindgen(readonly)]
    pub tail: Vec<u8>,
    /// The name of the cover's entry.
    #[wasm_bindgen(readonly)]
    pub cover: String,
    /// How many entries the new book has.
    #[wasm_bindgen(readonly)]
    pub entries: u32,
    /// How many of them are those of the old book, bit for bit.
    #[wasm_bindgen(readonly)]
    pub unchanged: u32,
}

/// Plans the book with `png` as its cover; see [`look_for_js`]. All that it asks for has to be known.
#[wasm_bindgen(js_name = plan)]
pub fn plan_for_js(
    length: f64,
    places: &Floats,
    bytes: &Bytes,
    png: &Bytes,
    #[wasm_bindgen(unchecked_param_type = "boolean")] replaces: &JsValue,
) -> Result<Planned, JsError> {
    let pieces = pieces_of(length, places, bytes)?;
    let png = pieces::bytes("png", png, MAX_IMAGE)?;
    Ok(plan(&pieces, &png, replaces.is_truthy())?)
}

/// The most bytes of an image. Ours have some 20,000.
const MAX_IMAGE: u64 = 8 << 20;

/// The same, for those that are not JavaScript.
pub fn plan(pieces: &Pieces, png: &[u8], replaces: bool) -> Result<Planned, RequestError> {
    let opened = pieces.book().open().map_err(|stop| match stop {
        Stop::Refused(refused) => RequestError::Refused(refused),
        Stop::Read(_) => RequestError::Unread,
    })?;
    let plan = opened.plan(Image::png(png), replaces).map_err(RequestError::Refused)?;
    // What is new goes behind all that is kept.
    let (mut kept, mut tail) = (Vec::new(), Vec::new());
    for part in plan.parts {
        match part {
            Part::Old(range) => kept.push(range.into()),
            Part::New(bytes) => tail.extend_from_slice(&bytes),
        }
    }
    Ok(Planned { kept, tail, cover: plan.cover, entries: plan.entries as u32, unchanged: plan.unchanged as u32 })
}

/// A made-up book with a hole of zeros in it: what stands before the hole, and what behind it.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleFile {
    /// Up to the hole.
    #[wasm_bindgen(readonly)]
    pub head: Vec<u8>,
    /// From there to the end.
    #[wasm_bindgen(readonly)]
    pub tail: Vec<u8>,
}

/// The made-up book of this name, with an entry of so many zeros, or none if they are none.
#[wasm_bindgen(js_name = sample)]
pub fn sample_for_js(id: &Text, hole: f64) -> Result<SampleFile, JsError> {
    let hole = limits::check_number("hole", hole, 0..=MAX_HOLE)?;
    Ok(samples::file(&text(id), hole)?)
}

#[cfg(test)]
mod tests;
