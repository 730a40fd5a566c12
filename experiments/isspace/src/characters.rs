//! Notation and names of code points.

/// `U+0085`.
pub(crate) fn notation(code_point: u32) -> String {
    format!("U+{code_point:04X}")
}

/// Bytes of a code point in UTF-8, `C2 85`; a surrogate has none.
pub(crate) fn utf8(code_point: u32) -> String {
    let bytes = char::from_u32(code_point).map(|char| char.to_string().into_bytes()).unwrap_or_default();
    hex(bytes.into_iter())
}

/// Bytes as text, `09 0A`.
pub(crate) fn hex(bytes: impl Iterator<Item = u8>) -> String {
    bytes.map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Name in the Unicode Standard; control characters have only aliases (NameAliases.txt), of which this is the first.
pub(crate) fn name(code_point: u32) -> String {
    if let Some(&(_, name)) = CONTROLS.iter().find(|(control, _)| *control == code_point) {
        return name.to_owned();
    }
    let name = char::from_u32(code_point).and_then(unicode_names2::name);
    name.map_or_else(|| "no name".to_owned(), |name| name.to_string())
}

const CONTROLS: [(u32, &str); 34] = [
    (0x00, "NULL"),
    (0x01, "START OF HEADING"),
    (0x02, "START OF TEXT"),
    (0x03, "END OF TEXT"),
    (0x04, "END OF TRANSMISSION"),
    (0x05, "ENQUIRY"),
    (0x06, "ACKNOWLEDGE"),
    (0x07, "ALERT"),
    (0x08, "BACKSPACE"),
    (0x09, "CHARACTER TABULATION"),
    (0x0A, "LINE FEED"),
    (0x0B, "LINE TABULATION"),
    (0x0C, "FORM FEED"),
    (0x0D, "CARRIAGE RETURN"),
    (0x0E, "SHIFT OUT"),
    (0x0F, "SHIFT IN"),
    (0x10, "DATA LINK ESCAPE"),
    (0x11, "DEVICE CONTROL ONE"),
    (0x12, "DEVICE CONTROL TWO"),
    (0x13, "DEVICE CONTROL THREE"),
    (0x14, "DEVICE CONTROL FOUR"),
    (0x15, "NEGATIVE ACKNOWLEDGE"),
    (0x16, "SYNCHRONOUS IDLE"),
    (0x17, "END OF TRANSMISSION BLOCK"),
    (0x18, "CANCEL"),
    (0x19, "END OF MEDIUM"),
    (0x1A, "SUBSTITUTE"),
    (0x1B, "ESCAPE"),
    (0x1C, "INFORMATION SEPARATOR FOUR"),
    (0x1D, "INFORMATION SEPARATOR THREE"),
    (0x1E, "INFORMATION SEPARATOR TWO"),
    (0x1F, "INFORMATION SEPARATOR ONE"),
    (0x7F, "DELETE"),
    (0x85, "NEXT LINE"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_point_is_written_with_at_least_four_digits() {
        assert_eq!(notation(0x20), "U+0020");
        assert_eq!(notation(0x10FFFF), "U+10FFFF");
    }

    #[test]
    fn bytes_are_those_of_utf8_and_a_surrogate_has_none() {
        assert_eq!(utf8(0x85), "C2 85");
        assert_eq!(utf8(0x3000), "E3 80 80");
        assert_eq!(utf8(0xD800), "");
    }

    #[test]
    fn names_are_the_standards() {
        for (code_point, expected) in [
            (0x85, "NEXT LINE"),
            (0xA0, "NO-BREAK SPACE"),
            (0x1680, "OGHAM SPACE MARK"),
            (0xFEFF, "ZERO WIDTH NO-BREAK SPACE"),
            (0xD800, "no name"),
        ] {
            assert_eq!(name(code_point), expected);
        }
    }

    #[test]
    fn every_control_character_below_space_has_its_alias_in_its_place() {
        assert!((0..0x20).all(|control| CONTROLS[control as usize].0 == control));
        assert!(CONTROLS.iter().all(|&(control, _)| char::from_u32(control).is_some_and(char::is_control)));
    }
}
