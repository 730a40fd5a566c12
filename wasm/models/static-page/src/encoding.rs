//! UTF-8 and UTF-16, the two that EPUB allows for its XML.

use crate::bytes::put16;
use crate::small::split;

/// How a document's characters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// With a mark of the byte order before it, or not.
    Utf16 {
        is_big: bool,
        has_mark: bool,
    },
}

/// A document's text; none if it is neither. A mark of UTF-8 stays in the text.
pub(crate) fn decode(bytes: &[u8]) -> Option<(String, Encoding)> {
    let (is_big, has_mark) = match bytes {
        [0xfe, 0xff, ..] => (true, true),
        [0xff, 0xfe, ..] => (false, true),
        [0, b'<', ..] => (true, false),
        [b'<', 0, ..] => (false, false),
        _ => {
            let text = std::str::from_utf8(bytes).ok()?;
            return is_utf8(text).then(|| (text.to_owned(), Encoding::Utf8));
        }
    };
    let (pairs, []) = bytes[if has_mark { 2 } else { 0 }..].as_chunks() else { return None };
    let units: Vec<u16> = pairs.iter().map(|&pair| unit(pair, is_big)).collect();
    let text = String::from_utf16(&units).ok()?;
    Some((text, Encoding::Utf16 { is_big, has_mark }))
}

/// The bytes of a text.
pub(crate) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let Encoding::Utf16 { is_big, has_mark } = encoding else { return text.as_bytes().to_vec() };
    let mut bytes = Vec::new();
    let mut put = |unit: u16| put16(&mut bytes, if is_big { unit.swap_bytes() } else { unit });
    if has_mark {
        put(0xfeff);
    }
    text.encode_utf16().for_each(put);
    bytes
}

fn unit(pair: [u8; 2], is_big: bool) -> u16 {
    let unit = u16::from_le_bytes(pair);
    if is_big { unit.swap_bytes() } else { unit }
}

/// Whether a text that reads as UTF-8 does not say that it is something else. What has only ASCII may say so: it is the same.
fn is_utf8(text: &str) -> bool {
    if text.is_ascii() {
        return true;
    }
    let start = text.trim_start_matches('\u{feff}');
    let Some(declaration) = start.strip_prefix("<?xml").and_then(|rest| split(rest, "?>")) else { return true };
    let Some((_, encoding)) = split(declaration.0, "encoding") else { return true };
    encoding.trim_start_matches([' ', '=', '"', '\'', '\t', '\n', '\r']).to_ascii_lowercase().starts_with("utf-8")
}
