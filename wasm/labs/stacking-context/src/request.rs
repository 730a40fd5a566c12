//! From text as JavaScript has it to what the model accepts, and trees that are changed at one box.

use std::fmt;

use limits::ArgumentError;
use stacking_context_model::{Column, Declaration, Effects, Node, Painting, Tree, TreeError, Word};

/// The characters that a tree can be written in.
pub const CHARACTERS: &str = "abcdefghijklmnopqrstuvwxyz0123456789-.;()";

/// Why something that was asked for was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestError {
    /// The tree can't be read.
    Tree(TreeError),
    /// A box of the tree is opened over the whole page, and the lab's drawing is a part of one.
    Open(String),
    /// A box of the tree keeps depth, for which a browser that is asked for an order may not ask.
    Deep(String),
    /// Something else.
    Argument(ArgumentError),
    /// There is no box of this name.
    Box(String),
    /// A number that is no z-index.
    Z(String),
    /// Something that is no word, or more than one.
    Word(String),
    /// A tree needs a box.
    LastBox,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tree(error) => write!(f, "this tree can’t be painted; it must be mended: {error}"),
            Self::Open(name) => write!(f, "{name} is in the top layer, over the whole page; it must be left out here"),
            Self::Deep(name) => write!(f, "{name} keeps depth, which a hit test may not; it must be left out here"),
            Self::Argument(error) => error.fmt(f),
            Self::Box(name) => write!(f, "box is {}; it must be one of the tree’s", limits::Quoted(name)),
            Self::Z(given) => write!(
                f,
                "z-index is {}; it must be a whole number of 32 bits, or nothing for auto",
                limits::Quoted(given)
            ),
            Self::Word(given) => write!(f, "word is {}; it must be one of the table’s", limits::Quoted(given)),
            Self::LastBox => f.write_str("this box is the last one; it must be kept"),
        }
    }
}

impl std::error::Error for RequestError {}

impl From<TreeError> for RequestError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

impl From<ArgumentError> for RequestError {
    fn from(error: ArgumentError) -> Self {
        Self::Argument(error)
    }
}

/// The tree that a text is, of what can be drawn in a part of a page.
pub fn tree(given: &str) -> Result<Tree, RequestError> {
    drawn(Tree::parse(given)?)
}

fn drawn(tree: Tree) -> Result<Tree, RequestError> {
    let has = |node: &Node, is_meant: fn(&Declaration) -> bool| {
        node.words().iter().any(|word| matches!(word, Word::Declared(declaration) if is_meant(declaration)))
    };
    for node in tree.boxes() {
        if has(node, Declaration::opens) {
            return Err(RequestError::Open(node.name().to_owned()));
        }
        if has(node, |declaration| !declaration.is_told_by_hits()) {
            return Err(RequestError::Deep(node.name().to_owned()));
        }
    }
    Ok(tree)
}

/// The column of this name.
pub fn column(given: &str) -> Result<Column, RequestError> {
    let other = || ArgumentError::Name { field: "by", given: given.to_owned(), names: &Column::KEYS };
    Ok(Column::from_key(given).ok_or_else(other)?)
}

/// Declarations as a style has them.
pub fn styles<P: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (P, V)>) -> String {
    let one = |(property, value): (P, V)| format!("{}: {}", property.as_ref(), value.as_ref());
    pairs.into_iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Answers to the questions, a letter each.
pub fn letters(effects: Option<Effects>) -> String {
    let Some(effects) = effects else { return "-".repeat(Effects::QUESTIONS.len()) };
    effects.answers().map(|answer| if answer { 'y' } else { 'n' }).iter().collect()
}

/// The two boxes of these names. Where there is none of a name, or both are the same, the topmost of the others takes its place;
/// nothing where there is one box alone.
pub fn paired(tree: &Tree, painting: &Painting, [one, other]: [&str; 2]) -> Option<[usize; 2]> {
    let topmost_but = |but: Option<usize>| painting.order().iter().rev().copied().find(|index| Some(*index) != but);
    let other = tree.find(other);
    let one = tree.find(one).or_else(|| topmost_but(other))?;
    let other = other.filter(|other| *other != one).or_else(|| topmost_but(Some(one)))?;
    Some([one, other])
}

limits::named! {
    /// A change of a tree at a box.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Action("action") {
        /// Gives it a word, in place of those that set the same properties.
        Declare = "declare",
        /// Takes a word from it.
        Drop = "drop",
        /// Sets its z-index.
        Z = "z",
        /// Puts a new box into it, last.
        Child = "child",
        /// Puts a new box behind it.
        After = "after",
        /// Takes it out, with all that is in it.
        Remove = "remove",
        /// Moves it before the one before it, with all that is in it.
        Up = "up",
        /// Moves it behind the one behind it.
        Down = "down",
    }
}

/// A tree that can be changed: boxes within boxes.
#[derive(Debug, Clone)]
struct Draft {
    name: String,
    words: Vec<Word>,
    children: Vec<Draft>,
}

