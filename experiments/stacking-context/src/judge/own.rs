//! What this project says itself.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};
use stacking_context_model::Engine;

use super::{engines, figure, judge, none};
use crate::quantities::*;

/// The share of random trees that the model may have in another order than an engine.
const FEW: f64 = 0.001;

fn own(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

pub(super) fn container_type(found: &Found) -> Claim {
    let [asked, container_types] = [ENGINES, CONTAINER_TYPES].map(|name| figure(found, name));
    let rule = Rule::all([none(&container_types)]);
    let so = format!(
        "So it is in {}, with inline-size and size, and with scroll-state where that is known. Older versions, which by guides of their \
         time did otherwise, were not asked.",
        engines(found)
    );
    judge(
        own(
            "container-type",
            "container-type makes no stacking context, lifts nothing, and contains no absolute or fixed boxes.",
        ),
        vec![asked, container_types],
        rule,
        [&so, "In an engine a container type does one of these."],
    )
}

pub(super) fn z_index_leaks(found: &Found) -> Claim {
    let leak = figure(found, LEAK);
    let exceptions = [DO_NOT_LEAK, ISOLATED_LEAK, SWAP_LEAKS].map(|name| figure(found, name));
    let rule = Rule::all(exceptions.each_ref().map(none));
    judge(
        own(
            "z-index-leaks",
            "z-index: 1 on the banner alone lifts it over a positioned header that comes after the card; with isolation: isolate on the card, or by a swap, it stays under.",
        ),
        [leak].into_iter().chain(exceptions).collect(),
        rule,
        [&format!("So it is in {}, by hit test and by pixel.", engines(found)), "An engine does otherwise."],
    )
}

pub(super) fn toasts(found: &Found) -> Claim {
    let under = figure(found, TOAST_UNDER);
    let exceptions = [TOAST_OVER, LATER_UNDER, LATER_REACHED, INSIDE_UNDER].map(|name| figure(found, name));
    let rule = Rule::all(exceptions.each_ref().map(none));
    judge(
        own(
            "toasts",
            "A modal dialog covers a toast outside of it, whatever the toast’s z-index. It does not cover a toast in it, nor a popover that is opened later; but that popover cannot be clicked.",
        ),
        [under].into_iter().chain(exceptions).collect(),
        rule,
        [
            &format!("So it is in {}: what is painted by pixel, what can be clicked by hit test.", engines(found)),
            "An engine does otherwise.",
        ],
    )
}

pub(super) fn depth(found: &Found) -> Claim {
    let [kept, unlike, clip, unhit] =
        [DEPTH_KEPT, DEPTH_UNLIKE, CLIP_FLATTENS, DEPTH_UNHIT].map(|name| figure(found, name));
    let rule = Rule::all([none(&unlike)]);
    judge(
        own(
            "depth",
            "Directly in a box with transform-style: preserve-3d, what a transform puts nearer is painted over what comes later, whatever its z-index; not where that box also has opacity below 1, isolation: isolate or overflow: hidden.",
        ),
        vec![kept, unlike, clip, unhit],
        rule,
        [
            &format!(
                "So it is painted in {}. Hit tests may differ: in some engines elementsFromPoint does not ask for depth.",
                engines(found)
            ),
            "An engine paints otherwise.",
        ],
    )
}

pub(super) fn headers(found: &Found) -> Claim {
    let [covered, unlike] = [HEADER_COVERED, HEADERS_UNLIKE].map(|name| figure(found, name));
    let rule = Rule::all([none(&unlike)]);
    judge(
        own(
            "headers",
            "A table’s text covers its sticky header if the text has position: relative or opacity: .99, or its cell position: relative. z-index: 1 on the sticky th, tr or thead keeps the header on top, but not of text with z-index: 2 in a cell that is not isolated.",
        ),
        vec![covered, unlike],
        rule,
        [&format!("So it is in {}, by hit test and by pixel.", engines(found)), "An engine does otherwise."],
    )
}

pub(super) fn canvas(found: &Found) -> Claim {
    let [seen, unlike] = [CANVAS_SEEN, CANVAS_UNLIKE].map(|name| figure(found, name));
    let rule = Rule::all([none(&unlike)]);
    judge(
        own(
            "canvas",
            "z-index: -1 puts a child behind the body’s background if html has a background as well, or if the body has contain: style or container-type: inline-size; but not if the body alone has a background and no containment, nor if it has isolation: isolate.",
        ),
        vec![seen, unlike],
        rule,
        [
            &format!(
                "So it is in {}, by hit test and by pixel. By the specifications the page takes the background of the body for its own, \
                 unless html has one or there is containment.",
                engines(found)
            ),
            "An engine does otherwise.",
        ],
    )
}

pub(super) fn departures(found: &Found) -> Claim {
    let [engines, unlike] = [ENGINES, EXAMPLES_UNLIKE].map(|name| figure(found, name));
    let rule = Rule::all([none(&unlike)]);
    judge(
        own("departures", "Each engine orders the example of every departure as the model has it for that engine."),
        vec![engines, unlike],
        rule,
        [
            "An engine departs from the specifications in the examples in which the model says so, and in no other.",
            "An engine has an example in another order than the model.",
        ],
    )
}

/// Of the engines that were asked.
pub(super) fn model_agrees(found: &Found) -> Claim {
    let figures = Engine::ALL.map(|engine| figure(found, &mismatches(engine)));
    let asked = figures.iter().filter(|figure| figure.measured().is_some());
    let rule = Rule::all(asked.map(|figure| Part::below(figure, FEW)));
    own("model-agrees", "In each engine, at least 999 of 1000 random trees are in the order of the model.").judge_by(
        figures.into(),
        rule,
        |verdict| match verdict {
            Verdict::Holds => Some("If any are in another order, the record has the smallest."),
            Verdict::Undecided => Some(""),
            // No engine was asked.
            Verdict::NotTested => None,
            _ => Some("In an engine more of them are in another order; the record names the smallest."),
        },
    )
}

pub(super) fn mistakes_show(found: &Found) -> Claim {
    let [fewest, tried]: [Figure; 2] = [FEWEST_SHOW, MISTAKES].map(|name| figure(found, name));
    let rule = Rule::all([Part::above(&fewest, 0.0)]);
    judge(
        own("mistakes-show", "Each mistake put into the model shows in random trees of every engine."),
        vec![fewest, tried],
        rule,
        [
            "For each mistake and each engine there are trees that the engine and the model order alike, and the model with the mistake does not.",
            "A mistake shows in no tree of an engine, so that these trees do not test that rule there.",
        ],
    )
}
