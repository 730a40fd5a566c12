//! What the programs that are asked say: lines of words, and how they are read. A program that says anything else is
//! not believed in part: its whole answer is refused.
//!
//! ```text
//! version 1.2.3
//! unicode 15.0.0
//! some-implementation 110000 9 a b c d 20
//! locale C ANSI_X3.4-1968 0 9 a b c d 20
//! wide 9 a b c d 20
//! refused xx_XX
//! end
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use supervisor::ProgramError;

/// Code points, or bytes, that something calls spaces.
pub(crate) type Spaces = BTreeSet<u32>;

/// Number of code points.
pub(crate) const CODE_POINTS: u32 = 0x11_0000;

/// Answer of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// `version`, `unicode` and `library`, as far as it told.
    pub about: BTreeMap<String, String>,
    /// White space by implementation.
    pub implementations: BTreeMap<String, Said>,
    /// White space by locale, in the order of the answer; nothing where the library refused the name.
    pub locales: Vec<(String, Option<InLocale>)>,
}

/// White space of an implementation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    /// Number of code points, or bytes, that it was asked about: all below this.
    pub asked: u32,
    /// The code points or bytes that it calls spaces.
    pub spaces: Spaces,
}

/// White space of a locale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InLocale {
    /// The locale's character map, as the library names it.
    pub charmap: String,
    /// True if `EOF` is a space.
    pub eof: bool,
    /// The bytes that are.
    pub bytes: Spaces,
    /// The code points that `iswspace()` calls spaces there.
    pub wide: Spaces,
}

/// Why an answer is not believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Garbled {
    /// The answer does not end with `end`.
    Cut,
    /// A line that means nothing.
    Line {
        /// Counted from 1.
        number: usize,
        /// The error.
        why: &'static str,
    },
    /// The answer lacks something that was asked for.
    Missing(String),
}

impl From<Garbled> for ProgramError {
    fn from(why: Garbled) -> Self {
        Self::Unusable(why.to_string())
    }
}

impl fmt::Display for Garbled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => f.write_str("its answer has no end"),
            Self::Line { number, why } => write!(f, "line {number} of its answer is wrong: {why}"),
            Self::Missing(what) => write!(f, "its answer does not speak of {what}"),
        }
    }
}

impl Answer {
    /// Reads an answer.
    pub(crate) fn parse(text: &str) -> Result<Self, Garbled> {
        let lines = text.strip_suffix("end\n").filter(|lines| lines.is_empty() || lines.ends_with('\n'));
        let mut answer = Self::default();
        for (index, line) in lines.ok_or(Garbled::Cut)?.lines().enumerate() {
            answer.take(line).map_err(|why| Garbled::Line { number: index + 1, why })?;
        }
        Ok(answer)
    }

    fn take(&mut self, line: &str) -> Result<(), &'static str> {
        let (kind, rest) = line.split_once(' ').ok_or("it has one word")?;
        match kind {
            "version" | "unicode" | "library" => {
                let (key, value) = (kind.to_owned(), rest.trim().to_owned());
                if value.is_empty() || self.about.insert(key, value).is_some() {
                    return Err("it tells nothing, or something twice");
                }
            }
            "refused" => self.locales.push((rest.to_owned(), None)),
            "locale" => {
                let mut words = rest.split(' ');
                let mut next = || words.next().filter(|word| !word.is_empty()).ok_or("a word is missing");
                let (name, charmap, eof) = (next()?.to_owned(), next()?.to_owned(), next()?);
                let eof = match eof {
                    "0" => false,
                    "1" => true,
                    _ => return Err("EOF is neither a space nor none"),
                };
                let bytes = numbers(words, 0x100)?;
                self.locales.push((name, Some(InLocale { charmap, eof, bytes, wide: Spaces::new() })));
            }
            "wide" => {
                let (_, last) = self.locales.last_mut().ok_or("it is of no locale")?;
                let locale = last.as_mut().filter(|it| it.wide.is_empty()).ok_or("it is of no locale, or another")?;
                locale.wide = numbers(rest.split(' '), CODE_POINTS)?;
            }
            id => {
                let mut words = rest.split(' ');
                let asked = number(words.next().unwrap_or_default()).filter(|asked| (1..=CODE_POINTS).contains(asked));
                let asked = asked.ok_or("it does not say how many it was asked about")?;
                let said = Said { asked, spaces: numbers(words, asked)? };
                if self.implementations.insert(id.to_owned(), said).is_some() {
                    return Err("it speaks of an implementation again");
                }
            }
        }
        Ok(())
    }

    /// A fact about the program, such as its version, if the answer has it.
    pub(crate) fn about(&self, key: &str) -> Option<&str> {
        self.about.get(key).map(String::as_str)
    }

    /// White space of an implementation.
    pub(crate) fn said(&self, id: &str) -> Result<&Said, Garbled> {
        self.implementations.get(id).ok_or_else(|| Garbled::Missing(id.to_owned()))
    }
}

/// Ascending numbers below `end`.
fn numbers<'a>(words: impl Iterator<Item = &'a str>, end: u32) -> Result<Spaces, &'static str> {
    let mut numbers = Spaces::new();
    for word in words {
        let number = number(word).ok_or("a number is none")?;
        if number >= end || numbers.last().is_some_and(|&last| last >= number) {
            return Err("its numbers do not ascend, or go too far");
        }
        numbers.insert(number);
    }
    Ok(numbers)
}

/// Hexadecimal, as all programs write it: small letters, no sign, no zeros before it.
fn number(word: &str) -> Option<u32> {
    let number = u32::from_str_radix(word, 16).ok()?;
    (format!("{number:x}") == word).then_some(number)
}

#[cfg(test)]
mod tests;
