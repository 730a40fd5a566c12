//! What the grids of read and write buffers come to, and the same buffers in several places.

use harness::Quantity;
use harness::record::{Estimate, unit};
use harness::statistics::{median, share_if_any};

use super::{Named, over, with};
use crate::condition::ON_ONE_MACHINE;
use crate::condition::{Condition, LARGE, equal};
use crate::ends::Ends;
use crate::measured::Row;
use crate::medians::{means, of, of_any};
use crate::place::Transport;
use crate::sample::{KIB, MIB, Sample};

/// Reads of which a share at least so large are short come back short.
pub(crate) const SOME_SHORT: f64 = 0.01;
/// Repeats that differ by more than this factor tell that one of them alone tells little.
const APART: f64 = 1.1;
/// Repeats in a batch, within which they are compared with each other.
const BATCH: usize = 5;

/// Names of figures for each kind of connection: see `with`.
pub(crate) const ONE_CORE_OVER_TWO: &str = "one core over a core for each end, buffers of 64 KiB to 1 MiB";
pub(crate) const ONE_CORE_OVER_TWO_AWAKE: &str =
    "one core over a core for each end that never goes idle, buffers of 64 KiB to 1 MiB";
pub(crate) const NOISE_ABOVE_4_KIB: &str = "spread of repeats, above 4 KiB";
pub(crate) const NOISE_UP_TO_4_KIB: &str = "spread of repeats, up to 4 KiB";
pub(crate) const NOISE_OVER: &str = "by how much repeats differ above 4 KiB, over that up to 4 KiB";
pub(crate) const POINTS_APART: &str = "share of points whose repeats differ by more than 10%";
pub(crate) const FASTEST_OVER_SLOWEST: &str = "fastest over slowest repeat of a point";
// Names of figures for each kind of connection: see `with`.
pub(crate) const AT_BEST: &str = "throughput at the best buffers";
pub(crate) const SHORT_FROM: &str = "smallest read buffer with 1% of short reads";
pub(crate) const CPU_OF_64_KIB: &str = "processor time per GiB, 64 KiB over 1 KiB";
pub(crate) const CPU_OF_1_MIB: &str = "processor time per GiB, 1 MiB over 64 KiB";

pub(super) fn figures(rows: &[Row]) -> impl Iterator<Item = Named> {
    let grids = Transport::ALL.into_iter().flat_map(move |transport| of_grid(rows, transport));
    grids.chain(noise(rows)).chain(repeats(rows)).chain(places(rows)).chain(cpu(rows))
}

/// The name of a figure where both ends are on one core.
pub(crate) fn one_core(name: &str) -> String {
    format!("{name}, one core")
}

/// The points with equal buffers: where their ends ran, their size, and their rounds.
fn placed(rows: &[Row]) -> impl Iterator<Item = (Transport, Ends, usize, &Row)> {
    rows.iter().filter_map(|row| match row.condition {
        Condition::Placed { transport, ends, sizes } => Some((transport, ends, sizes.write, row)),
        _ => None,
    })
}

/// By how much repeats of a point differ where the system puts its ends, as it does for programs that don't mind: in each batch
/// the mean over the points above 4 KiB and over the others, and the ratio of both.
fn noise(rows: &[Row]) -> [Named; 3] {
    let is_above = |row: &Row| match row.condition {
        Condition::Repeated { sizes, .. } => Some(sizes.write > 4 * KIB),
        _ => None,
    };
    let of = |above| -> Vec<f64> {
        let there: Vec<Vec<f64>> =
            rows.iter().filter(|row| is_above(row) == Some(above)).map(Row::throughputs).collect();
        let batches = there.iter().map(|rounds| rounds.len() / BATCH).min().unwrap_or(0);
        let of_batch = |batch: usize| {
            let spreads = there.iter().map(|rounds| spread(&rounds[batch * BATCH..(batch + 1) * BATCH]));
            spreads.sum::<f64>() / there.len() as f64
        };
        (0..batches).map(of_batch).collect()
    };
    let (above, up_to) = (of(true), of(false));
    let both = if above.is_empty() { [None, None] } else { [Some(above.clone()), Some(up_to.clone())] };
    let [over_above, over_up_to] = both;
    [
        (NOISE_ABOVE_4_KIB.to_owned(), Quantity::new(unit::SHARE, of_any(&above))),
        (NOISE_UP_TO_4_KIB.to_owned(), Quantity::new(unit::SHARE, of_any(&up_to))),
        (NOISE_OVER.to_owned(), over(unit::RATIO, over_above, over_up_to)),
    ]
}

/// The fastest less the slowest, over the middle.
fn spread(rounds: &[f64]) -> f64 {
    let [min, middle, max] = ends_of(rounds);
    (max - min) / middle
}

