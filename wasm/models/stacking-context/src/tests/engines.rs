//! What engines were seen to do otherwise than the specifications say.

use std::collections::BTreeSet;

use super::*;
use crate::Engine::{Chromium, Firefox, WebKit};
use crate::{DEPARTURES, Decision, Engine};

/// Trees that engines were seen to have in another order than the specifications, with that order, from the bottom to the top: the
/// smallest that random trees came to in Chromium 156, Firefox ESR 153 and WebKitGTK 2.50.
#[rustfmt::skip]
const SEEN: [(Engine, &str, &str); 30] = [
    (Chromium, "a.grid(b.z0.o1;c.flex(d.rel))", "a c b d"),
    (Chromium, "a.flex(b.mask.o1;c.grid(d.abs))", "a c b d"),
    (Chromium, "a.flex(b.sticky.o1;c.grid(d.rel))", "a c b d"),
    (Chromium, "a.flex(b.grid.o1(c.isolate);d.abs)", "a b c d"),
    (Chromium, "a.grid(b.sticky;c.grid.o-1(d.rel))", "a c b d"),
    (Chromium, "a.grid(b.rel.o1;c.grid(d.transform))", "a c b d"),
    (Chromium, "a.flex(b.flex(c.abs);d.contain-layout.o-1)", "a b c d"),
    (Chromium, "a.flex(b(c(d.rel));e.rel.o-1)", "a b c d e"),
    (Chromium, "a.flex(b.o1(c.flex(d.z2));e.z2)", "a b c d e"),
    (Chromium, "a.grid(b.o1(c(d.mask));e.sticky)", "a b c d e"),
    (Firefox, "a.flex(b;c.float)", "a c b"),
    (Firefox, "a.grid(b;c.float)", "a c b"),
    (Firefox, "a.grid(b.float.o1;c)", "a b c"),
    (Firefox, "a.flex(b.float;c.o-1)", "a b c"),
    (Firefox, "a.grid(b.float;c.o-1)", "a b c"),
    (Firefox, "a.flex(b.float);c.float", "a b c"),
    (Firefox, "a.grid(b.float);c.float", "a b c"),
    (Firefox, "a.inline;b.flex(c.float)", "b c a"),
    (Firefox, "a.inline;b.grid(c.float)", "b c a"),
    (Firefox, "a(b.flex(c;d.float))", "a b d c"),
    (WebKit, "a.contain-layout.overflow-clip;b", "a b"),
    (WebKit, "a.overflow-clip.contain-layout;b", "a b"),
    (WebKit, "a.float;b(c.float)", "b c a"),
    (WebKit, "a(b.overflow-clip.contain-layout);c", "a b c"),
    (WebKit, "a(b.inline);c.contain-layout.overflow", "a c b"),
    (WebKit, "a.rel;b(c.contain-layout.overflow-clip)", "b c a"),
    (WebKit, "a.fixed;b(c.contain-layout.overflow-clip)", "b c a"),
    (WebKit, "a(b.float;c(d.float))", "a c d b"),
    (WebKit, "a.float;b(c(d.float))", "b c d a"),
    (WebKit, "a.float;b;c.inline;d.float", "b d a c"),
];

#[test]
fn every_engine_has_the_trees_in_the_order_in_which_it_was_seen_to_have_them() {
    for (engine, tree, seen) in SEEN {
        assert_eq!(painted_by(tree, of(Column::Engine(engine))), seen, "{tree} in {}", engine.name());
        assert_ne!(painted(tree), seen, "{tree}");
    }
}

#[test]
fn every_departure_is_one_and_has_a_name_of_its_own() {
    let keys: BTreeSet<&str> = DEPARTURES.iter().map(|departure| departure.key).collect();
    assert_eq!(keys.len(), DEPARTURES.len());
    for departure in &DEPARTURES {
        let engine = of(Column::Engine(departure.engine));
        assert_ne!(painted_by(departure.example, engine), painted(departure.example), "{}", departure.words);
    }
}

