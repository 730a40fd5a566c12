//! Tests of the rule: its answers, that noise only makes it undecided, and its error rates.

mod error_rates;

use proptest::prelude::*;

use super::*;
use crate::found::Quantity;
use crate::judge::claims::Figure;
use crate::record::Source;
use crate::statistics;

fn estimate(low: f64, value: f64, high: f64) -> Estimate {
    Estimate::between(9, value, [low, high])
}

/// A figure whose published value is 10, with margins from 9 to 11.
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
    Claim { id, statement, source, figures, rule, verdict: Verdict::NotTested, why }
}

fn judge(rule: Rule, figures: Vec<ClaimFigure>) -> Verdict {
    rule.verdict(&figures, true)
}

fn within() -> Part {
    Part::Within { figure: "a".to_owned() }
}

fn above(bound: f64) -> Part {
    Part::Above { figure: "a".to_owned(), bound: Bound::Number(bound) }
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
        assert_eq!(judge(Rule::all([within()]), figures), verdict, "{low} to {high}");
    }
}

#[test]
fn margins_are_those_of_the_kind_of_figure() {
    let around = |margin: Margin, low, high| {
        let Margins { low, high, reason } = margin.around(&PublishedValue::between(low, high));
        assert!(!reason.is_empty());
        (low, high)
    };
    assert_eq!(around(Margin::AS_IT_IS, 97.0, 97.0), (97.0, 97.0));
    assert_eq!(around(Margin::Rounding(0.5), 77.0, 78.0), (76.5, 78.5));
    assert_eq!(around(Margin::Timing, 20.0, 30.0), (18.0, 33.0));
    assert_eq!(around(Margin::Timing, -10.0, -10.0), (-11.0, -9.0));
    assert_eq!(around(Margin::Within(2.0, "a look takes as long"), 5.0, 5.0), (3.0, 7.0));
}

#[test]
fn a_decimal_figure_that_is_not_exact_in_binary_lies_on_its_own_margin() {
    let published = PublishedValue::exactly(0.3);
    let margins = Some(Margin::AS_IT_IS.around(&published));
    let sum = 0.1 + 0.2;
    assert!(sum > 0.3, "the case has gone");
    let figure = ClaimFigure { margins, ..figure("a", estimate(sum, sum, sum)) };
    assert_eq!(judge(Rule::all([within()]), vec![figure]), Verdict::Reproduced);
}

#[test]
fn an_exact_value_decides_unless_what_was_measured_says_the_contrary() {
    let verdict = |part: Part, measured, exact| {
        judge(Rule::all([part]), vec![ClaimFigure { exact: Some(exact), ..figure("a", measured) }])
    };
    let noisy = || estimate(1.0, 2.0, 100.0);
    assert_eq!(verdict(within(), noisy(), 10.5), Verdict::Reproduced);
    assert_eq!(verdict(within(), noisy(), 12.0), Verdict::Differs);
    assert_eq!(verdict(within(), estimate(12.0, 12.0, 13.0), 12.0), Verdict::Differs);
    assert_eq!(verdict(within(), estimate(12.0, 12.0, 13.0), 10.5), Verdict::Undecided);
    assert_eq!(verdict(above(5.0), noisy(), 6.0), Verdict::Reproduced);
    assert_eq!(verdict(above(5.0), noisy(), 4.0), Verdict::Differs);
    assert_eq!(verdict(above(5.0), estimate(3.0, 3.0, 4.0), 6.0), Verdict::Undecided);
    let unmeasured = vec![ClaimFigure { exact: Some(10.5), ..figure("a", None) }];
    assert_eq!(judge(Rule::all([within()]), unmeasured), Verdict::NotTested);
}

#[test]
fn a_bound_is_passed_by_the_whole_interval_or_not_at_all() {
    let verdict = |part, low, high| judge(Rule::all([part]), vec![figure("a", estimate(low, low, high))]);
    let below = |bound| Part::Below { figure: "a".to_owned(), bound: Bound::Number(bound) };
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
    for part in [within(), above(1.0), above(20.0), Part::Below { figure: "a".to_owned(), bound: Bound::Number(20.0) }]
    {
        let asked = format!("{part:?}");
        assert_eq!(judge(Rule::all([part]), vec![figure("a", few.clone())]), Verdict::Undecided, "{asked}");
    }
    let known = ClaimFigure { exact: Some(10.0), ..figure("a", few) };
    assert_eq!(judge(Rule::all([within()]), vec![known]), Verdict::Reproduced, "what is exact needs no observations");
}

