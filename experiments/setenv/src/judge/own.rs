//! This project's own.

use harness::claims::{Figure, Statement};
use harness::Found;
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::ends::{Each, measured, of_children};
use super::{of_changes, remedy, version};
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::quantities::{LOCKED, UNLOCKED};
use crate::series::libraries::{MOVES, MOVING, moving};
use crate::tally::WRONG_ANSWER;

pub(super) fn localtime(found: &Found) -> Claim {
    let each = Each::of(found, Reader::Localtime, Writer::NewNames);
    let (figures, rule) = each.judged("localtime beside setenv", Part::occurs);
    Statement {
        id: "localtime-crashes",
        text: "localtime can crash beside setenv, since it looks for TZ each time.",
        source: None,
    }
    .judge_by(figures, rule, |_| format!("Beside a thread that keeps setting new names: {}.", each.in_words()))
}

pub(super) fn same_names(found: &Found) -> Claim {
    let each = Each::of(found, Reader::Getenv, Writer::SameNames);
    let moved = |which: &str, writer| {
        let label = format!("share of changes that moved the array, {which}, the machine's C library");
        Figure::new(label, &found.at(MOVES, &moving(Library::Glibc, writer), MOVING))
    };
    let [same, new] = [moved("the same names", Writer::SameNames), moved("new names", Writer::NewNames)];
    let why = format!(
        "Beside a thread that sets and unsets eight names: {}. One such thread alone moved the array of variables in {} \
         changes with {}, and one that sets new names in {}.",
        each.in_words(),
        of_changes(&same),
        version(found, Library::Glibc),
        of_changes(&new)
    );
    let (figures, rule) = each.judged("the same names", Part::occurs);
    let figures = [figures, vec![same, new]].concat();
    Statement {
        id: "same-names-crash",
        text: "Reusing the same names crashes too: a thread that sets and unsets the same eight is enough to crash one that \
               calls getenv.",
        source: None,
    }
    .judge_by(figures, rule, |_| why)
}

pub(super) fn dangling(found: &Found) -> Claim {
    let each = Each::of(found, Reader::Getenv, Writer::ReplacedValue);
    let wrong = |label: &str, library| {
        let cell = Cell::Threads(Condition::of(library, Reader::Getenv, Writer::ReplacedValue, Fix::None));
        Figure::new(label, &measured(found, cell, WRONG_ANSWER))
    };
    let [musl, own] = [Library::Musl, Library::Glibc].map(|library| each.figure("a replaced value", library));
    let rule = Rule::all([Part::occurs(&musl), Part::never(&own)]);
    let figures = vec![
        wrong("share that read a wrong value: musl", Library::Musl),
        wrong("share that read a wrong value: the machine's C library", Library::Glibc),
        musl,
        own,
    ];
    Statement {
        id: "freed-value-is-read",
        text: "Where old values are freed, as by musl, a reader of a variable that is set anew can read what was never \
               its value; where they are kept, as by glibc, it cannot.",
        source: None,
    }
    .judge_by(figures, rule, |_| format!("Beside a thread that sets the same variable anew: {}.", each.in_words()))
}

pub(super) fn writer_alone(found: &Found) -> Claim {
    let each = Each::of(found, Reader::None, Writer::NewNames);
    let (figures, rule) = each.judged("a writer alone", Part::never);
    Statement {
        id: "writer-alone-lives",
        text: "One thread that sets variables, with none beside it, harms nothing.",
        source: None,
    }
    .judge_by(figures, rule, |_| format!("One thread keeps setting new names: {}.", each.in_words()))
}

pub(super) fn lock(found: &Found) -> Claim {
    let [with, without] = [LOCKED, UNLOCKED].map(|name| found.named(name));
    let figures = vec![
        Figure::new("share of children that failed with the lock", with),
        Figure::new("share of children that failed in the same conditions without it", without),
    ];
    let rule = remedy(&figures[1], Rule::all([Part::never(&figures[0])]));
    Statement {
        id: "lock-fixes",
        text: "A lock that the program itself holds around every call, until it has read the text, prevents the crashes.",
        source: None,
    }
    .judge_by(
        figures,
        rule,
        |_| format!(
            "With the lock {} children failed; in the same conditions without it, {}.",
            of_children(with),
            of_children(without)
        ),
    )
}
