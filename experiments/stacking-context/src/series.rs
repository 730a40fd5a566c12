//! The record's series, and the answers as their points.

use harness::found::figures;
use harness::record::{Dimension, Estimate, Interval, Measure, Outcome, Point, Series, Setting, unit};
use stacking_context_model::{CASES, DECLARATIONS, DEPARTURES, Declaration, Effects, Engine, Kind, Mutation, On};

use crate::ask::{Answers, Asked, COLOURS};

/// What the published filter makes of colours, and by how much it changes the luminance of one.
pub(crate) const SWATCHES: &str = "swatches";
pub(crate) const COLOUR: &str = "colour";
pub(crate) const LUMINANCE_CHANGE: &str = "luminance_change";

const ENGINE: &str = "engine";
/// How many counterexamples of an engine are kept: the smallest.
const MOST_COUNTEREXAMPLES: usize = 10;

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![matrix(), over_inline(), cases(), departures(), orders(), counterexamples(), mutants(), swatches(), figures()]
}

/// What engines answered.
pub(crate) fn all(asked: &Asked) -> Vec<Series> {
    let engines = &asked.engines;
    vec![
        matrix().points(matrix_points(engines)),
        over_inline().points(over_inline_points(engines)),
        cases().points(case_points(engines)),
        departures().points(departure_points(engines)),
        orders().points(order_points(engines)),
        counterexamples().points(counterexample_points(engines)),
        mutants().points(mutant_points(engines)),
        swatches().points(swatch_points(engines)),
    ]
}

fn engine() -> Dimension {
    Dimension::new(ENGINE, "Engine", None).words(Engine::ALL.map(|engine| (engine.key(), engine.name())))
}

fn at(answers: &Answers) -> (&'static str, Setting) {
    (ENGINE, answers.engine.key().into())
}

/// The ways in which a declaration can answer the questions but that of inline content, with their words.
const EFFECTS: [(&str, &str); 9] = [
    ("none", "nothing"),
    ("absolute", "contains absolute boxes"),
    ("lifts", "lifts"),
    ("lifts-absolute", "lifts, and contains absolute boxes"),
    ("context", "makes a context, and lifts"),
    ("context-absolute", "makes a context, lifts, and contains absolute boxes"),
    ("all", "makes a context, lifts, and contains absolute and fixed boxes"),
    ("other", "another combination"),
    ("unsupported", "the engine does not know it"),
];

/// The key of [`EFFECTS`].
fn way(effects: Option<Effects>) -> &'static str {
    let Some(Effects { context, lifts, contains_absolute, contains_fixed, over_inline: _ }) = effects else {
        return "unsupported";
    };
    match [context, lifts, contains_absolute, contains_fixed] {
        [false, false, false, false] => "none",
        [false, true, false, false] => "lifts",
        [false, true, true, false] => "lifts-absolute",
        [true, true, false, false] => "context",
        [true, true, true, false] => "context-absolute",
        [true, true, true, true] => "all",
        [false, false, true, false] => "absolute",
        _ => "other",
    }
}

/// Declarations, and engines.
fn declarations() -> [Dimension; 2] {
    let named = |row: &Declaration| match row.on_what() {
        On::Block => row.css().to_owned(),
        on => format!("{}, on {}", row.css(), on.words()),
    };
    let words: Vec<(&str, String)> = DECLARATIONS.iter().map(|row| (row.word(), named(row))).collect();
    let rows = words.iter().map(|(word, css)| (*word, css.as_str()));
    [Dimension::new("declaration", "Declaration", None).words(rows), engine()]
}

fn matrix() -> Series {
    Series::new("matrix", "What declarations do to stacking and to what they contain")
        .dimensions(declarations())
        .outcomes([Outcome::new("effects", "What it does", EFFECTS)])
}

fn matrix_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        DECLARATIONS.iter().zip(&answers.matrix).map(|(row, &seen)| {
            Point::new([("declaration", row.word().into()), at(answers)])
                .ended("effects", [way(seen)])
                .predicted_to_end("effects", way(Some(row.specified())))
        })
    })
}

