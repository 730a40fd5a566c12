//! Which characters a rule breaks: every one of Unicode, in every place of a pair.

use super::bytes::{ASCII_SPACES, ByteSet};
use super::difference::{Verdict, verdict};
use super::ranges::RangeSet;

limits::named! {
    /// Place of a character in a word without quotes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Place as "PlaceName" {
        /// The whole key: `à=>1`.
        Key = "key",
        /// Within a key: `aàb=>1`.
        WithinKey = "within-key",
        /// The whole value: `k=>à`.
        Value = "value",
        /// Within a value: `k=>aàb`.
        WithinValue = "within-value",
    }
}

impl Place {
    /// The texts before and behind a character in this place.
    pub const fn around(self) -> [&'static str; 2] {
        match self {
            Self::Key => ["", "=>1"],
            Self::WithinKey => ["a", "b=>1"],
            Self::Value => ["k=>", ""],
            Self::WithinValue => ["k=>a", "b"],
        }
    }

    /// A text with the character in this place.
    pub fn text(self, character: char) -> String {
        let [before, behind] = self.around();
        format!("{before}{character}{behind}")
    }
}

/// Every Unicode scalar value: 1,112,064 code points, assigned or not, without the surrogates, which have no UTF-8.
pub fn scalar_values() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

/// A character that is not read as the ASCII rule reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
    /// The character.
    pub character: char,
    /// Verdicts in each of [`Place::ALL`].
    pub verdicts: [Verdict; 4],
}

/// Verdicts on a character in each of [`Place::ALL`], found by parsing it under a rule and under the ASCII rule.
pub fn verdicts_on(character: char, spaces: ByteSet) -> [Verdict; 4] {
    Place::ALL.map(|place| verdict(place.text(character).as_bytes(), spaces, ASCII_SPACES))
}

/// The characters that a rule breaks, in order. Beyond ASCII a byte is white space or part of a word, and nothing else, so that
/// one character of each pattern of such bytes is parsed for all (1 s becomes 5 ms, natively); [`verdicts_on`] each is the test's oracle.
pub fn broken(spaces: ByteSet) -> impl Iterator<Item = Broken> {
    // A one, and a bit for each of at most four bytes.
    let mut by_pattern = [None; 32];
    scalar_values().filter_map(move |character| {
        let verdicts = if character.is_ascii() {
            verdicts_on(character, spaces)
        } else {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).bytes();
            let pattern = bytes.fold(1, |pattern, byte| pattern << 1 | usize::from(spaces.contains(byte)));
            *by_pattern[pattern].get_or_insert_with(|| verdicts_on(character, spaces))
        };
        verdicts.iter().any(|verdict| *verdict != Verdict::Same).then_some(Broken { character, verdicts })
    })
}

/// The code points beyond ASCII whose UTF-8 holds one of the bytes. For a rule that differs from the ASCII one beyond ASCII alone,
/// these are the characters that it breaks; nothing is parsed to find them.
pub fn encoded_with(spaces: ByteSet) -> RangeSet {
    scalar_values()
        .filter(|character| {
            let mut buffer = [0; 4];
            !character.is_ascii() && character.encode_utf8(&mut buffer).bytes().any(|byte| spaces.contains(byte))
        })
        .map(u32::from)
        .collect()
}
