use super::*;
use crate::claims::{Figure, Statement};
use crate::quantities::Quantity;
use crate::record::{Estimate, Verdict};
use crate::summary::tests::record;
use crate::verdicts::{Part, Rule};

/// A claim on a figure that no series has, and that this much has to exceed.
fn exceeds(bound: f64) -> impl Fn(&Quantities) -> Vec<Claim> {
    move |found| {
        let figure = Figure::new("waiting", found.named("waiting"));
        let rule = Rule::all([Part::above(&figure, bound)]);
        vec![
            Statement { id: "it-waits", text: "It waits.", source: None }
                .judge_by(vec![figure], rule, |verdict| format!("above {bound}: {verdict:?}")),
        ]
    }
}

fn waiting(seconds: f64) -> Record {
    let mut record = record("box", 1.0);
    let estimate = Estimate::between(9, seconds, [seconds - 0.5, seconds + 0.5]);
    record.quantities = [("waiting".to_owned(), Quantity::new("s", estimate))].into();
    record
}

#[test]
fn a_record_is_judged_by_the_figures_it_keeps() {
    let judged = |bound| claims(&waiting(3.0), exceeds(bound)).unwrap().remove(0);
    assert_eq!((judged(2.0).verdict, &*judged(2.0).why), (Verdict::Holds, "Above 2: Holds."));
    assert_eq!(judged(4.0).verdict, Verdict::DoesNotHold);
    assert_eq!(judged(3.0).verdict, Verdict::Undecided);
}

#[test]
fn what_a_record_of_older_code_does_not_have_was_not_measured() {
    let mut older = waiting(3.0);
    older.quantities = [("something else".to_owned(), Quantity::new("s", None))].into();
    let claim = claims(&older, exceeds(2.0)).unwrap().remove(0);
    assert_eq!((claim.verdict, &*claim.why), (Verdict::NotTested, "This run did not measure: waiting."));
    // A measure that its series lacks is not measured either.
    let of_series = |found: &Quantities| {
        assert_eq!(found.at("calls", &[("size", 1024.0.into())], "hours"), Quantity::default());
        Vec::new()
    };
    assert_eq!(claims(&older, of_series), Ok(Vec::new()));
}

#[test]
fn a_record_that_keeps_no_such_figures_is_not_judged_by_what_it_lacks() {
    let error = claims(&record("box", 1.0), exceeds(2.0)).unwrap_err();
    assert_eq!(error, "does not keep the figure waiting, on which a claim stands: measure it again");
}

#[test]
fn words_that_need_a_figure_of_newer_code_are_an_error_and_a_mistake_stays_one() {
    let needs = |found: &Quantities| -> Vec<Claim> {
        panic!("it takes {} s", Figure::new("sleeping", found.named("sleeping")).value())
    };
    let error = claims(&waiting(3.0), needs).unwrap_err();
    assert_eq!(error, "does not keep the figure sleeping, on which a claim stands: measure it again");
    let mistaken = |_: &Quantities| -> Vec<Claim> { panic!("a mistake") };
    assert!(catch_unwind(|| claims(&waiting(3.0), mistaken)).is_err());
}

#[test]
fn a_record_reads_back_with_its_figures() {
    let text = record_text(&waiting(3.0)).unwrap();
    assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), waiting(3.0));
}

#[test]
fn what_became_of_each_claim_is_told() {
    let now = claims(&waiting(3.0), exceeds(2.0)).unwrap();
    let of = |bound: f64| claims(&waiting(3.0), exceeds(bound)).unwrap();
    let mut reworded = now.clone();
    reworded[0].why = "so".to_owned();
    assert_eq!(changes(&now, &reworded), ["it-waits: words"]);
    assert_eq!(changes(&of(4.0), &now), ["it-waits: DoesNotHold becomes Holds"]);
    assert_eq!(changes(&of(1.0), &now), ["it-waits: figures"]);
    assert_eq!(changes(&[], &now), ["it-waits is new"]);
    assert_eq!(changes(&now, &[]), ["it-waits goes"]);
}
