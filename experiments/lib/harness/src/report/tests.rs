use super::*;
use crate::published::Published;
use crate::record::{Estimate, Record};
use crate::summary::tests::{claims_in, record};

const WIDE: Look = Look { columns: Some(100), coloured: false };
const NARROW: Look = Look { columns: Some(40), coloured: false };
const NO_TERMINAL: Look = Look { columns: None, coloured: false };

const PAGE: Option<&str> = Some("http://127.0.0.1:4321/findings/made-up/");

fn summary(own: &Record, published: Vec<Record>, notes: &[&str]) -> Summary {
    let notes = notes.iter().map(|&note| note.to_owned()).collect();
    let published = Published { records: published, notes };
    Summary::new(own, "target/measurements/made-up/here.json".to_owned(), &published, |skipped| {
        let flags = match &*skipped.needs {
            "the package g++" => "--install",
            "--profile full" => "--profile full",
            _ => return None,
        };
        Some(format!("npm run experiments -- {flags} made-up"))
    })
}

/// A full run, and a published record that contradicts one of its claims.
fn full() -> Summary {
    let mut other = record("there", 1.0);
    claims_in(&mut other)[1].figures[0].measured = Some(Estimate::between(9, 0.07, [0.05, 0.1]));
    claims_in(&mut other)[1].verdict = Verdict::Holds;
    summary(&record("here", 1.0), vec![other], &[])
}

/// A quick run that asked one locale, beside two full ones that asked more; some of it can be mended.
fn quick() -> Summary {
    let asking = |machine, scale, locales: f64| {
        let mut record = record(machine, scale);
        let claims = claims_in(&mut record);
        claims.truncate(2);
        claims[1].figures[0].unit = "locales".to_owned();
        claims[1].figures[0].measured = Some(Estimate::certain(1, locales));
        record
    };
    let mut own = asking("here", 1.0, 1.0);
    own.provenance.profile = Profile::Quick;
    own.skipped = vec![
        Skipped::new("C++", "there is no `c++` here", "the package g++"),
        Skipped::new("most locales", "a quick run compiles one of a kind", "--profile full"),
        Skipped::new("Unicode", "its table is damaged", "nothing"),
    ];
    summary(&own, vec![asking("there", 1.0, 503.0), asking("yonder", 2.0, 502.0)], &[])
}

#[test]
fn a_run_is_a_line_a_claim_where_there_is_room() {
    for look in [WIDE, NO_TERMINAL] {
        assert_eq!(
            report(&full(), PAGE, look).replace('─', ""),
            "\
made-up, full run of 12.5 s; 4 claims: holds 1, does not hold 1, depends 1, not tested 1

claim           this run             published  on record  verdict

linear-model    278 ns (251 to 306)  167 ns     278 ns     holds
crashes         50% (45 to 55)       –          7.00%      does not hold
macos-adds-two  –                    –          –          not tested
no-figure       –                    –          –          depends
on record: full run of 2020-01-02 on there computer
judged otherwise on record: crashes (holds)

Not measured:
- the second core: there is one; it needs two cores

record  target/measurements/made-up/here.json
page    http://127.0.0.1:4321/findings/made-up/ (run `npm start`); a claim is at #claim-ID there
"
        );
    }
}

#[test]
fn on_a_narrow_terminal_it_is_a_line_a_figure_and_no_word_is_broken() {
    assert_eq!(
        report(&full(), PAGE, NARROW),
        "\
made-up, full run of 12.5 s; 4 claims:
  holds 1, does not hold 1, depends 1,
  not tested 1

linear-model: holds
  this run   278 ns (251 to 306)
  published  167 ns
  on record  278 ns
crashes: does not hold
  this run   50% (45 to 55)
  on record  7.00%
macos-adds-two: not tested
no-figure: depends
on record: full run of 2020-01-02 on
  there computer
judged otherwise on record: crashes
  (holds)

Not measured:
- the second core: there is one; it
  needs two cores

record
  target/measurements/made-up/here.json
page
  http://127.0.0.1:4321/findings/made-up/
  (run `npm start`); a claim is at
  #claim-ID there
"
    );
}

