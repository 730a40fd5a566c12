//! Formulas and maps as a reader types them, with their duals.

use std::fmt::Display;

use limits::check;
use logical_duals_model::formula::{Formula, Table, laws};
use logical_duals_model::map::Map;

/// The most characters of a map's text.
pub const MAX_MAP: u64 = 400;

/// A formula, what belongs to it, and truth tables over a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formulas {
    /// As it was understood.
    pub formula: String,
    /// And for or, some for all.
    pub dual: String,
    /// Its negation normal form.
    pub normal: String,
    /// That of its negation: what to check in order to find it.
    pub negation: String,
    /// The atoms; in row `r` of a table atom `a` is true where bit `a` of `r` is set.
    pub atoms: Vec<String>,
    /// Whether the formula is true, by row.
    pub rows: Vec<bool>,
    /// Whether its dual is.
    pub dual_rows: Vec<bool>,
    /// Whether the dual's table is the formula's upside down, with true for false.
    pub agrees: bool,
}

/// Reads a formula, and looks at every row of its table over a domain of 0 to 6 values.
///
/// # Errors
///
/// In words: it is no formula, or its table is too large.
pub fn formulas(text: &str, domain: f64) -> Result<Formulas, String> {
    let formula = Formula::parse(text).map_err(words)?;
    let domain = from_js::whole("domain", domain).map_err(words)?;
    let table = Table::of(&formula, domain).map_err(words)?;
    let dual = formula.dual();
    Ok(Formulas {
        dual_rows: Table::of(&dual, domain).map_err(words)?.rows,
        agrees: laws(&formula, domain).map_err(words)?.dual,
        formula: formula.to_string(),
        dual: dual.to_string(),
        normal: formula.nnf().to_string(),
        negation: formula.negated().nnf().to_string(),
        atoms: table.atoms,
        rows: table.rows,
    })
}

/// A map, its dual, and the dual of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inverted {
    /// The map.
    pub map: Map,
    /// From its values to its keys.
    pub dual: Map,
    /// From them back again.
    pub twice: Map,
    /// Keys that are in neither of the others, for their sets are empty.
    pub lost: Vec<String>,
    /// Whether a value is in a key's set exactly where the key is in the value's.
    pub law: bool,
    /// Whether the dual of the dual is the map.
    pub same: bool,
}

/// Reads a map and inverts it, twice.
///
/// # Errors
///
/// In words: it is no map, or too large.
pub fn invert(text: &str) -> Result<Inverted, String> {
    check("the number of characters", text.chars().count() as u64, 0..=MAX_MAP).map_err(words)?;
    let map = Map::parse(text).map_err(words)?;
    let dual = map.dual();
    let twice = dual.dual();
    let lost = map.lost().map(str::to_owned).collect();
    Ok(Inverted { lost, law: map.law_holds(), same: twice.is_same(&map), map, dual, twice })
}

fn words(error: impl Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_has_its_dual_its_negation_and_a_table_that_is_turned_round() {
        let found = formulas("some x: due(x) and not paid(x)", 2.0).unwrap();
        assert_eq!(found.dual, "all x: due(x) or not paid(x)");
        assert_eq!(found.negation, "all x: not due(x) or paid(x)");
        assert_eq!(found.normal, found.formula);
        assert_eq!(found.atoms, ["due(1)", "due(2)", "paid(1)", "paid(2)"]);
        let turned: Vec<bool> = found.rows.iter().rev().map(|row| !row).collect();
        assert_eq!((found.rows.len(), found.dual_rows, found.agrees), (16, turned, true));
    }

    #[test]
    fn all_is_true_of_nothing() {
        let nothing = |text| formulas(text, 0.0).unwrap().rows;
        assert_eq!((nothing("all x: p(x)"), nothing("some x: p(x)")), (vec![true], vec![false]));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(formulas("p(x)", 2.0).unwrap_err().contains("no quantifier binds"));
        assert!(formulas("p", 7.0).unwrap_err().contains("domain is 7; it must be from 0 to 6"));
        assert!(formulas("p", f64::NAN).is_err());
        assert!(invert("ann").unwrap_err().contains("no colon"));
        let long = format!("a:{}", " b".repeat(400));
        assert_eq!(invert(&long).unwrap_err(), "the number of characters is 802; it must be from 0 to 400");
    }

    #[test]
    fn a_key_without_values_is_lost_on_the_way() {
        let found = invert("ann: read write; bob: read; eve:").unwrap();
        assert_eq!(found.dual.to_string(), "read: ann bob\nwrite: ann");
        assert_eq!(found.twice.to_string(), "ann: read write\nbob: read");
        assert_eq!((found.lost, found.law, found.same), (vec!["eve".to_owned()], true, false));
        assert!(invert("").unwrap().same);
    }
}
