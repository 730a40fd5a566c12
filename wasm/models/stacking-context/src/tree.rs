//! Boxes, what is declared of them, and what is refused.

use std::fmt;

use crate::declaration::{Column, Declaration};

/// The most boxes of a tree.
pub const MAX_BOXES: usize = 12;
/// The most boxes one in the other.
pub const MAX_DEPTH: usize = 8;
/// The most characters of a box's name.
pub const MAX_NAME: usize = 12;
/// The most characters of a tree as text.
pub const MAX_TEXT: usize = 1000;

/// What is said of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// A row of the table.
    Declared(&'static Declaration),
    /// `z-index`.
    Z(i32),
    /// `order`, which counts on items of flex containers and grids.
    Order(i32),
}

impl Word {
    /// What it says as CSS: properties and values.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Declared(declaration) => {
                declaration.pairs().into_iter().map(|(property, value)| (property, value.to_owned())).collect()
            }
            Self::Z(z) => vec![("z-index", z.to_string())],
            Self::Order(order) => vec![("order", order.to_string())],
        }
    }
}

/// How a box is positioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Static,
    /// `relative` and `sticky`: in the flow.
    InFlow,
    /// `absolute` and `fixed`.
    OutOfFlow,
}

/// A box of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    pub(crate) depth: usize,
    pub(crate) words: Vec<Word>,
}

impl Node {
    /// Its name, which no other box of the tree has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The index of the box that holds it; `None` if the page does.
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// How many boxes hold it.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The words that describe it, in the order of writing.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// What its words say as CSS: properties and values.
    pub fn declared(&self) -> Vec<(&'static str, String)> {
        self.words.iter().flat_map(Word::pairs).collect()
    }

    pub(crate) fn declarations(&self) -> impl Iterator<Item = &'static Declaration> {
        self.words.iter().filter_map(|word| match word {
            Word::Declared(declaration) => Some(*declaration),
            _ => None,
        })
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.declarations().any(|declaration| declaration.word == word)
    }

    /// Whether it is in the top layer.
    pub fn is_open(&self) -> bool {
        self.declarations().any(Declaration::opens)
    }

    pub(crate) fn position(&self) -> Position {
        // What is in the top layer is out of the flow, whatever its position (css-position-4).
        if self.is_open() {
            Position::OutOfFlow
        } else if self.has("rel") || self.has("sticky") {
            Position::InFlow
        } else if self.has("abs") || self.has("fixed") {
            Position::OutOfFlow
        } else {
            Position::Static
        }
    }

    /// Whether it clips what it holds, or lets it scroll.
    pub(crate) fn clips(&self) -> bool {
        self.declarations().flat_map(Declaration::pairs).any(|(property, _)| property == "overflow")
    }

    /// Whether what lies directly in it is sorted by depth: it is `preserve-3d`, and nothing of it groups what it holds
    /// (css-transforms-2, "Grouping property values"). `overflow: clip` does so in all engines, and not by the specification
    /// (csswg-drafts issue 6374).
    pub(crate) fn keeps_depth(&self, column: Column) -> bool {
        const GROUPING: [&str; 7] =
            ["opacity", "filter", "clip-path", "isolation", "mask-image", "mask-border-source", "mix-blend-mode"];
        let groups = |declaration: &Declaration| {
            declaration.pairs().iter().any(|(property, value)| match *property {
                "overflow" => *value != "clip" || column != Column::Specifications,
                "contain" => ["paint", "content", "strict"].contains(value),
                _ => GROUPING.contains(property) && declaration.specified.context,
            })
        };
        self.has("preserve-3d") && !self.declarations().any(groups)
    }

    /// How far in front of what holds it a transform puts it, in CSS pixels.
    pub(crate) fn depth_offset(&self) -> i32 {
        i32::from(self.has("transform-translate-z"))
    }

    /// `None` is auto.
    pub(crate) fn z_index(&self) -> Option<i32> {
        self.words.iter().find_map(|word| if let Word::Z(z) = word { Some(*z) } else { None })
    }

    pub(crate) fn order(&self) -> i32 {
        self.words.iter().find_map(|word| if let Word::Order(order) = word { Some(*order) } else { None }).unwrap_or(0)
    }
}

/// Boxes in document order: each before what it holds. No two have the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
}

impl Tree {
    /// Its boxes, in document order.
    pub fn boxes(&self) -> &[Node] {
        &self.nodes
    }

    /// The index of the box of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// Whether a box is an item of a flex container or a grid: in its flow.
    pub(crate) fn is_item(&self, index: usize) -> bool {
        self.is_in_container(index) && self.nodes[index].position() != Position::OutOfFlow
    }