#[test]
fn what_a_quick_run_reduces_is_not_compared_and_what_is_missing_says_why_and_what_mends_it() {
    assert_eq!(
        report(&quick(), None, WIDE).replace('─', ""),
        "\
made-up, quick run of 12.5 s; 2 claims: holds 1, does not hold 1

claim         this run             published  on record      verdict

linear-model  278 ns (251 to 306)  167 ns     278 to 557 ns  holds
crashes       1 locale             –          –              does not hold
on record: full runs of 2020-01-02 on there computer and yonder computer
not compared, since a quick run counts less than a full one: crashes

Not measured:
- C++: there is no `c++` here; it needs the package g++
- most locales: a quick run compiles one of a kind; it needs --profile full
- Unicode: its table is damaged
To measure more:
  npm run experiments -- --install made-up
  npm run experiments -- --profile full made-up

record  target/measurements/made-up/here.json
"
    );
    assert_eq!(
        report(&quick(), None, NARROW),
        "\
made-up, quick run of 12.5 s; 2 claims:
  holds 1, does not hold 1

linear-model: holds
  this run   278 ns (251 to 306)
  published  167 ns
  on record  278 to 557 ns
crashes: does not hold
  this run   1 locale
on record: full runs of 2020-01-02 on
  there computer and yonder computer
not compared, since a quick run counts
  less than a full one: crashes

Not measured:
- C++: there is no `c++` here; it needs
  the package g++
- most locales: a quick run compiles one
  of a kind; it needs --profile full
- Unicode: its table is damaged
To measure more:
  npm run experiments -- --install made-up
  npm run experiments -- --profile full made-up

record
  target/measurements/made-up/here.json
"
    );
}

/// A quick run is reduced in what it counts, and no less a measurement of times.
#[test]
fn a_full_run_is_compared_in_all_and_a_quick_one_where_it_counts_the_same() {
    let mut full = quick();
    full.profile = Profile::Full;
    assert!(
        report(&full, None, WIDE).contains("\ncrashes       1 locale             –          502 to 503 locales  does ")
    );
    let mut same = quick();
    let figure = same.claims[1].figure.clone();
    same.claims[1].published.iter_mut().flatten().for_each(|published| published.figure = figure.clone());
    assert!(
        report(&same, None, WIDE)
            .contains("\ncrashes       1 locale             –          1 locale       does not hold\n")
    );
}

