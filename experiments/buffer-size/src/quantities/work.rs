//! The gain of larger reads for readers that work on what they read, over that of readers that do not.

use harness::record::unit;

use super::{Named, over};
use crate::condition::{Condition, GAINING, Origin};
use crate::measured::Row;
use crate::payload::Work;

/// The name of the ratio of the gains.
pub(crate) fn gain_with_work(origin: Origin) -> String {
    format!("gain of 256 KiB over 32 KiB with every byte summed over that without, {}", origin.name())
}

pub(super) fn ratios(rows: &[Row]) -> impl Iterator<Item = Named> {
    let gains = |of_origin, of_work| -> Option<Vec<f64>> {
        let [small, large] = GAINING.map(|bytes| {
            let wanted = Condition::Worked { origin: of_origin, read_bytes: bytes, work: of_work };
            rows.iter().find(|row| row.condition == wanted).map(Row::throughputs)
        });
        Some(large?.iter().zip(small?).map(|(large, small)| large / small).collect())
    };
    Origin::ALL.into_iter().map(move |origin| {
        let ratio = over(unit::RATIO, gains(origin, Work::Sum), gains(origin, Work::None));
        (gain_with_work(origin), ratio)
    })
}
