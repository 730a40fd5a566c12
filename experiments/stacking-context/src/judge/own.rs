//! What this project says itself.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};
use stacking_context_model::Engine;

use super::{figure, judge, none};
use crate::quantities::*;

/// The share of random trees that the model may have in another order than an engine.
const FEW: f64 = 0.001;

fn own(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

pub(super) fn container_type(found: &Found) -> Claim {
    let [engines, container_types] = [ENGINES, CONTAINER_TYPES].map(|name| figure(found, name));
    let rule = Rule::all([none(&container_types)]);
    judge(
        own("container-type", "container-type does nothing to stacking, and contains no absolute or fixed boxes."),
        vec![engines, container_types],
        rule,
        [
            "No engine that was asked has a container type make a context, lift or contain anything. Older versions did, as guides of their time say; the specification has dropped it since.",
            "In an engine a container type does one of these.",
        ],
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
        ["So it is in every engine that was asked, by hit test and by pixel.", "An engine does otherwise."],
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
            Verdict::Holds => Some("The record names the smallest of the others, if there are any."),
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
