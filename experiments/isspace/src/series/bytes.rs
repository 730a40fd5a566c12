//! What `isspace()` calls spaces, by locale.

use std::collections::{BTreeMap, BTreeSet};

use harness::record::{Dimension, Estimate, Point, Series, Setting};

use super::{answer, counted, says, written};
use crate::answer::Spaces;
use crate::locales::{Origin, Outcome};
use crate::published::{article, macos_adds, macos_utf8, six};

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

    fn added(&self) -> Spaces {
        &self.bytes - &six()
    }

    fn dropped(&self) -> Spaces {
        &six() - &self.bytes
    }

    /// See [`place`].
    fn at(&self) -> [(&'static str, Setting); 2] {
        place(&self.library, &self.charmap)
    }
}

/// The settings that all series of bytes have.
fn place(library: &str, charmap: &str) -> [(&'static str, Setting); 2] {
    [("library", library.into()), ("charmap", charmap.into())]
}

/// What a reader sees for each C library.
const LIBRARIES: [(&str, &str); 3] = [("glibc", "glibc"), ("musl", "musl"), ("macos", "macOS")];
/// What a reader sees for each origin of locales.
const ORIGINS: [(&str, &str); 4] = [
    ("installed", "installed"),
    ("supported", "a locale that the system offers, compiled"),
    ("charmap", "any other character map, compiled"),
    ("published", "published"),
];

/// How many locales of which character map call which bytes spaces.
pub(super) fn locales(outcomes: &[Outcome]) -> Series {
    let mut rows: BTreeMap<Row, u32> = BTreeMap::new();
    for outcome in outcomes {
        *rows.entry(Row::of(outcome)).or_default() += 1;
    }
    let bytes = |bytes: usize| Estimate::certain(256, bytes as f64);
    let point = |(row, &locales): (&Row, &u32)| {
        Point::new(row.at())
            .and_at([("origin", row.origin.name().into()), ("bytes", written(&row.bytes).into())])
            .value("locales", Estimate::certain(1, locales.into()))
            .value("spaces", bytes(row.bytes.len()))
            .value("added", bytes(row.added().len()))
            .value("dropped", bytes(row.dropped().len()))
    };
    Series::new("locales", "Bytes for which isspace() is true, by character map")
        .dimensions([
            library(),
            Dimension::new("origin", "Where the locales come from", None).words(ORIGINS),
            charmap(),
            Dimension::new("bytes", "Bytes that are spaces", None),
        ])
        .measures([
            counted("locales", "Locales", "locales"),
            counted("spaces", "Bytes that are spaces", "byte values"),
            counted("added", "Bytes beside the six of the C locale", "byte values"),
            counted("dropped", "Bytes of the six that are none", "byte values"),
        ])
        .published_by(article())
        .points(rows.iter().map(point).chain([macos_row()]))
}

/// What was published of macOS; no value of ours.
fn macos_row() -> Point {
    let bytes = macos_utf8();
    Point::new(place("macos", "UTF-8"))
        .and_at([("origin", "published".into()), ("bytes", written(&bytes).into())])
        .published("spaces", bytes.len() as f64)
        .published("added", macos_adds().len() as f64)
        .published("dropped", 0.0)
}

/// The bytes by which a locale differs from the C locale.
pub(super) fn bytes(outcomes: &[Outcome]) -> Series {
    let rows: BTreeSet<Row> = outcomes.iter().map(Row::of).collect();
    let mut points = BTreeMap::new();
    for row in rows {
        let changes =
            row.added().into_iter().map(|byte| (byte, true)).chain(row.dropped().into_iter().map(|byte| (byte, false)));
        for (byte, space) in changes {
            let point = Point::new(row.at()).and_at([("byte", byte.into())]).value("space", says(space));
            // Installed and compiled locales of one character map say the same.
            points.insert((row.library.clone(), row.charmap.clone(), byte), point);
        }
    }
    let published = macos_adds()
        .into_iter()
        .map(|byte| Point::new(place("macos", "UTF-8")).and_at([("byte", byte.into())]).published("space", 1.0));
    Series::new("bytes", "Bytes by which a locale differs from the C locale")
        .dimensions([library(), charmap(), Dimension::new("byte", "Byte", None)])
        .measures([answer()])
        .published_by(article())
        .points(points.into_values().chain(published))
}

pub(super) fn library() -> Dimension {
    Dimension::new("library", "C library", None).words(LIBRARIES)
}

fn charmap() -> Dimension {
    Dimension::new("charmap", "Character map", None)
}
