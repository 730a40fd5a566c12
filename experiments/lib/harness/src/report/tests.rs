use super::*;
use crate::published::Published;
use crate::record::{Estimate, Record};
use crate::summary::tests::{claims_in, record};

const PLAIN: Look = Look { width: 80, coloured: false };

fn summary(own: &Record, published: Vec<Record>, notes: &[&str]) -> Summary {
    let notes = notes.iter().map(|&note| note.to_owned()).collect();
    Summary::of(own, "target/measurements/made-up/here.json".to_owned(), &Published { records: published, notes })
}

/// This run's figures, and those of a published record that differs in one claim.
fn made_up() -> Summary {
    let mut other = record("there", 1.0);
    claims_in(&mut other)[1].figures[0].measured = Some(Estimate::between(9, 0.07, [0.05, 0.1]));
    claims_in(&mut other)[1].verdict = Verdict::Holds;
    summary(&record("here", 1.0), vec![other], &[])
}

#[test]
fn a_run_says_what_was_published_what_is_on_record_and_what_it_has() {
    let page = "http://127.0.0.1:4321/findings/made-up/";
    assert_eq!(
        report(&made_up(), Some(page), PLAIN),
        "\
made-up, full run of 12.5 s; 4 claims: holds 1, does not hold 1, depends 1, not tested 1

claim                 published  on record  this run         verdict
──────────────────────────────────────────────────────────────────────────
linear-model          167 ns     278 ns     278 ns           holds
cost of a call                              (251 to 306 ns)
crashes                          7.00%      50%              does not hold
share that failed                holds      (45 to 55%)
macos-adds-two                   –          –                not tested
bytes added on macOS
no-figure                        –          –                depends
on record: full run of 2020-01-02 on there computer

Not measured: the second core; it needs two cores

record  target/measurements/made-up/here.json
page    http://127.0.0.1:4321/findings/made-up/ (run `npm start`); a claim is at #claim-ID there
"
    );
}

fn widest(text: &str) -> usize {
    text.lines()
        .filter(|line| !line.starts_with(['O', 'm', 'p', 'r', 'N']))
        .map(console::measure_text_width)
        .max()
        .unwrap()
}

#[test]
fn tables_are_as_wide_as_the_terminal_at_most() {
    let mut long = record("here", 1.0);
    claims_in(&mut long)[0].figures[0].label =
        "a label that goes on and on, as some do, past what a narrow terminal shows".to_owned();
    let summary = summary(&long, vec![record("there", 2.0), record("yonder", 9.0)], &[]);
    for width in [60, 80, 100, 140] {
        let text = report(&summary, None, Look { width, coloured: false });
        assert!(widest(&text) <= width.into(), "{width}: {text}");
        let verdicts = text.lines().filter(|line| line.ends_with("  does not hold") || line.ends_with("  not tested"));
        assert_eq!(verdicts.count(), 2, "{text}");
    }
}

#[test]
fn names_of_claims_are_not_broken_where_there_is_room() {
    let mut own = record("here", 1.0);
    claims_in(&mut own)[0].id = "two-percent-with-two-threads".to_owned();
    claims_in(&mut own)[0].figures[0].label = "share, each coincidence counted once, two threads".to_owned();
    let text = report(&summary(&own, vec![record("there", 1.0)], &[]), None, Look { width: 80, coloured: false });
    assert!(text.contains("\ntwo-percent-with-two-threads  167 ns "), "{text}");
    assert!(widest(&text) <= 80, "{text}");
}

#[test]
fn colours_are_only_added_to_what_is_said() {
    let plain = report(&made_up(), None, PLAIN);
    let coloured = report(&made_up(), None, Look { coloured: true, ..PLAIN });
    assert!(!plain.contains('\u{1b}'));
    for words in ["\u{1b}[32mholds\u{1b}[0m\n", "\u{1b}[31mdoes not hold\u{1b}[0m\n", "\u{1b}[36mdepends\u{1b}[0m\n"] {
        assert!(coloured.contains(words), "{coloured}");
    }
    let mut uncoloured = String::new();
    let mut rest = &*coloured;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        uncoloured += before;
        rest = after.split_once('m').unwrap().1;
    }
    assert_eq!(uncoloured + rest, plain);
}

/// A claim's label may end in the word of a verdict.
#[test]
fn only_verdicts_are_coloured() {
    let mut own = record("here", 1.0);
    claims_in(&mut own).truncate(1);
    claims_in(&mut own)[0].figures[0].label = "as long as it holds".to_owned();
    let text = report(&summary(&own, Vec::new(), &[]), None, Look { coloured: true, ..PLAIN });
    assert_eq!(text.matches("\u{1b}[32m").count(), 1, "{text}");
}

#[test]
fn of_a_record_that_is_not_there_or_not_readable_it_says_so() {
    let text =
        report(&summary(&record("here", 1.0), Vec::new(), &["the published record bad.json is damaged"]), None, PLAIN);
    assert!(text.contains("\nthe published record bad.json is damaged\n"), "{text}");
    assert!(text.contains("\nNo published record to compare with.\n"), "{text}");
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
        record.skipped[0].needs.push_str(hostile);
        record
    };
    let summary = summary(&spoiled(record("here", 1.0)), vec![spoiled(record("there", 9.0))], &[hostile]);
    let text = report(&summary, None, PLAIN);
    let acts: Vec<char> = text.chars().filter(|&c| (c.is_control() && c != '\n') || c == '\u{202e}').collect();
    assert!(acts.is_empty() && text.contains("title\u{fffd}"), "{acts:?} in {text}");
}
