use super::*;
use crate::claims::Figure;
use crate::found::Quantity;
use crate::record::{PublishedValue, unit};
use crate::statistics::share;
use crate::verdicts::Margin;

fn ratio(label: &str, [low, value, high]: [f64; 3]) -> Figure {
    Figure::new(label, Quantity::new(unit::RATIO, Estimate::between(9, value, [low, high])))
}

/// The reason by a rule of these figures.
fn reason_of(rule: Rule, figures: impl IntoIterator<Item = Figure>) -> String {
    let figures: Vec<ClaimFigure> = figures.into_iter().map(|figure| figure.shown).collect();
    reason(&rule, &figures)
}

#[test]
fn the_interval_that_leaves_a_comparison_open_is_named() {
    let [open, clear] = [ratio("Unix over TCP", [0.95, 1.01, 1.17]), ratio("pipe over TCP", [1.2, 1.3, 1.4])];
    let rule = Rule::all([Part::above(&open, 1.0), Part::above(&clear, 1.0)]);
    let said = "Not decided, because the interval of Unix over TCP (0.950 to 1.17) includes 1.";
    assert_eq!(reason_of(rule, [open, clear]), said);
}

#[test]
fn what_the_other_cases_come_to_is_said() {
    let figures = [
        ratio("zero", [0.4, 0.5, 0.6]),
        ratio("urandom", [0.99, 1.0, 1.01]),
        ratio("null", [1.1, 1.2, 1.3]),
        ratio("full", [1.5, 1.6, 1.7]),
    ];
    let case = |index: usize| (figures[index].shown.label.clone(), vec![Part::below(&figures[index], 1.0)]);
    let rule = |cases: &[usize]| Rule::under("the device", cases.iter().map(|&index| case(index)));
    let open = "Not decided, because the interval of urandom (0.990 to 1.01) includes 1";
    assert_eq!(reason_of(rule(&[0, 1]), figures.clone()), format!("{open}; it holds in the case “zero”."));
    assert_eq!(reason_of(rule(&[1, 2, 3]), figures.clone()), format!("{open}; it fails in the cases “null”, “full”."));
}

#[test]
fn of_many_open_intervals_two_are_named() {
    let figures = ["a", "b", "c", "d"].map(|label| ratio(label, [0.9, 1.0, 1.1]));
    let rule = Rule::all(figures.iter().map(|figure| Part::above(figure, 1.0)));
    let of_one = |label| format!("the interval of {label} (0.900 to 1.10) includes 1");
    let said = format!("Not decided, because {}, and {}, and so on for 2 more.", of_one("a"), of_one("b"));
    assert_eq!(reason_of(rule, figures), said);
}

#[test]
fn margins_predictions_and_other_figures_are_named_with_what_they_would_have_to_clear() {
    let narrow = ratio("gain", [1.02, 1.07, 1.3]).held_against(PublishedValue::between(1.05, 1.1), Margin::Timing);
    let said = "Not decided, because the interval of gain (1.02 to 1.30) lies partly outside 0.945 to 1.21.";
    assert_eq!(reason_of(Rule::all([Part::within(&narrow)]), [narrow]), said);

    let mut predicted = ratio("time", [0.9, 1.0, 1.3]);
    predicted.shown.predicted = Some(1.0);
    let predicted = predicted.held_against_prediction();
    let said = "Not decided, because the interval of time (0.900 to 1.30) lies partly outside 0.900 to 1.10.";
    assert_eq!(reason_of(Rule::all([Part::within(&predicted)]), [predicted]), said);

    let [near, far] = [ratio("near", [1.0, 1.1, 1.3]), ratio("far", [0.9, 1.0, 1.2])];
    let said = "Not decided, because the intervals of near (1 to 1.30) and far (0.900 to 1.20) overlap.";
    assert_eq!(reason_of(Rule::all([Part::above(&near, &far)]), [near, far]), said);
}

#[test]
fn too_few_tries_and_too_few_observations_are_counted() {
    let never = Figure::new("children that failed", Quantity::new(unit::SHARE, share(0, 9)));
    let said = "Not decided, because 9 tries (children that failed) are too few to say that it is rarer than 5%.";
    assert_eq!(reason_of(Rule::all([Part::never(&never)]), [never.clone()]), said);
    assert_eq!(reason_of(Rule::all([Part::occurs(&never)]), [never]), said);
    let mut few = ratio("gain", [0.5, 2.0, 3.0]);
    few.shown.measured.as_mut().unwrap().confidence = Some(0.75);
    let said = "Not decided, because gain has only 9 observations, too few for an interval.";
    assert_eq!(reason_of(Rule::all([Part::above(&few, 0.1)]), [few]), said);
}

#[test]
fn a_measurement_that_contradicts_its_exact_value_says_so() {
    let mut wrong = ratio("overloaded", [0.4, 0.5, 0.6]);
    wrong.shown.exact = Some(0.9);
    let said = "Not decided, because overloaded (0.400 to 0.600) contradicts its exact value, 0.900.";
    assert_eq!(reason_of(Rule::all([Part::below(&wrong, 0.7)]), [wrong]), said);
}
