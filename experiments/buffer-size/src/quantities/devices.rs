//! How near to the best a device's buffers come, and to the line its times.

use buffer_size_model::Shape;
use harness::quantities::Quantity;
use harness::record::{Estimate, unit};

use super::{Named, at, over};
use crate::conditions::LARGEST_DEVICE_BUFFER;
use crate::device::Device;
use crate::fits::{Fitted, rows_of, sizes_of};
use crate::measured::Row;
use crate::medians::of;
use crate::published;
use crate::sample::{KIB, MIB};

/// The buffers that claims speak of.
const SPOKEN_OF: [usize; 4] = [16 * KIB, 64 * KIB, 256 * KIB, 16 * MIB];

/// The name of the share of a device's best throughput that a buffer has.
pub(crate) fn share_of_best(device: Device, buffer_bytes: usize) -> String {
    let (count, unit) = if buffer_bytes < MIB { (buffer_bytes / KIB, "KiB") } else { (buffer_bytes / MIB, "MiB") };
    format!("share of the best throughput with {count} {unit}, {}", device.path())
}

/// How far that size of `/dev/zero` is off the line of two prices which may be so the most: whose interval reaches farthest.
pub(crate) const LARGEST_MISS: &str = "share by which the size misses the line that may miss it most";

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
    let line = fits.iter().find(|fitted| (fitted.device, fitted.shape) == (Device::Zero, Shape::Linear))?;
    let of_size = |(bytes, row): (usize, &Row)| {
        let size = bytes as f64;
        let fitted = line.points.iter().any(|point| point.bytes == size);
        fitted.then(|| size_of(of(row, |sample| sample.seconds_per_read() / line.fit.law.seconds(size) - 1.0)))
    };
    let misses = rows_of(rows, Device::Zero).into_iter().filter_map(of_size);
    misses.max_by(|one, other| one.high.total_cmp(&other.high))
}

/// How large a difference is, either way.
fn size_of(difference: Estimate) -> Estimate {
    let Estimate { value, low, high, .. } = difference;
    let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
    Estimate { value: value.abs(), low: nearest, high: low.abs().max(high.abs()), ..difference }
}

fn shares(rows: &[Row]) -> impl Iterator<Item = Named> {
    Device::ALL.into_iter().flat_map(|device| {
        let sizes = sizes_of(rows, device);
        SPOKEN_OF.map(|bytes| (share_of_best(device, bytes), super::share_of_best(&sizes, bytes)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_is_as_large_below_the_line_as_above() {
        let miss = |value, low, high| {
            let Estimate { value, low, high, .. } = size_of(Estimate::between(9, value, [low, high]));
            [value, low, high]
        };
        assert_eq!(miss(0.2, 0.1, 0.3), [0.2, 0.1, 0.3]);
        assert_eq!(miss(-0.2, -0.3, -0.1), [0.2, 0.1, 0.3]);
        assert_eq!(miss(-0.05, -0.1, 0.02), [0.05, 0.0, 0.1]);
    }
}
