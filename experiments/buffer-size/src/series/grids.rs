//! What was measured, point by point.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};

use super::{OF_ROUNDS, THROUGHPUT, bytes, of_median, source};
use crate::condition::{Condition, Variant};
use crate::device::Device;
use crate::measured::Row;
use crate::medians::{of, of_rounds, ratio};
use crate::place::Transport;
use crate::published::{self, Peak};
use crate::sample::Sample;
use crate::transfer::Sizes;

pub(crate) const DEVICES: &str = "devices";
pub(crate) const SOCKETS: &str = "sockets";
pub(crate) const TWO_HOSTS: &str = "two-hosts";

pub(crate) const SHORT_SHARE: &str = "short_read_share";
const SECONDS_PER_CALL: &str = "seconds_per_call";
const IPERF3: &str = "iperf3_bytes_per_second";
const TO_DEFAULT: &str = "ratio_to_default";
const TO_IPERF3: &str = "ratio";

/// What a reader sees for each connection.
const TRANSPORTS: [(&str, &str); 3] =
    [("unix", "Unix socket"), ("tcp", "TCP over loopback"), ("veth", "TCP between two namespaces")];
/// Words for TCP with a congestion control that is not the system's.
const OTHER_CONTROLS: [(&str, &str); 2] =
    [("tcp-cubic", "TCP over loopback, cubic"), ("tcp-bbr", "TCP over loopback, BBR")];
/// What a reader sees for each way to set a connection up.
const VARIANTS: [(&str, &str); 5] = [
    ("default", "settings of the system"),
    ("low-water", "SO_RCVLOWAT"),
    ("large-buffers", "SO_SNDBUF and SO_RCVBUF"),
    ("cubic", "congestion control cubic"),
    ("bbr", "congestion control BBR"),
];

/// A figure of a sample, of which the record has the median over the rounds.
#[derive(Clone, Copy)]
pub(super) struct Sampled {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    of: fn(&Sample) -> f64,
}

pub(super) const MOVED: Sampled =
    Sampled { name: THROUGHPUT, title: "Throughput", unit: "bytes per second", of: Sample::throughput };
const SHORT: Sampled =
    Sampled { name: SHORT_SHARE, title: "Short reads, share of all", unit: unit::SHARE, of: Sample::short_read_share };
const CPU: Sampled = Sampled {
    name: "cpu_seconds_per_gib",
    title: "Processor time per GiB",
    unit: "s per GiB",
    of: Sample::cpu_seconds_per_gib,
};
const CALL: Sampled =
    Sampled { name: SECONDS_PER_CALL, title: "Time per call", unit: "s", of: Sample::seconds_per_read };

/// The figures of each kind of source, in the order in which readers meet them.
const OF_DEVICES: [Sampled; 4] = [MOVED, CALL, SHORT, CPU];
const OF_SOCKETS: [Sampled; 2] = [MOVED, SHORT];
const OF_HOSTS: [Sampled; 3] = [MOVED, SHORT, CPU];

impl Sampled {
    pub(super) fn measure(self) -> Measure {
        of_median(self.name, self.title, self.unit)
    }
}

/// A point with the medians of such figures.
pub(super) fn point<const N: usize>(at: [(&str, Setting); N], row: &Row, figures: &[Sampled]) -> Point {
    figures.iter().fold(Point::new(at), |point, figure| point.value(figure.name, of(row, figure.of)))
}

fn of_ratio(name: &str, title: &str) -> Measure {
    Measure::new(name, title, unit::RATIO, "median of ratios", OF_ROUNDS)
}

pub(super) fn transport() -> Dimension {
    Dimension::new("transport", "Connection", None).words(TRANSPORTS)
}

fn read_bytes() -> Dimension {
    bytes("read_bytes", "Read buffer")
}

fn write_bytes() -> Dimension {
    bytes("write_bytes", "Write buffer")
}

