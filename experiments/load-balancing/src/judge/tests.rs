//! The rules, tried on made-up outcomes.

use harness::Found;
use harness::record::{Claim, Profile, Verdict};
use load_balancing_model::Strategy::Random;
use load_balancing_model::{Histogram, Outcome, Placement, exact};
use placements::Outcomes;
use sharding::Condition;

use super::{claims, judged, own, percent, rules};
use crate::balancers::Measured;
use crate::conditions::{Conditions, TWO_CHOICES, placement};
use crate::quantities::quantities;

mod balancers;

/// Outcomes in which every load of every random placement is exactly as likely as it should be, but those given.
fn found(changed: &[(Placement, Outcome)]) -> Found {
    found_with(changed, &Measured::default())
}

/// The same with what was measured of balancers.
fn found_with(changed: &[(Placement, Outcome)], measured: &Measured) -> Found {
    let conditions = Conditions::of(Profile::Full);
    let all = conditions.repeated().into_iter().map(|Condition { setting: placement, .. }| {
        let given = changed.iter().find(|(candidate, _)| *candidate == placement).map(|(_, outcome)| outcome.clone());
        (placement, given.unwrap_or_else(|| ideal(placement)))
    });
    quantities(&conditions, &Outcomes::new(all.collect()), measured, Vec::new())
}

/// The loads that a million servers would be expected to have. Of the largest loads only what the claims ask of them is
/// right: how many of a million placements are over the capacity.
fn ideal(placement: Placement) -> Outcome {
    if placement.strategy() != Random {
        return constant(placement.items().div_ceil(placement.servers().into()));
    }
    let (items, servers) = (placement.items(), placement.servers());
    let (first, probabilities) = exact::load_probabilities(items, servers);
    let counts = (first..).zip(probabilities).map(|(load, p)| (load, (p * 1e6).round() as u64));
    let capacity = match (items, servers) {
        (1000, 13 | 14) => 100,
        (1000, 28 | 33) => 50,
        (10_000, 11) => 1000,
        _ => return outcome(counts, [(items, 1)].into_iter()),
    };
    let over = (exact::p_any_over(items, servers, capacity) * 1e6).round() as u64;
    outcome(counts, [(capacity, 1_000_000 - over), (capacity + 1, over)].into_iter())
}

fn outcome(loads: impl Iterator<Item = (u64, u64)>, maxima: impl Iterator<Item = (u64, u64)>) -> Outcome {
    let histogram = |counts: &mut dyn Iterator<Item = (u64, u64)>| {
        let mut histogram = Histogram::new();
        counts.for_each(|(value, count)| histogram.add_n(value, count));
        histogram
    };
    Outcome { loads: histogram(&mut { loads }), maxima: histogram(&mut { maxima }) }
}

/// Every server holds `load` items every time.
fn constant(load: u64) -> Outcome {
    outcome([(load, 10_000)].into_iter(), [(load, 1000)].into_iter())
}

fn two_choices_as_published() -> [(Placement, Outcome); 2] {
    [(placement(1000, 11, TWO_CHOICES), constant(93)), (placement(1000, 21, TWO_CHOICES), constant(50))]
}

fn verdict(claim: &Claim) -> (&str, Verdict) {
    (&claim.id, claim.verdict)
}

#[test]
fn ideal_outcomes_reproduce_all_but_the_idle_share() {
    let judged = claims(&found(&two_choices_as_published()));
    assert_eq!(
        judged.iter().map(verdict).collect::<Vec<_>>(),
        [
            ("half-at-capacity", Verdict::Reproduced),
            ("thirteen-servers", Verdict::Reproduced),
            ("fourteen-servers", Verdict::Reproduced),
            ("idle-share", Verdict::Differs),
            ("eleven-servers-for-ten-thousand", Verdict::Reproduced),
            ("twenty-eight-servers", Verdict::Reproduced),
            ("imbalance-scaling", Verdict::Reproduced),
            ("two-choices-eleven-servers", Verdict::Reproduced),
            ("two-choices-cost", Verdict::NotTested),
            ("any-server-thirteen", Verdict::Holds),
            ("any-server-twenty-eight", Verdict::Holds),
            ("random-overloads-some", Verdict::NotTested),
            ("two-choices-in-nginx", Verdict::NotTested),
            ("workers-count-apart", Verdict::NotTested),
            ("haproxy-random-ring", Verdict::NotTested),
            ("caddy-random-choose", Verdict::NotTested),
            ("failing-server-draws-requests", Verdict::NotTested),
            ("next-upstream-mends", Verdict::NotTested),
        ]
    );
}

