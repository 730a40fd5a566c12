//! Claims about other tests.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::{figure, judge, judge_where, none};
use crate::implementations::latin_1;
use crate::published::article;
use crate::quantities::{
    AGREEING, ALL_BROKEN_BY_ICU, ASKED_ABOUT_ALL, ASKED_ABOUT_BYTES, BROKEN_BY_ICU, DISPUTED, ICU_CHANGES, ICU_LACKS,
    ICU_LACKS_OF_TWO, ICU_SPACES, MINORITY, PERL_ADDS, PERL_ODD, SETS, SPACES_OF_ALL, SPACES_OF_SOME, UTF8_LOCALES,
};
use crate::series::{CUT, LATIN_1};

/// The rule: `u_isspace()` says the same in another locale, and calls the six spaces.
pub(super) fn icu_alternative(found: &Found) -> Claim {
    let statement = Statement {
        id: "icu-alternative",
        text: "Neither your own test for the six characters nor ICU's u_isspace() depends on the locale.",
        source: Some(article()),
    };
    let [changes, lacks] = [ICU_CHANGES, ICU_LACKS].map(|name| figure(found, name));
    let rule = Rule::all([&changes, &lacks].map(none));
    let why = [
        "Its answers do not depend on the locale. It has to be asked about code points, though: asked about bytes it is no \
         remedy.",
        "Its answers change with the locale, or lack one of the six.",
    ];
    judge(statement, vec![changes, figure(found, ICU_SPACES), lacks], rule, why)
}

/// The rule: `u_isspace()`, asked about bytes as if they were code points, calls both bytes spaces that macOS was published to add,
/// and by what it calls spaces a code point breaks.
pub(super) fn icu_about_bytes(found: &Found) -> Claim {
    let statement = Statement {
        id: "icu-about-bytes",
        text: "ICU's u_isspace() in a loop over bytes of UTF-8 takes characters apart, as isspace() is published to do on macOS.",
        source: None,
    };
    let [lacks, broken] = [ICU_LACKS_OF_TWO, BROKEN_BY_ICU].map(|name| figure(found, name));
    let rule = Rule::all([none(&lacks), Part::above(&broken, 0.0)]);
    let why = [
        "U+0085 and U+00A0 are spaces to it, in any locale. So it takes the bytes 0x85 and 0xA0 for spaces, which in UTF-8 are parts of \
         other characters. ICU brings its own tables, so the C library does not matter. It was asked on this system only.",
        "It does not call both of these bytes spaces, or breaks nothing.",
    ];
    judge(statement, vec![figure(found, ALL_BROKEN_BY_ICU), broken, lacks], rule, why)
}

/// The rule: Python's `str.split()` cuts a character; the others' counts stand beside it.
pub(super) fn latin_1(found: &Found) -> Claim {
    let statement = Statement {
        id: "latin-1-cuts",
        text: "Python's str.split() takes characters apart in UTF-8 that was decoded as Latin-1.",
        source: None,
    };
    let figures = latin_1::ALL.map(|(id, words)| {
        Figure::new(format!("code points that {words} cuts"), found.at(LATIN_1, &[("call", id.into())], CUT))
    });
    let rule = Rule::all([Part::above(&figures[0], 0.0)]);
    let why = [
        "Its white space has U+0085 and U+00A0, which the bytes 0x85 and 0xA0 become in Latin-1.",
        "It cuts no character.",
    ];
    judge(statement, figures.into(), rule, why)
}

/// The rule: among those who were asked about all code points, at least two call different ones spaces.
pub(super) fn implementations_disagree(found: &Found) -> Claim {
    let statement = Statement {
        id: "implementations-disagree",
        text: "Implementations disagree about which code points are white space.",
        source: None,
    };
    let [sets, asked] = [SETS, ASKED_ABOUT_ALL].map(|name| figure(found, name));
    let others = [SPACES_OF_SOME, SPACES_OF_ALL, AGREEING, ASKED_ABOUT_BYTES].map(|name| figure(found, name));
    let is_one = asked.value().is_some_and(|asked| asked <= 1.0);
    let rule = Rule::all([Part::above(&sets, 1.0)]);
    let why = [
        "They follow different definitions of a space.",
        "All that were asked here agree.",
        "There are not two here that could disagree.",
    ];
    judge_where(!is_one, statement, [vec![sets, asked], others.into()].concat(), rule, why)
}

/// The rule: of glibc's locales of UTF-8, of which at least two have to be asked, some call a code point a space that
/// others do not.
pub(super) fn wide_depends_on_locale(found: &Found) -> Claim {
    let statement = Statement {
        id: "wide-depends-on-locale",
        text: "With glibc, iswspace() depends on the locale even where isspace() does not.",
        source: None,
    };
    let [disputed, minority, asked] = [DISPUTED, MINORITY, UTF8_LOCALES].map(|name| figure(found, name));
    let rule = Rule::all([Part::above(&disputed, 0.0)]);
    let why = [
        "Some languages have white space of their own: the definitions of their locales add it.",
        "All locales of UTF-8 that were asked here agree.",
    ];
    judge(statement, vec![disputed, minority, asked], rule, why)
}

/// The rule: beside a character beyond U+00FF, `\s` calls U+0085 and U+00A0 spaces, which it does not alone, and nothing else changes.
pub(super) fn perl_depends_on_string(found: &Found) -> Claim {
    let statement = Statement {
        id: "perl-depends-on-string",
        text: "Whether Perl's \\s, without a modifier, matches U+0085 and U+00A0 depends on what else is in the string.",
        source: None,
    };
    let [adds, odd] = [PERL_ADDS, PERL_ODD].map(|name| figure(found, name));
    let rule = Rule::all([Part::above(&adds, 1.0), none(&odd)]);
    let why = [
        "Alone it matches neither; beside a character beyond U+00FF, which Perl keeps as UTF-8, it matches both, and nothing else \
         changes.",
        "Beside a character beyond U+00FF it does not match both, or something else changes as well.",
    ];
    judge(statement, vec![adds, odd], rule, why)
}
