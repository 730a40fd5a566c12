use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;

use super::*;

const ORDINARY: &str = "library glibc\nversion 2.36\nsome-call 110000 9 20 10ffff\nlocale C ANSI_X3.4-1968 0 9 20\nwide 9 20 3000\nrefused xx\nend\n";

fn why(text: &str) -> &'static str {
    match Answer::parse(text) {
        Err(Garbled::Line { why, .. }) => why,
        other => panic!("{text:?} is read as {other:?}"),
    }
}

#[test]
fn an_answer_tells_versions_sets_and_locales() {
    let answer = Answer::parse(ORDINARY).unwrap();
    assert_eq!((answer.about("library"), answer.about("version")), (Some("glibc"), Some("2.36")));
    assert_eq!(answer.about("unicode"), None);
    let said = answer.said("some-call").unwrap();
    assert_eq!((said.asked, &said.spaces), (CODE_POINTS, &Spaces::from([9, 0x20, 0x10_FFFF])));
    let c = InLocale {
        charmap: "ANSI_X3.4-1968".to_owned(),
        eof: false,
        bytes: Spaces::from([9, 0x20]),
        wide: Spaces::from([9, 0x20, 0x3000]),
    };
    assert_eq!(answer.locales, [("C".to_owned(), Some(c)), ("xx".to_owned(), None)]);
}

#[test]
fn nobody_calling_anything_a_space_is_an_answer() {
    assert_eq!(Answer::parse("some-call 100\nend\n").unwrap().said("some-call").unwrap().spaces, Spaces::new());
    assert_eq!(Answer::parse("end\n"), Ok(Answer::default()));
}

#[test]
fn an_answer_that_was_cut_off_is_not_believed() {
    for end in 0..ORDINARY.len() {
        assert!(Answer::parse(&ORDINARY[..end]).is_err(), "{:?}", &ORDINARY[..end]);
    }
}

#[test]
fn what_an_implementation_was_not_asked_for_is_missing_by_name() {
    let answer = Answer::parse(ORDINARY).unwrap();
    assert_eq!(answer.said("another"), Err(Garbled::Missing("another".to_owned())));
}

#[test]
fn numbers_have_to_ascend_below_what_was_asked() {
    assert!(why("a 110000 20 9\nend\n").contains("ascend"));
    assert!(why("a 110000 9 9\nend\n").contains("ascend"));
    assert!(why("a 110000 110000\nend\n").contains("too far"));
    assert!(why("locale C X 0 100\nend\n").contains("too far"));
    assert!(why("a 110001 9\nend\n").contains("how many"));
    assert!(why("a 0\nend\n").contains("how many"));
}

#[test]
fn only_plain_hexadecimal_is_a_number() {
    for number in ["", "+9", "-9", "09", "0x9", "A", "g", "9 ", "ffffffffff", "９"] {
        why(&format!("a 110000 {number}\nend\n"));
    }
}

#[test]
fn nothing_is_said_twice_and_nothing_is_left_out() {
    assert!(why("version 1\nversion 2\nend\n").contains("twice"));
    assert!(why("version \nend\n").contains("nothing"));
    assert!(why("a 100\na 100\nend\n").contains("again"));
    assert!(why("locale C\nend\n").contains("missing"));
    assert!(why("locale C X 2\nend\n").contains("EOF"));
    assert!(why("wide 9\nend\n").contains("no locale"));
    assert!(why("refused C\nwide 9\nend\n").contains("no locale"));
    assert!(why("locale C X 0\nwide 9\nwide 9\nend\n").contains("another"));
    assert!(why("word\nend\n").contains("one word"));
    assert!(why("\nend\n").contains("one word"));
}

#[test]
fn the_line_that_is_wrong_is_named() {
    let error = Answer::parse("version 1\na 100 zz\nend\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2 of its answer is wrong: a number is none");
}

fn written(sets: &BTreeMap<String, (u32, Spaces)>, locales: &[(bool, Spaces)]) -> String {
    let numbers = |spaces: &Spaces| spaces.iter().map(|space| format!(" {space:x}")).collect::<String>();
    let mut text = "version 1.2\n".to_owned();
    for (id, (asked, spaces)) in sets {
        text += &format!("{id} {asked:x}{}\n", numbers(spaces));
    }
    for (number, (eof, bytes)) in locales.iter().enumerate() {
        text += &format!("locale l{number} X {}{}\n", u8::from(*eof), numbers(bytes));
    }
    text + "end\n"
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        sets in btree_map("[a-k]{1,8}", btree_set(0..CODE_POINTS, 0..60).prop_map(|set| (CODE_POINTS, set)), 0..6),
        locales in vec((any::<bool>(), btree_set(0_u32..0x100, 0..20)), 0..6),
    ) {
        let answer = Answer::parse(&written(&sets, &locales)).unwrap();
        prop_assert_eq!(answer.implementations.len(), sets.len());
        for (id, (asked, spaces)) in &sets {
            let said = answer.said(id).unwrap();
            prop_assert_eq!((said.asked, &said.spaces), (*asked, spaces));
        }
        let read: Vec<_> = answer.locales.into_iter().map(|(_, said)| said.map(|it| (it.eof, it.bytes)).unwrap()).collect();
        prop_assert_eq!(read, locales);
    }
}
