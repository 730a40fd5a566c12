//! What was measured, point by point.

use harness::record::{Dimension, Estimate, Measure, Point, Series, unit};
use harness::statistics::ratio_within_rounds;

use super::model::predicted;
use super::{
    BYTES, CPU, OF_ROUNDS, SECONDS_PER_CALL, SHORT_SHARE, THROUGHPUT, cpu, number, of_median, point, series,
    short_share, source, text, throughput,
};
use crate::conditions::{Condition, Variant};
use crate::fits::Fitted;
use crate::measured::Row;
use crate::medians::{of, of_rounds, rounded};
use crate::published;
use crate::sample::Sample;

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

const CALLS: &str = "calls_per_second";
const READS: &str = "reads_per_second";
const RATIO: &str = "ratio_to_default";

fn transport() -> Dimension {
    Dimension::new("transport", "Connection", None).words(TRANSPORTS)
}

fn read_bytes() -> Dimension {
    Dimension::new("read_bytes", "Read buffer", BYTES)
}

fn write_bytes() -> Dimension {
    Dimension::new("write_bytes", "Write buffer", BYTES)
}

fn connections_dimension() -> Dimension {
    Dimension::new("connections", "Connections", Some("connections"))
}

/// Reading from devices.
pub(super) fn devices(rows: &[Row], fits: &[Fitted]) -> Series {
    let points = rows.iter().filter_map(|row| {
        let Condition::Device { device, buffer_bytes } = row.condition else { return None };
        let mut point = point(
            [text("source", device.name()), number("buffer_bytes", buffer_bytes)],
            [
                (THROUGHPUT, of(row, Sample::throughput)),
                (SECONDS_PER_CALL, of(row, Sample::seconds_per_read)),
                (CALLS, of(row, Sample::reads_per_second)),
                (SHORT_SHARE, of(row, Sample::short_read_share)),
                (CPU, of(row, Sample::cpu_seconds_per_gib)),
            ],
        );
        point.predicted = predicted(fits, device, buffer_bytes);
        let peak = published::peak(device);
        if peak.buffer_bytes == buffer_bytes {
            point.published.insert(THROUGHPUT.to_owned(), peak.throughput);
        }
        Some(point)
    });
    let mut series = series(
        "devices",
        "Reading from a device, by buffer",
        [source(), Dimension::new("buffer_bytes", "Read buffer", BYTES)],
        vec![
            throughput(),
            of_median(SECONDS_PER_CALL, "Time per call", "s"),
            of_median(CALLS, "Calls per second", "calls per second"),
            short_share(),
            cpu(),
        ],
        points.collect(),
    );
    series.published_source = published::source();
    series
}

/// The grid of read and write buffers.
pub(super) fn sockets(rows: &[Row]) -> Series {
    let points = rows.iter().filter_map(|row| {
        let Condition::Grid { transport, sizes } = row.condition else { return None };
        Some(point(
            [text("transport", transport.name()), number("read_bytes", sizes.read), number("write_bytes", sizes.write)],
            [
                (THROUGHPUT, of(row, Sample::throughput)),
                (SHORT_SHARE, of(row, Sample::short_read_share)),
                (READS, of(row, Sample::reads_per_second)),
                (CPU, of(row, Sample::cpu_seconds_per_gib)),
            ],
        ))
    });
    series(
        "sockets",
        "One connection, by read and write buffer",
        [transport(), read_bytes(), write_bytes()],
        vec![throughput(), short_share(), of_median(READS, "Reads per second", "calls per second"), cpu()],
        points.collect(),
    )
}

