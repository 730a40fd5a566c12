//! Formulas of and, or, not, all and some, and their duals, over every interpretation of their atoms in a small domain.

/// The most atoms that are interpreted: each way to make them true or false is looked at, 1,024 of them.
const MAX_ATOMS: u32 = 10;

/// A formula without free variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A proposition, or a predicate of variables.
    Atom {
        /// The atom's name.
        name: &'static str,
        /// The atom's variables; none for a proposition.
        variables: &'static [&'static str],
    },
    /// Not.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One of them at least.
    Or(Box<Formula>, Box<Formula>),
    /// For every value of a variable.
    All(&'static str, Box<Formula>),
    /// For one at least.
    Some(&'static str, Box<Formula>),
}

impl Formula {
    /// The dual: and for or, some for all; what stands for atoms stays.
    #[must_use]
    pub fn dual(&self) -> Self {
        let of = |inner: &Self| Box::new(inner.dual());
        match self {
            Self::Atom { .. } => self.clone(),
            Self::Not(inner) => Self::Not(of(inner)),
            Self::And(one, other) => Self::Or(of(one), of(other)),
            Self::Or(one, other) => Self::And(of(one), of(other)),
            Self::All(variable, inner) => Self::Some(variable, of(inner)),
            Self::Some(variable, inner) => Self::All(variable, of(inner)),
        }
    }

    /// The formula's truth, by interpretation: in number `r` atom `a` is true where bit `a` of `r` is set, so that in number
    /// `last - r` every atom is what it is not in number `r`. Nothing where it has too many atoms over this domain. An empty
    /// domain is one: all is true there of everything, and some of nothing.
    pub fn rows(&self, domain: u32) -> Option<Vec<bool>> {
        let interpretations = Interpretations::of(self, domain)?;
        Some(
            (0..1 << interpretations.atoms)
                .map(|atoms| interpretations.is_true(self, atoms, &mut Vec::new()))
                .collect(),
        )
    }

    /// Every predicate with its number of variables, in the order in which they first stand.
    fn predicates(&self, into: &mut Vec<(&'static str, usize)>) {
        match self {
            Self::Atom { name, variables } => {
                if !into.iter().any(|(known, _)| known == name) {
                    into.push((name, variables.len()));
                }
            }
            Self::Not(inner) | Self::All(_, inner) | Self::Some(_, inner) => inner.predicates(into),
            Self::And(one, other) | Self::Or(one, other) => {
                one.predicates(into);
                other.predicates(into);
            }
        }
    }
}

/// The atoms of a formula over a domain.
struct Interpretations {
    domain: u32,
    /// Each predicate's name, and the number of its first atom.
    predicates: Vec<(&'static str, u32)>,
    atoms: u32,
}

impl Interpretations {
    fn of(formula: &Formula, domain: u32) -> Option<Self> {
        let mut named = Vec::new();
        formula.predicates(&mut named);
        let (mut predicates, mut atoms) = (Vec::new(), 0_u32);
        for (name, arity) in named {
            predicates.push((name, atoms));
            atoms += domain.pow(arity as u32);
            if atoms > MAX_ATOMS {
                return None;
            }
        }
        Some(Self { domain, predicates, atoms })
    }

    /// The number of an atom: its bit in an interpretation.
    fn atom(&self, name: &str, values: impl Iterator<Item = u32>) -> u32 {
        let first = self.predicates.iter().find(|(known, _)| *known == name).map_or(0, |(_, first)| *first);
        first + values.fold(0, |number, value| number * self.domain + value)
    }

    /// True if the formula is true where the atoms are whose bits are set.
    fn is_true(&self, formula: &Formula, atoms: u32, bound: &mut Vec<(&'static str, u32)>) -> bool {
        match formula {
            Formula::Atom { name, variables } => {
                let value = |variable: &&'static str| {
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

    fn with(
        &self,
        inner: &Formula,
        atoms: u32,
        bound: &mut Vec<(&'static str, u32)>,
        variable: &'static str,
        value: u32,
    ) -> bool {
        bound.push((variable, value));
        let is_true = self.is_true(inner, atoms, bound);
        bound.pop();
        is_true
    }
}

/// Result of the laws of duals of a formula over a domain, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laws {
    /// How many interpretations were looked at.
    pub rows: u32,
    /// `dual(x) = not F(not x)`.
    pub dual: bool,
    /// The dual of the dual says the same as the formula.
    pub twice: bool,
}

/// Looks at every interpretation; nothing where the formula has too many atoms over this domain.
pub fn laws(formula: &Formula, domain: u32) -> Option<Laws> {
    let rows = formula.rows(domain)?;
    let dual = formula.dual().rows(domain)?;
    Some(Laws {
        rows: rows.len() as u32,
        dual: dual.iter().zip(rows.iter().rev()).all(|(dual, row)| *dual != *row),
        twice: formula.dual().dual().rows(domain)? == rows,
    })
}
