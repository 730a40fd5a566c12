//! What is said of other tests.

use std::collections::BTreeSet;

use harness::record::{Claim, ClaimFigure, Verdict};

use super::{figure, measured};
use crate::answer::{CODE_POINTS, Spaces};
use crate::ask::Asked;
use crate::locales::Outcome;
use crate::published::article;
use crate::wide::disputed;

/// The rule: `u_isspace()` says the same in another locale, and calls the six spaces.
pub(super) fn icu_alternative(asked: &Asked) -> Claim {
    let icu = asked.implementations.iter().find(|it| it.id == "icu-u-isspace").map(|it| &it.said.spaces);
    let both = icu.zip(asked.icu_elsewhere.as_ref());
    let changed = both.map(|(here, elsewhere)| here.symmetric_difference(elsewhere).count());
    let (verdict, why) = match (changed, icu) {
        (Some(0), Some(spaces)) if crate::published::six().is_subset(spaces) => (
            Verdict::Reproduced,
            "Its answers do not depend on the locale. It is asked about code points, though, not bytes, and calls many \
             more of them spaces than six."
                .to_owned(),
        ),
        (Some(_), _) => (Verdict::Differs, "Its answers change with the locale, or lack one of the six.".to_owned()),
        (None, _) => (Verdict::NotTested, "ICU could not be asked here.".to_owned()),
    };
    Claim {
        id: "icu-alternative".to_owned(),
        statement: "A test of one's own for the six characters, or ICU's u_isspace(), does not depend on the locale."
            .to_owned(),
        source: Some(article()),
        figures: vec![
            ClaimFigure {
                measured: measured(changed),
                ..figure("code points of which u_isspace() thinks otherwise in another locale", "code points")
            },
            ClaimFigure {
                measured: measured(icu.map(Spaces::len)),
                ..figure("code points that u_isspace() calls spaces", "code points")
            },
        ],
        verdict,
        why,
    }
}

/// The rule: among those who were asked about all code points, at least two call different ones spaces.
pub(super) fn implementations_disagree(asked: &Asked) -> Claim {
    let all: Vec<_> = asked.implementations.iter().filter(|it| it.said.asked == CODE_POINTS).collect();
    let sets: BTreeSet<&Spaces> = all.iter().map(|it| &it.said.spaces).collect();
    let some: Spaces = sets.iter().flat_map(|set| set.iter().copied()).collect();
    let every: Spaces = some.iter().copied().filter(|it| sets.iter().all(|set| set.contains(it))).collect();
    let (verdict, why) = match (all.len(), sets.len()) {
        (0 | 1, _) => (Verdict::NotTested, "There are not two here that could disagree.".to_owned()),
        (_, 1) => (Verdict::Differs, "All that were asked here agree.".to_owned()),
        _ => (
            Verdict::Reproduced,
            "They follow different definitions, of different ages: hardly two languages agree.".to_owned(),
        ),
    };
    let counted = |label, unit: &str, count: usize| ClaimFigure {
        measured: measured([count]).filter(|_| !all.is_empty()),
        ..figure(label, unit)
    };
    Claim {
        id: "implementations-disagree".to_owned(),
        statement: "Which code points are white space depends on whom one asks.".to_owned(),
        source: None,
        figures: vec![
            counted("different sets of white space", "sets", sets.len()),
            counted("implementations that were asked about all code points", "implementations", all.len()),
            counted("code points that some of them call spaces", "code points", some.len()),
            counted("code points that all of them call spaces", "code points", every.len()),
        ],
        verdict,
        why,
    }
}

/// The rule: of glibc's locales of UTF-8, of which at least two have to be asked, some call a code point a space that
/// others do not.
pub(super) fn wide_depends_on_locale(asked: &Asked) -> Claim {
    let is_it = |it: &&Outcome| it.library == "glibc" && it.is_offered_for_utf8() && !it.is_c();
    let names: BTreeSet<&str> = asked.locales.iter().filter(is_it).map(|it| it.name.as_str()).collect();
    let disputed = disputed("glibc", &asked.locales);
    let most = disputed.iter().map(|it| it.locales.len().min(it.asked - it.locales.len())).max().unwrap_or(0);
    let (verdict, why) = match (names.len(), disputed.is_empty()) {
        (0 | 1, _) => (Verdict::NotTested, "There are not two locales of UTF-8 here that could disagree.".to_owned()),
        (_, true) => (Verdict::Differs, "All locales of UTF-8 that were asked here agree.".to_owned()),
        (_, false) => (
            Verdict::Reproduced,
            "Some languages have white space of their own: the definitions of their locales add it.".to_owned(),
        ),
    };
    let counted = |label, unit: &str, count: usize| ClaimFigure {
        measured: measured([count]).filter(|_| names.len() > 1),
        ..figure(label, unit)
    };
    Claim {
        id: "wide-depends-on-locale".to_owned(),
        statement: "With glibc, iswspace() depends on the locale even where isspace() does not.".to_owned(),
        source: None,
        figures: vec![
            counted("code points of which locales of UTF-8 disagree", "code points", disputed.len()),
            counted("locales of UTF-8 that are in the minority", "locales", most),
            counted("locales of UTF-8 that were asked", "locales", names.len()),
        ],
        verdict,
        why,
    }
}
