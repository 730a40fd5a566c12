//! The order of painting, step by step as CSS 2.2 appendix E has it, and what newer specifications add.

use super::*;
use crate::{CASES, Engine, Kind, Layer, PUBLISHED};

#[test]
fn the_seven_layers_of_a_context_lie_as_appendix_e_says_whatever_their_order_in_the_document() {
    let layers = ["z7.abs.z1", "zero.rel", "line.inline", "float.float", "block", "z2.abs.z-1"];
    let expected = "root z2 block float line zero z7";
    assert_eq!(painted(&format!("root.rel.z0({})", layers.join(";"))), expected);
    let backwards: Vec<&str> = layers.into_iter().rev().collect();
    assert_eq!(painted(&format!("root.rel.z0({})", backwards.join(";"))), expected);
    assert_eq!(Layer::ALL.map(Layer::number), [1, 2, 3, 4, 5, 5, 6, 7, 8]);
}

#[test]
fn the_background_of_what_makes_no_context_lies_above_negative_boxes() {
    assert_eq!(painted("a(b.abs.z-1)"), "b a");
    assert_eq!(painted("a.rel(b.abs.z-1)"), "b a");
    for context in ["a.rel.z0", "a.opacity", "a.filter", "a.isolate", "a.fixed", "a.sticky", "a.will-transform"] {
        assert_eq!(painted(&format!("{context}(b.abs.z-1)")), "a b", "{context}");
    }
}

#[test]
fn no_z_index_leaves_its_context() {
    assert_eq!(painted("a.rel.z1(b.abs.z9999);c.rel.z2"), "a b c");
    assert_eq!(painted("a.rel(b.abs.z9999);c.rel.z2"), "a c b");
    assert_eq!(painted("a.rel.z-1(b.abs.z9999);c"), "a b c");
}

#[test]
fn a_z_index_counts_where_a_box_is_positioned_or_an_item_and_nowhere_else() {
    assert_eq!(painted("a.z9;b"), "a b");
    assert_eq!(painted("a.rel.z9;b.rel"), "b a");
    assert_eq!(painted("f.flex(a.z9;b)"), "f b a");
    assert_eq!(painted("f.grid(a.z1(c.rel.z-1);b)"), "f b a c");
    assert_eq!(painted("a.filter.z-1;b"), "b a");
}

#[test]
fn in_firefox_a_z_index_counts_where_a_position_is_announced() {
    let tree = "a.rel.z1;b.will-position.z2";
    assert_eq!(painted(tree), "b a");
    assert_eq!(painted_by(tree, of(Column::Engine(Engine::Firefox))), "a b");
}

#[test]
fn layer_zero_is_in_document_order_whether_boxes_are_positioned_or_make_contexts() {
    assert_eq!(painted("a.rel;b.opacity;c.abs.z0;d.filter"), "a b c d");
    assert_eq!(painted("d.filter;c.abs.z0;b.opacity;a.rel"), "d c b a");
    assert_eq!(painted("a.z5.filter;b.rel"), "a b");
}

#[test]
fn equal_z_indexes_are_in_document_order() {
    assert_eq!(painted("a.rel.z1;b.rel.z2;c.rel.z1;d.rel.z-1;e.rel.z-2"), "e d a c b");
}

#[test]
fn what_is_atomic_keeps_its_blocks_and_lets_its_lifted_boxes_go() {
    // A float's descendants are painted with it, above a later block, but not its positioned ones.
    assert_eq!(painted("a.float(b;c.rel);d"), "d a b c");
    assert_eq!(painted("a.float(c.rel;b);d.inline"), "a b d c");
    // The same of inline blocks, of items and of boxes that are positioned with z-index auto.
    assert_eq!(painted("a.inline(b;c.rel);d.inline"), "a b d c");
    assert_eq!(painted("f.flex(a(b;c.rel);d)"), "f a b d c");
    assert_eq!(painted("a.rel(b;c.rel.z-1);d.rel"), "c a b d");
    // A context keeps all.
    assert_eq!(painted("a.float.isolate(b;c.rel);d.rel"), "a b c d");
}

#[test]
fn blocks_lie_under_floats_of_their_whole_context() {
    assert_eq!(painted("a(b.float);c(d)"), "a c d b");
    assert_eq!(painted("a.rel(b.float;e);c(d)"), "c d a e b");
}

