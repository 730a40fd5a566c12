use super::*;

fn estimate(low: f64, value: f64, high: f64) -> Estimate {
    Estimate { n: 100, value, low, high, min: None, max: None }
}

fn figure(published: Option<f64>, measured: Option<Estimate>, exact: Option<f64>) -> ClaimFigure {
    let published = published.map(PublishedValue::exactly);
    let (label, unit) = (String::new(), "items".to_owned());
    ClaimFigure { label, unit, published, margins: None, measured, exact, predicted: None }
}

#[test]
fn a_figure_at_either_end_of_the_interval_lies_within_it() {
    let measured = estimate(96.0, 97.0, 98.0);
    for (published, within) in [(95.0, false), (96.0, true), (98.0, true), (99.0, false)] {
        assert_eq!(within_interval(&PublishedValue::exactly(published), &measured, 0.0), within, "{published}");
    }
}

#[test]
fn a_range_that_touches_the_interval_lies_within_it() {
    let measured = estimate(998.0, 998.0, 998.0);
    assert!(within_interval(&PublishedValue::between(997.0, 999.0), &measured, 0.0));
    assert!(!within_interval(&PublishedValue::between(999.0, 1000.0), &measured, 0.0));
}

#[test]
fn rounding_widens_a_figure_by_half_its_last_digit() {
    assert!(equals_exact(&PublishedValue::exactly(1.23), 1.2349, 0.005));
    assert!(!equals_exact(&PublishedValue::exactly(1.23), 1.2351, 0.005));
}

#[test]
fn reproduced_means_measured_or_exact() {
    let near = Some(estimate(96.0, 97.0, 98.0));
    assert_eq!(is_reproduced(&figure(Some(97.0), near.clone(), Some(95.0)), 0.0), Some(true));
    assert_eq!(is_reproduced(&figure(Some(99.0), near.clone(), Some(99.0)), 0.0), Some(true));
    assert_eq!(is_reproduced(&figure(Some(99.0), near.clone(), Some(97.0)), 0.0), Some(false));
    assert_eq!(is_reproduced(&figure(Some(99.0), near, None), 0.0), Some(false));
}

#[test]
fn without_a_figure_to_compare_nothing_is_said() {
    assert_eq!(is_reproduced(&figure(None, Some(estimate(1.0, 1.0, 1.0)), Some(1.0)), 0.0), None);
    assert_eq!(is_reproduced(&figure(Some(1.0), None, None), 0.0), None);
}

#[test]
fn all_parts_have_to_hold_or_it_differs_and_conditions_make_it_depend() {
    let verdict =
        |parts: &[Option<bool>]| [Rule::All(parts.to_vec()).verdict([]), Rule::Each(parts.to_vec()).verdict([])];
    assert_eq!(verdict(&[Some(true), Some(true)]), [Verdict::Reproduced; 2]);
    assert_eq!(verdict(&[Some(true), None]), [Verdict::Reproduced; 2], "what could not be told does not count");
    assert_eq!(verdict(&[Some(true), Some(false)]), [Verdict::Differs, Verdict::Depends]);
    assert_eq!(verdict(&[Some(false), Some(false)]), [Verdict::Differs; 2]);
    assert_eq!(verdict(&[None, None]), [Verdict::NotTested; 2]);
    assert_eq!(verdict(&[]), [Verdict::NotTested; 2]);
}

#[test]
fn of_two_sides_both_have_to_be_told() {
    let verdict = |parts| Rule::Both(parts).verdict([]);
    assert_eq!(verdict([Some(true), None]), Verdict::NotTested);
    assert_eq!(verdict([Some(true), Some(false)]), Verdict::Depends);
    assert_eq!(verdict([Some(false), Some(false)]), Verdict::Differs);
    assert_eq!(verdict([Some(true), Some(true)]), Verdict::Reproduced);
}

#[test]
fn a_law_that_holds_with_other_numbers_depends_on_the_machine() {
    let verdict = |law, numbers: bool| Rule::Given(law, vec![Some(numbers)]).verdict([]);
    assert_eq!(verdict(Some(true), true), Verdict::Reproduced);
    assert_eq!(verdict(Some(true), false), Verdict::Depends);
    assert_eq!(verdict(Some(false), true), Verdict::Differs);
    assert_eq!(verdict(None, true), Verdict::NotTested);
}

#[test]
fn about_is_within_the_margin_of_an_end_or_between_them() {
    let about = |value, margin| is_about(&PublishedValue::between(10.0, 20.0), &estimate(0.0, value, 100.0), margin);
    assert!(about(15.0, Margin::None) && about(10.0, Margin::None) && !about(9.9, Margin::None));
    assert!(about(8.0, Margin::Share(0.25)) && !about(7.4, Margin::Share(0.25)));
    assert!(about(21.0, Margin::Within(1.0)) && !about(21.1, Margin::Within(1.0)));
}

#[test]
fn a_bound_is_surely_passed_by_the_whole_interval_and_the_exact_value() {
    let wide = estimate(0.9, 1.5, 2.0);
    assert!(!surely_above(&wide, None, 1.0) && surely_above(&wide, None, 0.5) && !surely_above(&wide, Some(0.4), 0.5));
    assert!(surely_below(&wide, None, 2.1) && !surely_below(&wide, None, 2.0) && !surely_below(&wide, Some(2.1), 2.1));
    assert!(
        may_be_within(&wide, None, 1.0) && !may_be_within(&wide, None, 0.8) && !may_be_within(&wide, Some(2.0), 1.0)
    );
    assert!(surely_less(&wide, &estimate(2.1, 3.0, 4.0)) && !surely_less(&wide, &estimate(2.0, 3.0, 4.0)));
}
