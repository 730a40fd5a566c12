//! What the author left open, and what this project found itself.

use harness::claims::Figure;
use harness::quantities::Quantities;
use harness::record::Claim;
use harness::rules::Rule;

use super::{named, of_each, of_ours, told};
use crate::quantities::settings::{CUBIC_OVER_BBR, LARGE_BUFFERS, LOW_WATER, SHORT_WITH_LOW_WATER};
use crate::quantities::sockets::{CPU_OF_1_MIB, CPU_OF_64_KIB, FASTEST_OVER_SLOWEST, POINTS_APART};

/// "Faster", "slower", "less": more than chance.
const MORE: f64 = 1.05;
/// Reads of which fewer are short come back full.
const FEW: f64 = 0.01;

/// Holds if hardly a read is short, and no kind of connection is faster.
pub(super) fn low_water_mark(found: &Quantities) -> Claim {
    let mut figures = of_each(found, LOW_WATER);
    let at_most = |figure: &Figure, bound| figure.measured().map(|measured| measured.value <= bound);
    let mut parts: Vec<_> = figures.iter().map(|ratio| at_most(ratio, MORE)).collect();
    let short = named(found, SHORT_WITH_LOW_WATER);
    parts.push(at_most(&short, FEW));
    figures.push(short);
    of_ours(
        "low-water-mark",
        "SO_RCVLOWAT as large as the read buffer ends short reads, and makes no connection faster.",
    )
    .judge(
        figures,
        &Rule::Each(parts),
        told(
            "Hardly a read is short then, and no kind of connection is faster by more than 5% in the median.",
            "It holds in part: the figures tell of which connections.",
            "Reads stay short, and connections are faster.",
        ),
    )
}

/// Holds if every kind of connection is faster.
pub(super) fn larger_socket_buffers(found: &Quantities) -> Claim {
    let ratios = of_each(found, LARGE_BUFFERS);
    let rule = Rule::Each(ratios.iter().map(|ratio| ratio.surely_above(MORE)).collect());
    of_ours("larger-socket-buffers", "Larger SO_SNDBUF and SO_RCVBUF make connections faster.").judge(
        ratios,
        &rule,
        told(
            "Every kind of connection is faster by more than 5% with socket buffers of 4 MiB.",
            "Some kinds of connections are faster with socket buffers of 4 MiB, others are not.",
            "No kind of connection is surely faster by more than 5% with socket buffers of 4 MiB.",
        ),
    )
}

/// Holds if the repeats of most points differ by more than a tenth.
pub(super) fn repeated_points(found: &Quantities) -> Claim {
    let share = named(found, POINTS_APART);
    let most = share.surely_above(0.5);
    let half = share.measured().map(|share| share.high >= 0.5);
    of_ours("repeated-points", "A point that is measured once tells little: repeats of the same point differ by more than 10%, at most points.")
    .judge(
        vec![share, named(found, FASTEST_OVER_SLOWEST)],
        &Rule::Each(vec![most, half]),
        told(
            "Repeats differ by more than 10% at most points of the grids.",
            "Repeats differ by more than 10% at about half of the points of the grids.",
            "Repeats differ by less than 10% at most points of the grids.",
        ),
    )
}

/// Holds if cubic is faster than bbr, over loopback and between namespaces.
pub(super) fn congestion_control(found: &Quantities) -> Claim {
    let ratios = of_each(found, CUBIC_OVER_BBR);
    let rule = Rule::Each(ratios.iter().map(|ratio| ratio.surely_above(MORE)).collect());
    of_ours(
        "congestion-control",
        "On one machine the congestion control matters: TCP is faster with cubic than with bbr.",
    )
    .judge(
        ratios,
        &rule,
        told(
            "TCP is faster by more than 5% with cubic, over the loopback interface and over virtual interfaces.",
            "TCP is faster with cubic over one kind of interface, and not over the other.",
            "TCP is not surely faster by more than 5% with cubic.",
        ),
    )
}

/// Holds if buffers of 64 KiB take less processor time than those of 1 KiB, and those of 1 MiB not still less.
pub(super) fn cpu_per_gib(found: &Quantities) -> Claim {
    let (saved, further) = (of_each(found, CPU_OF_64_KIB), of_each(found, CPU_OF_1_MIB));
    let is_less = saved.iter().map(|ratio| ratio.surely_below(1.0 / MORE));
    let is_no_less = further.iter().map(|ratio| ratio.measured().map(|ratio| ratio.value >= 1.0 / MORE));
    let rule = Rule::Each(is_less.chain(is_no_less).collect());
    of_ours("cpu-per-gib", "Larger buffers take less processor time per GiB, up to about 64 KiB and no further.").judge(
        saved.into_iter().zip(further).flat_map(|(saved, further)| [saved, further]).collect(),
        &rule,
        told(
            "Buffers of 64 KiB take less than those of 1 KiB, and those of 1 MiB not still less.",
            "It holds for some connections: the figures tell which.",
            "Buffers of 64 KiB take no less than those of 1 KiB, and those of 1 MiB still less.",
        ),
    )
}
