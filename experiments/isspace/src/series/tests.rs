use std::collections::BTreeSet;
use std::sync::LazyLock;

use harness::record::Setting;

use super::*;
use crate::answer::{CODE_POINTS, InLocale, Said};
use crate::implementations::{Implementation, latin_1};
use crate::locales::{Origin, Outcome};

fn implementation(id: &'static str, asked: u32, spaces: impl IntoIterator<Item = u32>) -> Implementation {
    let said = Said { asked, spaces: spaces.into_iter().collect() };
    Implementation { id, language: "L", call: "c()", version: "1".to_owned(), unicode: None, said }
}

fn outcome(origin: Origin, name: &str, charmap: &str, bytes: Spaces) -> Outcome {
    let said = InLocale { charmap: charmap.to_owned(), eof: false, wide: bytes.clone(), bytes };
    Outcome { library: "glibc".to_owned(), origin, name: name.to_owned(), charmap: charmap.to_owned(), said }
}

fn asked() -> Asked {
    let ebcdic: Spaces = [0x05, 0x0B, 0x0C, 0x0D, 0x25, 0x40].into();
    let mut asked = Asked {
        implementations: vec![
            implementation("python-str", CODE_POINTS, [9, 0x20, 0x85]),
            implementation("python-bytes", 0x100, [0x20]),
            implementation("java-trim", CODE_POINTS, 0..=0x20),
            implementation("javascript-trim", CODE_POINTS, [0x20, 0x3000]),
        ],
        locales: vec![
            outcome(Origin::Installed, "C.utf8", "UTF-8", six()),
            outcome(Origin::Supported, "fr_FR.UTF-8", "UTF-8", six()),
            outcome(Origin::Supported, "am_ET", "UTF-8", six()),
            outcome(Origin::Charmap, "i18n", "CP1252", six()),
            outcome(Origin::Charmap, "i18n", "SHIFT_JIS", six()),
            outcome(Origin::Charmap, "i18n", "IBM037", ebcdic),
        ],
        elsewhere: [(latin_1::PYTHON.0, [0x105, 0x1F605].into())].into(),
        trims: vec![implementation("sqlite-trim", CODE_POINTS, [0x20])],
        ..Asked::default()
    };
    asked.locales[2].said.wide.insert(0x1361);
    asked
}

/// Made once for all tests: each rule is tried on every character of a plane.
static ALL: LazyLock<Vec<Series>> = LazyLock::new(|| all(&asked()));

fn series(id: &str) -> &'static Series {
    ALL.iter().find(|series| series.words.id == id).expect("every series is always there")
}

fn is_at(point: &Point, settings: &[(&str, Setting)]) -> bool {
    settings.iter().all(|(name, setting)| point.at.get(*name) == Some(setting))
}

#[track_caller]
fn value(id: &str, settings: &[(&str, Setting)], measure: &str) -> Option<f64> {
    let points = &series(id).points;
    let mut found = points.iter().filter(|point| is_at(point, settings));
    let point = found.next().unwrap_or_else(|| panic!("{id} has no point at {settings:?}"));
    assert!(found.next().is_none(), "{id} has several points at {settings:?}");
    point.values.get(measure).map(|value| value.value)
}

#[test]
fn every_point_has_every_dimension_and_no_other_measure() {
    for series in ALL.iter() {
        let dimensions: BTreeSet<&String> = series.words.dimensions.iter().map(|dimension| &dimension.name).collect();
        let measures: BTreeSet<&String> = series.words.measures.iter().map(|measure| &measure.name).collect();
        assert!(!series.points.is_empty(), "{}", series.words.id);
        for point in &series.points {
            assert_eq!(point.at.keys().collect::<BTreeSet<_>>(), dimensions, "{}", series.words.id);
            let told = point.values.keys().chain(point.exact.keys());
            assert!(told.collect::<BTreeSet<_>>().is_subset(&measures), "{}: {point:?}", series.words.id);
        }
        let places: BTreeSet<String> = series.points.iter().map(|point| format!("{:?}", point.at)).collect();
        assert_eq!(places.len(), series.points.len(), "{} says something twice", series.words.id);
    }
}

