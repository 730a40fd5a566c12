//! What gets measured.

mod variant;

use std::time::Duration;

use harness::record::{Profile, Skipped};
use sockets::congestion_control_works;

use crate::device::Device;
use crate::ends::Ends;
use crate::iperf3;
use crate::place::{Place, Transport};
use crate::remote;
use crate::sample::{KIB, MIB, Timing};
use crate::transfer::Sizes;

pub(crate) use variant::Variant;

/// The largest buffer of a device, as published.
pub(crate) const LARGEST_DEVICE_BUFFER: usize = 16 * MIB;
/// That of `/dev/zero`, which is as fast as memory: beyond any cache that a core has to itself.
const LARGEST_OF_ZERO: usize = 64 * MIB;
/// Sizes between powers of two, where what a cache holds ends: 3 times a power of two each.
const BETWEEN_POWERS: [usize; 4] = [6 * MIB, 12 * MIB, 24 * MIB, 48 * MIB];
/// The smallest and the largest buffer of a socket.
const SOCKET_BUFFERS: (usize, usize) = (KIB, 4 * MIB);

/// Equal read and write buffers between namespaces.
const EQUAL_OF_VETH: [usize; 3] = [KIB, 64 * KIB, MIB];

/// One thing to measure again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// Reading from a device.
    Device { device: Device, buffer_bytes: usize },
    /// A point of the grid of read and write buffers: one connection with the system's settings, where [`Ends::compared`] says.
    Grid { transport: Transport, sizes: Sizes },
    /// A point of a smaller grid, both ends on one core.
    OneCore { transport: Transport, sizes: Sizes },
    /// One connection with other settings, beside the system's, where [`Ends::compared`] says.
    Variant { transport: Transport, variant: Variant, sizes: Sizes },
    /// One connection with its ends kept there, beside other places.
    Placed { transport: Transport, ends: Ends, sizes: Sizes },
    /// Several connections at once, their ends wherever the system puts them.
    Connections { transport: Transport, connections: usize, write_bytes: usize },
    /// One connection with buffers as iperf3 has them, beside it.
    BesideIperf3 { block_bytes: usize },
    /// iperf3.
    Iperf3 { block_bytes: usize },
    /// Connections to another host.
    TwoHosts { connections: usize, sizes: Sizes },
}

impl Condition {
    /// In words.
    pub(crate) fn text(self) -> String {
        let moved = |transport: Transport, Sizes { read, write }: Sizes| {
            format!("{}, reads of {read} and writes of {write} bytes", transport.name())
        };
        match self {
            Self::Device { device, buffer_bytes } => format!("{}, {buffer_bytes} bytes", device.path()),
            Self::Grid { transport, sizes } => moved(transport, sizes),
            Self::Variant { transport, variant, sizes } => format!("{}, {}", moved(transport, sizes), variant.name()),
            Self::OneCore { transport, sizes } => format!("{}, beside others on one core", moved(transport, sizes)),
            Self::Placed { transport, ends, sizes } => format!("{}, {}", moved(transport, sizes), ends.text()),
            Self::Connections { transport, connections, write_bytes } => {
                let sizes = Sizes { read: READ_BESIDE_CONNECTIONS, write: write_bytes };
                format!("{}, {connections} connections", moved(transport, sizes))
            }
            Self::BesideIperf3 { block_bytes } => format!("beside iperf3, {block_bytes} bytes"),
            Self::Iperf3 { block_bytes } => format!("iperf3, {block_bytes} bytes"),
            Self::TwoHosts { connections, sizes } => {
                format!("another machine by {connections} connections, {}", moved(Transport::Tcp, sizes))
            }
        }
    }

    /// How long it takes about, in milliseconds, if a measurement of this program's own takes `own`.
    pub(crate) fn weight(self, own: Timing) -> u64 {
        match self {
            Self::Iperf3 { .. } => iperf3::DURATION.as_millis() as u64,
            Self::BesideIperf3 { .. } => iperf3::TIMING.all().as_millis() as u64,
            Self::TwoHosts { .. } => remote::DURATION.as_millis() as u64,
            _ => own.all().as_millis() as u64,
        }
    }
}

/// The read buffer where only the write buffer is varied.
pub(crate) const READ_BESIDE_CONNECTIONS: usize = 256 * KIB;

