//! The grammar: what is read, what is written back, and what is refused by name.

use proptest::prelude::*;

use super::*;
use crate::{MAX_BOXES, MAX_DEPTH, TreeError, Word};

#[track_caller]
fn refused(text: &str) -> String {
    Tree::parse(text).unwrap_err().to_string()
}

#[test]
fn boxes_have_names_words_and_what_they_hold() {
    let tree = Tree::parse("card.rel(b.abs.z-1.o2(deep);i);after").unwrap();
    let told: Vec<_> = tree.boxes().iter().map(|node| (node.name(), node.parent(), node.depth())).collect();
    assert_eq!(
        told,
        [("card", None, 0), ("b", Some(0), 1), ("deep", Some(1), 2), ("i", Some(0), 1), ("after", None, 0)]
    );
    assert_eq!(tree.boxes()[1].words()[1..], [Word::Z(-1), Word::Order(2)]);
    let declared = tree.boxes()[1].declared();
    assert_eq!(declared, [("position", "absolute".into()), ("z-index", "-1".into()), ("order", "2".into())]);
    assert_eq!(tree.find("i"), Some(3));
    assert_eq!(tree.find("j"), None);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, error) in [
        ("", "the tree has no box; name one, such as b.abs"),
        ("b.abs;", "the tree ends where a name, which begins with a letter from a to z, must stand"),
        ("b.abs i", "character 6 of the tree is ' '; ; or the end must stand there"),
        ("b()", "character 3 of the tree is ')'; a name, which begins with a letter from a to z, must stand there"),
        ("b)", "character 2 of the tree is ')'; ; or the end must stand there"),
        ("b(c", "the tree ends where ; or ) must stand"),
        ("b(c)(d)", "character 5 of the tree is '('; ; or the end must stand there"),
        ("b.", "the tree ends where a word, such as abs, must stand"),
        ("1", "character 1 of the tree is '1'; a name, which begins with a letter from a to z, must stand there"),
        ("b;b", "two boxes are named b; give one another name"),
        ("b.shiny", "shiny, said of b, is no word; there are z and a number, and those of the table"),
        ("b.z", "z, said of b, is no word; there are z and a number, and those of the table"),
        ("b.z--1", "z--1, said of b, is no word; there are z and a number, and those of the table"),
        ("b.z2147483648", "z2147483648, said of b, is beyond 32 bits; it must be from -2147483648 to 2147483647"),
        ("b.columns", "columns, said of b, is outside of the model: boxes in columns are painted column by column"),
        ("b.rel.abs", "b has two words that set position; leave one"),
        ("b.z1.z2", "b has two words that set z-index; leave one"),
        ("a-name-that-is-long", "the name a-name-that-is-long is too long; it may have 12 characters"),
    ] {
        assert_eq!(refused(text), error);
    }
    assert!(Tree::parse("b.z-2147483648;c.z2147483647").is_ok());
}

#[test]
fn the_limits_are_named() {
    let boxes = |count: usize| (0..count).map(|number| format!("b{number}")).collect::<Vec<_>>().join(";");
    assert!(Tree::parse(&boxes(MAX_BOXES)).is_ok());
    assert_eq!(refused(&boxes(MAX_BOXES + 1)), "the tree has more than 12 boxes");
    let deep = |depth: usize| {
        (0..depth).map(|number| format!("b{number}")).collect::<Vec<_>>().join("(") + &")".repeat(depth - 1)
    };
    assert!(Tree::parse(&deep(MAX_DEPTH)).is_ok());
    assert_eq!(refused(&deep(MAX_DEPTH + 1)), "b8 lies deeper than 8 boxes one in the other");
    assert_eq!(Tree::parse(&"é".repeat(1001)), Err(TreeError::Text { characters: 1001 }));
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_as_the_same_tree(seed in any::<u64>(), number in any::<u64>()) {
        let tree = Tree::random(seed, number);
        prop_assert_eq!(Tree::parse(&tree.to_string()), Ok(tree));
    }
}