fn repeats(rows: &[Row]) -> [Named; 3] {
    let factors = |of_ends| -> Vec<f64> {
        let there = placed(rows).filter(|&(_, ends, ..)| ends == of_ends);
        there.map(|(.., row)| ends_of(&row.throughputs())).map(|[min, _, max]| max / min).collect()
    };
    let free = factors(Ends::Free);
    let apart = free.iter().filter(|&&factor| factor > APART).count();
    [
        (POINTS_APART.to_owned(), Quantity::new(unit::SHARE, share_if_any(apart as u64, free.len() as u64))),
        (FASTEST_OVER_SLOWEST.to_owned(), Quantity::new(unit::RATIO, of_any(&free))),
        (one_core(FASTEST_OVER_SLOWEST), Quantity::new(unit::RATIO, of_any(&factors(Ends::Together)))),
    ]
}

/// Throughput on one core for both ends over that with a core for each.
fn places(rows: &[Row]) -> impl Iterator<Item = Named> {
    let large = move |of_transport: Transport, of_ends: Ends| {
        let there = placed(rows).filter(|&(transport, ends, bytes, _)| {
            (transport, ends) == (of_transport, of_ends) && LARGE.contains(&bytes)
        });
        means(&there.map(|(.., row)| row).collect::<Vec<_>>())
    };
    let of_transport = move |transport| {
        [(ONE_CORE_OVER_TWO, Ends::Apart), (ONE_CORE_OVER_TWO_AWAKE, Ends::Awake)].map(|(name, ends)| {
            (with(name, transport), over(unit::RATIO, large(transport, Ends::Together), large(transport, ends)))
        })
    };
    ON_ONE_MACHINE.into_iter().flat_map(of_transport)
}

/// Processor time with equal buffers: of two programs on one machine in either place, if it has cores for both, and between
/// namespaces.
fn cpu(rows: &[Row]) -> impl Iterator<Item = Named> {
    type Naming = fn(&str) -> String;
    let of_place = move |transport, ends: Option<Ends>, name_there: Naming| {
        let of = |bytes| {
            let sizes = equal(bytes);
            let condition = match ends {
                Some(ends) => Condition::Placed { transport, ends, sizes },
                None => Condition::Grid { transport, sizes },
            };
            let row = rows.iter().find(|row| row.condition == condition)?;
            Some(row.of(Sample::cpu_seconds_per_gib))
        };
        [(CPU_OF_64_KIB, 64 * KIB, KIB), (CPU_OF_1_MIB, MIB, 64 * KIB)]
            .map(|(name, above, below)| (name_there(&with(name, transport)), over(unit::RATIO, of(above), of(below))))
    };
    let places = |transport| -> [(Transport, Option<Ends>, Naming); 2] {
        [(transport, Some(Ends::Awake), str::to_owned), (transport, Some(Ends::Together), one_core)]
    };
    let between_namespaces: (Transport, Option<Ends>, Naming) = (Transport::Veth, None, str::to_owned);
    let all = ON_ONE_MACHINE.into_iter().flat_map(places).chain([between_namespaces]);
    all.flat_map(move |(transport, ends, name_there)| of_place(transport, ends, name_there))
}

/// The fastest point of a grid, and from where on its reads are short.
fn of_grid(rows: &[Row], of_transport: Transport) -> [Named; 2] {
    let points = || {
        rows.iter().filter_map(|row| match row.condition {
            Condition::Grid { transport, sizes } if transport == of_transport => Some((sizes, row)),
            _ => None,
        })
    };
    let middle = |row: &Row| median(&row.throughputs()).value;
    let fastest = points().max_by(|(_, a), (_, b)| middle(a).total_cmp(&middle(b)));
    // Points with writes of 256 KiB, by the size of the reads.
    let mut by_read: Vec<_> = points().filter(|(sizes, _)| sizes.write == 256 * KIB).collect();
    by_read.sort_by_key(|(sizes, _)| sizes.read);
    let is_short = |row: &Row| of(row, Sample::short_read_share).value >= SOME_SHORT;
    let short = by_read.iter().find(|(_, row)| is_short(row));
    let short = short.map(|(sizes, _)| Estimate::certain(by_read.len() as u64, sizes.read as f64));
    [
        (
            with(AT_BEST, of_transport),
            Quantity::new("bytes per second", fastest.map(|(_, row)| of(row, Sample::throughput))),
        ),
        (with(SHORT_FROM, of_transport), Quantity::new("bytes", short)),
    ]
}

/// The slowest, the middle and the fastest.
fn ends_of(rounds: &[f64]) -> [f64; 3] {
    let Estimate { value, low, high, min, max, .. } = median(rounds);
    [min.unwrap_or(low), value, max.unwrap_or(high)]
}
