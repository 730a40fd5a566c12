//! Which characters a rule breaks: every one of the Basic Multilingual Plane, in every place of a pair.

use super::bytes::{ASCII_SPACES, ByteSet};
use super::difference::{Verdict, verdict};
use super::ranges::RangeSet;

/// Where a character stands, in a word without quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// It is the whole key: `à=>1`.
    Key,
    /// It stands within a key: `aàb=>1`.
    WithinKey,
    /// It is the whole value: `k=>à`.
    Value,
    /// It stands within a value: `k=>aàb`.
    WithinValue,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Key, Self::WithinKey, Self::Value, Self::WithinValue];

    /// Its name in a lab.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::WithinKey => "within-key",
            Self::Value => "value",
            Self::WithinValue => "within-value",
        }
    }

    /// What stands before and behind the character in a text that has it in this place.
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

/// Every character of the Basic Multilingual Plane: 63,488 code points, the surrogates not being characters.
pub fn plane() -> impl Iterator<Item = char> {
    ('\0'..='\u{FFFF}').filter(|character| *character as u32 <= 0xFFFF)
}

/// A character that is not read as the ASCII rule reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
    /// The character.
    pub character: char,
    /// What becomes of it in each of [`Place::ALL`].
    pub verdicts: [Verdict; 4],
}

/// The characters that a rule breaks, in order, found by parsing each of them in every place under it and under the ASCII rule.
pub fn broken(spaces: ByteSet) -> impl Iterator<Item = Broken> {
    plane().filter_map(move |character| {
        let verdicts = Place::ALL.map(|place| verdict(place.text(character).as_bytes(), spaces, ASCII_SPACES));
        verdicts.iter().any(|verdict| *verdict != Verdict::Same).then_some(Broken { character, verdicts })
    })
}

/// The code points beyond ASCII, in the Basic Multilingual Plane, whose UTF-8 holds one of the bytes. For a rule that differs
/// from the ASCII one beyond ASCII alone, these are the characters that it breaks; nothing is parsed to find them.
pub fn encoded_with(spaces: ByteSet) -> RangeSet {
    plane()
        .filter(|character| {
            let mut buffer = [0; 4];
            !character.is_ascii() && character.encode_utf8(&mut buffer).bytes().any(|byte| spaces.contains(byte))
        })
        .map(u32::from)
        .collect()
}
