//! Every figure of a run, computed once: those of the series, and what claims stand on. The name of a figure is what a
//! reader sees.

use std::collections::BTreeSet;

use harness::record::Estimate;
use harness::{Found, Quantity, Results};

use crate::answer::{CODE_POINTS, Spaces};
use crate::ask::Asked;
use crate::implementations::{ICU_ELSEWHERE, ICU_U_ISSPACE, PERL_BESIDE_WIDER, PERL_REGEX};
use crate::locales::Outcome;
use crate::published::{macos_adds, macos_utf8, six};
use crate::series::{self, BMP_CODE_POINTS, BROKEN, SCALARS, written};
use crate::wide::disputed;

pub(crate) const IN_C_LOCALE: &str = "bytes that are spaces in the C locale";
/// C locales with other bytes, or with `EOF`.
pub(crate) const ODD_C_LOCALES: &str = "C locales with other spaces";
pub(crate) const MACOS_ADDS: &str = "bytes added on macOS in locales of UTF-8";
/// Locales of UTF-8 on a Mac with other bytes than those published.
pub(crate) const ODD_ON_MACOS: &str = "locales on macOS that are not as published";
pub(crate) const GLIBC_ADDS: &str = "bytes added by locales of glibc";
pub(crate) const GLIBC_ADDING: &str = "locales of glibc that add a byte";
pub(crate) const GLIBC_LOCALES: &str = "locales of glibc that were asked";
pub(crate) const MUSL_ADDS: &str = "bytes added by locales of musl";
pub(crate) const BROKEN_HERE: &str = "code points of Unicode, by the rules of locales of UTF-8 asked here";
/// Different sets of bytes that locales of UTF-8 call spaces, by which a code point breaks.
pub(crate) const BREAKING: &str = "rules of UTF-8 locales under which a code point is misread";
pub(crate) const CHANGING_CHARMAPS: &str = "character maps that change what is a space";
pub(crate) const CHARMAPS: &str = "character maps that were tried";
/// Locales of glibc that a system offers and that change what is a space.
pub(crate) const CHANGING_LOCALES: &str = "supported locales that change what is a space";
pub(crate) const ICU_CHANGES: &str = "code points for which u_isspace() changes with the locale";
pub(crate) const ICU_SPACES: &str = "code points that u_isspace() calls spaces";
/// Counts among the six.
pub(crate) const ICU_LACKS: &str = "spaces of the C locale that u_isspace() lacks";
/// Counts among the two bytes that macOS was published to add.
pub(crate) const ICU_LACKS_OF_TWO: &str = "of macOS's two extra bytes, those that u_isspace() rejects";
pub(crate) const ALL_BROKEN_BY_ICU: &str = "code points of Unicode, by u_isspace() of each byte";
pub(crate) const BROKEN_BY_ICU: &str = "code points of the Basic Multilingual Plane, by u_isspace() of each byte";
/// Counts among U+0085 and U+00A0.
pub(crate) const PERL_ADDS: &str =
    "of U+0085 and U+00A0, those that Perl's \\s calls spaces only beside a character beyond U+00FF";
/// Counts among all others.
pub(crate) const PERL_ODD: &str = "other code points for which Perl's \\s changes beside a character beyond U+00FF";
pub(crate) const SETS: &str = "different sets of white space";
/// The most implementations that have one set in common.
pub(crate) const AGREEING: &str = "implementations that share the commonest set";
pub(crate) const ASKED_ABOUT_BYTES: &str = "implementations that were asked about bytes alone";
pub(crate) const ASKED_ABOUT_ALL: &str = "implementations that were asked about all code points";
pub(crate) const SPACES_OF_SOME: &str = "code points that some of them call spaces";
pub(crate) const SPACES_OF_ALL: &str = "code points that all of them call spaces";
pub(crate) const DISPUTED: &str = "code points on which locales of UTF-8 disagree";
pub(crate) const MINORITY: &str = "locales of UTF-8 that are in the minority";
pub(crate) const UTF8_LOCALES: &str = "locales of UTF-8 that were asked";

/// Results of a run: its figures, and whom it could not ask.
pub(crate) fn results(asked: Asked) -> Results {
    Results { found: quantities(&asked), skipped: asked.skipped }
}

