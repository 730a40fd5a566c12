//! What the grids of read and write buffers come to.

use std::ops::RangeInclusive;

use harness::quantities::Quantity;
use harness::record::{Estimate, unit};
use harness::statistics::{median, share_if_any};

use super::{Named, at, over, share_of_best, with};
use crate::bootstrap::{Size, smallest_reaching};
use crate::conditions::Condition;
use crate::ends::Ends;
use crate::measured::Row;
use crate::medians::{means, of, of_any};
use crate::place::Transport;
use crate::sample::{KIB, MIB, Sample};
use crate::transfer::Sizes;

/// The other side's buffers, where one side's are compared: none of them is what limits.
const LARGE: RangeInclusive<usize> = 64 * KIB..=MIB;
/// "Is enough": so near to the best.
pub(crate) const ENOUGH: f64 = 0.9;
/// Reads of which a share at least so large are short come back short.
const SOME_SHORT: f64 = 0.01;
/// Repeats that differ by more than this factor tell that one of them alone tells little.
const APART: f64 = 1.1;

/// Sockets that two programs on one machine can choose between.
pub(crate) const ON_ONE_MACHINE: [Transport; 2] = [Transport::Unix, Transport::Tcp];

pub(crate) const UNIX_OVER_TCP: &str = "Unix over TCP, buffers of 64 KiB to 1 MiB";
/// Of each kind of connection: see `with`.
pub(crate) const ONE_CORE_OVER_TWO: &str = "one core over a core for each end, buffers of 64 KiB to 1 MiB";
pub(crate) const ONE_CORE_OVER_TWO_AWAKE: &str =
    "one core over a core for each end that never goes idle, buffers of 64 KiB to 1 MiB";
pub(crate) const NOISE_ABOVE_4_KIB: &str = "share by which repeats of a point differ, above 4 KiB";
pub(crate) const NOISE_UP_TO_4_KIB: &str = "share by which repeats of a point differ, up to 4 KiB";
pub(crate) const POINTS_APART: &str = "share of points whose repeats differ by more than 10%";
pub(crate) const FASTEST_OVER_SLOWEST: &str = "fastest over slowest repeat of a point";
// Of each kind of connection: see `with`.
pub(crate) const AT_BEST: &str = "throughput at the best buffers";
pub(crate) const READS_OF_32_KIB: &str = "share of the best throughput with reads of 32 KiB";
pub(crate) const ENOUGH_TO_READ: &str = "smallest read buffer within 10% of the best";
pub(crate) const WRITES_OF_256_KIB: &str = "writes of 256 KiB over writes of 32 KiB";
pub(crate) const WRITES_OF_1_MIB: &str = "writes of 1 MiB over writes of 32 KiB";
pub(crate) const LARGER_WRITES: &str = "writes of 256 KiB to 1 MiB over writes of 32 KiB";
pub(crate) const SHORT_FROM: &str = "smallest read buffer with 1% of short reads";
pub(crate) const CPU_OF_64_KIB: &str = "processor time per GiB, 64 KiB over 1 KiB";
pub(crate) const CPU_OF_1_MIB: &str = "processor time per GiB, 1 MiB over 64 KiB";

pub(super) fn figures(rows: &[Row]) -> impl Iterator<Item = Named> {
    let grids = Transport::ALL.map(|transport| Grid::of(rows, transport));
    let on_one_core = ON_ONE_MACHINE.map(|transport| Grid::on_one_core(rows, transport));
    let of_each = |grid: &Grid| grid.figures().map(|(name, quantity)| (with(name, grid.transport), quantity));
    let named: Vec<Named> = grids.iter().flat_map(of_each).collect();
    let named_on_one_core: Vec<Named> =
        on_one_core.iter().flat_map(of_each).map(|(name, quantity)| (one_core(&name), quantity)).collect();
    let [unix, tcp, _] = &grids;
    let [unix_on_one, tcp_on_one] = &on_one_core;
    let over_tcp = [
        (UNIX_OVER_TCP.to_owned(), over(unit::RATIO, unix.large(), tcp.large())),
        (one_core(UNIX_OVER_TCP), over(unit::RATIO, unix_on_one.large(), tcp_on_one.large())),
    ];
    named.into_iter().chain(named_on_one_core).chain(over_tcp).chain(repeats(rows)).chain(places(rows))
}

