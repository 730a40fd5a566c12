//! Implementations that need no other program: Unicode's own property, and Rust.

use icu_properties::CodePointSetData;
use icu_properties::props::WhiteSpace;

use super::{Call, Implementation};
use crate::answer::{CODE_POINTS, Said};

/// The crate that has Unicode's property, and its version.
pub(crate) const ICU_PROPERTIES: &str = "icu_properties 2.4.0";

pub(super) const UNICODE: Call = ("unicode-white-space", "White_Space");
pub(super) const RUST: [Call; 2] = [("rust-char", "char::is_whitespace"), ("rust-ascii", "u8::is_ascii_whitespace")];

pub(super) fn all() -> Vec<Implementation> {
    let white_space = CodePointSetData::new::<WhiteSpace>();
    let rust = env!("RECORD_TOOLCHAIN").split(' ').nth(1).unwrap_or("unknown");
    let (major, minor, update) = char::UNICODE_VERSION;
    let unicode = Some(format!("{major}.{minor}.{update}"));
    let of_unicode = Implementation {
        id: UNICODE.0,
        language: "Unicode",
        call: UNICODE.1,
        version: ICU_PROPERTIES.to_owned(),
        unicode: None,
        said: said(|code_point| white_space.contains32(code_point)),
    };
    let of_rust = |(id, call): Call, is_space: fn(&char) -> bool| Implementation {
        id,
        language: "Rust",
        call,
        version: rust.to_owned(),
        unicode: unicode.clone(),
        // A `char` is no surrogate: nobody can ask about one.
        said: said(|it| char::from_u32(it).is_some_and(|char| is_space(&char))),
    };
    let [char, ascii] = RUST;
    vec![of_unicode, of_rust(char, |char| char.is_whitespace()), of_rust(ascii, char::is_ascii_whitespace)]
}

fn said(is_space: impl Fn(u32) -> bool) -> Said {
    Said { asked: CODE_POINTS, spaces: (0..CODE_POINTS).filter(|&code_point| is_space(code_point)).collect() }
}