#[test]
fn a_table_has_intervals_below_values_where_it_fits_only_so() {
    let text = report(&full(), None, Look { columns: Some(70), ..WIDE });
    let expected = "
linear-model    278 ns        167 ns     278 ns     holds
                (251 to 306)
crashes         50%           –          7.00%      does not hold
                (45 to 55)
macos-adds-two  –             –          –          not tested
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn an_interval_has_the_units_that_the_value_does_not_tell() {
    let mut own = record("here", 1.0);
    claims_in(&mut own)[0].figures[0].measured = Some(Estimate::between(9, 1.02e-6, [9e-7, 1.1e-6]));
    let few = Estimate { confidence: Some(0.5), ..Estimate::between(3, 0.5, [0.25, 0.75]) };
    claims_in(&mut own)[1].figures[0].measured = Some(few);
    let text = report(&summary(&own, Vec::new(), &[]), None, WIDE);
    assert!(text.contains(" 1.02 µs (900 ns to 1.10 µs) ") && text.contains(" 50% (25 to 75, all 3) "), "{text}");
}

#[test]
fn what_is_computed_is_said_once_and_where_only_records_have_it() {
    let [mut own, mut other] = ["here", "there"].map(|machine| record(machine, 1.0));
    for record in [&mut own, &mut other] {
        claims_in(record)[1].figures[0].measured = None;
        claims_in(record)[1].figures[0].exact = Some(0.5);
    }
    let both = report(&summary(&own, vec![other.clone()], &[]), None, WIDE);
    assert!(both.contains("\ncrashes         50% (exact)          –          50%  "), "{both}");
    claims_in(&mut own)[1].figures[0].exact = None;
    let records = report(&summary(&own, vec![other], &[]), None, WIDE);
    assert!(records.contains("\ncrashes         –                    –          50% (exact)  does"), "{records}");
}

#[test]
fn only_what_has_to_be_copied_is_wider_than_the_terminal() {
    let mut long = record("here", 1.0);
    claims_in(&mut long)[0].id = "two-percent-with-two-threads".to_owned();
    claims_in(&mut long)[0].figures[0].unit = "mean service times".to_owned();
    long.skipped[0].what = "one of the character maps, ".repeat(20);
    let summary =
        summary(&long, vec![record("there", 2.0), record("yonder", 9.0)], &["a note of many words".repeat(9).as_str()]);
    for columns in [40, 60, 80, 100, 140] {
        let text = report(&summary, None, Look { columns: Some(columns), coloured: false });
        let too_wide = text.lines().find(|line| measure_text_width(line) > columns.into() && line.trim().contains(' '));
        assert_eq!(too_wide, None, "{columns}: {text}");
        let verdicts = text.lines().filter(|line| line.ends_with(" does not hold") || line.ends_with(" not tested"));
        assert_eq!(verdicts.count(), 2, "{text}");
    }
}

#[test]
fn records_are_named_once_with_their_days_and_this_machine_among_them() {
    let on = |machine, time: &str| {
        let mut record = record(machine, 1.0);
        record.provenance.time = time.to_owned();
        record
    };
    let published = vec![
        on("here", "2020-03-04T00:00:00Z"),
        on("there", "2020-01-02T00:00:00Z"),
        on("yonder", "2020-02-03T00:00:00Z"),
    ];
    let text = report(&summary(&record("here", 1.0), published, &[]), None, NO_TERMINAL);
    let line = "\non record: full runs of 2020-01-02 to 2020-03-04 on here computer (this machine), there computer and yonder computer\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn names_with_commas_are_told_apart() {
    let names = |names: [&str; 3]| listed(&names.map(str::to_owned));
    assert_eq!(names(["a", "b", "c"]), "a, b and c");
    assert_eq!(names(["a", "b, 2 cores", "c"]), "a; b, 2 cores and c");
}

#[test]
fn an_open_verdict_is_no_contradiction() {
    for (own, other) in [(Verdict::Undecided, Verdict::Holds), (Verdict::Holds, Verdict::NotTested)] {
        let [mut here, mut there] = ["here", "there"].map(|machine| record(machine, 1.0));
        claims_in(&mut here)[0].verdict = own;
        claims_in(&mut there)[0].verdict = other;
        let text = report(&summary(&here, vec![there], &[]), None, WIDE);
        assert!(!text.contains("judged otherwise"), "{text}");
    }
}

#[test]
fn colours_are_only_added_to_what_is_said() {
    for look in [WIDE, NARROW] {
        let plain = report(&full(), None, look);
        let coloured = report(&full(), None, Look { coloured: true, ..look });
        assert!(!plain.contains('\u{1b}'));
        for words in
            ["\u{1b}[32mholds\u{1b}[0m\n", "\u{1b}[31mdoes not hold\u{1b}[0m\n", "\u{1b}[36mdepends\u{1b}[0m\n"]
        {
            assert!(coloured.contains(words), "{coloured}");
        }
        assert_eq!(console::strip_ansi_codes(&coloured), plain);
    }
}

#[test]
fn of_a_record_that_is_not_there_or_not_readable_it_says_so() {
    let text =
        report(&summary(&record("here", 1.0), Vec::new(), &["the published record bad.json is damaged"]), None, WIDE);
    assert!(
        text.contains("\nNo published record to compare with.\nthe published record bad.json is damaged\n"),
        "{text}"
    );
    assert!(!text.contains("on record"), "{text}");
}

/// Text that would act on a terminal or turn the direction of writing, in every string of both records.
#[test]
fn nothing_in_a_record_acts_on_the_terminal() {
    let hostile = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}\r\n\t\u{85}\0x";
    let spoiled = |mut record: Record| {
        let machine = &mut record.provenance.machine;
        for text in [&mut record.experiment, &mut machine.cpu_model, &mut record.provenance.time] {
            text.push_str(hostile);
        }
        for claim in claims_in(&mut record) {
            claim.id.push_str(hostile);
            for figure in &mut claim.figures {
                figure.label.push_str(hostile);
                figure.unit = hostile.to_owned();
            }
        }
        for series in &mut record.words.as_mut().unwrap().series {
            series.title.push_str(hostile);
            series.measures.iter_mut().for_each(|measure| measure.title.push_str(hostile));
            for dimension in &mut series.dimensions {
                dimension.title.push_str(hostile);
                dimension.unit = Some(hostile.to_owned());
                dimension.words.values_mut().for_each(|words| words.push_str(hostile));
            }
        }
        record.skipped[0].what.push_str(hostile);
        record.skipped[0].why.push_str(hostile);
        record.skipped[0].needs.push_str(hostile);
        record
    };
    let summary = summary(&spoiled(record("here", 1.0)), vec![spoiled(record("there", 9.0))], &[hostile]);
    for look in [WIDE, NARROW, NO_TERMINAL] {
        let text = report(&summary, None, look);
        let acts: Vec<char> = text.chars().filter(|&c| (c.is_control() && c != '\n') || c == '\u{202e}').collect();
        assert!(acts.is_empty() && text.contains("title\u{fffd}"), "{acts:?} in {text}");
    }
}
