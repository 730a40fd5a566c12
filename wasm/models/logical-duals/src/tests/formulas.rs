use proptest::prelude::*;

use crate::formula::{Formula, FormulaError, MAX_LENGTH, Table, TableError, laws};

fn parse(text: &str) -> Formula {
    Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Formulas with up to two bound variables, the predicates P and Q and the propositions p and q.
fn formulas() -> impl Strategy<Value = Formula> {
    let atom = |name: &str, variables: &[&str]| Formula::Atom {
        name: name.to_owned(),
        variables: variables.iter().map(|&variable| variable.to_owned()).collect(),
    };
    let atoms = [
        atom("p", &[]),
        atom("q", &[]),
        atom("P", &["x"]),
        atom("P", &["y"]),
        atom("R", &["x", "y"]),
        Formula::Constant(true),
        Formula::Constant(false),
    ];
    let body = proptest::sample::select(atoms.to_vec()).prop_recursive(5, 24, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|inner| inner.negated()),
            pair.clone().prop_map(|(one, other)| Formula::And(Box::new(one), Box::new(other))),
            pair.prop_map(|(one, other)| Formula::Or(Box::new(one), Box::new(other))),
            inner.clone().prop_map(|inner| Formula::All("x".to_owned(), Box::new(inner))),
            inner.prop_map(|inner| Formula::Some("y".to_owned(), Box::new(inner))),
        ]
    });
    // So that nothing is unbound.
    body.prop_map(|body| Formula::Some("x".to_owned(), Box::new(Formula::All("y".to_owned(), Box::new(body)))))
}

fn is_nnf(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Atom { .. } => true,
        Formula::Not(inner) => matches!(**inner, Formula::Atom { .. }),
        Formula::And(one, other) | Formula::Or(one, other) => is_nnf(one) && is_nnf(other),
        Formula::All(_, inner) | Formula::Some(_, inner) => is_nnf(inner),
    }
}

proptest! {
    #[test]
    fn the_laws_of_duals_hold_of_every_formula(formula in formulas(), domain in 0..3_u64) {
        let laws = laws(&formula, domain).unwrap();
        prop_assert!(laws.dual && laws.nnf && laws.twice, "{formula}: {laws:?}");
        prop_assert!(is_nnf(&formula.nnf()));
        prop_assert_eq!(formula.dual().dual(), formula);
    }

    #[test]
    fn a_formula_that_is_written_reads_the_same_again(formula in formulas()) {
        match Formula::parse(&formula.to_string()) {
            Ok(read) => prop_assert_eq!(read, formula),
            Err(error) => prop_assert!(matches!(error, FormulaError::TooLong(_) | FormulaError::TooDeep), "{}", error),
        }
    }

    #[test]
    fn fuzz_any_text_is_a_formula_or_an_error_in_one_line(text in "[pqPQRxy()&|!:, a-z∀→-]{0,220}") {
        match Formula::parse(&text) {
            Ok(formula) => {
                let _ = Table::of(&formula, 6).map(|table| table.rows.len());
                prop_assert!(laws(&formula, 0).is_ok_and(|laws| laws.dual && laws.nnf));
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}

#[test]
fn de_morgans_laws_are_duals_and_normal_forms() {
    for (text, dual, nnf) in [
        ("p and q", "p or q", "p and q"),
        ("!(p & q)", "not (p or q)", "not p or not q"),
        ("not all x: P(x)", "not (some x: P(x))", "some x: not P(x)"),
        ("all x: P(x) or q", "some x: P(x) and q", "all x: P(x) or q"),
        ("(all x: P(x)) or q", "(some x: P(x)) and q", "(all x: P(x)) or q"),
        ("p -> q", "not p and q", "not p or q"),
        ("∀x ∃y R(x, y)", "some x: all y: R(x, y)", "all x: some y: R(x, y)"),
        ("p && q || r", "(p or q) and r", "p and q or r"),
        ("true or p", "false and p", "true or p"),
    ] {
        let formula = parse(text);
        assert_eq!(
            (formula.dual().to_string(), formula.nnf().to_string()),
            (dual.to_owned(), nnf.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn of_nothing_all_is_true_and_some_is_false() {
    let truth = |text, domain| Table::of(&parse(text), domain).unwrap().rows;
    assert_eq!(truth("all x: P(x)", 0), [true]);
    assert_eq!(truth("some x: P(x)", 0), [false]);
    assert_eq!(truth("all x: P(x)", 2), [false, false, false, true]);
    assert_eq!(truth("some x: P(x)", 2), [false, true, true, true]);
    assert_eq!(
        Table::of(&parse("all x: all y: R(x, y)"), 2).unwrap().atoms,
        ["R(1, 1)", "R(1, 2)", "R(2, 1)", "R(2, 2)"]
    );
    assert_eq!(truth("all x: some y: R(x, y)", 2).iter().filter(|row| **row).count(), 9);
}

#[test]
fn wrong_text_is_refused_and_it_is_said_why() {
    for (text, said) in [
        ("", "the formula ends where a proposition, a predicate, \"not\" or a bracket should follow"),
        ("(p and q", "character 1 of the formula opens a bracket that is never closed; add a )"),
        ("p)", "character 2 of the formula: \"and\", \"or\" or the end should stand here, not \")\""),
        ("P(x)", "no quantifier binds the variable x; put \"all x:\" or \"some x:\" in front"),
        ("all x: x", "x is a variable; it has to stand in the brackets of a predicate, such as P(x)"),
        ("all x: P(x) and P(x, x)", "P has different numbers of variables; give it the same everywhere"),
        ("p % q", "character 3 of the formula: a name, a bracket or a connective should stand here, not \"%\""),
        ("all x: P(x", "character 9 of the formula opens a bracket that is never closed; add a )"),
        ("all a: all b: all c: all d: all e: p", "more than 4 quantifiers stand inside each other; take some out"),
    ] {
        assert_eq!(Formula::parse(text).unwrap_err().to_string(), said, "{text}");
    }
    assert_eq!(Formula::parse(&"p".repeat(MAX_LENGTH + 1)).unwrap_err(), FormulaError::TooLong(201));
    assert!(Formula::parse(&"(".repeat(MAX_LENGTH)).is_err());
}

#[test]
fn a_table_has_ten_atoms_at_most_over_up_to_six_values() {
    let binary = parse("all x: some y: R(x, y)");
    assert_eq!(Table::of(&binary, 3).unwrap().rows.len(), 512);
    assert_eq!(Table::of(&binary, 4).unwrap_err(), TableError::Atoms(16));
    assert_eq!(Table::of(&binary, 7).unwrap_err().to_string(), "domain is 7; it must be from 0 to 6");
    let long = format!("all x: R({}x)", "x,".repeat(90));
    assert!(matches!(Table::of(&parse(&long), 6), Err(TableError::Atoms(_))));
}
