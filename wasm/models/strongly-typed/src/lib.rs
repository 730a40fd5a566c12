//! Five meanings of "strongly typed", after Tony Finch ("strongly typed?", dotat.at, 2025), as shares of a list of mistakes.
//!
//! A [`Table`] has the outcome of each mistake in each language. A [`Meaning`] looks at some of the mistakes and approves some
//! outcomes; its score is their share of those that can be written, an exact fraction, so that equal scores are ties. A language
//! that makes no promise by its types has no score for keeping it. [`Table::incomparable_pairs`] counts the pairs that meanings
//! put either way, and [`Table::tau_b`] says how alike two meanings order the languages; [`Table::tau_b_apart`] leaves out what
//! is so only because both look at the same mistakes. [`Relation`] counts where `==` is not transitive.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod compare;
mod equality;
mod meaning;
mod mistake;
mod outcome;
mod table;
mod tau;

#[cfg(test)]
mod tests;

pub use equality::{Relation, RelationError};
pub use meaning::Meaning;
pub use mistake::Mistake;
pub use outcome::Outcome;
pub use table::{Row, Score, Table};
