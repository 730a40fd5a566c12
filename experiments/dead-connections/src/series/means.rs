//! The rows that were lost by several means, side by side.

use harness::record::Series;

use super::fates;
use crate::measured::{Row, pairs_by_means};

pub(super) fn means(rows: &[Row]) -> Series {
    Series {
        id: "drops".to_owned(),
        title: "Packets dropped by a firewall, and by routing".to_owned(),
        dimensions: fates::dimensions(),
        measures: fates::measures(),
        published_source: None,
        points: pairs_by_means(rows).into_iter().flat_map(|(usual, other)| [usual, other]).map(fates::point).collect(),
    }
}
