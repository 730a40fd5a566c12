//! Letters with marks as Unicode compares them: `é` is one character or two, and both are the same text (canonical equivalence).
//!
//! The tables are of letters of two parts; see `unicode/README.md`. Readers fetch them: 3 kB with gzip.

use crate::small::sorted;

const LATIN: &str = include_str!("../unicode/latin.txt");
const OTHERS: &str = include_str!("../unicode/others.txt");

/// First syllable, leading consonant, vowel and trailing consonant of Korean, and how many there are (Unicode 14.0, section 3.12).
const SYLLABLES: u32 = 0xac00;
const LEADS: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
const TRAILS: u32 = 0x11a7;
const LEAD_COUNT: u32 = 19;
const VOWEL_COUNT: u32 = 21;
const TRAIL_COUNT: u32 = 28;

/// A letter and the two characters that it is made of.
#[derive(Debug, Clone, Copy)]
struct Letter {
    whole: char,
    parts: [char; 2],
}

/// Letters that have marks.
#[derive(Debug)]
pub(crate) struct Letters {
    /// Sorted by the whole letter.
    letters: Vec<Letter>,
}

impl Letters {
    /// Letters of the Latin script alone.
    pub(crate) fn latin() -> Self {
        Self { letters: parse(LATIN) }
    }

    /// Letters of all scripts.
    pub(crate) fn all() -> Self {
        let mut letters = parse(LATIN);
        letters.append(&mut parse(OTHERS));
        let order = sorted(letters.len(), &|one, other| letters[one].whole.cmp(&letters[other].whole));
        Self { letters: order.into_iter().map(|index| letters[index]).collect() }
    }

    /// The two characters that a letter is made of; none if it is made of itself.
    pub(crate) fn parts(&self, whole: char) -> Option<[char; 2]> {
        let found = self.letters.binary_search_by(|letter| letter.whole.cmp(&whole));
        found.ok().map(|index| self.letters[index].parts).or_else(|| syllable_parts(whole))
    }

    /// A text with every letter taken apart (NFD, but for the order of marks, which stays).
    pub(crate) fn decompose(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        for character in text.chars() {
            // The marks of a letter, last first.
            let (mut base, mut marks) = (character, Vec::new());
            while let Some([first, mark]) = self.parts(base) {
                marks.push(mark);
                base = first;
            }
            said.push(base);
            said.extend(marks.into_iter().rev());
        }
        said
    }

    /// A text with every mark put onto the letter before it, where that is a letter of its own (NFC, but for marks in another order).
    pub(crate) fn compose(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        for mark in text.chars() {
            let base = said.pop();
            let whole = base.and_then(|base| self.whole([base, mark]));
            let both = if whole.is_some() { [whole, None] } else { [base, Some(mark)] };
            said.extend(both.into_iter().flatten());
        }
        said
    }

    /// The letter that two characters make.
    fn whole(&self, parts: [char; 2]) -> Option<char> {
        // ASCII is no mark, and most of most texts.
        let is_mark = !parts[1].is_ascii();
        let found = self.letters.iter().filter(|_| is_mark).find(|letter| letter.parts == parts);
        found.map(|letter| letter.whole)
    }
}

/// Columns of equal length: letters, first parts, second parts.
fn parse(table: &str) -> Vec<Letter> {
    let all: Vec<char> = table.chars().collect();
    let count = all.len() / 3;
    (0..count).map(|row| Letter { whole: all[row], parts: [all[count + row], all[2 * count + row]] }).collect()
}

fn syllable_parts(whole: char) -> Option<[char; 2]> {
    let index =
        u32::from(whole).checked_sub(SYLLABLES).filter(|index| *index < LEAD_COUNT * VOWEL_COUNT * TRAIL_COUNT)?;
    let pair = match index % TRAIL_COUNT {
        0 => {
            let index = index / TRAIL_COUNT;
            [LEADS + index / VOWEL_COUNT, VOWELS + index % VOWEL_COUNT]
        }
        trail => [u32::from(whole) - trail, TRAILS + trail],
    };
    Some([char::from_u32(pair[0])?, char::from_u32(pair[1])?])
}