    /// Whether a box lies directly in a flex container or a grid.
    pub(crate) fn is_in_container(&self, index: usize) -> bool {
        let is_container = |parent: usize| ["flex", "grid"].iter().any(|word| self.nodes[parent].has(word));
        self.nodes[index].parent.is_some_and(is_container)
    }

    /// The children of a box that engines wrap into anonymous blocks, block by block: inline boxes that have blocks beside them
    /// (CSS 2.2 section 9.2.1.1), with the floats and the boxes out of the flow that follow them. Those before them are wrapped
    /// only where no block comes first: engines build the boxes one after the other.
    pub(crate) fn anonymous(&self, parent: Option<usize>) -> Vec<Vec<usize>> {
        enum Kind {
            Block,
            Inline,
            Loose,
        }
        let kind = |index: usize| match &self.nodes[index] {
            _ if self.is_item(index) => Kind::Block,
            node if node.has("float") || node.position() == Position::OutOfFlow => Kind::Loose,
            node if node.has("inline") => Kind::Inline,
            _ => Kind::Block,
        };
        let children: Vec<usize> = self.children(parent).collect();
        let Some(first) = children.iter().position(|&child| matches!(kind(child), Kind::Block)) else {
            return Vec::new();
        };
        let (before, rest) = children.split_at(first);
        let mut wrapped = Vec::new();
        if before.iter().any(|&child| matches!(kind(child), Kind::Inline)) {
            wrapped.push(before.to_vec());
        }
        let mut open: Option<Vec<usize>> = None;
        for &child in rest {
            match kind(child) {
                Kind::Block => wrapped.extend(open.take()),
                Kind::Inline => open.get_or_insert_default().push(child),
                Kind::Loose => {
                    if let Some(open) = &mut open {
                        open.push(child);
                    }
                }
            }
        }
        wrapped.extend(open);
        wrapped
    }

    /// What lies directly in a box, or in the page, in document order.
    pub(crate) fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&index| self.nodes[index].parent == parent)
    }
}

/// Why a text is no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeError {
    /// The text has no box.
    Empty,
    /// The text is longer than [`MAX_TEXT`].
    Text {
        /// Its characters.
        characters: usize,
    },
    /// Something else stands where one of these was due.
    Unexpected {
        /// What stands there; nothing at the end.
        found: Option<char>,
        /// Characters before it.
        at: usize,
        /// What may stand there.
        due: &'static str,
    },
    /// A box's name is longer than [`MAX_NAME`].
    Name {
        /// The name.
        name: String,
    },
    /// Two boxes have this name.
    SameName {
        /// The name.
        name: String,
    },
    /// There is no such word.
    Word {
        /// The word.
        word: String,
        /// The box of which it was said.
        name: String,
    },
    /// A word of the table that is outside of what trees are a model of.
    Outside {
        /// The word.
        word: &'static str,
        /// The box of which it was said.
        name: String,
        /// Why, and what to write instead where there is something.
        why: &'static str,
    },
    /// A number beyond 32 bits.
    Number {
        /// The word.
        word: String,
        /// The box of which it was said.
        name: String,
    },
    /// Two words of a box set the same property.
    Twice {
        /// The property.
        property: &'static str,
        /// The box.
        name: String,
    },
    /// There are more than [`MAX_BOXES`].
    Boxes,
    /// Boxes lie deeper than [`MAX_DEPTH`].
    Depth {
        /// The first that does.
        name: String,
    },
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the tree has no box; name one, such as b.abs"),
            Self::Text { characters } => {
                write!(f, "the tree has {characters} characters; it may have {MAX_TEXT}")
            }
            Self::Unexpected { found: Some(found), at, due } => {
                write!(f, "character {} of the tree is {found:?}; {due} must stand there", at + 1)
            }
            Self::Unexpected { found: None, due, .. } => write!(f, "the tree ends where {due} must stand"),
            Self::Name { name } => write!(f, "the name {name} is too long; it may have {MAX_NAME} characters"),
            Self::SameName { name } => write!(f, "two boxes are named {name}; give one another name"),
            Self::Word { word, name } => {
                write!(f, "{word}, said of {name}, is no word; there are z and a number, and those of the table")
            }
            Self::Outside { word, name, why } => write!(f, "{word}, said of {name}, is outside of the model: {why}"),
            Self::Number { word, name } => {
                write!(f, "{word}, said of {name}, is beyond 32 bits; it must be from -2147483648 to 2147483647")
            }
            Self::Twice { property, name } => write!(f, "{name} has two words that set {property}; leave one"),
            Self::Boxes => write!(f, "the tree has more than {MAX_BOXES} boxes"),
            Self::Depth { name } => write!(f, "{name} lies deeper than {MAX_DEPTH} boxes one in the other"),
        }
    }
}

impl std::error::Error for TreeError {}
