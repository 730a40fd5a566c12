use super::*;

const STATEMENT: Statement = Statement { id: "it", text: "It is so.", source: None };

fn quantity(low: f64, value: f64, high: f64) -> Quantity {
    Quantity::new("s", Estimate { n: 9, value, low, high, min: None, max: None })
}

fn judged(figures: Vec<Figure>, concludes: bool) -> Claim {
    STATEMENT.judge(figures, &Rule::Reproduced(concludes), |verdict| format!("{verdict:?}"))
}

#[test]
fn a_claim_is_reproduced_where_its_published_figures_are_and_its_conclusion_holds() {
    let figure = |published| {
        Figure::new("time", &quantity(9.0, 10.0, 11.0))
            .published(PublishedValue::exactly(published), Margin::Within(0.5))
    };
    let free = || Figure::new("another", &quantity(1.0, 1.0, 1.0));
    assert_eq!(judged(vec![figure(11.4), free()], true).verdict, Verdict::Reproduced);
    assert_eq!(judged(vec![figure(11.6), free()], true).verdict, Verdict::Differs);
    assert_eq!(judged(vec![figure(11.4), free()], false).verdict, Verdict::Differs);
}

#[test]
fn a_claim_shows_its_figures_and_says_why() {
    let exact = quantity(1.0, 2.0, 3.0).exact(2.5);
    let claim = judged(vec![Figure::new("time", &exact)], true);
    assert_eq!((&*claim.id, &*claim.statement, &*claim.why), ("it", "It is so.", "Reproduced"));
    assert_eq!((&*claim.figures[0].label, claim.figures[0].exact), ("time", Some(2.5)));
}

#[test]
fn what_could_not_be_told_names_what_was_not_measured() {
    let missing = Figure::new("ratio behind nginx", &Quantity::new("1", None));
    let claim = STATEMENT.judge(vec![missing.clone()], &Rule::Each(vec![None]), |_| "unsaid");
    assert_eq!((claim.verdict, &*claim.why), (Verdict::NotTested, "This run did not measure: ratio behind nginx."));
    assert_eq!(STATEMENT.judge(Vec::new(), &Rule::NotTested, |_| "no requests").why, "no requests");
    assert_eq!(STATEMENT.judge(vec![missing], &Rule::NotTested, |_| "no nginx").why, "no nginx");
}

#[test]
fn an_exact_value_reproduces_too_where_the_interval_is_missed() {
    let figure = |exact: f64| {
        Figure::new("p99", &quantity(96.0, 96.0, 96.0).exact(exact))
            .published(PublishedValue::exactly(97.0), Margin::None)
    };
    assert_eq!(figure(97.0).agrees(), Some(true));
    assert_eq!(figure(98.0).agrees(), Some(false));
    assert_eq!(figure(97.0).is_about(), Some(false));
}
