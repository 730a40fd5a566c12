//! The claims. All of it was counted, each engine asked alike, so that no margin is needed: one engine that does otherwise
//! refutes a statement about browsers.

use harness::claims::{Figure, Statement};
use harness::Found;
use harness::record::{Claim, Point, PublishedValue, Setting, Source, Verdict};
use harness::verdicts::{Case, Margin, Part, Rule};
use stacking_context_model::Engine;

use crate::quantities::*;

/// The share of random trees that the model may have in another order than an engine.
const FEW: f64 = 0.001;

const NO_ENGINE: &str = "This run could ask no engine: there was none on this machine.";

fn article() -> Source {
    Source {
        title: "alexwlchan, “An unexpected lesson in CSS stacking contexts”".to_owned(),
        url: "https://alexwlchan.net/2025/new-banner/".to_owned(),
    }
}

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    let figure = |name: &str| Figure::new(name, found.named(name));
    let none = |name: &str| figure(name).held_against(PublishedValue::exactly(0.0), Margin::Counted);
    let published = |id, text| Statement { id, text, source: Some(article()) };
    let own = |id, text| Statement { id, text, source: None };
    vec![
        all(
            published("hidden-by-filter", "A filter on the image puts the banner under it."),
            vec![figure(HIDE), figure(ENGINES)],
            vec![none(DO_NOT_HIDE)],
            [
                "With the filter the image covers the banner, without it the banner covers the image: by hit test and by pixel.",
                "In an engine the filter does not hide the banner, or the banner was hidden before.",
            ],
        ),
        all(
            published(
                "same-context",
                "Without the filter, the image and the banner are part of the same stacking context, and rendered together.",
            ),
            vec![figure(ENGINES)],
            vec![none(BANNER_IS_CONTEXT)],
            [
                "The banner makes no context of its own: a child with z-index -1 lies below its background.",
                "Both are part of the page’s context, as stated, but that is so with the filter as well. What differs: the published banner makes a context of its own without the filter, too. A child with z-index -1 stays above its background.",
            ],
        ),
        all(
            published(
                "separate",
                "The filter hides the banner because both are then contexts that are rendered separately.",
            ),
            vec![figure(ENGINES)],
            vec![none(PLAIN_HIDDEN)],
            [
                "A banner without a transform makes a context, or is not hidden.",
                "A banner without a transform, which makes no context, is hidden alike. It is enough that the filter lifts the image into the banner’s layer.",
            ],
        ),
        under(
            published("dom-order", "Browsers render in the order of the document."),
            "whether the boxes are in one layer",
            [("one layer", none(ONE_LAYER)), ("two layers", none(TWO_LAYERS))],
            [
                "Later boxes are on top in every case that was tried.",
                "The filtered image comes after the banner in one layer, and is on top. Without the filter the image comes later just as well, and the banner is on top: positioned boxes are in a layer over that of images.",
            ],
        ),
        under(
            published("z-index-works", "A z-index brings the banner back."),
            "which z-index",
            [("z-index 1", none(Z_1_FAILS)), ("z-index 0", none(Z_0_FAILS))],
            ["Both 1 and 0 bring it back.", "1 does. 0 leaves the banner in the layer where the image comes later."],
        ),
        all(
            published("swap-works", "The correct fix is not to set a z-index, but to swap the two elements."),
            vec![figure(ENGINES)],
            vec![none(SWAP_FAILS), none(Z_INDEX_HELPS)],
            [
                "Swapping brings the banner back, and a z-index in an isolated card does not.",
                "Swapping works, and so does a z-index of 1 in a card with isolation: isolate, without another order of reading.",
            ],
        ),
        all(
            published(
                "closest-positioned",
                "An absolute element is placed by its closest ancestor with a position, or else by <html>.",
            ),
            vec![figure(ENGINES)],
            vec![none(CONTAIN), none(AT_HTML)],
            [
                "Only a position contains absolute boxes, and after that <html> does.",
                "Other declarations do so too, such as filter, transform and contain: paint. And the last resort is not <html>: with a margin of 50px there, the box lies at the corner of the page.",
            ],
        ),
        all(
            published("static-until-offset", "Without an offset, an absolute element stays where it was."),
            vec![figure(ENGINES)],
            vec![none(MOVED)],
            [
                "It does, on each axis separately: with only left set, its vertical position does not change.",
                "In an engine it moves on an axis that has no offset.",
            ],
        ),
        under(
            published("higher-above", "Elements with a higher z-index are above those with a lower one."),
            "whether they are in one stacking context",
            [("one context", none(HIGHER_BELOW_IN_ONE)), ("two contexts", none(HIGHER_BELOW_IN_TWO))],
            [
                "They are, in one context and across contexts.",
                "Within one context they are. 9999 in a context with z-index 1 stays below a box with z-index 2 outside.",
            ],
        ),
        darkens(published("darkens", "grayscale(10%) darkens images slightly."), found),
        all(
            own("container-type", "container-type does nothing to stacking, and contains no absolute or fixed boxes."),
            vec![figure(ENGINES)],
            vec![none(CONTAINER_TYPES)],
            [
                "No engine that was asked has a container type make a context, lift or contain anything. Older versions did, as guides of their time say; the specification has dropped it since.",
                "In an engine a container type does one of these.",
            ],
        ),
        all(
            own(
                "z-index-leaks",
                "z-index: 1 on the banner alone lifts it over a positioned header that comes after the card; with isolation: isolate on the card, or by a swap, it stays under.",
            ),
            vec![figure(LEAK)],
            vec![none(DO_NOT_LEAK), none(ISOLATED_LEAK), none(SWAP_LEAKS)],
            ["So it is in every engine that was asked, by hit test and by pixel.", "An engine does otherwise."],
        ),
        all(
            own("departures", "Each engine orders the example of every departure as the model has it for that engine."),
            vec![figure(ENGINES)],
            vec![none(EXAMPLES_UNLIKE)],
            [
                "An engine departs from the specifications in the examples in which the model says so, and in no other.",
                "An engine has an example in another order than the model.",
            ],
        ),
        model_agrees(
            own("model-agrees", "In each engine, at least 999 of 1000 random trees are in the order of the model."),
            found,
        ),
        mistakes_show(
            own("mistakes-show", "Each mistake put into the model shows in random trees of every engine."),
            found,
        ),
    ]
}

