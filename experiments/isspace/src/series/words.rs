//! Series of texts that are split into words, or trimmed.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Point, Series};

use super::counted;
use crate::answer::Spaces;
use crate::broken::SCALAR_VALUES;
use crate::implementations::{Implementation, known_trims, latin_1};

pub(crate) const LATIN_1: &str = "latin-1";
pub(crate) const CUT: &str = "code_points";
/// Characters beyond ASCII: all scalar values but the first 128, of which Latin-1 has each as itself.
const BEYOND_ASCII: u32 = SCALAR_VALUES - 0x80;

/// Series of how many characters each language cuts that splits into words.
pub(super) fn latin_1() -> Series {
    Series::new(LATIN_1, "Code points that splitting into words cuts in UTF-8 decoded as Latin-1")
        .dimensions([Dimension::new("call", "Function", None).words(latin_1::ALL)])
        .measures([counted(CUT, "Code points beyond ASCII that it cuts", "code points")])
}

pub(super) fn latin_1_points(elsewhere: &BTreeMap<&str, Spaces>) -> impl Iterator<Item = Point> {
    latin_1::ALL.into_iter().filter_map(|(id, _)| {
        let cut = elsewhere.get(id)?.len() as f64;
        Some(Point::new([("call", id.into())]).value(CUT, Estimate::certain(BEYOND_ASCII.into(), cut)))
    })
}

/// Series of the code points that functions remove.
pub(super) fn trims() -> Series {
    let known = known_trims();
    let words = known.iter().map(|(id, words)| (*id, words.as_str()));
    Series::new("trims", "Code points that functions of databases and readers of CSV remove")
        .dimensions([
            Dimension::new("trim", "Function", None).words(words),
            Dimension::new("version", "Version", None),
            Dimension::new("characters", "Code points that it removes", None),
        ])
        .measures([counted("code_points", "Code points that it removes", "code points")])
}

pub(super) fn trim_points(trims: &[Implementation]) -> impl Iterator<Item = Point> {
    trims.iter().map(|it| {
        let characters: Vec<String> = it.said.spaces.iter().map(|code_point| format!("{code_point:x}")).collect();
        Point::new([
            ("trim", it.id.into()),
            ("version", it.version.as_str().into()),
            ("characters", characters.join(" ").into()),
        ])
        .value("code_points", Estimate::certain(it.said.asked.into(), it.said.spaces.len() as f64))
    })
}
