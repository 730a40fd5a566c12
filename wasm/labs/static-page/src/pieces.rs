//! From what JavaScript hands over to the pieces of a book that are known.

use std::fmt;

use limits::{ArgumentError, LimitError, check_number};
use static_page_model::{Book, Refused};
use wasm_bindgen::prelude::*;

// Declared here, as `from_js` declares its lists: a throw that is not caught leaves what it passes through on the stack.
#[wasm_bindgen]
extern "C" {
    type Uint8Array;
    #[wasm_bindgen(method, getter, catch)]
    fn length(this: &Uint8Array) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, js_name = subarray, catch)]
    fn all(this: &Uint8Array) -> Result<Vec<u8>, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// A `Uint8Array`, as TypeScript calls it, which may be anything until it is read.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type Bytes;
}

/// The most pieces of a book.
const MAX_PIECES: u64 = 64;
/// The most bytes of them together: a directory, three documents and an end, each of which has a limit in the model.
const MAX_BYTES: u64 = 48 << 20;

/// Why something that was asked for was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestError {
    /// An argument is not what it has to be.
    Argument(ArgumentError),
    /// Pieces are said to have other bytes than there are, or to lie outside of the book.
    Places,
    /// The model refuses the book.
    Refused(Refused),
    /// Something that the plan needs is not known.
    Unread,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(error) => error.fmt(f),
            Self::Places => f.write_str(
                "places does not fit to the bytes; it must be an offset and a length for each piece of the book",
            ),
            Self::Refused(refused) => refused.fmt(f),
            Self::Unread => f.write_str("the book is not read far enough; it must be looked at first"),
        }
    }
}

impl std::error::Error for RequestError {}

impl From<ArgumentError> for RequestError {
    fn from(error: ArgumentError) -> Self {
        Self::Argument(error)
    }
}

impl From<LimitError> for RequestError {
    fn from(error: LimitError) -> Self {
        Self::Argument(error.into())
    }
}

/// The pieces of a book that are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    length: u64,
    pieces: Vec<(u64, Vec<u8>)>,
}

impl Pieces {
    /// The pieces of a book of so many bytes, none of which is known yet.
    pub fn new(length: u64) -> Self {
        Self { length, pieces: Vec::new() }
    }

    /// Adds what stands at an offset.
    pub fn add(&mut self, start: u64, bytes: Vec<u8>) {
        self.pieces.push((start, bytes));
    }

    /// How many bytes are known.
    pub fn bytes(&self) -> u64 {
        self.pieces.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }

    pub(crate) fn book(&self) -> Book {
        let mut book = Book::new(self.length);
        for (start, bytes) in &self.pieces {
            book.give(*start, bytes.clone());
        }
        book
    }

    /// Cuts bytes up into the pieces that `places` tells of: offset and length, offset and length.
    pub(crate) fn cut(length: u64, places: &[f64], mut bytes: &[u8]) -> Result<Self, RequestError> {
        let mut found = Self::new(length);
        let (pairs, []) = places.as_chunks::<2>() else { return Err(RequestError::Places) };
        for &[start, many] in pairs {
            let start = check_number("offset", start, 0..=length)?;
            let many = check_number("piece", many, 0..=length - start)?;
            let many = usize::try_from(many).ok().filter(|&many| many <= bytes.len()).ok_or(RequestError::Places)?;
            let (piece, rest) = bytes.split_at(many);
            found.add(start, piece.to_vec());
            bytes = rest;
        }
        if bytes.is_empty() { Ok(found) } else { Err(RequestError::Places) }
    }
}

/// The bytes of a `Uint8Array`, at most so many.
pub(crate) fn bytes(field: &'static str, value: &JsValue, most: u64) -> Result<Vec<u8>, RequestError> {
    let other = || ArgumentError::Kind { field, kind: "Uint8Array" };
    let list = value.dyn_ref::<Uint8Array>().ok_or_else(other)?;
    let length = list.length().map_err(|_| other())?;
    check_number(field, length.into(), 0..=most)?;
    Ok(list.all().map_err(|_| other())?)
}

pub(crate) fn pieces_of(length: f64, places: &JsValue, given: &JsValue) -> Result<Pieces, RequestError> {
    let length = from_js::whole("length", length)?;
    let places = from_js::floats("places", places, 2 * MAX_PIECES)?;
    Pieces::cut(length, &places, &bytes("bytes", given, MAX_BYTES)?)
}
