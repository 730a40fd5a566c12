//! The figures that claims stand on: how many engines do something, and how many do otherwise.

use harness::record::Estimate;
use harness::statistics::share;
use harness::{Found, Quantity};
use stacking_context_model::{CASES, Case, DECLARATIONS, Effects, Engine, Kind, Mutation};

use crate::ask::{Answers, Asked, COLOURS};
use crate::series::{self, luminance, weighted};

pub(crate) const ENGINES: &str = "engines tested";
pub(crate) const HIDE: &str = "engines in which the filter hides the banner";
pub(crate) const DO_NOT_HIDE: &str = "engines in which the filter makes no difference";
pub(crate) const BANNER_IS_CONTEXT: &str = "engines in which the banner is a context of its own without the filter";
pub(crate) const PLAIN_HIDDEN: &str = "engines in which the filter hides a banner that makes no context";
pub(crate) const ONE_LAYER: &str = "in one layer, engines in which the later one is not on top";
pub(crate) const TWO_LAYERS: &str = "in two layers, engines in which the later one is not on top";
pub(crate) const Z_1_FAILS: &str = "engines in which z-index 1 does not bring the banner back";
pub(crate) const Z_0_FAILS: &str = "engines in which z-index 0 does not bring the banner back";
pub(crate) const SWAP_FAILS: &str = "engines in which the swap does not bring the banner back";
pub(crate) const Z_INDEX_HELPS: &str = "engines in which a z-index in an isolated card brings the banner back";
pub(crate) const CONTAIN: &str = "declarations without a position that contain absolute boxes";
pub(crate) const AT_HTML: &str = "engines in which the last resort is not <html>";
pub(crate) const MOVED: &str = "engines in which a box moves on an axis without an offset";
pub(crate) const HIGHER_BELOW_IN_ONE: &str = "in one context, engines in which the higher one is not above";
pub(crate) const HIGHER_BELOW_IN_TWO: &str = "in two contexts, engines in which the higher one is not above";
pub(crate) const DARKER: &str = "colours whose weighted sum falls by more than 1 of 255 in some engine";
pub(crate) const COLOURS_TRIED: &str = "colours that were tried";
pub(crate) const DIMMER: &str = "colours whose luminance falls by more than 1% in some engine";
pub(crate) const LEAST_CHANGE: &str = "change of the luminance where it is lowest";
pub(crate) const MOST_CHANGE: &str = "change of the luminance where it is highest";
pub(crate) const CONTAINER_TYPES: &str = "engines in which a container type does anything to stacking";
pub(crate) const LEAK: &str = "engines in which z-index 1 alone lifts the banner over a later header";
pub(crate) const DO_NOT_LEAK: &str = "engines in which z-index 1 alone does not";
pub(crate) const ISOLATED_LEAK: &str = "engines in which it does in an isolated card";
pub(crate) const SWAP_LEAKS: &str = "engines in which the swap does";
pub(crate) const TOAST_UNDER: &str = "engines in which a modal dialog covers a toast with the highest z-index";
pub(crate) const TOAST_OVER: &str = "engines in which it does not";
pub(crate) const LATER_UNDER: &str = "engines in which it covers a toast that is a popover opened later";
pub(crate) const LATER_REACHED: &str = "engines in which that popover is reached";
pub(crate) const INSIDE_UNDER: &str = "engines in which it covers a toast in it";
pub(crate) const CANVAS_SEEN: &str = "engines in which z-index -1 leaves a child over the background of the body alone";
pub(crate) const CANVAS_UNLIKE: &str = "cases of the body’s background in which an engine does otherwise";
pub(crate) const DEPTH_KEPT: &str = "engines in which a nearer box is painted over a later one with z-index 9";
pub(crate) const DEPTH_UNLIKE: &str = "cases of depth in which an engine paints otherwise";
pub(crate) const CLIP_FLATTENS: &str = "engines in which overflow: clip makes it flat, against the specification";
pub(crate) const DEPTH_UNHIT: &str = "engines in which a hit test finds the later one first";
pub(crate) const HEADER_COVERED: &str = "engines in which positioned text covers a sticky header without a z-index";
pub(crate) const HEADERS_UNLIKE: &str = "cases of sticky headers in which an engine does otherwise";
pub(crate) const EXAMPLES_UNLIKE: &str = "examples in another order than the model has for the engine";
pub(crate) const MISTAKES: &str = "mistakes that were tried";
pub(crate) const FEWEST_SHOW: &str = "fewest random trees, with all words, of an engine that show a mistake";

/// Random trees that an engine has in another order than the model.
pub(crate) fn mismatches(engine: Engine) -> String {
    format!("random trees, with all words, in another order than the model’s, {}", engine.name())
}