/// All conditions of one run, in groups that are compared within rounds.
pub(crate) struct Conditions {
    pub groups: Vec<Vec<Condition>>,
    /// Of a condition; iperf3 has its own.
    pub timing: Timing,
    /// Rounds that are thrown away.
    pub warm_up_rounds: u32,
    /// Rounds that count.
    pub rounds: u32,
    /// What this machine lacks.
    pub skipped: Vec<Skipped>,
}

impl Conditions {
    /// Those of this profile that can be measured here. `two_hosts` is whether another host was named.
    pub(crate) fn of(profile: Profile, place: &Place, two_hosts: bool) -> Self {
        let full = profile == Profile::Full;
        // Nine: the interval of a median then leaves out the slowest and the fastest round.
        let (warm_up_rounds, rounds) = if full { (1, 9) } else { (0, 3) };
        let ms = Duration::from_millis;
        let timing =
            if full { Timing { warm_up: ms(12), window: ms(42) } } else { Timing { warm_up: ms(8), window: ms(20) } };
        let mut skipped: Vec<Skipped> = place.skipped().into_iter().collect();
        let mut groups = Vec::new();
        groups.extend(devices(full));
        for transport in Transport::ALL.into_iter().filter(|&transport| place.has(transport)) {
            groups.push(grid(transport, full));
            if transport != Transport::Veth {
                groups.push(on_one_core(transport));
                groups.extend(placed(transport, full));
            }
            groups.extend(connections(transport, full));
        }
        groups.extend(variants(full, place, &mut skipped));
        match iperf3::missing() {
            None => groups.extend(beside_iperf3(full)),
            Some(missing) => skipped.push(missing),
        }
        if two_hosts {
            groups.extend(between_hosts(full));
        } else {
            skipped.push(Skipped {
                what: "TCP between two machines".to_owned(),
                why: "no other machine was named".to_owned(),
                needs: "`buffer-size serve --bind ADDR:PORT` on the other one, and `run --connect HOST:PORT` here"
                    .to_owned(),
            });
        }
        Self { groups, timing, warm_up_rounds, rounds, skipped }
    }
}

impl Conditions {
    /// Those of this program and iperf3 with iperf3's own block.
    pub(crate) fn beside_iperf3() -> Self {
        let groups = vec![block(BLOCKS[0])];
        Self { groups, timing: iperf3::TIMING, warm_up_rounds: 0, rounds: 5, skipped: Vec::new() }
    }
}

/// Powers of a number, from the first to the last.
fn powers(first: usize, last: usize, factor: usize) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors(Some(first), move |size| size.checked_mul(factor)).take_while(move |&size| size <= last)
}

/// A group for each: its sizes are compared with each other.
fn devices(full: bool) -> [Vec<Condition>; 2] {
    let factor = if full { 2 } else { 4 };
    let zero = powers(1, LARGEST_OF_ZERO, factor).chain(BETWEEN_POWERS.into_iter().filter(move |_| full));
    let urandom = powers(1, LARGEST_DEVICE_BUFFER, factor);
    let of = |device| move |buffer_bytes| Condition::Device { device, buffer_bytes };
    [zero.map(of(Device::Zero)).collect(), urandom.map(of(Device::Urandom)).collect()]
}

/// All pairs of these sizes.
fn pairs<'a>(reads: &'a [usize], writes: &'a [usize]) -> impl Iterator<Item = Sizes> + 'a {
    reads.iter().flat_map(|&read| writes.iter().map(move |&write| Sizes { read, write }))
}

/// One group: its points are compared with each other. Between namespaces only those are measured that claims speak of.
fn grid(transport: Transport, full: bool) -> Vec<Condition> {
    let of = |sizes| Condition::Grid { transport, sizes };
    if transport == Transport::Veth {
        return EQUAL_OF_VETH.into_iter().map(|bytes| of(Sizes { read: bytes, write: bytes })).collect();
    }
    let (first, last) = SOCKET_BUFFERS;
    let sizes: Vec<usize> = powers(first, last, if full { 2 } else { 4 }).collect();
    pairs(&sizes, &sizes).map(of).collect()
}