#[test]
fn in_chromium_order_moves_what_lies_in_an_item_as_far_as_layers_reach() {
    let by = |tree| painted_by(tree, of(Column::Engine(Chromium)));
    // The item, and what lies directly in it.
    assert_eq!(by("a.flex(b.rel.o1;c.rel)"), "a c b");
    assert_eq!(by("a.flex(b.o1(c.rel);d.rel)"), "a b d c");
    // What lies deeper, only where the item or what is between is a layer itself.
    assert_eq!(by("a.flex(b.o1(c(d.rel));e.rel)"), "a b c d e");
    assert_eq!(by("a.flex(b.overflow.o1(c(d.rel));e.rel)"), "a b c e d");
    assert_eq!(by("a.flex(b.rel.o1(c(d.rel));e.rel)"), "a e b c d");
    // What lies between layers that would change places keeps both where they are.
    assert_eq!(by("a.flex(b.rel.o1;c(d(e.rel));f.rel)"), "a c d b e f");
    // Unless they meet as the halves of the sort are merged: so Chromium was seen to have it.
    assert_eq!(by("a.flex(b(c.abs;d(e.translate));f.translate.o-1;g.rel)"), "a b d f c e g");
    // An inline box beside a block lies in an anonymous one, and that is a level more.
    assert_eq!(by("a.flex(b.o1(c.rel.inline);d.rel)"), "a b d c");
    assert_eq!(by("a.flex(b.o1(c.rel.inline;x);d.rel)"), "a b x c d");
}

#[test]
fn in_webkit_a_float_of_an_anonymous_block_lies_under_those_beside_it() {
    let by = |tree| painted_by(tree, of(Column::Engine(WebKit)));
    assert_eq!(by("a.float;b.float"), "a b");
    assert_eq!(by("a.float;b;c.float"), "b a c");
    assert_eq!(by("a.float;b.inline;c.float"), "a c b");
    assert_eq!(by("a.float;b;c.inline;d.float;e;f.float"), "b e d a f c");
    assert_eq!(by("a.inline;b.float;c;d.float"), "c b d a");
    // In a context of its own nothing is compared with what is outside.
    assert_eq!(by("a.float;b.isolate(c.float)"), "a b c");
}

#[test]
fn in_webkit_layout_containment_lifts_a_box_that_clips_only_with_something_else() {
    let by = |tree| painted_by(tree, of(Column::Engine(WebKit)));
    assert_eq!(by("a.contain-layout;b"), "b a");
    assert_eq!(by("a.contain-layout.overflow;b"), "a b");
    assert_eq!(by("a.contain-layout.overflow.rel;b"), "b a");
    assert_eq!(by("a.contain-content.overflow;b"), "b a");
}

#[test]
fn in_webkit_what_is_lifted_in_a_box_that_stays_is_painted_over_the_inline_content_around() {
    let by = |tree| painted_by(tree, of(Column::Engine(WebKit)));
    assert_eq!(by("a.contain-layout.overflow(b.rel);c.inline"), "a c b");
    assert_eq!(by("a.contain-layout.overflow(b.rel.z9);c.rel"), "a b c");
    assert_eq!(by("a.contain-layout.overflow(b.rel.z2;c.rel.z1);d"), "a d c b");
    assert_eq!(by("a.contain-layout.overflow(b);c"), "a b c");
}

#[test]
fn in_chromium_a_hidden_back_is_painted_over_inline_content_and_under_layer_zero() {
    let by = |tree| painted_by(tree, of(Column::Engine(Chromium)));
    assert_eq!(by("a.backface;b;c.float;d.inline;e.rel"), "b c d a e");
    // With the layer around, past what is atomic.
    assert_eq!(by("a.float(b.backface);c.inline"), "a c b");
    assert_eq!(by("a.rel(b.backface);c.rel"), "a b c");
    // What is lifted in it goes to the context around.
    assert_eq!(by("a.backface(b.rel.z-1;c);d.inline"), "b d a c");
    // Whatever order says.
    assert_eq!(by("a.flex(b.backface.o1;c.backface)"), "a b c");
    let tree = Tree::parse("a.backface;b.inline").unwrap();
    let painting = tree.paint(of(Column::Engine(Chromium)));
    let compared = tree.why(&painting, 0, 1).unwrap();
    assert_eq!((compared.upper, compared.decided), (0, Decision::Layer));
    assert_eq!(
        compared.sentences(&tree, &painting).concat(),
        "In the page, a is in layer 5 of 7 (over inline content, in this engine), which is painted over layer 5 of 7 (inline content and items), where b is."
    );
}

#[test]
fn floats_in_an_inner_block_are_given_as_the_reason() {
    let tree = Tree::parse("a.float;b(c.float)").unwrap();
    let painting = tree.paint(of(Column::Engine(WebKit)));
    let compared = tree.why(&painting, 0, 2).unwrap();
    assert_eq!((compared.upper, compared.decided), (0, Decision::Inner));
    let said = compared.sentences(&tree, &painting).concat();
    assert!(said.ends_with("and c lies in an inner block, whose floats this engine paints first."), "{said}");
    let items = Tree::parse("f.flex(a.float.o1;b.float)").unwrap();
    let painting = items.paint(of(Column::Engine(Firefox)));
    assert_eq!(items.why(&painting, 1, 2).unwrap().decided, Decision::Order);
}
