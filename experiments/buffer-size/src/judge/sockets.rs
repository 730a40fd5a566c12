//! What was published of sockets on one machine.

use harness::record::{Claim, ClaimFigure, Estimate, unit};
use harness::statistics::median;

use super::{certain, means, of_parts, own, published_claim, ratio, told, with_published};
use crate::bootstrap::{Size, best_size, smallest_reaching};
use crate::conditions::{Condition, Variant};
use crate::measured::Row;
use crate::medians::{of, of_rounds, rounded};
use crate::place::Transport;
use crate::published::{self, SHORT_FROM};
use crate::sample::{KIB, MIB, Sample};
use crate::transfer::Sizes;

/// Sockets that two programs on one machine can choose between.
const ON_ONE_MACHINE: [Transport; 2] = [Transport::Unix, Transport::Tcp];
/// The other side's buffers, where one side's are compared: none of them is what limits.
const LARGE: std::ops::RangeInclusive<usize> = 64 * KIB..=MIB;
/// "Is enough": so near to the best.
const ENOUGH: f64 = 0.9;
/// "Gains": more than rounding and chance.
const GAIN: f64 = 1.05;

/// The grid of one kind of connection.
fn grid(rows: &[Row], of: Transport) -> Vec<(Sizes, &Row)> {
    let point = |row| match row {
        &Row { condition: Condition::Grid { transport, sizes }, .. } if transport == of => Some((sizes, row)),
        _ => None,
    };
    rows.iter().filter_map(point).collect()
}

/// The fastest point of a grid.
fn fastest(rows: &[Row], transport: Transport) -> Option<&Row> {
    let median = |row: &Row| median(&row.throughputs()).value;
    grid(rows, transport).into_iter().map(|(_, row)| row).max_by(|a, b| median(a).total_cmp(&median(b)))
}

/// The points with large buffers on both sides together, round by round: a single point's rounds differ by more than
/// connections do.
fn large(rows: &[Row], transport: Transport) -> Option<Vec<f64>> {
    let points = grid(rows, transport).into_iter();
    let large = points.filter(|(sizes, _)| LARGE.contains(&sizes.read) && LARGE.contains(&sizes.write));
    means(&large.map(|(_, row)| row).collect::<Vec<_>>())
}

/// Holds if Unix sockets are faster than TCP, with the system's congestion control and with cubic.
pub(super) fn unix_over_tcp(rows: &[Row]) -> Claim {
    let best = ON_ONE_MACHINE.map(|transport| fastest(rows, transport));
    let [unix, tcp] = best.map(|row| row.map(|row| of(row, Sample::throughput)));
    let over = large(rows, Transport::Unix).zip(large(rows, Transport::Tcp)).map(|(unix, tcp)| ratio(&unix, &tcp));
    let with = |transport, variant| means(&own::with(rows, transport, variant));
    let over_cubic = with(Transport::Unix, Variant::Default)
        .zip(with(Transport::Tcp, Variant::Cubic))
        .map(|(unix, cubic)| ratio(&unix, &cubic));
    let parts = [&over, &over_cubic].map(|ratio| ratio.as_ref().map(|ratio| ratio.low > 1.0));
    published_claim(
        "sockets-unix-over-tcp",
        "On one machine Unix sockets move about 9,000 MiB/s and TCP about 7,000 MiB/s.",
        vec![
            with_published(
                ClaimFigure::new("throughput at the best buffers, Unix", "bytes per second", unix),
                published::UNIX,
            ),
            with_published(
                ClaimFigure::new("throughput at the best buffers, TCP", "bytes per second", tcp),
                published::TCP,
            ),
            with_published(
                ClaimFigure::new("Unix over TCP, buffers of 64 KiB to 1 MiB", unit::RATIO, over),
                (published::UNIX / published::TCP * 100.0).round() / 100.0,
            ),
            ClaimFigure::new("Unix over TCP with cubic, buffers of 64 KiB to 1 MiB", unit::RATIO, over_cubic),
        ],
        told(
            of_parts(&parts),
            "Unix sockets are faster, whatever congestion control TCP has.",
            "Whether Unix sockets are faster depends on TCP's congestion control.",
            "Unix sockets are not surely faster than TCP.",
        ),
    )
}