#[test]
fn one_figure_exceeds_another_where_their_intervals_do_not_meet() {
    let exceeds = || Rule::all([Part::Above { figure: "a".to_owned(), bound: Bound::Figure("b".to_owned()) }]);
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
        let share = statistics::share(count, n);
        judge(Rule::all([part(&Figure::new("a", Quantity::new("share", share.clone())))]), vec![figure("a", share)])
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
        judge(Rule::all(labels.iter().map(|&label| Part::Within { figure: label.to_owned() })), figures())
    };
    assert_eq!(verdict(&["yes", "yes"]), Verdict::Reproduced);
    assert_eq!(verdict(&["yes", "undecided"]), Verdict::Undecided);
    assert_eq!(verdict(&["yes", "undecided", "missing"]), Verdict::NotTested);
    assert_eq!(verdict(&["yes", "undecided", "missing", "no"]), Verdict::Differs);
    assert_eq!(verdict(&[]), Verdict::NotTested);

    let under = |cases: &[&[&str]]| {
        let part = |&label: &&str| Part::Within { figure: label.to_owned() };
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
fn without_any_condition_nothing_is_tested() {
    assert_eq!(judge(Rule::not_tested(), vec![figure("a", estimate(10.0, 10.0, 10.0))]), Verdict::NotTested);
}

#[test]
fn what_was_never_seen_says_how_rare_it_is() {
    assert_eq!(bound_of_none(&statistics::share(0, 200)), "0 of 200, so rarer than 1.88%");
    assert_eq!(bound_of_none(&statistics::share(0, 20_000)), "0 of 20,000, so rarer than 0.0192%");
}

#[test]
fn what_this_project_states_itself_holds_or_does_not() {
    let verdict = |low, high| {
        let own = Claim { source: None, ..claim(Rule::all([above(1.0)]), vec![figure("a", estimate(low, low, high))]) };
        own.rule.verdict(&own.figures, false)
    };
    assert_eq!(verdict(2.0, 3.0), Verdict::Holds);
    assert_eq!(verdict(0.2, 0.3), Verdict::DoesNotHold);
    assert_eq!(verdict(0.2, 3.0), Verdict::Undecided);
}

#[test]
fn a_rule_survives_the_record() {
    let rule = Rule::under("the machine's cores", [("one core", vec![above(2.0), within()])]);
    let text = serde_json::to_string(&rule).expect("a rule is data");
    assert_eq!(
        text,
        "{\"condition\":\"the machine's cores\",\"cases\":[{\"name\":\"one core\",\"parts\":[\
         {\"test\":\"above\",\"figure\":\"a\",\"bound\":2.0},{\"test\":\"within\",\"figure\":\"a\"}]}]}"
    );
    assert_eq!(serde_json::from_str::<Rule>(&text).expect("it is one"), rule);
}

/// Any part on the figures `a` and `b`.
fn any_part() -> impl Strategy<Value = Part> {
    let [a, b] = ["a", "b"].map(str::to_owned);
    let bound = || prop_oneof![(0.0..2.0_f64).prop_map(Bound::Number), Just(Bound::Figure("b".to_owned()))];
    prop_oneof![
        Just(Part::Within { figure: a.clone() }),
        bound().prop_map(|bound| Part::Above { figure: "a".to_owned(), bound }),
        bound().prop_map(|bound| Part::Below { figure: "a".to_owned(), bound }),
        Just(Part::Occurs { figure: a.clone() }),
        Just(Part::Never { figure: b }),
        Just(Part::Always { figure: a }),
    ]
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let parts = || prop::collection::vec(any_part(), 1..3);
    let cases = prop::collection::vec(parts(), 1..4);
    prop_oneof![
        parts().prop_map(Rule::all),
        cases.prop_map(|cases| Rule::under("which", cases.into_iter().map(|parts| ("one", parts)))),
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
        prop_assert!(wide == narrow || wide == Verdict::Undecided, "{narrow:?} became {wide:?}");
    }
}
