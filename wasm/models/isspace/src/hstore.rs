//! A parser of PostgreSQL's hstore text, `a=>1, "b c"=>NULL`, one step at a time.
//!
//! Its states and what it does in each follow `contrib/hstore/hstore_io.c` of PostgreSQL 15, which asked `isspace()` about
//! every byte (`get_val` for keys and values, `parse_hstore` for what stands between). Later versions ask
//! `scanner_isspace()`, which knows the ASCII characters alone. What hstore does afterwards, sorting and dropping keys that
//! occur twice, is left out: pairs stay as the text has them.
//!
//! As in C, the text ends at its first zero byte.

use std::fmt;

use super::bytes::ByteSet;

/// Side of a pair that a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The key of a pair.
    Key,
    /// The value of a pair.
    Value,
}

/// Position of the parser in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Before it (`GV_WAITVAL`).
    Before,
    /// In a word without quotes (`GV_INVAL`).
    Plain,
    /// After a backslash in a word without quotes (`GV_WAITESCIN`).
    PlainEscape,
    /// In a quoted word (`GV_INESCVAL`).
    Quoted,
    /// After a backslash in a quoted word (`GV_WAITESCESCIN`).
    QuotedEscape,
}

/// State of the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// A word, or more of it (`WKEY`, `WVAL`).
    Word(Side, Part),
    /// The `=` after a key (`WEQ`).
    Equals,
    /// The `>` after it (`WGT`).
    Greater,
    /// The comma after a pair, or the end (`WDEL`).
    Comma,
    /// Nothing: the text was read to its end.
    Done,
    /// Nothing: the text was refused.
    Refused,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 15] = {
        use {Part::*, Side::*};
        [
            Self::Word(Key, Before),
            Self::Word(Key, Plain),
            Self::Word(Key, PlainEscape),
            Self::Word(Key, Quoted),
            Self::Word(Key, QuotedEscape),
            Self::Word(Value, Before),
            Self::Word(Value, Plain),
            Self::Word(Value, PlainEscape),
            Self::Word(Value, Quoted),
            Self::Word(Value, QuotedEscape),
            Self::Equals,
            Self::Greater,
            Self::Comma,
            Self::Done,
            Self::Refused,
        ]
    };
    /// Their names, in the same order.
    pub const NAMES: [&'static str; 15] = {
        let (mut names, mut i) = ([""; 15], 0);
        while i < names.len() {
            names[i] = Self::ALL[i].name();
            i += 1;
        }
        names
    };

    /// Name in a lab.
    pub const fn name(self) -> &'static str {
        use {Part::*, Side::*};
        match self {
            Self::Word(Key, Before) => "before-key",
            Self::Word(Key, Plain) => "key",
            Self::Word(Key, PlainEscape) => "key-escape",
            Self::Word(Key, Quoted) => "quoted-key",
            Self::Word(Key, QuotedEscape) => "quoted-key-escape",
            Self::Word(Value, Before) => "before-value",
            Self::Word(Value, Plain) => "value",
            Self::Word(Value, PlainEscape) => "value-escape",
            Self::Word(Value, Quoted) => "quoted-value",
            Self::Word(Value, QuotedEscape) => "quoted-value-escape",
            Self::Equals => "equals",
            Self::Greater => "greater",
            Self::Comma => "comma",
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }
}

limits::as_name!(State as "StateName");

limits::named! {
    /// Action of the parser on a byte.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Action as "ActionName" {
        /// White space between words: passed over.
        Skip = "skip",
        /// Added to the word.
        Append = "append",
        /// Took a backslash: the next byte is added whatever it is.
        Escape = "escape",
        /// Took the quote that opens a word.
        OpenQuote = "open-quote",
        /// Took the quote that ends a word.
        CloseQuote = "close-quote",
        /// White space ended the word, and was passed over.
        EndAtSpace = "end-at-space",
        /// `=`, a comma or the end of the text ended the word; it is looked at again.
        EndBefore = "end-before",
        /// Took the `=`, the `>` or the comma that was due.
        Mark = "mark",
        /// The text is over.
        Finish = "finish",
        /// No pair can go on like this.
        Refuse = "refuse",
    }
}

/// One step: a look at one byte.
#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The byte's offset from the beginning of the text.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub offset: usize,
    /// The byte; none at the end of the text.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub byte: Option<u8>,
    /// The state it was looked at in.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub state: State,
    /// The action.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub action: Action,
    /// The state afterwards.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub next: State,
    /// Number of words, keys and values, that were complete afterwards.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub words: usize,
    /// Number of bytes that the word in progress had afterwards.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly, js_name = inProgress))]
    pub in_progress: usize,
}

/// A pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Bytes of the key. A parser that tears characters apart makes keys that are no UTF-8.
    pub key: Vec<u8>,
    /// Bytes of the value; none for NULL, which is that word without quotes, in any case.
    pub value: Option<Vec<u8>>,
}

/// Why a text was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParseError {
    /// A byte that can't stand where it does.
    Syntax {
        /// Offset from the beginning of the text, in bytes.
        offset: usize,
        /// The byte.
        byte: u8,
    },
    /// The text ends within a pair or a quoted word.
    UnexpectedEnd {
        /// Where: the text's length in bytes.
        offset: usize,
    },
}

impl ParseError {
    /// Offset at which the error was noticed, in bytes from the beginning of the text.
    pub const fn offset(self) -> usize {
        match self {
            Self::Syntax { offset, .. } | Self::UnexpectedEnd { offset } => offset,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { offset, byte } => write!(f, "syntax error near byte {byte:02X} at position {offset}"),
            Self::UnexpectedEnd { .. } => f.write_str("unexpected end of string"),
        }
    }
}

impl std::error::Error for ParseError {}

