//! The rules, on invented answers both ways.

use std::collections::BTreeMap;

use harness::record::Verdict;

use super::*;
use crate::answer::{CODE_POINTS, InLocale, Said, Spaces};
use crate::ask::Asked;
use crate::implementations::{ICU_ELSEWHERE, ICU_U_ISSPACE, Implementation, PERL_BESIDE_WIDER, PERL_REGEX, latin_1};
use crate::locales::{Origin, Outcome};
use crate::published::{macos_utf8, six};
use crate::quantities::quantities;

fn locale(library: &str, origin: Origin, name: &str, charmap: &str, bytes: Spaces) -> Outcome {
    let said = InLocale { charmap: charmap.to_owned(), eof: false, wide: bytes.clone(), bytes };
    Outcome { library: library.to_owned(), origin, name: name.to_owned(), charmap: charmap.to_owned(), said }
}

fn implementation(id: &'static str, spaces: Spaces) -> Implementation {
    let said = Said { asked: CODE_POINTS, spaces };
    Implementation { id, language: "", call: "", version: String::new(), unicode: None, said }
}

fn here(library: &str, name: &str, charmap: &str, bytes: Spaces) -> Outcome {
    locale(library, Origin::Installed, name, charmap, bytes)
}

fn of_locales(locales: Vec<Outcome>) -> Asked {
    Asked { locales, ..Asked::default() }
}

#[track_caller]
fn verdict(asked: &Asked, id: &str) -> Verdict {
    claim(asked, id).verdict
}

fn claim(asked: &Asked, id: &str) -> Claim {
    claims(&quantities(asked)).into_iter().find(|claim| claim.id == id).expect("every claim is always made")
}

fn and(mut spaces: Spaces, more: &[u32]) -> Spaces {
    spaces.extend(more);
    spaces
}

#[test]
fn without_answers_nothing_is_judged() {
    for claim in claims(&quantities(&Asked::default())) {
        assert_eq!(claim.verdict, Verdict::NotTested, "{}", claim.id);
        assert!(claim.figures.iter().all(|figure| figure.measured.is_none()), "{}", claim.id);
    }
}

#[test]
fn the_c_locale_has_to_have_exactly_the_six_and_no_eof() {
    let id = "c-locale-six";
    let good = here("glibc", "C", "ASCII", six());
    assert_eq!(verdict(&of_locales(vec![good.clone()]), id), Verdict::Reproduced);
    let more = here("musl", "POSIX", "ASCII", and(six(), &[0x85]));
    assert_eq!(verdict(&of_locales(vec![good.clone(), more]), id), Verdict::Differs);
    let mut eof = good.clone();
    eof.said.eof = true;
    assert_eq!(verdict(&of_locales(vec![eof]), id), Verdict::Differs);
    // Other locales may do as they like.
    let other = here("macos", "en_US.UTF-8", "UTF-8", macos_utf8());
    assert_eq!(verdict(&of_locales(vec![good, other]), id), Verdict::Reproduced);
}

#[test]
fn only_a_mac_can_tell_of_macs() {
    let id = "macos-adds-two";
    let linux = here("glibc", "en_US.utf8", "UTF-8", macos_utf8());
    assert_eq!(verdict(&of_locales(vec![linux]), id), Verdict::NotTested);
    let mac = here("macos", "en_US.UTF-8", "UTF-8", macos_utf8());
    assert_eq!(verdict(&of_locales(vec![mac.clone()]), id), Verdict::Reproduced);
    let changed = here("macos", "fr_FR.UTF-8", "UTF-8", six());
    assert_eq!(verdict(&of_locales(vec![mac, changed]), id), Verdict::Differs);
}

#[test]
fn one_locale_of_glibc_that_adds_a_byte_is_enough_to_differ() {
    let id = "linux-adds-none";
    let mut locales = vec![here("glibc", "C.utf8", "UTF-8", six())];
    locales.push(locale("glibc", Origin::Charmap, "i18n", "EBCDIC", [0x05, 0x40].into()));
    assert_eq!(verdict(&of_locales(locales.clone()), id), Verdict::Reproduced, "nobody offers a locale of EBCDIC");
    locales.push(locale("glibc", Origin::Supported, "xx_XX", "UTF-8", and(six(), &[0xA0])));
    let claim = claim(&of_locales(locales), id);
    assert_eq!(claim.verdict, Verdict::Differs);
    let added = claim.figures[0].measured.as_ref().unwrap();
    assert_eq!((added.n, added.low, added.high), (2, 0.0, 1.0));
}

