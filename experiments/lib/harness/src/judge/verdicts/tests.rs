//! The rule itself: what it answers, that noise only makes it undecided, and how often it errs.

mod error_rates;

use proptest::prelude::*;

use super::*;
use crate::judge::claims::Figure;
use crate::record::{Estimate, Source};

fn estimate(low: f64, value: f64, high: f64) -> Estimate {
    Estimate::between(9, value, [low, high])
}

/// A figure of which 10 was published, with margins from 9 to 11.
fn figure(label: &str, measured: impl Into<Option<Estimate>>) -> ClaimFigure {
    let published = PublishedValue::exactly(10.0);
    let margins = Some(Margin::Timing.around(&published));
    let (label, unit) = (label.to_owned(), "s".to_owned());
    let (published, measured) = (Some(published), measured.into());
    ClaimFigure { label, unit, published, margins, measured, exact: None, predicted: None }
}

fn claim(rule: Rule, figures: Vec<ClaimFigure>) -> Claim {
    let source = Some(Source { title: "Somebody".to_owned(), url: "https://example.org/".to_owned() });
    let [id, statement, why] = ["it", "It is so.", ""].map(str::to_owned);
    Claim { id, statement, source, figures, rule: Some(rule), verdict: Verdict::NotTested, why }
}

fn judge(rule: Rule, figures: Vec<ClaimFigure>) -> Verdict {
    judge_again(&claim(rule, figures)).expect("it has a rule")
}

fn as_published() -> Part {
    Part::AsPublished { figure: "a".to_owned() }
}

fn above(bound: f64) -> Part {
    Part::Above { figure: "a".to_owned(), bound }
}

#[test]
fn an_interval_within_the_margins_reproduces_one_outside_differs_and_one_that_straddles_is_undecided() {
    for (low, high, verdict) in [
        (9.0, 11.0, Verdict::Reproduced),
        (10.5, 10.9, Verdict::Reproduced),
        (8.9, 10.0, Verdict::Undecided),
        (10.0, 11.1, Verdict::Undecided),
        (1.0, 100.0, Verdict::Undecided),
        (8.0, 8.9, Verdict::Differs),
        (11.1, 12.0, Verdict::Differs),
    ] {
        let figures = vec![figure("a", estimate(low, f64::midpoint(low, high), high))];
        assert_eq!(judge(Rule::all([as_published()]), figures), verdict, "{low} to {high}");
    }
}

#[test]
fn margins_are_those_of_the_kind_of_figure() {
    let around = |margin: Margin, low, high| {
        let Margins { low, high, reason } = margin.around(&PublishedValue::between(low, high));
        assert!(!reason.is_empty());
        (low, high)
    };
    assert_eq!(around(Margin::Counted, 97.0, 97.0), (97.0, 97.0));
    assert_eq!(around(Margin::Rounding(0.5), 77.0, 78.0), (76.5, 78.5));
    assert_eq!(around(Margin::Timing, 20.0, 30.0), (18.0, 33.0));
    assert_eq!(around(Margin::Timing, -10.0, -10.0), (-11.0, -9.0));
    assert_eq!(around(Margin::Within(2.0, "a look takes as long"), 5.0, 5.0), (3.0, 7.0));
    // Wilson's interval of 20 of 1,000 is 1.298% to 3.070%.
    let (low, high) = around(Margin::Sample { rounding: 0.005, n: 1000 }, 0.02, 0.02);
    assert!((low - 0.007_98).abs() < 1e-5 && (high - 0.035_70).abs() < 1e-5, "{low} to {high}");
}

#[test]
fn a_decimal_figure_that_is_not_exact_in_binary_lies_on_its_own_margin() {
    let published = PublishedValue::exactly(0.3);
    let margins = Some(Margin::Counted.around(&published));
    let sum = 0.1 + 0.2;
    assert!(sum > 0.3, "the case has gone");
    let figure = ClaimFigure { margins, ..figure("a", estimate(sum, sum, sum)) };
    assert_eq!(judge(Rule::all([as_published()]), vec![figure]), Verdict::Reproduced);
}

