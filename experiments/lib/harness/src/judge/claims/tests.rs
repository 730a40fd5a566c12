use super::*;
use crate::judge::verdicts::Part;

const STATEMENT: Statement = Statement { id: "it", text: "It is so.", source: None };

fn quantity(low: f64, value: f64, high: f64) -> Quantity {
    Quantity::new("s", Estimate::between(9, value, [low, high]))
}

#[test]
fn a_claim_shows_its_figures_and_rule_and_says_why() {
    let time = Figure::new("time", quantity(9.8, 10.0, 10.2).exact(10.1));
    let time = time.held_against(PublishedValue::exactly(10.0), Margin::Rounding(0.5));
    let beside = Figure::new("another", quantity(1.0, 1.0, 1.0)).with_published(PublishedValue::exactly(7.0));
    let rule = Rule::all([Part::within(&time)]);
    let claim = STATEMENT.judge_by(vec![time, beside], rule.clone(), |verdict| format!("{verdict:?}"));
    assert_eq!((&*claim.id, &*claim.statement, &*claim.why), ("it", "It is so.", "Holds."));
    assert_eq!((claim.verdict, claim.rule), (Verdict::Holds, rule));
    let [time, another] = &claim.figures[..] else { panic!("there are two") };
    assert_eq!((&*time.label, time.exact), ("time", Some(10.1)));
    assert_eq!(time.margins.as_ref().map(|margins| (margins.low, margins.high)), Some((9.5, 10.5)));
    assert_eq!((another.published.clone(), another.margins.clone()), (Some(PublishedValue::exactly(7.0)), None));
}

#[test]
fn why_is_a_sentence_and_what_is_undecided_says_which_interval_leaves_it_open() {
    let time = Figure::new("time", quantity(0.9, 1.0, 1.2));
    let judged = |bound, words: &str| {
        STATEMENT.judge_by(vec![time.clone()], Rule::all([Part::above(&time, bound)]), |_| words.to_owned()).why
    };
    assert_eq!(judged(0.5, "it takes a second"), "It takes a second.");
    assert_eq!(judged(0.5, "getenv() takes a second."), "getenv() takes a second.");
    let open = "Not decided, because the interval of time (900 ms to 1.20 s) includes 1 s.";
    assert_eq!(judged(1.0, "it takes a second"), format!("It takes a second. {open}"));
    assert_eq!(judged(1.0, ""), open);
}

#[test]
fn what_could_not_be_told_names_what_was_not_measured() {
    let missing = Figure::new("ratio behind nginx", Quantity::new("1", None));
    let rule = Rule::all([Part::above(&missing, 1.0)]);
    let claim = STATEMENT.judge_by(vec![missing.clone()], rule, |_| "unsaid");
    assert_eq!((claim.verdict, &*claim.why), (Verdict::NotTested, "This run did not measure: ratio behind nginx."));
    assert_eq!(STATEMENT.judge_by(Vec::new(), Rule::not_tested(), |_| "no requests").why, "No requests.");
    assert_eq!(STATEMENT.judge_by(vec![missing], Rule::not_tested(), |_| "no nginx").why, "No nginx.");
}

#[test]
#[should_panic(expected = "claim it has not one figure labelled time")]
fn a_rule_asks_only_figures_that_are_there() {
    let rule = Rule::all([Part::above(&Figure::new("time", quantity(1.0, 1.0, 1.0)), 0.0)]);
    STATEMENT.judge_by(Vec::new(), rule, |_| "");
}

#[test]
#[should_panic(expected = "nothing is held against the figure time")]
fn only_a_figure_with_margins_can_be_as_published() {
    Part::within(&Figure::new("time", quantity(1.0, 1.0, 1.0)).with_published(PublishedValue::exactly(1.0)));
}

#[test]
fn words_that_need_what_was_not_measured_give_way_to_saying_so() {
    let [there, missing] = [quantity(1.0, 2.0, 3.0), Quantity::new("s", None)];
    let (there, missing) = (Figure::new("there", there), Figure::new("missing", missing));
    let rule = Rule::all([Part::above(&there, 0.5)]);
    let words = missing.value().map(|seconds| format!("it takes {seconds} s"));
    let claim = STATEMENT.judge_by(vec![there, missing], rule, |_| words);
    assert_eq!((claim.verdict, &*claim.why), (Verdict::Holds, "This run did not measure: missing."));
}

#[test]
fn a_prediction_is_held_against_a_figure_within_a_tenth() {
    let judged = |predicted: Option<f64>| {
        let time = Figure::new("time", quantity(0.95, 1.0, 1.05).predicted(predicted)).held_against_prediction();
        let rule = Rule::all([Part::within(&time)]);
        STATEMENT.judge_by(vec![time], rule, |_| "so").verdict
    };
    assert_eq!([Some(1.0), Some(2.0), None].map(judged), [Verdict::Holds, Verdict::DoesNotHold, Verdict::NotTested]);
}