impl Draft {
    /// The boxes that stand in `parent`, or in the page.
    fn of(tree: &Tree, parent: Option<usize>) -> Vec<Self> {
        let boxes = tree.boxes().iter().enumerate().filter(|(_, node)| node.parent() == parent);
        let draft = |(index, node): (usize, &Node)| Self {
            name: node.name().to_owned(),
            words: node.words().to_vec(),
            children: Self::of(tree, Some(index)),
        };
        boxes.map(draft).collect()
    }

    fn write(siblings: &[Self]) -> String {
        let one = |draft: &Self| {
            let words: String = draft.words.iter().map(|word| format!(".{word}")).collect();
            let inside =
                if draft.children.is_empty() { String::new() } else { format!("({})", Self::write(&draft.children)) };
            format!("{}{words}{inside}", draft.name)
        };
        siblings.iter().map(one).collect::<Vec<_>>().join(";")
    }

    /// The list that the box of this name stands in, and where.
    fn find<'a>(siblings: &'a mut Vec<Self>, name: &str) -> Option<(&'a mut Vec<Self>, usize)> {
        if let Some(at) = siblings.iter().position(|draft| draft.name == name) {
            return Some((siblings, at));
        }
        siblings.iter_mut().find_map(|draft| Self::find(&mut draft.children, name))
    }
}

/// A tree, changed at the box of a name, and the name of the box that the next change is likely to be of.
pub fn edited(tree: &str, name: &str, action: &str, value: &str) -> Result<(Tree, String), RequestError> {
    let tree = self::tree(tree)?;
    let action = Action::parse(action)?;
    let mut page = Draft::of(&tree, None);
    let fresh = new_name(&tree);
    let (siblings, at) = Draft::find(&mut page, name).ok_or_else(|| RequestError::Box(name.to_owned()))?;
    let mut next = name.to_owned();
    match action {
        Action::Declare => declare(&mut siblings[at].words, word(value, name)?),
        Action::Drop => siblings[at].words.retain(|word| word.to_string() != value),
        Action::Z => {
            let z = value.trim().parse().ok().filter(|_| !value.trim().is_empty());
            if z.is_none() && !value.trim().is_empty() {
                return Err(RequestError::Z(value.to_owned()));
            }
            siblings[at].words.retain(|word| !matches!(word, Word::Z(_)));
            siblings[at].words.extend(z.map(Word::Z));
        }
        Action::Child | Action::After => {
            let draft = Draft { name: fresh.clone(), words: vec![], children: vec![] };
            match action {
                Action::Child => siblings[at].children.push(draft),
                _ => siblings.insert(at + 1, draft),
            }
            next = fresh;
        }
        Action::Remove => {
            siblings.remove(at);
            next = siblings.get(at.saturating_sub(1)).map_or(String::new(), |draft| draft.name.clone());
        }
        Action::Up => siblings.swap(at, at.saturating_sub(1)),
        Action::Down => {
            let last = siblings.len() - 1;
            siblings.swap(at, (at + 1).min(last));
        }
    }
    if page.is_empty() {
        return Err(RequestError::LastBox);
    }
    let changed = drawn(Tree::parse(&Draft::write(&page))?)?;
    // The parent takes the place of a box that is gone.
    let parent = tree.find(name).and_then(|index| tree.boxes()[index].parent());
    let beside = || parent.map_or(changed.boxes()[0].name(), |parent| tree.boxes()[parent].name()).to_owned();
    let next = if changed.find(&next).is_some() { next } else { beside() };
    Ok((changed, next))
}

/// A word that is to be said of the box of a name.
fn word(given: &str, name: &str) -> Result<Word, RequestError> {
    let alone = Tree::parse(&format!("{name}.{given}"))?;
    match alone.boxes()[0].words() {
        [word] if alone.boxes().len() == 1 => Ok(*word),
        _ => Err(RequestError::Word(given.to_owned())),
    }
}

/// Adds a word, in place of those that set the same properties.
fn declare(words: &mut Vec<Word>, added: Word) {
    let properties = |word: &Word| word.pairs().into_iter().map(|(property, _)| property).collect::<Vec<_>>();
    let set = properties(&added);
    words.retain(|word| properties(word).iter().all(|property| !set.contains(property)));
    words.push(added);
}

