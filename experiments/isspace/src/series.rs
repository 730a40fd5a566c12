//! The answers as the record's series.

mod bytes;
mod code_points;
mod words;

use std::collections::BTreeMap;

use harness::found::figures;
use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, unit};

use crate::answer::Spaces;
use crate::ask::Asked;
use crate::broken::{OF_BMP, SCALAR_VALUES, broken_by, holding};
use crate::characters::{hex, name, notation};
use crate::published::{macos_utf8, six};
use crate::wide::disputed;

pub(crate) const BROKEN: &str = "broken";
pub(crate) use words::{CUT, LATIN_1};

pub(crate) const SCALARS: &str = "scalar_values";
pub(crate) const BMP_CODE_POINTS: &str = "bmp_code_points";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        code_points::implementations(),
        code_points::characters(),
        code_points::matrix(),
        bytes::locales(),
        wide(),
        broken(),
        words::latin_1(),
        words::trims(),
        figures(),
    ]
}

/// All series of the record, with their points.
pub(crate) fn all(asked: &Asked) -> Vec<Series> {
    vec![
        code_points::implementations().points(code_points::implementation_points(&asked.implementations)),
        code_points::characters().points(code_points::character_points(&asked.implementations)),
        code_points::matrix().points(code_points::matrix_points(&asked.implementations)),
        bytes::locales().points(bytes::points(&asked.locales)),
        wide().points(wide_points(asked)),
        broken().points(broken_points(asked)),
        words::latin_1().points(words::latin_1_points(&asked.elsewhere)),
        words::trims().points(words::trim_points(&asked.trims)),
    ]
}

/// Series of how many code points each rule breaks.
fn broken() -> Series {
    Series::new(BROKEN, "Code points that a parser takes apart that asks the rule about bytes of UTF-8")
        .dimensions([Dimension::new("rule", "Rule", None), Dimension::new("bytes", "Bytes that it calls spaces", None)])
        .measures([
            counted(SCALARS, "Code points of Unicode", "code points"),
            counted(BMP_CODE_POINTS, "Code points of the Basic Multilingual Plane", "code points"),
        ])
}

/// The published rule, those that the locales asked here have which a system offers for UTF-8, and that of a parser that asks ICU's
/// `u_isspace()` about bytes.
fn broken_points(asked: &Asked) -> impl Iterator<Item = Point> {
    let mut rules =
        BTreeMap::from([(six(), "the six".to_owned()), (macos_utf8(), "macOS, UTF-8 (published)".to_owned())]);
    for outcome in asked.locales.iter().filter(|outcome| outcome.is_offered_for_utf8()) {
        let bytes = outcome.said.bytes.clone();
        rules.entry(bytes).or_insert_with(|| format!("{}, {}", outcome.library, outcome.name));
    }
    if let Some(bytes) = asked.icu_about_bytes() {
        rules.entry(bytes).or_insert_with(|| "ICU, u_isspace() of each byte".to_owned());
    }
    rules.into_iter().map(|(bytes, rule)| {
        let broken = broken_by(&bytes);
        // The other count is of what is broken beyond ASCII.
        let is_beyond_ascii = bytes.symmetric_difference(&six()).all(|&byte| byte >= 0x80);
        let exact = is_beyond_ascii.then(|| holding(&bytes));
        Point::new([("rule", rule.into()), ("bytes", written(&bytes).into())])
            .value(SCALARS, Estimate::certain(SCALAR_VALUES.into(), broken.all.into()))
            .exact(SCALARS, exact.map(|exact| f64::from(exact.all)))
            .value(BMP_CODE_POINTS, Estimate::certain(OF_BMP.into(), broken.of_bmp.into()))
            .exact(BMP_CODE_POINTS, exact.map(|exact| f64::from(exact.of_bmp)))
    })
}

/// Code points of which a library's locales of UTF-8 disagree.
fn wide() -> Series {
    Series::new("wide-locales", "Code points for which iswspace() is true in some locales of UTF-8 and not in others")
        .dimensions([
            bytes::library(),
            Dimension::new("code_point", "Code point", None),
            Dimension::new("notation", "Notation", None),
            Dimension::new("name", "Name", None),
            Dimension::new("first_locale", "One of the locales", None),
        ])
        .measures([counted("locales", "Locales of UTF-8 that call it a space", "locales")])
}

fn wide_points(asked: &Asked) -> impl Iterator<Item = Point> {
    ["glibc", "musl", "macos"].into_iter().flat_map(|library| {
        disputed(library, &asked.locales).into_iter().map(move |it| {
            Point::new([
                ("library", library.into()),
                ("code_point", it.code_point.into()),
                ("notation", notation(it.code_point).into()),
                ("name", name(it.code_point).into()),
                ("first_locale", it.locales.first().map_or("", String::as_str).into()),
            ])
            .value("locales", Estimate::certain(it.asked as u64, it.locales.len() as f64))
        })
    })
}

/// A measure that is a count, the same every time.
fn counted(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "count", Interval::Certain)
}

/// Measure of an answer: 1 for a space, 0 for none.
fn answer() -> Measure {
    Measure::new("space", "Space", unit::RATIO, "answer", Interval::Certain)
}

/// An answer.
fn says(space: bool) -> Estimate {
    Estimate::certain(1, u32::from(space).into())
}

/// Bytes as the record writes them: `09 0a 0b 0c 0d 20`.
pub(crate) fn written(bytes: &Spaces) -> String {
    hex(bytes.iter().filter_map(|&byte| u8::try_from(byte).ok())).to_lowercase()
}

#[cfg(test)]
mod tests;