/// All of them, with the series.
pub(crate) fn found(asked: &Asked) -> Found {
    let mut found = Found::new(series::all(asked));
    let engines = &asked.engines;
    let count = |is_meant: &dyn Fn(&Answers) -> bool| {
        let count = engines.iter().filter(|answers| is_meant(answers)).count();
        of_engines("engines", engines, count)
    };
    found.add(ENGINES, count(&|_| true));
    found.add(HIDE, count(&|it| hides(it, "published") && is_seen(it, "light")));
    found.add(DO_NOT_HIDE, count(&|it| !(hides(it, "published") && is_seen(it, "light"))));
    found.add(BANNER_IS_CONTEXT, count(&|it| hides(it, "context-light")));
    let is_plain_hidden = |it: &Answers| hides(it, "plain-banner") && is_seen(it, "plain-light");
    found.add(PLAIN_HIDDEN, count(&|it| is_plain_hidden(it) && is_seen(it, "context-plain")));
    found.add(ONE_LAYER, count(&|it| !hides(it, "plain-banner")));
    found.add(TWO_LAYERS, count(&|it| !hides(it, "plain-light")));
    found.add(Z_1_FAILS, count(&|it| !is_seen(it, "z-1")));
    found.add(Z_0_FAILS, count(&|it| !is_seen(it, "z-0")));
    found.add(SWAP_FAILS, count(&|it| !is_seen(it, "swap")));
    found.add(Z_INDEX_HELPS, count(&|it| is_seen(it, "isolate-and-z-1")));
    found.add(CONTAIN, of_engines("declarations", engines, containing(engines)));
    found.add(AT_HTML, count(&|it| it.absolute.initial == [0.0; 2]));
    found.add(MOVED, count(&|it| !stays(it)));
    found.add(HIGHER_BELOW_IN_ONE, count(&|it| it.higher_above[..2] != [true; 2]));
    found.add(HIGHER_BELOW_IN_TWO, count(&|it| !it.higher_above[2]));
    let darker = |[before, after]: [[u8; 3]; 2]| weighted(before) - weighted(after) > 1.0;
    let dimmer = |[before, after]: [[u8; 3]; 2]| luminance(after) < 0.99 * luminance(before);
    found.add(DARKER, of_engines("colours", engines, colours(engines, darker)));
    found.add(DIMMER, of_engines("colours", engines, colours(engines, dimmer)));
    found.add(COLOURS_TRIED, of_engines("colours", engines, COLOURS.len()));
    let swatches = engines.iter().flat_map(|it| &it.swatches);
    let changes: Vec<f64> = swatches.map(|[before, after]| luminance(*after) / luminance(*before) - 1.0).collect();
    let change = |value: Option<f64>| {
        Quantity::new("1", value.map(|value| Estimate::certain(changes.len() as u64, value).to_digits(4)))
    };
    found.add(LEAST_CHANGE, change(changes.iter().copied().reduce(f64::min)));
    found.add(MOST_CHANGE, change(changes.iter().copied().reduce(f64::max)));
    let container = |it: &Answers| {
        ["container-type", "container-size", "container-scroll-state"]
            .iter()
            .any(|word| effects(it, word) != Effects::default())
    };
    found.add(CONTAINER_TYPES, count(&container));
    found.add(LEAK, count(&|it| hides(it, "leak-z-1")));
    found.add(DO_NOT_LEAK, count(&|it| !hides(it, "leak-z-1")));
    found.add(ISOLATED_LEAK, count(&|it| !is_seen(it, "leak-isolate-and-z-1")));
    found.add(SWAP_LEAKS, count(&|it| !is_seen(it, "leak-swap")));
    found.add(TOAST_UNDER, count(&|it| hides(it, "toast-fixed")));
    found.add(TOAST_OVER, count(&|it| !hides(it, "toast-fixed")));
    let [by_hit, by_pixel] = [0, 1].map(|at| move |it: &Answers, id: &str| said(it, id)[at]);
    found.add(LATER_UNDER, count(&|it| by_pixel(it, "toast-popover-last")));
    found.add(LATER_REACHED, count(&|it| !by_hit(it, "toast-popover-last")));
    found.add(INSIDE_UNDER, count(&|it| !is_seen(it, "toast-inside")));
    found.add(CANVAS_SEEN, count(&|it| is_seen(it, "canvas-body")));
    found.add(CANVAS_UNLIKE, of_engines("cases", engines, cases_unlike(engines, Kind::Canvas, [0, 1])));
    found.add(HEADER_COVERED, count(&|it| hides(it, "header-relative")));
    found.add(HEADERS_UNLIKE, of_engines("cases", engines, cases_unlike(engines, Kind::Header, [0, 1])));
    found.add(DEPTH_KEPT, count(&|it| !by_pixel(it, "depth-kept")));
    found.add(DEPTH_UNLIKE, of_engines("cases", engines, cases_unlike(engines, Kind::Depth, [1])));
    found.add(CLIP_FLATTENS, count(&|it| by_pixel(it, CLIPPED_DEPTH)));
    found.add(DEPTH_UNHIT, count(&|it| by_hit(it, "depth-kept")));
    let unlike = |it: &Answers| it.examples.iter().filter(|example| !example.as_modelled).count();
    found.add(EXAMPLES_UNLIKE, of_engines("examples", engines, engines.iter().map(unlike).sum()));
    found.add(MISTAKES, of_engines("mistakes", engines, Mutation::ALL.len()));
    let fewest = engines.iter().flat_map(|it| it.trees.mutants.map(|shown| (shown, it.trees.asked))).min();
    let fewest = fewest.map(|(shown, asked)| Estimate::certain(asked, shown as f64));
    found.add(FEWEST_SHOW, Quantity::new("trees", fewest));
    for engine in Engine::ALL {
        let asked = engines.iter().find(|it| it.engine == engine).map(|it| &it.trees);
        let differ = asked.filter(|trees| trees.asked > trees.off);
        let differ = differ.map(|trees| share(trees.mismatches, trees.asked - trees.off));
        found.add(mismatches(engine), Quantity::new("share", differ));
    }
    found
}

