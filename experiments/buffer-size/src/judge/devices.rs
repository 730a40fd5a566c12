//! What was published of devices and the cost model.

use harness::claims::Figure;
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue};
use harness::rules::{Margin, Rule};

use super::{named, of_another, of_article, told};
use crate::conditions::LARGEST_DEVICE_BUFFER;
use crate::device::Device;
use crate::fits::NEAR_BEST;
use crate::published::{self, PER_BYTE_SECONDS, PER_CALL_SECONDS};
use crate::quantities::devices::share_of_best;
use crate::sample::KIB;
use crate::series::{self, BEST, DEVICES, FITS, MEASURED, PER_BYTE, PER_CALL, RMS, THROUGHPUT};

/// A line whose residuals are smaller than this, by their root mean square, holds.
const HOLDS: f64 = 0.15;

/// Holds if the line does; its two numbers are the machine's own.
pub(super) fn linear_model(found: &Quantities) -> Claim {
    let line = |label, measure| Figure::new(label, &found.at(FITS, &series::of_law(Device::Zero, "linear"), measure));
    let call = of_another(line("cost of a call, /dev/zero", PER_CALL), PER_CALL_SECONDS);
    let byte = of_another(line("cost of a byte, /dev/zero", PER_BYTE), PER_BYTE_SECONDS);
    let rms = line("share by which measurements miss the line, root mean square", RMS);
    let holds = rms.measured().map(|rms| rms.value <= HOLDS);
    let rule = Rule::Given(holds, vec![call.is_about(), byte.is_about()]);
    of_article(
        "linear-model",
        "A call takes a fixed time and a time for each byte: of /dev/zero 167 ns and 0.0235 ns a byte, up to the best \
         buffer.",
    )
    .judge(
        vec![call, byte, rms],
        &rule,
        told(
            "The line holds, and both its numbers are within a quarter of those published.",
            "The line holds; its numbers are this machine's own.",
            "Measurements miss the line by more than 15%, by their root mean square.",
        ),
    )
}

pub(super) fn zero_peak(found: &Quantities) -> Claim {
    peak(found, Device::Zero, "zero-peak", "/dev/zero is fastest with 256 KiB, at 39,000 MiB/s.")
}

pub(super) fn urandom_peak(found: &Quantities) -> Claim {
    peak(found, Device::Urandom, "urandom-peak", "/dev/urandom is fastest with 16 KiB, at 410 MiB/s.")
}

/// The place holds if the published buffer comes within 5% of the best; how fast it is there is the machine's own.
fn peak(found: &Quantities, device: Device, id: &'static str, text: &'static str) -> Claim {
    let published::Peak { buffer_bytes, throughput } = published::peak(device);
    let there = found.at(DEVICES, &series::of_device(device, buffer_bytes), THROUGHPUT);
    let there = Figure::new(format!("throughput with {} KiB, {}", buffer_bytes / KIB, device.path()), &there);
    let there = of_another(there, throughput);
    let best = found.at(FITS, &series::of_law(device, MEASURED), BEST);
    let best = Figure::new(format!("best buffer, {}", device.path()), &best);
    let near = named(found, &share_of_best(device, buffer_bytes));
    let is_near = near.measured().map(|near| near.high >= NEAR_BEST);
    let rule = Rule::Given(is_near, vec![there.is_about()]);
    of_article(id, text).judge(
        vec![there, best.published(PublishedValue::exactly(buffer_bytes as f64), Margin::None), near],
        &rule,
        told(
            "The published buffer comes within 5% of the best one, at about the published speed.",
            "The published buffer comes within 5% of the best one; the speed is this machine's own.",
            "Another buffer is faster by more than 5%.",
        ),
    )
}

/// Holds if the share reaches 95%, and cannot be told where only its interval does.
pub(super) fn sixty_four_kib(found: &Quantities) -> Claim {
    let share = named(found, &share_of_best(Device::Zero, 64 * KIB));
    let in_some = share.measured().map(|share| share.high >= NEAR_BEST);
    let in_median = share.measured().map(|share| share.value >= NEAR_BEST);
    of_article("sixty-four-kib", "64 KiB comes within 95% of the best throughput of /dev/zero.").judge(
        vec![share.published(PublishedValue::exactly(NEAR_BEST), Margin::None)],
        &Rule::Given(in_some, vec![in_median]),
        told(
            "It does in the median of the rounds.",
            "It does in some rounds; in the median it stays below.",
            "It stays below, in all but the odd round.",
        ),
    )
}

/// Holds if the largest buffer is slower than the best by more than 5%.
pub(super) fn past_the_peak(found: &Quantities) -> Claim {
    let shares = Device::ALL.map(|device| named(found, &share_of_best(device, LARGEST_DEVICE_BUFFER)));
    let rule = Rule::Each(shares.iter().map(|share| share.surely_below(NEAR_BEST)).collect());
    of_article("past-the-peak", "Past the best buffer, larger ones are slower.").judge(
        shares.into(),
        &rule,
        told(
            "16 MiB is slower than the best buffer by more than 5%, with both devices.",
            "With one device 16 MiB is slower than the best buffer by more than 5%, with the other it is not.",
            "16 MiB is not slower than the best buffer by more than 5%.",
        ),
    )
}
