//! Which characters a parser takes apart that asks about bytes.

use isspace_model::{ByteSet, search};

use crate::answer::{CODE_POINTS, Spaces};

/// Number of characters that a rule breaks in text of UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Characters that are not read, in some place, as by the rule of the C locale.
    pub all: u32,
    /// Such characters of the Basic Multilingual Plane.
    pub of_bmp: u32,
}

/// Unicode scalar values: all code points but surrogates, which have no UTF-8.
pub(crate) const SCALAR_VALUES: u32 = CODE_POINTS - 0x800;
/// Scalar values of the Basic Multilingual Plane.
pub(crate) const OF_BMP: u32 = 0x1_0000 - 0x800;

/// Tries every character, in every place of a pair.
pub(crate) fn broken_by(bytes: &Spaces) -> Broken {
    let mut broken = Broken { all: 0, of_bmp: 0 };
    for search::Broken { character, .. } in search::broken(byte_set(bytes)) {
        broken.all += 1;
        broken.of_bmp += u32::from(u32::from(character) < 0x1_0000);
    }
    broken
}

/// Counts the characters beyond ASCII that hold such a byte: the same numbers by other means, where a rule differs beyond ASCII alone.
pub(crate) fn holding(bytes: &Spaces) -> Broken {
    let holding = search::encoded_with(byte_set(bytes));
    let count = |end: u32| holding.iter().filter(|&code_point| code_point < end).count();
    let [all, of_bmp] =
        [CODE_POINTS, 0x1_0000].map(|end| u32::try_from(count(end)).expect("there are fewer code points"));
    Broken { all, of_bmp }
}

fn byte_set(bytes: &Spaces) -> ByteSet {
    bytes.iter().filter_map(|&byte| u8::try_from(byte).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{macos_utf8, six};

    /// The count by definition: nothing is parsed, every byte of every character is looked at.
    fn plainly(bytes: &Spaces) -> Broken {
        let mut broken = Broken { all: 0, of_bmp: 0 };
        for character in
            ('\u{80}'..=char::MAX).filter(|each| each.to_string().bytes().any(|byte| bytes.contains(&byte.into())))
        {
            broken.all += 1;
            broken.of_bmp += u32::from(character <= '\u{FFFF}');
        }
        broken
    }

    #[test]
    fn the_published_rule_breaks_every_character_whose_bytes_it_calls_spaces() {
        let broken = broken_by(&macos_utf8());
        assert_eq!(broken, plainly(&macos_utf8()));
        assert_eq!(broken, holding(&macos_utf8()));
        assert_eq!(SCALAR_VALUES as usize, ('\0'..=char::MAX).count());
        assert_eq!(OF_BMP as usize, ('\0'..='\u{FFFF}').count());
    }

    #[test]
    fn each_of_its_two_bytes_alone_breaks_fewer() {
        let mut sum = 0;
        for byte in [0x85, 0xA0] {
            let mut rule = six();
            rule.insert(byte);
            let broken = broken_by(&rule);
            assert_eq!(broken, plainly(&rule), "{byte:x}");
            sum += broken.all;
        }
        // Characters with both bytes are counted twice.
        assert!(sum > broken_by(&macos_utf8()).all);
    }

    #[test]
    fn the_six_break_nothing() {
        assert_eq!(broken_by(&six()), Broken { all: 0, of_bmp: 0 });
    }
}
