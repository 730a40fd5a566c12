//! The rules, on invented answers both ways.

use stacking_context_model::{CASES, Column, DECLARATIONS, DEPARTURES, Engine, Kind, Mutation};

use super::*;
use crate::ask::{Answers, Asked, COLOURS, Example};
use crate::probe::{Absolute, Shown};
use crate::trees::Trees;

/// An engine that does as the specifications say.
fn as_specified(engine: Engine) -> Answers {
    let page = |case: &stacking_context_model::Case| {
        let (above, below) = match case.kind {
            Kind::Leak => ("header", "banner"),
            Kind::Context => ("banner", "child"),
            Kind::Toast => ("toast", "dialog"),
            Kind::Canvas => ("child", "paint"),
            Kind::Header => ("th", "text"),
            Kind::Depth => ("near", "late"),
            _ => ("banner", "image"),
        };
        let painted = if case.hidden { below } else { above };
        let names = if case.is_out_of_reach() { [below, above] } else { [above, below] };
        let pixel = match painted {
            "banner" | "toast" | "paint" | "th" | "near" => [200, 0, 0],
            "image" => [0, 0, 255],
            _ => [0, 160, 0],
        };
        Shown { names: names.map(str::to_owned).to_vec(), pixel }
    };
    Answers {
        engine,
        matrix: DECLARATIONS.iter().map(|row| row.effects(Column::Engine(engine))).collect(),
        pages: CASES.iter().map(page).collect(),
        absolute: Absolute { initial: [0.0; 2], offsets: [[40.0, 30.0], [7.0, 30.0], [40.0, 9.0], [7.0, 9.0]] },
        swatches: COLOURS.iter().map(|&colour| [colour; 2]).collect(),
        higher_above: [true, true, false],
        examples: vec![Example { departs: false, predicted: false, as_modelled: true }; DEPARTURES.len()],
        trees: Trees { asked: 20_000, mutants: [5; Mutation::ALL.len()], ..Trees::default() },
    }
}

fn claim(engines: Vec<Answers>, id: &str) -> Claim {
    let asked = Asked { engines, skipped: Vec::new() };
    let claims = claims(&crate::quantities::found(&asked));
    claims.into_iter().find(|claim| claim.id == id).expect("every claim is always made")
}

fn verdict(engines: Vec<Answers>, id: &str) -> Verdict {
    claim(engines, id).verdict
}

#[test]
fn engines_that_do_as_specified_give_every_claim_its_verdict() {
    for (id, expected) in [
        ("hidden-by-filter", Verdict::Reproduced),
        ("same-context", Verdict::Reproduced),
        ("separate", Verdict::Differs),
        ("dom-order", Verdict::Depends),
        ("z-index-works", Verdict::Reproduced),
        ("swap-works", Verdict::Reproduced),
        ("closest-positioned", Verdict::Differs),
        ("static-until-offset", Verdict::Reproduced),
        ("higher-above", Verdict::Depends),
        ("darkens", Verdict::Differs),
        ("container-type", Verdict::Holds),
        ("z-index-leaks", Verdict::Holds),
        ("toasts", Verdict::Holds),
        ("depth", Verdict::Holds),
        ("headers", Verdict::Holds),
        ("canvas", Verdict::Holds),
        ("departures", Verdict::Holds),
        ("model-agrees", Verdict::Holds),
        ("mistakes-show", Verdict::Holds),
    ] {
        assert_eq!(verdict(Engine::ALL.map(as_specified).to_vec(), id), expected, "{id}");
        assert_eq!(verdict(Vec::new(), id), Verdict::NotTested, "{id}");
    }
}

/// The verdict where one engine of two does otherwise.
#[track_caller]
fn with(id: &str, change: impl Fn(&mut Answers)) -> Verdict {
    let mut other = as_specified(Engine::Firefox);
    change(&mut other);
    verdict(vec![as_specified(Engine::Chromium), other], id)
}

