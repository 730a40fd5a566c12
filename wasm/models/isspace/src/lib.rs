//! What happens when a parser asks the locale which bytes are white space, and the text is UTF-8.
//!
//! A character beyond ASCII is two to four bytes in UTF-8. A parser that goes byte by byte and asks C's `isspace()` gets an
//! answer for each of them. In some locales that answer is yes for a byte that occurs inside characters, and the parser
//! tears them apart. [`hstore`] is such a parser, one step at a time; [`difference`] sets it beside itself with another rule;
//! [`search`] asks it about every character of Unicode.
//!
//! What counts as white space is a [`ByteSet`]; what breaks is a [`RangeSet`] of code points.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod bytes;
pub mod difference;
pub mod hstore;
mod ranges;
pub mod search;

pub use bytes::{ASCII_SPACES, ByteSet, MACOS_UTF8_SPACES};
pub use ranges::RangeSet;

#[cfg(test)]
mod tests;
