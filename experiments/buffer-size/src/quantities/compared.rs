//! What connections that were compared over and over come to, beside each other.

use harness::Quantity;
use harness::record::unit;

use super::{Named, over, share_of_best, with, with_kind};
use crate::bootstrap::{Size, smallest_reaching};
use crate::compared::{Rounds, Where};
use crate::condition::{BESIDE, KINDS, LARGE, ON_ONE_MACHINE, Question, READS, SMALL, Variant, WRITES, equal};
use crate::measured::Row;
use crate::medians::farthest_off;
use crate::place::Transport;
use crate::sample::KIB;
use crate::transfer::Sizes;

/// "Is enough", and "the best": so near to the best.
pub(crate) const ENOUGH: f64 = 0.9;
// Names of figures for each kind of connection and place: see `with`, `with_kind` and `Where::of`.
pub(crate) const READS_OF_16_KIB: &str = "share of the best throughput with reads of 16 KiB";
pub(crate) const READS_OF_32_KIB: &str = "share of the best throughput with reads of 32 KiB";
pub(crate) const ENOUGH_TO_READ: &str = "smallest read buffer within 10% of the best";
pub(crate) const LARGER_WRITES: &str = "writes of 256 KiB to 1 MiB over writes of 32 KiB";
pub(crate) const LARGEST_MISS: &str = "largest deviation from the line, buffers up to 4 KiB";
// Names of figures for each place.
pub(crate) const UNIX_OVER_TCP: &str = "Unix over TCP, buffers of 64 KiB to 1 MiB";
pub(crate) const UNIX_OVER_CUBIC: &str = "Unix over TCP with cubic, buffers of 64 KiB to 1 MiB";

/// All figures, whether or not they were measured.
pub(super) fn figures(rows: &[Row]) -> impl Iterator<Item = Named> {
    Where::ALL.into_iter().flat_map(move |place| {
        let buffers = KINDS.into_iter().flat_map(move |kind| {
            let figures = of_buffers(rows, kind, place).into_iter();
            figures.map(move |(name, quantity)| (place.of(&with_kind(name, kind)), quantity))
        });
        let lines = ON_ONE_MACHINE.into_iter().map(move |transport| {
            let (name, quantity) = of_line(rows, transport, place);
            (place.of(&with(name, transport)), quantity)
        });
        let over_tcp = [(UNIX_OVER_TCP, Variant::Default), (UNIX_OVER_CUBIC, Variant::Cubic)];
        buffers.chain(lines).chain(over_tcp.map(|(name, variant)| (place.of(name), unix_over(rows, variant, place))))
    })
}

fn unix_over(rows: &[Row], variant: Variant, place: Where) -> Quantity {
    let (unix, tcp) = ((Transport::Unix, Variant::Default), (Transport::Tcp, variant));
    let rounds = Rounds::of(rows, Question::Kinds, &[unix, tcp], place);
    let large = |kind| rounds.as_ref().and_then(|rounds| rounds.together(kind, &LARGE.map(equal)));
    over(unit::RATIO, large(unix), large(tcp))
}

fn of_buffers(rows: &[Row], kind: (Transport, Variant), place: Where) -> [(&'static str, Quantity); 4] {
    let rounds = Rounds::of(rows, Question::Buffers, &[kind], place);
    let throughputs = |sizes| rounds.as_ref().and_then(|rounds| rounds.throughputs(kind, sizes));
    let by_read: Vec<Size> = READS
        .into_iter()
        .filter_map(|bytes| Some(Size { bytes, throughputs: throughputs(Sizes { read: bytes, write: BESIDE })? }))
        .collect();
    let enough = (!by_read.is_empty()).then(|| smallest_reaching(ENOUGH, &by_read));
    let [small, larger @ ..] = WRITES.map(|write| Sizes { read: BESIDE, write });
    let larger = rounds.as_ref().and_then(|rounds| rounds.together(kind, &larger));
    [
        (READS_OF_16_KIB, share_of_best(&by_read, 16 * KIB)),
        (READS_OF_32_KIB, share_of_best(&by_read, 32 * KIB)),
        (ENOUGH_TO_READ, Quantity::new("bytes", enough)),
        (LARGER_WRITES, over(unit::RATIO, larger, throughputs(small))),
    ]
}

/// Deviation from the line through the small buffers of its round, at the size that may be farthest off.
fn of_line(rows: &[Row], transport: Transport, place: Where) -> (&'static str, Quantity) {
    let kind = (transport, Variant::Default);
    let rounds = Rounds::of(rows, Question::Line, &[kind], place);
    let times = SMALL.into_iter().filter_map(|bytes| {
        let rates = rounds.as_ref()?.throughputs(kind, equal(bytes))?;
        Some((bytes, rates.into_iter().map(|rate| bytes as f64 / rate).collect()))
    });
    (LARGEST_MISS, Quantity::new(unit::SHARE, farthest_off(&times.collect::<Vec<_>>())))
}