/// True if the case's box is hidden, by hit test and pixel: the banner behind the image, or over the header.
fn hides(answers: &Answers, id: &str) -> bool {
    said(answers, id) == [true; 2]
}

/// Counted by itself, since no engine does as specified.
const CLIPPED_DEPTH: &str = "depth-overflow-clip";

/// Cases of a kind that are otherwise in an engine than by the specifications: by hit test, 0, or by pixel, 1.
fn cases_unlike(engines: &[Answers], kind: Kind, by: impl IntoIterator<Item = usize> + Copy) -> usize {
    let cases = CASES.iter().filter(|case| case.kind == kind && case.id != CLIPPED_DEPTH);
    let is_unlike = |it: &Answers, case: &Case| by.into_iter().any(|by| said(it, case.id)[by] != case.hidden);
    cases.map(|case| engines.iter().filter(|it| is_unlike(it, case)).count()).sum()
}

/// True if the case's box is seen, by hit test and pixel.
fn is_seen(answers: &Answers, id: &str) -> bool {
    said(answers, id) == [false; 2]
}

fn said(answers: &Answers, id: &str) -> [bool; 2] {
    let at = CASES.iter().position(|case| case.id == id).expect("there is such a case");
    answers.pages[at].hides(&CASES[at])
}

/// What a row does in an engine; nothing where the engine does not know it.
fn effects(answers: &Answers, word: &str) -> Effects {
    let at = DECLARATIONS.iter().position(|row| row.word() == word).expect("there is such a row");
    answers.matrix[at].unwrap_or_default()
}

/// Declarations that have nothing to do with `position` and contain absolute boxes in every engine that knows them.
fn containing(engines: &[Answers]) -> usize {
    let contains = |row: &usize| {
        let known: Vec<Effects> = engines.iter().filter_map(|answers| answers.matrix[*row]).collect();
        !known.is_empty() && known.iter().all(|effects| effects.contains_absolute)
    };
    let is_position = |row: &usize| {
        let pairs = DECLARATIONS[*row].pairs();
        // A dialog is positioned by the browser's own style sheet.
        pairs.is_empty() || pairs.iter().any(|(property, value)| *property == "position" || *value == "position")
    };
    (0..DECLARATIONS.len()).filter(|row| !is_position(row) && contains(row)).count()
}

/// Whether boxes in the flow at 40, 30 stay on an axis until it has an offset.
fn stays(answers: &Answers) -> bool {
    answers.absolute.offsets == [[40.0, 30.0], [7.0, 30.0], [40.0, 9.0], [7.0, 9.0]]
}

/// Colours of which this is so in some engine.
fn colours(engines: &[Answers], is_so: impl Fn([[u8; 3]; 2]) -> bool) -> usize {
    (0..COLOURS.len()).filter(|&colour| engines.iter().any(|answers| is_so(answers.swatches[colour]))).count()
}

/// What was counted over all engines, if there are any.
fn of_engines(unit: &str, engines: &[Answers], count: usize) -> Quantity {
    let told = (!engines.is_empty()).then(|| Estimate::certain(engines.len() as u64, count as f64));
    Quantity::new(unit, told)
}
