//! Why one box is on top of another.

use proptest::prelude::*;

use super::*;
use crate::{Decision, PUBLISHED};

#[track_caller]
fn why(text: &str, a: &str, b: &str) -> (String, Decision, Vec<String>) {
    let tree = Tree::parse(text).unwrap();
    let painting = tree.paint(Rules::default());
    let [a, b] = [a, b].map(|name| tree.find(name).unwrap());
    let compared = tree.why(&painting, a, b).unwrap();
    (tree.boxes()[compared.upper].name().to_owned(), compared.decided, compared.sentences(&tree, &painting))
}

#[test]
fn a_high_z_index_stays_in_a_context_that_lies_below() {
    let (upper, decided, sentences) = why("c.filter(a.abs.z9999);b.rel.z1", "a", "b");
    assert_eq!((&*upper, decided), ("b", Decision::Layer));
    assert_eq!(
        sentences,
        [
            "a is painted with c, a stacking context made by filter (z-index 0).",
            "In the page, b is in layer 7 of 7 (contexts with a positive z-index), which is painted over layer 6 of 7 (layer zero), where c is.",
        ]
    );
}

#[test]
fn each_rule_decides_where_it_is_the_one() {
    for (text, upper, decided) in [
        ("a.rel.z2;b.rel.z1", "a", Decision::Z),
        ("a.rel;b.filter", "b", Decision::Document),
        ("f.flex(a.o1;b)", "a", Decision::Order),
        ("a.rel(b)", "b", Decision::Background),
        ("a.inline;b", "a", Decision::Layer),
        ("b(a)", "a", Decision::Document),
        ("p.preserve-3d(a.transform-translate-z;b.rel.z9)", "a", Decision::Depth),
    ] {
        let (found, rule, sentences) = why(text, "a", "b");
        assert_eq!((&*found, rule), (upper, decided), "{text}");
        assert!(!sentences.is_empty());
    }
    assert_eq!(why("a.rel(b)", "a", "b").2, ["b is painted with a, and the background of a is below all that is."]);
    let tree = Tree::parse("a").unwrap();
    assert_eq!(tree.why(&tree.paint(Rules::default()), 0, 0), None);
}

#[test]
fn the_published_banner_is_hidden_since_the_image_is_in_its_layer_and_comes_later() {
    let (upper, decided, sentences) = why(PUBLISHED, "banner", "image");
    assert_eq!((&*upper, decided), ("image", Decision::Document));
    assert_eq!(
        sentences,
        [
            "In the page, both are in layer 6 of 7 (layer zero) with the same z-index, and image comes later in the document."
        ]
    );
}

proptest! {
    /// The reason, followed by hand, gives the order again.
    #[test]
    fn every_comparison_ends_where_both_boxes_are_painted_together(seed in any::<u64>()) {
        let tree = Tree::random(seed, 0);
        let painting = tree.paint(Rules::default());
        for a in 0..tree.boxes().len() {
            for b in 0..a {
                let found = tree.why(&painting, a, b).unwrap();
                prop_assert_eq!(&tree.why(&painting, b, a).unwrap(), &found);
                for chain in [&found.upper_chain, &found.lower_chain] {
                    for pair in chain.windows(2) {
                        prop_assert_eq!(painting.places()[pair[0]].group, Some(pair[1]));
                    }
                    if let Some(&last) = chain.last() {
                        prop_assert_eq!(painting.places()[last].group, found.common);
                    }
                }
                match (found.upper_chain.last(), found.lower_chain.last()) {
                    (Some(&upper), Some(&lower)) => {
                        prop_assert!(painting.places()[upper].key() > painting.places()[lower].key());
                    }
                    (upper, lower) => prop_assert!(upper.is_some() && lower.is_none() && found.common == Some(found.lower)),
                }
                prop_assert!(!found.sentences(&tree, &painting).is_empty());
            }
        }
    }
}