#[test]
fn only_a_mac_can_tell_that_characters_break_on_macs() {
    let id = "hstore-breaks";
    let linux = here("glibc", "C.utf8", "UTF-8", six());
    assert_eq!(verdict(&of_locales(vec![linux.clone()]), id), Verdict::NotTested);
    let mac = here("macos", "en_US.UTF-8", "UTF-8", macos_utf8());
    assert_eq!(verdict(&of_locales(vec![linux, mac]), id), Verdict::Reproduced);
    let mended = here("macos", "en_US.UTF-8", "UTF-8", six());
    assert_eq!(verdict(&of_locales(vec![mended]), id), Verdict::Differs);
    // In a locale of another character map, text is not UTF-8.
    let latin = here("glibc", "fr_FR", "ISO-8859-1", macos_utf8());
    assert_eq!(verdict(&of_locales(vec![latin]), id), Verdict::NotTested);
}

#[test]
fn icu_must_not_depend_on_the_locale_and_has_to_know_the_six() {
    let id = "icu-alternative";
    let with = |here: Spaces, elsewhere: Option<Spaces>| Asked {
        implementations: vec![implementation(ICU_U_ISSPACE, here)],
        elsewhere: elsewhere.map(|spaces| (ICU_ELSEWHERE, spaces)).into_iter().collect(),
        ..Asked::default()
    };
    assert_eq!(verdict(&with(and(six(), &[0x85]), Some(and(six(), &[0x85]))), id), Verdict::Reproduced);
    assert_eq!(verdict(&with(and(six(), &[0x85]), Some(six())), id), Verdict::Differs);
    assert_eq!(verdict(&with([9].into(), Some([9].into())), id), Verdict::Differs);
    assert_eq!(verdict(&with(six(), None), id), Verdict::NotTested);
}

#[test]
fn icu_breaks_bytes_if_it_calls_both_spaces() {
    let id = "icu-about-bytes";
    let of = |spaces| Asked { implementations: vec![implementation(ICU_U_ISSPACE, spaces)], ..Asked::default() };
    let asked = of(and(six(), &[0x1C, 0x85, 0xA0, 0x3000]));
    assert_eq!(verdict(&asked, id), Verdict::Holds);
    // Those of macOS, and the separator by itself.
    let broken = claim(&asked, id).figures[0].measured.as_ref().unwrap().value;
    let published = claim(&asked, "hstore-breaks").figures[0].exact.unwrap();
    assert_eq!(broken, published + 1.0);
    assert_eq!(verdict(&of(and(six(), &[0x85])), id), Verdict::DoesNotHold);
    assert_eq!(verdict(&of(six()), id), Verdict::DoesNotHold);
}

