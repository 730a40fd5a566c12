//! Who calls which code point a space.

use harness::record::{Dimension, Measure, Point, Series, unit};

use super::{at, counted, exactly, number, text, values};
use crate::answer::Spaces;
use crate::characters::{name, notation, utf8};
use crate::implementations::Implementation;

/// It removes every control character, and says so: what it alone calls a space gets no row of refusals by all others.
const TRIMS_CONTROLS: &str = "java-trim";

/// What each implementation is, and how many code points it calls spaces.
pub(super) fn implementations(all: &[Implementation]) -> Series {
    let point = |it: &Implementation| Point {
        at: at([
            ("implementation", text(it.id)),
            ("language", text(it.language)),
            ("call", text(it.call)),
            ("version", text(&it.version)),
            ("unicode", text(it.unicode.as_deref().unwrap_or("unknown"))),
        ]),
        values: values([
            ("code_points", exactly(spaces(it), u64::from(it.said.asked))),
            ("asked", exactly(it.said.asked, 1)),
        ]),
        ..Point::default()
    };
    Series {
        id: "implementations".to_owned(),
        title: "How many code points each implementation calls spaces".to_owned(),
        dimensions: vec![
            implementation(all),
            Dimension::new("language", "Language", None),
            Dimension::new("call", "Function or pattern", None),
            Dimension::new("version", "Version", None),
            Dimension::new("unicode", "Unicode", None),
        ],
        measures: vec![
            counted("code_points", "Code points that it calls spaces", "code points"),
            counted("asked", "Code points that it was asked about", "code points"),
        ],
        points: all.iter().map(point).collect(),
        ..Series::default()
    }
}

/// What each character is called, and how many implementations call it a space.
pub(super) fn characters(all: &[Implementation]) -> Series {
    let point = |code_point: u32| {
        let asked = all.iter().filter(|it| code_point < it.said.asked);
        let n = asked.clone().count() as u64;
        let count = asked.filter(|it| it.said.spaces.contains(&code_point)).count();
        let count = u32::try_from(count).expect("there are fewer implementations");
        Point {
            at: at([
                ("code_point", number(code_point)),
                ("notation", text(&notation(code_point))),
                ("name", text(&name(code_point))),
                ("utf8", text(&utf8(code_point))),
            ]),
            values: values([("implementations", exactly(count, n))]),
            ..Point::default()
        }
    };
    Series {
        id: "characters".to_owned(),
        title: "How many implementations call each character a space".to_owned(),
        dimensions: vec![
            code_point(),
            Dimension::new("notation", "Notation", None),
            Dimension::new("name", "Name", None),
            Dimension::new("utf8", "UTF-8", None),
        ],
        measures: vec![counted("implementations", "Implementations that call it a space", "implementations")],
        points: called_spaces(all).into_iter().map(point).collect(),
        ..Series::default()
    }
}

/// Every implementation's answer about every code point that some implementation calls a space.
pub(super) fn matrix(all: &[Implementation]) -> Series {
    let controls = only_trimmed(all);
    let rows = called_spaces(all);
    let points = all.iter().flat_map(|it| {
        let is_shown = |code_point: &&u32| it.id == TRIMS_CONTROLS || !controls.contains(code_point);
        rows.iter().filter(is_shown).filter(|&&code_point| code_point < it.said.asked).map(|&code_point| Point {
            at: at([("implementation", text(it.id)), ("code_point", number(code_point))]),
            values: values([("space", exactly(u32::from(it.said.spaces.contains(&code_point)), 1))]),
            ..Point::default()
        })
    });
    Series {
        id: "code-points".to_owned(),
        title: "Who calls which code point a space".to_owned(),
        dimensions: vec![implementation(all), code_point()],
        measures: vec![Measure::new(
            "space",
            "Space",
            unit::RATIO,
            "answer",
            "none: the answer is the same every time",
        )],
        points: points.collect(),
        ..Series::default()
    }
}

/// Code points that some implementation calls a space.
pub(crate) fn called_spaces(all: &[Implementation]) -> Spaces {
    all.iter().flat_map(|it| it.said.spaces.iter().copied()).collect()
}

/// What only Java's `trim` calls spaces.
fn only_trimmed(all: &[Implementation]) -> Spaces {
    let of_others = all.iter().filter(|it| it.id != TRIMS_CONTROLS).flat_map(|it| it.said.spaces.iter());
    let of_others: Spaces = of_others.copied().collect();
    called_spaces(all).difference(&of_others).copied().collect()
}

fn spaces(it: &Implementation) -> u32 {
    u32::try_from(it.said.spaces.len()).expect("there are fewer code points")
}

fn implementation(all: &[Implementation]) -> Dimension {
    let words: Vec<_> = all.iter().map(|it| (it.id, format!("{} {}", it.language, it.call))).collect();
    Dimension::new("implementation", "Implementation", None)
        .words(words.iter().map(|(id, words)| (*id, words.as_str())))
}

fn code_point() -> Dimension {
    Dimension::new("code_point", "Code point", None)
}