fn over_inline() -> Series {
    Series::new("over-inline", "Declarations whose element is painted over inline content that comes later")
        .dimensions(declarations())
        .measures([answer("over", "Over inline content that comes later")])
}

fn over_inline_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        let known = DECLARATIONS.iter().zip(&answers.matrix).filter_map(|(row, seen)| Some((row, (*seen)?)));
        known.map(|(row, seen)| {
            Point::new([("declaration", row.word().into()), at(answers)])
                .value("over", yes_or_no(seen.over_inline))
                .predicted("over", f64::from(u32::from(row.specified().over_inline)))
        })
    })
}

fn cases() -> Series {
    Series::new("cases", "The published page and what changes it")
        .dimensions([
            Dimension::new("case", "Change", None).words(CASES.iter().map(|case| (case.id, case.words))),
            Dimension::new("kind", "About", None).words([
                ("page", "the page"),
                ("cause", "what hides the banner"),
                ("fix", "what brings it back"),
                ("leak", "whether it stands over a later header"),
                ("context", "whether it makes a context"),
                ("toast", "whether a toast stands over a dialog"),
                ("depth", "whether a nearer box is behind a later one"),
                ("header", "whether a table’s text covers its sticky header"),
                ("canvas", "whether z-index: -1 hides a child behind the body’s background"),
            ]),
            engine(),
        ])
        .measures([
            answer(
                "hidden",
                "Banner behind the image (over the header, below its child), toast behind the dialog, child behind the background, header behind the text, nearer box behind the later one, by hit test",
            ),
            answer(
                "hidden_pixel",
                "Banner behind the image (over the header, below its child), toast behind the dialog, child behind the background, header behind the text, nearer box behind the later one, by pixel",
            ),
        ])
}

fn case_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        CASES.iter().zip(&answers.pages).map(|(case, shown)| {
            let [hit, pixel] = shown.hides(case);
            let predicted = |is_so: bool| f64::from(u32::from(is_so));
            Point::new([("case", case.id.into()), ("kind", kind(case.kind).into()), at(answers)])
                .value("hidden", yes_or_no(hit))
                .value("hidden_pixel", yes_or_no(pixel))
                .predicted("hidden", predicted(case.is_out_of_reach()))
                .predicted("hidden_pixel", predicted(case.hidden))
        })
    })
}

/// A measure of yes or no.
fn answer(name: &'static str, title: &'static str) -> Measure {
    Measure::new(name, title, unit::RATIO, "answer", Interval::Certain)
}

/// Yes or no.
fn yes_or_no(is_so: bool) -> Estimate {
    Estimate::certain(1, u32::from(is_so).into())
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Page => "page",
        Kind::Cause => "cause",
        Kind::Fix => "fix",
        Kind::Leak => "leak",
        Kind::Context => "context",
        Kind::Toast => "toast",
        Kind::Depth => "depth",
        Kind::Header => "header",
        Kind::Canvas => "canvas",
    }
}

fn departures() -> Series {
    let words: Vec<(&str, String)> =
        DEPARTURES.iter().map(|each| (each.key, format!("{}: {}", each.words, each.example))).collect();
    Series::new("departures", "Trees that some engine has in another order than the specifications")
        .dimensions([
            Dimension::new("departure", "Departure, and a tree", None)
                .words(words.iter().map(|(key, words)| (*key, words.as_str()))),
            engine(),
        ])
        .measures([answer("departs", "In another order than the specifications’")])
}

fn departure_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        DEPARTURES.iter().zip(&answers.examples).map(|(departure, example)| {
            Point::new([("departure", departure.key.into()), at(answers)])
                .value("departs", yes_or_no(example.departs))
                .predicted("departs", f64::from(u32::from(example.predicted)))
        })
    })
}