#[test]
fn python_cuts_latin_1_or_not_and_others_do_not_count() {
    let id = "latin-1-cuts";
    let of = |call: (&'static str, &str), cut: Spaces| Asked { elsewhere: [(call.0, cut)].into(), ..Asked::default() };
    assert_eq!(verdict(&of(latin_1::PYTHON, [0x105].into()), id), Verdict::Holds);
    assert_eq!(verdict(&of(latin_1::PYTHON, Spaces::new()), id), Verdict::DoesNotHold);
    assert_eq!(verdict(&of(latin_1::GO, [0x105].into()), id), Verdict::NotTested);
}

#[test]
fn perl_depends_on_the_string_if_both_appear_and_nothing_else() {
    let id = "perl-depends-on-string";
    let of = |beside: Option<Spaces>| Asked {
        implementations: vec![implementation(PERL_REGEX, six())],
        elsewhere: beside.map(|spaces| (PERL_BESIDE_WIDER, spaces)).into_iter().collect(),
        ..Asked::default()
    };
    assert_eq!(verdict(&of(Some(and(six(), &[0x85, 0xA0]))), id), Verdict::Holds);
    assert_eq!(verdict(&of(Some(and(six(), &[0xA0]))), id), Verdict::DoesNotHold, "one of the two");
    assert_eq!(verdict(&of(Some(and(six(), &[0x85, 0xA0, 0x1680]))), id), Verdict::DoesNotHold, "another one");
    assert_eq!(verdict(&of(Some(and([9].into(), &[0x85, 0xA0]))), id), Verdict::DoesNotHold, "fewer of the six");
    assert_eq!(verdict(&of(None), id), Verdict::NotTested);
}

#[test]
fn two_sets_are_a_disagreement_and_bytes_do_not_count() {
    let id = "implementations-disagree";
    let of = |implementations| Asked { implementations, ..Asked::default() };
    let (one, same) = (implementation("python-str", six()), implementation("python-split", six()));
    assert_eq!(verdict(&of(vec![one.clone(), same.clone()]), id), Verdict::DoesNotHold);
    assert_eq!(verdict(&of(vec![one.clone()]), id), Verdict::NotTested);
    let mut bytes = implementation("python-bytes", [9].into());
    bytes.said.asked = 0x100;
    assert_eq!(verdict(&of(vec![one.clone(), same, bytes.clone()]), id), Verdict::DoesNotHold);
    let other = implementation("java-strip", and([9].into(), &[0x85]));
    let claim = claim(&of(vec![one, other, bytes]), id);
    assert_eq!(claim.verdict, Verdict::Holds);
    let figures: BTreeMap<_, _> =
        claim.figures.iter().map(|figure| (figure.label.as_str(), figure.measured.as_ref().unwrap().value)).collect();
    assert_eq!(figures["different sets of white space"], 2.0);
    assert_eq!(figures["code points that some of them call spaces"], 7.0);
    assert_eq!(figures["code points that all of them call spaces"], 1.0);
    assert_eq!(figures["implementations that share the commonest set"], 1.0);
    assert_eq!(figures["implementations that were asked about bytes alone"], 1.0);
}

#[test]
fn character_maps_change_something_or_nothing() {
    let id = "odd-charmaps";
    let latin = locale("glibc", Origin::Charmap, "i18n", "CP1252", six());
    assert_eq!(verdict(&of_locales(vec![latin.clone()]), id), Verdict::DoesNotHold);
    let ebcdic = locale("glibc", Origin::Charmap, "i18n", "IBM037", [0x05, 0x40].into());
    let asked = of_locales(vec![latin.clone(), ebcdic.clone()]);
    assert_eq!(verdict(&asked, id), Verdict::NotTested, "nobody asked what is offered");
    let asked = of_locales(vec![latin, ebcdic.clone(), here("glibc", "C.utf8", "UTF-8", six())]);
    assert_eq!(verdict(&asked, id), Verdict::Holds);
    assert_eq!(claim(&asked, id).figures[0].measured.as_ref().unwrap().value, 1.0);
    // An offered one that does so as well would make the sentence wrong.
    let offered = Outcome { origin: Origin::Supported, ..ebcdic.clone() };
    assert_eq!(verdict(&of_locales(vec![ebcdic, offered]), id), Verdict::DoesNotHold);
}

#[test]
fn locales_of_utf8_agree_on_wide_characters_or_not() {
    let id = "wide-depends-on-locale";
    let [english, mut ethiopic] = ["en_US.utf8", "am_ET"].map(|name| here("glibc", name, "UTF-8", six()));
    assert_eq!(verdict(&of_locales(vec![english.clone()]), id), Verdict::NotTested);
    assert_eq!(verdict(&of_locales(vec![english.clone(), ethiopic.clone()]), id), Verdict::DoesNotHold);
    ethiopic.said.wide.insert(0x1361);
    let claim = claim(&of_locales(vec![english, ethiopic]), id);
    assert_eq!(claim.verdict, Verdict::Holds);
    let figures: Vec<f64> = claim.figures.iter().map(|figure| figure.measured.as_ref().unwrap().value).collect();
    assert_eq!(figures, [1.0, 1.0, 2.0]);
}
