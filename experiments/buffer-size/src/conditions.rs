//! What gets measured.

use harness::record::{Profile, Skipped};
use sockets::congestion_control_works;

use crate::condition::{
    BESIDE, Condition, Effort, GAINING, KINDS, LARGE, LARGEST_DEVICE_BUFFER, ON_ONE_MACHINE, Origin, Question,
    READ_BESIDE_CONNECTIONS, READS, SMALL, Variant, WRITES, equal,
};
use crate::device::Device;
use crate::ends::Ends;
use crate::iperf3;
use crate::payload::Work;
use crate::place::{Place, Transport};
use crate::sample::{KIB, MIB};
use crate::transfer::Sizes;

/// Largest buffer of `/dev/zero`, which is as fast as memory: beyond any cache that a core has to itself.
const LARGEST_OF_ZERO: usize = 64 * MIB;
/// Sizes between powers of two, where what a cache holds ends: 3 times a power of two each.
const BETWEEN_POWERS: [usize; 4] = [6 * MIB, 12 * MIB, 24 * MIB, 48 * MIB];
/// The smallest and the largest buffer of a socket.
const SOCKET_BUFFERS: (usize, usize) = (KIB, 4 * MIB);

/// The reads of the grid's row that is measured with another congestion control.
const BESIDE_WRITES: usize = 64 * KIB;

/// Equal read and write buffers between namespaces.
const EQUAL_OF_VETH: [usize; 3] = [KIB, 64 * KIB, MIB];

/// Conditions that are compared within rounds.
pub(crate) struct Group {
    pub conditions: Vec<Condition>,
    /// How often in each round.
    pub times: u32,
}

/// All conditions of one run. Both profiles have the same, so that whatever is made of a record can be made of any: they differ
/// in how long and how often each is measured. Only another host is asked for less of them by the quick one.
pub(crate) struct Conditions {
    pub groups: Vec<Group>,
    pub effort: Effort,
    /// What this machine lacks.
    pub skipped: Vec<Skipped>,
}

impl Conditions {
    /// The conditions of this profile that can be measured here. `two_hosts` is whether another host was named.
    pub(crate) fn of(profile: Profile, place: &Place, two_hosts: bool) -> Self {
        let effort = if profile == Profile::Full { Effort::FULL } else { Effort::QUICK };
        let mut skipped: Vec<Skipped> = place.skipped().into_iter().collect();
        let works = variants_that_work(&mut skipped);
        let mut groups = Vec::new();
        let mut add = |times, conditions: Vec<Vec<Condition>>| {
            groups.extend(conditions.into_iter().map(|conditions| Group { conditions, times }));
        };
        add(effort.devices, devices().into());
        let transports = Transport::ALL.into_iter().filter(|&transport| place.has(transport));
        for transport in transports {
            add(effort.grids, vec![grid(transport)]);
            if transport != Transport::Veth {
                add(effort.placed, placed(transport));
            }
            add(effort.variants(transport), variants(transport, &works));
        }
        let others = Variant::other_controls(&works);
        add(effort.grids, others.iter().map(|&control| other_control(control)).collect());
        add(effort.repeated, vec![repeated()]);
        add(effort.worked, Origin::ALL.into_iter().map(worked).collect());
        for (question, ends, conditions) in compared(&works, &others) {
            add(effort.compared(question, ends), vec![conditions]);
        }
        match iperf3::missing() {
            None => add(1, vec![block(BLOCK)]),
            Some(missing) => skipped.push(missing),
        }
        if two_hosts {
            add(1, between_hosts(profile == Profile::Full));
        } else {
            skipped.push(Skipped {
                what: "TCP between two machines".to_owned(),
                why: "no other machine was named".to_owned(),
                needs: "`buffer-size serve --bind ADDR:PORT` on the other one, and `run --connect HOST:PORT` here"
                    .to_owned(),
            });
        }
        Self { groups, effort, skipped }
    }

    /// The conditions of this program and iperf3 with iperf3's own block.
    pub(crate) fn beside_iperf3() -> Self {
        let groups = vec![Group { conditions: block(BLOCK), times: 1 }];
        let effort = Effort { warm_up_rounds: 0, rounds: 5, ..Effort::FULL };
        Self { groups, effort, skipped: Vec::new() }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Condition> {
        self.groups.iter().flat_map(|group| group.conditions.iter().copied())
    }
}

/// Powers of a number, from the first to the last.
fn powers(first: usize, last: usize, factor: usize) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors(Some(first), move |size| size.checked_mul(factor)).take_while(move |&size| size <= last)
}

/// A group for each: its sizes are compared with each other.
fn devices() -> [Vec<Condition>; 2] {
    let of = |device| move |buffer_bytes| Condition::Device { device, buffer_bytes };
    let zero = powers(1, LARGEST_OF_ZERO, 2).chain(BETWEEN_POWERS);
    [zero.map(of(Device::Zero)).collect(), powers(1, LARGEST_DEVICE_BUFFER, 2).map(of(Device::Urandom)).collect()]
}

fn grid(transport: Transport) -> Vec<Condition> {
    let of = |sizes| Condition::Grid { transport, sizes };
    if transport == Transport::Veth {
        return EQUAL_OF_VETH.into_iter().map(equal).map(of).collect();
    }
    socket_buffers().flat_map(|read| socket_buffers().map(move |write| of(Sizes { read, write }))).collect()
}

