//! Readers that work on what they read, beside readers that do not.

use harness::record::{Dimension, Point, Series};

use super::bytes;
use super::grids::{MOVED, point};
use crate::condition::Condition;
use crate::measured::Row;

pub(super) fn work() -> Series {
    let origin = Dimension::new("source", "Source", None).words([
        ("zero", "/dev/zero"),
        ("unix", "Unix socket"),
        ("tcp", "TCP over loopback"),
    ]);
    let work = Dimension::new("work", "Work of the reader", None)
        .words([("none", "looks at no byte"), ("sum", "sums all bytes")]);
    Series::new("work", "Reading with and without work on every byte, with writes of 256 KiB")
        .dimensions([origin, work, bytes("read_bytes", "Read buffer")])
        .measures([MOVED.measure()])
}

pub(super) fn work_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(|row| {
        let Condition::Worked { origin, read_bytes, work } = row.condition else { return None };
        let at = [("source", origin.name().into()), ("work", work.name().into()), ("read_bytes", read_bytes.into())];
        Some(point(at, row, &[MOVED]))
    })
}
