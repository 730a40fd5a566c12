//! What was measured, point by point.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};

use super::model::predicted;
use super::{OF_ROUNDS, THROUGHPUT, bytes, of_median, source};
use crate::condition::{Condition, Variant};
use crate::device::Device;
use crate::ends::Ends;
use crate::fits::Fitted;
use crate::measured::Row;
use crate::medians::{of, of_rounds, ratio};
use crate::place::Transport;
use crate::published;
use crate::sample::Sample;
use crate::transfer::Sizes;

pub(crate) const DEVICES: &str = "devices";
pub(crate) const SOCKETS: &str = "sockets";
pub(crate) const TWO_HOSTS: &str = "two-hosts";

pub(crate) const SHORT_SHARE: &str = "short_read_share";
const SECONDS_PER_CALL: &str = "seconds_per_call";
const IPERF3: &str = "iperf3_bytes_per_second";

/// What a reader sees for each connection.
const TRANSPORTS: [(&str, &str); 3] =
    [("unix", "Unix socket"), ("tcp", "TCP over loopback"), ("veth", "TCP between two namespaces")];
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
struct Sampled {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    of: fn(&Sample) -> f64,
}

const MOVED: Sampled =
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

impl Sampled {
    fn measure(self) -> Measure {
        of_median(self.name, self.title, self.unit)
    }
}

/// A point with the medians of such figures.
fn point<const N: usize>(at: [(&str, Setting); N], row: &Row, figures: &[Sampled]) -> Point {
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

/// The settings of connections to another machine.
pub(crate) fn of_hosts(connections: usize, sizes: Sizes) -> [(&'static str, Setting); 3] {
    [("connections", connections.into()), ("write_bytes", sizes.write.into()), ("read_bytes", sizes.read.into())]
}

/// Reading from devices.
pub(super) fn devices(rows: &[Row], fits: &[Fitted]) -> Series {
    const FIGURES: [Sampled; 4] = [MOVED, CALL, SHORT, CPU];
    let points = rows.iter().filter_map(|row| {
        let Condition::Device { device, buffer_bytes } = row.condition else { return None };
        let peak = published::peak(device);
        let point = point(of_device(device, buffer_bytes), row, &FIGURES)
            .predicted(SECONDS_PER_CALL, predicted(fits, device, buffer_bytes))
            .published(THROUGHPUT, (peak.buffer_bytes == buffer_bytes).then_some(peak.throughput));
        Some(point)
    });
    Series::new(DEVICES, "Reading from a device, by buffer")
        .dimensions([source(), bytes("buffer_bytes", "Read buffer")])
        .measures(FIGURES.map(Sampled::measure))
        .published_by(published::source())
        .points(points)
}

/// The grid of read and write buffers.
pub(super) fn sockets(rows: &[Row]) -> Series {
    const FIGURES: [Sampled; 2] = [MOVED, SHORT];
    let points = rows.iter().filter_map(|row| {
        let Condition::Grid { transport, sizes } = row.condition else { return None };
        Some(point(of_grid(transport, sizes), row, &FIGURES))
    });
    Series::new(SOCKETS, &format!("One connection by read and write buffer, {}", Ends::compared().text()))
        .dimensions([transport(), read_bytes(), write_bytes()])
        .measures(FIGURES.map(Sampled::measure))
        .points(points)
}

/// Other settings beside the system's.
pub(super) fn variants(rows: &[Row]) -> Series {
    const RATIO: &str = "ratio_to_default";
    let points = rows.iter().filter_map(|row| {
        let Condition::Variant { transport, variant, sizes } = row.condition else { return None };
        let point = point(of_grid(transport, sizes), row, &[MOVED, SHORT]);
        Some(point.and_at([("variant", variant.name().into())]).value(RATIO, ratio_to_default(rows, row)))
    });
    let variant = Dimension::new("variant", "Settings", None).words(VARIANTS);
    let ratio = of_ratio(RATIO, "Throughput over that with the system's settings");
    Series::new("variants", "One connection with other settings, beside the system's")
        .dimensions([transport(), variant, read_bytes(), write_bytes()])
        .measures([MOVED.measure(), ratio, SHORT.measure()])
        .points(points)
}

/// A row's throughput over that of the same connection with the system's settings, within rounds; `None` for the latter.
fn ratio_to_default(rows: &[Row], row: &Row) -> Option<Estimate> {
    let Condition::Variant { transport, variant, sizes } = row.condition else { return None };
    let usual = Condition::Variant { transport, variant: Variant::Default, sizes };
    let usual = rows.iter().find(|other| other.condition == usual).filter(|_| variant != Variant::Default)?;
    Some(ratio(&row.throughputs(), &usual.throughputs()))
}

/// This program beside iperf3.
pub(super) fn iperf3(rows: &[Row]) -> Series {
    let points = rows.iter().filter_map(|row| {
        let Condition::Iperf3 { block_bytes } = row.condition else { return None };
        let own = rows.iter().find(|row| row.condition == Condition::BesideIperf3 { block_bytes })?;
        let at = [("transport", "tcp".into()), ("write_bytes", block_bytes.into())];
        let point = point(at, own, &[MOVED])
            .value(IPERF3, of_rounds(&row.throughputs()))
            .value("ratio", ratio(&own.throughputs(), &row.throughputs()));
        Some(point)
    });
    Series::new(
        "iperf3",
        "TCP over the loopback interface, by this program and by iperf3, with equal read and write buffers",
    )
    .dimensions([transport(), write_bytes()])
    .measures([
        MOVED.measure(),
        of_median(IPERF3, "Throughput by iperf3", "bytes per second"),
        of_ratio("ratio", "This program's throughput over iperf3's"),
    ])
    .points(points)
}

/// Connections to another machine.
pub(super) fn two_hosts(rows: &[Row]) -> Series {
    const FIGURES: [Sampled; 3] = [MOVED, SHORT, CPU];
    let points = rows.iter().filter_map(|row| {
        let Condition::TwoHosts { connections, sizes } = row.condition else { return None };
        Some(point(of_hosts(connections, sizes), row, &FIGURES))
    });
    Series::new(TWO_HOSTS, "TCP to another machine, by connections and buffers")
        .dimensions([Dimension::new("connections", "Connections", Some("connections")), write_bytes(), read_bytes()])
        .measures(FIGURES.map(Sampled::measure))
        .points(points)
}
