//! The definitions of locales that can be compiled here.
//!
//! What a locale calls a space stands in the part `LC_CTYPE` of its definition. Many languages have the same one: then it is
//! compiled once for all of them, in each character map that they are offered in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use harness::record::{Profile, Skipped};

use super::Origin;

/// Folder into which the package `locales` puts definitions, character maps and the list of what goes with what.
const FOLDER: &str = "/usr/share/i18n";
/// The definition that those of all languages begin with.
const ALL_LANGUAGES: &str = "i18n";
/// A definition that only copies another one's part is that one; no more than so many steps.
const MOST_COPIES: usize = 8;
/// Locales that a quick run compiles: a language of each kind of character map.
const QUICK: [(&str, &str); 8] = [
    ("en_US.UTF-8", "UTF-8"),
    ("am_ET", "UTF-8"),
    ("de_DE@euro", "ISO-8859-15"),
    ("fr_FR", "ISO-8859-1"),
    ("ru_RU.KOI8-R", "KOI8-R"),
    ("bg_BG", "CP1251"),
    ("he_IL", "ISO-8859-8"),
    ("ja_JP.EUC-JP", "EUC-JP"),
];
/// And the character maps that a quick run tries.
const QUICK_CHARMAPS: [&str; 6] = ["EBCDIC-US", "IBM037", "IBM1047", "MACINTOSH", "CP1252", "SHIFT_JIS"];

/// Locales to be compiled, all at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// Offered by the distribution, or a character map.
    pub origin: Origin,
    /// The names of the locales whose characters are defined alike, such as `de_DE@euro`; at least one.
    pub names: Vec<String>,
    /// Their character map.
    pub charmap: String,
}

impl Definition {
    /// The name of the file that defines the first of them.
    pub(super) fn source_name(&self) -> String {
        source_name(self.names.first().map_or("", String::as_str))
    }

    /// A definition of the part that decides.
    pub(super) fn source(&self) -> String {
        let name = self.source_name();
        format!("comment_char %\nescape_char /\nLC_CTYPE\ncopy \"{name}\"\nEND LC_CTYPE\n")
    }
}

/// Definitions that can be compiled here and that this run compiles; else the package that is missing.
pub(crate) fn definitions(profile: Profile) -> Result<Vec<Definition>, Skipped> {
    let folder = Path::new(FOLDER);
    let missing = || Skipped {
        what: "locales that are not installed".to_owned(),
        why: "there are no definitions of locales to compile here".to_owned(),
        needs: "GNU's localedef with the definitions of locales (the package locales)".to_owned(),
    };
    let offered = offered_in(&fs::read_to_string(folder.join("SUPPORTED")).map_err(|_| missing())?);
    let charmaps = fs::read_dir(folder.join("charmaps")).map_err(|_| missing())?;
    let charmaps: BTreeSet<String> =
        charmaps.filter_map(|entry| charmap_of(entry.ok()?.file_name().to_str()?)).collect();
    let is_quick = |(name, charmap): &(String, String)| QUICK.contains(&(name, charmap));
    let is_quick_charmap = |charmap: &String| QUICK_CHARMAPS.contains(&charmap.as_str());
    let full = profile == Profile::Full;
    let offered = offered.into_iter().filter(|it| full || is_quick(it));
    let read = |name: &str| fs::read(folder.join("locales").join(name)).ok();
    let charmaps = charmaps.into_iter().filter(|it| full || is_quick_charmap(it)).map(|charmap| Definition {
        origin: Origin::Charmap,
        names: vec![ALL_LANGUAGES.to_owned()],
        charmap,
    });
    Ok(alike(offered, &read).into_iter().chain(charmaps).collect())
}

/// Lines such as `de_DE@euro ISO-8859-15`: locales and their character maps.
fn offered_in(list: &str) -> Vec<(String, String)> {
    let offered = |line: &str| {
        let (name, charmap) = line.trim().split_once(' ')?;
        let charmap = charmap.trim();
        (is_plain(name) && is_plain(charmap)).then(|| (name.to_owned(), charmap.to_owned()))
    };
    list.lines().filter_map(offered).collect()
}