/// How far the rounds of a point lie apart: the largest less the smallest, over the median.
fn spread(row: &Row) -> f64 {
    let of = median(&row.throughputs());
    let (min, max) = (of.min.unwrap_or(of.low), of.max.unwrap_or(of.high));
    (max - min) / of.value
}

/// Holds if points with both buffers above 4 KiB spread more than those with both at most so large.
pub(super) fn noise_above_4_kib(rows: &[Row]) -> Claim {
    let spreads = |is_there: fn(usize) -> bool| -> Option<Estimate> {
        let points = ON_ONE_MACHINE.into_iter().flat_map(|transport| grid(rows, transport));
        let there = points.filter(|(sizes, _)| is_there(sizes.read) && is_there(sizes.write));
        let spreads: Vec<f64> = there.map(|(_, row)| spread(row)).collect();
        (!spreads.is_empty()).then(|| of_rounds(&spreads))
    };
    let (small, large) = (spreads(|bytes| bytes <= 4 * KIB), spreads(|bytes| bytes > 4 * KIB));
    let both = small.clone().zip(large.clone());
    let parts = both.map(|(small, large)| [Some(large.low > small.high), Some(large.high >= small.low)]);
    published_claim(
        "noise-above-4-kib",
        "With buffers above 4 KiB the throughput of sockets varies a lot.",
        vec![
            ClaimFigure::new("share by which repeats of a point differ, above 4 KiB", unit::SHARE, large),
            ClaimFigure::new("share by which repeats of a point differ, up to 4 KiB", unit::SHARE, small),
        ],
        told(
            of_parts(&parts.unwrap_or_default()),
            "Repeats differ more above 4 KiB than up to it.",
            "Repeats differ about as much up to 4 KiB as above.",
            "Repeats differ less above 4 KiB than up to it.",
        ),
    )
}

/// Throughputs by one side's buffer, over the large buffers of the other side together.
fn profile(rows: &[Row], transport: Transport, side: fn(Sizes) -> (usize, usize)) -> Vec<Size> {
    let points = grid(rows, transport);
    let mut buffers: Vec<usize> = points.iter().map(|&(sizes, _)| side(sizes).0).collect();
    buffers.sort_unstable();
    buffers.dedup();
    let of_buffer = |bytes| {
        let there = points.iter().filter(|&&(sizes, _)| side(sizes).0 == bytes && LARGE.contains(&side(sizes).1));
        means(&there.map(|&(_, row)| row).collect::<Vec<_>>()).map(|throughputs| Size { bytes, throughputs })
    };
    buffers.into_iter().filter_map(of_buffer).collect()
}

fn by_read(sizes: Sizes) -> (usize, usize) {
    (sizes.read, sizes.write)
}

fn by_write(sizes: Sizes) -> (usize, usize) {
    (sizes.write, sizes.read)
}

fn at(profile: &[Size], bytes: usize) -> Option<&Size> {
    profile.iter().find(|size| size.bytes == bytes)
}

/// Holds if reads of 32 KiB come within 10% of the best read buffer, whatever the writes.
pub(super) fn read_32_kib(rows: &[Row]) -> Claim {
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in ON_ONE_MACHINE {
        let profile = profile(rows, transport, by_read);
        let share = at(&profile, 32 * KIB)
            .zip(best_size(&profile))
            .map(|(here, best)| ratio(&here.throughputs, &best.throughputs));
        let smallest = share.as_ref().map(|_| smallest_reaching(ENOUGH, &profile));
        parts.push(share.as_ref().map(|share| share.value >= ENOUGH));
        figures.push(ClaimFigure::new(
            format!("share of the best throughput with reads of 32 KiB, {}", transport.name()),
            unit::SHARE,
            share,
        ));
        figures.push(ClaimFigure::new(
            format!("smallest read buffer within 10% of the best, {}", transport.name()),
            "bytes",
            smallest,
        ));
    }
    published_claim(
        "read-32-kib",
        "For reading from a socket about 32 KiB is enough.",
        figures,
        told(
            of_parts(&parts),
            "Reads of 32 KiB come within 10% of the best, with Unix sockets and with TCP.",
            "Reads of 32 KiB come within 10% of the best with one kind of socket, and not with the other.",
            "Larger read buffers are faster by more than 10%.",
        ),
    )
}

