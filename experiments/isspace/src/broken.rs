//! Which characters a parser takes apart that asks about bytes.

use isspace_model::{ByteSet, search};

use crate::answer::Spaces;

/// How many characters of the Basic Multilingual Plane a rule breaks in text of UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Characters that were tried: all but surrogates.
    pub tried: u32,
    /// Those that are not read, in some place, as by the rule of the C locale.
    pub broken: u32,
}

/// Tries every character, in every place of a pair.
pub(crate) fn broken_by(bytes: &Spaces) -> Broken {
    Broken { tried: count(search::plane()), broken: count(search::broken(byte_set(bytes))) }
}

/// How many characters beyond ASCII hold such a byte: the same number by other means, where a rule differs beyond ASCII
/// alone.
pub(crate) fn holding(bytes: &Spaces) -> u32 {
    u32::try_from(search::encoded_with(byte_set(bytes)).count()).expect("there are fewer code points")
}

fn byte_set(bytes: &Spaces) -> ByteSet {
    bytes.iter().filter_map(|&byte| u8::try_from(byte).ok()).collect()
}

fn count<T>(characters: impl Iterator<Item = T>) -> u32 {
    u32::try_from(characters.count()).expect("there are fewer code points")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{macos_utf8, six};

    /// By the definition: nothing is parsed, every byte of every character is looked at.
    fn plainly(bytes: &Spaces) -> u32 {
        let mut broken = 0;
        for code_point in (0x80..=0xFFFF).filter_map(char::from_u32) {
            let text = code_point.to_string();
            broken += u32::from(text.bytes().any(|byte| bytes.contains(&u32::from(byte))));
        }
        broken
    }

    #[test]
    fn the_published_rule_breaks_every_character_whose_bytes_it_calls_spaces() {
        let broken = broken_by(&macos_utf8());
        assert_eq!((broken.tried, broken.broken), (63_488, plainly(&macos_utf8())));
        assert_eq!(broken.broken, holding(&macos_utf8()));
    }

    #[test]
    fn each_of_its_two_bytes_alone_breaks_fewer() {
        let mut sum = 0;
        for byte in [0x85, 0xA0] {
            let mut rule = six();
            rule.insert(byte);
            let broken = broken_by(&rule).broken;
            assert_eq!(broken, plainly(&rule), "{byte:x}");
            sum += broken;
        }
        // Characters with both bytes are counted twice.
        assert!(sum > broken_by(&macos_utf8()).broken);
    }

    #[test]
    fn the_six_break_nothing() {
        assert_eq!(broken_by(&six()), Broken { tried: 63_488, broken: 0 });
    }
}
