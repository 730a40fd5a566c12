//! Whether `iswspace()` depends on the locale: what locales of UTF-8 call spaces in which not all agree.

use std::collections::BTreeMap;

use crate::answer::Spaces;
use crate::locales::Outcome;

/// A code point that some locales of UTF-8 call a space, and others do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disputed {
    pub code_point: u32,
    /// The names of those that do, in order.
    pub locales: Vec<String>,
    /// Number of locales of UTF-8 that were asked.
    pub asked: usize,
}

/// All of one library. `C` and `POSIX` are not of UTF-8, whatever a library says.
pub(crate) fn disputed(library: &str, outcomes: &[Outcome]) -> Vec<Disputed> {
    let is_it = |it: &&Outcome| it.library == library && it.is_offered_for_utf8() && !it.is_c();
    // A locale may be installed and compiled as well.
    let by_name: BTreeMap<&str, &Spaces> =
        outcomes.iter().filter(is_it).map(|it| (it.name.as_str(), &it.said.wide)).collect();
    let some: Spaces = by_name.values().flat_map(|wide| wide.iter().copied()).collect();
    let told = |code_point: u32| {
        let locales = by_name.iter().filter(|(_, wide)| wide.contains(&code_point)).map(|(name, _)| (*name).to_owned());
        Disputed { code_point, locales: locales.collect(), asked: by_name.len() }
    };
    some.into_iter().map(told).filter(|it| it.locales.len() < it.asked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::InLocale;
    use crate::locales::Origin;

    fn outcome(library: &str, name: &str, charmap: &str, wide: &[u32]) -> Outcome {
        let wide = wide.iter().copied().collect();
        let said = InLocale { charmap: charmap.to_owned(), eof: false, bytes: Spaces::new(), wide };
        let (library, name, charmap) = (library.to_owned(), name.to_owned(), charmap.to_owned());
        Outcome { library, origin: Origin::Installed, name, charmap, said }
    }

    #[test]
    fn what_not_all_locales_of_utf8_call_a_space_is_disputed() {
        let outcomes = [
            outcome("glibc", "C", "UTF-8", &[0x20, 0x2003]),
            outcome("glibc", "am_ET", "UTF-8", &[0x20, 0x1361]),
            outcome("glibc", "en_US", "UTF-8", &[0x20]),
            outcome("glibc", "en_US", "UTF-8", &[0x20]),
            outcome("glibc", "fr_FR", "ISO-8859-1", &[0x20, 0xA0]),
            outcome("musl", "am_ET", "UTF-8", &[0x20, 0x85]),
        ];
        let disputed = disputed("glibc", &outcomes);
        assert_eq!(disputed, [Disputed { code_point: 0x1361, locales: vec!["am_ET".to_owned()], asked: 2 }]);
    }

    #[test]
    fn where_all_agree_nothing_is() {
        let outcomes = ["am_ET", "en_US"].map(|name| outcome("glibc", name, "UTF-8", &[0x20]));
        assert_eq!(disputed("glibc", &outcomes), []);
        assert_eq!(disputed("glibc", &[]), []);
    }
}
