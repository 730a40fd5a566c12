//! The grammar of trees.
//!
//! ```text
//! tree = box { ";" box }
//! box  = name { "." word } [ "(" tree ")" ]
//! name = a letter from a to z, then letters, digits and hyphens
//! word = the name of a row of the table | "z" integer | "o" integer
//! ```

use std::fmt::{self, Display, Write as _};
use std::str::{Chars, FromStr};

use crate::table::declaration;
use crate::tree::{MAX_BOXES, MAX_DEPTH, MAX_NAME, MAX_TEXT, Node, Tree, TreeError, Word};

impl Tree {
    /// Reads a tree.
    ///
    /// # Errors
    /// The first thing that is wrong with it, or that the model does not cover.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        if text.is_empty() {
            return Err(TreeError::Empty);
        }
        let characters = text.chars().count();
        if characters > MAX_TEXT {
            return Err(TreeError::Text { characters });
        }
        let mut reader = Reader { rest: text.chars(), characters, nodes: Vec::new() };
        // The boxes that are open, from the outermost. A loop, so that no depth of input can exhaust the stack.
        let mut open: Vec<usize> = Vec::new();
        loop {
            let index = reader.node(&open)?;
            if reader.peek() == Some('(') {
                reader.rest.next();
                open.push(index);
                continue;
            }
            while reader.peek() == Some(')') && open.pop().is_some() {
                reader.rest.next();
            }
            match reader.peek() {
                Some(';') => drop(reader.rest.next()),
                None if open.is_empty() => return Ok(Self { nodes: reader.nodes }),
                _ => return Err(reader.unexpected(if open.is_empty() { "; or the end" } else { "; or )" })),
            }
        }
    }
}

struct Reader<'a> {
    rest: Chars<'a>,
    characters: usize,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn unexpected(&self, due: &'static str) -> TreeError {
        TreeError::Unexpected { found: self.peek(), at: self.characters - self.rest.clone().count(), due }
    }

    /// Takes characters as long as `is_meant` is true of them.
    fn take(&mut self, is_meant: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(next) = self.peek().filter(|&next| is_meant(next)) {
            taken.push(next);
            self.rest.next();
        }
        taken
    }

    /// A name or a word; empty where there is none.
    fn part(&mut self) -> String {
        self.take(|next| next.is_ascii_lowercase() || next.is_ascii_digit() || next == '-')
    }

    /// A box without what it holds.
    fn node(&mut self, open: &[usize]) -> Result<usize, TreeError> {
        if !self.peek().is_some_and(|first| first.is_ascii_lowercase()) {
            return Err(self.unexpected("a name, which begins with a letter from a to z,"));
        }
        let name = self.part();
        if name.len() > MAX_NAME {
            return Err(TreeError::Name { name });
        }
        if self.nodes.iter().any(|node| node.name == name) {
            return Err(TreeError::SameName { name });
        }
        if self.nodes.len() == MAX_BOXES {
            return Err(TreeError::Boxes);
        }
        if open.len() == MAX_DEPTH {
            return Err(TreeError::Depth { name });
        }
        let mut words: Vec<Word> = Vec::new();
        while self.peek() == Some('.') {
            self.rest.next();
            let text = self.part();
            if text.is_empty() {
                return Err(self.unexpected("a word, such as abs,"));
            }
            words.push(word(&text, &name)?);
            check_properties(&words, &name)?;
        }
        self.nodes.push(Node { name, parent: open.last().copied(), depth: open.len(), words });
        Ok(self.nodes.len() - 1)
    }
}

fn word(text: &str, name: &str) -> Result<Word, TreeError> {
    if let Some(declaration) = declaration(text) {
        return match declaration.outside {
            None => Ok(Word::Declared(declaration)),
            Some(why) => Err(TreeError::Outside { word: declaration.word, name: name.to_owned(), why }),
        };
    }
    let (kind, number) = text.split_at(1);
    let is_number = number.strip_prefix('-').unwrap_or(number).bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = number.ends_with(|last: char| last.is_ascii_digit());
    if !["z", "o"].contains(&kind) || !is_number || !has_digits {
        return Err(TreeError::Word { word: text.to_owned(), name: name.to_owned() });
    }
    let number =
        i32::from_str(number).map_err(|_| TreeError::Number { word: text.to_owned(), name: name.to_owned() })?;
    Ok(if kind == "z" { Word::Z(number) } else { Word::Order(number) })
}

/// The last word must not set what another sets.
fn check_properties(words: &[Word], name: &str) -> Result<(), TreeError> {
    let Some((last, others)) = words.split_last() else { return Ok(()) };
    let set: Vec<&str> = others.iter().flat_map(Word::pairs).map(|(property, _)| property).collect();
    match last.pairs().into_iter().find(|(property, _)| set.contains(property)) {
        Some((property, _)) => Err(TreeError::Twice { property, name: name.to_owned() }),
        None => Ok(()),
    }
}

impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        Self::parse(text)
    }
}

impl Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared(declaration) => f.write_str(declaration.word),
            Self::Z(z) => write!(f, "z{z}"),
            Self::Order(order) => write!(f, "o{order}"),
        }
    }
}

/// Writes a tree as [`Tree::parse`] reads it.
impl Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut depth = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            if node.depth > depth {
                f.write_char('(')?;
            } else if index > 0 {
                (node.depth..depth).try_for_each(|_| f.write_char(')'))?;
                f.write_char(';')?;
            }
            depth = node.depth;
            f.write_str(&node.name)?;
            node.words.iter().try_for_each(|word| write!(f, ".{word}"))?;
        }
        (0..depth).try_for_each(|_| f.write_char(')'))
    }
}