#[test]
fn order_moves_items_and_nothing_else() {
    assert_eq!(painted("f.flex(a.o1;b)"), "f b a");
    assert_eq!(painted("f.grid(a;b.o-1)"), "f b a");
    assert_eq!(painted("f(a.o1;b)"), "f a b");
    // What is out of the flow counts as 0.
    assert_eq!(painted("f.flex(a.abs.o1;b.rel)"), "f a b");
    // Lifted items are moved too, but not in WebKit.
    assert_eq!(painted("f.flex(a.filter;b.filter.o-1)"), "f b a");
    assert_eq!(painted_by("f.flex(a.filter;b.filter.o-1)", of(Column::Engine(Engine::WebKit))), "f a b");
    assert_eq!(painted_by("f.flex(a;b.o-1)", of(Column::Engine(Engine::WebKit))), "f b a");
}

#[test]
fn depth_decides_where_it_is_kept_and_no_z_index_does() {
    assert_eq!(painted("p.preserve-3d(a.transform-translate-z;b.rel.z9)"), "p b a");
    assert_eq!(painted("p.preserve-3d(a.transform-translate-z.rel.z-1(c);b)"), "p b a c");
    // A space reaches to what directly lies in it, and through what keeps depth, too.
    assert_eq!(painted("p.preserve-3d(s(a.transform-translate-z);b.rel)"), "p s a b");
    assert_eq!(painted("p.preserve-3d(s.preserve-3d(a.transform-translate-z);b.rel)"), "p s b a");
    assert_eq!(painted("p.preserve-3d(a.transform-translate-z);b.rel"), "p a b");
    // A space in a plane of another stays in it.
    assert_eq!(painted("p.preserve-3d(s(q.preserve-3d(a.transform-translate-z;b.rel));c.rel)"), "p s q b a c");
    for flat in
        ["opacity", "filter", "overflow", "isolate", "clip-path", "mask", "blend", "contain-paint", "contain-strict"]
    {
        assert_eq!(painted(&format!("p.preserve-3d.{flat}(a.transform-translate-z;b.rel)")), "p a b", "{flat}");
    }
    for kept in ["overflow-clip", "contain-layout", "opacity-1", "rel.z1"] {
        assert_eq!(painted(&format!("p.preserve-3d.{kept}(a.transform-translate-z;b.rel)")), "p b a", "{kept}");
    }
}

#[test]
fn engines_keep_no_depth_in_a_box_that_clips() {
    let ends = |column| painted_by("p.preserve-3d.overflow-clip(a.transform-translate-z;b.rel)", of(column));
    assert_eq!(Column::ALL.map(ends), ["p b a", "p a b", "p a b", "p a b"]);
}

#[test]
fn what_is_opened_in_the_top_layer_lies_over_all_in_the_order_of_opening() {
    assert_eq!(painted("a.filter.z-1(b.popover;c.rel.z9);d.abs.z2147483647"), "a c d b");
    assert_eq!(painted("a.popover.z9;b.popover.z-1"), "a b");
    assert_eq!(painted("a.popover(b.popover;c.rel.z9);d.popover"), "a c b d");
    assert_eq!(painted("a.popover(b.rel.z-1)"), "a b");
    // It is no item and no float.
    assert_eq!(painted("f.flex(a.popover.o1.float;b)"), "f b a");
}

#[test]
fn a_float_that_is_an_item_or_out_of_the_flow_is_none() {
    assert_eq!(painted("f.flex(a.float;b)"), "f a b");
    assert_eq!(painted("a.float.abs;b.inline"), "b a");
    assert_eq!(painted("a.float.rel;b.rel"), "a b");
}

#[test]
fn every_case_of_the_published_page_is_as_it_was_seen() {
    for case in &CASES {
        let tree = Tree::parse(case.tree).unwrap();
        let painting = tree.paint(Rules::default());
        let rank = |name| painting.order().iter().position(|&index| tree.boxes()[index].name() == name).unwrap();
        let hidden = match case.kind {
            Kind::Leak => rank("banner") > rank("header"),
            Kind::Context => rank("banner") < rank("child"),
            Kind::Canvas => rank("child") < rank("paint"),
            Kind::Depth => rank("near") < rank("late"),
            Kind::Header => rank("th") < rank("text"),
            Kind::Toast => rank("toast") < rank("dialog"),
            _ => rank("banner") < rank("image"),
        };
        assert_eq!(hidden, case.hidden, "{}: {}", case.id, painted(case.tree));
    }
    assert_eq!(CASES[0].tree, PUBLISHED);
}

#[test]
fn webkit_alone_hides_the_banner_of_the_flex_container() {
    let tree = CASES.iter().find(|case| case.id == "flex-order").unwrap().tree;
    let ends = |column| painted_by(tree, of(column));
    assert_eq!(
        Column::ALL.map(ends),
        ["card image banner", "card image banner", "card image banner", "card banner image"]
    );
}
