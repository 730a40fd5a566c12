//! The model against what the specifications say, against its own table, and against mistakes.

mod appendix;
mod engines;
mod fuzz;
mod grammar;
mod reasons;
mod rows;
mod trees;

use crate::{Column, Rules, Tree};

/// The names of a tree's boxes from the bottom to the top, by the specifications.
#[track_caller]
fn painted(text: &str) -> String {
    painted_by(text, Rules::default())
}

#[track_caller]
fn painted_by(text: &str, rules: Rules) -> String {
    let tree = Tree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let painting = tree.paint(rules);
    painting.order().iter().map(|&index| tree.boxes()[index].name()).collect::<Vec<_>>().join(" ")
}

fn of(column: Column) -> Rules {
    Rules::of(column)
}
