//! Random trees: what they consist of, an oracle of their order, and mistakes that they find.

use std::collections::BTreeSet;

use super::*;
use crate::{DECLARATIONS, Layer, MAX_BOXES, MAX_DEPTH, Makes, Mutation, STAGE, placement};

const TREES: u64 = 2000;

#[test]
fn random_trees_are_of_all_sizes_depths_layers_and_kinds() {
    let (mut sizes, mut depths, mut layers, mut makes) =
        <(BTreeSet<_>, BTreeSet<_>, BTreeSet<_>, BTreeSet<_>)>::default();
    for number in 0..TREES {
        let tree = Tree::random(1, number);
        sizes.insert(tree.boxes().len());
        depths.extend(tree.boxes().iter().map(|node| node.depth()));
        for place in tree.paint(Rules::default()).places() {
            layers.insert(place.layer.number());
            makes.insert(format!("{:?}", place.makes));
        }
    }
    assert!(sizes.into_iter().eq(2..=MAX_BOXES));
    assert!(depths.into_iter().eq(0..MAX_DEPTH));
    assert!(layers.into_iter().eq(2..=8));
    assert_eq!(makes.len(), 3);
    assert_eq!(Tree::random(1, 7), Tree::random(1, 7));
    assert_ne!(Tree::random(1, 7), Tree::random(2, 7));
}

#[test]
fn a_simpler_tree_has_a_box_or_a_word_less() {
    let simpler: Vec<String> = Tree::parse("a.rel.z1(b);c").unwrap().simpler().iter().map(Tree::to_string).collect();
    assert_eq!(simpler, ["c", "a.rel.z1;c", "a.rel.z1(b)", "a.z1(b);c", "a.rel(b);c"]);
    assert!(Tree::parse("a").unwrap().simpler().is_empty());
    assert_eq!(Tree::parse("x(z);y").unwrap().renamed().to_string(), "a(b);c");
}

#[test]
fn random_trees_have_every_word() {
    let drawn: BTreeSet<String> = (0..TREES)
        .flat_map(|number| {
            Tree::random(1, number).boxes().iter().flat_map(|node| node.words().to_vec()).collect::<Vec<_>>()
        })
        .map(|word| word.to_string())
        .collect();
    let missing = DECLARATIONS.iter().filter(|row| row.in_trees() && !drawn.contains(row.word()));
    assert_eq!(missing.map(|row| row.word()).collect::<Vec<_>>(), ["preserve-3d"]);
}

/// Appendix E as it is written: a recursion over the tree for each step, where the model sorts by keys.
fn by_the_letter(tree: &Tree, painting: &crate::Painting) -> Vec<usize> {
    let places = painting.places();
    let children = |index: Option<usize>| {
        let mut children: Vec<usize> = (0..places.len()).filter(|&it| tree.boxes()[it].parent() == index).collect();
        children.sort_by_key(|&it| places[it].rank);
        children
    };
    // What is painted in a step of `root`: found by walking down, not into contexts, nor into what is atomic but for the lifted.
    fn walk(
        root: Option<usize>,
        lifted_only: bool,
        is_meant: &dyn Fn(usize) -> bool,
        children: &dyn Fn(Option<usize>) -> Vec<usize>,
        places: &[crate::Place],
        found: &mut Vec<usize>,
    ) {
        for child in children(root) {
            // The page paints it, and not what it stands in.
            if places[child].layer == Layer::Top {
                continue;
            }
            let is_lifted = matches!(places[child].layer, Layer::Negative | Layer::Zero | Layer::Positive);
            if (is_lifted || !lifted_only) && is_meant(child) {
                found.push(child);
            }
            if places[child].makes != Makes::Context {
                let closed = places[child].makes == Makes::Atomic;
                walk(Some(child), lifted_only || closed, is_meant, children, places, found);
            }
        }
    }
    fn paint(
        root: Option<usize>,
        children: &dyn Fn(Option<usize>) -> Vec<usize>,
        places: &[crate::Place],
        order: &mut Vec<usize>,
    ) {
        let is_context = root.is_none_or(|root| places[root].makes == Makes::Context);
        for layer in Layer::ALL {
            let is_lifted = matches!(layer, Layer::Negative | Layer::Zero | Layer::Positive);
            if is_lifted && !is_context {
                continue;
            }
            if layer == Layer::Top && root.is_some() {
                continue;
            }
            let mut found: Vec<usize> =
                (0..places.len()).filter(|&it| places[it].layer == layer && layer == Layer::Top).collect();
            walk(root, false, &|it| places[it].layer == layer, children, places, &mut found);
            found.sort_by_key(|&it| places[it].z);
            for it in found {
                order.push(it);
                if places[it].makes != Makes::Nothing {
                    paint(Some(it), children, places, order);
                }
            }
        }
    }
    let mut order = Vec::new();
    paint(None, &children, places, &mut order);
    order
}

#[test]
fn sorting_by_keys_gives_the_order_that_appendix_e_gives_step_by_step() {
    for number in 0..TREES {
        let tree = Tree::random(2, number);
        let painting = tree.paint(Rules::default());
        assert_eq!(painting.order(), by_the_letter(&tree, &painting), "{tree}");
    }
}

#[test]
fn every_mistake_changes_the_order_of_some_random_tree() {
    for mutation in Mutation::ALL {
        let differs = |number: &u64| {
            let tree = Tree::random(3, *number);
            tree.paint(Rules::default()).order() != tree.paint(Rules::default().mutated(mutation)).order()
        };
        let changed = (0..TREES).filter(differs).count();
        assert!(changed > 10, "{}: {changed} of {TREES}", mutation.words());
    }
    let keys: BTreeSet<&str> = Mutation::ALL.into_iter().map(Mutation::key).collect();
    assert_eq!(keys.len(), Mutation::ALL.len());
}

#[test]
fn boxes_are_put_onto_one_square_and_their_own_words_win() {
    let tree = Tree::parse("a.sticky(b.abs);g.grid(c.float)").unwrap();
    let value = |index, property: &str| {
        placement(&tree, index).into_iter().find(|(name, _)| *name == property).map(|(_, value)| value)
    };
    assert_eq!(value(0, "margin"), Some("0 -40px -40px 0"));
    assert_eq!((value(0, "top"), value(1, "top"), value(1, "margin")), (None, Some("0"), None));
    assert_eq!((value(2, "grid-template"), value(3, "grid-area")), (Some("40px / 40px"), Some("1 / 1")));
    assert!(STAGE.contains(&("transform", "translate(0)")));
}
