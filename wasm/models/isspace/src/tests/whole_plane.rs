use super::*;

/// How many characters beyond ASCII in the Basic Multilingual Plane have one of these continuation bytes in their UTF-8, from
/// the shape of the encoding alone: a lead byte and the range of the byte after it (Unicode, table 3-7), then any.
fn closed_form(bytes: &[u8]) -> u64 {
    let hits = |low: u8, high: u8| bytes.iter().filter(|byte| (low..=high).contains(*byte)).count() as u64;
    let all = hits(0x80, 0xBF);
    let two = 30 * all;
    let three: u64 = (0xE0..=0xEFu8)
        .map(|lead| {
            let (low, high) = match lead {
                0xE0 => (0xA0, 0xBF),
                0xED => (0x80, 0x9F),
                _ => (0x80, 0xBF),
            };
            let seconds = u64::from(high - low) + 1;
            seconds * 64 - (seconds - hits(low, high)) * (64 - all)
        })
        .sum();
    two + three
}

fn set(bytes: &[u8]) -> ByteSet {
    bytes.iter().copied().chain(ASCII_SPACES.iter()).collect()
}

#[test]
fn the_plane_has_every_character_and_no_surrogate() {
    assert_eq!(plane().count(), 0x1_0000 - 0x800);
    assert_eq!(plane().last(), Some('\u{FFFF}'));
}

#[test]
fn the_search_finds_as_many_as_the_shape_of_utf_8_says() {
    assert_eq!(closed_form(&[0x85, 0xA0]), 3_840);
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
    // E5 85 80: what is left of it can't stand between a key and its `=`.
    assert_eq!(of('兀'), Some([Refused; 4]));
    // E5 85 A0: both bytes are taken for spaces.
    assert_eq!(of('兠'), Some([Altered, Refused, Altered, Refused]));
    for character in ['a', 'é', ' ', '"', '=', ',', '\\', '日'] {
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
