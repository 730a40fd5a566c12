//! One thing to measure, and how long and how often.

mod variant;

use std::time::Duration;

use crate::device::Device;
use crate::ends::Ends;
use crate::iperf3;
use crate::payload::Work;
use crate::place::Transport;
use crate::remote;
use crate::sample::{KIB, MIB, Timing};
use crate::transfer::Sizes;

pub(crate) use variant::Variant;

/// The largest buffer of a device, as published.
pub(crate) const LARGEST_DEVICE_BUFFER: usize = 16 * MIB;
/// Sockets that two programs on one machine can choose between.
pub(crate) const ON_ONE_MACHINE: [Transport; 2] = [Transport::Unix, Transport::Tcp];

/// The read buffer between two machines, where only the write buffer is varied.
pub(crate) const READ_BESIDE_CONNECTIONS: usize = 256 * KIB;

/// The buffer of one end while those of the other end are compared.
pub(crate) const BESIDE: usize = 256 * KIB;
/// The reads that are compared, with writes of [`BESIDE`].
pub(crate) const READS: [usize; 6] = [8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, BESIDE, MIB];
/// The writes that are compared, with reads of [`BESIDE`].
pub(crate) const WRITES: [usize; 3] = [32 * KIB, BESIDE, MIB];
/// The equal buffers with which kinds of connections are compared, and settings.
pub(crate) const LARGE: [usize; 3] = [64 * KIB, BESIDE, MIB];
/// The equal buffers of which the model is published to hold.
pub(crate) const SMALL: [usize; 5] = [256, 512, KIB, 2 * KIB, 4 * KIB];

/// The reads whose gain is compared between readers that do more and less with what they read, with writes of [`BESIDE`].
pub(crate) const GAINING: [usize; 2] = [32 * KIB, BESIDE];

/// Kinds of connections between two programs on one machine: TCP also with each congestion control. That which is the system's own is
/// measured as such.
pub(crate) const KINDS: [(Transport, Variant); 4] = [
    (Transport::Unix, Variant::Default),
    (Transport::Tcp, Variant::Default),
    (Transport::Tcp, Variant::Cubic),
    (Transport::Tcp, Variant::Bbr),
];

/// The name of a kind of connection.
pub(crate) fn kind_name((transport, variant): (Transport, Variant)) -> String {
    let name = transport.name();
    variant.congestion_control().map_or_else(|| name.to_owned(), |control| format!("{name} with {control}"))
}

/// The origin of the bytes of a reader that does something with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    Device(Device),
    /// A connection with the system's settings, where [`Ends::compared`] says.
    Connection(Transport),
}

impl Origin {
    pub(crate) const ALL: [Self; 3] =
        [Self::Device(Device::Zero), Self::Connection(Transport::Unix), Self::Connection(Transport::Tcp)];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Device(device) => device.name(),
            Self::Connection(transport) => transport.name(),
        }
    }
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// Buffers of one end with each other.
    Buffers,
    /// Kinds of connections with each other.
    Kinds,
    /// Small buffers with the model's line.
    Line,
}

impl Question {
    /// In words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Buffers => "buffers of one end",
            Self::Kinds => "kinds of connections",
            Self::Line => "small buffers with a line",
        }
    }
}

/// Both alike.
pub(crate) const fn equal(bytes: usize) -> Sizes {
    Sizes { read: bytes, write: bytes }
}

/// One thing to measure again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// Reading from a device.
    Device { device: Device, buffer_bytes: usize },
    /// A point of the grid of read and write buffers: one connection with the system's settings, where [`Ends::compared`] says.
    Grid { transport: Transport, sizes: Sizes },
    /// A point of the grid over TCP with a congestion control that is not the system's.
    OtherControl { control: Variant, sizes: Sizes },
    /// Reads by a reader that works on what it read, or does not, beside others.
    Worked { origin: Origin, read_bytes: usize, work: Work },
    /// One connection beside others that a claim compares it with, all of them over and over.
    Compared { question: Question, transport: Transport, variant: Variant, ends: Ends, sizes: Sizes },
    /// One connection with other settings, beside the system's, where [`Ends::compared`] says.
    Variant { transport: Transport, variant: Variant, sizes: Sizes },
    /// One connection with its ends kept there, beside other places.
    Placed { transport: Transport, ends: Ends, sizes: Sizes },
    /// One connection, its ends wherever the system puts them, beside other sizes: to see by how much repeats differ.
    Repeated { transport: Transport, sizes: Sizes },
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
            Self::OtherControl { control, sizes } => {
                format!("{}, {}, a point of the grid", moved(Transport::Tcp, sizes), control.name())
            }
            Self::Worked { origin, read_bytes, work } => {
                format!("{}, reads of {read_bytes} bytes, work: {}", origin.name(), work.name())
            }
            Self::Variant { transport, variant, sizes } => format!("{}, {}", moved(transport, sizes), variant.name()),
            Self::Compared { question, transport, variant, ends, sizes } => {
                let moved = moved(transport, sizes);
                format!("{moved}, {}, {}, to compare {}", variant.name(), ends.text(), question.text())
            }
            Self::Placed { transport, ends, sizes } => format!("{}, {}", moved(transport, sizes), ends.text()),
            Self::Repeated { transport, sizes } => format!("{}, beside other sizes", moved(transport, sizes)),
            Self::BesideIperf3 { block_bytes } => format!("beside iperf3, {block_bytes} bytes"),
            Self::Iperf3 { block_bytes } => format!("iperf3, {block_bytes} bytes"),
            Self::TwoHosts { connections, sizes } => {
                format!("another machine by {connections} connections, {}", moved(Transport::Tcp, sizes))
            }
        }
    }

    /// Whether what it does first is unlike what it does later. What is measured very often, or by another program, need not be
    /// thrown away.
    pub(crate) fn warms_up(self) -> bool {
        !matches!(self, Self::Compared { .. } | Self::Worked { .. } | Self::Repeated { .. } | Self::Iperf3 { .. })
    }

    /// How long it takes about, in milliseconds.
    pub(crate) fn weight(self, effort: &Effort) -> u64 {
        let duration = match self {
            Self::Iperf3 { .. } => iperf3::DURATION,
            Self::BesideIperf3 { .. } => iperf3::TIMING.all(),
            Self::TwoHosts { .. } => remote::DURATION,
            _ => effort.timing(self).all(),
        };
        duration.as_millis() as u64
    }
}