/// The sizes that claims speak of, and the smallest.
fn on_one_core(transport: Transport) -> Vec<Condition> {
    let smallest = Sizes { read: KIB, write: KIB };
    let sizes = pairs(&[8 * KIB, 32 * KIB, 64 * KIB, 256 * KIB, MIB], &[32 * KIB, 64 * KIB, 256 * KIB, MIB]);
    sizes.chain([smallest]).map(|sizes| Condition::OneCore { transport, sizes }).collect()
}

/// Where the ends run, compared at equal read and write buffers.
fn placed(transport: Transport, full: bool) -> Vec<Vec<Condition>> {
    let ends: Vec<Ends> = Ends::ALL.into_iter().filter(|ends| ends.are_possible()).collect();
    let of_size = |bytes| {
        let sizes = Sizes { read: bytes, write: bytes };
        ends.iter().map(|&ends| Condition::Placed { transport, ends, sizes }).collect()
    };
    powers(KIB, MIB, if full { 2 } else { 16 }).map(of_size).collect()
}

fn connections(transport: Transport, full: bool) -> Vec<Vec<Condition>> {
    let (counts, sizes): (&[usize], &[usize]) =
        if full { (&[1, 2, 3, 4, 6, 8], &[4 * KIB, 256 * KIB]) } else { (&[1, 2, 4, 8], &[256 * KIB]) };
    let of_size = |&write_bytes: &usize| {
        let of = |&connections: &usize| Condition::Connections { transport, connections, write_bytes };
        counts.iter().map(of).collect()
    };
    sizes.iter().map(of_size).collect()
}

/// Buffers at which other settings are tried.
fn variant_sizes(full: bool) -> Vec<Sizes> {
    let sizes = [(64 * KIB, 64 * KIB), (256 * KIB, 256 * KIB), (MIB, MIB), (MIB, 64 * KIB)];
    sizes.into_iter().take(if full { 4 } else { 2 }).map(|(read, write)| Sizes { read, write }).collect()
}

fn variants(full: bool, place: &Place, skipped: &mut Vec<Skipped>) -> Vec<Vec<Condition>> {
    let (works, lacking): (Vec<Variant>, Vec<Variant>) =
        Variant::ALL.into_iter().partition(|variant| variant.congestion_control().is_none_or(congestion_control_works));
    for variant in lacking {
        skipped.push(Skipped {
            what: format!("TCP with the congestion control {}", variant.name()),
            why: "the kernel does not have it, or does not allow it".to_owned(),
            needs: format!(
                "the kernel's module tcp_{}, and root or net.ipv4.tcp_allowed_congestion_control",
                variant.name()
            ),
        });
    }
    let of = |(transport, sizes): (Transport, Sizes)| {
        let fitting = works.iter().filter(|variant| transport.is_tcp() || variant.congestion_control().is_none());
        fitting.map(|&variant| Condition::Variant { transport, variant, sizes }).collect()
    };
    let transports = Transport::ALL.into_iter().filter(|&transport| place.has(transport));
    transports
        .flat_map(|transport| variant_sizes(full).into_iter().map(move |sizes| (transport, sizes)))
        .map(of)
        .collect()
}

/// iperf3's own block, and a smaller and a larger one.
const BLOCKS: [usize; 3] = [128 * KIB, 16 * KIB, MIB];

fn beside_iperf3(full: bool) -> Vec<Vec<Condition>> {
    BLOCKS.into_iter().take(if full { 3 } else { 1 }).map(block).collect()
}

/// This program and iperf3, with this block.
fn block(block_bytes: usize) -> Vec<Condition> {
    vec![Condition::BesideIperf3 { block_bytes }, Condition::Iperf3 { block_bytes }]
}

fn between_hosts(full: bool) -> Vec<Vec<Condition>> {
    let counts: &[usize] = if full { &[1, 2, 4, 6, 8] } else { &[1, 6] };
    let sizes: &[usize] = if full { &[4 * KIB, 64 * KIB, 256 * KIB, MIB] } else { &[4 * KIB, 256 * KIB] };
    let of_size = |&write: &usize| {
        let sizes = Sizes { read: READ_BESIDE_CONNECTIONS, write };
        counts.iter().map(|&connections| Condition::TwoHosts { connections, sizes }).collect()
    };
    sizes.iter().map(of_size).collect()
}

#[cfg(test)]
mod tests;
