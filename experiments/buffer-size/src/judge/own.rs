//! What the author left open, and what this project found itself.

use harness::record::{Claim, ClaimFigure, Estimate, unit};
use harness::statistics::{median, share};

use super::{means, of_parts, own_claim, ratio, row, told};
use crate::conditions::{Condition, Variant};
use crate::measured::Row;
use crate::medians::of_rounds;
use crate::place::Transport;
use crate::sample::{KIB, MIB, Sample};
use crate::transfer::Sizes;

/// "Faster", "slower", "less": more than chance.
const MORE: f64 = 1.05;
/// Repeats that differ by more than this factor tell that one of them alone tells little.
const APART: f64 = 1.1;
/// Reads of which fewer are short come back full.
const FEW: f64 = 0.01;

/// All points with these settings, in one order.
pub(super) fn with(rows: &[Row], of: Transport, settings: Variant) -> Vec<&Row> {
    let mut found: Vec<(Sizes, &Row)> = rows
        .iter()
        .filter_map(|row| match row.condition {
            Condition::Variant { transport, variant, sizes } if (transport, variant) == (of, settings) => {
                Some((sizes, row))
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|(sizes, _)| (sizes.read, sizes.write));
    found.into_iter().map(|(_, row)| row).collect()
}

/// One setting's throughput over another's, over all points together, within rounds.
fn over(rows: &[Row], transport: Transport, above: Variant, below: Variant) -> Option<Estimate> {
    Some(ratio(&means(&with(rows, transport, above))?, &means(&with(rows, transport, below))?))
}

/// The same for each kind of connection.
fn over_for_each(rows: &[Row], above: Variant, below: Variant) -> Vec<(Transport, Option<Estimate>)> {
    Transport::ALL.into_iter().map(|transport| (transport, over(rows, transport, above, below))).collect()
}

fn ratio_figures(what: &str, ratios: Vec<(Transport, Option<Estimate>)>) -> Vec<ClaimFigure> {
    let measured = ratios.into_iter().filter(|(_, ratio)| ratio.is_some());
    measured
        .map(|(transport, ratio)| ClaimFigure::new(format!("{what}, {}", transport.name()), unit::RATIO, ratio))
        .collect()
}

/// Holds if hardly a read is short, and no kind of connection is faster.
pub(super) fn low_water_mark(rows: &[Row]) -> Claim {
    let short: Vec<f64> = Transport::ALL
        .into_iter()
        .flat_map(|transport| with(rows, transport, Variant::LowWater))
        .map(|row| median(&row.of(Sample::short_read_share)).value)
        .collect();
    let short = (!short.is_empty()).then(|| of_rounds(&short));
    let ratios = over_for_each(rows, Variant::LowWater, Variant::Default);
    let mut parts: Vec<Option<bool>> =
        ratios.iter().map(|(_, ratio)| ratio.as_ref().map(|ratio| ratio.value <= MORE)).collect();
    parts.push(short.as_ref().map(|short| short.value <= FEW));
    let mut figures = ratio_figures("throughput with SO_RCVLOWAT over without", ratios);
    figures.push(ClaimFigure::new("share of reads that are short with SO_RCVLOWAT", unit::SHARE, short));
    own_claim(
        "low-water-mark",
        "SO_RCVLOWAT as large as the read buffer ends short reads, and makes no connection faster.",
        figures,
        told(
            of_parts(&parts),
            "Hardly a read is short then, and no kind of connection is faster by more than 5% in the median.",
            "It holds in part: the figures tell of which connections.",
            "Reads stay short, and connections are faster.",
        ),
    )
}

/// Holds if every kind of connection is faster.
pub(super) fn larger_socket_buffers(rows: &[Row]) -> Claim {
    let ratios = over_for_each(rows, Variant::LargeBuffers, Variant::Default);
    let parts: Vec<Option<bool>> =
        ratios.iter().map(|(_, ratio)| ratio.as_ref().map(|ratio| ratio.low > MORE)).collect();
    own_claim(
        "larger-socket-buffers",
        "Larger SO_SNDBUF and SO_RCVBUF make connections faster.",
        ratio_figures("throughput with buffers of 4 MiB over the system's", ratios),
        told(
            of_parts(&parts),
            "Every kind of connection is faster by more than 5% with socket buffers of 4 MiB.",
            "Some kinds of connections are faster with socket buffers of 4 MiB, others are not.",
            "No kind of connection is surely faster by more than 5% with socket buffers of 4 MiB.",
        ),
    )
}

/// Holds if the repeats of most points differ by more than a tenth.
pub(super) fn repeated_points(rows: &[Row]) -> Claim {
    let spreads: Vec<f64> = rows
        .iter()
        .filter(|row| matches!(row.condition, Condition::Grid { .. }))
        .map(|row| {
            let of = median(&row.throughputs());
            of.max.unwrap_or(of.high) / of.min.unwrap_or(of.low)
        })
        .collect();
    let apart = spreads.iter().filter(|&&spread| spread > APART).count();
    let share = (!spreads.is_empty()).then(|| share(apart as u64, spreads.len() as u64));
    let parts = share.as_ref().map(|share| [Some(share.low > 0.5), Some(share.high >= 0.5)]);
    own_claim(
        "repeated-points",
        "A point that is measured once tells little: repeats of the same point differ by more than 10%, at most points.",
        vec![
            ClaimFigure::new("share of points whose repeats differ by more than 10%", unit::SHARE, share),
            ClaimFigure::new(
                "fastest over slowest repeat of a point",
                unit::RATIO,
                (!spreads.is_empty()).then(|| of_rounds(&spreads)),
            ),
        ],
        told(
            of_parts(&parts.unwrap_or_default()),
            "Repeats differ by more than 10% at most points of the grids.",
            "Repeats differ by more than 10% at about half of the points of the grids.",
            "Repeats differ by less than 10% at most points of the grids.",
        ),
    )
}

/// Holds if cubic is faster than bbr, over loopback and between namespaces.
pub(super) fn congestion_control(rows: &[Row]) -> Claim {
    let ratios = over_for_each(rows, Variant::Cubic, Variant::Bbr);
    let parts: Vec<Option<bool>> =
        ratios.iter().map(|(_, ratio)| ratio.as_ref().map(|ratio| ratio.low > MORE)).collect();
    own_claim(
        "congestion-control",
        "On one machine the congestion control matters: TCP is faster with cubic than with bbr.",
        ratio_figures("throughput with cubic over bbr", ratios),
        told(
            of_parts(&parts),
            "TCP is faster by more than 5% with cubic, over the loopback interface and over virtual interfaces.",
            "TCP is faster with cubic over one kind of interface, and not over the other.",
            "TCP is not surely faster by more than 5% with cubic.",
        ),
    )
}

/// Holds if buffers of 64 KiB take less processor time than those of 1 KiB, and those of 1 MiB not still less.
pub(super) fn cpu_per_gib(rows: &[Row]) -> Claim {
    let both = |transport, bytes| {
        let found = row(rows, Condition::Grid { transport, sizes: Sizes { read: bytes, write: bytes } });
        found.map(|row| row.of(Sample::cpu_seconds_per_gib))
    };
    let mut figures = Vec::new();
    let mut parts = Vec::new();
    for transport in Transport::ALL {
        let [small, medium, large] = [KIB, 64 * KIB, MIB].map(|bytes| both(transport, bytes));
        let saved = medium.as_ref().zip(small).map(|(medium, small)| ratio(medium, &small));
        let further = large.zip(medium).map(|(large, medium)| ratio(&large, &medium));
        parts.push(saved.as_ref().map(|ratio| ratio.high < 1.0 / MORE));
        parts.push(further.as_ref().map(|ratio| ratio.value >= 1.0 / MORE));
        let of = |what: &str| format!("processor time per GiB, {what}, {}", transport.name());
        figures.extend([
            ClaimFigure::new(of("64 KiB over 1 KiB"), unit::RATIO, saved),
            ClaimFigure::new(of("1 MiB over 64 KiB"), unit::RATIO, further),
        ]);
    }
    figures.retain(|figure| figure.measured.is_some());
    own_claim(
        "cpu-per-gib",
        "Larger buffers take less processor time per GiB, up to about 64 KiB and no further.",
        figures,
        told(
            of_parts(&parts),
            "Buffers of 64 KiB take less than those of 1 KiB, and those of 1 MiB not still less.",
            "It holds for some connections: the figures tell which.",
            "Buffers of 64 KiB take no less than those of 1 KiB, and those of 1 MiB still less.",
        ),
    )
}