/// A name that no box of a tree has: the first letter that is free.
fn new_name(tree: &Tree) -> String {
    let letters = ('a'..='z').map(String::from);
    letters.into_iter().find(|name| tree.find(name).is_none()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, Strategy, any, prop, prop_assert, prop_oneof, proptest};

    use stacking_context_model::{MAX_BOXES, Rules};

    use super::*;

    fn change(tree: &str, name: &str, action: &str, value: &str) -> String {
        edited(tree, name, action, value).unwrap().0.to_string()
    }

    #[test]
    fn a_word_takes_the_place_of_those_that_set_the_same_property() {
        assert_eq!(change("a.abs;b", "a", "declare", "rel"), "a.rel;b");
        assert_eq!(change("a.abs.filter;b", "a", "drop", "filter"), "a.abs;b");
        assert_eq!(change("a.abs;b", "b", "declare", "filter"), "a.abs;b.filter");
    }

    #[test]
    fn a_z_index_is_set_changed_and_taken_away() {
        assert_eq!(change("a.abs;b", "a", "z", "9999"), "a.abs.z9999;b");
        assert_eq!(change("a.abs.z9999;b", "a", "z", "-1"), "a.abs.z-1;b");
        assert_eq!(change("a.abs.z9999;b", "a", "z", " "), "a.abs;b");
        let refused = edited("a.abs;b", "a", "z", "2147483648").unwrap_err();
        assert!(refused.to_string().contains("it must be a whole number of 32 bits"), "{refused}");
    }

    #[test]
    fn boxes_come_go_and_move_with_all_that_is_in_them() {
        assert_eq!(change("a(b;c);d", "a", "child", ""), "a(b;c;e);d");
        assert_eq!(change("a(b;c);d", "b", "after", ""), "a(b;e;c);d");
        assert_eq!(change("a(b;c);d", "d", "up", ""), "d;a(b;c)");
        assert_eq!(change("a(b;c);d", "a", "down", ""), "d;a(b;c)");
        assert_eq!(change("a(b;c);d", "a", "up", ""), "a(b;c);d");
        assert_eq!(change("a(b;c);d", "a", "remove", ""), "d");
        assert_eq!(edited("a(b);d", "b", "remove", "").unwrap().1, "a");
        assert_eq!(edited("a", "a", "remove", ""), Err(RequestError::LastBox));
        assert_eq!(edited("a", "b", "up", ""), Err(RequestError::Box("b".to_owned())));
    }

    #[test]
    fn there_are_twelve_boxes_at_most_and_the_error_says_so() {
        let mut tree = "a".to_owned();
        for _ in 1..MAX_BOXES {
            tree = change(&tree, "a", "child", "");
        }
        let refused = edited(&tree, "a", "child", "").unwrap_err();
        assert!(matches!(refused, RequestError::Tree(_)), "{refused}");
        assert!(refused.to_string().contains("12"), "{refused}");
    }

    #[test]
    fn names_that_there_are_not_give_way_to_the_topmost_boxes() {
        let tree = Tree::parse("a;b.rel;c").unwrap();
        let painting = tree.paint(Rules::of(Column::Specifications));
        let pair = |one, other| paired(&tree, &painting, [one, other]);
        assert_eq!(pair("a", "b"), Some([0, 1]));
        assert_eq!(pair("nobody", "b"), Some([2, 1]));
        assert_eq!(pair("b", "nobody"), Some([1, 2]));
        assert_eq!(pair("b", "b"), Some([1, 2]));
        assert_eq!(pair("", ""), Some([1, 2]));
        let alone = Tree::parse("a").unwrap();
        assert_eq!(paired(&alone, &alone.paint(Rules::of(Column::Specifications)), ["a", "a"]), None);
    }

    #[test]
    fn the_top_layer_and_depth_are_refused_by_name() {
        let refused = edited("a;b", "b", "declare", "popover").unwrap_err();
        assert_eq!(refused.to_string(), "b is in the top layer, over the whole page; it must be left out here");
        assert_eq!(tree("a(b.popover)"), Err(RequestError::Open("b".to_owned())));
        assert_eq!(tree("a(b.preserve-3d)"), Err(RequestError::Deep("b".to_owned())));
    }

    #[test]
    fn columns_have_the_names_that_their_error_lists() {
        for each in Column::ALL {
            assert_eq!(column(each.key()), Ok(each));
        }
        let refused = column("opera").unwrap_err().to_string();
        assert_eq!(refused, "by is \"opera\"; it must be one of specifications, chromium, firefox, webkit");
    }

    fn values() -> impl Strategy<Value = String> {
        let known =
            prop::sample::select(vec!["", "rel", "abs", "filter", "z1", "o-1", "-7", "99999999999", "\0", "🎲"]);
        prop_oneof![4 => known.prop_map(str::to_owned), 1 => any::<String>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn whatever_is_changed_the_answer_is_a_tree_or_a_sentence(
            number in 0..1_000_u64, changes in prop::collection::vec((0..14_usize, 0..8_usize, values()), 0..12)
        ) {
            let mut tree = Tree::random(1, number);
            for (at, action, value) in changes {
                let name = tree.boxes().get(at).map_or("nobody", |node| node.name()).to_owned();
                match edited(&tree.to_string(), &name, Action::NAMES[action], &value) {
                    Ok((changed, next)) => {
                        prop_assert!(changed.find(&next).is_some());
                        prop_assert!(changed.to_string().chars().all(|each| CHARACTERS.contains(each)));
                        tree = changed;
                    }
                    Err(error) => prop_assert!(error.to_string().contains("; it must be "), "{}", error),
                }
            }
        }
    }
}
