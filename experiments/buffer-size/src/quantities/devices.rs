//! How near to the best a device's buffers come.

use super::Named;
use crate::device::Device;
use crate::fits::sizes_of;
use crate::measured::Row;
use crate::sample::{KIB, MIB};

/// The buffers that claims speak of.
const SPOKEN_OF: [usize; 4] = [16 * KIB, 64 * KIB, 256 * KIB, 16 * MIB];

/// The name of the share of a device's best throughput that a buffer has.
pub(crate) fn share_of_best(device: Device, buffer_bytes: usize) -> String {
    let (count, unit) = if buffer_bytes < MIB { (buffer_bytes / KIB, "KiB") } else { (buffer_bytes / MIB, "MiB") };
    format!("share of the best throughput with {count} {unit}, {}", device.path())
}

pub(super) fn shares(rows: &[Row]) -> impl Iterator<Item = Named> {
    Device::ALL.into_iter().flat_map(|device| {
        let sizes = sizes_of(rows, device);
        SPOKEN_OF.map(|bytes| (share_of_best(device, bytes), super::share_of_best(&sizes, bytes)))
    })
}
