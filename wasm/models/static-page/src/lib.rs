//! A cover for an e-book (EPUB), without a server and without reading the book: a splice plan, and the picture.
//!
//! - [`Book`] is asked to [`open`](Book::open), says which bytes it needs to see ([`Stop::Read`]), and is asked again. It reads the
//!   ZIP archive's end with its directory, `META-INF/container.xml`, the package document (OPF), and of fanworks the first page: some
//!   64 kB of a book with few entries, whatever its size.
//! - [`Opened::plan`] gives a [`Plan`]: ranges of the old file and new bytes between them. Every entry but the package document
//!   stays the same compressed bytes, since nobody touches them; the package document is edited as text, by its version.
//! - [`cover::draw`] draws a picture by integers, with a font of its own: the same bytes natively and in WebAssembly. It shares
//!   nothing with the plan, so that a program that only plans has neither the font nor the drawing in it.
//!
//! [`samples`] makes books to try all this on.
//!
//! Sources: PKWARE's APPNOTE 6.3.10 (ZIP), EPUB 3.3 (W3C 2023), Open Packaging Format 2.0.1 (IDPF 2010), RFC 1951, RFC 2083.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod archive;
mod book;
mod bytes;
mod canonical;
pub mod colour;
pub mod cover;
mod encoding;
mod fandom;
mod inflate;
mod known;
mod lettering;
mod member;
mod package;
mod page;
mod path;
mod picture;
mod plan;
mod refused;
pub mod samples;
mod small;
pub mod xml;

pub use archive::{Archive, Entry, MAX_DIRECTORY};
pub use book::{Book, MAX_PACKAGE, Note, Opened};
pub use bytes::crc32;
pub use known::{PartialFile, Stop};
pub use member::MAX_CONTAINER;
pub use package::Existing;
pub use plan::{Image, Part, Plan};
pub use refused::{MAX_ENTRIES, Refused};

#[cfg(test)]
mod tests;