/// Whether it can be the name of a definition or of a character map: a file of its folder, and no other.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && !word.contains(['#', '"', '/', '\\'])
}

/// Puts those together whose characters are defined alike; `read` reads a definition by its name.
fn alike(offered: impl Iterator<Item = (String, String)>, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Vec<Definition> {
    let mut groups: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (name, charmap) in offered {
        // One that cannot be read is like no other.
        let characters = characters_of(&source_name(&name), read, MOST_COPIES).unwrap_or_else(|| name.clone());
        groups.entry((charmap, characters)).or_default().push(name);
    }
    let definition = |((charmap, _), names)| Definition { origin: Origin::Supported, names, charmap };
    groups.into_iter().map(definition).collect()
}

/// The part of a definition that tells of its characters, without comments and how it is laid out.
fn characters_of(name: &str, read: &dyn Fn(&str) -> Option<Vec<u8>>, copies: usize) -> Option<String> {
    let text = String::from_utf8_lossy(&read(name)?).into_owned();
    let lines = text.lines().map(str::trim).skip_while(|line| *line != "LC_CTYPE").skip(1);
    let lines = lines.take_while(|line| *line != "END LC_CTYPE");
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('%'));
    let lines: Vec<String> = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let copied = match &lines[..] {
        [line] => line.strip_prefix("copy \"").and_then(|rest| rest.strip_suffix('"')),
        _ => None,
    };
    match copied {
        Some(other) if other != ALL_LANGUAGES && is_plain(other) && copies > 0 => {
            characters_of(other, read, copies - 1)
        }
        _ => Some(lines.join("\n")),
    }
}

/// The name of the file that defines a locale: the locale's without its character map.
fn source_name(name: &str) -> String {
    let (before, after) = name.split_once('.').unwrap_or((name, ""));
    let modifier = after.find('@').map_or("", |start| &after[start..]);
    format!("{before}{modifier}")
}

