//! What was published of devices and the cost model.

use harness::claims::Figure;
use harness::record::{Claim, Verdict, unit};
use harness::verdicts::{Part, Rule};
use harness::{Found, readable};

use super::{by_verdict, decided, named, of_another, of_article};
use crate::condition::LARGEST_DEVICE_BUFFER;
use crate::device::Device;
use crate::fits::NEAR_BEST;
use crate::published::{self, PER_BYTE_SECONDS, PER_CALL_SECONDS};
use crate::quantities::devices::{self as quantities, LARGEST_MISS, share_of_best};
use crate::sample::{KIB, MIB};
use crate::series::{self, BEST, DEVICES, FITS, MEASURED, PER_BYTE, PER_CALL, RMS, THROUGHPUT};

/// By which share a time may be off, as for every time.
const OFF: f64 = 0.1;

/// Judged by whether all sizes lie on the line; its two numbers are the machine's own.
pub(super) fn linear_model(found: &Found) -> Claim {
    let line =
        |label, measure| Figure::new(label, found.at(FITS, &series::of_law(Device::Zero, series::LINEAR), measure));
    let call = of_another(line("cost of a call, /dev/zero", PER_CALL), PER_CALL_SECONDS);
    let byte = of_another(line("cost of a byte, /dev/zero", PER_BYTE), PER_BYTE_SECONDS);
    let rms = line("RMS deviation from the line", RMS);
    let largest = named(found, LARGEST_MISS);
    let rule = Rule::all([Part::below(&largest, OFF)]);
    of_article(
        "linear-model",
        "A read of /dev/zero takes a fixed time for the call and a time for each byte, up to the best buffer.",
    )
    .judge_by(
        vec![call, byte, rms, largest],
        rule,
        decided(
            "Every size lies within 10% of the line; its two numbers are this machine's own.",
            "Some sizes lie more than 10% off the line.",
        ),
    )
}

pub(super) fn zero_peak(found: &Found) -> Claim {
    peak(found, Device::Zero, "zero-peak", "/dev/zero is fastest, or within 10% of its fastest, with 256 KiB.")
}

pub(super) fn urandom_peak(found: &Found) -> Claim {
    peak(found, Device::Urandom, "urandom-peak", "/dev/urandom is fastest, or within 10% of its fastest, with 16 KiB.")
}

/// A buffer's throughput over that of the fastest other one: over 1 where it is the fastest itself.
fn over_fastest_other(found: &Found, device: Device, bytes: usize) -> Figure {
    let size = if bytes < MIB { format!("{} KiB", bytes / KIB) } else { format!("{} MiB", bytes / MIB) };
    let label = format!("{size} over the fastest other buffer, {}", device.path());
    Figure::new(label, found.named(&share_of_best(device, bytes)))
}

/// Judged by the place: the published buffer is as fast as any other, to within the margin of every rate. How fast it is there
/// is the machine's own.
fn peak(found: &Found, device: Device, id: &'static str, text: &'static str) -> Claim {
    let published::Peak { buffer_bytes, throughput } = published::peak(device);
    let there = found.at(DEVICES, &series::of_device(device, buffer_bytes), THROUGHPUT);
    let there = Figure::new(format!("throughput with {} KiB, {}", buffer_bytes / KIB, device.path()), there);
    let there = of_another(there, throughput);
    let best = found.at(FITS, &series::of_law(device, MEASURED), BEST);
    let best = of_another(Figure::new(format!("best buffer, {}", device.path()), best), buffer_bytes as f64);
    let near = over_fastest_other(found, device, buffer_bytes);
    let rule = Rule::all([Part::above(&near, 1.0 - OFF)]);
    let values = near.value().zip(best.value());
    of_article(id, text).judge_by(vec![there, best, near], rule, |verdict| match verdict {
        Verdict::Undecided => Some(String::new()),
        _ => values.map(|(share, bytes)| {
            let (share, fastest) = (readable(share, unit::SHARE), readable(bytes, "bytes"));
            format!("That buffer reaches {share} of the fastest other one; the fastest of all is {fastest} here.")
        }),
    })
}

pub(super) fn sixty_four_kib(found: &Found) -> Claim {
    let share = of_another(over_fastest_other(found, Device::Zero, 64 * KIB), NEAR_BEST);
    let rule = Rule::all([Part::above(&share, NEAR_BEST)]);
    of_article("sixty-four-kib", "64 KiB comes within 95% of the best throughput of /dev/zero.").judge_by(
        vec![share],
        rule,
        decided("It reaches that.", "It stays below that."),
    )
}

/// Judged by the buffer that was published as the best: one that is found by its speed is faster than others by chance, too.
pub(super) fn past_the_peak(found: &Found) -> Claim {
    let shares = Device::ALL.map(|device| over_fastest_other(found, device, LARGEST_DEVICE_BUFFER));
    let over = Device::ALL.map(|device| named(found, &quantities::past_the_peak(device)));
    let cases = Device::ALL.into_iter().zip(&over).map(|(device, over)| (device.path(), vec![Part::below(over, 1.0)]));
    let rule = Rule::under("the device", cases);
    of_article("past-the-peak", "Past the best buffer, larger ones are slower.").judge_by(
        shares.into_iter().chain(over).collect(),
        rule,
        by_verdict(
            "16 MiB is slower than the published best buffer, with both devices.",
            "16 MiB is slower than the published best buffer with one device, and not with the other.",
            "16 MiB is not slower than the published best buffer.",
        ),
    )
}
