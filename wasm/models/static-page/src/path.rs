//! Names of entries and the references to them.

use crate::small::{joined, part, split};

/// The folder of an entry's name, with its slash, or nothing.
pub(crate) fn folder(name: &str) -> &str {
    part(name, 0..name.bytes().rposition(|byte| byte == b'/').map_or(0, |slash| slash + 1))
}

/// The entry that a reference in a folder's document leads to. What leads out of the archive is a name that is not there.
pub(crate) fn resolve(folder: &str, href: &str) -> String {
    let path = href.split(['#', '?']).next().unwrap_or_default();
    resolve_plain(folder, &percent_decoded(path))
}

/// The entry that a path in a folder's document leads to, where nothing in the path is encoded.
pub(crate) fn resolve_plain(folder: &str, path: &str) -> String {
    let (start, rest) = match path.strip_prefix('/') {
        Some(absolute) => ("", absolute),
        None => (folder, path),
    };
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty()).collect();
    for part in rest.split('/') {
        match part {
            ".." if !parts.is_empty() => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    joined(parts.len(), &|index| parts[index], "/")
}

/// The reference in a folder's document that leads to an entry.
pub(crate) fn reference(folder: &str, name: &str) -> String {
    let (mut from, mut to) = (folder, name);
    while let (Some((one, inner)), Some((other, rest))) = (split(from, "/"), split(to, "/")) {
        if one != other {
            break;
        }
        (from, to) = (inner, rest);
    }
    let mut said = String::new();
    for _ in from.bytes().filter(|&byte| byte == b'/') {
        said.push_str("../");
    }
    for &byte in to.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            said.push(char::from(byte));
        } else {
            said.push('%');
            for half in [byte >> 4, byte & 15] {
                said.push(char::from(b"0123456789ABCDEF"[usize::from(half)]));
            }
        }
    }
    said
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.first_chunk::<2>().filter(|_| *first == b'%');
        let byte = digits.and_then(|&[high, low]| Some((digit(high)? << 4 | digit(low)?) as u8));
        bytes.push(byte.unwrap_or(*first));
        rest = &behind[if byte.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// What a hexadecimal digit counts.
fn digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
}
