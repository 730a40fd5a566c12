//! Values that `==` and `===` call equal, asked of the languages that have both.

use harness::Failure;
use strongly_typed_model::Relation;

use crate::cell::Bench;
use crate::languages::Language;

/// The languages that have both.
pub const LANGUAGES: [&str; 2] = ["javascript", "php"];
/// The operators, in the order in which the programs answer.
pub const OPERATORS: [&str; 2] = ["==", "==="];
/// Number of values that are compared.
pub const VALUES: usize = 10;

/// Answers of one operator of one language.
#[derive(Debug, Clone)]
pub struct Equality {
    /// The language's name.
    pub language: &'static str,
    /// `==` or `===`.
    pub operator: &'static str,
    /// Pairs of values that it calls equal.
    pub relation: Relation,
}

/// Asks a language; empty where it does not answer as asked.
pub fn ask(bench: &Bench<'_>, language: &'static Language) -> Result<Vec<Equality>, Failure> {
    let said = bench.just_run(language, "equality")?;
    let relations = said.lines().filter_map(relation);
    let equality = |(operator, relation)| Equality { language: language.id, operator, relation };
    Ok(OPERATORS.into_iter().zip(relations).map(equality).collect())
}

/// A line of zeros and ones, row by row.
fn relation(line: &str) -> Option<Relation> {
    let answers: Option<Vec<bool>> =
        line.chars().map(|c| ["0", "1"].iter().position(|it| it.starts_with(c)).map(|it| it == 1)).collect();
    Relation::new(VALUES, &answers?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_square_of_zeros_and_ones_is_a_relation() {
        assert!(relation(&"1".repeat(VALUES * VALUES)).is_some());
        for line in ["", "10", &"2".repeat(VALUES * VALUES), &"1".repeat(VALUES * VALUES + 1)] {
            assert!(relation(line).is_none());
        }
    }
}
