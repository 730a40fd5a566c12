//! The rows that were lost by several means, side by side.

use harness::record::Series;

use super::fates;
use crate::measured::{Row, pairs_by_means};

pub(super) fn means(rows: &[Row]) -> Series {
    let pairs = pairs_by_means(rows);
    let rows = pairs.iter().flat_map(|&(usual, other)| [usual, other]);
    fates::series("drops", "Packets dropped by a firewall, and by routing", rows)
}
