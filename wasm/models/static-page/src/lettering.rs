//! Texts as a font can draw them: what has no ink is dropped, letters and their marks are put together, and characters that look like
//! others become those.

use crate::canonical::Letters;

/// A mark above or below a letter: the character whose outline is drawn for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub glyph: char,
    pub is_above: bool,
}

/// A text in composed letters, without what has no ink but for white space and places at which a line may end.
pub(crate) fn drawable(text: &str, letters: &Letters) -> String {
    let mut said = String::with_capacity(text.len());
    for character in text.chars().filter(|&character| !is_inkless(character)) {
        match likeness(character) {
            Some(like) => said.push_str(like),
            // ASCII at the width of Chinese characters.
            None if ('\u{ff01}'..='\u{ff5e}').contains(&character) => {
                said.extend(char::from_u32(u32::from(character) - 0xfee0));
            }
            None => said.push(character),
        }
    }
    letters.compose(&said)
}

/// Characters that draw nothing and that no line ends at: controls, format characters, fillers, selectors of variants and tags (Unicode
/// 14.0: general category Cc and Cf, or default ignorable). White space is none of them, and neither is U+200B, where a line may end.
fn is_inkless(character: char) -> bool {
    if character.is_control() {
        return !character.is_whitespace();
    }
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200c}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A place at which a line may end, and nothing is drawn.
pub(crate) const BREAK: char = '\u{200b}';

/// What looks like a character that the font lacks.
fn likeness(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{2010}' | '\u{2011}' => "-",
        '\u{2012}' => "–",
        '\u{2015}' | '\u{2e3a}' => "—",
        '\u{2027}' | '\u{30fb}' => "·",
        // Letters of Hawaiian and of transliterations, whose glyphs in the font have no width.
        '\u{2bb}' | '\u{2bd}' | '\u{2bf}' | '\u{201b}' => "‘",
        '\u{2bc}' | '\u{2be}' => "’",
        '\u{201f}' => "“",
        '\u{2b9}' | '\u{2032}' | '\u{2c8}' => "'",
        '\u{2ba}' | '\u{2033}' => "\"",
        '\u{2236}' => ":",
        '\u{2024}' => ".",
        '\u{2025}' => "..",
        '\u{2044}' | '\u{2215}' => "/",
        '\u{2116}' => "No",
        '\u{212a}' => "K",
        '\u{212b}' => "Å",
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{1c4}' => "DŽ",
        '\u{1c5}' => "Dž",
        '\u{1c6}' => "dž",
        '\u{1c7}' => "LJ",
        '\u{1c8}' => "Lj",
        '\u{1c9}' => "lj",
        '\u{1ca}' => "NJ",
        '\u{1cb}' => "Nj",
        '\u{1cc}' => "nj",
        _ => return None,
    })
}

/// How a combining mark is drawn; none if the font has nothing for it.
pub(crate) fn mark(combining: char) -> Option<Mark> {
    let (glyph, is_above) = match combining {
        '\u{300}' => ('`', true),
        '\u{301}' => ('´', true),
        '\u{302}' => ('ˆ', true),
        '\u{303}' => ('˜', true),
        '\u{304}' => ('¯', true),
        '\u{307}' => (DOT, true),
        '\u{308}' => ('¨', true),
        '\u{309}' => ('\u{309}', true),
        '\u{30a}' => ('˚', true),
        '\u{30b}' => ('˝', true),
        '\u{30c}' => ('ˇ', true),
        '\u{323}' => (DOT, false),
        '\u{324}' => ('¨', false),
        '\u{325}' => ('˚', false),
        '\u{327}' => ('¸', false),
        '\u{329}' => ('\u{329}', false),
        '\u{32d}' => ('ˆ', false),
        '\u{330}' => ('˜', false),
        '\u{331}' => ('¯', false),
        _ => return None,
    };
    Some(Mark { glyph, is_above })
}

const DOT: char = '\u{323}';

/// Whether a character stands on or under the one before it, in any script that has Latin's marks.
pub(crate) fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

/// A letter as it stands under a mark: without its own dot.
pub(crate) fn dotless(letter: char) -> char {
    if letter == 'i' { 'ı' } else { letter }
}
