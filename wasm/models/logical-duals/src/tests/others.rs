//! Temporal logic and maps.

use proptest::prelude::*;

use crate::ltl::{Lasso, Ltl};
use crate::map::Map;

/// By walking: every place that can matter comes within twice the length.
fn holds(lasso: &Lasso, formula: &Ltl, place: usize) -> bool {
    let mut later = vec![place];
    for _ in 0..2 * lasso.states().len() {
        later.push(lasso.next(later[later.len() - 1]));
    }
    match formula {
        Ltl::Now => lasso.states()[place],
        Ltl::Not(inner) => !holds(lasso, inner, place),
        Ltl::Eventually(inner) => later.iter().any(|place| holds(lasso, inner, *place)),
        Ltl::Always(inner) => later.iter().all(|place| holds(lasso, inner, *place)),
    }
}

fn temporal() -> impl Strategy<Value = Ltl> {
    Just(Ltl::Now).prop_recursive(4, 4, 1, |inner| {
        let one = inner.prop_map(Box::new);
        prop_oneof![one.clone().prop_map(Ltl::Not), one.clone().prop_map(Ltl::Eventually), one.prop_map(Ltl::Always),]
    })
}

proptest! {
    #[test]
    fn a_formula_is_true_where_walking_along_the_lasso_says_so(formula in temporal()) {
        for lasso in Lasso::all(4) {
            prop_assert_eq!(lasso.satisfies(&formula), holds(&lasso, &formula, 0), "{:?}", lasso);
        }
    }
}

#[test]
fn eventually_is_not_always_not_on_every_small_lasso() {
    let now = || Box::new(Ltl::Now);
    let eventually = Ltl::Eventually(now());
    let not_always_not = Ltl::Not(Box::new(Ltl::Always(Box::new(Ltl::Not(now())))));
    let all: Vec<Lasso> = Lasso::all(6).collect();
    assert_eq!(all.len(), 642);
    assert!(all.iter().all(|lasso| lasso.satisfies(&eventually) == lasso.satisfies(&not_always_not)));
    // Once is not always: not every pair of formulas is the same here.
    assert!(all.iter().any(|lasso| lasso.satisfies(&eventually) != lasso.satisfies(&Ltl::Always(now()))));
}

#[test]
fn the_law_of_the_inverted_map_holds_of_every_small_map() {
    let mut kept = 0;
    for (keys, values) in [(0, 2), (1, 3), (2, 2), (3, 3)] {
        for map in Map::all(keys, values) {
            assert!(map.law_holds(), "{map:?}");
            kept += u32::from(map.dual().dual().is_same(&map));
        }
    }
    // Those in which no key is without values.
    assert_eq!(kept, 1 + 7 + 9 + 343);
}