/// The name of a figure where both ends are on one core.
pub(crate) fn one_core(name: &str) -> String {
    format!("{name}, one core")
}

/// Where the ends of the points with equal buffers ran, their size, and their rounds.
fn placed(rows: &[Row]) -> impl Iterator<Item = (Transport, Ends, usize, &Row)> {
    rows.iter().filter_map(|row| match row.condition {
        Condition::Placed { transport, ends, sizes } => Some((transport, ends, sizes.write, row)),
        _ => None,
    })
}

/// By how much repeats of a point differ where the system puts its ends, as it does for programs that don't mind.
fn repeats(rows: &[Row]) -> impl Iterator<Item = Named> {
    let of = |of_ends: Ends| placed(rows).filter(move |&(_, ends, ..)| ends == of_ends);
    let noise = |is_there: fn(usize) -> bool| {
        let there = of(Ends::Free).filter(|&(_, _, bytes, _)| is_there(bytes));
        let noises = there.map(|(.., row)| rounds(row)).map(|[min, middle, max]| (max - min) / middle);
        Quantity::new(unit::SHARE, of_any(&noises.collect::<Vec<_>>()))
    };
    let factors = |ends| -> Vec<f64> { of(ends).map(|(.., row)| rounds(row)).map(|[min, _, max]| max / min).collect() };
    let free = factors(Ends::Free);
    let apart = free.iter().filter(|&&factor| factor > APART).count();
    let spread = |factors: &[f64]| Quantity::new(unit::RATIO, of_any(factors));
    [
        (NOISE_ABOVE_4_KIB.to_owned(), noise(|bytes| bytes > 4 * KIB)),
        (NOISE_UP_TO_4_KIB.to_owned(), noise(|bytes| bytes <= 4 * KIB)),
        (POINTS_APART.to_owned(), Quantity::new(unit::SHARE, share_if_any(apart as u64, free.len() as u64))),
        (FASTEST_OVER_SLOWEST.to_owned(), spread(&free)),
        (one_core(FASTEST_OVER_SLOWEST), spread(&factors(Ends::Together))),
    ]
    .into_iter()
}

/// What one core for both ends comes to, beside a core for each.
fn places(rows: &[Row]) -> impl Iterator<Item = Named> {
    let large = |of_transport: Transport, of_ends: Ends| {
        let there = placed(rows).filter(|&(transport, ends, bytes, _)| {
            transport == of_transport && ends == of_ends && LARGE.contains(&bytes)
        });
        means(&there.map(|(.., row)| row).collect::<Vec<_>>())
    };
    let of_transport = move |transport| {
        [(ONE_CORE_OVER_TWO, Ends::Apart), (ONE_CORE_OVER_TWO_AWAKE, Ends::Awake)].map(|(name, ends)| {
            (with(name, transport), over(unit::RATIO, large(transport, Ends::Together), large(transport, ends)))
        })
    };
    ON_ONE_MACHINE.into_iter().flat_map(of_transport).collect::<Vec<_>>().into_iter()
}

/// The grid of one kind of connection.
struct Grid<'a> {
    transport: Transport,
    points: Vec<(Sizes, &'a Row)>,
}

impl<'a> Grid<'a> {
    fn of(rows: &'a [Row], of: Transport) -> Self {
        let point = |row| match row {
            &Row { condition: Condition::Grid { transport, sizes }, .. } if transport == of => Some((sizes, row)),
            _ => None,
        };
        Self { transport: of, points: rows.iter().filter_map(point).collect() }
    }

    /// The smaller one with both ends on one core.
    fn on_one_core(rows: &'a [Row], of: Transport) -> Self {
        let point = |row| match row {
            &Row { condition: Condition::OneCore { transport, sizes }, .. } if transport == of => Some((sizes, row)),
            _ => None,
        };
        Self { transport: of, points: rows.iter().filter_map(point).collect() }
    }

