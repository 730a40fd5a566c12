//! The answers as the record's series.

mod bytes;
mod code_points;

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};

use crate::answer::Spaces;
use crate::ask::Asked;
use crate::broken::{Broken, broken_by, holding};
use crate::characters::{hex, name, notation};
use crate::published::{macos_utf8, six};
use crate::wide::disputed;

/// All series of the record.
pub(crate) fn all(asked: &Asked) -> Vec<Series> {
    vec![
        code_points::implementations(&asked.implementations),
        code_points::characters(&asked.implementations),
        code_points::matrix(&asked.implementations),
        bytes::locales(&asked.locales),
        bytes::bytes(&asked.locales),
        wide(asked),
        broken(asked),
    ]
}

/// How many characters each rule breaks: the published one, and those that the locales asked here have which a system
/// offers for UTF-8.
fn broken(asked: &Asked) -> Series {
    let mut rules =
        BTreeMap::from([(six(), "the six".to_owned()), (macos_utf8(), "macOS, UTF-8 (published)".to_owned())]);
    for outcome in asked.locales.iter().filter(|outcome| outcome.is_offered_for_utf8()) {
        let bytes = outcome.said.bytes.clone();
        rules.entry(bytes).or_insert_with(|| format!("{}, {}", outcome.library, outcome.name));
    }
    let point = |(bytes, rule): (Spaces, String)| {
        let Broken { tried, broken, altered, refused } = broken_by(&bytes);
        let of_tried = |count| exactly(count, u64::from(tried));
        Point {
            at: at([("rule", text(&rule)), ("bytes", text(&written(&bytes)))]),
            values: values([
                ("bmp_code_points", of_tried(broken)),
                ("altered_code_points", of_tried(altered)),
                ("refused_code_points", of_tried(refused)),
            ]),
            exact: BTreeMap::from([("bmp_code_points".to_owned(), f64::from(holding(&bytes)))]),
            ..Point::default()
        }
    };
    Series {
        id: "broken".to_owned(),
        title: "Characters that a parser takes apart that asks the rule about bytes of UTF-8".to_owned(),
        dimensions: vec![
            Dimension::new("rule", "Rule", None),
            Dimension::new("bytes", "Bytes that it calls spaces", None),
        ],
        measures: vec![
            counted("bmp_code_points", "Characters of the Basic Multilingual Plane", "characters"),
            counted("altered_code_points", "Read as something else in some place", "characters"),
            counted("refused_code_points", "Refused in some place", "characters"),
        ],
        points: rules.into_iter().map(point).collect(),
        ..Series::default()
    }
}

/// Code points of which a library's locales of UTF-8 disagree.
fn wide(asked: &Asked) -> Series {
    let points = ["glibc", "musl", "macos"].into_iter().flat_map(|library| {
        disputed(library, &asked.locales).into_iter().map(move |it| Point {
            at: at([
                ("library", text(library)),
                ("code_point", number(it.code_point)),
                ("notation", text(&notation(it.code_point))),
                ("name", text(&name(it.code_point))),
                ("first_locale", text(it.locales.first().map_or("", String::as_str))),
            ]),
            values: values([("locales", exactly(count(it.locales.len()), it.asked as u64))]),
            ..Point::default()
        })
    });
    Series {
        id: "wide-locales".to_owned(),
        title: "Code points for which iswspace() is true in some locales of UTF-8 and not in others".to_owned(),
        dimensions: vec![
            bytes::library(),
            Dimension::new("code_point", "Code point", None),
            Dimension::new("notation", "Notation", None),
            Dimension::new("name", "Name", None),
            Dimension::new("first_locale", "One of the locales", None),
        ],
        measures: vec![counted("locales", "Locales of UTF-8 that call it a space", "locales")],
        points: points.collect(),
        ..Series::default()
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("there are fewer")
}

/// A measure that is a count, the same every time.
fn counted(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "count", "none: the answer is the same every time")
}

/// A count of `n` that were asked about.
fn exactly(count: u32, n: u64) -> Estimate {
    let value = f64::from(count);
    Estimate { n, value, low: value, high: value, min: None, max: None }
}

/// Bytes as the record writes them: `09 0a 0b 0c 0d 20`.
fn written(bytes: &Spaces) -> String {
    hex(bytes.iter().filter_map(|&byte| u8::try_from(byte).ok())).to_lowercase()
}

fn at<const N: usize>(settings: [(&str, Setting); N]) -> BTreeMap<String, Setting> {
    settings.into_iter().map(|(name, setting)| (name.to_owned(), setting)).collect()
}

fn values<const N: usize>(values: [(&str, Estimate); N]) -> BTreeMap<String, Estimate> {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn text(text: &str) -> Setting {
    Setting::Text(text.to_owned())
}

fn number(number: u32) -> Setting {
    Setting::Number(f64::from(number))
}

#[cfg(test)]
mod tests;
