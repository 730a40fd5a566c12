//! From numbers and text as JavaScript has them to what the parser accepts, and back.

use isspace_model::difference::{Verdict, parting, verdict};
use isspace_model::hstore::{Parser, Step};
use isspace_model::{ASCII_SPACES, ByteSet};
use limits::{LimitError, check};
use wasm_bindgen::prelude::*;

/// The longest text, in bytes of UTF-8.
pub const MAX_BYTES: u64 = 4_096;

/// The most bytes that a rule lists.
pub const MAX_SPACES: u64 = 256;

/// The bytes that are white space.
pub fn rule(spaces: &[u32]) -> Result<ByteSet, LimitError> {
    spaces.iter().map(|byte| check("a byte of spaces", (*byte).into(), 0..=255).map(|byte| byte as u8)).collect()
}

/// Steps and words of a parser on a text.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The steps.
    #[wasm_bindgen(readonly)]
    pub steps: Vec<Step>,
    /// Keys and values in turn; the last one may be unfinished.
    #[wasm_bindgen(readonly)]
    pub words: Vec<Word>,
}

/// A key or a value.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The bytes.
    #[wasm_bindgen(readonly)]
    pub bytes: Vec<u8>,
    /// True for a value that stands for NULL.
    #[wasm_bindgen(readonly, js_name = isNull)]
    pub is_null: bool,
}

/// A text under two rules.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Run by the rule.
    #[wasm_bindgen(readonly)]
    pub rule: Run,
    /// Run by the ASCII rule.
    #[wasm_bindgen(readonly)]
    pub ascii: Run,
    /// Comparison of what the rule makes of the text with what the ASCII rule makes of it.
    #[wasm_bindgen(readonly)]
    pub verdict: Verdict,
    /// The first step, counted from 0, in which they part.
    #[wasm_bindgen(readonly)]
    pub parting: Option<usize>,
}

/// Parses a text under a rule and under the ASCII rule.
pub fn compare(text: &str, spaces: ByteSet) -> Result<Comparison, LimitError> {
    let text = text.as_bytes();
    check("bytes of the text", text.len() as u64, 0..=MAX_BYTES)?;
    Ok(Comparison {
        rule: run(text, spaces),
        ascii: run(text, ASCII_SPACES),
        verdict: verdict(text, spaces, ASCII_SPACES),
        parting: parting(text, spaces, ASCII_SPACES),
    })
}

fn run(text: &[u8], spaces: ByteSet) -> Run {
    let mut parser = Parser::new(text, spaces);
    let steps = std::iter::from_fn(|| parser.step()).collect();
    let is_null = |number: usize| number % 2 == 1 && parser.pairs()[number / 2].value.is_none();
    let word = |bytes: &[u8], is_null| Word { bytes: bytes.to_vec(), is_null };
    let words = parser.words().iter().enumerate().map(|(number, bytes)| word(bytes, is_null(number)));
    let last = Some(parser.in_progress()).filter(|bytes| !bytes.is_empty());
    let words = words.chain(last.map(|bytes| word(bytes, false))).collect();
    Run { steps, words }
}

#[cfg(test)]
mod tests {
    use isspace_model::MACOS_UTF8_SPACES;
    use isspace_model::hstore::{Action, Part, Side, State};

    use super::*;

    #[test]
    fn a_rule_is_its_bytes_and_nothing_else_is_a_byte() {
        assert_eq!(rule(&[0x20, 0xA0, 0x85, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]), Ok(MACOS_UTF8_SPACES));
        assert_eq!(rule(&[256]).unwrap_err().to_string(), "a byte of spaces is 256; it must be from 0 to 255");
        assert!(rule(&[0x20, u32::MAX]).is_err());
    }

    fn word((bytes, is_null): (&[u8], bool)) -> Word {
        Word { bytes: bytes.to_vec(), is_null }
    }

    #[test]
    fn steps_words_and_nulls_come_as_the_parser_has_them() {
        let compared = compare("k=>nulL, à=>\"NULL\", cd", MACOS_UTF8_SPACES).unwrap();
        // Both miss the value of the last pair.
        assert_eq!((compared.verdict, compared.parting), (Verdict::Same, Some(12)));
        let expected = [(&b"k"[..], false), (b"nulL", true), (b"\xC3", false), (b"NULL", false), (b"cd", false)];
        assert_eq!(compared.rule.words, expected.map(word));
        assert_eq!(compared.ascii.words[2], word(("à".as_bytes(), false)));
        assert!(compared.ascii.words[1].is_null);
        let (state, next) = (State::Word(Side::Key, Part::Before), State::Word(Side::Key, Part::Plain));
        let (byte, action) = (Some(b'k'), Action::Append);
        assert_eq!(compared.rule.steps[0], Step { offset: 0, byte, state, action, next, words: 0, in_progress: 1 });
        assert_eq!(compared.rule.steps.last().unwrap().byte, None);
        assert_eq!(compare("k", MACOS_UTF8_SPACES).unwrap().rule.words, [word((b"k", false))]);
    }

    #[test]
    fn a_long_text_is_refused_in_words() {
        assert!(compare(&"a".repeat(4_096), ASCII_SPACES).is_ok());
        let refused = compare(&"à".repeat(2_049), ASCII_SPACES).unwrap_err().to_string();
        assert_eq!(refused, "bytes of the text is 4,098; it must be from 0 to 4,096");
    }
}
