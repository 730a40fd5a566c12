//! What is said of `isspace()`.

use harness::claims::Statement;
use harness::quantities::Quantities;
use harness::record::{Claim, Verdict};
use harness::rules::Rule;

use super::{counted, figure, is_none, judge, published};
use crate::published::{LINUX_ADDS, article, macos_adds, six};
use crate::quantities::{
    BROKEN_AS_PUBLISHED, BROKEN_HERE, CHANGING_CHARMAPS, CHANGING_LOCALES, CHARMAPS, GLIBC_ADDS, GLIBC_LOCALES,
    IN_C_LOCALE, MACOS_ADDS, MUSL_ADDS, ODD_C_LOCALES, ODD_ON_MACOS,
};

const NOT_ASKED: &str = "This run could ask no such locale.";

/// The rule: exactly the six, and not `EOF`, in the C locale of every library that was asked.
pub(super) fn c_locale_six(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "c-locale-six",
        text: "In the C locale, isspace() is true for six characters of ASCII and for nothing else.",
        source: Some(article()),
    };
    let why = [
        "Every C library asked here calls exactly these six bytes spaces in its C locale, and EOF none.",
        "A C library asked here calls other bytes spaces in its C locale, or EOF one.",
        NOT_ASKED,
    ];
    judge(statement, vec![published(found, IN_C_LOCALE, six().len())], is_none(found, ODD_C_LOCALES), why)
}

/// The rule: on a Mac, every installed locale of UTF-8 (`C` and `POSIX` aside) adds exactly these two. Elsewhere nothing
/// can be said.
pub(super) fn macos_adds_two(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "macos-adds-two",
        text: "On macOS, in a locale of UTF-8, isspace() is true for the bytes 0x85 and 0xA0 as well.",
        source: Some(article()),
    };
    let why = [
        "Every locale of UTF-8 on this Mac adds these two bytes.",
        "Some locale of UTF-8 on this Mac does not add these two bytes, or adds others.",
        "This was measured on another system; the same program, run on a Mac, would tell.",
    ];
    judge(statement, vec![published(found, MACOS_ADDS, macos_adds().len())], is_none(found, ODD_ON_MACOS), why)
}

/// The rule: no locale that this system offers adds a byte, of those that are installed and those compiled here.
pub(super) fn linux_adds_none(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "linux-adds-none",
        text: "On Linux (glibc), locales of UTF-8 add no byte.",
        source: Some(article()),
    };
    let figures =
        vec![published(found, GLIBC_ADDS, LINUX_ADDS), figure(found, GLIBC_LOCALES), figure(found, MUSL_ADDS)];
    let why = [
        "None of the locales of glibc that were asked here adds a byte to the six.",
        "Some locale of glibc that was asked here adds a byte to the six.",
        NOT_ASKED,
    ];
    judge(statement, figures, is_none(found, GLIBC_ADDS), why)
}

/// The rule: a character breaks where its UTF-8 holds a byte beyond ASCII that `isspace()` calls a space. That some locale
/// asked here does so reproduces the claim; that only the published rule does makes it depend.
pub(super) fn hstore_breaks(found: &Quantities) -> Claim {
    let figures = vec![figure(found, BROKEN_AS_PUBLISHED), figure(found, BROKEN_HERE)];
    let by_rule = figures[0].exact().map(|broken| broken > 0.0);
    let here = counted(found, BROKEN_HERE).map(|broken| broken > 0.0);
    let rule = if here.is_some() { Rule::Both([here, by_rule]) } else { Rule::NotTested };
    Statement {
        id: "hstore-breaks",
        text: "A parser that asks isspace() about the bytes of UTF-8 text, as PostgreSQL's hstore did, takes characters \
               apart on macOS.",
        source: Some(article()),
    }
    .judge(figures, &rule, |verdict| match verdict {
            Verdict::Reproduced => "A locale of UTF-8 asked here breaks characters.",
            Verdict::NotTested => NOT_ASKED,
            Verdict::Depends => {
                "It takes a locale that adds bytes: by the rule published of macOS these characters break, by those of the \
                 locales asked here none does."
            }
            _ => "No character breaks by the rule published of macOS.",
    })
}

/// The rule: some character map changes what is a space, and no locale that the system offers does.
pub(super) fn odd_charmaps(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "odd-charmaps",
        text: "With glibc it takes a locale that nobody offers, in a character map such as EBCDIC, to change what isspace() \
               calls a space.",
        source: None,
    };
    let changes_nothing = is_none(found, CHANGING_CHARMAPS);
    let holds = changes_nothing.map(|nothing| !nothing && is_none(found, CHANGING_LOCALES) == Some(true));
    let differs = match changes_nothing {
        Some(true) => "None of the character maps tried here changes what is a space.",
        _ => "A locale that is offered changes what is a space.",
    };
    let why = [
        "Some character maps, those of EBCDIC before all, have other bytes for the same characters; none of them is one of \
         a locale that is offered.",
        differs,
        "This run compiled no such character map.",
    ];
    judge(statement, vec![figure(found, CHANGING_CHARMAPS), figure(found, CHARMAPS)], holds, why)
}
