use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::*;
use crate::RUNS;
use crate::answer::CODE_POINTS;

/// The spaces of other scripts and of typography, but for those that do not break lines.
const TYPOGRAPHIC: [u32; 14] =
    [0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x205F];

/// Everybody's answers, asked once for all tests.
fn heard() -> &'static BTreeMap<&'static str, Spaces> {
    static HEARD: OnceLock<BTreeMap<&'static str, Spaces>> = OnceLock::new();
    HEARD.get_or_init(|| {
        let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
        let heard = sources().into_iter().map(|source| source.ask(&place).unwrap());
        let mut spaces = BTreeMap::new();
        for Heard { implementations, elsewhere, trims, .. } in heard {
            spaces.extend(implementations.into_iter().chain(trims).map(|it| (it.id, it.said.spaces)));
            spaces.extend(elsewhere);
        }
        spaces
    })
}

/// The six, and these.
fn six_and(more: impl IntoIterator<Item = u32>) -> Spaces {
    crate::published::six().into_iter().chain(more).collect()
}

fn with(more: impl IntoIterator<Item = u32>) -> Spaces {
    six_and(TYPOGRAPHIC.into_iter().chain([0x3000]).chain(more))
}

/// White_Space of Unicode (PropList.txt), 25 code points.
fn white_space() -> Spaces {
    with([0x85, 0xA0, 0x2007, 0x202F])
}

/// Compares an implementation's answer with the expected one, where the implementation is here.
#[track_caller]
fn says(id: &str, expected: &Spaces) {
    let Some(spaces) = heard().get(id) else { return testkit::skip_part(id) };
    let [more, less] = [spaces - expected, expected - spaces];
    assert!(more.is_empty() && less.is_empty(), "{id}: {more:x?} more, {less:x?} less");
}

#[test]
fn unicode_has_twenty_five() {
    assert_eq!(white_space().len(), 25);
    let all = ["unicode-white-space", "rust-char", "go-unicode-isspace", "icu-u-isuwhitespace"];
    for id in all.into_iter().chain(["perl-regex-u", PERL_BESIDE_WIDER]) {
        says(id, &white_space());
    }
}

#[test]
fn unicode_and_rust_are_asked_wherever_this_is_built() {
    assert!(["unicode-white-space", "rust-char", "rust-ascii"].iter().all(|id| heard().contains_key(id)));
}

#[test]
fn ascii_tests_have_six_or_lack_the_vertical_tab() {
    let others =
        ["c-iswspace-glibc-c", "python-bytes", "java-regex", "perl-regex-a", "mawk-utf8", "cpp-isspace-char-utf8"];
    let in_c = ["bash-c", "grep-c", "sed-c", "gawk-c", "mawk-c", "cpp-isspace-char-c", "cpp-isspace-wide-c"];
    for id in others.into_iter().chain(in_c) {
        says(id, &six_and([]));
    }
    let mut without = six_and([]);
    without.remove(&0x0B);
    says("rust-ascii", &without);
    says("go-regexp", &without);
}

#[test]
fn c_libraries_leave_out_what_does_not_break_lines() {
    says("c-iswspace-glibc-utf8", &with([]));
    // Tools that ask the C library say the same.
    if cfg!(target_env = "gnu") {
        for id in ["bash-utf8", "grep-utf8", "sed-utf8", "gawk-utf8", "cpp-isspace-wide-utf8", "cpp-regex-utf8"] {
            says(id, &with([]));
        }
    }
    // musl has NEXT LINE, and lacks OGHAM SPACE MARK.
    let mut musl = with([0x85]);
    musl.remove(&0x1680);
    says("c-iswspace-musl", &musl);
}

#[test]
fn icu_and_python_count_the_separators_of_information() {
    for id in ["icu-u-isspace", ICU_ELSEWHERE, "python-str", "python-split", "python-regex"] {
        says(id, &white_space().into_iter().chain(0x1C..=0x1F).collect());
    }
}

#[test]
fn java_has_three_opinions() {
    says("java-is-whitespace", &with(0x1C..=0x1F));
    says("java-strip", &with(0x1C..=0x1F));
    says("java-trim", &(0..=0x20).collect());
    let blanks: Spaces =
        white_space().into_iter().filter(|it| ![0x85].contains(it) && !(9..=13).contains(it)).collect();
    says("java-is-space-char", &blanks);
}

#[test]
fn javascript_has_the_byte_order_mark_and_not_next_line() {
    for id in ["javascript-regex", "javascript-trim"] {
        says(id, &with([0xA0, 0x2007, 0x202F, 0xFEFF]));
    }
}

