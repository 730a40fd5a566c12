//! Reads that wait on after all their bytes have come.

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};
use harness::statistics::share_if_any;

use super::grids::transport;
use crate::place::Transport;
use crate::stall::{Begun, Stalls};

pub(crate) const STALLS: &str = "low-water-stalls";
pub(crate) const STALLED: &str = "stalled_share";

/// The settings of a point.
pub(crate) fn of_stalls(transport: Transport, begun: Begun) -> [(&'static str, Setting); 2] {
    [("transport", transport.name().into()), ("begun", begun.name().into())]
}

/// The series of reads that stall.
pub(super) fn stalls() -> Series {
    let begun = Dimension::new("begun", "When the read begins", None)
        .words([("first", "before any of its bytes have arrived"), ("between", "when some of its bytes have arrived")]);
    let stalled =
        Measure::new(STALLED, "Reads that still wait when all bytes have arrived", unit::SHARE, "share", "Wilson 95%");
    Series::new(STALLS, "Reads of 8 KiB, written as 1 KiB at a time, with SO_RCVLOWAT of 8 KiB")
        .dimensions([transport(), begun])
        .measures([stalled])
}

pub(super) fn stall_points(all: &[Stalls]) -> impl Iterator<Item = Point> {
    all.iter().map(|&Stalls { transport, begun, tries, stalled }| {
        Point::new(of_stalls(transport, begun)).value(STALLED, share_if_any(stalled, tries))
    })
}