/// Holds if writes of 256 KiB are faster than writes of 32 KiB.
pub(super) fn write_256_kib(rows: &[Row]) -> Claim {
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in ON_ONE_MACHINE {
        let profile = profile(rows, transport, by_write);
        let over = |bytes| Some(ratio(&at(&profile, bytes)?.throughputs, &at(&profile, 32 * KIB)?.throughputs));
        let (quarter, whole) = (over(256 * KIB), over(MIB));
        let gains = |ratio: &Option<Estimate>| ratio.as_ref().map(|ratio| ratio.low > GAIN);
        parts.push(gains(&quarter).zip(gains(&whole)).map(|(quarter, whole)| quarter || whole));
        figures.push(ClaimFigure::new(
            format!("writes of 256 KiB over writes of 32 KiB, {}", transport.name()),
            unit::RATIO,
            quarter,
        ));
        figures.push(ClaimFigure::new(
            format!("writes of 1 MiB over writes of 32 KiB, {}", transport.name()),
            unit::RATIO,
            whole,
        ));
    }
    published_claim(
        "write-256-kib",
        "Writing to a socket gains from larger buffers, up to 256 KiB or 1 MiB.",
        figures,
        told(
            of_parts(&parts),
            "Writes of 256 KiB or 1 MiB are faster than writes of 32 KiB, with Unix sockets and with TCP.",
            "Larger writes than 32 KiB are faster with one kind of socket, and not with the other.",
            "Writes of 256 KiB or 1 MiB are not surely faster than writes of 32 KiB.",
        ),
    )
}

/// Reads of which a share at least so large are short come back short.
const SOME_SHORT: f64 = 0.01;

/// Holds if most reads of the largest buffer are short, and some from at most twice the published size on.
pub(super) fn short_reads(rows: &[Row]) -> Claim {
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in ON_ONE_MACHINE {
        let mut points = grid(rows, transport);
        points.retain(|(sizes, _)| sizes.write == 256 * KIB);
        points.sort_by_key(|(sizes, _)| sizes.read);
        let share = |row: &Row| of(row, Sample::short_read_share);
        let from = points.iter().find(|(_, row)| share(row).value >= SOME_SHORT).map(|(sizes, _)| sizes.read);
        let largest = points.last().map(|(_, row)| share(row));
        parts.push(largest.as_ref().map(|share| share.low > 0.5));
        parts.push(largest.as_ref().map(|_| from.is_some_and(|from| from as f64 <= 2.0 * SHORT_FROM)));
        let from = from.map(|from| certain(points.len(), from as f64));
        let label = format!("smallest read buffer with 1% of short reads, {}", transport.name());
        figures.push(with_published(ClaimFigure::new(&label, "bytes", from), SHORT_FROM));
        let label = format!("share of reads of 4 MiB that are short, {}", transport.name());
        figures.push(ClaimFigure::new(label, unit::SHARE, largest.map(rounded)));
    }
    published_claim(
        "short-reads",
        "From buffers of about 2 KiB on reads come back short, the more the larger the buffer.",
        figures,
        told(
            of_parts(&parts),
            "Most reads of the largest buffer are short, and some from at most 4 KiB on.",
            "It holds in part: where short reads begin, and how many there are, depends on the kind of socket.",
            "Reads of the largest buffer are not short, or only now and then.",
        ),
    )
}