#[test]
fn an_exact_value_decides_unless_what_was_measured_says_the_contrary() {
    let verdict = |part: Part, measured, exact| {
        judge(Rule::all([part]), vec![ClaimFigure { exact: Some(exact), ..figure("a", measured) }])
    };
    let noisy = || estimate(1.0, 2.0, 100.0);
    assert_eq!(verdict(as_published(), noisy(), 10.5), Verdict::Reproduced);
    assert_eq!(verdict(as_published(), noisy(), 12.0), Verdict::Differs);
    assert_eq!(verdict(as_published(), estimate(12.0, 12.0, 13.0), 12.0), Verdict::Differs);
    assert_eq!(verdict(as_published(), estimate(12.0, 12.0, 13.0), 10.5), Verdict::Undecided);
    assert_eq!(verdict(above(5.0), noisy(), 6.0), Verdict::Reproduced);
    assert_eq!(verdict(above(5.0), noisy(), 4.0), Verdict::Differs);
    assert_eq!(verdict(above(5.0), estimate(3.0, 3.0, 4.0), 6.0), Verdict::Undecided);
    let unmeasured = vec![ClaimFigure { exact: Some(10.5), ..figure("a", None) }];
    assert_eq!(judge(Rule::all([as_published()]), unmeasured), Verdict::NotTested);
}

#[test]
fn a_bound_is_passed_by_the_whole_interval_or_not_at_all() {
    let verdict = |part, low, high| judge(Rule::all([part]), vec![figure("a", estimate(low, low, high))]);
    let below = |bound| Part::Below { figure: "a".to_owned(), bound };
    assert_eq!(verdict(above(1.0), 1.1, 1.3), Verdict::Reproduced);
    assert_eq!(verdict(above(1.0), 0.99, 1.3), Verdict::Undecided);
    assert_eq!(verdict(above(1.0), 0.7, 1.0), Verdict::Differs);
    assert_eq!(verdict(below(1.0), 0.7, 0.9), Verdict::Reproduced);
    assert_eq!(verdict(below(1.0), 0.7, 1.0), Verdict::Undecided);
    assert_eq!(verdict(below(1.0), 1.0, 1.2), Verdict::Differs);
}

#[test]
fn a_range_of_too_few_observations_decides_nothing() {
    let few = Estimate { n: 3, confidence: Some(0.75), ..estimate(10.0, 10.0, 10.0) };
    for part in [as_published(), above(1.0), above(20.0), Part::Below { figure: "a".to_owned(), bound: 20.0 }] {
        let asked = format!("{part:?}");
        assert_eq!(judge(Rule::all([part]), vec![figure("a", few.clone())]), Verdict::Undecided, "{asked}");
    }
    let known = ClaimFigure { exact: Some(10.0), ..figure("a", few) };
    assert_eq!(
        judge(Rule::all([as_published()]), vec![known]),
        Verdict::Reproduced,
        "what is exact needs no observations"
    );
}

#[test]
fn one_figure_exceeds_another_where_their_intervals_do_not_meet() {
    let exceeds = || Rule::all([Part::Exceeds { figure: "a".to_owned(), other: "b".to_owned() }]);
    let verdict =
        |low, high| judge(exceeds(), vec![figure("a", estimate(low, low, high)), figure("b", estimate(4.0, 5.0, 6.0))]);
    assert_eq!(verdict(6.1, 7.0), Verdict::Reproduced);
    assert_eq!(verdict(5.0, 7.0), Verdict::Undecided);
    assert_eq!(verdict(3.0, 3.9), Verdict::Differs);
    assert_eq!(judge(exceeds(), vec![figure("a", estimate(1.0, 1.0, 1.0))]), Verdict::NotTested);
}

#[test]
fn one_case_proves_that_something_occurs_and_only_many_tries_that_it_does_not() {
    let verdict = |part: fn(&Figure) -> Part, count, n| {
        let share = crate::quantities::Quantity::new("share", statistics::share(count, n));
        judge(Rule::all([part(&Figure::new("a", &share))]), vec![figure("a", statistics::share(count, n))])
    };
    assert_eq!(verdict(Part::occurs, 1, 200), Verdict::Reproduced);
    assert_eq!(verdict(Part::occurs, 0, 200), Verdict::Differs);
    assert_eq!(verdict(Part::occurs, 0, 20), Verdict::Undecided);
    assert_eq!(verdict(Part::never, 0, 200), Verdict::Reproduced);
    assert_eq!(verdict(Part::never, 0, 20), Verdict::Undecided);
    assert_eq!(verdict(Part::never, 1, 200), Verdict::Differs);
    assert_eq!(verdict(Part::always, 200, 200), Verdict::Reproduced);
    assert_eq!(verdict(Part::always, 20, 20), Verdict::Undecided);
    assert_eq!(verdict(Part::always, 199, 200), Verdict::Differs);
}

