//! What needs no other program: Unicode's own property, and Rust.

use icu_properties::CodePointSetData;
use icu_properties::props::WhiteSpace;

use super::Implementation;
use crate::answer::{CODE_POINTS, Said};

/// The crate that has Unicode's property, and its version.
pub(crate) const ICU_PROPERTIES: &str = "icu_properties 2.4.0";

pub(super) fn all() -> Vec<Implementation> {
    let white_space = CodePointSetData::new::<WhiteSpace>();
    let rust = env!("RECORD_TOOLCHAIN").split(' ').nth(1).unwrap_or("unknown");
    let (major, minor, update) = char::UNICODE_VERSION;
    let unicode = Some(format!("{major}.{minor}.{update}"));
    // Rust's `char` is no surrogate: nobody can ask it about one.
    let of_char = |is_space: fn(&char) -> bool| said(|it| char::from_u32(it).is_some_and(|char| is_space(&char)));
    vec![
        Implementation {
            id: "unicode-white-space",
            language: "Unicode",
            call: "White_Space",
            version: ICU_PROPERTIES.to_owned(),
            unicode: None,
            said: said(|code_point| white_space.contains32(code_point)),
        },
        Implementation {
            id: "rust-char",
            language: "Rust",
            call: "char::is_whitespace",
            version: rust.to_owned(),
            unicode: unicode.clone(),
            said: of_char(|char| char.is_whitespace()),
        },
        Implementation {
            id: "rust-ascii",
            language: "Rust",
            call: "u8::is_ascii_whitespace",
            version: rust.to_owned(),
            unicode,
            said: of_char(char::is_ascii_whitespace),
        },
    ]
}

fn said(is_space: impl Fn(u32) -> bool) -> Said {
    Said { asked: CODE_POINTS, spaces: (0..CODE_POINTS).filter(|&code_point| is_space(code_point)).collect() }
}