fn socket_buffers() -> impl Iterator<Item = usize> + Clone {
    powers(SOCKET_BUFFERS.0, SOCKET_BUFFERS.1, 2)
}

/// A row and a column of the grid: writes of every size with reads of 64 KiB, and reads of every size with writes of [`BESIDE`].
fn other_control(control: Variant) -> Vec<Condition> {
    let row = socket_buffers().map(|write| Sizes { read: BESIDE_WRITES, write });
    let column = socket_buffers().map(|read| Sizes { read, write: BESIDE }).filter(|sizes| sizes.read != BESIDE_WRITES);
    row.chain(column).map(|sizes| Condition::OtherControl { control, sizes }).collect()
}

/// Reads by readers that work on what they read and that do not, all in one group.
fn worked(origin: Origin) -> Vec<Condition> {
    let of = |read_bytes| [Work::None, Work::Sum].map(|work| Condition::Worked { origin, read_bytes, work });
    GAINING.into_iter().flat_map(of).collect()
}

/// The reads and the writes that are compared.
fn sizes_compared() -> Vec<Sizes> {
    let reads = READS.map(|read| Sizes { read, write: BESIDE });
    let writes = WRITES.into_iter().filter(|&write| write != BESIDE).map(|write| Sizes { read: BESIDE, write });
    reads.into_iter().chain(writes).collect()
}

/// Groups that are small, so that what is compared is measured close together: each with what it is about, and where its ends run.
fn compared(works: &[Variant], others: &[Variant]) -> Vec<(Question, Ends, Vec<Condition>)> {
    let of_place = |ends| {
        let of = |question, transport, variant| {
            move |sizes| Condition::Compared { question, transport, variant, ends, sizes }
        };
        let is_measured =
            |(_, variant): &(Transport, Variant)| *variant == Variant::Default || others.contains(variant);
        let buffers = KINDS.into_iter().filter(is_measured).map(|(transport, variant)| {
            (Question::Buffers, sizes_compared().into_iter().map(of(Question::Buffers, transport, variant)).collect())
        });
        let lines = ON_ONE_MACHINE.into_iter().map(|transport| {
            (Question::Line, SMALL.map(equal).map(of(Question::Line, transport, Variant::Default)).into())
        });
        let usual = ON_ONE_MACHINE.map(|transport| (transport, Variant::Default));
        let cubic = works.contains(&Variant::Cubic).then_some((Transport::Tcp, Variant::Cubic));
        let kinds = usual.into_iter().chain(cubic);
        let kinds =
            kinds.flat_map(|(transport, variant)| LARGE.map(equal).map(of(Question::Kinds, transport, variant)));
        let kinds = (Question::Kinds, kinds.collect());
        let groups = buffers.chain(lines).chain([kinds]);
        groups.map(|(question, conditions)| (question, ends, conditions)).collect::<Vec<_>>()
    };
    let places = [Ends::Together, Ends::compared()];
    // On a machine of one core they are the same.
    let distinct = if places[0] == places[1] { 1 } else { 2 };
    places.into_iter().take(distinct).flat_map(of_place).collect()
}

/// Where the ends run, compared at equal read and write buffers: those that claims speak of.
fn placed(transport: Transport) -> Vec<Vec<Condition>> {
    let ends: Vec<Ends> = Ends::ALL.into_iter().filter(|ends| ends.are_possible()).collect();
    let of_size = |bytes| ends.iter().map(|&ends| Condition::Placed { transport, ends, sizes: equal(bytes) }).collect();
    [KIB].into_iter().chain(LARGE).map(of_size).collect()
}

/// Buffers of at most 4 KiB, and as many larger ones, over both kinds of connections: all in one group, so that what disturbs
/// one disturbs all.
fn repeated() -> Vec<Condition> {
    let sizes = [KIB, 2 * KIB, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB];
    let of = |transport| sizes.map(|bytes| Condition::Repeated { transport, sizes: equal(bytes) });
    ON_ONE_MACHINE.into_iter().flat_map(of).collect()
}

fn variants_that_work(skipped: &mut Vec<Skipped>) -> Vec<Variant> {
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
    works
}

fn variants(transport: Transport, works: &[Variant]) -> Vec<Vec<Condition>> {
    let fitting = |variant: &&Variant| transport.is_tcp() || variant.congestion_control().is_none();
    let of_size = |bytes| {
        let of = |&variant| Condition::Variant { transport, variant, sizes: equal(bytes) };
        works.iter().filter(fitting).map(of).collect()
    };
    LARGE.into_iter().map(of_size).collect()
}

/// iperf3's own block.
const BLOCK: usize = 128 * KIB;

/// The conditions of this program and iperf3 with this block.
fn block(block_bytes: usize) -> Vec<Condition> {
    vec![Condition::BesideIperf3 { block_bytes }, Condition::Iperf3 { block_bytes }]
}

fn between_hosts(full: bool) -> Vec<Vec<Condition>> {
    let counts: &[usize] = if full { &[1, 2, 4, 6, 8] } else { &[1, 6] };
    let sizes: &[usize] =
        if full { &[4 * KIB, 8 * KIB, 64 * KIB, 256 * KIB, MIB] } else { &[4 * KIB, 8 * KIB, 256 * KIB] };
    let of_size = |&write: &usize| {
        let sizes = Sizes { read: READ_BESIDE_CONNECTIONS, write };
        counts.iter().map(|&connections| Condition::TwoHosts { connections, sizes }).collect()
    };
    sizes.iter().map(of_size).collect()
}

#[cfg(test)]
mod tests;
