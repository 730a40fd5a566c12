//! Connections that were compared over and over.

use harness::record::{Dimension, Point, Series};

use super::grids::{MOVED, VARIANTS, of_grid, of_ratio, transport};
use super::{THROUGHPUT, bytes, of_median};
use crate::compared::{Rounds, Where};
use crate::condition::{BESIDE, Condition, Question, equal};
use crate::measured::Row;
use crate::medians::{of_any, of_rounds, ratio};

const RATIO: &str = "ratio_to_256_kib";
const HAND_OVER: &str = "hand_over_seconds";

/// In the places where enough of the rounds ran. The small buffers are many, and a claim has what they come to.
pub(super) fn compared(rows: &[Row]) -> Series {
    let of = |row: &Row, place: Where| {
        let Condition::Compared { question, transport, variant, ends, sizes } = row.condition else { return None };
        let kind = (transport, variant);
        if question == Question::Line {
            return None;
        }
        let rounds = (ends == place.ends()).then(|| Rounds::of(rows, question, &[kind], place))??;
        let throughputs = rounds.throughputs(kind, sizes)?;
        let beside = rounds.throughputs(kind, equal(BESIDE)).filter(|_| question == Question::Buffers);
        let point = Point::new(of_grid(transport, sizes))
            .and_at([
                ("question", question.name().into()),
                ("variant", variant.name().into()),
                ("cores", place.name().into()),
            ])
            .value(THROUGHPUT, of_rounds(&throughputs))
            .value(HAND_OVER, of_any(&rounds.hand_overs(kind, sizes)))
            .value(RATIO, beside.filter(|_| sizes != equal(BESIDE)).map(|beside| ratio(&throughputs, &beside)));
        Some(point)
    };
    Series::new("compared", "Connections beside those that claims compare them with, by where their two ends run")
        .dimensions([
            Dimension::new("question", "Compared", None)
                .words([Question::Buffers, Question::Kinds].map(|question| (question.name(), question.text()))),
            transport(),
            Dimension::new("variant", "Settings", None).words(VARIANTS),
            Dimension::new("cores", "Where the ends run", None)
                .words(Where::ALL.map(|place| (place.name(), place.text()))),
            bytes("read_bytes", "Read buffer"),
            bytes("write_bytes", "Write buffer"),
        ])
        .measures([
            MOVED.measure(),
            of_ratio(RATIO, "Throughput over that with 256 KiB for both, in the same round"),
            of_median(HAND_OVER, "A cache line from one core to the other", "s"),
        ])
        .points(rows.iter().flat_map(|row| Where::ALL.map(|place| of(row, place))).flatten())
}
