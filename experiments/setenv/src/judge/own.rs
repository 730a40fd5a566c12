//! This project's own.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, unit};
use harness::verdicts::{Part, Rule};
use harness::{Found, readable};

use super::ends::{Each, Ends, count_of, measured, of_children};
use super::{of_remedy, remedy, version};
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::cost::{CostCondition, Guard};
use crate::quantities::{LOCKED, UNLOCKED};
use crate::series::costs::{COSTS, TIMES_UNGUARDED, costing};
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
            same.measured().map(count_of)?,
            version(found, Library::Glibc),
            new.measured().map(count_of)?
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

pub(super) fn dangling(found: &Found) -> Claim {
    let each = Each::of(found, "a replaced value", Reader::Getenv, Writer::ReplacedValue);
    let wrong = |label: &str, library| {
        let cell = Cell::Threads(Condition::in_c(library, Reader::Getenv, Writer::ReplacedValue, Fix::None));
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

/// Only with the C library's own allocator: another may read the environment itself while `realloc` frees the old array, as
/// mimalloc did (<https://github.com/microsoft/mimalloc/issues/1314>).
pub(super) fn writer_alone(found: &Found) -> Claim {
    let each = Each::of(found, "a writer alone", Reader::None, Writer::NewNames);
    Statement {
        id: "writer-alone-lives",
        text: "One thread that sets variables, with none beside it, harms nothing with the C library's own allocator.",
        source: None,
    }
    .judge_by(each.figures(), each.never(), |_| {
        Some(format!(
            "Children that failed of one thread that keeps setting new names: {}. Of mimalloc, which read the environment while \
             realloc freed the old array, a crash was reported (mimalloc issue 1314).",
            each.in_words()?
        ))
    })
}

/// One condition of musl's for each way to fail: the array that moves, and writers that take no lock.
pub(super) fn current_musl(found: &Found) -> Claim {
    let end = |reader, writer| {
        Ends::of(found, Cell::Threads(Condition::in_c(Library::MuslCurrent, reader, writer, Fix::None)))
    };
    let read = end(Reader::Getenv, Writer::NewNames);
    let written = end(Reader::None, Writer::TwoWriters);
    let figures = vec![read.figure("getenv beside setenv, current musl"), written.figure("two writers, current musl")];
    let rule = Rule::all(figures.iter().map(Part::occurs));
    Statement {
        id: "current-musl-crashes",
        text: "With the current musl, too, a thread that calls setenv can crash another that calls getenv, and two \
               threads that only set variables crash.",
        source: None,
    }
    .judge_by(figures, rule, |_| {
        Some(format!(
            "Children that failed with {}: of getenv beside setenv, {}; of two threads that keep setting new names, {}.",
            version(found, Library::MuslCurrent),
            read.in_words()?,
            written.in_words()?
        ))
    })
}

/// Two readers that take twice as long each get through no more calls together than one.
pub(super) fn readers_wait(found: &Found) -> Claim {
    let times = |label: &str, library, guard, threads| {
        let settings = costing(CostCondition { library, guard, threads });
        Figure::new(label, found.at(COSTS, &settings, TIMES_UNGUARDED))
    };
    let waiting = times("a mutex, two readers", Library::Glibc, Guard::Mutex, 2);
    let figures = vec![
        waiting.clone(),
        times("a mutex, one reader", Library::Glibc, Guard::Mutex, 1),
        times("a lock for reading, two readers", Library::Glibc, Guard::ReadLock, 2),
        times("newer glibc without a lock, two readers", Library::GlibcNewer, Guard::None, 2),
    ];
    let [with_two, with_one] = [&figures[0], &figures[1]].map(|times| Some(readable(times.value()?, unit::RATIO)));
    let rule = Rule::all([Part::above(&waiting, 2.0)]);
    Statement {
        id: "locked-readers-wait",
        text: "In a loop of nothing but getenv, with two threads at once, a call takes more than twice as long with one pthread mutex around \
               every call as without it.",
        source: None,
    }
    .judge_by(figures, rule, |_| {
        Some(format!(
            "With {}, a call took {} times as long with the mutex as without it where two threads read, on a core each, and {} times \
             where one did. Nothing was set meanwhile.",
            version(found, Library::Glibc),
            with_two?,
            with_one?
        ))
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
