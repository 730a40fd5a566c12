use proptest::prelude::*;

use crate::formula::{Formula, laws};

fn atom(name: &'static str, variables: &'static [&'static str]) -> Formula {
    Formula::Atom { name, variables }
}

fn all(variable: &'static str, inner: Formula) -> Formula {
    Formula::All(variable, Box::new(inner))
}

fn some(variable: &'static str, inner: Formula) -> Formula {
    Formula::Some(variable, Box::new(inner))
}

/// Formulas with up to two bound variables, the predicates P and R and the propositions p and q.
fn formulas() -> impl Strategy<Value = Formula> {
    let atoms = [atom("p", &[]), atom("q", &[]), atom("P", &["x"]), atom("P", &["y"]), atom("R", &["x", "y"])];
    let body = proptest::sample::select(atoms.to_vec()).prop_recursive(5, 24, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|inner| Formula::Not(Box::new(inner))),
            pair.clone().prop_map(|(one, other)| Formula::And(Box::new(one), Box::new(other))),
            pair.prop_map(|(one, other)| Formula::Or(Box::new(one), Box::new(other))),
            inner.clone().prop_map(|inner| all("x", inner)),
            inner.prop_map(|inner| some("y", inner)),
        ]
    });
    // So that nothing is unbound.
    body.prop_map(|body| some("x", all("y", body)))
}

proptest! {
    #[test]
    fn the_laws_of_duals_hold_of_every_formula(formula in formulas(), domain in 0..3_u32) {
        let laws = laws(&formula, domain).unwrap();
        prop_assert!(laws.dual && laws.twice, "{formula:?}: {laws:?}");
        prop_assert_eq!(formula.dual().dual(), formula);
    }
}

#[test]
fn of_nothing_all_is_true_and_some_is_false() {
    let p = || atom("P", &["x"]);
    let truth = |formula: Formula, domain| formula.rows(domain).unwrap();
    assert_eq!(truth(all("x", p()), 0), [true]);
    assert_eq!(truth(some("x", p()), 0), [false]);
    assert_eq!(truth(all("x", p()), 2), [false, false, false, true]);
    assert_eq!(truth(some("x", p()), 2), [false, true, true, true]);
    let binary = all("x", some("y", atom("R", &["x", "y"])));
    assert_eq!(truth(binary, 2).iter().filter(|row| **row).count(), 9);
}

#[test]
fn ten_atoms_at_most_are_interpreted() {
    let binary = all("x", some("y", atom("R", &["x", "y"])));
    assert_eq!(binary.rows(3).map(|rows| rows.len()), Some(512));
    assert_eq!(binary.rows(4), None);
}