/// A statement that holds where each of `exceptions` is none; with the words for where it does and where it does not.
fn all(statement: Statement, beside: Vec<Figure>, exceptions: Vec<Figure>, [agrees, differs]: [&str; 2]) -> Claim {
    let rule = rule(&exceptions, |exceptions| Rule::all(exceptions.iter().map(Part::within).collect::<Vec<_>>()));
    judge(statement, beside.into_iter().chain(exceptions).collect(), rule, [agrees, differs])
}

/// A statement that was looked at under two conditions, each with what must be none there.
fn under(statement: Statement, condition: &str, cases: [(&str, Figure); 2], [agrees, differs]: [&str; 2]) -> Claim {
    let exceptions: Vec<Figure> = cases.iter().map(|(_, figure)| figure.clone()).collect();
    let rule = rule(&exceptions, |_| {
        let case = |(name, figure): &(&str, Figure)| Case {
            name: (*name).to_owned(),
            parts: vec![Part::within(figure)],
        };
        Rule::Under { condition: condition.to_owned(), cases: cases.iter().map(case).collect() }
    });
    judge(statement, exceptions, rule, [agrees, differs])
}

/// Where no engine was asked, nothing is tested.
fn rule(figures: &[Figure], rule: impl FnOnce(&[Figure]) -> Rule) -> Rule {
    if figures.iter().all(|figure| figure.measured().is_some()) { rule(figures) } else { Rule::not_tested() }
}

fn judge(statement: Statement, figures: Vec<Figure>, rule: Rule, [agrees, differs]: [&str; 2]) -> Claim {
    statement.judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => agrees,
        Verdict::NotTested => NO_ENGINE,
        Verdict::Undecided => "",
        _ => differs,
    })
}

/// By two measures of how bright a colour is: the weighted sum that the filter is defined to keep, and the luminance.
fn darkens(statement: Statement, found: &Found) -> Claim {
    let figure = |name: &str| Figure::new(name, found.named(name));
    let [darker, dimmer, tried] = [DARKER, DIMMER, COLOURS_TRIED].map(figure);
    let [least, most] = [LEAST_CHANGE, MOST_CHANGE].map(figure);
    let rule = rule(&[darker.clone(), dimmer.clone()], |_| {
        let case = |name: &str, figure: &Figure| Case { name: name.to_owned(), parts: vec![Part::above(figure, 0.0)] };
        Rule::Under {
            condition: "how brightness is measured".to_owned(),
            cases: vec![case("by the weighted sum", &darker), case("by luminance", &dimmer)],
        }
    });
    let why = if least.measured().is_some() {
        format!(
            "The weighted sum of red, green and blue falls by more than 1 of 255 in some engine for {} of {} colours. Luminance, \
             the same sum of linear light, falls by more than 1% for {} of them; its change ranges from {}, for {}, to {}, for {}.",
            darker.value(),
            tried.value(),
            dimmer.value(),
            percent(least.value()),
            coloured(found, least.value()),
            percent(most.value()),
            coloured(found, most.value()),
        )
    } else {
        NO_ENGINE.to_owned()
    };
    statement.judge_by(vec![darker, dimmer, tried, least, most], rule, |_| why)
}

fn percent(share: f64) -> String {
    format!("{:+.1}%", share * 100.0).replace('-', "−")
}

/// The colour of which the luminance changes by so much.
fn coloured(found: &Found, change: f64) -> &str {
    let points = found.series.iter().filter(|series| series.id == "swatches").flat_map(|series| &series.points);
    let distance = |point: &Point| (point.values["luminance_change"].value - change).abs();
    let nearest = points.min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
    match nearest.and_then(|point| point.at.get("colour")) {
        Some(Setting::Text(colour)) => colour,
        _ => "an unknown colour",
    }
}

fn model_agrees(statement: Statement, found: &Found) -> Claim {
    let figures = Engine::ALL.map(|engine| Figure::new(mismatches(engine), found.named(&mismatches(engine))));
    let figures: Vec<Figure> = figures.into_iter().filter(|figure| figure.measured().is_some()).collect();
    let rule =
        rule(&figures, |figures| Rule::all(figures.iter().map(|figure| Part::below(figure, FEW)).collect::<Vec<_>>()));
    let words = [
        "The record names the smallest of the others, if there are any.",
        "In an engine more of them are in another order; the record names the smallest.",
    ];
    judge(statement, figures, rule, words)
}

fn mistakes_show(statement: Statement, found: &Found) -> Claim {
    let [fewest, tried] = [FEWEST_SHOW, MISTAKES].map(|name| Figure::new(name, found.named(name)));
    let rule = rule(std::slice::from_ref(&fewest), |_| Rule::all([Part::above(&fewest, 0.0)]));
    let words = [
        "For each mistake and each engine there are trees that the engine and the model order alike, and the model with the mistake does not.",
        "A mistake shows in no tree of an engine, so that these trees do not test that rule there.",
    ];
    judge(statement, vec![fewest, tried], rule, words)
}

#[cfg(test)]
mod tests;
