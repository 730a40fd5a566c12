//! This project's own.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::ends::{Each, measured, of_children};
use super::{of_remedy, remedy, version};
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::quantities::{LOCKED, UNLOCKED};
use crate::series::libraries::{MOVES, MOVING, moving};
use crate::tally::WRONG_ANSWER;

pub(super) fn localtime(found: &Found) -> Claim {
    let each = Each::of(found, "localtime beside setenv", Reader::Localtime, Writer::NewNames);
    Statement {
        id: "localtime-crashes",
        text: "localtime can crash beside setenv, since it looks for TZ each time.",
        source: None,
    }
    .judge_by(each.figures(), each.occurs(&[]), |_| {
        Some(format!("Children that failed beside a thread that keeps setting new names: {}.", each.in_words()?))
    })
}

pub(super) fn same_names(found: &Found) -> Claim {
    let each = Each::of(found, "the same names", Reader::Getenv, Writer::SameNames);
    let moved = |which: &str, writer| {
        let label = format!("share of changes that moved the array, {which}, the machine's C library");
        Figure::new(label, found.at(MOVES, &moving(Library::Glibc, writer), MOVING))
    };
    let [same, new] = [moved("the same names", Writer::SameNames), moved("new names", Writer::NewNames)];
    let failed = || {
        Some(format!("Children that failed beside a thread that sets and unsets eight names: {}.", each.in_words()?))
    };
    let moves = || {
        Some(format!(
            " One such thread alone moved the array of variables in {} changes with {}, and one that sets new names in {}.",
            of_changes(&same)?,
            version(found, Library::Glibc),
            of_changes(&new)?
        ))
    };
    Statement {
        id: "same-names-crash",
        text: "Reusing the same names crashes too: a thread that sets and unsets the same eight is enough to crash one that \
               calls getenv.",
        source: None,
    }
    .judge_by([each.figures(), vec![same.clone(), new.clone()]].concat(), each.occurs(&[]), |_| {
        Some(failed()? + &moves().unwrap_or_default())
    })
}

/// `625 of 10000`.
fn of_changes(share: &Figure) -> Option<String> {
    share.measured().map(|share| format!("{:.0} of {}", share.value * share.n as f64, share.n))
}

pub(super) fn dangling(found: &Found) -> Claim {
    let each = Each::of(found, "a replaced value", Reader::Getenv, Writer::ReplacedValue);
    let wrong = |label: &str, library| {
        let cell = Cell::Threads(Condition::of(library, Reader::Getenv, Writer::ReplacedValue, Fix::None));
        Figure::new(label, measured(found, cell, WRONG_ANSWER))
    };
    let [musl, own] = [Library::Musl, Library::Glibc].map(|library| each.figure(library));
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
    .judge_by(figures, rule, |_| {
        Some(format!("Children that failed beside a thread that sets the same variable anew: {}.", each.in_words()?))
    })
}

/// Another allocator may itself read the environment when it is called.
pub(super) fn writer_alone(found: &Found) -> Claim {
    let each = Each::of(found, "a writer alone", Reader::None, Writer::NewNames);
    Statement {
        id: "writer-alone-lives",
        text: "One thread that sets variables, with none beside it, harms nothing with the C library's own allocator.",
        source: None,
    }
    .judge_by(each.figures(), each.never(), |_| {
        Some(format!("Children that failed of one thread that keeps setting new names: {}.", each.in_words()?))
    })
}

pub(super) fn lock(found: &Found) -> Claim {
    let [with, without] = [LOCKED, UNLOCKED].map(|name| found.named(name));
    let locked = Figure::new("share of children that failed with the lock", &with);
    let unlocked = Figure::new("share of children that failed in the same conditions without it", &without);
    let rule = remedy(&unlocked, Rule::all([Part::never(&locked)]));
    let words = || {
        Some(format!(
            "Children that failed: with the lock, {}; in the same conditions without it, {}.",
            of_children(&with)?,
            of_children(&without)?
        ))
    };
    Statement {
        id: "lock-fixes",
        text: "A lock that the program itself holds around every call, until it has read the text, prevents the crashes.",
        source: None,
    }
    .judge_by(vec![locked, unlocked.clone()], rule, |verdict| of_remedy(&unlocked, verdict, words()))
}
