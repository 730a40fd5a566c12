//! What Alex Chan says.

use harness::Found;
use harness::claims::Statement;
use harness::record::{Claim, Point, Setting, Source, Verdict};
use harness::verdicts::{Part, Rule};

use super::{figure, judge, none};
use crate::quantities::*;
use crate::series::{COLOUR, LUMINANCE_CHANGE, SWATCHES};

fn published(id: &'static str, text: &'static str) -> Statement {
    let source = Source {
        title: "alexwlchan, “An unexpected lesson in CSS stacking contexts”".to_owned(),
        url: "https://alexwlchan.net/2025/new-banner/".to_owned(),
    };
    Statement { id, text, source: Some(source) }
}

pub(super) fn hidden_by_filter(found: &Found) -> Claim {
    let [hide, engines, do_not] = [HIDE, ENGINES, DO_NOT_HIDE].map(|name| figure(found, name));
    let rule = Rule::all([none(&do_not)]);
    judge(
        published("hidden-by-filter", "A filter on the image puts the banner under it."),
        vec![hide, engines, do_not],
        rule,
        [
            "With the filter the image covers the banner, without it the banner covers the image: by hit test and by pixel.",
            "In an engine the filter does not hide the banner, or the banner was hidden before.",
        ],
    )
}

/// Two boxes are part of one context where a z-index of the one decides its place to the other. That the banner is a context as well makes
/// it no less a part of that one, and is said beside it.
pub(super) fn same_context(found: &Found) -> Claim {
    let [engines, apart, is_context] = [ENGINES, Z_1_FAILS, BANNER_IS_CONTEXT].map(|name| figure(found, name));
    let rule = Rule::all([none(&apart)]);
    let one = "They are with the filter, too: there a z-index of 1 on the banner lifts it over the image. Without it, no box around one of them alone makes a context.";
    let agrees = if is_context.value().is_some_and(|engines| engines > 0.0) {
        format!(
            "{one} The published banner also makes a context of its own, with the filter or without: a child with z-index -1 stays above its background."
        )
    } else {
        one.to_owned()
    };
    judge(
        published(
            "same-context",
            "Without the filter, the image and the banner are part of the same stacking context.",
        ),
        vec![engines, apart, is_context],
        rule,
        [&agrees, "In an engine a z-index of 1 on the banner does not lift it over the image."],
    )
}

pub(super) fn separate(found: &Found) -> Claim {
    let [engines, plain_hidden] = [ENGINES, PLAIN_HIDDEN].map(|name| figure(found, name));
    let rule = Rule::all([none(&plain_hidden)]);
    judge(
        published(
            "separate",
            "The filter hides the banner because both are then contexts that are rendered separately.",
        ),
        vec![engines, plain_hidden],
        rule,
        [
            "A banner without a transform makes a context, or is not hidden.",
            "A banner without a transform, which makes no context, is hidden alike. It is enough that the filter lifts the image into the banner’s layer.",
        ],
    )
}

pub(super) fn dom_order(found: &Found) -> Claim {
    let [one, two] = [ONE_LAYER, TWO_LAYERS].map(|name| figure(found, name));
    let cases = [("one layer", vec![none(&one)]), ("two layers", vec![none(&two)])];
    judge(
        published("dom-order", "Browsers render in the order of the document."),
        vec![one, two],
        Rule::under("whether the boxes are in one layer", cases),
        [
            "Later boxes are on top in every case that was tried.",
            "The filtered image comes after the banner in one layer, and is on top. Without the filter the image comes later just as well, and the banner is on top: positioned boxes are in a layer over that of images.",
        ],
    )
}

/// Reproduced by one that does: 0, which nobody means who wants to lift something, is said beside it.
pub(super) fn z_index_works(found: &Found) -> Claim {
    let [one, zero] = [Z_1_FAILS, Z_0_FAILS].map(|name| figure(found, name));
    let rule = Rule::all([none(&one)]);
    let zero_fails = zero.value().is_some_and(|engines| engines > 0.0);
    let agrees = if zero_fails {
        "1 does. 0 does not: it leaves the banner in the layer where the image comes later."
    } else {
        "1 does."
    };
    judge(
        published("z-index-works", "A z-index brings the banner back."),
        vec![one, zero],
        rule,
        [agrees, "In an engine 1 does not."],
    )
}

