//! The claims. All of it was counted, each engine asked alike, so that no margin is needed: one engine that does otherwise
//! refutes a statement about browsers.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue, Source, Verdict};
use harness::verdicts::{Case, Margin, Part, Rule};

use crate::quantities::*;

/// The share of random trees that the model may have in another order.
const FEW: f64 = 0.01;

fn article() -> Source {
    Source {
        title: "alexwlchan, “An unexpected lesson in CSS stacking contexts”".to_owned(),
        url: "https://alexwlchan.net/2025/new-banner/".to_owned(),
    }
}

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(found: &Quantities) -> Vec<Claim> {
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
            published("same-context", "Without the filter, the image and the banner are in the same stacking context."),
            vec![figure(ENGINES)],
            vec![none(BANNER_IS_CONTEXT)],
            [
                "The banner makes no context of its own.",
                "The banner’s transform makes a context of its own, with the filter and without. It is the image that changes.",
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
                "A banner that makes no context is not hidden.",
                "A banner without a transform, which makes no context, is hidden alike. It is enough that the filter lifts the image into the banner’s layer.",
            ],
        ),
        under(
            published("dom-order", "Browsers render in the order of the document."),
            "whether the boxes are in one layer",
            [("one layer", none(ONE_LAYER)), ("two layers", none(TWO_LAYERS))],
            [
                "Later boxes are on top in every case that was tried.",
                "Within a layer the later box is on top. The banner comes before the image, and without the filter it is on top: positioned boxes are in a layer over that of images.",
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
                "It does, for each axis alone: with left it keeps its height on the page.",
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
        darkens(published("darkens", "grayscale(10%) darkens the image slightly."), found),
        all(
            own("container-type", "container-type does nothing to stacking, and contains no absolute or fixed boxes."),
            vec![figure(ENGINES)],
            vec![none(CONTAINER_TYPES)],
            [
                "No engine that was asked has a container type make a context, lift or contain anything, whatever older guides say.",
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
        model_agrees(
            own("model-agrees", "The model has at least 99 of 100 random trees in the order of the engines."),
            found,
        ),
    ]
}

/// A statement that holds where each of `exceptions` is none; with the words for where it does and where it does not.
fn all(statement: Statement, beside: Vec<Figure>, exceptions: Vec<Figure>, [agrees, differs]: [&str; 2]) -> Claim {
    let rule = rule(&exceptions, |exceptions| Rule::all(exceptions.iter().map(Part::as_published).collect::<Vec<_>>()));
    judge(statement, beside.into_iter().chain(exceptions).collect(), rule, [agrees, differs])
}

/// A statement that was looked at under two conditions, each with what must be none there.
fn under(statement: Statement, condition: &str, cases: [(&str, Figure); 2], [agrees, differs]: [&str; 2]) -> Claim {
    let exceptions: Vec<Figure> = cases.iter().map(|(_, figure)| figure.clone()).collect();
    let rule = rule(&exceptions, |_| {
        let case = |(name, figure): &(&str, Figure)| Case {
            name: (*name).to_owned(),
            parts: vec![Part::as_published(figure)],
        };
        Rule::Under { condition: condition.to_owned(), cases: cases.iter().map(case).collect() }
    });
    judge(statement, exceptions, rule, [agrees, differs])
}

/// Where no engine was asked, nothing is tested.
fn rule(figures: &[Figure], rule: impl FnOnce(&[Figure]) -> Rule) -> Rule {
    if figures.iter().all(|figure| figure.measured().is_some()) { rule(figures) } else { Rule::NotTested }
}

fn judge(statement: Statement, figures: Vec<Figure>, rule: Rule, [agrees, differs]: [&str; 2]) -> Claim {
    statement.judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => agrees,
        Verdict::NotTested => "This run could ask no engine: there was none on this machine.",
        Verdict::Undecided => "Too few trees were asked to tell; a full run would decide it.",
        _ => differs,
    })
}

/// The rule: at least one of the colours is darker, by the measure that the filter's definition weighs them with.
fn darkens(statement: Statement, found: &Quantities) -> Claim {
    let [darker, tried, red] = [DARKER, COLOURS_TRIED, RED].map(|name| Figure::new(name, found.named(name)));
    let rule = rule(std::slice::from_ref(&darker), |_| Rule::all([Part::above(&darker, 0.0)]));
    let words = [
        "The weighted sum of red, green and blue falls for some colours.",
        "It takes a tenth of the colour away: greys stay as they are, and the weighted sum of red, green and blue stays the same within 1 of 255. The luminance falls a little for colours, most for a pure red.",
    ];
    judge(statement, vec![darker, tried, red], rule, words)
}

fn model_agrees(statement: Statement, found: &Quantities) -> Claim {
    let figure = Figure::new(MISMATCHES, found.named(MISMATCHES));
    let rule = rule(std::slice::from_ref(&figure), |_| Rule::all([Part::below(&figure, FEW)]));
    let words = [
        "The few others come to small trees that are named in the record.",
        "More of them are in another order; the smallest are named in the record.",
    ];
    judge(statement, vec![figure], rule, words)
}

#[cfg(test)]
mod tests;
