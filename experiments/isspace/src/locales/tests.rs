use std::fs;

use harness::record::Profile;

use super::*;
use crate::RUNS;
use crate::published::six;

fn definition(name: &str, charmap: &str) -> Definition {
    Definition { origin: Origin::Supported, names: vec![name.to_owned()], charmap: charmap.to_owned() }
}

#[test]
fn warnings_are_no_errors_but_everything_else_is() {
    assert!(!has_errors(""));
    assert!(!has_errors("[warning] No definition for LC_NAME category found\n\n"));
    assert!(has_errors("[warning] a\n[error] character <SP> not defined\n"));
    assert!(has_errors("charmaps/EBCDIC-PT:1: syntax error in prolog: invalid definition\n"));
}

/// What is needed to compile locales; `None`, and a word why, where it is not here.
fn place() -> Option<(Workplace<'static>, Library, Vec<Definition>)> {
    let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
    let localedef = place.succeed(asked(&place, "localedef").arg("--version"), SHORT);
    match (definitions(Profile::Full), localedef, Library::own(&place)) {
        (Ok(definitions), Ok(_), Ok(library)) if library.name == "glibc" => Some((place, library, definitions)),
        _ => {
            testkit::skip("glibc, a C compiler (gcc, libc6-dev) and the package locales");
            None
        }
    }
}

fn compile(
    definition: &Definition,
    number: usize,
    place: &(Workplace<'_>, Library, Vec<Definition>),
) -> Result<Outcome, Unfit> {
    let outcomes = definition.compile_and_ask(number, &place.1, &place.0).unwrap()?;
    Ok(outcomes.into_iter().next().expect("a definition has a name"))
}

#[test]
fn a_locale_that_is_not_installed_is_compiled_and_goes_again() {
    let Some(place) = place() else { return };
    let offered = definition("fr_FR", "ISO-8859-1");
    assert!(place.2.iter().any(|it| it.charmap == "ISO-8859-1" && it.names.contains(&offered.names[0])));
    let outcome = compile(&offered, 1, &place).unwrap();
    assert_eq!((&outcome.said.bytes, outcome.said.eof), (&six(), false));
    // As the library says it, so that it is that locale and not a fallback.
    assert_eq!(outcome.said.charmap, "ISO-8859-1");
    let left =
        fs::read_dir(place.0.folder()).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    assert_eq!(left.filter(|name| name.starts_with("locales-")).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn ebcdic_has_other_bytes_for_the_same_characters() {
    let Some(place) = place() else { return };
    let ebcdic = place.2.iter().find(|it| it.origin == Origin::Charmap && it.charmap == "IBM037").unwrap();
    // Tab, vertical tab, form feed, carriage return, line feed and space of code page 37.
    assert_eq!(compile(ebcdic, 2, &place).unwrap().said.bytes, [0x05, 0x0B, 0x0C, 0x0D, 0x25, 0x40].into());
}

#[test]
fn what_does_not_compile_is_unfit_and_no_locale() {
    let Some(place) = place() else { return };
    let unknown = definition("xx_XX", "UTF-8");
    assert_eq!(compile(&unknown, 3, &place), Err(Unfit(unknown)));
    let no_charmap = definition("fr_FR", "NO-SUCH-MAP");
    assert_eq!(compile(&no_charmap, 4, &place), Err(Unfit(no_charmap)));
}

/// The shortened definition against the whole one.
#[test]
fn the_part_that_is_compiled_is_the_part_that_decides() {
    let Some(place) = place() else { return };
    let (workplace, library, _) = &place;
    let whole = workplace.make("whole").unwrap();
    let mut localedef = asked(workplace, "localedef");
    localedef.args(["--no-archive", "--inputfile", "fr_FR", "--charmap", "ISO-8859-1"]).arg(whole.join("all"));
    workplace.succeed(&mut localedef, LIMIT).unwrap();
    let answer = library.in_locales(&["all".to_owned()], Some(&whole), workplace).unwrap();
    let part = compile(&definition("fr_FR", "ISO-8859-1"), 5, &place).unwrap();
    assert_eq!(answer.locales, [("all".to_owned(), Some(part.said))]);
}

#[test]
fn locales_that_are_compiled_together_say_the_same_when_compiled_alone() {
    let Some(place) = place() else { return };
    let together = place.2.iter().filter(|it| it.charmap == "ISO-8859-1").max_by_key(|it| it.names.len()).unwrap();
    assert!(together.names.len() > 10, "{together:?}");
    let all = together.compile_and_ask(6, &place.1, &place.0).unwrap().unwrap();
    assert_eq!(all.iter().map(|outcome| &outcome.name).collect::<Vec<_>>(), together.names.iter().collect::<Vec<_>>());
    let last = together.names.last().unwrap();
    assert_eq!(compile(&definition(last, "ISO-8859-1"), 7, &place).unwrap().said, all[0].said);
}

#[test]
fn ethiopic_locales_have_a_wide_space_of_their_own() {
    let Some(place) = place() else { return };
    let [ethiopic, english] =
        ["am_ET", "en_US.UTF-8"].map(|name| compile(&definition(name, "UTF-8"), 8, &place).unwrap());
    assert_eq!(&ethiopic.said.wide - &english.said.wide, [0x1361].into());
    assert_eq!(ethiopic.said.bytes, english.said.bytes);
}

#[test]
fn what_localedef_makes_nothing_of_in_part_it_is_given_whole() {
    let Some(place) = place() else { return };
    assert_eq!(compile(&definition("ko_KR.UTF-8", "UTF-8"), 9, &place).unwrap().said.bytes, six());
}
