//! Series of the code points that implementations call spaces.

use harness::record::{Dimension, Estimate, Point, Series};

use super::{answer, counted, says};
use crate::answer::Spaces;
use crate::characters::{name, notation, utf8};
use crate::implementations::{Implementation, known};

/// Java's `trim` removes every control character, and says so: what it alone calls a space gets no row of refusals by all others.
const TRIMS_CONTROLS: &str = "java-trim";

/// Series of the implementations, and of how many code points each calls spaces.
pub(super) fn implementations() -> Series {
    Series::new("implementations", "How many code points each implementation calls spaces")
        .dimensions([
            implementation(),
            Dimension::new("language", "Language", None),
            Dimension::new("call", "Function or pattern", None),
            Dimension::new("version", "Version", None),
            Dimension::new("unicode", "Unicode", None),
        ])
        .measures([
            counted("code_points", "Code points that it calls spaces", "code points"),
            counted("asked", "Code points that it was asked about", "code points"),
        ])
}

pub(super) fn implementation_points(all: &[Implementation]) -> impl Iterator<Item = Point> {
    all.iter().map(|it| {
        Point::new([
            ("implementation", it.id.into()),
            ("language", it.language.into()),
            ("call", it.call.into()),
            ("version", it.version.as_str().into()),
            ("unicode", it.unicode.as_deref().unwrap_or("unknown").into()),
        ])
        .value("code_points", Estimate::certain(it.said.asked.into(), it.said.spaces.len() as f64))
        .value("asked", Estimate::certain(1, it.said.asked.into()))
    })
}

/// Series of the characters' names, and of how many implementations call each a space.
pub(super) fn characters() -> Series {
    Series::new("characters", "How many implementations call each character a space")
        .dimensions([
            code_point(),
            Dimension::new("notation", "Notation", None),
            Dimension::new("name", "Name", None),
            Dimension::new("utf8", "UTF-8", None),
        ])
        .measures([counted("implementations", "Implementations that call it a space", "implementations")])
}

pub(super) fn character_points(all: &[Implementation]) -> impl Iterator<Item = Point> {
    called_spaces(all).into_iter().map(|code_point| {
        let asked = all.iter().filter(|it| code_point < it.said.asked);
        let n = asked.clone().count() as u64;
        let count = asked.filter(|it| it.said.spaces.contains(&code_point)).count();
        Point::new([
            ("code_point", code_point.into()),
            ("notation", notation(code_point).into()),
            ("name", name(code_point).into()),
            ("utf8", utf8(code_point).into()),
        ])
        .value("implementations", Estimate::certain(n, count as f64))
    })
}

/// Every implementation's answer about every code point that some implementation calls a space.
pub(super) fn matrix() -> Series {
    Series::new("code-points", "Who calls which code point a space")
        .dimensions([implementation(), code_point()])
        .measures([answer()])
}

pub(super) fn matrix_points(all: &[Implementation]) -> Vec<Point> {
    let controls = only_trimmed(all);
    let rows = called_spaces(all);
    let of_one = |it: &Implementation| {
        let is_shown = |code_point: &&u32| it.id == TRIMS_CONTROLS || !controls.contains(code_point);
        let asked = rows.iter().filter(is_shown).filter(|&&code_point| code_point < it.said.asked);
        let point = |&code_point: &u32| {
            Point::new([("implementation", it.id.into()), ("code_point", code_point.into())])
                .value("space", says(it.said.spaces.contains(&code_point)))
        };
        asked.map(point).collect::<Vec<_>>()
    };
    all.iter().flat_map(of_one).collect()
}

/// Code points that some implementation calls a space.
fn called_spaces(all: &[Implementation]) -> Spaces {
    all.iter().flat_map(|it| it.said.spaces.iter().copied()).collect()
}

/// Code points that only Java's `trim` calls spaces.
fn only_trimmed(all: &[Implementation]) -> Spaces {
    let of_others = all.iter().filter(|it| it.id != TRIMS_CONTROLS).flat_map(|it| it.said.spaces.iter());
    let of_others: Spaces = of_others.copied().collect();
    called_spaces(all).difference(&of_others).copied().collect()
}

fn implementation() -> Dimension {
    let known = known();
    let words = known.iter().map(|(id, words)| (*id, words.as_str()));
    Dimension::new("implementation", "Implementation", None).words(words)
}

fn code_point() -> Dimension {
    Dimension::new("code_point", "Code point", None)
}
