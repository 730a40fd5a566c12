use clap::{Parser, Subcommand};
use proptest::prelude::*;

use super::*;

#[derive(Debug, Subcommand)]
enum Own {
    One {
        #[arg(long)]
        items: u64,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Args)]
struct Options {
    #[arg(long)]
    sides: Option<u32>,
    #[arg(long)]
    loaded: bool,
    #[arg(long, value_name = "HOST:PORT", value_hint = ValueHint::Hostname)]
    peer: Option<String>,
    #[arg(long, hide = true)]
    inner: bool,
}

fn read(arguments: &[&str]) -> Result<CommandLine<Own, Options>, String> {
    CommandLine::try_parse_from([&["test"], arguments].concat()).map_err(|error| one_line(&error.to_string()))
}

fn run_options(arguments: &[&str]) -> RunOptions {
    all_options(arguments).shared
}

fn all_options(arguments: &[&str]) -> AllOptions<Options> {
    let line = read(arguments).unwrap();
    match line.request {
        Some(Request::Run(options)) => options,
        None => line.run,
        Some(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_run_is_quick_and_seeded_unless_told_otherwise() {
    let options = run_options(&[]);
    assert_eq!((options.profile, options.seed, options.out), (Profile::Quick, DEFAULT_SEED, None));
}

#[test]
fn run_may_be_named_or_left_out() {
    let flags = ["--profile", "full", "--seed", "7", "--out", "x.json", "--machine", "4-core-box", "--quiet"];
    let options = run_options(&flags);
    assert_eq!(options.profile, Profile::Full);
    assert_eq!(run_options(&[&["run"], &flags[..]].concat()), options);
}

#[test]
fn an_experiments_own_options_stand_beside_the_shared_ones() {
    for arguments in [&["--sides", "20", "--seed", "7"][..], &["run", "--seed", "7", "--sides", "20"]] {
        let options = all_options(arguments);
        assert_eq!((options.own.sides, options.shared.seed), (Some(20), 7));
    }
    assert_eq!(all_options(&[]).own.sides, None);
}

#[test]
fn own_options_are_published_as_given_but_for_hosts_and_what_help_hides() {
    let words = |arguments: &[&str]| {
        let build = Build { experiment: "dice", commit: "unknown", dirty: "true", toolchain: "rustc" };
        let arguments = ["dice"].iter().chain(arguments).map(OsString::from);
        parse::<Own, Options>(&build, arguments).unwrap().1.join(" ")
    };
    assert_eq!(words(&["--seed", "7"]), "");
    for before in [&[][..], &["run"]] {
        let given = ["--peer", "my-host:1", "--sides=20", "--loaded", "--inner", "--seed", "7"];
        assert_eq!(words(&[before, &given].concat()), "--sides 20 --loaded --peer HOST:PORT");
    }
    assert_eq!(words(&["one", "--items", "3"]), "");
}

#[test]
fn an_experiments_own_command_is_known() {
    let line = read(&["one", "--items", "3"]).unwrap();
    assert!(matches!(line.request, Some(Request::Own(Own::One { items: 3 }))));
}

#[test]
fn a_mistake_is_told_in_one_line() {
    for (arguments, said) in [
        (&["--profile", "slow"][..], "invalid value 'slow' for '--profile <PROFILE>' [possible values: quick, full]"),
        (&["--seed", "-1"], "unexpected argument '-1' found"),
        (
            &["--seed", "9007199254740992"],
            "invalid value '9007199254740992' for '--seed <NUMBER>': 9007199254740992 is not in 0..=9007199254740991",
        ),
        (&["--fast"], "unexpected argument '--fast' found"),
        (&["two"], "unrecognized subcommand 'two'"),
        (&["one"], "the following required arguments were not provided: --items <ITEMS>"),
        (
            &["--machine", "My Box"],
            "invalid value 'My Box' for '--machine <ID>': it must be small letters and digits, joined by single hyphens",
        ),
    ] {
        assert_eq!(read(arguments).unwrap_err(), said);
    }
}

#[test]
fn a_machine_id_can_name_a_file_and_nothing_else() {
    for id in ["box", "2-core-vm", "7"] {
        assert_eq!(machine_id(id).as_deref(), Ok(id));
    }
    for id in ["", "-", "a--b", "-a", "a-", "A", "a/b", "..", "a.b", "a b", "é"] {
        assert!(machine_id(id).is_err(), "{id:?}");
    }
}

proptest! {
    #[test]
    fn no_command_line_brings_the_reader_down(arguments in proptest::collection::vec(".{0,20}", 0..6)) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if let Err(said) = read(&arguments) {
            prop_assert!(!said.contains('\n'));
        }
    }
}

#[test]
fn help_begins_with_what_the_program_does() {
    let text = command::<Own, Options>("dice").render_help().to_string();
    assert!(text.starts_with("Measures the finding `dice` on this machine and writes the record\n"), "{text}");
}
