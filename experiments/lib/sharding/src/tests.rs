use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use fuzzing::{bounded, mutated};
use harness::record::{Dimension, Machine, Measure, Outcome, Point, Provenance, Record, SCHEMA_VERSION, Series};
use proptest::prelude::*;

use super::*;

/// An experiment that throws dice of given numbers of sides.
struct Dice;

impl Divisible for Dice {
    type Setting = u32;

    fn build() -> Build {
        Build { experiment: "dice", commit: "unknown", dirty: "false", toolchain: "rustc" }
    }

    fn series() -> Vec<Series> {
        vec![dice()]
    }

    fn conditions(profile: Profile) -> Vec<Condition<u32>> {
        let repetitions = if profile == Profile::Quick { 100 } else { 200 };
        [2, 6, 20]
            .map(|sides| Condition {
                key: format!("{sides} sides"),
                setting: sides,
                repetitions,
                // Six units of the first condition, and one for every repetition of the others.
                work: if sides == 2 { 500_000 } else { 10_000_000 * u64::from(sides) },
                tallies: vec![Tally { name: "thrown", each: 2, most: 20 }],
            })
            .into()
    }

    fn repeat(sides: &u32, seed: u64, repetitions: Range<u32>) -> Counts {
        let mut counts = Counts::default();
        for repetition in repetitions {
            let thrown = (seed ^ u64::from(repetition)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            counts.add("thrown", thrown % u64::from(*sides), 1);
            counts.add("thrown", u64::from(*sides), 1);
        }
        counts
    }

    fn results(_: &Run, found: Vec<(Condition<u32>, Counts)>) -> Result<Results, Failure> {
        let points = found.into_iter().map(|(condition, counts)| Point {
            outcomes: [(
                "thrown".to_owned(),
                counts.frequencies("thrown").map(|(value, n)| (value.to_string(), n)).collect(),
            )]
            .into(),
            ..Point::new([("sides", condition.setting.into())])
        });
        Ok(Results { found: Found::new(vec![dice().points(points)]), skipped: Vec::new() })
    }

    fn judge(_: &Found) -> Judged {
        Judged::default()
    }
}

fn dice() -> Series {
    Series::new("dice", "Dice")
        .dimensions([Dimension::new("sides", "Sides", None)])
        .measures([Measure::counted("none", "None", "1")])
        .outcomes([Outcome::new("thrown", "Thrown", [])])
}

fn shard(text: &str) -> Shard {
    text.parse().unwrap()
}

fn machine() -> Machine {
    Machine {
        id: "some-machine".into(),
        cpu_model: String::new(),
        processor: None,
        caches: vec![],
        logical_cores: 1,
        memory_bytes: 1,
        architecture: String::new(),
        kernel: String::new(),
        kernel_parameters: vec![],
        os: String::new(),
        libc: String::new(),
        clock_source: None,
        congestion_control: None,
        virtualisation: None,
        load_before: None,
    }
}

/// The record that the harness writes for these options.
fn record(options: &ShardOptions, profile: Profile, seed: u64) -> Result<Record, Failure> {
    let Results { found, skipped } = Split::<Dice>::measure(&Run::silent(profile, seed), options)?;
    let provenance = Provenance {
        time: "2026-01-01T00:00:00Z".into(),
        commit: "unknown".into(),
        dirty: false,
        command: String::new(),
        profile,
        seed,
        duration_seconds: 1.5,
        toolchain: String::new(),
        machine: machine(),
        programs: Default::default(),
        yardstick: vec![],
        processor_time: None,
    };
    let (schema_version, experiment, warnings) = (SCHEMA_VERSION, "dice".into(), vec![]);
    let series = found.series.into_iter().map(Series::into_numbers).collect();
    let (words, judged) = (None, None);
    Ok(Record { schema_version, experiment, provenance, series, skipped, warnings, words, judged })
}

fn part_of(text: &str, profile: Profile, seed: u64) -> Record {
    record(&ShardOptions { shard: Some(shard(text)), merged: vec![], unclean: false }, profile, seed).unwrap()
}

/// Part `text` of a quick run with this seed, as text.
fn part(text: &str, seed: u64) -> String {
    serde_json::to_string(&part_of(text, Profile::Quick, seed)).unwrap()
}

/// Files of the parts, each named after its index.
fn files(folder: &Path, parts: &[String]) -> Vec<PathBuf> {
    let write = |(place, text): (usize, &String)| {
        let file = folder.join(format!("{place}.json"));
        fs::write(&file, text).unwrap();
        file
    };
    parts.iter().enumerate().map(write).collect()
}

/// The message of `merge` for these parts, without the folder.
fn refused(parts: &[String]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let error = merge::merge::<Dice>(&files(folder.path(), parts), false).unwrap_err().to_string();
    assert!(!error.contains('\n'), "{error}");
    error.replace(&format!("{}/", folder.path().display()), "")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn one_three_sixteen_and_however_many_parts_give_the_same_bytes(seed: u32, many in 1..400_u32, turn: prop::sample::Index) {
        let bytes = |options: &ShardOptions| {
            let record = record(options, Profile::Quick, seed.into()).unwrap();
            serde_json::to_vec(&(record.series, record.skipped)).unwrap()
        };
        let whole = bytes(&ShardOptions { shard: None, merged: vec![], unclean: false });
        for of in [1, 3, 16, many] {
            let folder = tempfile::tempdir().unwrap();
            let mut parts: Vec<String> = (1..=of).map(|index| part(&format!("{index}/{of}"), seed.into())).collect();
            parts.rotate_left(turn.index(of as usize));
            let merged = files(folder.path(), &parts);
            prop_assert!(bytes(&ShardOptions { shard: None, merged, unclean: false }) == whole, "{} parts", of);
        }
    }

    #[test]
    fn every_repetition_is_in_one_part(of in 1..100_u32) {
        let conditions = Dice::conditions(Profile::Full);
        let mut seen = vec![vec![0; 200]; conditions.len()];
        let mut work = vec![];
        for index in 1..=of {
            let units = plan::units_of(&conditions, Shard::new(index, of).unwrap());
            work.push(units.iter().map(|unit| unit.work).sum::<u64>());
            for unit in units {
                unit.repetitions.for_each(|repetition| seen[unit.condition][repetition as usize] += 1);
            }
        }
        prop_assert!(seen.iter().flatten().all(|&times| times == 1));
        // Parts differ by no more than the longest unit, a throw of 20 sides.
        prop_assert!(work.iter().max().unwrap() - work.iter().min().unwrap() <= 200_000_000);
    }
}

/// What a part is made of, and what it may not hold.
const PIECES: [&[u8]; 12] = [
    b"\"",
    b"{",
    b"]",
    b",",
    b"\\n",
    b"\\u001b[31m",
    b"-1",
    b"0.5",
    b"1e400",
    b"18446744073709551615",
    b"\xff",
    &[b'a'; 1000],
];

proptest! {
    /// Parts come from other machines.
    #[test]
    fn fuzz_what_is_nearly_a_part_is_read_whole_or_refused_in_a_line(
        bytes in mutated(["1/1", "1/3"].map(|which| part(which, 1).into_bytes()).into(), PIECES.to_vec()),
    ) {
        let file = Path::new("part.json");
        match bounded(&bytes, 1 << 16, 64, || part::parse::<Dice>(file, &bytes)) {
            Ok(part::Part { shard, provenance, counts }) => {
                let conditions = Dice::conditions(provenance.profile);
                let repetitions = plan::repetitions_of(&conditions, shard);
                prop_assert_eq!(counts.len(), repetitions.len());
                for (counts, repetitions) in counts.iter().zip(repetitions) {
                    prop_assert_eq!(counts.total("thrown"), Some(2 * repetitions));
                }
            }
            Err(error) => {
                let said = error.to_string();
                prop_assert!(said.contains("part.json") && said.chars().count() < 600, "{}", said);
                prop_assert!(!said.contains(char::is_control), "{:?}", said);
            }
        }
    }
}

#[test]
fn a_part_is_one_of_so_many_and_nothing_else() {
    assert_eq!(shard("3/16"), Shard::new(3, 16).unwrap());
    assert_eq!(shard("10000/10000").to_string(), "10000/10000");
    for (text, why) in [
        ("", "it must be I/N, the part and how many there are, such as 3/16"),
        ("3", "it must be I/N, the part and how many there are, such as 3/16"),
        ("3/+4", "it must be I/N, the part and how many there are, such as 3/16"),
        ("-1/4", "it must be I/N, the part and how many there are, such as 3/16"),
        ("1/99999999999", "it must be I/N, the part and how many there are, such as 3/16"),
        ("0/4", "parts are counted from 1 to 4"),
        ("5/4", "parts are counted from 1 to 4"),
        ("0/0", "a run has 1 to 10000 parts"),
        ("1/10001", "a run has 1 to 10000 parts"),
    ] {
        assert_eq!(text.parse::<Shard>().unwrap_err(), why, "{text}");
    }
}

#[test]
fn a_part_that_would_go_where_records_go_is_noticed() {
    let lacks = |words: &str| lacks_out(words.split(' ').map(OsString::from));
    assert!(lacks("run --shard 1/2") && lacks("--shard=1/2 --output x"));
    for words in
        ["run", "run --shard 1/2 --out x", "run --shard=1/2 --out=x", "run --shard 1/2 --help", "merge --sharded"]
    {
        assert!(!lacks(words), "{words}");
    }
}

#[test]
fn lost_and_doubled_parts_are_named() {
    let all: Vec<String> = (1..=8).map(|index| part(&format!("{index}/8"), 1)).collect();
    let but = |lost: &[usize]| -> Vec<String> {
        let is_there = |place: &usize| !lost.contains(&(place + 1));
        (0..8).filter(is_there).map(|place| all[place].clone()).collect()
    };
    assert_eq!(refused(&but(&[3])), "part 3 of 8 is missing: run `run --shard I/8 --out PART`");
    assert_eq!(
        refused(&but(&[1, 3, 4, 5, 7, 8])),
        "parts 1, 3 to 5, 7, 8 of 8 are missing: run `run --shard I/8 --out PART`"
    );
    let doubled = [&all[..], &[all[4].clone()]].concat();
    assert_eq!(refused(&doubled), "part 5/8 is there twice, as 4.json and 8.json: leave one out");
}

#[test]
fn parts_of_other_runs_are_refused() {
    let [one, two] = ["1/2", "2/2"].map(|text| part(text, 1));
    let full = serde_json::to_string(&part_of("2/2", Profile::Full, 1)).unwrap();
    for (other, differs) in
        [(part("2/2", 2), "seed 2, not 1"), (part("2/3", 1), "3 parts, not 2"), (full, "profile full, not quick")]
    {
        let said = format!("1.json and 0.json are of different runs: {differs}; merge parts of one run");
        assert_eq!(refused(&[one.clone(), other]), said);
    }
    assert_eq!(
        refused(&[one.clone(), two.replace(r#""commit":"unknown""#, &format!(r#""commit":"{}""#, "0".repeat(40)))]),
        "1.json was made by other code than this program’s (commit 0000000000000000000000000000000000000000): run that part again, or merge by the program \
         that made all parts"
    );
    let cards = two.replace("\"experiment\":\"dice\"", "\"experiment\":\"cards\"");
    assert_eq!(refused(&[one, cards]), "1.json is of another experiment, cards: leave it out");
}

#[test]
fn parts_that_are_cut_off_or_counted_otherwise_are_refused() {
    let whole = part("1/2", 1);
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        let said = refused(&[whole[..length].to_owned()]);
        assert!(
            said.starts_with("0.json: is cut off, damaged or no part (") && said.ends_with("run that part again"),
            "{said}"
        );
    }
    let changed = |change: &dyn Fn(&mut Record)| {
        let mut record = part_of("1/2", Profile::Quick, 1);
        change(&mut record);
        refused(&[serde_json::to_string(&record).unwrap()])
    };
    let thrown = |record: &mut Record, value: &str, n: u64| {
        *record.series[1].points[1].outcomes.get_mut("thrown").unwrap().entry(value.into()).or_default() += n;
    };
    let repetitions = plan::repetitions_of(&Dice::conditions(Profile::Quick), shard("1/2"))[1];
    let short = format!("condition 6 sides has not {repetitions} repetitions of thrown");
    let expected = |why: &str| format!("0.json is no part of a run: {why}; run that part again");
    assert_eq!(changed(&|record| thrown(record, "1", 1)), expected(&short));
    assert_eq!(changed(&|record| thrown(record, "1", u64::MAX / 2)), expected(&short));
    assert_eq!(changed(&|record| thrown(record, "07", 1)), expected("it counts \"07\", which is no number"));
    assert_eq!(changed(&|record| record.series[1].points.truncate(1)), expected(&short));
    assert_eq!(changed(&|record| record.series.truncate(1)), expected("it has other series"));
    assert_eq!(changed(&|record| record.series[0].points.clear()), expected("it does not say which part it is"));
    let twice = |record: &mut Record| {
        let point = record.series[1].points[0].clone();
        record.series[1].points.push(point);
    };
    assert_eq!(changed(&twice), expected("condition 2 sides is there twice"));
    let large = |record: &mut Record| {
        let counts = record.series[1].points[1].outcomes.get_mut("thrown").unwrap();
        let n = counts.remove("6").unwrap();
        counts.insert("18446744073709551615".into(), n);
    };
    assert_eq!(changed(&large), expected("condition 6 sides has thrown over 20"));
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let said = |file: PathBuf| merge::merge::<Dice>(&[file], false).unwrap_err().to_string();
    assert!(
        said(folder.path().join("none")).ends_with("none: cannot be read (No such file or directory (os error 2))")
    );
    assert!(said(folder.path().to_owned()).ends_with(": is no file: name the parts one by one"));
    let large = folder.path().join("large");
    fs::File::create(&large).unwrap().set_len(1 << 40).unwrap();
    assert!(said(large).ends_with("large: has 1099511627776 bytes, and no part has more than 67108864"));
}

#[test]
fn a_merged_record_says_what_its_parts_were() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<String> = (1..=3).map(|index| part(&format!("{index}/3"), 7)).collect();
    let merged = merge::merge::<Dice>(&files(folder.path(), &parts), false).unwrap();
    assert_eq!((merged.profile, merged.seed), (Profile::Quick, 7));
    assert_eq!(merged.description, "3, the first begun 2026-01-01T00:00:00Z, 4.5 s in all, on some-machine");
}

#[test]
fn parts_are_merged_for_their_own_run_alone() {
    let folder = tempfile::tempdir().unwrap();
    let merged = files(folder.path(), &[part("1/1", 1)]);
    let error = record(&ShardOptions { shard: None, merged, unclean: false }, Profile::Quick, 2).unwrap_err();
    assert!(matches!(error, Failure::Usage(_)), "{error}");
}

#[test]
fn parts_of_an_unclean_build_are_merged_only_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    let mut unclean = part_of("1/1", Profile::Quick, 1);
    unclean.provenance.dirty = true;
    let files = files(folder.path(), &[serde_json::to_string(&unclean).unwrap()]);
    let error = merge::merge::<Dice>(&files, false).unwrap_err().to_string();
    assert!(
        error.contains("0.json was made by a build whose sources differed from its commit: commit them"),
        "{error}"
    );
    assert!(merge::merge::<Dice>(&files, true).is_ok());
}