#[test]
fn one_engine_that_does_otherwise_is_enough() {
    let unhide = |answers: &mut Answers, id: &str| {
        let at = CASES.iter().position(|case| case.id == id).unwrap();
        answers.pages[at].names.reverse();
    };
    assert_eq!(with("hidden-by-filter", |it| unhide(it, "published")), Verdict::Differs);
    assert_eq!(with("z-index-works", |it| unhide(it, "z-1")), Verdict::Differs);
    assert_eq!(with("same-context", |it| unhide(it, "z-1")), Verdict::Differs);
    assert_eq!(with("swap-works", |it| unhide(it, "swap")), Verdict::Differs);
    assert_eq!(with("z-index-leaks", |it| unhide(it, "leak-swap")), Verdict::DoesNotHold);
    assert_eq!(with("toasts", |it| unhide(it, "toast-fixed")), Verdict::DoesNotHold);
    assert_eq!(with("toasts", |it| unhide(it, "toast-popover-last")), Verdict::DoesNotHold);
    // A hit test alone refutes nothing of what is painted.
    assert_eq!(with("depth", |it| unhide(it, "depth-kept")), Verdict::Holds);
    assert_eq!(with("headers", |it| unhide(it, "header-opacity")), Verdict::DoesNotHold);
    assert_eq!(with("canvas", |it| unhide(it, "canvas-container")), Verdict::DoesNotHold);
    assert_eq!(with("static-until-offset", |it| it.absolute.offsets[0] = [0.0; 2]), Verdict::Differs);
    assert_eq!(with("higher-above", |it| it.higher_above[0] = false), Verdict::Differs);
    assert_eq!(with("darkens", |it| it.swatches[2] = [[255, 0, 0], [235, 0, 0]]), Verdict::Reproduced);
    assert_eq!(with("model-agrees", |it| it.trees.mismatches = 100), Verdict::DoesNotHold);
    assert_eq!(with("model-agrees", |it| it.trees.mismatches = 20), Verdict::Undecided);
    assert_eq!(with("departures", |it| it.examples[0].as_modelled = false), Verdict::DoesNotHold);
    assert_eq!(with("mistakes-show", |it| it.trees.mutants[3] = 0), Verdict::DoesNotHold);
    let mut flat = as_specified(Engine::WebKit);
    unhide(&mut flat, "context-light");
    let flat = claim(vec![flat], "same-context");
    assert_eq!(flat.verdict, Verdict::Reproduced);
    assert!(!flat.why.contains("of its own"), "{}", flat.why);
    let row = DECLARATIONS.iter().position(|row| row.word() == "container-type").unwrap();
    assert_eq!(with("container-type", |it| it.matrix[row] = Some(DECLARATIONS[row + 1].specified())), Verdict::Holds);
    let filter = DECLARATIONS.iter().position(|row| row.word() == "filter").unwrap();
    assert_eq!(
        with("container-type", |it| it.matrix[row] = Some(DECLARATIONS[filter].specified())),
        Verdict::DoesNotHold
    );
}

#[test]
fn whether_the_filter_darkens_is_told_by_both_measures_of_brightness() {
    let mut engine = as_specified(Engine::Chromium);
    // Blue keeps its weighted sum within 1 of 255; the other is a little brighter.
    engine.swatches[4][1] = [2, 2, 231];
    engine.swatches[5][1] = [179, 141, 111];
    let claim = claim(vec![engine], "darkens");
    assert_eq!(claim.verdict, Verdict::Depends);
    for part in [
        "for 0 of 8 colours",
        "by more than 1% for 1 of them",
        "from −19.3%, for rgb(0, 0, 255), to +0.7%, for rgb(180, 140, 110)",
    ] {
        assert!(claim.why.contains(part), "{}", claim.why);
    }
}

#[test]
fn a_pixel_that_contradicts_the_hit_test_is_told() {
    assert_eq!(with("hidden-by-filter", |it| it.pages[0].pixel = [200, 0, 0]), Verdict::Differs);
}

#[test]
fn what_brings_the_banner_back_is_told_with_what_does_not() {
    let why = |id| claim(vec![as_specified(Engine::Chromium)], id).why;
    assert_eq!(
        why("z-index-works"),
        "1 does. 0 does not: it leaves the banner in the layer where the image comes later."
    );
    assert!(why("swap-works").contains("and so does a z-index of 1 in a card with isolation"));
    assert!(why("same-context").contains("also makes a context of its own"));
}

/// Nobody published how many engines do something.
#[test]
fn no_count_is_held_against_a_published_one() {
    let asked = Asked { engines: Engine::ALL.map(as_specified).to_vec(), skipped: Vec::new() };
    for claim in claims(&crate::quantities::found(&asked)) {
        assert!(
            claim.figures.iter().all(|figure| figure.published.is_none() && figure.margins.is_none()),
            "{}",
            claim.id
        );
    }
}

#[test]
fn an_engine_that_was_not_asked_is_no_engine_that_disagrees() {
    let agrees = claim(vec![as_specified(Engine::WebKit)], "model-agrees");
    assert_eq!((agrees.verdict, agrees.figures.len()), (Verdict::Holds, Engine::ALL.len()));
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::StackingContext>("stacking-context");
}
