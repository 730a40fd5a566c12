//! Where `==` is not transitive.

use std::fmt;

/// Which values of a list are equal to which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    values: usize,
    equal: Vec<bool>,
}

/// Why a grid is no relation of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelationError {
    /// It is no square.
    Shape {
        /// How many values there are.
        values: usize,
        /// How many answers.
        answers: usize,
    },
    /// `a == b` and `b == a` differ.
    NotSymmetric {
        /// The first value, from 0.
        a: usize,
        /// The second one.
        b: usize,
    },
}

impl fmt::Display for RelationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { values, answers } => {
                write!(f, "there are {answers} answers; {values} values must have {}", values * values)
            }
            Self::NotSymmetric { a, b } => {
                write!(f, "values {a} and {b} are equal in one order only; ask both orders of the same two values")
            }
        }
    }
}

impl std::error::Error for RelationError {}

impl Relation {
    /// From the answers of each pair, row by row. A value need not equal itself, as NaN does not.
    ///
    /// # Errors
    /// They are no square, or the order of the two matters.
    pub fn new(values: usize, equal: &[bool]) -> Result<Self, RelationError> {
        if values.checked_mul(values) != Some(equal.len()) {
            return Err(RelationError::Shape { values, answers: equal.len() });
        }
        let relation = Self { values, equal: equal.to_vec() };
        let pairs = (0..values).flat_map(|a| (0..a).map(move |b| (a, b)));
        match pairs.into_iter().find(|&(a, b)| relation.equal(a, b) != relation.equal(b, a)) {
            Some((a, b)) => Err(RelationError::NotSymmetric { a, b }),
            None => Ok(relation),
        }
    }

    /// Whether two values are equal.
    ///
    /// # Panics
    /// If there are no such values.
    pub fn equal(&self, a: usize, b: usize) -> bool {
        self.equal[a * self.values + b]
    }

    /// The triples (a, b, c) of different values where a equals b and b equals c, but a does not equal c; each once, a being
    /// the earlier of the two ends.
    pub fn intransitive(&self) -> Vec<(usize, usize, usize)> {
        let mut triples = Vec::new();
        for b in 0..self.values {
            let equals: Vec<usize> = (0..self.values).filter(|&a| a != b && self.equal(a, b)).collect();
            for (position, &a) in equals.iter().enumerate() {
                triples.extend(equals[position + 1..].iter().filter(|&&c| !self.equal(a, c)).map(|&c| (a, b, c)));
            }
        }
        triples
    }
}
