//! What is said of `isspace()`.

use std::collections::BTreeSet;

use harness::record::{Claim, ClaimFigure, Verdict};

use super::{figure, measured, published};
use crate::answer::Spaces;
use crate::ask::Asked;
use crate::broken::broken_by;
use crate::locales::Outcome;
use crate::published::{LINUX_ADDS, article, macos_adds, macos_utf8, six};

const NOT_ASKED: &str = "This run could ask no such locale.";

fn added(outcome: &Outcome) -> usize {
    (&outcome.said.bytes - &six()).len()
}

/// Nothing to judge by is no verdict.
fn judge(outcomes: &[&Outcome], holds: impl Fn(&Outcome) -> bool, why: [&str; 2]) -> (Verdict, String) {
    let [agrees, differs] = why;
    match outcomes {
        [] => (Verdict::NotTested, NOT_ASKED.to_owned()),
        all if all.iter().all(|outcome| holds(outcome)) => (Verdict::Reproduced, agrees.to_owned()),
        _ => (Verdict::Differs, differs.to_owned()),
    }
}

/// The rule: exactly the six, and not `EOF`, in the C locale of every library that was asked.
pub(super) fn c_locale_six(asked: &Asked) -> Claim {
    let outcomes: Vec<&Outcome> = asked.locales.iter().filter(|outcome| outcome.is_c()).collect();
    let (verdict, why) = judge(
        &outcomes,
        |outcome| outcome.said.bytes == six() && !outcome.said.eof,
        [
            "Every C library asked here calls exactly these six bytes spaces in its C locale, and EOF none.",
            "A C library asked here calls other bytes spaces in its C locale, or EOF one.",
        ],
    );
    Claim {
        id: "c-locale-six".to_owned(),
        statement: "In the C locale, isspace() is true for six characters of ASCII and for nothing else.".to_owned(),
        source: Some(article()),
        figures: vec![ClaimFigure {
            published: published(six().len()),
            measured: measured(outcomes.iter().map(|outcome| outcome.said.bytes.len())),
            ..figure("bytes that are spaces in the C locale", "byte values")
        }],
        verdict,
        why,
    }
}

/// The rule: on a Mac, every installed locale of UTF-8 (`C` and `POSIX` aside) adds exactly these two. Elsewhere nothing
/// can be said.
pub(super) fn macos_adds_two(asked: &Asked) -> Claim {
    let is_it = |outcome: &&Outcome| outcome.library == "macos" && outcome.charmap == "UTF-8" && !outcome.is_c();
    let outcomes: Vec<&Outcome> = asked.locales.iter().filter(is_it).collect();
    let (verdict, why) = match outcomes[..] {
        [] => (
            Verdict::NotTested,
            "This was measured on another system; the same program, run on a Mac, would tell.".to_owned(),
        ),
        _ => judge(
            &outcomes,
            |outcome| outcome.said.bytes == macos_utf8(),
            [
                "Every locale of UTF-8 on this Mac adds these two bytes.",
                "Some locale of UTF-8 on this Mac does not add these two bytes, or adds others.",
            ],
        ),
    };
    Claim {
        id: "macos-adds-two".to_owned(),
        statement: "On macOS, in a locale of UTF-8, isspace() is true for the bytes 0x85 and 0xA0 as well.".to_owned(),
        source: Some(article()),
        figures: vec![ClaimFigure {
            published: published(macos_adds().len()),
            measured: measured(outcomes.iter().map(|outcome| added(outcome))),
            ..figure("bytes added on macOS in locales of UTF-8", "byte values")
        }],
        verdict,
        why,
    }
}

/// The rule: no locale that this system offers adds a byte, of those that are installed and those compiled here.
pub(super) fn linux_adds_none(asked: &Asked) -> Claim {
    let of = |library: &'static str| move |outcome: &&Outcome| outcome.is_offered() && outcome.library == library;
    let glibc: Vec<&Outcome> = asked.locales.iter().filter(of("glibc")).collect();
    let musl: Vec<&Outcome> = asked.locales.iter().filter(of("musl")).collect();
    let (verdict, why) = judge(
        &glibc,
        |outcome| added(outcome) == 0,
        [
            "None of the locales of glibc that were asked here adds a byte to the six.",
            "Some locale of glibc that was asked here adds a byte to the six.",
        ],
    );
    let one = |label: &str, outcomes: &[&Outcome]| ClaimFigure {
        measured: measured(outcomes.iter().map(|outcome| added(outcome))),
        ..figure(label, "byte values")
    };
    Claim {
        id: "linux-adds-none".to_owned(),
        statement: "On Linux (glibc), locales of UTF-8 add no byte.".to_owned(),
        source: Some(article()),
        figures: vec![
            ClaimFigure { published: published(LINUX_ADDS), ..one("bytes added by locales of glibc", &glibc) },
            ClaimFigure {
                measured: measured([glibc.len()]).filter(|_| !glibc.is_empty()),
                ..figure("locales of glibc that were asked", "locales")
            },
            one("bytes added by locales of musl", &musl),
        ],
        verdict,
        why,
    }
}

