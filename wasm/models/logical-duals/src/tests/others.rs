//! Temporal logic and maps.

use proptest::prelude::*;

use crate::ltl::{Lasso, Ltl};
use crate::map::{MAX_NAMES, Map, MapError};

fn now(proposition: u8) -> Box<Ltl> {
    Box::new(Ltl::Now(proposition))
}

/// By walking: every place that can matter comes within twice the length.
fn holds(lasso: &Lasso, formula: &Ltl, place: usize) -> bool {
    let mut later = vec![place];
    for _ in 0..2 * lasso.len() {
        later.push(lasso.next(later[later.len() - 1]));
    }
    match formula {
        Ltl::Now(proposition) => lasso.is(*proposition, place),
        Ltl::Not(inner) => !holds(lasso, inner, place),
        Ltl::And(one, other) => holds(lasso, one, place) && holds(lasso, other, place),
        Ltl::Or(one, other) => holds(lasso, one, place) || holds(lasso, other, place),
        Ltl::Next(inner) => holds(lasso, inner, later[1]),
        Ltl::Eventually(inner) => later.iter().any(|place| holds(lasso, inner, *place)),
        Ltl::Always(inner) => later.iter().all(|place| holds(lasso, inner, *place)),
        Ltl::Until(one, other) => {
            let end = later.iter().position(|place| holds(lasso, other, *place));
            end.is_some_and(|end| later[..end].iter().all(|place| holds(lasso, one, *place)))
        }
        Ltl::Release(one, other) => {
            let end = later.iter().position(|place| holds(lasso, one, *place)).unwrap_or(later.len() - 1);
            later[..=end].iter().all(|place| holds(lasso, other, *place))
        }
    }
}

fn temporal() -> impl Strategy<Value = Ltl> {
    let atoms = prop_oneof![Just(Ltl::Now(0)), Just(Ltl::Now(1))];
    atoms.prop_recursive(3, 8, 2, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (one.clone(), one.clone());
        prop_oneof![
            one.clone().prop_map(Ltl::Not),
            one.clone().prop_map(Ltl::Next),
            one.clone().prop_map(Ltl::Eventually),
            one.prop_map(Ltl::Always),
            two.clone().prop_map(|(one, other)| Ltl::And(one, other)),
            two.clone().prop_map(|(one, other)| Ltl::Or(one, other)),
            two.clone().prop_map(|(one, other)| Ltl::Until(one, other)),
            two.prop_map(|(one, other)| Ltl::Release(one, other)),
        ]
    })
}

fn lassos() -> impl Strategy<Value = Lasso> {
    (proptest::collection::vec(0..4_u8, 1..6), 0..6_usize)
        .prop_map(|(states, back)| Lasso::new(states.clone(), back % states.len()).unwrap())
}

proptest! {
    #[test]
    fn a_formula_is_true_where_walking_along_the_lasso_says_so(formula in temporal(), lasso in lassos()) {
        prop_assert_eq!(lasso.satisfies(&formula), holds(&lasso, &formula, 0));
    }

    #[test]
    fn a_temporal_dual_is_true_where_the_formula_is_not_of_the_opposite(formula in temporal(), lasso in lassos()) {
        prop_assert_eq!(lasso.satisfies(&formula.dual()), !lasso.flipped().satisfies(&formula));
        prop_assert_eq!(formula.dual().dual(), formula);
    }

    #[test]
    fn fuzz_any_text_is_a_map_or_an_error_in_one_line(text in "[ab:;, \n\\PC]{0,60}") {
        match Map::parse(&text) {
            Ok(map) => {
                prop_assert!(map.law_holds());
                prop_assert!(Map::parse(&map.to_string()).unwrap().is_same(&map));
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}

#[test]
fn eventually_is_not_always_not_on_every_small_lasso() {
    let eventually = Ltl::Eventually(now(0));
    let not_always_not = Ltl::Not(Box::new(Ltl::Always(Box::new(Ltl::Not(now(0))))));
    let all: Vec<Lasso> = Lasso::all(1, 6).collect();
    assert_eq!(all.len(), 642);
    assert!(all.iter().all(|lasso| lasso.satisfies(&eventually) == lasso.satisfies(&not_always_not)));
    // Once is not always: not every pair of formulas is the same here.
    assert!(all.iter().any(|lasso| lasso.satisfies(&eventually) != lasso.satisfies(&Ltl::Always(now(0)))));
}

#[test]
fn a_lasso_leads_back_to_one_of_its_states() {
    assert_eq!(Lasso::new(vec![], 0), None);
    assert_eq!(Lasso::new(vec![1], 1), None);
    assert!(!Lasso::new(vec![1], 0).unwrap().is_empty());
}

#[test]
fn the_law_of_the_inverted_map_holds_of_every_small_map() {
    let mut kept = 0;
    for (keys, values) in [(0, 2), (1, 3), (2, 2), (3, 3)] {
        for map in Map::all(keys, values) {
            assert!(map.law_holds(), "{map}");
            let twice = map.dual().dual();
            assert_eq!(twice.is_same(&map), map.lost().next().is_none(), "{map}");
            kept += u32::from(twice.is_same(&map));
        }
    }
    assert_eq!(kept, 1 + 7 + 9 + 343);
}

#[test]
fn a_map_is_inverted_and_keys_without_values_are_lost() {
    let map = Map::parse("ann: read write; bob: read\ncy:").unwrap();
    assert_eq!(map.dual().to_string(), "read: ann bob\nwrite: ann");
    assert_eq!(map.lost().collect::<Vec<_>>(), ["cy"]);
    assert_eq!(map.dual().dual().to_string(), "ann: read write\nbob: read");
    assert_eq!(Map::parse("  ;\n").unwrap().to_string(), "");
}

#[test]
fn wrong_maps_are_refused_and_it_is_said_why() {
    let refused = |text: &str| Map::parse(text).unwrap_err();
    assert_eq!(refused("ann read"), MapError::Colon("ann read".to_owned()));
    assert_eq!(refused("a: b; a: c"), MapError::Twice("a".to_owned()));
    assert!(refused(": b").to_string().starts_with("\"\" is no name"));
    assert!(matches!(refused("a: much-too-long-a-name"), MapError::Name(_)));
    let keys: String = (0..=MAX_NAMES).map(|key| format!("k{key}: a;")).collect();
    assert_eq!(refused(&keys).to_string(), "the map has 9 keys; it must have 8 at most");
    let values: String = (0..=MAX_NAMES).map(|value| format!(" v{value}")).collect();
    assert_eq!(refused(&format!("k:{values}")).to_string(), "the map has 9 values; it must have 8 at most");
}
