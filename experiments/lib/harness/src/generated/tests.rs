use super::*;
use crate::record::{Dimension, Estimate, Measure, Outcome, Series};
use crate::summary::tests::record;

/// Words of a series with these keys.
fn series(id: &str, measures: &[&str], kinds: &[(&'static str, &'static str)]) -> SeriesWords {
    Series::new(id, id)
        .dimensions([Dimension::new("kind", "Kind", None).words(kinds.iter().copied())])
        .measures(measures.iter().map(|name| Measure::median(name, name, "s")))
        .outcomes([Outcome::new("errno", "Error", kinds.iter().copied())])
        .words
}

/// A record of one series with one point.
fn record_with(id: &str, measure: &str, kind: &str) -> Record {
    let mut record = record("box", 1.0);
    let point = Point::new([("kind", kind.into())]).value(measure, Estimate::certain(1, 1.0)).ended("errno", [kind]);
    record.series[0].id = id.to_owned();
    record.series[0].points = vec![point];
    record
}

fn words(series: impl IntoIterator<Item = SeriesWords>) -> Words {
    Words { series: series.into_iter().collect() }
}

#[test]
fn words_of_retired_keys_stay_while_a_published_record_uses_them() {
    let there = || words([series("calls", &["seconds", "hours"], &[("tcp", "TCP"), ("pipe", "a pipe")])]);
    let today = || words([series("calls", &["seconds"], &[("tcp", "T.C.P.")])]);
    assert_eq!(
        with_retired(today(), there(), &[record_with("calls", "seconds", "tcp")]),
        today(),
        "nobody uses the others"
    );

    let kept = with_retired(today(), there(), &[record_with("calls", "hours", "pipe")]);
    let measures: Vec<&str> = kept.series[0].measures.iter().map(|measure| &*measure.name).collect();
    assert_eq!(measures, ["seconds", "hours"]);
    for words in [&kept.series[0].dimensions[0].words, &kept.series[0].outcomes[0].words] {
        assert_eq!((&*words["tcp"], &*words["pipe"]), ("T.C.P.", "a pipe"), "today's words count");
    }
}

#[test]
fn a_series_that_is_measured_no_more_stays_last_and_is_marked() {
    let there = || words([series("old", &["seconds"], &[("tcp", "TCP")])]);
    let today = || words([series("calls", &["seconds"], &[("tcp", "TCP")])]);
    let kept = with_retired(today(), there(), &[record_with("old", "seconds", "tcp")]);
    let ids: Vec<_> = kept.series.iter().map(|series| (&*series.id, series.retired)).collect();
    assert_eq!(ids, [("calls", false), ("old", true)]);
    assert_eq!(
        with_retired(today(), kept, &[record_with("calls", "seconds", "tcp")]),
        today(),
        "no record has it any more"
    );
}