/// The parser between two steps.
#[derive(Debug, Clone)]
pub struct Parser<'a> {
    text: &'a [u8],
    spaces: ByteSet,
    offset: usize,
    state: State,
    word: Vec<u8>,
    quoted: bool,
    words: Vec<Vec<u8>>,
    pairs: Vec<Pair>,
    error: Option<ParseError>,
}

impl<'a> Parser<'a> {
    /// Before the first byte of a text, with a rule of what is white space.
    pub fn new(text: &'a [u8], spaces: ByteSet) -> Self {
        let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
        Self {
            text: &text[..end],
            spaces,
            offset: 0,
            state: State::Word(Side::Key, Part::Before),
            word: Vec::new(),
            quoted: false,
            words: Vec::new(),
            pairs: Vec::new(),
            error: None,
        }
    }

    /// The state.
    pub fn state(&self) -> State {
        self.state
    }

    /// Offset of the next byte to look at, from the beginning of the text.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The pairs that are complete.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The words that are complete, keys and values in the order of the text, NULL as it was written.
    pub fn words(&self) -> &[Vec<u8>] {
        &self.words
    }

    /// The bytes of the word in progress.
    pub fn in_progress(&self) -> &[u8] {
        &self.word
    }

    /// Why the text was refused, once it was.
    pub fn error(&self) -> Option<ParseError> {
        self.error
    }

    /// Looks at the next byte. Nothing comes after the end, or after a refusal.
    pub fn step(&mut self) -> Option<Step> {
        let (state, offset) = (self.state, self.offset);
        let byte = self.text.get(offset).copied();
        let (action, next) = match state {
            State::Done | State::Refused => return None,
            State::Word(side, part) => self.in_word(side, part, byte),
            State::Equals => self.between(byte, b'=', State::Greater),
            State::Greater if byte == Some(b'>') => (Action::Mark, State::Word(Side::Value, Part::Before)),
            State::Greater => self.refuse(byte),
            State::Comma if byte.is_none() => (Action::Finish, State::Done),
            State::Comma => self.between(byte, b',', State::Word(Side::Key, Part::Before)),
        };
        self.state = next;
        self.offset += usize::from(!matches!(action, Action::EndBefore | Action::Finish | Action::Refuse));
        let (words, in_progress) = (self.words.len(), self.word.len());
        Some(Step { offset, byte, state, action, next, words, in_progress })
    }

    fn in_word(&mut self, side: Side, part: Part, byte: Option<u8>) -> (Action, State) {
        let go_on = |part| State::Word(side, part);
        match (part, byte) {
            (Part::Before, None) if side == Side::Key => (Action::Finish, State::Done),
            (Part::Before, Some(b'"')) => {
                self.quoted = true;
                (Action::OpenQuote, go_on(Part::Quoted))
            }
            (Part::Before, Some(b'=')) if side == Side::Key => self.refuse(byte),
            (Part::Before | Part::Plain, Some(b'\\')) => (Action::Escape, go_on(Part::PlainEscape)),
            (Part::Before, Some(byte)) if self.spaces.contains(byte) => (Action::Skip, go_on(Part::Before)),
            // A value may begin with `=` or a comma, and goes on over every `=`.
            (Part::Plain, Some(b'=')) if side == Side::Key => self.end_word(side, Action::EndBefore),
            (Part::Plain, Some(b',')) if side == Side::Value => self.end_word(side, Action::EndBefore),
            (Part::Plain, Some(byte)) if self.spaces.contains(byte) => self.end_word(side, Action::EndAtSpace),
            (Part::Plain, None) => self.end_word(side, Action::EndBefore),
            (Part::Quoted, Some(b'\\')) => (Action::Escape, go_on(Part::QuotedEscape)),
            (Part::Quoted, Some(b'"')) => self.end_word(side, Action::CloseQuote),
            (_, None) => self.refuse(byte),
            (Part::Before | Part::Plain | Part::PlainEscape, Some(byte)) => {
                self.word.push(byte);
                (Action::Append, go_on(Part::Plain))
            }
            (Part::Quoted | Part::QuotedEscape, Some(byte)) => {
                self.word.push(byte);
                (Action::Append, go_on(Part::Quoted))
            }
        }
    }

    /// Between words: the mark that is due, or white space before it.
    fn between(&mut self, byte: Option<u8>, mark: u8, next: State) -> (Action, State) {
        match byte {
            Some(byte) if byte == mark => (Action::Mark, next),
            Some(byte) if self.spaces.contains(byte) => (Action::Skip, self.state),
            _ => self.refuse(byte),
        }
    }

    fn end_word(&mut self, side: Side, action: Action) -> (Action, State) {
        let word = std::mem::take(&mut self.word);
        let quoted = std::mem::take(&mut self.quoted);
        self.words.push(word.clone());
        match side {
            Side::Key => {
                self.pairs.push(Pair { key: word, value: None });
                (action, State::Equals)
            }
            Side::Value => {
                let is_null = !quoted && word.eq_ignore_ascii_case(b"null");
                if let Some(pair) = self.pairs.last_mut() {
                    pair.value = (!is_null).then_some(word);
                }
                (action, State::Comma)
            }
        }
    }

    fn refuse(&mut self, byte: Option<u8>) -> (Action, State) {
        let offset = self.offset;
        self.error = Some(match byte {
            Some(byte) => ParseError::Syntax { offset, byte },
            None => ParseError::UnexpectedEnd { offset },
        });
        (Action::Refuse, State::Refused)
    }
}

/// The pairs of a text, or why it has none.
pub fn parse(text: &[u8], spaces: ByteSet) -> Result<Vec<Pair>, ParseError> {
    let mut parser = Parser::new(text, spaces);
    while parser.step().is_some() {}
    parser.error.map_or(Ok(parser.pairs), Err)
}
