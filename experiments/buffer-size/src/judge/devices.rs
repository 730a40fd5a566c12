//! What was published of devices and the cost model.

use harness::record::{Claim, ClaimFigure, Estimate, Verdict, unit};

use super::{is_about, of_parts, published_claim, ratio, told, with_published};
use crate::bootstrap::{Size, best, best_size};
use crate::device::Device;
use crate::fits::{Fitted, NEAR_BEST, sizes_of};
use crate::measured::Row;
use crate::medians::{digits, of_rounds, rounded};
use crate::published::{self, PER_BYTE_SECONDS, PER_CALL_SECONDS};
use crate::sample::KIB;

/// A line whose residuals are smaller than this, by their root mean square, holds.
const HOLDS: f64 = 0.15;

/// Holds if the line does; its two numbers are the machine's own.
pub(super) fn linear_model(fits: &[Fitted]) -> Claim {
    let line = fits.iter().find(|fitted| fitted.device == Device::Zero && fitted.shape.name() == "linear");
    let of = |value: f64, interval: statistics::least_squares::Interval, n: usize| Estimate {
        n: n as u64,
        value,
        low: interval.low,
        high: interval.high,
        min: None,
        max: None,
    };
    let fit = line.map(|fitted| (&fitted.fit, fitted.points.len()));
    let call = fit.map(|(fit, n)| of(fit.law.per_call_s, fit.intervals.per_call_s, n));
    let byte = fit.map(|(fit, n)| of(fit.law.per_byte_s, fit.intervals.per_byte_s, n));
    let rms = fit.map(|(fit, n)| super::certain(n, digits(fit.rms)));
    let verdict = fit.map(|(fit, _)| {
        let alike = is_about(fit.law.per_call_s, PER_CALL_SECONDS) && is_about(fit.law.per_byte_s, PER_BYTE_SECONDS);
        match (fit.rms <= HOLDS, alike) {
            (true, true) => Verdict::Reproduced,
            (true, false) => Verdict::Depends,
            (false, _) => Verdict::Differs,
        }
    });
    published_claim(
        "linear-model",
        "A call takes a fixed time and a time for each byte: of /dev/zero 167 ns and 0.0235 ns a byte, up to the best buffer.",
        vec![
            with_published(ClaimFigure::new("cost of a call, /dev/zero", "s", call.map(rounded)), PER_CALL_SECONDS),
            with_published(ClaimFigure::new("cost of a byte, /dev/zero", "s", byte.map(rounded)), PER_BYTE_SECONDS),
            ClaimFigure::new("share by which measurements miss the line, root mean square", unit::SHARE, rms),
        ],
        told(
            verdict,
            "The line holds, and both its numbers are within a quarter of those published.",
            "The line holds; its numbers are this machine's own.",
            "Measurements miss the line by more than 15%, by their root mean square.",
        ),
    )
}

pub(super) fn zero_peak(rows: &[Row]) -> Claim {
    peak(rows, Device::Zero, "zero-peak", "/dev/zero is fastest with 256 KiB, at 39,000 MiB/s.")
}

pub(super) fn urandom_peak(rows: &[Row]) -> Claim {
    peak(rows, Device::Urandom, "urandom-peak", "/dev/urandom is fastest with 16 KiB, at 410 MiB/s.")
}

/// The place holds if the published buffer comes within 5% of the best; how fast it is there is the machine's own.
fn peak(rows: &[Row], device: Device, id: &str, statement: &str) -> Claim {
    let sizes = sizes_of(rows, device);
    let published::Peak { buffer_bytes, throughput } = published::peak(device);
    let there = sizes.iter().find(|size| size.bytes == buffer_bytes).map(|size| of_rounds(&size.throughputs));
    let near = share_of_best(&sizes, buffer_bytes);
    let verdict = near.as_ref().zip(there.as_ref()).map(|(near, there)| {
        match (near.high >= NEAR_BEST, is_about(there.value, throughput)) {
            (true, true) => Verdict::Reproduced,
            (true, false) => Verdict::Depends,
            (false, _) => Verdict::Differs,
        }
    });
    let label = |what: &str| format!("{what} {} KiB, {}", buffer_bytes / KIB, device.path());
    let best = (!sizes.is_empty()).then(|| best(&sizes));
    published_claim(
        id,
        statement,
        vec![
            with_published(ClaimFigure::new(label("throughput with"), "bytes per second", there), throughput),
            with_published(
                ClaimFigure::new(format!("best buffer, {}", device.path()), "bytes", best),
                buffer_bytes as f64,
            ),
            ClaimFigure::new(label("share of the best throughput with"), unit::SHARE, near),
        ],
        told(
            verdict,
            "The published buffer comes within 5% of the best one, at about the published speed.",
            "The published buffer comes within 5% of the best one; the speed is this machine's own.",
            "Another buffer is faster by more than 5%.",
        ),
    )
}

/// A buffer's throughput over that of the best one, within rounds.
fn share_of_best(sizes: &[Size], bytes: usize) -> Option<Estimate> {
    let here = sizes.iter().find(|size| size.bytes == bytes)?;
    let best = best_size(sizes)?;
    Some(ratio(&here.throughputs, &best.throughputs))
}

/// Holds if the share reaches 95%, and cannot be told where only its interval does.
pub(super) fn sixty_four_kib(rows: &[Row]) -> Claim {
    let share = share_of_best(&sizes_of(rows, Device::Zero), 64 * KIB);
    let verdict = share.as_ref().map(|share| match (share.value >= NEAR_BEST, share.high >= NEAR_BEST) {
        (true, _) => Verdict::Reproduced,
        (false, true) => Verdict::Depends,
        (false, false) => Verdict::Differs,
    });
    published_claim(
        "sixty-four-kib",
        "64 KiB comes within 95% of the best throughput of /dev/zero.",
        vec![with_published(
            ClaimFigure::new("share of the best throughput with 64 KiB, /dev/zero", unit::SHARE, share),
            NEAR_BEST,
        )],
        told(
            verdict,
            "It does in the median of the rounds.",
            "It does in some rounds; in the median it stays below.",
            "It stays below, in all but the odd round.",
        ),
    )
}

/// Holds if the largest buffer is slower than the best by more than 5%.
pub(super) fn past_the_peak(rows: &[Row]) -> Claim {
    let falls = |device| {
        let sizes = sizes_of(rows, device);
        sizes.last().and_then(|largest| share_of_best(&sizes, largest.bytes))
    };
    let shares = Device::ALL.map(|device| (device, falls(device)));
    let parts = shares.each_ref().map(|(_, share)| share.as_ref().map(|share| share.high < NEAR_BEST));
    let figures: Vec<ClaimFigure> = shares
        .into_iter()
        .map(|(device, share)| {
            ClaimFigure::new(format!("share of the best throughput with 16 MiB, {}", device.path()), unit::SHARE, share)
        })
        .collect();
    published_claim(
        "past-the-peak",
        "Past the best buffer, larger ones are slower.",
        figures,
        told(
            of_parts(&parts),
            "16 MiB is slower than the best buffer by more than 5%, with both devices.",
            "With one device 16 MiB is slower than the best buffer by more than 5%, with the other it is not.",
            "16 MiB is not slower than the best buffer by more than 5%.",
        ),
    )
}