/// All of them.
pub(crate) fn quantities(asked: &Asked) -> Found {
    let mut found = Found::new(series::all(asked));
    add_bytes(&mut found, &asked.locales);
    add_broken(&mut found, &asked.locales);
    add_charmaps(&mut found, &asked.locales);
    add_icu(&mut found, asked);
    add_perl(&mut found, asked);
    add_implementations(&mut found, asked);
    add_wide(&mut found, &asked.locales);
    found
}

/// Adds figures of the white space of the locales that claims are about.
fn add_bytes(found: &mut Found, locales: &[Outcome]) {
    let bytes = "byte values";
    let of_c: Vec<&Outcome> = locales.iter().filter(|it| it.is_c()).collect();
    found.add(IN_C_LOCALE, range(bytes, of_c.iter().map(|it| it.said.bytes.len() as f64)));
    let odd = of_c.iter().filter(|it| it.said.bytes != six() || it.said.eof).count();
    found.add(ODD_C_LOCALES, count("locales", odd, !of_c.is_empty()));

    let is_macos = |it: &&Outcome| it.library == "macos" && it.charmap == "UTF-8" && !it.is_c();
    let of_macos: Vec<&Outcome> = locales.iter().filter(is_macos).collect();
    found.add(MACOS_ADDS, range(bytes, of_macos.iter().map(|it| added(it))));
    let odd = of_macos.iter().filter(|it| it.said.bytes != macos_utf8()).count();
    found.add(ODD_ON_MACOS, count("locales", odd, !of_macos.is_empty()));

    let offered_by = |library: &'static str| locales.iter().filter(move |it| it.is_offered() && it.library == library);
    found.add(GLIBC_ADDS, range(bytes, offered_by("glibc").map(added)));
    let of_glibc = offered_by("glibc").count();
    found.add(GLIBC_LOCALES, count("locales", of_glibc, of_glibc > 0));
    let adding = offered_by("glibc").filter(|it| added(it) > 0.0).count();
    found.add(GLIBC_ADDING, count("locales", adding, of_glibc > 0));
    found.add(MUSL_ADDS, range(bytes, offered_by("musl").map(added)));
}

fn added(outcome: &Outcome) -> f64 {
    (&outcome.said.bytes - &six()).len() as f64
}

/// Adds figures of the code points that rules break, each of which has a point in the series.
fn add_broken(found: &mut Found, locales: &[Outcome]) {
    let broken_by = |rule: &Spaces| found.at(BROKEN, &[("bytes", written(rule).into())], SCALARS);
    // Hundreds of locales, and a rule or two.
    let rules: BTreeSet<&Spaces> =
        locales.iter().filter(|it| it.is_offered_for_utf8()).map(|it| &it.said.bytes).collect();
    let broken: Vec<f64> = rules.into_iter().filter_map(|rule| Some(broken_by(rule).measured?.value)).collect();
    let breaking = broken.iter().filter(|&&characters| characters > 0.0).count();
    found.add(BREAKING, count("rules", breaking, !broken.is_empty()));
    let here = range("code points", broken.into_iter());
    found.add(BROKEN_HERE, here);
}

/// Character maps of glibc that nobody need offer.
fn add_charmaps(found: &mut Found, locales: &[Outcome]) {
    let (offered, tried): (Vec<&Outcome>, Vec<&Outcome>) =
        locales.iter().filter(|it| it.library == "glibc").partition(|it| it.is_offered());
    let changing = |all: &[&Outcome]| all.iter().filter(|it| it.said.bytes != six()).count();
    found.add(CHANGING_CHARMAPS, count("character maps", changing(&tried), !tried.is_empty()));
    found.add(CHARMAPS, count("character maps", tried.len(), !tried.is_empty()));
    found.add(CHANGING_LOCALES, count("locales", changing(&offered), !offered.is_empty()));
}

