//! The record's series of this part.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Source, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::conditions::{Kind, Server, Target, Way, at};
use super::nginx::Keepalive;
use super::turns::{Outcome, Row};

/// Right answers a second, as published, with one Gunicorn worker, without kept connections behind nginx.
mod published {
    /// Over TCP.
    pub(super) const TCP: f64 = 1837.0;
    /// Over a Unix socket.
    pub(super) const UNIX: f64 = 2019.0;
    /// In Docker, over a forwarded port.
    pub(super) const FORWARDED: f64 = 1420.0;
    /// In Docker, over a Unix socket in a shared volume.
    pub(super) const SHARED: f64 = 2022.0;
}

/// A dimension: its name, its title, and what a reader sees for each setting.
type Described = (&'static str, &'static str, &'static [(&'static str, &'static str)]);
const SERVER: Described =
    ("server", "Server", &[("nginx-static", "nginx alone"), ("gunicorn", "Gunicorn"), ("rust", "Rust server")]);
const SOCKET: Described = (
    "socket",
    "Socket behind nginx",
    &[("none", "nothing behind nginx"), ("tcp", "TCP behind nginx"), ("unix", "Unix socket behind nginx")],
);
const KEEPALIVE: Described = (
    "keepalive",
    "Connections kept behind nginx",
    &[("none", "no connections behind nginx"), ("without", "a new connection each"), ("with", "connections kept")],
);
const PATH: Described = (
    "path",
    "Way into the container",
    &[
        ("published-port", "TCP to the published port"),
        ("container-address", "TCP to the container’s address"),
        ("bind-mounted", "Unix socket in a shared folder"),
    ],
);
const CONNECTION: Described =
    ("connection", "Connections behind nginx", &[("new", "a new connection each"), ("kept", "connections kept")]);
const ORDER: &str = "order statistics";

fn source() -> Option<Source> {
    Some(Source {
        title: "Tiago Ilieve, “Benchmarking IP and Unix domain sockets (for real)”".to_owned(),
        url: "https://blog.myhro.info/2017/01/benchmarking-ip-and-unix-domain-sockets-for-real".to_owned(),
    })
}

/// All of them, each as far as it was measured.
pub(super) fn all(rows: &[Row]) -> Vec<Series> {
    vec![proxy(rows), proxy_ratios(rows), docker(rows), docker_ratios(rows), cross_check(rows)]
}

fn dimensions(of: &[Described]) -> Vec<Dimension> {
    of.iter().map(|(name, title, words)| Dimension::new(name, title, None).words(words.iter().copied())).collect()
}

fn rate() -> Measure {
    Measure::new("requests_per_second", "Requests per second", "requests per second", "median", ORDER)
}

fn ratio(title: &str) -> Vec<Measure> {
    vec![Measure::new("ratio", title, unit::RATIO, "median of ratios", ORDER)]
}

fn proxy(rows: &[Row]) -> Series {
    let measures = vec![
        rate(),
        Measure::new("p50_seconds", "Median time to the answer", "s", "median", ORDER),
        Measure::new("p99_seconds", "Time to the answer, 99th percentile", "s", "median", ORDER),
        Measure::new("failed_share", "Share of requests that failed", unit::SHARE, "median", ORDER),
    ];
    let is_ours = |row: &&Row| matches!(row.target, Target::Static | Target::Proxied(..));
    Series {
        id: "proxy".to_owned(),
        title: "nginx in front of an application, loaded by wrk".to_owned(),
        dimensions: dimensions(&[SERVER, SOCKET, KEEPALIVE]),
        measures,
        published_source: source(),
        points: rows.iter().filter(is_ours).map(loaded).collect(),
        ..Series::default()
    }
}

fn docker(rows: &[Row]) -> Series {
    let is_ours = |row: &&Row| matches!(row.target, Target::InDocker(..));
    Series {
        id: "docker".to_owned(),
        title: "nginx in front of an application in a container, loaded by wrk".to_owned(),
        dimensions: dimensions(&[SERVER, PATH, CONNECTION]),
        measures: vec![
            rate(),
            Measure::new("failed_share", "Share of requests that failed", unit::SHARE, "median", ORDER),
        ],
        published_source: source(),
        points: rows.iter().filter(is_ours).map(in_docker).collect(),
        ..Series::default()
    }
}

/// The median of each round's figure.
fn median_of(outcomes: &[Outcome], figure: impl Fn(&Outcome) -> f64) -> Estimate {
    median(&outcomes.iter().map(figure).collect::<Vec<_>>())
}

fn loaded(row: &Row) -> Point {
    let mut point = in_docker(row);
    let latency = |of: fn((f64, f64)) -> f64| {
        median_of(&row.outcomes, |outcome| of(outcome.latency.expect("wrk takes the latency")))
    };
    point.values.insert("p50_seconds".to_owned(), latency(|(p50, _)| p50));
    point.values.insert("p99_seconds".to_owned(), latency(|(_, p99)| p99));
    point
}

fn in_docker(row: &Row) -> Point {
    let values = [
        ("requests_per_second", median_of(&row.outcomes, |outcome| outcome.rate)),
        ("failed_share", median_of(&row.outcomes, |outcome| outcome.failed_share)),
    ];
    let published = published_rate(row.target).map(|rate| ("requests_per_second".to_owned(), rate));
    Point {
        at: row.target.at(),
        values: values.map(|(name, value)| (name.to_owned(), value)).into(),
        published: published.into_iter().collect(),
        ..Point::default()
    }
}

fn published_rate(target: Target) -> Option<f64> {
    const WITHOUT: Keepalive = Keepalive::Without;
    match target {
        Target::Proxied(Server::Gunicorn, WITHOUT, Kind::Tcp) => Some(published::TCP),
        Target::Proxied(Server::Gunicorn, WITHOUT, Kind::Unix) => Some(published::UNIX),
        Target::InDocker(Server::Gunicorn, WITHOUT, Way::PublishedPort) => Some(published::FORWARDED),
        Target::InDocker(Server::Gunicorn, WITHOUT, Way::BindMounted) => Some(published::SHARED),
        _ => None,
    }
}

/// The rate of one over that of another, paired within rounds; `None` where either was not measured, or where nothing
/// was answered at all.
fn ratio_of(rows: &[Row], above: Target, below: Target) -> Option<Estimate> {
    let rates = |target: Target| -> Option<Vec<f64>> {
        let row = rows.iter().find(|row| row.target == target)?;
        let rates: Vec<f64> = row.outcomes.iter().map(|outcome| outcome.rate).collect();
        rates.iter().all(|&rate| rate > 0.0).then_some(rates)
    };
    let (above, below) = (rates(above)?, rates(below)?);
    (!above.is_empty()).then(|| ratio_within_rounds(&above, &below))
}

fn ratio_point(rows: &[Row], above: Target, below: Target) -> Option<Point> {
    let value = ratio_of(rows, above, below)?;
    let published = published_rate(above).zip(published_rate(below)).map(|(above, below)| above / below);
    Some(Point {
        at: above.at(),
        values: BTreeMap::from([("ratio".to_owned(), value)]),
        published: published.map(|ratio| ("ratio".to_owned(), ratio)).into_iter().collect(),
        ..Point::default()
    })
}

fn proxy_ratios(rows: &[Row]) -> Series {
    let pairs = Server::ALL.into_iter().flat_map(|server| Keepalive::ALL.map(|keepalive| (server, keepalive)));
    let points = pairs.filter_map(|(server, keepalive)| {
        let over = |kind| Target::Proxied(server, keepalive, kind);
        let mut point = ratio_point(rows, over(Kind::Unix), over(Kind::Tcp))?;
        point.at.remove("socket");
        Some(point)
    });
    Series {
        id: "proxy-ratios".to_owned(),
        title: "Unix sockets over TCP behind nginx".to_owned(),
        dimensions: dimensions(&[SERVER, KEEPALIVE]),
        measures: ratio("Requests per second over a Unix socket, over those by TCP"),
        published_source: source(),
        points: points.collect(),
        ..Series::default()
    }
}

fn docker_ratios(rows: &[Row]) -> Series {
    let mut points = Vec::new();
    for server in Server::ALL {
        for keepalive in Keepalive::ALL {
            for way in [Way::BindMounted, Way::ContainerAddress] {
                let by = |way| Target::InDocker(server, keepalive, way);
                points.extend(ratio_point(rows, by(way), by(Way::PublishedPort)));
            }
        }
    }
    Series {
        id: "docker-ratios".to_owned(),
        title: "Ways into a container, over Docker's forwarded port".to_owned(),
        dimensions: dimensions(&[SERVER, PATH, CONNECTION]),
        measures: ratio("Requests per second by this way, over those by the forwarded port"),
        published_source: source(),
        points,
        ..Series::default()
    }
}

fn cross_check(rows: &[Row]) -> Series {
    let point = ratio_of(rows, Target::StaticByOurs, Target::Static).map(|value| {
        let of = |target| rows.iter().find(|row| row.target == target).map_or(&[][..], |row| &row.outcomes);
        let values = [
            ("requests_per_second", median_of(of(Target::StaticByOurs), |outcome| outcome.rate)),
            ("wrk_requests_per_second", median_of(of(Target::Static), |outcome| outcome.rate)),
            ("ratio", value),
        ];
        Point {
            at: at(&[("server", "nginx-static")]),
            values: values.map(|(name, value)| (name.to_owned(), value)).into(),
            ..Point::default()
        }
    });
    let mut measures = vec![
        Measure::new(
            "requests_per_second",
            "Requests per second by the experiment's own sockets",
            "requests per second",
            "median",
            ORDER,
        ),
        Measure::new("wrk_requests_per_second", "Requests per second by wrk", "requests per second", "median", ORDER),
    ];
    measures.extend(ratio("The experiment's own sockets over wrk"));
    Series {
        id: "cross-check".to_owned(),
        title: "The experiment's own sockets against wrk, on the same server".to_owned(),
        dimensions: dimensions(&[SERVER]),
        measures,
        points: point.into_iter().collect(),
        ..Series::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(target: Target, rates: &[f64]) -> Row {
        let latency = (target != Target::StaticByOurs).then_some((1e-3, 2e-3));
        let outcome = |&rate: &f64| Outcome { rate, failed_share: 0.25, latency };
        Row { target, outcomes: rates.iter().map(outcome).collect() }
    }

    fn proxied(keepalive: Keepalive, kind: Kind) -> Target {
        Target::Proxied(Server::Gunicorn, keepalive, kind)
    }

    fn named(rows: &[Row], id: &str) -> Series {
        all(rows).into_iter().find(|series| series.id == id).unwrap()
    }

    #[test]
    fn ratios_are_paired_within_rounds_and_stand_beside_the_published_ones() {
        let rows = [
            row(proxied(Keepalive::Without, Kind::Tcp), &[100.0, 1000.0, 10.0]),
            row(proxied(Keepalive::Without, Kind::Unix), &[110.0, 1200.0, 13.0]),
        ];
        let series = named(&rows, "proxy-ratios");
        let [point] = &series.points[..] else { panic!("{:?}", series.points) };
        assert_eq!(point.at, at(&[("server", "gunicorn"), ("keepalive", "without")]));
        assert_eq!(point.values["ratio"].value, 1.2);
        assert_eq!(point.published["ratio"], 2019.0 / 1837.0);
        let proxy = named(&rows, "proxy");
        assert_eq!(proxy.points[0].values["failed_share"].value, 0.25);
        assert_eq!(proxy.points[1].published["requests_per_second"], 2019.0);
    }

    #[test]
    fn without_both_sides_or_without_answers_there_is_no_ratio() {
        let tcp = row(proxied(Keepalive::With, Kind::Tcp), &[100.0, 0.0]);
        let unix = row(proxied(Keepalive::With, Kind::Unix), &[100.0, 100.0]);
        let other = row(proxied(Keepalive::Without, Kind::Tcp), &[100.0, 100.0]);
        for rows in [&[tcp.clone(), unix.clone()][..], &[unix, other][..], &[tcp], &[]] {
            assert_eq!(named(rows, "proxy-ratios").points, []);
        }
    }

    #[test]
    fn ways_into_a_container_are_compared_with_the_forwarded_port() {
        let by = |way| Target::InDocker(Server::Gunicorn, Keepalive::Without, way);
        let rows = [(Way::PublishedPort, 100.0), (Way::ContainerAddress, 120.0), (Way::BindMounted, 150.0)]
            .map(|(way, rate)| row(by(way), &[rate]));
        let ratios = named(&rows, "docker-ratios");
        let found: Vec<_> = ratios.points.iter().map(|point| point.values["ratio"].value).collect();
        assert_eq!(found, [1.5, 1.2]);
        assert_eq!(ratios.points[0].published["ratio"], 2022.0 / 1420.0);
        assert!(ratios.points[1].published.is_empty());
        assert_eq!(named(&rows, "docker").points.len(), 3);
    }

    #[test]
    fn our_own_load_is_in_the_cross_check_alone() {
        let rows = [row(Target::Static, &[50.0]), row(Target::StaticByOurs, &[60.0])];
        assert_eq!(named(&rows, "proxy").points.len(), 1);
        let values = &named(&rows, "cross-check").points[0].values;
        let figures = ["ratio", "requests_per_second", "wrk_requests_per_second"].map(|name| values[name].value);
        assert_eq!(figures, [1.2, 60.0, 50.0]);
    }
}
