//! Deviations of a device's throughput from the best, and of its times from the line.

use harness::Quantity;
use harness::record::{Estimate, unit};

use super::{Named, at, over};
use crate::condition::LARGEST_DEVICE_BUFFER;
use crate::device::Device;
use crate::fits::{Fitted, rows_of, sizes_of};
use crate::measured::Row;
use crate::medians::farthest_off;
use crate::published;
use crate::sample::{KIB, MIB, Sample};

/// The buffers that claims speak of.
const SPOKEN_OF: [usize; 4] = [16 * KIB, 64 * KIB, 256 * KIB, 16 * MIB];

/// The name of the share of a device's best throughput that a buffer has.
pub(crate) fn share_of_best(device: Device, buffer_bytes: usize) -> String {
    let (count, unit) = if buffer_bytes < MIB { (buffer_bytes / KIB, "KiB") } else { (buffer_bytes / MIB, "MiB") };
    format!("share of the best throughput with {count} {unit}, {}", device.path())
}

/// Figure of `/dev/zero`, up to the best buffer: see [`farthest_off`].
pub(crate) const LARGEST_MISS: &str = "largest deviation from the line";

/// The name of the largest buffer's throughput over that of the buffer that was published as a device's best.
pub(crate) fn past_the_peak(device: Device) -> String {
    format!(
        "throughput with 16 MiB over that with {} KiB, {}",
        published::peak(device).buffer_bytes / KIB,
        device.path()
    )
}

pub(super) fn figures(rows: &[Row], fits: &[Fitted]) -> impl Iterator<Item = Named> {
    let past = Device::ALL.map(|device| {
        let sizes = sizes_of(rows, device);
        let [largest, published] = [LARGEST_DEVICE_BUFFER, published::peak(device).buffer_bytes];
        (past_the_peak(device), over(unit::RATIO, at(&sizes, largest), at(&sizes, published)))
    });
    let miss = (LARGEST_MISS.to_owned(), Quantity::new(unit::SHARE, largest_miss(rows, fits)));
    shares(rows).chain(past).chain([miss])
}

fn largest_miss(rows: &[Row], fits: &[Fitted]) -> Option<Estimate> {
    let line = fits.iter().find(|fitted| fitted.device == Device::Zero)?;
    let is_fitted = |bytes: usize| line.points.iter().any(|point| point.bytes == bytes as f64);
    let seconds = rows_of(rows, Device::Zero).into_iter().filter(|&(bytes, _)| is_fitted(bytes));
    farthest_off(&seconds.map(|(bytes, row)| (bytes, row.of(Sample::seconds_per_read))).collect::<Vec<_>>())
}

fn shares(rows: &[Row]) -> impl Iterator<Item = Named> {
    Device::ALL.into_iter().flat_map(|device| {
        let sizes = sizes_of(rows, device);
        SPOKEN_OF.map(|bytes| (share_of_best(device, bytes), super::share_of_best(&sizes, bytes)))
    })
}