/// The settings of a device and its buffer.
pub(crate) fn of_device(device: Device, buffer_bytes: usize) -> [(&'static str, Setting); 2] {
    [("source", device.name().into()), ("buffer_bytes", buffer_bytes.into())]
}

/// The settings of a point of the grid.
pub(crate) fn of_grid(transport: Transport, sizes: Sizes) -> [(&'static str, Setting); 3] {
    [("transport", transport.name().into()), ("read_bytes", sizes.read.into()), ("write_bytes", sizes.write.into())]
}

/// The settings of a point of the grid over TCP with another congestion control than the system's.
fn of_other_control(control: Variant, sizes: Sizes) -> [(&'static str, Setting); 3] {
    let connection = if control == Variant::Cubic { "tcp-cubic" } else { "tcp-bbr" };
    [("transport", connection.into()), ("read_bytes", sizes.read.into()), ("write_bytes", sizes.write.into())]
}

/// The settings of connections to another machine.
pub(crate) fn of_hosts(connections: usize, sizes: Sizes) -> [(&'static str, Setting); 3] {
    [("connections", connections.into()), ("write_bytes", sizes.write.into()), ("read_bytes", sizes.read.into())]
}

/// Reading from devices.
pub(super) fn devices() -> Series {
    let devices = Series::new(DEVICES, "Reading from a device, by buffer")
        .dimensions([source(), bytes("buffer_bytes", "Read buffer")])
        .measures(OF_DEVICES.map(Sampled::measure))
        .published_by(published::source());
    Device::ALL.into_iter().fold(devices, |devices, device| {
        let Peak { buffer_bytes, throughput } = published::peak(device);
        devices.published(of_device(device, buffer_bytes), THROUGHPUT, throughput)
    })
}

pub(super) fn device_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(|row| {
        let Condition::Device { device, buffer_bytes } = row.condition else { return None };
        Some(point(of_device(device, buffer_bytes), row, &OF_DEVICES))
    })
}

/// The grid of read and write buffers, its ends where [`crate::ends::Ends::compared`] says.
pub(super) fn sockets() -> Series {
    let title = "One connection by read and write buffer, a core for each end, never idle (on one core where there is no second)";
    let connection =
        Dimension::new("transport", "Connection", None).words(TRANSPORTS.into_iter().chain(OTHER_CONTROLS));
    Series::new(SOCKETS, title)
        .dimensions([connection, read_bytes(), write_bytes()])
        .measures(OF_SOCKETS.map(Sampled::measure))
}

pub(super) fn socket_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(|row| {
        let at = match row.condition {
            Condition::Grid { transport, sizes } => of_grid(transport, sizes),
            Condition::OtherControl { control, sizes } => of_other_control(control, sizes),
            _ => return None,
        };
        Some(point(at, row, &OF_SOCKETS))
    })
}

/// Other settings beside the system's.
pub(super) fn variants() -> Series {
    let variant = Dimension::new("variant", "Settings", None).words(VARIANTS);
    let ratio = of_ratio(TO_DEFAULT, "Throughput over that with the system's settings");
    Series::new("variants", "One connection with other settings, beside the system's")
        .dimensions([transport(), variant, read_bytes(), write_bytes()])
        .measures([MOVED.measure(), ratio, SHORT.measure()])
}

pub(super) fn variant_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(|row| {
        let Condition::Variant { transport, variant, sizes } = row.condition else { return None };
        let point = point(of_grid(transport, sizes), row, &OF_SOCKETS).and_at([("variant", variant.name().into())]);
        Some(point.value(TO_DEFAULT, ratio_to_default(rows, row)))
    })
}

/// A row's throughput over that of the same connection with the system's settings, within rounds; `None` for the latter.
fn ratio_to_default(rows: &[Row], row: &Row) -> Option<Estimate> {
    let Condition::Variant { transport, variant, sizes } = row.condition else { return None };
    let usual = Condition::Variant { transport, variant: Variant::Default, sizes };
    let usual = rows.iter().find(|other| other.condition == usual).filter(|_| variant != Variant::Default)?;
    Some(ratio(&row.throughputs(), &usual.throughputs()))
}

/// This program beside iperf3.
pub(super) fn iperf3() -> Series {
    Series::new(
        "iperf3",
        "TCP over the loopback interface, by this program and by iperf3, with equal read and write buffers",
    )
    .dimensions([transport(), write_bytes()])
    .measures([
        MOVED.measure(),
        of_median(IPERF3, "Throughput by iperf3", "bytes per second"),
        of_ratio(TO_IPERF3, "This program's throughput over iperf3's"),
    ])
}

pub(super) fn iperf3_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(|row| {
        let Condition::Iperf3 { block_bytes } = row.condition else { return None };
        let own = rows.iter().find(|row| row.condition == Condition::BesideIperf3 { block_bytes })?;
        let at = [("transport", "tcp".into()), ("write_bytes", block_bytes.into())];
        let point = point(at, own, &[MOVED])
            .value(IPERF3, of_rounds(&row.throughputs()))
            .value(TO_IPERF3, ratio(&own.throughputs(), &row.throughputs()));
        Some(point)
    })
}

/// Connections to another machine.
pub(super) fn two_hosts() -> Series {
    Series::new(TWO_HOSTS, "TCP to another machine, by connections and buffers")
        .dimensions([Dimension::new("connections", "Connections", Some("connections")), write_bytes(), read_bytes()])
        .measures(OF_HOSTS.map(Sampled::measure))
}

pub(super) fn two_hosts_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter_map(|row| {
        let Condition::TwoHosts { connections, sizes } = row.condition else { return None };
        Some(point(of_hosts(connections, sizes), row, &OF_HOSTS))
    })
}
