//! White space of `isspace()`, by locale.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Point, Series, Setting};

use super::{counted, written};
use crate::answer::Spaces;
use crate::locales::{Origin, Outcome};
use crate::published::{article, macos_utf8, six};

/// Stands for all character maps that were only tried out and change nothing.
const OTHERS: &str = "others";

/// Locales that are one row of the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    library: String,
    origin: Origin,
    charmap: String,
    bytes: Spaces,
}

impl Row {
    fn of(outcome: &Outcome) -> Self {
        let Outcome { library, origin, charmap, said, .. } = outcome;
        let changes_nothing = *origin == Origin::Charmap && said.bytes == six();
        let charmap = if changes_nothing { OTHERS.to_owned() } else { charmap.clone() };
        Self { library: library.clone(), origin: *origin, charmap, bytes: said.bytes.clone() }
    }

    /// See [`place`].
    fn at(&self) -> [(&'static str, Setting); 2] {
        place(&self.library, &self.charmap)
    }
}

/// The settings of a library's character map.
fn place(library: &str, charmap: &str) -> [(&'static str, Setting); 2] {
    [("library", library.into()), ("charmap", charmap.into())]
}

/// Words of the C libraries.
const LIBRARIES: [(&str, &str); 3] = [("glibc", "glibc"), ("musl", "musl"), ("macos", "macOS")];
/// Words of the origins of locales.
const ORIGINS: [(&str, &str); 4] = [
    ("installed", "installed"),
    ("supported", "a locale that the system offers, compiled"),
    ("charmap", "any other character map, compiled"),
    ("published", "published"),
];

/// Series of the sets of bytes that locales call spaces, by character map.
pub(super) fn locales() -> Series {
    let macos = macos_utf8();
    let published = [("origin", "published".into()), ("bytes", written(&macos).into())];
    Series::new("locales", "Bytes for which isspace() is true, by character map")
        .dimensions([
            library(),
            Dimension::new("origin", "Where the locales come from", None).words(ORIGINS),
            charmap(),
            Dimension::new("bytes", "Bytes that are spaces", None),
        ])
        .measures([counted("locales", "Locales", "locales"), counted("spaces", "Bytes that are spaces", "byte values")])
        .published_by(article())
        .published(place("macos", "UTF-8").into_iter().chain(published), "spaces", macos.len() as f64)
}

pub(super) fn points(outcomes: &[Outcome]) -> impl Iterator<Item = Point> {
    let mut rows: BTreeMap<Row, u32> = BTreeMap::new();
    for outcome in outcomes {
        *rows.entry(Row::of(outcome)).or_default() += 1;
    }
    rows.into_iter().map(|(row, locales)| {
        Point::new(row.at())
            .and_at([("origin", row.origin.name().into()), ("bytes", written(&row.bytes).into())])
            .value("locales", Estimate::certain(1, locales.into()))
            .value("spaces", Estimate::certain(256, row.bytes.len() as f64))
    })
}

pub(super) fn library() -> Dimension {
    Dimension::new("library", "C library", None).words(LIBRARIES)
}

fn charmap() -> Dimension {
    Dimension::new("charmap", "Character map", None)
}
