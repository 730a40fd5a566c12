//! What was published of sockets on one machine.

use harness::claims::Figure;
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue};
use harness::rules::{Margin, Rule, surely_less};

use super::{named, of_another, of_article, told};
use crate::place::Transport;
use crate::published::{self, SHORT_FROM};
use crate::quantities::settings::UNIX_OVER_CUBIC;
use crate::quantities::sockets::{
    self as quantities, ENOUGH, ENOUGH_TO_READ, NOISE_ABOVE_4_KIB, NOISE_UP_TO_4_KIB, ON_ONE_MACHINE, READS_OF_32_KIB,
    UNIX_OVER_TCP, WRITES_OF_1_MIB, WRITES_OF_256_KIB,
};
use crate::quantities::with;
use crate::sample::{KIB, MIB};
use crate::series::{self, SHORT_SHARE, SOCKETS};
use crate::transfer::Sizes;

/// "Gains": more than rounding and chance.
const GAIN: f64 = 1.05;

/// Holds if Unix sockets are faster than TCP, with the system's congestion control and with cubic.
pub(super) fn unix_over_tcp(found: &Quantities) -> Claim {
    let at_best = |name: &str, transport, published| {
        let best = found.named(&with(quantities::AT_BEST, transport));
        of_another(Figure::new(format!("{}, {name}", quantities::AT_BEST), best), published)
    };
    let (over, over_cubic) = (named(found, UNIX_OVER_TCP), named(found, UNIX_OVER_CUBIC));
    let rule = Rule::Each([&over, &over_cubic].map(|ratio| ratio.surely_above(1.0)).into());
    of_article("sockets-unix-over-tcp", "On one machine Unix sockets move about 9,000 MiB/s and TCP about 7,000 MiB/s.")
        .judge(
            vec![
                at_best("Unix", Transport::Unix, published::UNIX),
                at_best("TCP", Transport::Tcp, published::TCP),
                of_another(over, (published::UNIX / published::TCP * 100.0).round() / 100.0),
                over_cubic,
            ],
            &rule,
            told(
                "Unix sockets are faster, whatever congestion control TCP has.",
                "Whether Unix sockets are faster depends on TCP's congestion control.",
                "Unix sockets are not surely faster than TCP.",
            ),
        )
}

/// Holds if points with both buffers above 4 KiB spread more than those with both at most so large.
pub(super) fn noise_above_4_kib(found: &Quantities) -> Claim {
    let (large, small) = (named(found, NOISE_ABOVE_4_KIB), named(found, NOISE_UP_TO_4_KIB));
    let both = large.measured().zip(small.measured());
    let parts =
        [both.map(|(large, small)| surely_less(small, large)), both.map(|(large, small)| !surely_less(large, small))];
    of_article("noise-above-4-kib", "With buffers above 4 KiB the throughput of sockets varies a lot.").judge(
        vec![large, small],
        &Rule::Each(parts.into()),
        told(
            "Repeats differ more above 4 KiB than up to it.",
            "Repeats differ about as much up to 4 KiB as above.",
            "Repeats differ less above 4 KiB than up to it.",
        ),
    )
}

/// Holds if reads of 32 KiB come within 10% of the best read buffer, whatever the writes.
pub(super) fn read_32_kib(found: &Quantities) -> Claim {
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in ON_ONE_MACHINE {
        let share = named(found, &with(READS_OF_32_KIB, transport));
        parts.push(share.measured().map(|share| share.value >= ENOUGH));
        figures.extend([share, named(found, &with(ENOUGH_TO_READ, transport))]);
    }
    of_article("read-32-kib", "For reading from a socket about 32 KiB is enough.").judge(
        figures,
        &Rule::Each(parts),
        told(
            "Reads of 32 KiB come within 10% of the best, with Unix sockets and with TCP.",
            "Reads of 32 KiB come within 10% of the best with one kind of socket, and not with the other.",
            "Larger read buffers are faster by more than 10%.",
        ),
    )
}

/// Holds if writes of 256 KiB are faster than writes of 32 KiB.
pub(super) fn write_256_kib(found: &Quantities) -> Claim {
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in ON_ONE_MACHINE {
        let ratios = [WRITES_OF_256_KIB, WRITES_OF_1_MIB].map(|name| named(found, &with(name, transport)));
        let [quarter, whole] = ratios.each_ref().map(|ratio| ratio.surely_above(GAIN));
        parts.push(quarter.zip(whole).map(|(quarter, whole)| quarter || whole));
        figures.extend(ratios);
    }
    of_article("write-256-kib", "Writing to a socket gains from larger buffers, up to 256 KiB or 1 MiB.").judge(
        figures,
        &Rule::Each(parts),
        told(
            "Writes of 256 KiB or 1 MiB are faster than writes of 32 KiB, with Unix sockets and with TCP.",
            "Larger writes than 32 KiB are faster with one kind of socket, and not with the other.",
            "Writes of 256 KiB or 1 MiB are not surely faster than writes of 32 KiB.",
        ),
    )
}

/// Holds if most reads of the largest buffer are short, and some from at most twice the published size on.
pub(super) fn short_reads(found: &Quantities) -> Claim {
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in ON_ONE_MACHINE {
        let from = named(found, &with(quantities::SHORT_FROM, transport));
        let of_4_mib = series::of_grid(transport, Sizes { read: 4 * MIB, write: 256 * KIB });
        let largest = found.at(SOCKETS, &of_4_mib, SHORT_SHARE);
        let largest = Figure::new(with("share of reads of 4 MiB that are short", transport), &largest);
        parts.push(largest.surely_above(0.5));
        // Where no read is short there is no such buffer.
        let is_early = from.measured().is_some_and(|from| from.value <= 2.0 * SHORT_FROM);
        parts.push(largest.measured().map(|_| is_early));
        figures.extend([from.published(PublishedValue::exactly(SHORT_FROM), Margin::None), largest]);
    }
    of_article("short-reads", "From buffers of about 2 KiB on reads come back short, the more the larger the buffer.")
        .judge(
            figures,
            &Rule::Each(parts),
            told(
                "Most reads of the largest buffer are short, and some from at most 4 KiB on.",
                "It holds in part: where short reads begin, and how many there are, depends on the kind of socket.",
                "Reads of the largest buffer are not short, or only now and then.",
            ),
        )
}
