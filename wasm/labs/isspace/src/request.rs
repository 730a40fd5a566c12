//! From numbers and text as JavaScript has them to what the parser accepts, and back.

use isspace_model::difference::{Verdict, parting, verdict};
use isspace_model::hstore::{Action, Parser, State};
use isspace_model::{ASCII_SPACES, ByteSet, search};
use limits::{LimitError, check};

/// The longest text, in bytes of UTF-8.
pub const MAX_BYTES: u64 = 4_096;

/// The most bytes that a rule lists.
pub const MAX_SPACES: u64 = 256;

/// What a step has for its byte at the end of the text.
pub const NO_BYTE: u32 = 256;

/// The bytes that are white space.
pub fn rule(spaces: &[u32]) -> Result<ByteSet, LimitError> {
    spaces.iter().map(|byte| check("a byte of spaces", (*byte).into(), 0..=255).map(|byte| byte as u8)).collect()
}

/// What a parser did with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Seven numbers a step.
    pub steps: Vec<u32>,
    /// Every word, and the one in progress where there is one.
    pub words: Vec<Vec<u8>>,
    /// Which pairs have NULL for their value.
    pub nulls: Vec<u32>,
}

/// A text under two rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Under the rule asked about.
    pub rule: Run,
    /// Under the ASCII rule.
    pub ascii: Run,
    /// What becomes of the text under the first.
    pub verdict: Verdict,
    /// The first step in which they part.
    pub parting: Option<usize>,
}

/// Parses a text under a rule and under the ASCII rule.
pub fn compare(text: &str, spaces: ByteSet) -> Result<Compared, LimitError> {
    let text = text.as_bytes();
    check("bytes of the text", text.len() as u64, 0..=MAX_BYTES)?;
    Ok(Compared {
        rule: run(text, spaces),
        ascii: run(text, ASCII_SPACES),
        verdict: verdict(text, spaces, ASCII_SPACES),
        parting: parting(text, spaces, ASCII_SPACES),
    })
}

fn run(text: &[u8], spaces: ByteSet) -> Run {
    let mut parser = Parser::new(text, spaces);
    let mut steps = Vec::new();
    while let Some(step) = parser.step() {
        let byte = step.byte.map_or(NO_BYTE, u32::from);
        let names = [index(&State::ALL, step.state), index(&Action::ALL, step.action), index(&State::ALL, step.next)];
        steps.extend([step.offset as u32, byte].into_iter().chain(names));
        steps.extend([step.words as u32, step.in_progress as u32]);
    }
    let mut words = parser.words().to_vec();
    if !parser.in_progress().is_empty() {
        words.push(parser.in_progress().to_vec());
    }
    // The last pair may lack its value as yet.
    let complete = parser.pairs().iter().take(parser.words().len() / 2);
    let nulls = (0..).zip(complete).filter(|(_, pair)| pair.value.is_none()).map(|(number, _)| number).collect();
    Run { steps, words, nulls }
}

/// Which of all it is: the lists of all states and of all actions are complete.
fn index<T: PartialEq>(all: &[T], one: T) -> u32 {
    all.iter().take_while(|other| **other != one).count() as u32
}

/// What a rule breaks, five numbers a character.
pub fn broken(spaces: ByteSet) -> Vec<u32> {
    search::broken(spaces)
        .flat_map(|found| {
            let [key, within_key, value, within_value] = found.verdicts.map(|verdict| verdict as u32);
            [found.character.into(), key, within_key, value, within_value]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use isspace_model::MACOS_UTF8_SPACES;

    use super::*;

    #[test]
    fn a_rule_is_its_bytes_and_nothing_else_is_a_byte() {
        assert_eq!(rule(&[0x20, 0xA0, 0x85, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]), Ok(MACOS_UTF8_SPACES));
        assert_eq!(rule(&[256]).unwrap_err().to_string(), "a byte of spaces is 256; it must be from 0 to 255");
        assert!(rule(&[0x20, u32::MAX]).is_err());
    }

    #[test]
    fn steps_words_and_nulls_come_as_the_parser_has_them() {
        let compared = compare("k=>nulL, à=>\"NULL\", cd", MACOS_UTF8_SPACES).unwrap();
        // Both miss the value of the last pair.
        assert_eq!((compared.verdict, compared.parting), (Verdict::Same, Some(12)));
        assert_eq!(compared.rule.words, [&b"k"[..], b"nulL", b"\xC3", b"NULL", b"cd"]);
        assert_eq!(compared.ascii.words[2], "à".as_bytes());
        assert_eq!((&compared.rule.nulls[..], &compared.ascii.nulls[..]), (&[0][..], &[0][..]));
        let [offset, byte, state, action, next, words, in_progress] = compared.rule.steps[..7] else { panic!() };
        assert_eq!((offset, byte, words, in_progress), (0, u32::from(b'k'), 0, 1));
        assert_eq!((State::ALL[state as usize].name(), Action::ALL[action as usize].name()), ("before-key", "append"));
        assert_eq!(State::ALL[next as usize].name(), "key");
        let last = compared.rule.steps.len() - 7;
        assert_eq!(compared.rule.steps[last + 1], NO_BYTE);
        assert_eq!(compare("k", MACOS_UTF8_SPACES).unwrap().rule.nulls, [0; 0]);
    }

    #[test]
    fn verdicts_count_as_their_names_do() {
        for (number, verdict) in Verdict::ALL.into_iter().enumerate() {
            assert_eq!(verdict as usize, number);
        }
        let found = broken(MACOS_UTF8_SPACES);
        assert_eq!(found[..5], [0x85, 1, 2, 1, 2]);
    }

    #[test]
    fn a_long_text_is_refused_in_words() {
        assert!(compare(&"a".repeat(4_096), ASCII_SPACES).is_ok());
        let refused = compare(&"à".repeat(2_049), ASCII_SPACES).unwrap_err().to_string();
        assert_eq!(refused, "bytes of the text is 4,098; it must be from 0 to 4,096");
    }
}
