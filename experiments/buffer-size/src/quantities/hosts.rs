//! What gains between two machines.

use harness::record::unit;

use super::{Named, over};
use crate::condition::{Condition, READ_BESIDE_CONNECTIONS};
use crate::measured::Row;
use crate::sample::KIB;
use crate::transfer::Sizes;

pub(crate) const LARGE_OVER_SMALL: &str = "writes of 256 KiB over writes of 4 KiB, to another machine";
pub(crate) const EIGHT_KIB_OVER_LARGE: &str = "writes of 8 KiB over writes of 256 KiB, to another machine";
pub(crate) const SIX_OVER_ONE: &str = "six connections over one, to another machine";

pub(super) fn ratios(rows: &[Row]) -> [Named; 3] {
    let throughputs = |connections, write| {
        let sizes = Sizes { read: READ_BESIDE_CONNECTIONS, write };
        rows.iter().find(|row| row.condition == Condition::TwoHosts { connections, sizes }).map(Row::throughputs)
    };
    let one = || throughputs(1, 256 * KIB);
    [
        (LARGE_OVER_SMALL.to_owned(), over(unit::RATIO, one(), throughputs(1, 4 * KIB))),
        (EIGHT_KIB_OVER_LARGE.to_owned(), over(unit::RATIO, throughputs(1, 8 * KIB), one())),
        (SIX_OVER_ONE.to_owned(), over(unit::RATIO, throughputs(6, 256 * KIB), one())),
    ]
}
