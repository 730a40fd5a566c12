//! Made-up curves.

use harness::record::{ClaimFigure, Judged};

use super::*;
use crate::series;

/// The chance at so many servers: its interval and value, and the exact one.
type Chance = (u32, [f64; 3], Option<f64>);

/// What is derived of this curve of any of random placement's servers over 100.
fn derived(curve: &[Chance]) -> ClaimFigure {
    let point = |&(servers, [low, value, high], exact): &Chance| {
        let at = [("strategy", "random".into()), ("items", ITEMS.into()), ("capacity", 100_u32.into())];
        Point::new(at)
            .and_at([("servers", servers.into())])
            .value(P_ANY, Estimate::between(u64::from(servers) * 100, value, [low, high]))
            .exact(P_ANY, exact)
    };
    // Another curve is no part of it.
    let other = Point::new([("strategy", "two-choices".into()), ("items", ITEMS.into()), ("capacity", 100_u32.into())])
        .and_at([("servers", 9_u32.into())])
        .value(P_ANY, Estimate::certain(7, 0.5));
    let planner = series::planner().points(curve.iter().map(point).chain([other]));
    let derived = Judged::default().deriving(all(&Found::new(vec![planner]))).derived;
    assert_eq!(derived.len(), PLANS.len());
    derived["servers-needed-random-100-any"].clone()
}

fn measured(curve: &[Chance]) -> Option<Estimate> {
    derived(curve).measured
}

#[test]
fn of_a_chance_that_falls_it_is_the_first_within_the_limit() {
    let found = derived(&[
        (14, [0.003, 0.004, 0.005], Some(0.0048)),
        (12, [0.29, 0.3, 0.31], Some(0.2997)),
        (13, [0.03, 0.04, 0.05], Some(0.045)),
    ]);
    assert_eq!(found.measured, Some(Estimate::between(1200, 14.0, [14.0, 14.0])));
    assert_eq!((found.exact, found.predicted, found.published, found.margins), (Some(14.0), None, None, None));
    assert_eq!(found.unit, "servers");
    let label = "Servers for Share of placements with any server over capacity of at most 1.0% \
                 (one choice, 1,000 items, capacity of a server 100 items)";
    assert_eq!(found.label, label);
}

#[test]
fn at_the_limit_is_within_it() {
    let found = derived(&[(12, [0.3; 3], None), (13, [0.01; 3], Some(0.01))]);
    assert_eq!((found.measured.unwrap().value, found.exact), (13.0, Some(13.0)));
}

#[test]
fn where_fewer_servers_were_not_tried_there_is_none() {
    let found = derived(&[(12, [0.01; 3], Some(0.01)), (13, [0.001; 3], Some(0.001))]);
    assert_eq!((found.measured, found.exact), (None, None));
    // Its lower end is there from the first on.
    assert_eq!(measured(&[(12, [0.01, 0.02, 0.03], None), (13, [0.001, 0.002, 0.003], None)]), None);
}

#[test]
fn its_interval_goes_from_where_the_lower_end_is_within_the_limit_to_where_the_upper_is() {
    let curve = [
        (11, [0.02, 0.03, 0.04], None),
        (12, [0.009, 0.012, 0.016], None),
        (13, [0.007, 0.0095, 0.013], None),
        (14, [0.006, 0.008, 0.011], None),
        (15, [0.004, 0.006, 0.009], None),
    ];
    assert_eq!(measured(&curve), Some(Estimate::between(1100, 13.0, [12.0, 15.0])));
    // Without the last the upper end does not come within.
    assert_eq!(measured(&curve[..4]), None);
}

#[test]
fn what_never_comes_within_the_limit_or_was_not_measured_is_none() {
    assert_eq!(measured(&[(12, [0.3; 3], None), (13, [0.2; 3], None)]), None);
    assert_eq!(measured(&[]), None);
}