#[test]
fn the_matrix_holds_yes_and_no_and_nothing_of_those_who_were_not_asked() {
    let says = |who: &str, code_point: u32| {
        let point = series("code-points")
            .points
            .iter()
            .find(|point| is_at(point, &[("implementation", who.into()), ("code_point", code_point.into())]));
        point.map(|point| point.values["space"].value)
    };
    assert_eq!(
        (says("python-str", 0x85), says("javascript-trim", 0x85), says("python-bytes", 0x85)),
        (Some(1.0), Some(0.0), Some(0.0))
    );
    assert_eq!(
        (says("python-str", 0x3000), says("javascript-trim", 0x3000), says("python-bytes", 0x3000)),
        (Some(0.0), Some(1.0), None)
    );
    // Removed by Java's trim alone.
    assert_eq!((says("java-trim", 1), says("python-str", 1)), (Some(1.0), None));
    assert_eq!((says("java-trim", 9), says("javascript-trim", 9)), (Some(1.0), Some(0.0)));
    // A space to nobody.
    assert_eq!(says("python-str", 0x41), None);
}

#[test]
fn characters_count_those_who_were_asked() {
    let points = &series("characters").points;
    let at = |code_point: u32| points.iter().find(|point| is_at(point, &[("code_point", code_point.into())])).unwrap();
    let counted =
        |code_point| (at(code_point).values["implementations"].value, at(code_point).values["implementations"].n);
    assert_eq!((counted(0x20), counted(0x3000), counted(1)), ((4.0, 4), (1.0, 3), (1.0, 4)));
    assert!(is_at(at(0x85), &[("notation", "U+0085".into()), ("name", "NEXT LINE".into()), ("utf8", "C2 85".into())]));
}

#[test]
fn implementations_tell_how_many_of_how_many() {
    let of = |who: &str, measure: &str| value("implementations", &[("implementation", who.into())], measure);
    assert_eq!((of("java-trim", "code_points"), of("java-trim", "asked")), (Some(33.0), Some(1_114_112.0)));
    assert_eq!((of("python-bytes", "code_points"), of("python-bytes", "asked")), (Some(1.0), Some(256.0)));
}

#[test]
fn locales_of_one_character_map_are_one_row() {
    let of = |origin: &str, charmap: &str, measure: &str| {
        value("locales", &[("origin", origin.into()), ("charmap", charmap.into())], measure)
    };
    assert_eq!(of("supported", "UTF-8", "locales"), Some(2.0));
    assert_eq!(of("installed", "UTF-8", "locales"), Some(1.0));
    assert_eq!(of("charmap", "others", "locales"), Some(2.0));
    assert_eq!(of("charmap", "IBM037", "spaces"), Some(6.0));
}

#[test]
fn what_was_published_of_macos_is_never_a_value_of_ours() {
    let Series { words, points } = series("locales");
    assert!(words.published_source.is_some());
    let [published] = &words.published[..] else { panic!("{:?}", words.published) };
    assert_eq!(published.at["library"], "macos".into());
    assert_eq!(published.values.values().collect::<Vec<_>>(), [&8.0]);
    assert!(points.iter().all(|point| point.at != published.at));
}

#[test]
fn every_series_is_declared_with_the_words_that_it_has() {
    let declared = declared();
    for Series { words, .. } in ALL.iter() {
        assert!(declared.iter().any(|known| known.words == *words), "{}", words.id);
    }
}

#[test]
fn rules_are_tried_on_characters_once_each_and_not_where_text_is_no_utf8() {
    let points = &series("broken").points;
    let rules: Vec<String> = points.iter().map(|point| format!("{:?}", point.at["rule"])).collect();
    assert_eq!(rules, [r#"Text("the six")"#, r#"Text("macOS, UTF-8 (published)")"#]);
    let [six, macos] = [0, 1].map(|index: usize| &points[index]);
    for (measure, of_macos) in [(SCALARS, 99_104.0), (BMP_CODE_POINTS, 3_840.0)] {
        assert_eq!(six.values[measure].value, 0.0);
        assert_eq!((macos.values[measure].value, macos.exact.get(measure)), (of_macos, Some(&of_macos)));
    }
    assert_eq!((macos.values[SCALARS].n, macos.values[BMP_CODE_POINTS].n), (1_112_064, 63_488));
}

#[test]
fn code_points_of_which_locales_disagree_are_counted() {
    let at_ethiopic =
        [("code_point", 0x1361_u32.into()), ("name", "ETHIOPIC WORDSPACE".into()), ("first_locale", "am_ET".into())];
    assert_eq!(value("wide-locales", &at_ethiopic, "locales"), Some(1.0));
    let points = &series("wide-locales").points;
    assert_eq!((points.len(), points[0].values["locales"].n), (1, 3));
}

#[test]
fn what_is_cut_and_trimmed_is_counted() {
    assert_eq!(value("latin-1", &[("call", latin_1::PYTHON.0.into())], "code_points"), Some(2.0));
    assert_eq!(series("latin-1").points.len(), 1, "nobody else was asked");
    let at = [("trim", "sqlite-trim".into()), ("characters", "20".into())];
    assert_eq!(value("trims", &at, "code_points"), Some(1.0));
}