#[test]
fn perl_without_a_modifier_knows_no_latin_1_unless_the_string_is_wider() {
    says(PERL_REGEX, &with([0x2007, 0x202F]));
}

#[test]
fn what_splits_latin_1_cuts_the_characters_that_hold_its_spaces() {
    let holding = |bytes: &[u32]| isspace_model::search::encoded_with(bytes.iter().map(|&byte| byte as u8).collect());
    let of_both: Spaces = holding(&[0x85, 0xA0]).iter().collect();
    for (id, _) in [latin_1::PYTHON, latin_1::GO, latin_1::PERL, latin_1::RUST] {
        says(id, &of_both);
    }
    // JavaScript's \s has U+00A0 and not U+0085; Java's \s is ASCII's.
    says(latin_1::JAVASCRIPT.0, &holding(&[0xA0]).iter().collect());
    says(latin_1::JAVA.0, &Spaces::new());
}

#[test]
fn databases_and_python_trim_the_space_alone_and_go_all_that_it_calls_spaces() {
    for id in ["postgresql-btrim", "sqlite-trim", "python-csv"] {
        says(id, &[0x20].into());
    }
    // A line ends at the line feed.
    says("go-csv", &white_space().into_iter().filter(|&it| it != 0x0A).collect());
}

#[test]
fn a_c_library_is_named_by_itself_and_others_by_their_language() {
    let named = |id, language| {
        let said = Said { asked: 1, spaces: Spaces::new() };
        Implementation { id, language, call: "", version: String::new(), unicode: None, said }.program()
    };
    assert_eq!(named(MUSL[0].0, "C"), "musl");
    assert_eq!(GLIBC.map(|(id, _)| named(id, "C")), ["glibc"; 2]);
    assert_eq!(named(ICU[0].0, "ICU"), "ICU");
    assert_eq!(named("java-trim", "Java"), "Java");
}

#[test]
fn names_in_the_record_are_each_ones_own() {
    let names: Vec<&str> = known().into_iter().chain(known_trims()).map(|(id, _)| id).collect();
    let different: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(different.len(), names.len());
    assert!(native::all().iter().all(|it| names.contains(&it.id)));
    assert!(names.contains(&"c-iswspace-macos-c"), "a Mac is not this machine");
}

#[test]
fn the_version_of_unicodes_property_is_that_of_the_crate() {
    let lock = include_str!("../../../../Cargo.lock");
    let (name, version) = native::ICU_PROPERTIES.split_once(' ').unwrap();
    assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")), "Cargo.lock has another version");
}

/// A runtime that is a script of ours.
fn pretended(place: &Workplace<'_>, script: &str) -> Result<Vec<Implementation>, ProgramError> {
    let program = place.folder().join("pretended");
    testkit::make_program(&program, format!("#!/bin/sh\n{script}\n"));
    let program: &'static str = String::leak(program.into_os_string().into_string().unwrap());
    runtimes::Runtime::pretended(program, &[("a", "a()"), ("b", "b()")]).ask(place).map(|heard| heard.implementations)
}

#[test]
fn a_runtime_that_answers_is_believed() {
    let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
    let script = "printf 'version 7\\na 110000 20\\nb 100\\nend\\n'";
    let answers = pretended(&place, script).unwrap();
    let said: Vec<_> =
        answers.iter().map(|it| (it.id, it.version.as_str(), it.said.asked, it.said.spaces.len())).collect();
    assert_eq!(said, [("a", "7", CODE_POINTS, 1), ("b", "7", 0x100, 0)]);
}

#[test]
fn a_runtime_that_fails_prints_rubbish_or_leaves_something_out_is_not() {
    let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
    let why = |script: &str| pretended(&place, script).unwrap_err().to_string();
    assert_eq!(why("exit 3"), "`pretended` ended with exit status: 3");
    assert!(why("kill -9 $$").starts_with("`pretended` ended with signal: 9"));
    assert_eq!(why("echo hello"), "its answer has no end");
    assert!(why("echo 'hello world'; echo end").contains("line 1 of its answer is wrong"));
    assert_eq!(why("printf 'version 7\\na 100\\nend\\n'"), "its answer does not speak of b");
    assert_eq!(why("printf 'a 100\\nb 100\\nend\\n'"), "its answer does not speak of its version");
}

#[test]
fn a_tool_that_its_script_does_not_find_is_said_to_be_absent() {
    let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
    let script = runtimes::Runtime::pretended_tool("exit 127").ask(&place);
    assert_eq!(script.unwrap_err().to_string(), "there is no `Pretence` here");
}
