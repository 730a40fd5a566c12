//! Claims about `isspace()`.

use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};
use harness::{Found, Quantity};

use super::{figure, judge, judge_where, none, published};
use crate::broken::holding;
use crate::published::{LINUX_ADDS, article, macos_adds, macos_utf8, six};
use crate::quantities::{
    BREAKING, BROKEN_HERE, CHANGING_CHARMAPS, CHANGING_LOCALES, CHARMAPS, GLIBC_ADDING, GLIBC_ADDS, GLIBC_LOCALES,
    IN_C_LOCALE, MACOS_ADDS, MUSL_ADDS, ODD_C_LOCALES, ODD_ON_MACOS,
};

/// The rule: exactly the six, and not `EOF`, in the C locale of every library that was asked.
pub(super) fn c_locale_six(found: &Found) -> Claim {
    let statement = Statement {
        id: "c-locale-six",
        text: "In the C locale, isspace() is true for six characters of ASCII and for nothing else.",
        source: Some(article()),
    };
    let why = [
        "In every C library asked here, isspace() in the C locale is true for exactly these six bytes, and false for EOF.",
        "In a C library asked here, isspace() in the C locale is true for other bytes, or for EOF.",
    ];
    let odd = figure(found, ODD_C_LOCALES);
    let rule = Rule::all([none(&odd)]);
    judge(statement, vec![published(found, IN_C_LOCALE, six().len()), odd], rule, why)
}

/// The rule: on a Mac, every installed locale of UTF-8 (`C` and `POSIX` aside) adds exactly these two. Elsewhere nothing
/// can be said.
pub(super) fn macos_adds_two(found: &Found) -> Claim {
    let statement = Statement {
        id: "macos-adds-two",
        text: "On macOS, in a locale of UTF-8, isspace() is true for the bytes 0x85 and 0xA0 as well.",
        source: Some(article()),
    };
    let why = [
        "Every locale of UTF-8 on this Mac adds these two bytes.",
        "Some locale of UTF-8 on this Mac does not add these two bytes, or adds others.",
        "This run was not on macOS. The same program, run on a Mac, would decide it.",
    ];
    let (adds, odd) = (published(found, MACOS_ADDS, macos_adds().len()), figure(found, ODD_ON_MACOS));
    let rule = Rule::all([none(&odd)]);
    judge_where(is_of_macos(found, &adds), statement, vec![adds, odd], rule, why)
}

/// True for a Mac's record, and for one that says what a Mac adds.
fn is_of_macos(found: &Found, adds: &Figure) -> bool {
    found.is_of_macos() || adds.measured().is_some()
}

/// The rule: no locale that this system offers adds a byte, of those that are installed and those compiled here.
pub(super) fn linux_adds_none(found: &Found) -> Claim {
    let statement = Statement {
        id: "linux-adds-none",
        text: "On Linux (glibc), locales of UTF-8 add no byte.",
        source: Some(article()),
    };
    let adding = figure(found, GLIBC_ADDING);
    let rule = Rule::all([none(&adding)]);
    let figures =
        vec![published(found, GLIBC_ADDS, LINUX_ADDS), figure(found, GLIBC_LOCALES), figure(found, MUSL_ADDS), adding];
    let why = [
        "None of the locales of glibc that were asked here adds a byte to the six.",
        "Some locale of glibc that was asked here adds a byte to the six.",
    ];
    judge(statement, figures, rule, why)
}

/// The rule: a locale of UTF-8 on a Mac breaks a code point. What the bytes that were published of macOS break was computed, and
/// stands beside it: that they are the bytes, only a Mac can tell.
pub(super) fn hstore_breaks(found: &Found) -> Claim {
    let statement = Statement {
        id: "hstore-breaks",
        text: "A parser that asks isspace() about the bytes of UTF-8 text, as PostgreSQL's hstore did, takes characters \
               apart on macOS.",
        source: Some(article()),
    };
    // The published rule needs no machine.
    let exact = Quantity::new("code points", None).exact(f64::from(holding(&macos_utf8()).all));
    let as_published = Figure::new("code points of Unicode that break, by the rule published of macOS", exact);
    let [here, breaking] = [BROKEN_HERE, BREAKING].map(|name| figure(found, name));
    let is_of_macos = is_of_macos(found, &figure(found, MACOS_ADDS));
    let rule = Rule::all([Part::above(&breaking, 0.0)]);
    let why = [
        "A locale of UTF-8 on this Mac breaks characters.",
        "No locale of UTF-8 on this Mac breaks a character.",
        "This run was not on macOS. The exact count applies the bytes published for macOS; the measured one applies the locales \
         of this machine.",
    ];
    judge_where(is_of_macos, statement, vec![as_published, here, breaking], rule, why)
}

/// The rule: some character map changes what is a space, and no locale that the system offers does.
pub(super) fn odd_charmaps(found: &Found) -> Claim {
    let statement = Statement {
        id: "odd-charmaps",
        text: "None of the locales that glibc supports changes what isspace() calls a space; one compiled for another character \
               map, such as EBCDIC, can.",
        source: None,
    };
    let [changing, tried, offered] = [CHANGING_CHARMAPS, CHARMAPS, CHANGING_LOCALES].map(|name| figure(found, name));
    let rule = Rule::all([Part::above(&changing, 0.0), none(&offered)]);
    let differs = match changing.measured() {
        Some(changing) if changing.value == 0.0 => "None of the character maps tried here changes what is a space.",
        _ => "A supported locale changes what is a space.",
    };
    let why = [
        "Some character maps, mostly those of EBCDIC, encode the same characters as other bytes. No supported locale uses one \
         of them.",
        differs,
    ];
    judge(statement, vec![changing, tried, offered], rule, why)
}
