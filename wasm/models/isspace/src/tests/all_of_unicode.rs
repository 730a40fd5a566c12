use super::*;

/// How many characters beyond ASCII have one of these continuation bytes in their UTF-8, from the shape of the encoding alone: a
/// lead byte and the range of the byte after it (Unicode, table 3-7), then any.
fn closed_form(bytes: &[u8]) -> u64 {
    let hits = |low: u8, high: u8| bytes.iter().filter(|byte| (low..=high).contains(*byte)).count() as u64;
    let all = hits(0x80, 0xBF);
    let two = 30 * all;
    let longer: u64 = (0xE0..=0xF4u8)
        .map(|lead| {
            let (low, high) = match lead {
                0xE0 => (0xA0, 0xBF),
                0xED => (0x80, 0x9F),
                0xF0 => (0x90, 0xBF),
                0xF4 => (0x80, 0x8F),
                _ => (0x80, 0xBF),
            };
            let seconds = u64::from(high - low) + 1;
            let rest = if lead < 0xF0 { 1 } else { 2 };
            seconds * 64_u64.pow(rest) - (seconds - hits(low, high)) * (64 - all).pow(rest)
        })
        .sum();
    two + longer
}

fn set(bytes: &[u8]) -> ByteSet {
    bytes.iter().copied().chain(ASCII_SPACES.iter()).collect()
}

#[test]
fn every_character_is_there_and_no_surrogate() {
    assert_eq!(scalar_values().count(), 0x11_0000 - 0x800);
    assert_eq!(scalar_values().last(), Some('\u{10FFFF}'));
}

#[test]
fn the_search_finds_as_many_as_the_shape_of_utf_8_says() {
    assert_eq!(closed_form(&[0x85, 0xA0]), 99_104);
    for bytes in [&[0x85, 0xA0][..], &[0x85], &[0xA0], &[0x80, 0x9F, 0xBF], &[]] {
        let found: RangeSet = broken(set(bytes)).map(|broken| u32::from(broken.character)).collect();
        assert_eq!(found.count(), closed_form(bytes), "{bytes:02X?}");
        assert_eq!(found, encoded_with(set(bytes)), "{bytes:02X?}");
    }
}

#[test]
fn the_published_rule_breaks_a_grave_and_a_ogonek() {
    let all: Vec<_> = broken(MACOS_UTF8_SPACES).collect();
    let of = |character| all.iter().find(|broken| broken.character == character).map(|broken| broken.verdicts);
    use Verdict::{Altered, Refused};
    assert_eq!("ąà".as_bytes(), [0xC4, 0x85, 0xC3, 0xA0]);
    for character in ['à', 'ą', 'Å', 'Š', '\u{85}', '\u{A0}'] {
        assert_eq!(of(character), Some([Altered, Refused, Altered, Refused]), "{character}");
    }
    // F0 9F 98 85: the last byte is lost, as that of a letter.
    assert_eq!(of('😅'), Some([Altered, Refused, Altered, Refused]));
    // E5 85 80: what is left of it can't stand between a key and its `=`.
    assert_eq!(of('兀'), Some([Refused; 4]));
    // E5 85 A0: both bytes are taken for spaces.
    assert_eq!(of('兠'), Some([Altered, Refused, Altered, Refused]));
    for character in ['a', 'é', ' ', '"', '=', ',', '\\', '日', '😀'] {
        assert_eq!(of(character), None, "{character}");
    }
}

#[test]
fn every_character_that_holds_such_a_byte_breaks_in_every_place() {
    assert!(broken(MACOS_UTF8_SPACES).all(|broken| !broken.verdicts.contains(&Verdict::Same)));
    assert_eq!(broken(ASCII_SPACES).count(), 0);
    // Without the space among them, a key `a b` is one word.
    let without_space: ByteSet = ASCII_SPACES.iter().filter(|byte| *byte != b' ').collect();
    let found: Vec<char> = broken(without_space).map(|broken| broken.character).collect();
    assert_eq!(found, [' ']);
}

/// The fast search against parsing each character: all of the Basic Multilingual Plane, and every 61st beyond it.
#[test]
fn the_fast_search_finds_what_parsing_each_character_finds() {
    for spaces in [MACOS_UTF8_SPACES, set(&[0x20, 0x41, 0x9F]), set(&[0x3D, 0xF0]), ByteSet::EMPTY] {
        let is_tried = |character: char| u32::from(character) < 0x1_0000 || u32::from(character) % 61 == 0;
        let found: Vec<_> = broken(spaces).filter(|broken| is_tried(broken.character)).collect();
        let each = scalar_values().filter(|&character| is_tried(character));
        let expected: Vec<_> = each
            .map(|character| super::super::search::Broken { character, verdicts: verdicts_on(character, spaces) })
            .filter(|broken| broken.verdicts.iter().any(|verdict| *verdict != Verdict::Same))
            .collect();
        assert!(found == expected, "{spaces:?}: {} and {}", found.len(), expected.len());
    }
}