/// How long things are measured, and how often.
pub(crate) struct Effort {
    /// A size of a device.
    pub device: Timing,
    /// One of the many points of a grid, and what is measured very often.
    pub point: Timing,
    /// Any other.
    pub usual: Timing,
    /// Rounds that are thrown away, and those that count.
    pub warm_up_rounds: u32,
    pub rounds: u32,
    /// How often in each round.
    pub devices: u32,
    pub grids: u32,
    pub variants: Variants,
    pub placed: u32,
    pub repeated: u32,
    pub worked: u32,
    pub compared: [Compared; 2],
}

/// How often in each round settings are compared. Over a Unix socket they change little, so it takes more rounds to tell.
pub(crate) struct Variants {
    pub unix: u32,
    pub tcp: u32,
}

/// How often in each round what is compared is measured where the ends run in one place. On one core rounds differ least.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compared {
    pub buffers: u32,
    pub kinds: u32,
    pub line: u32,
}

impl Effort {
    pub(crate) const FULL: Self = Self {
        device: timing(2_000, 10_000),
        // TCP on one core takes 5 to 10 ms until it is as fast as it gets.
        point: timing(9_000, 12_000),
        usual: timing(12_000, 28_000),
        // Nine: the interval of a median then leaves out the slowest and the fastest round.
        warm_up_rounds: 1,
        rounds: 9,
        devices: 6,
        grids: 1,
        variants: Variants { unix: 12, tcp: 3 },
        placed: 1,
        repeated: 36,
        worked: 9,
        compared: [Compared { buffers: 5, kinds: 3, line: 18 }, Compared { buffers: 16, kinds: 27, line: 27 }],
    };
    pub(crate) const QUICK: Self = Self {
        device: timing(500, 2_500),
        point: timing(1_000, 2_000),
        usual: timing(3_000, 5_000),
        warm_up_rounds: 0,
        rounds: 1,
        devices: 4,
        grids: 1,
        variants: Variants { unix: 2, tcp: 2 },
        placed: 2,
        repeated: 10,
        worked: 7,
        compared: [Compared { buffers: 7, kinds: 7, line: 7 }; 2],
    };

    /// How often in each round settings are compared.
    pub(crate) fn variants(&self, transport: Transport) -> u32 {
        if transport.is_tcp() { self.variants.tcp } else { self.variants.unix }
    }

    /// How often in each round a question is asked with the ends on one core, or on a core each.
    pub(crate) fn compared(&self, question: Question, ends: Ends) -> u32 {
        let [one_core, two_cores] = self.compared;
        let there = if ends == Ends::Together { one_core } else { two_cores };
        match question {
            Question::Buffers => there.buffers,
            Question::Kinds => there.kinds,
            Question::Line => there.line,
        }
    }

    /// Timing of a measurement of this program's own.
    pub(crate) fn timing(&self, condition: Condition) -> Timing {
        match condition {
            Condition::Device { .. } | Condition::Worked { origin: Origin::Device(_), .. } => self.device,
            Condition::Grid { .. }
            | Condition::OtherControl { .. }
            | Condition::Worked { .. }
            | Condition::Repeated { .. }
            | Condition::Compared { .. } => self.point,
            _ => self.usual,
        }
    }
}

const fn timing(warm_up_us: u64, window_us: u64) -> Timing {
    Timing { warm_up: Duration::from_micros(warm_up_us), window: Duration::from_micros(window_us) }
}