fn orders() -> Series {
    Series::new("orders", "Random trees of boxes, in the order of each engine, of the specifications and of the model")
        .method(2)
        .dimensions([engine()])
        .measures([
            Measure::counted("trees", "Random trees", "trees"),
            Measure::counted("off", "Trees with a box that is not on the square", "trees"),
            Measure::counted(
                "departing",
                "Trees in another order than the specifications have for what the declarations do in the engine",
                "trees",
            ),
            Measure::counted("mismatches", "Trees in another order than the model’s", "trees"),
        ])
}

fn order_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().map(|answers| {
        let trees = &answers.trees;
        let count = |count: u64| Estimate::certain(trees.asked, count as f64);
        Point::new([at(answers)])
            .value("trees", count(trees.asked))
            .value("off", count(trees.off))
            .value("departing", count(trees.departing))
            .value("mismatches", count(trees.mismatches))
    })
}

fn counterexamples() -> Series {
    Series::new("counterexamples", "Trees in another order than the model’s, made as small as they can be")
        .method(2)
        .dimensions([
            engine(),
            Dimension::new("tree", "Tree", None),
            Dimension::new("seen", "The engine’s order, from the bottom", None),
        ])
        .measures([Measure::counted("trees", "Random trees that come to it", "trees")])
}

fn counterexample_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        let mut found: Vec<_> = answers.trees.counterexamples.iter().collect();
        // Boxes, then words, then the text.
        found.sort_by_key(|((tree, seen), _)| (seen.len(), tree.len(), tree.clone()));
        found.truncate(MOST_COUNTEREXAMPLES);
        found.into_iter().map(move |((tree, seen), &trees)| {
            Point::new([at(answers), ("tree", tree.as_str().into()), ("seen", seen.as_str().into())])
                .value("trees", Estimate::certain(answers.trees.asked, trees as f64))
        })
    })
}

fn mutants() -> Series {
    Series::new("mutants", "Random trees in the order of the model that a mistake in it would change")
        .method(2)
        .dimensions([
            Dimension::new("mutation", "Mistake", None)
                .words(Mutation::ALL.map(|mutation| (mutation.key(), mutation.words()))),
            engine(),
        ])
        .measures([Measure::counted("failed", "Trees that show it", "trees")])
}

fn mutant_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        Mutation::ALL.into_iter().zip(answers.trees.mutants).map(|(mutation, failed)| {
            Point::new([("mutation", mutation.key().into()), at(answers)])
                .value("failed", Estimate::certain(answers.trees.asked, failed as f64))
        })
    })
}

fn swatches() -> Series {
    Series::new(SWATCHES, "What the published filter makes of colours")
        .dimensions([Dimension::new(COLOUR, "Colour", None), engine()])
        .measures([
            Measure::counted("weighted_change", "Change of the weighted sum of red, green and blue, of 255", "levels"),
            Measure::counted(LUMINANCE_CHANGE, "Change of the luminance", unit::RATIO),
        ])
}

fn swatch_points(engines: &[Answers]) -> impl Iterator<Item = Point> {
    engines.iter().flat_map(|answers| {
        COLOURS.iter().zip(&answers.swatches).map(|([red, green, blue], [before, after])| {
            Point::new([(COLOUR, format!("rgb({red}, {green}, {blue})").into()), at(answers)])
                .value("weighted_change", Estimate::certain(1, weighted(*after) - weighted(*before)).to_digits(6))
                .value(
                    LUMINANCE_CHANGE,
                    Estimate::certain(1, luminance(*after) / luminance(*before) - 1.0).to_digits(6),
                )
        })
    })
}

/// What a greyscale filter keeps but for rounding (filter-effects-1, "grayscale"): sRGB values with the weights of luminance.
pub(crate) fn weighted(colour: [u8; 3]) -> f64 {
    sum(colour.map(f64::from))
}

/// Relative luminance, of linear light (WCAG 2, "relative luminance").
pub(crate) fn luminance(colour: [u8; 3]) -> f64 {
    sum(colour.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    }))
}

fn sum([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
