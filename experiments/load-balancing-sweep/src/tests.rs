use std::collections::BTreeSet;

use harness::record::Profile;
use sharding::Condition;

use crate::conditions::all;
use crate::series::mean_fullest;

#[test]
fn conditions_have_names_of_their_own_and_are_the_same_in_every_profile() {
    let [quick, full] = [Profile::Quick, Profile::Full].map(all);
    let keys = |conditions: &[Condition<_>]| conditions.iter().map(|it| it.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(&quick), keys(&full));
    assert_eq!(keys(&quick).iter().collect::<BTreeSet<_>>().len(), 3 * 8 + 6 + 1);
    assert!(quick.iter().zip(&full).all(|(quick, full)| quick.repetitions < full.repetitions));
}

/// By hand: of 3 items on 2 servers one in four placements has all on one; of 3 on 3, in 27 placements 3 have all on one, 6 none.
#[test]
fn the_mean_of_the_fullest_server_is_that_of_all_placements() {
    for (items, servers, expected) in
        [(1, 1, 1.0), (5, 1, 5.0), (3, 2, 2.25), (3, 3, (3.0 * 3.0 + 18.0 * 2.0 + 6.0) / 27.0), (2, 100, 1.01)]
    {
        let found = mean_fullest(items, servers);
        assert!((found - expected).abs() < 1e-9, "{items} on {servers}: {found}");
    }
}

/// Raab and Steger (1998) for n items on n servers: about Γ⁻¹(n) - 3/2, which Gonnet (1981) gives for 100,000 as 7.76.
#[test]
fn the_mean_of_the_fullest_of_many_servers_is_near_gonnets() {
    // Γ(x + 1) = 100,000 has the solution x = 8.2…; by Stirling's series.
    let ln_gamma = |x: f64| (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + 1.0 / (12.0 * x);
    let (mut low, mut high) = (5.0, 20.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *(if ln_gamma(middle) < 1e5_f64.ln() { &mut low } else { &mut high }) = middle;
    }
    let exact = mean_fullest(100_000, 100_000);
    assert!((exact - (low - 1.5)).abs() < 0.2, "{exact} beside {}", low - 1.5);
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<sharding::Split<crate::Sweep>>("load-balancing-sweep");
}
