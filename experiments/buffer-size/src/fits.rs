//! The law of two costs, fitted to what the devices took.

use buffer_size_model::{Fit, Observation, fit, up_to_peak};

use crate::bootstrap::Size;
use crate::condition::Condition;
use crate::device::Device;
use crate::measured::Row;
use crate::medians::of;
use crate::sample::Sample;

/// The share of the best throughput that is "as good as".
pub(crate) const NEAR_BEST: f64 = 0.95;

/// The law fitted to one device.
pub(crate) struct Fitted {
    pub device: Device,
    /// The medians it was fitted to, by size: up to the best buffer, beyond which the law says nothing.
    pub points: Vec<Observation>,
    pub fit: Fit,
}

/// A device's rows, by size.
pub(crate) fn rows_of(rows: &[Row], device: Device) -> Vec<(usize, &Row)> {
    let mut of_device: Vec<(usize, &Row)> = rows
        .iter()
        .filter_map(|row| match row.condition {
            Condition::Device { device: of, buffer_bytes } if of == device => Some((buffer_bytes, row)),
            _ => None,
        })
        .collect();
    of_device.sort_by_key(|&(bytes, _)| bytes);
    of_device
}

/// A device's throughputs, by size.
pub(crate) fn sizes_of(rows: &[Row], device: Device) -> Vec<Size> {
    let size = |(bytes, row): (usize, &Row)| Size { bytes, throughputs: row.throughputs() };
    rows_of(rows, device).into_iter().map(size).collect()
}

/// The laws that could be fitted, to the medians as the record keeps them, so that whoever fits the record finds the same.
pub(crate) fn fits(rows: &[Row]) -> Vec<Fitted> {
    let of_device = |device| {
        let all: Vec<Observation> = rows_of(rows, device)
            .into_iter()
            .map(|(bytes, row)| Observation::new(bytes as f64, of(row, Sample::seconds_per_read).value))
            .collect();
        let points = up_to_peak(&all);
        let fit = fit(&points).ok()?;
        Some(Fitted { device, points, fit })
    };
    Device::ALL.into_iter().filter_map(of_device).collect()
}