    fn figures(&self) -> [(&'static str, Quantity); 9] {
        let (by_read, by_write) =
            (self.profile(|sizes| (sizes.read, sizes.write)), self.profile(|sizes| (sizes.write, sizes.read)));
        let reads_of_32_kib = share_of_best(&by_read, 32 * KIB);
        let enough = reads_of_32_kib.measured.as_ref().map(|_| smallest_reaching(ENOUGH, &by_read));
        let writes = |bytes| over(unit::RATIO, at(&by_write, bytes), at(&by_write, 32 * KIB));
        let cpu = |bytes| self.point(bytes).map(|row| row.of(Sample::cpu_seconds_per_gib));
        let cpu = |above, below| over(unit::RATIO, cpu(above), cpu(below));
        [
            (AT_BEST, Quantity::new("bytes per second", self.fastest().map(|row| of(row, Sample::throughput)))),
            (READS_OF_32_KIB, reads_of_32_kib),
            (ENOUGH_TO_READ, Quantity::new("bytes", enough)),
            (WRITES_OF_256_KIB, writes(256 * KIB)),
            (WRITES_OF_1_MIB, writes(MIB)),
            (LARGER_WRITES, over(unit::RATIO, together_at(&by_write, 256 * KIB..=MIB), at(&by_write, 32 * KIB))),
            (SHORT_FROM, Quantity::new("bytes", self.short_from())),
            (CPU_OF_64_KIB, cpu(64 * KIB, KIB)),
            (CPU_OF_1_MIB, cpu(MIB, 64 * KIB)),
        ]
    }

    /// The point with read and write buffers of this size.
    fn point(&self, bytes: usize) -> Option<&Row> {
        let sizes = Sizes { read: bytes, write: bytes };
        self.points.iter().find(|(of, _)| *of == sizes).map(|(_, row)| *row)
    }

    fn fastest(&self) -> Option<&Row> {
        let median = |row: &Row| median(&row.throughputs()).value;
        self.points.iter().map(|(_, row)| *row).max_by(|a, b| median(a).total_cmp(&median(b)))
    }

    /// The points with large buffers on both sides together, round by round: a single point's rounds differ by more than
    /// connections do.
    fn large(&self) -> Option<Vec<f64>> {
        let large = self.points.iter().filter(|(sizes, _)| LARGE.contains(&sizes.read) && LARGE.contains(&sizes.write));
        means(&large.map(|(_, row)| *row).collect::<Vec<_>>())
    }

    /// Throughputs by one side's buffer, over the large buffers of the other side together. `sides` tells which is which.
    fn profile(&self, sides: fn(Sizes) -> (usize, usize)) -> Vec<Size> {
        let mut buffers: Vec<usize> = self.points.iter().map(|&(sizes, _)| sides(sizes).0).collect();
        buffers.sort_unstable();
        buffers.dedup();
        let of_buffer = |bytes| {
            let there = self.points.iter().map(|&(sizes, row)| (sides(sizes), row));
            let there = there.filter(|((of, other), _)| *of == bytes && LARGE.contains(other));
            means(&there.map(|(_, row)| row).collect::<Vec<_>>()).map(|throughputs| Size { bytes, throughputs })
        };
        buffers.into_iter().filter_map(of_buffer).collect()
    }

    /// The smallest read buffer with which some reads are short, with writes of 256 KiB.
    fn short_from(&self) -> Option<Estimate> {
        let mut points: Vec<&(Sizes, &Row)> =
            self.points.iter().filter(|(sizes, _)| sizes.write == 256 * KIB).collect();
        points.sort_by_key(|(sizes, _)| sizes.read);
        let is_short = |row: &Row| of(row, Sample::short_read_share).value >= SOME_SHORT;
        let from = points.iter().find(|(_, row)| is_short(row))?;
        Some(Estimate::certain(points.len() as u64, from.0.read as f64))
    }
}

/// The geometric mean of the throughputs of some buffers, round by round.
fn together_at(sizes: &[Size], which: RangeInclusive<usize>) -> Option<Vec<f64>> {
    let there: Vec<&Size> = sizes.iter().filter(|size| which.contains(&size.bytes)).collect();
    let rounds = there.iter().map(|size| size.throughputs.len()).min()?;
    let logs = |round: usize| there.iter().map(|size| size.throughputs[round].ln()).sum::<f64>();
    Some((0..rounds).map(|round| (logs(round) / there.len() as f64).exp()).collect())
}

/// The slowest, the middle and the fastest round of a point.
fn rounds(row: &Row) -> [f64; 3] {
    let Estimate { value, low, high, min, max, .. } = median(&row.throughputs());
    [min.unwrap_or(low), value, max.unwrap_or(high)]
}