#[test]
fn only_what_others_said_has_a_source() {
    for claim in claims(&found(&two_choices_as_published())) {
        assert_eq!(
            claim.figures.iter().any(|figure| figure.published.is_some()),
            claim.source.is_some(),
            "{}",
            claim.id
        );
    }
}

#[test]
fn the_idle_share_names_the_number_of_servers_it_belongs_to() {
    let claim = rules::idle_share(&found(&[]));
    assert_eq!(
        claim.why,
        "1,000 items on 14 servers leave 28.6% of the capacity idle; the published figures are those of 13 servers."
    );
}

#[test]
fn two_choices_that_overload_differ() {
    let changed = [(placement(1000, 11, TWO_CHOICES), constant(101)), (placement(1000, 21, TWO_CHOICES), constant(50))];
    let claim = rules::two_choices_eleven_servers(&found(&changed));
    assert_eq!(claim.verdict, Verdict::Differs);
    assert_eq!(claim.why, "The 99.9th percentile is 101 items on 11 servers, and 50 on 21.");
}

#[test]
fn an_imbalance_that_is_not_the_exact_one_is_undecided() {
    // 2,000 items on 1,000 servers, two on each: perfect balance where there should be the most imbalance.
    let changed = [(placement(2000, 1000, Random), constant(2))];
    assert_eq!(rules::imbalance_scaling(&found(&changed)).verdict, Verdict::Undecided);
}

#[test]
fn placements_that_are_never_over_capacity_leave_the_own_finding_undecided() {
    let changed = [(placement(1000, 13, Random), constant(77))];
    let claim = own::any_server_thirteen(&found(&changed));
    assert_eq!(claim.verdict, Verdict::Undecided, "what was counted is not what is exact");
}

#[test]
fn an_overload_is_one_placement_in_twenty_two_and_likelier_where_the_number_of_items_varies() {
    let judged = judged(&found(&[]));
    let [varied, apart] =
        ["any-server-thirteen-of-poisson", "placements-for-an-overload-thirteen"].map(|name| &judged.derived[name]);
    // Exactly a thousand overload a server in 0.04503 of all placements, one in 22.2.
    assert_eq!(varied.exact.map(|chance| format!("{chance:.5}")).as_deref(), Some("0.06164"));
    assert_eq!(apart.exact.map(|placements| format!("{placements:.1}")).as_deref(), Some("22.2"));
    assert_eq!((&*varied.unit, &*apart.unit), ("share", "placements"));
    assert!(varied.measured.is_none() && apart.measured.is_none(), "nobody measured them");
}

#[test]
fn two_choices_whose_percentile_has_an_interval_are_undecided() {
    let loads = [(92, 9_986), (93, 9), (94, 5)];
    let uncertain = outcome(loads.into_iter(), [(94, 1000)].into_iter());
    let changed = [(placement(1000, 11, TWO_CHOICES), uncertain), (placement(1000, 21, TWO_CHOICES), constant(50))];
    let claim = rules::two_choices_eleven_servers(&found(&changed));
    assert_eq!(claim.verdict, Verdict::Undecided);
    assert!(claim.why.contains("on 21. Not decided, because the interval of"), "{}", claim.why);
}

#[test]
fn shares_are_told_in_three_digits() {
    for (share, text) in [(0.003493, "0.349%"), (0.04503, "4.50%"), (0.2115, "21.1%"), (1.0, "100.0%"), (0.0, "0.000%")]
    {
        assert_eq!(percent(share), text);
    }
}