#[test]
fn a_part_that_fails_refutes_and_one_that_was_not_measured_leaves_the_whole_untested() {
    let figures = || {
        vec![
            figure("yes", estimate(10.0, 10.0, 10.0)),
            figure("no", estimate(20.0, 20.0, 20.0)),
            figure("undecided", estimate(1.0, 10.0, 20.0)),
            figure("missing", None),
        ]
    };
    let verdict = |labels: &[&str]| {
        judge(Rule::all(labels.iter().map(|&label| Part::AsPublished { figure: label.to_owned() })), figures())
    };
    assert_eq!(verdict(&["yes", "yes"]), Verdict::Reproduced);
    assert_eq!(verdict(&["yes", "undecided"]), Verdict::Undecided);
    assert_eq!(verdict(&["yes", "undecided", "missing"]), Verdict::NotTested);
    assert_eq!(verdict(&["yes", "undecided", "missing", "no"]), Verdict::Differs);
    assert_eq!(verdict(&[]), Verdict::NotTested);

    let under = |cases: &[&[&str]]| {
        let part = |&label: &&str| Part::AsPublished { figure: label.to_owned() };
        let cases = cases.iter().map(|labels| (labels.join(" "), labels.iter().map(part).collect()));
        judge(Rule::under("how it was looked at", cases), figures())
    };
    assert_eq!(under(&[&["yes"], &["yes"]]), Verdict::Reproduced);
    assert_eq!(under(&[&["yes"], &["no"]]), Verdict::Depends);
    assert_eq!(under(&[&["yes"], &["no"], &["undecided"]]), Verdict::Depends);
    assert_eq!(under(&[&["yes"], &["undecided"]]), Verdict::Undecided);
    assert_eq!(under(&[&["no"], &["no"]]), Verdict::Differs);
    assert_eq!(under(&[&["yes", "no"], &["no", "yes"]]), Verdict::Differs, "no case has all its parts");
    assert_eq!(under(&[&["yes"], &["missing"]]), Verdict::Reproduced, "what was not measured does not count");
    assert_eq!(under(&[&["missing"], &["missing"]]), Verdict::NotTested);
}

#[test]
fn a_magnitude_of_one_machine_is_not_judged() {
    let rule = || Rule::magnitude("the machine");
    assert_eq!(judge(rule(), vec![figure("a", estimate(10.0, 10.0, 10.0))]), Verdict::Depends);
    assert_eq!(judge(rule(), vec![figure("a", None)]), Verdict::NotTested);
    assert_eq!(judge(Rule::NotTested, vec![figure("a", estimate(10.0, 10.0, 10.0))]), Verdict::NotTested);
}

#[test]
fn what_only_a_model_gives_follows_where_the_model_held_and_gives_it() {
    let parts = || {
        [
            Part::PredictedAsPublished { figure: "far".to_owned() },
            Part::AsPredicted { figure: "near".to_owned(), margin_share: 0.1 },
        ]
    };
    let verdict = |far: f64, near: f64| {
        let far = ClaimFigure { predicted: Some(far), ..figure("far", None) };
        let near = ClaimFigure { predicted: Some(near), ..figure("near", estimate(2.0, 2.0, 2.1)) };
        judge(Rule::follows("the model of a lost connection", parts()), vec![far, near])
    };
    assert_eq!(verdict(10.5, 2.0), Verdict::Follows);
    assert_eq!(verdict(11.5, 2.0), Verdict::NotTested, "the model says something else");
    assert_eq!(verdict(10.5, 3.0), Verdict::NotTested, "the model failed where it was tested");

    let computed = |exact| {
        let figure = ClaimFigure { exact, ..figure("a", None) };
        judge(Rule::follows("UTF-8", [Part::PredictedAbove { figure: "a".to_owned(), bound: 3.0 }]), vec![figure])
    };
    assert_eq!([Some(4.0), Some(2.0), None].map(computed), [Verdict::Follows, Verdict::NotTested, Verdict::NotTested]);
}