fn charmap_of(file: &str) -> Option<String> {
    let name = file.strip_suffix(".gz").unwrap_or(file);
    (!name.is_empty() && !name.starts_with('.')).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, charmap)| (name.to_owned(), charmap.to_owned())).collect()
    }

    #[test]
    fn the_list_of_offered_locales_is_read_line_by_line() {
        let list = "aa_DJ.UTF-8 UTF-8\nde_DE@euro ISO-8859-15 \n\n# none\nhalf\nx\"y UTF-8\n../x UTF-8\n";
        assert_eq!(offered_in(list), pairs(&[("aa_DJ.UTF-8", "UTF-8"), ("de_DE@euro", "ISO-8859-15")]));
    }

    #[test]
    fn a_definition_is_named_without_its_character_map() {
        for (name, source) in [
            ("aa_DJ.UTF-8", "aa_DJ"),
            ("aa_ER@saaho", "aa_ER@saaho"),
            ("de_DE@euro", "de_DE@euro"),
            ("uz_UZ.UTF-8@cyrillic", "uz_UZ@cyrillic"),
        ] {
            assert_eq!(source_name(name), source);
        }
    }

    #[test]
    fn character_maps_are_files_compressed_or_not() {
        assert_eq!(charmap_of("IBM037.gz").as_deref(), Some("IBM037"));
        assert_eq!(charmap_of("UTF-8").as_deref(), Some("UTF-8"));
        assert_eq!(charmap_of(".gz"), None);
        assert_eq!(charmap_of(".hidden"), None);
    }

    #[test]
    fn locales_of_one_definition_and_one_character_map_are_compiled_together() {
        let read = |name: &str| {
            let characters = match name {
                "aa" => "copy \"i18n\"\nspace <U1361>",
                "ab" => "% as aa\n  copy   \"i18n\"\n\nspace <U1361>",
                "ac" => "copy \"aa\"",
                "ad" => "copy \"i18n\"",
                "ae" => "copy \"ae\"",
                _ => return None,
            };
            Some(format!("LC_TIME\nday\nEND LC_TIME\nLC_CTYPE\n{characters}\nEND LC_CTYPE\nLC_NAME\n").into_bytes())
        };
        let offered = pairs(&[
            ("aa", "X"),
            ("ab.X", "X"),
            ("ac", "X"),
            ("ac.Y", "Y"),
            ("ad", "X"),
            ("ae", "X"),
            ("unreadable", "X"),
            ("unreadable-as-well", "X"),
        ]);
        let together: BTreeSet<Vec<String>> =
            alike(offered.into_iter(), &read).into_iter().map(|definition| definition.names).collect();
        let expected: [&[&str]; 6] =
            [&["aa", "ab.X", "ac"], &["ac.Y"], &["ad"], &["ae"], &["unreadable"], &["unreadable-as-well"]];
        let expected = expected.map(|names| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(together, expected.into());
    }

    const DEFINITION: &[u8] =
        b"comment_char %\nLC_CTYPE\n% spaces\ncopy \"i18n\"\nspace  <U1361>;/\nEND LC_CTYPE\nLC_TIME\n";
    const COPY: &[u8] = b"LC_CTYPE\ncopy \"other\"\nEND LC_CTYPE\n";
    const ELSEWHERE: &[u8] = b"LC_CTYPE\ncopy \"../../other\"\nEND LC_CTYPE\n";
    const PIECES: [&[u8]; 10] = [
        b"\n",
        b" ",
        b"%",
        b"LC_CTYPE\n",
        b"END LC_CTYPE\n",
        b"\ncopy \"other\"\n",
        b"../",
        b"\xff",
        b"i18n",
        b"\xe2\x80\xa8",
    ];

    proptest! {
        #[test]
        fn fuzz_whatever_defines_them_each_offered_locale_is_compiled_once(
            list in mutated(
                vec![b"aa_DJ.UTF-8 UTF-8\nde_DE@euro ISO-8859-15\nuz_UZ.UTF-8@cyrillic UTF-8\n# none\n".to_vec()],
                vec![b"\n", b" ", b"@", b".", b"#", b"/", b"..", b"\xff"],
            ),
            definition in mutated([DEFINITION, COPY, ELSEWHERE].map(<[u8]>::to_vec).into(), PIECES.to_vec()),
        ) {
            let list = String::from_utf8_lossy(&list);
            let offered = bounded(list.as_bytes(), 1000, 100, || offered_in(&list));
            let (reads, reads_elsewhere) = (Cell::new(0), Cell::new(false));
            let read = |name: &str| {
                reads.set(reads.get() + 1);
                reads_elsewhere.set(reads_elsewhere.get() || name.contains('/'));
                Some(definition.clone())
            };
            let input = [list.as_bytes(), &definition].concat();
            let compiled = bounded(&input, 100_000, 1000, || alike(offered.iter().cloned(), &read));
            prop_assert!(reads.get() <= offered.len() * (MOST_COPIES + 1) && !reads_elsewhere.get());
            let names = |it: &Definition| it.names.iter().map(|name| (name.clone(), it.charmap.clone())).collect::<Vec<_>>();
            let mut compiled: Vec<_> = compiled.iter().flat_map(names).collect();
            let mut offered = offered;
            compiled.sort();
            offered.sort();
            prop_assert_eq!(compiled, offered);
        }
    }

    #[test]
    fn a_quick_run_compiles_few_and_each_of_them_is_offered() {
        let Ok(all) = definitions(Profile::Full) else {
            return testkit::skip("the package locales");
        };
        let quick = definitions(Profile::Quick).unwrap();
        let offered = |definitions: &[Definition]| {
            let of =
                |it: &Definition| it.names.iter().map(|name| (name.clone(), it.charmap.clone())).collect::<Vec<_>>();
            definitions.iter().flat_map(of).collect::<BTreeSet<_>>()
        };
        assert_eq!(quick.len(), QUICK.len() + QUICK_CHARMAPS.len());
        assert!(offered(&quick).is_subset(&offered(&all)));
        assert!(all.len() > 10 * quick.len());
    }
}
