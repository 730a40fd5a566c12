//! The figures of a run: those of its series, and the outcomes of programs beside the list of mistakes, which no series has.

use harness::record::{Estimate, unit};
use harness::{Found, Quantity};
use strongly_typed_model::Outcome;

use crate::cell::Cell;
use crate::languages::Language;
use crate::measured::Measured;
use crate::series;

/// Printed by a program that has watched itself read a string after its drop.
const READ_AFTER_DROP: &str = "read after its drop: true";
/// Begins Coq's answer where a theorem rests on something unproved.
const RESTS_ON: &str = "Axioms:";

/// The figure of a string that Rust without unsafe code reads after its drop, as a share of one.
pub const AFTER_DROP: &str = "string read after its drop by Rust without unsafe code";

/// The programs beside the list, in words.
const WORDS: [(&str, &str); 4] = [
    ("integer-as-condition", "an integer where a Boolean is expected"),
    ("pointer-as-value", "a field read through a pointer with a dot"),
    ("admitted", "a proof of False that is admitted"),
    ("type-in-type", "a proof of False by a type of all types"),
];

/// All figures.
pub fn found(measured: &Measured) -> Found {
    let mut found = Found::new(series::filled(measured));
    let tried = |language: &str, program: &str| {
        let found = measured.beside.iter().find(|tried| tried.language.id == language && tried.mistake == program);
        found.map(|tried| &tried.cell).filter(|cell| cell.outcome.counts())
    };
    let mut add = |name: String, cell: Option<&Cell>, is_so: &dyn Fn(&Cell) -> bool| {
        let share = |cell| Estimate::certain(1, f64::from(u8::from(is_so(cell))));
        found.add(name, Quantity::new(unit::SHARE, cell.map(share)));
    };
    for (language, program) in ACCEPTED_BY {
        add(accepted(language, program), tried(language, program), &|cell| {
            cell.outcome != Outcome::Refused && cell.linted != Outcome::Refused
        });
    }
    for (language, program) in TOLD_BY {
        add(told(language, program), tried(language, program), &|cell| {
            cell.output.lines().any(|line| line.starts_with(RESTS_ON))
        });
    }
    add(AFTER_DROP.to_owned(), tried("rust", "hole-lifetime"), &|cell| cell.output.contains(READ_AFTER_DROP));
    found
}

/// The programs of which claims ask whether they are accepted.
const ACCEPTED_BY: [(&str, &str); 7] = [
    ("c", "integer-as-condition"),
    ("rust", "integer-as-condition"),
    ("c", "pointer-as-value"),
    ("rust", "pointer-as-value"),
    ("coq", "admitted"),
    ("coq", "type-in-type"),
    ("coq-type-in-type", "type-in-type"),
];
/// The programs of which claims ask whether Coq says what they rest on.
const TOLD_BY: [(&str, &str); 2] = [("coq", "admitted"), ("coq-type-in-type", "type-in-type")];

/// The figure of a program that a language accepts, as a share of one.
pub fn accepted(language: &str, program: &str) -> String {
    format!("{}, accepted by {}", words(program), Language::named(language).map_or("", |language| language.name))
}

/// The figure of Coq's answer that names what a program rests on, as a share of one.
pub fn told(language: &str, program: &str) -> String {
    let language = Language::named(language).map_or("", |language| language.name);
    format!("{}, said by Print Assumptions of {language}", words(program))
}

fn words(program: &str) -> &'static str {
    WORDS.into_iter().find(|(known, _)| *known == program).map_or("", |(_, words)| words)
}