#[test]
fn what_this_project_states_itself_holds_or_does_not() {
    let verdict = |low, high| {
        let own = Claim { source: None, ..claim(Rule::all([above(1.0)]), vec![figure("a", estimate(low, low, high))]) };
        judge_again(&own)
    };
    assert_eq!(verdict(2.0, 3.0), Some(Verdict::Holds));
    assert_eq!(verdict(0.2, 0.3), Some(Verdict::DoesNotHold));
    assert_eq!(verdict(0.2, 3.0), Some(Verdict::Undecided));
}

#[test]
fn a_claim_from_before_rules_were_kept_is_not_judged_again() {
    let old = Claim { rule: None, ..claim(Rule::NotTested, Vec::new()) };
    assert_eq!(judge_again(&old), None);
}

#[test]
fn a_rule_survives_the_record() {
    let rule = Rule::under("the machine's cores", [("one core", vec![above(2.0), as_published()])]);
    let text = serde_json::to_string(&rule).expect("a rule is data");
    assert_eq!(
        text,
        "{\"kind\":\"under\",\"condition\":\"the machine's cores\",\"cases\":[{\"name\":\"one core\",\"parts\":[\
         {\"test\":\"above\",\"figure\":\"a\",\"bound\":2.0},{\"test\":\"as-published\",\"figure\":\"a\"}]}]}"
    );
    assert_eq!(serde_json::from_str::<Rule>(&text).expect("it is one"), rule);
}

/// Any part that asks the figures `a` and `b`.
fn any_part() -> impl Strategy<Value = Part> {
    let [a, b] = ["a", "b"].map(str::to_owned);
    let (bounds, rare) = (0.0..2.0_f64, 0.05);
    prop_oneof![
        Just(Part::AsPublished { figure: a.clone() }),
        Just(Part::AsPredicted { figure: a.clone(), margin_share: 0.1 }),
        (bounds.clone()).prop_map(|bound| Part::Above { figure: "b".to_owned(), bound }),
        bounds.prop_map(|bound| Part::Below { figure: "a".to_owned(), bound }),
        Just(Part::Exceeds { figure: a.clone(), other: b.clone() }),
        Just(Part::Occurs { figure: a.clone(), rare }),
        Just(Part::Never { figure: b.clone(), rare }),
        Just(Part::Always { figure: a, rare }),
    ]
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let parts = || prop::collection::vec(any_part(), 1..3);
    let cases = prop::collection::vec(parts(), 1..4);
    prop_oneof![
        parts().prop_map(Rule::all),
        cases.prop_map(|cases| Rule::under("which", cases.into_iter().map(|parts| ("one", parts)))),
        parts().prop_map(|parts| Rule::follows("a model", parts)),
    ]
}

/// A low end, a value, a high end, and how much wider the interval could be on either side.
fn any_interval() -> impl Strategy<Value = [f64; 5]> {
    (prop_oneof![Just(0.0), Just(1.0), 0.0..2.0_f64], 0.0..0.4_f64, 0.0..0.4_f64, 0.0..1.0_f64, 0.0..1.0_f64).prop_map(
        |(value, below, above, wider_below, wider_above)| {
            [value - below, value, value + above, wider_below, wider_above]
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_wider_interval_only_ever_makes_a_verdict_undecided(
        rule in any_rule(), a in any_interval(), b in any_interval(), published in 0.5..1.5_f64,
    ) {
        let of = |label: &str, [low, value, high, wider_below, wider_above]: [f64; 5], wide: f64| {
            let published = PublishedValue::exactly(published);
            let margins = Some(Margin::Timing.around(&published));
            let measured = estimate(low - wide * wider_below, value, high + wide * wider_above);
            ClaimFigure { margins, predicted: Some(published.low), ..figure(label, measured) }
        };
        let verdict = |wide| judge(rule.clone(), vec![of("a", a, wide), of("b", b, wide)]);
        let (narrow, wide) = (verdict(0.0), verdict(1.0));
        // A model that failed its test can no longer be said to have failed it.
        let none = if matches!(rule, Rule::Follows { .. }) { Verdict::NotTested } else { Verdict::Undecided };
        prop_assert!(wide == narrow || wide == none, "{narrow:?} became {wide:?}");
    }
}
