//! The rules, on invented answers both ways.

use stacking_context_model::{CASES, Column, DECLARATIONS, Engine, Kind};

use super::*;
use crate::ask::{Answers, Asked, COLOURS, Trees};
use crate::probe::{Absolute, Shown};

/// An engine that does as the specifications say.
fn as_specified(engine: Engine) -> Answers {
    let page = |case: &stacking_context_model::Case| {
        let (above, below) = match case.kind {
            Kind::Leak => ("header", "banner"),
            _ => ("banner", "image"),
        };
        let shows_banner = (case.kind == Kind::Leak) == case.hidden;
        let names = if case.hidden { [below, above] } else { [above, below] };
        Shown { names: names.map(str::to_owned).to_vec(), pixel: if shows_banner { [200, 0, 0] } else { [0, 0, 255] } }
    };
    Answers {
        engine,
        matrix: DECLARATIONS.iter().map(|row| row.effects(Column::Engine(engine))).collect(),
        pages: CASES.iter().map(page).collect(),
        absolute: Absolute { initial: [0.0; 2], offsets: [[40.0, 30.0], [7.0, 30.0], [40.0, 9.0], [7.0, 9.0]] },
        swatches: COLOURS.iter().map(|&colour| [colour; 2]).collect(),
        higher_above: [true, true, false],
        trees: Trees { asked: 1000, ..Trees::default() },
    }
}

fn verdict(engines: Vec<Answers>, id: &str) -> Verdict {
    let asked = Asked { engines, skipped: Vec::new() };
    let claims = claims(&crate::quantities::quantities(&asked));
    claims.iter().find(|claim| claim.id == id).expect("every claim is always made").verdict
}

#[test]
fn engines_that_do_as_specified_give_every_claim_its_verdict() {
    for (id, expected) in [
        ("hidden-by-filter", Verdict::Reproduced),
        ("same-context", Verdict::Differs),
        ("separate", Verdict::Differs),
        ("dom-order", Verdict::Depends),
        ("z-index-works", Verdict::Depends),
        ("swap-works", Verdict::Differs),
        ("closest-positioned", Verdict::Differs),
        ("static-until-offset", Verdict::Reproduced),
        ("higher-above", Verdict::Depends),
        ("darkens", Verdict::Differs),
        ("container-type", Verdict::Holds),
        ("z-index-leaks", Verdict::Holds),
        ("model-agrees", Verdict::Holds),
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
    assert_eq!(with("z-index-leaks", |it| unhide(it, "leak-swap")), Verdict::DoesNotHold);
    assert_eq!(with("static-until-offset", |it| it.absolute.offsets[0] = [0.0; 2]), Verdict::Differs);
    assert_eq!(with("higher-above", |it| it.higher_above[0] = false), Verdict::Differs);
    assert_eq!(with("darkens", |it| it.swatches[2] = [[255, 0, 0], [235, 0, 0]]), Verdict::Reproduced);
    assert_eq!(with("model-agrees", |it| it.trees.mismatches = 100), Verdict::DoesNotHold);
    let row = DECLARATIONS.iter().position(|row| row.word() == "container-type").unwrap();
    assert_eq!(with("container-type", |it| it.matrix[row] = Some(DECLARATIONS[row + 1].specified())), Verdict::Holds);
    let filter = DECLARATIONS.iter().position(|row| row.word() == "filter").unwrap();
    assert_eq!(
        with("container-type", |it| it.matrix[row] = Some(DECLARATIONS[filter].specified())),
        Verdict::DoesNotHold
    );
}

#[test]
fn a_pixel_that_contradicts_the_hit_test_is_told() {
    assert_eq!(with("hidden-by-filter", |it| it.pages[0].pixel = [200, 0, 0]), Verdict::Differs);
}
