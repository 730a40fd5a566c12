//! Formulas of and, or, not, all and some over small domains: duals, negation normal form, truth tables.

mod parse;
mod table;

use std::error::Error;
use std::fmt;

pub use table::{Laws, MAX_ATOMS, MAX_DOMAIN, Table, TableError, laws};

/// The most characters of a formula.
pub const MAX_LENGTH: usize = 200;
/// The most quantifiers that stand inside each other.
pub const MAX_QUANTIFIERS: u32 = 4;

/// A formula without free variables, if it was parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// `true` or `false`.
    Constant(bool),
    /// A proposition, or a predicate of variables.
    Atom {
        /// What it is called.
        name: String,
        /// Its variables; none for a proposition.
        variables: Vec<String>,
    },
    /// Not.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One of them at least.
    Or(Box<Formula>, Box<Formula>),
    /// For every value of a variable.
    All(String, Box<Formula>),
    /// For one at least.
    Some(String, Box<Formula>),
}

/// Why a text is no formula. Places count characters from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaError {
    /// It has more characters than [`MAX_LENGTH`].
    TooLong(usize),
    /// Something else should stand at a place.
    Expected {
        /// What should stand there.
        expected: &'static str,
        /// What does; nothing at the end.
        found: Option<String>,
        /// Where.
        place: usize,
    },
    /// A bracket is opened and not closed.
    Unclosed {
        /// Where it is opened.
        place: usize,
    },
    /// A variable that no `all` or `some` binds.
    Unbound(String),
    /// A bound variable that stands alone, as if it were a proposition.
    Alone(String),
    /// A predicate with different numbers of variables.
    Arity(String),
    /// More than [`MAX_QUANTIFIERS`] inside each other.
    TooDeep,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(length) => {
                write!(f, "the formula has {length} characters; it must have {MAX_LENGTH} at most")
            }
            Self::Expected { expected, found: Some(found), place } => {
                write!(
                    f,
                    "character {place} of the formula: {expected} should stand here, not {}",
                    limits::Quoted(found)
                )
            }
            Self::Expected { expected, found: None, .. } => {
                write!(f, "the formula ends where {expected} should follow")
            }
            Self::Unclosed { place } => {
                write!(f, "character {place} of the formula opens a bracket that is never closed; add a )")
            }
            Self::Unbound(variable) => write!(
                f,
                "no quantifier binds the variable {variable}; put \"all {variable}:\" or \"some {variable}:\" in front"
            ),
            Self::Alone(variable) => {
                write!(
                    f,
                    "{variable} is a variable; it has to stand in the brackets of a predicate, such as P({variable})"
                )
            }
            Self::Arity(name) => write!(f, "{name} has different numbers of variables; give it the same everywhere"),
            Self::TooDeep => {
                write!(f, "more than {MAX_QUANTIFIERS} quantifiers stand inside each other; take some out")
            }
        }
    }
}

impl Error for FormulaError {}

impl Formula {
    /// Reads a formula, such as `all x: P(x) or not (some y: Q(x, y))`.
    ///
    /// Words and signs may be mixed: `and & ∧`, `or | ∨`, `not ! ¬ ~`, `-> →` (read as not … or), `all ∀`, `some exists ∃`, and
    /// `true`, `false`. `not` binds before `and`, that before `or`, that before `->`; a quantifier reaches as far as it can.
    ///
    /// # Errors
    ///
    /// It is none; what is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        parse::parse(text)
    }

    /// The dual: and for or, some for all, true for false; what stands for atoms stays.
    #[must_use]
    pub fn dual(&self) -> Self {
        let pair = |one: &Self, other: &Self| (Box::new(one.dual()), Box::new(other.dual()));
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Atom { .. } => self.clone(),
            Self::Not(inner) => Self::Not(Box::new(inner.dual())),
            Self::And(one, other) => {
                let (one, other) = pair(one, other);
                Self::Or(one, other)
            }
            Self::Or(one, other) => {
                let (one, other) = pair(one, other);
                Self::And(one, other)
            }
            Self::All(variable, inner) => Self::Some(variable.clone(), Box::new(inner.dual())),
            Self::Some(variable, inner) => Self::All(variable.clone(), Box::new(inner.dual())),
        }
    }

    /// Not this.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self::Not(Box::new(self.clone()))
    }

    /// The negation normal form: not stands only in front of atoms.
    #[must_use]
    pub fn nnf(&self) -> Self {
        self.pushed(false)
    }

    /// The normal form of this, or of its negation: De Morgan's laws, one step inwards at a time.
    fn pushed(&self, negate: bool) -> Self {
        let pair = |one: &Self, other: &Self| (Box::new(one.pushed(negate)), Box::new(other.pushed(negate)));
        match self {
            Self::Constant(value) => Self::Constant(value ^ negate),
            Self::Atom { .. } if negate => self.negated(),
            Self::Atom { .. } => self.clone(),
            Self::Not(inner) => inner.pushed(!negate),
            Self::And(one, other) | Self::Or(one, other) => {
                let is_and = matches!(self, Self::And(..)) != negate;
                let (one, other) = pair(one, other);
                if is_and { Self::And(one, other) } else { Self::Or(one, other) }
            }
            Self::All(variable, inner) | Self::Some(variable, inner) => {
                let is_all = matches!(self, Self::All(..)) != negate;
                let (variable, inner) = (variable.clone(), Box::new(inner.pushed(negate)));
                if is_all { Self::All(variable, inner) } else { Self::Some(variable, inner) }
            }
        }
    }

    /// How tightly it binds, when written: what binds less stands in brackets.
    fn strength(&self) -> u8 {
        match self {
            Self::All(..) | Self::Some(..) => 0,
            Self::Or(..) => 1,
            Self::And(..) => 2,
            Self::Not(_) => 3,
            Self::Constant(_) | Self::Atom { .. } => 4,
        }
    }
}

/// In words, so that [`Formula::parse`] reads the same again.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |f: &mut fmt::Formatter<'_>, inner: &Self, least: u8| {
            if inner.strength() < least { write!(f, "({inner})") } else { write!(f, "{inner}") }
        };
        let strength = self.strength();
        match self {
            Self::Constant(value) => write!(f, "{value}"),
            Self::Atom { name, variables } if variables.is_empty() => f.write_str(name),
            Self::Atom { name, variables } => write!(f, "{name}({})", variables.join(", ")),
            Self::Not(inner) => {
                f.write_str("not ")?;
                within(f, inner, strength)
            }
            Self::And(one, other) | Self::Or(one, other) => {
                within(f, one, strength)?;
                f.write_str(if matches!(self, Self::And(..)) { " and " } else { " or " })?;
                // Chains are read from the left.
                within(f, other, strength + 1)
            }
            Self::All(variable, inner) => write!(f, "all {variable}: {inner}"),
            Self::Some(variable, inner) => write!(f, "some {variable}: {inner}"),
        }
    }
}
