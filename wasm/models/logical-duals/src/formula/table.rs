//! Truth tables over every interpretation of a formula's atoms in a small domain.

use std::error::Error;
use std::fmt;

use limits::LimitError;

use super::Formula;

/// The largest domain. An empty one is a domain: all is true there of everything, and some of nothing.
pub const MAX_DOMAIN: u64 = 6;
/// The most atoms of a table, which has a row for each way to make them true or false: 1,024 rows.
pub const MAX_ATOMS: usize = 10;

/// Why there is no table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableError {
    /// The domain is outside its limits.
    Domain(LimitError),
    /// The formula's predicates have too many atoms over this domain.
    Atoms(u64),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(error) => error.fmt(f),
            Self::Atoms(atoms) => write!(
                f,
                "the formula has {atoms} atoms over this domain, and a table may have {MAX_ATOMS}; take a smaller domain, or \
                 fewer predicates"
            ),
        }
    }
}

impl Error for TableError {}

/// A predicate, and where its atoms start.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Predicate {
    name: String,
    arity: usize,
    first: usize,
}

/// What a formula's atoms are over a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Interpretations {
    domain: u32,
    predicates: Vec<Predicate>,
    atoms: usize,
}

impl Interpretations {
    fn of(formula: &Formula, domain: u64) -> Result<Self, TableError> {
        let domain = limits::check("domain", domain, 0..=MAX_DOMAIN).map_err(TableError::Domain)? as u32;
        let mut named = Vec::new();
        predicates(formula, &mut named);
        let mut atoms = 0_u64;
        let mut predicates = Vec::new();
        for (name, arity) in named {
            predicates.push(Predicate { name, arity, first: atoms as usize });
            // What a formula's length allows: far below where this would overflow, but for hundreds of variables.
            atoms = atoms.saturating_add(u64::from(domain).saturating_pow(arity as u32));
            if atoms > MAX_ATOMS as u64 {
                return Err(TableError::Atoms(atoms));
            }
        }
        Ok(Self { domain, predicates, atoms: atoms as usize })
    }

    /// The number of an atom: its bit in an interpretation.
    fn atom(&self, name: &str, values: impl Iterator<Item = u32>) -> usize {
        let predicate = self.predicates.iter().find(|predicate| predicate.name == name);
        let first = predicate.map_or(0, |predicate| predicate.first);
        first + values.fold(0, |number, value| number * self.domain as usize + value as usize)
    }

    /// Whether the formula is true where the atoms are whose bits are set.
    fn is_true(&self, formula: &Formula, atoms: u32, bound: &mut Vec<(String, u32)>) -> bool {
        match formula {
            Formula::Constant(value) => *value,
            Formula::Atom { name, variables } => {
                let value = |variable: &String| {
                    let innermost = bound.iter().rev().find(|(name, _)| name == variable);
                    innermost.map_or(0, |(_, value)| *value)
                };
                atoms >> self.atom(name, variables.iter().map(value)) & 1 == 1
            }
            Formula::Not(inner) => !self.is_true(inner, atoms, bound),
            Formula::And(one, other) => self.is_true(one, atoms, bound) && self.is_true(other, atoms, bound),
            Formula::Or(one, other) => self.is_true(one, atoms, bound) || self.is_true(other, atoms, bound),
            Formula::All(variable, inner) => {
                (0..self.domain).all(|value| self.with(inner, atoms, bound, variable, value))
            }
            Formula::Some(variable, inner) => {
                (0..self.domain).any(|value| self.with(inner, atoms, bound, variable, value))
            }
        }
    }

    fn with(&self, inner: &Formula, atoms: u32, bound: &mut Vec<(String, u32)>, variable: &str, value: u32) -> bool {
        bound.push((variable.to_owned(), value));
        let is_true = self.is_true(inner, atoms, bound);
        bound.pop();
        is_true
    }

    fn rows(&self, formula: &Formula) -> Vec<bool> {
        (0..1 << self.atoms).map(|atoms| self.is_true(formula, atoms, &mut Vec::new())).collect()
    }
}

/// Every predicate with its number of variables, in the order in which they first stand.
fn predicates(formula: &Formula, into: &mut Vec<(String, usize)>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom { name, variables } => {
            if !into.iter().any(|(known, _)| known == name) {
                into.push((name.clone(), variables.len()));
            }
        }
        Formula::Not(inner) | Formula::All(_, inner) | Formula::Some(_, inner) => predicates(inner, into),
        Formula::And(one, other) | Formula::Or(one, other) => {
            predicates(one, into);
            predicates(other, into);
        }
    }
}

/// A formula's truth table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The atoms, such as `p` or `P(1)`; values of the domain count from 1.
    pub atoms: Vec<String>,
    /// Whether the formula is true, by row: in row `r` atom `a` is true where bit `a` of `r` is set. In row `last - r` every atom
    /// is what it is not in row `r`.
    pub rows: Vec<bool>,
}

impl Table {
    /// The table over a domain of 0 to 6 values.
    ///
    /// # Errors
    ///
    /// The domain is outside its limits, or the table has more than [`MAX_ATOMS`] atoms.
    pub fn of(formula: &Formula, domain: u64) -> Result<Self, TableError> {
        let interpretations = Interpretations::of(formula, domain)?;
        let mut atoms = Vec::new();
        for Predicate { name, arity, .. } in &interpretations.predicates {
            for number in 0..interpretations.domain.pow(*arity as u32) {
                let digit = |place| number / interpretations.domain.pow(place) % interpretations.domain + 1;
                let values: Vec<String> = (0..*arity as u32).rev().map(|place| digit(place).to_string()).collect();
                atoms.push(if values.is_empty() { name.clone() } else { format!("{name}({})", values.join(", ")) });
            }
        }
        Ok(Self { atoms, rows: interpretations.rows(formula) })
    }
}

/// Whether the laws of duals hold of a formula over a domain, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laws {
    /// How many interpretations were looked at.
    pub rows: u32,
    /// `dual(x) = not F(not x)`.
    pub dual: bool,
    /// The negation normal form says the same as the formula.
    pub nnf: bool,
    /// The dual of the dual says the same as the formula.
    pub twice: bool,
}

/// Looks at every interpretation.
///
/// # Errors
///
/// As [`Table::of`].
pub fn laws(formula: &Formula, domain: u64) -> Result<Laws, TableError> {
    let interpretations = Interpretations::of(formula, domain)?;
    let rows = interpretations.rows(formula);
    let dual = interpretations.rows(&formula.dual());
    Ok(Laws {
        rows: rows.len() as u32,
        dual: dual.iter().zip(rows.iter().rev()).all(|(dual, row)| *dual != *row),
        nnf: interpretations.rows(&formula.nnf()) == rows,
        twice: interpretations.rows(&formula.dual().dual()) == rows,
    })
}