/// The rule: a character breaks where its UTF-8 holds a byte beyond ASCII that `isspace()` calls a space. That some locale
/// asked here does so reproduces the claim; that only the published rule does makes it depend.
pub(super) fn hstore_breaks(asked: &Asked) -> Claim {
    // Hundreds of locales, and a rule or two.
    let rules = asked.locales.iter().filter(|outcome| outcome.is_offered_for_utf8()).map(|it| &it.said.bytes);
    let rules: BTreeSet<&Spaces> = rules.collect();
    let here: Vec<u32> = rules.into_iter().map(|rule| broken_by(rule).broken).collect();
    let by_rule = broken_by(&macos_utf8()).broken;
    let breaks_here = here.iter().any(|&broken| broken > 0);
    let (verdict, why) = match (breaks_here, by_rule > 0) {
        (true, _) => (Verdict::Reproduced, "A locale of UTF-8 asked here breaks characters.".to_owned()),
        (false, true) if here.is_empty() => (Verdict::NotTested, NOT_ASKED.to_owned()),
        (false, true) => (
            Verdict::Depends,
            "It takes a locale that adds bytes: by the rule published of macOS these characters break, by those of the \
             locales asked here none does."
                .to_owned(),
        ),
        (false, false) => (Verdict::Differs, "No character breaks by the rule published of macOS.".to_owned()),
    };
    Claim {
        id: "hstore-breaks".to_owned(),
        statement:
            "A parser that asks isspace() about the bytes of UTF-8 text, as PostgreSQL's hstore did, takes characters \
                    apart on macOS."
                .to_owned(),
        source: Some(article()),
        figures: vec![
            ClaimFigure {
                exact: Some(f64::from(by_rule)),
                ..figure("characters of the Basic Multilingual Plane, by the rule published of macOS", "characters")
            },
            ClaimFigure {
                measured: measured(here.into_iter().map(|broken| broken as usize)),
                ..figure(
                    "characters of the Basic Multilingual Plane, by the rules of locales of UTF-8 asked here",
                    "characters",
                )
            },
        ],
        verdict,
        why,
    }
}

/// The rule: some character map changes what is a space, and no locale that the system offers does.
pub(super) fn odd_charmaps(asked: &Asked) -> Claim {
    let changes = |outcome: &&&Outcome| outcome.said.bytes != six();
    let (offered, tried): (Vec<&Outcome>, Vec<&Outcome>) =
        asked.locales.iter().filter(|outcome| outcome.library == "glibc").partition(|outcome| outcome.is_offered());
    let changing = tried.iter().filter(changes).count();
    let (verdict, why) = match (tried.is_empty(), changing, offered.iter().filter(changes).count()) {
        (true, ..) => (Verdict::NotTested, "This run compiled no such character map.".to_owned()),
        (_, 0, _) => (Verdict::Differs, "None of the character maps tried here changes what is a space.".to_owned()),
        (_, _, 0) => (
            Verdict::Reproduced,
            "Some character maps, those of EBCDIC before all, have other bytes for the same characters; none of them is \
             one of a locale that is offered."
                .to_owned(),
        ),
        _ => (Verdict::Differs, "A locale that is offered changes what is a space.".to_owned()),
    };
    let counted = |label: &str, count: usize| ClaimFigure {
        measured: measured([count]).filter(|_| !tried.is_empty()),
        ..figure(label, "character maps")
    };
    Claim {
        id: "odd-charmaps".to_owned(),
        statement:
            "With glibc it takes a locale that nobody offers, in a character map such as EBCDIC, to change what \
                    isspace() calls a space."
                .to_owned(),
        source: None,
        figures: vec![
            counted("character maps that change what is a space", changing),
            counted("character maps that were tried", tried.len()),
        ],
        verdict,
        why,
    }
}
