//! Styles that put all boxes of a tree onto one square, so that one point of it tells their whole order.

use crate::tree::{Position, Tree};

/// The side of the square, in CSS pixels.
pub const SIDE: u32 = 40;
/// The point of the square at which engines are asked, in CSS pixels from its left and from its top. A box that is rotated by 45°
/// covers it; a scrollbar or a resizer, which takes 15 pixels at the right or at the bottom, does not.
pub const PROBE: u32 = 12;

/// What is around a tree: a context of its own that contains fixed boxes too, as the page of the model does.
pub const STAGE: &[(&str, &str)] = &[
    ("position", "absolute"),
    ("width", "40px"),
    ("height", "40px"),
    ("transform", "translate(0)"),
    // Inline boxes then take no height of a line.
    ("font-size", "0"),
    ("line-height", "0"),
];

/// What is said of every box besides its own words: properties and values. What a word sets is not among them.
///
/// The margins leave the next box the same place. A box is as wide and as high as the square, whatever it holds.
pub fn placement(tree: &Tree, index: usize) -> Vec<(&'static str, &'static str)> {
    let node = &tree.nodes[index];
    let mut pairs = vec![
        ("box-sizing", "border-box"),
        ("width", "40px"),
        ("height", "40px"),
        ("min-width", "0"),
        ("min-height", "0"),
        ("margin", "0 -40px -40px 0"),
        ("vertical-align", "top"),
    ];
    if node.position() == Position::OutOfFlow {
        // Without: the margins would shift what is placed by both edges.
        pairs.retain(|(property, _)| *property != "margin");
        pairs.extend([("top", "0"), ("left", "0")]);
    }
    if node.is_open() {
        // In place of the browser's own style sheet.
        let plain = ["bottom", "right"].map(|property| (property, "auto"));
        pairs.extend(
            [("margin", "0"), ("border", "0"), ("padding", "0"), ("overflow", "visible")].into_iter().chain(plain),
        );
    }
    if tree.is_item(index) {
        pairs.extend([("flex", "none"), ("grid-area", "1 / 1")]);
    }
    if node.has("flex") {
        pairs.push(("align-items", "flex-start"));
    }
    if node.has("grid") {
        pairs.push(("grid-template", "40px / 40px"));
    }
    let own = node.declared();
    pairs.retain(|(property, _)| own.iter().all(|(set, _)| set != property));
    pairs
}
