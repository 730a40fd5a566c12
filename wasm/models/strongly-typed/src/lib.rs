//! Five meanings of "strongly typed", after Tony Finch ("strongly typed?", dotat.at, 2025), as shares of a list of mistakes.
//!
//! A [`Table`] says what became of each mistake in each language. A [`Meaning`] looks at some of the mistakes and says which
//! outcomes count for it; its score is their share of those that can be written, so that [`Scores`] are exact fractions and
//! equal scores are ties. [`Scores::places`] orders languages by [`Weights`] of the meanings; [`Scores::incomparable_pairs`]
//! counts the pairs that weights can put either way, [`Scores::sampled_orders`] how many orders there are, and
//! [`Scores::tau_b`] says how alike two meanings order them; [`Table::tau_b_apart`] leaves out what is so only because both look
//! at the same mistakes. [`Relation`] counts where `==` is not transitive.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

mod compare;
mod equality;
mod meaning;
mod mistake;
mod orders;
mod outcome;
mod rank;
mod table;
mod tau;

#[cfg(test)]
mod tests;

pub use equality::{Relation, RelationError};
pub use meaning::Meaning;
pub use mistake::Mistake;
pub use outcome::Outcome;
pub use rank::Weights;
pub use table::{Score, Scores, Table, TableError};