/// Other settings beside the system's.
pub(super) fn variants(rows: &[Row]) -> Series {
    let points = rows.iter().filter_map(|row| {
        let Condition::Variant { transport, variant, sizes } = row.condition else { return None };
        let at = [
            text("transport", transport.name()),
            text("variant", variant.name()),
            number("read_bytes", sizes.read),
            number("write_bytes", sizes.write),
        ];
        let values = [(THROUGHPUT, of(row, Sample::throughput)), (SHORT_SHARE, of(row, Sample::short_read_share))];
        let mut point = point(at, values);
        if let Some(ratio) = ratio_to_default(rows, row) {
            point.values.insert(RATIO.to_owned(), ratio);
        }
        Some(point)
    });
    series(
        "variants",
        "One connection with other settings, beside the system's",
        [transport(), Dimension::new("variant", "Settings", None).words(VARIANTS), read_bytes(), write_bytes()],
        vec![
            throughput(),
            Measure::new(
                RATIO,
                "Throughput over that with the system's settings",
                unit::RATIO,
                "median of ratios",
                OF_ROUNDS,
            ),
            short_share(),
        ],
        points.collect(),
    )
}

/// A row's throughput over that of the same connection with the system's settings, within rounds; `None` for the latter.
pub(crate) fn ratio_to_default(rows: &[Row], row: &Row) -> Option<Estimate> {
    let Condition::Variant { transport, variant, sizes } = row.condition else { return None };
    let usual = Condition::Variant { transport, variant: Variant::Default, sizes };
    let usual = rows.iter().find(|other| other.condition == usual).filter(|_| variant != Variant::Default)?;
    Some(ratio(row, usual))
}

/// One row's throughput over another's, within rounds.
pub(crate) fn ratio(above: &Row, below: &Row) -> Estimate {
    let ratio = ratio_within_rounds(&above.throughputs(), &below.throughputs());
    rounded(Estimate { min: None, max: None, ..ratio })
}

/// Several connections at once.
pub(super) fn connections(rows: &[Row]) -> Series {
    let points = rows.iter().filter_map(|row| {
        let Condition::Connections { transport, connections, write_bytes } = row.condition else { return None };
        Some(point(
            [
                text("transport", transport.name()),
                number("connections", connections),
                number("write_bytes", write_bytes),
            ],
            [(THROUGHPUT, of(row, Sample::throughput)), (CPU, of(row, Sample::cpu_seconds_per_gib))],
        ))
    });
    series(
        "connections",
        "Several connections at once, all together, with read buffers of 256 KiB",
        [transport(), connections_dimension(), write_bytes()],
        vec![throughput(), cpu()],
        points.collect(),
    )
}

/// This program beside iperf3.
pub(super) fn iperf3(rows: &[Row]) -> Series {
    let points = rows.iter().filter_map(|row| {
        let Condition::Iperf3 { block_bytes } = row.condition else { return None };
        let own = Condition::BesideIperf3 { block_bytes };
        let own = rows.iter().find(|row| row.condition == own)?;
        Some(point(
            [text("transport", "tcp"), number("write_bytes", block_bytes)],
            [
                (THROUGHPUT, of(own, Sample::throughput)),
                ("iperf3_bytes_per_second", of_rounds(&row.throughputs())),
                ("ratio", ratio(own, row)),
            ],
        ))
    });
    series(
        "iperf3",
        "TCP over the loopback interface, by this program and by iperf3, with equal read and write buffers",
        [transport(), write_bytes()],
        vec![
            throughput(),
            of_median("iperf3_bytes_per_second", "Throughput by iperf3", "bytes per second"),
            Measure::new(
                "ratio",
                "This program's throughput over iperf3's",
                unit::RATIO,
                "median of ratios",
                OF_ROUNDS,
            ),
        ],
        points.collect(),
    )
}

/// Connections to another machine.
pub(super) fn two_hosts(rows: &[Row]) -> Series {
    let points: Vec<Point> = rows
        .iter()
        .filter_map(|row| {
            let Condition::TwoHosts { connections, sizes } = row.condition else { return None };
            Some(point(
                [
                    number("connections", connections),
                    number("write_bytes", sizes.write),
                    number("read_bytes", sizes.read),
                ],
                [
                    (THROUGHPUT, of(row, Sample::throughput)),
                    (SHORT_SHARE, of(row, Sample::short_read_share)),
                    (CPU, of(row, Sample::cpu_seconds_per_gib)),
                ],
            ))
        })
        .collect();
    series(
        "two-hosts",
        "TCP to another machine, by connections and buffers",
        [connections_dimension(), write_bytes(), read_bytes()],
        vec![throughput(), short_share(), cpu()],
        points,
    )
}