/// `u_isspace()`, here and in another locale.
fn add_icu(found: &mut Found, asked: &Asked) {
    let icu = asked.spaces_of(ICU_U_ISSPACE);
    let both = icu.zip(asked.elsewhere.get(ICU_ELSEWHERE));
    let code_points = "code points";
    let changed = both.map(|(here, elsewhere)| here.symmetric_difference(elsewhere).count());
    found.add(ICU_CHANGES, count(code_points, changed.unwrap_or(0), changed.is_some()));
    found.add(ICU_SPACES, count(code_points, icu.map_or(0, Spaces::len), icu.is_some()));
    let lacking = icu.map_or(0, |spaces| six().difference(spaces).count());
    found.add(ICU_LACKS, count(code_points, lacking, icu.is_some()));
    let about_bytes = asked.icu_about_bytes();
    let lacking = about_bytes.as_ref().map_or(0, |bytes| macos_adds().difference(bytes).count());
    found.add(ICU_LACKS_OF_TWO, count("byte values", lacking, icu.is_some()));
    for (name, measure) in [(ALL_BROKEN_BY_ICU, SCALARS), (BROKEN_BY_ICU, BMP_CODE_POINTS)] {
        let broken = about_bytes.as_ref().map(|bytes| found.at(BROKEN, &[("bytes", written(bytes).into())], measure));
        found.add(name, broken.unwrap_or_else(|| Quantity::new(code_points, None)));
    }
}

/// Perl's `\s` about a character alone, and in a string that Perl has to keep as UTF-8.
fn add_perl(found: &mut Found, asked: &Asked) {
    let both = asked.spaces_of(PERL_REGEX).zip(asked.elsewhere.get(PERL_BESIDE_WIDER));
    let added = both.map(|(alone, beside)| macos_adds().intersection(&(beside - alone)).count());
    found.add(PERL_ADDS, count("code points", added.unwrap_or(0), added.is_some()));
    let others = both.map(|(alone, beside)| (&(alone ^ beside) - &macos_adds()).len());
    found.add(PERL_ODD, count("code points", others.unwrap_or(0), others.is_some()));
}

/// Among those who were asked about all code points.
fn add_implementations(found: &mut Found, asked: &Asked) {
    let all: Vec<_> = asked.implementations.iter().filter(|it| it.said.asked == CODE_POINTS).collect();
    let sets: BTreeSet<&Spaces> = all.iter().map(|it| &it.said.spaces).collect();
    let some: Spaces = sets.iter().flat_map(|set| set.iter().copied()).collect();
    let of_all = some.iter().filter(|it| sets.iter().all(|set| set.contains(it))).count();
    let is_asked = !all.is_empty();
    let sharing = |set: &&Spaces| all.iter().filter(|it| it.said.spaces == **set).count();
    found.add(AGREEING, count("implementations", sets.iter().map(sharing).max().unwrap_or(0), is_asked));
    let of_bytes = asked.implementations.len() - all.len();
    found.add(ASKED_ABOUT_BYTES, count("implementations", of_bytes, is_asked));
    found.add(SETS, count("sets", sets.len(), is_asked));
    found.add(ASKED_ABOUT_ALL, count("implementations", all.len(), is_asked));
    found.add(SPACES_OF_SOME, count("code points", some.len(), is_asked));
    found.add(SPACES_OF_ALL, count("code points", of_all, is_asked));
}

/// `iswspace()` in glibc's locales of UTF-8, of which at least two have to be asked.
fn add_wide(found: &mut Found, locales: &[Outcome]) {
    let is_it = |it: &&Outcome| it.library == "glibc" && it.is_offered_for_utf8() && !it.is_c();
    let names: BTreeSet<&str> = locales.iter().filter(is_it).map(|it| it.name.as_str()).collect();
    let disputed = disputed("glibc", locales);
    let most = disputed.iter().map(|it| it.locales.len().min(it.asked - it.locales.len())).max().unwrap_or(0);
    let is_asked = names.len() > 1;
    found.add(DISPUTED, count("code points", disputed.len(), is_asked));
    found.add(MINORITY, count("locales", most, is_asked));
    found.add(UTF8_LOCALES, count("locales", names.len(), is_asked));
}

/// A count, if it could be made.
fn count(unit: &str, count: usize, is_told: bool) -> Quantity {
    Quantity::new(unit, is_told.then(|| Estimate::certain(1, count as f64)))
}

/// The most of some counts, and down to the least; each was the same every time.
fn range(unit: &str, counts: impl Iterator<Item = f64>) -> Quantity {
    let counts: Vec<f64> = counts.collect();
    let most = counts.iter().copied().reduce(f64::max).map(|most| Estimate::certain(counts.len() as u64, most));
    let least = counts.iter().copied().reduce(f64::min);
    Quantity::new(unit, most.zip(least).map(|(most, low)| Estimate { low, ..most }))
}
