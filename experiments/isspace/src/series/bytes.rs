//! What `isspace()` calls spaces, by locale.

use std::collections::{BTreeMap, BTreeSet};

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};

use super::{at, counted, exactly, number, text, values, written};
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

    /// The settings that all series of bytes have.
    fn at(&self) -> [(&'static str, Setting); 2] {
        [("library", text(&self.library)), ("charmap", text(&self.charmap))]
    }
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
    let bytes = |bytes: usize| exactly(u32::try_from(bytes).expect("there are 256"), 256);
    let point = |(row, locales): (&Row, &u32)| {
        let [library, charmap] = row.at();
        Point {
            at: at([library, charmap, ("origin", text(row.origin.name())), ("bytes", text(&written(&row.bytes)))]),
            values: values([
                ("locales", exactly(*locales, 1)),
                ("spaces", bytes(row.bytes.len())),
                ("added", bytes(row.added().len())),
                ("dropped", bytes(row.dropped().len())),
            ]),
            ..Point::default()
        }
    };
    let mut points: Vec<Point> = rows.iter().map(point).collect();
    points.push(macos_row());
    Series {
        id: "locales".to_owned(),
        title: "Bytes for which isspace() is true, by character map".to_owned(),
        dimensions: vec![
            library(),
            Dimension::new("origin", "Where the locales come from", None).words(ORIGINS),
            charmap(),
            Dimension::new("bytes", "Bytes that are spaces", None),
        ],
        measures: vec![
            counted("locales", "Locales", "locales"),
            counted("spaces", "Bytes that are spaces", "byte values"),
            counted("added", "Bytes beside the six of the C locale", "byte values"),
            counted("dropped", "Bytes of the six that are none", "byte values"),
        ],
        published_source: Some(article()),
        points,
        ..Series::default()
    }
}

/// What was published of macOS; no value of ours.
fn macos_row() -> Point {
    let bytes = macos_utf8();
    let published = [("spaces", bytes.len()), ("added", macos_adds().len()), ("dropped", 0)];
    Point {
        at: at([
            ("library", text("macos")),
            ("charmap", text("UTF-8")),
            ("origin", text("published")),
            ("bytes", text(&written(&bytes))),
        ]),
        published: published.into_iter().map(|(name, count)| (name.to_owned(), count as f64)).collect(),
        ..Point::default()
    }
}

/// The bytes by which a locale differs from the C locale.
pub(super) fn bytes(outcomes: &[Outcome]) -> Series {
    let rows: BTreeSet<Row> = outcomes.iter().map(Row::of).collect();
    let mut points = BTreeMap::new();
    for row in rows {
        let changes =
            row.added().into_iter().map(|byte| (byte, true)).chain(row.dropped().into_iter().map(|byte| (byte, false)));
        for (byte, space) in changes {
            let [library, charmap] = row.at();
            let point = Point {
                at: at([library, charmap, ("byte", number(byte))]),
                values: values([("space", exactly(u32::from(space), 1))]),
                ..Point::default()
            };
            // Installed and compiled locales of one character map say the same.
            points.insert((row.library.clone(), row.charmap.clone(), byte), point);
        }
    }
    let published = macos_adds().into_iter().map(|byte| Point {
        at: at([("library", text("macos")), ("charmap", text("UTF-8")), ("byte", number(byte))]),
        published: BTreeMap::from([("space".to_owned(), 1.0)]),
        ..Point::default()
    });
    Series {
        id: "bytes".to_owned(),
        title: "Bytes by which a locale differs from the C locale".to_owned(),
        dimensions: vec![library(), charmap(), Dimension::new("byte", "Byte", None)],
        measures: vec![Measure::new(
            "space",
            "Space",
            unit::RATIO,
            "answer",
            "none: the answer is the same every time",
        )],
        published_source: Some(article()),
        points: points.into_values().chain(published).collect(),
        ..Series::default()
    }
}

pub(super) fn library() -> Dimension {
    Dimension::new("library", "C library", None).words(LIBRARIES)
}

fn charmap() -> Dimension {
    Dimension::new("charmap", "Character map", None)
}
