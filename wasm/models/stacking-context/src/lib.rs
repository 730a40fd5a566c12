//! Which of a page's boxes is painted on top of which: stacking contexts, who makes them, and for two boxes why.
//!
//! - [`DECLARATIONS`] is the data: what each declaration does to stacking and to what it contains, in a column for the
//!   specifications and one per engine.
//! - [`DEPARTURES`] are what an engine does otherwise than the specifications say, whatever the declarations do.
//! - [`Tree`] is a tree of boxes with their declarations; [`Tree::parse`] reads its grammar, such as `b.abs.z1;i.filter`.
//! - [`Tree::paint`] orders the boxes as CSS 2 appendix E does, with what newer specifications add; [`Tree::why`] follows two
//!   boxes up to where they are compared.
//! - [`CASES`] are the published case, what causes it and what puts it right.
//!
//! No layout: who is over whom where boxes overlap does not depend on where they lie. Boxes in columns or pages, planes that cross each
//! other, inline boxes that are split, parts of tables and children of SVG are outside.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod cases;
mod declaration;
mod draw;
mod grammar;
mod paint;
mod rules;
mod style;
mod table;
mod tree;
mod why;

pub use cases::{CASES, Case, Kind, PUBLISHED};
pub use declaration::{Column, Declaration, Effects, Engine, On};
pub use paint::{Layer, Makes, Painting, Place};
pub use rules::{DEPARTURES, Departure, Mutation, Rules};
pub use style::{PROBE, SIDE, STAGE, placement};
pub use table::{DECLARATIONS, KEYFRAMES, declaration};
pub use tree::{MAX_BOXES, MAX_DEPTH, MAX_NAME, MAX_TEXT, Node, Tree, TreeError, Word};
pub use why::{Comparison, Decision};

#[cfg(test)]
mod tests;
