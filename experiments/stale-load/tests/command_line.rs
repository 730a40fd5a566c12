//! The binary as its user sees it.

use std::process::{Command, Output};

use serde_json::Value;

fn stale_load(arguments: &[&str]) -> Output {
    program(arguments).output().unwrap()
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stale-load"));
    command.args(arguments);
    command
}

fn one(arguments: &str) -> Output {
    let settings: Vec<&str> = ["one"].into_iter().chain(arguments.split_whitespace()).collect();
    stale_load(&settings)
}

fn figures(arguments: &str) -> Value {
    let output = one(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const NAMES: [&str; 3] = ["mean_time", "p50_time", "p99_time"];

#[test]
fn one_prints_each_figure_with_its_interval_and_what_is_exact() {
    let common = "--servers 10 --utilisation 0.7 --requests 20000 --seed 1";
    for (policy, known) in [
        ("random", true),
        ("round-robin", true),
        ("best", false),
        ("best --replacement --choices 3", false),
        ("least", false),
        ("least --first-of-ties", false),
        ("idle", false),
        ("round-robin --balancers 4", false),
        ("least --information own --age 16 --balancers 4", false),
        ("best --information renewed --age 16", false),
        ("least --information aged --age 2", false),
        ("least --information own --age 16", false),
        ("random --arrivals regular --service tick", true),
    ] {
        let found = figures(&format!("{common} --policy {policy}"));
        for name in NAMES {
            let at = |end: &str| found[name][end].as_f64().unwrap();
            assert!(0.5 < at("low") && at("low") < at("value") && at("value") < at("high"), "{policy}: {found}");
        }
        assert_eq!(found["exact"].is_object(), known, "{policy}: {found}");
    }
    let exact = &figures(&format!("{common} --policy random"))["exact"];
    assert!((exact["mean_time"].as_f64().unwrap() - 10.0 / 3.0).abs() < 1e-9);
    // Of some settings only the mean is known.
    let fixed = &figures(&format!("{common} --policy random --service fixed"))["exact"];
    assert!(fixed["mean_time"].is_number() && fixed["p99_time"].is_null());
}

#[test]
fn one_agrees_with_what_is_known_exactly() {
    let found = figures("--servers 10 --utilisation 0.9 --policy round-robin --requests 1000000 --seed 1");
    for name in NAMES {
        let (exact, found) = (found["exact"][name].as_f64().unwrap(), &found[name]);
        let (value, reach) =
            (found["value"].as_f64().unwrap(), found["high"].as_f64().unwrap() - found["value"].as_f64().unwrap());
        // Two of the interval's halves: 4.2 standard errors of 20 repetitions (Student: 5 in 10,000).
        assert!((value - exact).abs() < 2.0 * reach, "{name}: {found} and {exact}");
    }
}

#[test]
fn one_simulates_an_overload_only_when_asked_for_a_finite_run() {
    let overload = "--servers 4 --utilisation 1.2 --policy least --requests 1000 --seed 1";
    let refused = one(overload);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said.contains("utilisation is 1.2: at 1 and more the queues never settle") && said.contains("--finite"),
        "{said}"
    );
    assert_eq!(figures(&format!("{overload} --finite"))["exact"], Value::Null);
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_status_2() {
    let good = "--servers 4 --utilisation 0.5 --policy best --requests 100 --seed 1";
    let but = |flag: &str, value: &str| {
        let words: Vec<&str> = good.split(' ').collect();
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        let at = words.iter().position(|word| word == flag).unwrap();
        words[at + 1] = value.to_owned();
        words.join(" ")
    };
    for (arguments, said) in [
        (but("--servers", "0"), "servers is 0; it must be from 1 to 1,000"),
        (but("--utilisation", "NaN"), "utilisation is NaN; it must be from 0.000001 to 4"),
        (but("--utilisation", "1"), "utilisation is 1: at 1 and more the queues never settle"),
        (but("--policy", "luck"), "policy is \"luck\"; it must be one of random, best, least, round-robin, idle"),
        (format!("{good} --balancers 65"), "balancers is 65; it must be from 1 to 64"),
        (format!("{good} --choices 5"), "choices is 5; it must be from 1 to 4"),
        (format!("{good} --information renewed"), "renewed information needs an --age, in mean service times"),
        (
            format!("{good} --information stale"),
            "information is \"stale\"; it must be one of fresh, renewed, aged, own",
        ),
        (format!("{good} --age 3"), "fresh information has no --age"),
        (format!("{good} --information aged --age NaN"), "age is NaN; it must be from"),
        (format!("{good} --arrivals never"), "arrivals is \"never\"; it must be one of poisson, regular"),
        ("--servers 4".to_owned(), "the following required arguments were not provided"),
    ] {
        let output = one(&arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.starts_with("stale-load: ") && error.contains(said), "{arguments}: {error}");
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{error}");
    }
}

#[test]
fn a_part_needs_a_file_of_its_own_and_only_parts_merge() {
    for (arguments, said) in [
        (&["run", "--shard", "1/3"][..], "say where it goes, by --out PART"),
        (&["--shard", "1/3"], "say where it goes, by --out PART"),
        (&["run", "--shard", "4/3", "--out", "x"], "parts are counted from 1 to 3"),
        (&["merge"], "PART"),
        (&["merge", "no-such-part.json"], "no-such-part.json: cannot be read"),
    ] {
        let output = stale_load(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.starts_with("stale-load: ") && error.contains(said), "{arguments:?}: {error}");
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{error}");
    }
}

#[test]
fn one_says_whether_queues_have_settled() {
    let growth = |arguments: &str| figures(arguments)["second_half_over_first"].clone();
    let settled = growth("--servers 10 --utilisation 0.5 --policy best --requests 200000 --seed 1");
    assert!((0.95..1.05).contains(&settled["value"].as_f64().unwrap()), "{settled}");
    let overload = growth("--servers 4 --utilisation 1.2 --policy least --requests 20000 --seed 1 --finite");
    assert!(overload["low"].as_f64().unwrap() > 1.5, "{overload}");
    assert_eq!(growth("--servers 4 --utilisation 0.5 --policy least --requests 20 --seed 1"), Value::Null);
}

#[test]
fn the_cross_check_compares_with_a_heap_and_with_web_assembly() {
    let output = stale_load(&["cross-check", "--rounds", "3", "--requests", "2000"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found[0]["theirs"], "a heap of events");
    for comparison in [&found[0], &found[1]] {
        // Where Node or the lab's WebAssembly is missing, it says so.
        let is_compared = comparison["ratio"]["value"].as_f64().is_some_and(|ratio| ratio > 0.0);
        assert!(is_compared || comparison["skipped"]["why"].is_string(), "{comparison}");
    }
}

#[test]
fn one_does_not_depend_on_the_number_of_threads() {
    let with = |threads: &str| {
        let arguments = "one --servers 5 --utilisation 0.8 --policy best --requests 50000 --seed 9";
        let mut command = program(&arguments.split(' ').collect::<Vec<_>>());
        command.env("RAYON_NUM_THREADS", threads).output().unwrap().stdout
    };
    assert_eq!(with("1"), with("2"));
}