/// That it is the correct fix, and a z-index none, is an opinion, and not judged.
pub(super) fn swap_works(found: &Found) -> Claim {
    let [engines, fails, z_index] = [ENGINES, SWAP_FAILS, Z_INDEX_HELPS].map(|name| figure(found, name));
    let rule = Rule::all([none(&fails)]);
    let also = z_index.value().is_some_and(|helped| engines.value() == Some(helped));
    let agrees = if also {
        "Swapping works, and so does a z-index of 1 in a card with isolation: isolate, without another order of reading."
    } else {
        "Swapping works."
    };
    judge(
        published("swap-works", "Swapping the two elements brings the banner back."),
        vec![engines, fails, z_index],
        rule,
        [agrees, "In an engine the banner stays hidden."],
    )
}

pub(super) fn closest_positioned(found: &Found) -> Claim {
    let [engines, contain, at_html] = [ENGINES, CONTAIN, AT_HTML].map(|name| figure(found, name));
    let rule = Rule::all([none(&contain), none(&at_html)]);
    judge(
        published(
            "closest-positioned",
            "An absolute element is placed by its closest ancestor with a position, or else by <html>.",
        ),
        vec![engines, contain, at_html],
        rule,
        [
            "Only a position contains absolute boxes, and after that <html> does.",
            "Other declarations do so too, such as filter, transform and contain: paint. And the last resort is not <html>: with a margin of 50px there, the box lies at the corner of the page.",
        ],
    )
}

pub(super) fn static_until_offset(found: &Found) -> Claim {
    let [engines, moved] = [ENGINES, MOVED].map(|name| figure(found, name));
    let rule = Rule::all([none(&moved)]);
    judge(
        published("static-until-offset", "Without an offset, an absolute element stays where it was."),
        vec![engines, moved],
        rule,
        [
            "It does, on each axis separately: with only left set, its vertical position does not change.",
            "In an engine it moves on an axis that has no offset.",
        ],
    )
}

pub(super) fn higher_above(found: &Found) -> Claim {
    let [in_one, in_two] = [HIGHER_BELOW_IN_ONE, HIGHER_BELOW_IN_TWO].map(|name| figure(found, name));
    let cases = [("one context", vec![none(&in_one)]), ("two contexts", vec![none(&in_two)])];
    judge(
        published("higher-above", "Elements with a higher z-index are above those with a lower one."),
        vec![in_one, in_two],
        Rule::under("whether they are in one stacking context", cases),
        [
            "They are, in one context and across contexts.",
            "Within one context they are. 9999 in a context with z-index 1 stays below a box with z-index 2 outside.",
        ],
    )
}

/// By two measures of how bright a colour is: the weighted sum that the filter is defined to keep, and the luminance.
pub(super) fn darkens(found: &Found) -> Claim {
    let [darker, dimmer, tried] = [DARKER, DIMMER, COLOURS_TRIED].map(|name| figure(found, name));
    let [least, most] = [LEAST_CHANGE, MOST_CHANGE].map(|name| figure(found, name));
    let cases =
        [("by the weighted sum", vec![Part::above(&darker, 0.0)]), ("by luminance", vec![Part::above(&dimmer, 0.0)])];
    let counts = [&darker, &tried, &dimmer].map(|count| count.value());
    let changes = [&least, &most].map(|change| Some(coloured(found, change.value()?)));
    let words = |verdict| {
        let ([darker, tried, dimmer], [least, most]) = (counts, changes);
        let said = format!(
            "The weighted sum of red, green and blue falls by more than 1 of 255 in some engine for {} of {} colours. Luminance, \
             the same sum of linear light, falls by more than 1% for {} of them; its change ranges from {}, to {}.",
            darker?, tried?, dimmer?, least?, most?
        );
        Some(if verdict == Verdict::Undecided { String::new() } else { said })
    };
    published("darkens", "grayscale(10%) darkens images slightly.").judge_by(
        vec![darker, dimmer, tried, least, most],
        Rule::under("how brightness is measured", cases),
        words,
    )
}

/// A change of the luminance, with the colour of which it is: `−19.3%, for rgb(0, 0, 255)`.
fn coloured(found: &Found, change: f64) -> String {
    let percent = format!("{:+.1}%", change * 100.0).replace('-', "−");
    let swatches = found.series.iter().filter(|series| series.words.id == SWATCHES).flat_map(|series| &series.points);
    let distance = |point: &Point| Some((point.values.get(LUMINANCE_CHANGE)?.value - change).abs());
    let distances = swatches.filter_map(|point| Some((distance(point)?, point.at.get(COLOUR)?)));
    match distances.min_by(|(one, _), (other, _)| one.total_cmp(other)) {
        Some((_, Setting::Text(colour))) => format!("{percent}, for {colour}"),
        _ => percent,
    }
}
