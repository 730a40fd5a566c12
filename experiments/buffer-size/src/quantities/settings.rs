//! What other settings of a connection come to, over all buffers together.

use harness::Quantity;
use harness::record::unit;
use harness::statistics::median;

use super::{Named, over, with};
use crate::condition::{Condition, Variant};
use crate::measured::Row;
use crate::medians::{means, of_any};
use crate::place::Transport;
use crate::sample::Sample;
use crate::transfer::Sizes;

pub(crate) const SHORT_WITH_LOW_WATER: &str = "share of reads that are short with SO_RCVLOWAT";
// Names of figures for each kind of connection: see `with`.
pub(crate) const LOW_WATER: &str = "throughput with SO_RCVLOWAT over without";
pub(crate) const LARGE_BUFFERS: &str = "throughput with buffers of 4 MiB over the system's";
pub(crate) const CUBIC_OVER_BBR: &str = "throughput with cubic over bbr";

/// The settings that are compared, by figure: the first over the second.
const COMPARED: [(&str, Variant, Variant); 3] = [
    (LOW_WATER, Variant::LowWater, Variant::Default),
    (LARGE_BUFFERS, Variant::LargeBuffers, Variant::Default),
    (CUBIC_OVER_BBR, Variant::Cubic, Variant::Bbr),
];

pub(super) fn ratios(rows: &[Row]) -> impl Iterator<Item = Named> {
    let throughputs = |transport, variant| means(&points(rows, transport, variant));
    let of_each = COMPARED.into_iter().flat_map(move |(name, above, below)| {
        Transport::ALL.map(|transport| {
            (with(name, transport), over(unit::RATIO, throughputs(transport, above), throughputs(transport, below)))
        })
    });
    of_each.chain([(SHORT_WITH_LOW_WATER.to_owned(), short_with_low_water(rows))])
}

fn short_with_low_water(rows: &[Row]) -> Quantity {
    let points = Transport::ALL.into_iter().flat_map(|transport| points(rows, transport, Variant::LowWater));
    let shares: Vec<f64> = points.map(|row| median(&row.of(Sample::short_read_share)).value).collect();
    Quantity::new(unit::SHARE, of_any(&shares))
}

/// All points with these settings, in one order.
fn points(rows: &[Row], of: Transport, settings: Variant) -> Vec<&Row> {
    let mut found: Vec<(Sizes, &Row)> = rows
        .iter()
        .filter_map(|row| match row.condition {
            Condition::Variant { transport, variant, sizes } if (transport, variant) == (of, settings) => {
                Some((sizes, row))
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|(sizes, _)| (sizes.read, sizes.write));
    found.into_iter().map(|(_, row)| row).collect()
}
