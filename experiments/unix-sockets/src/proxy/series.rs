//! The record's series of this part.

use harness::record::{Dimension, Estimate, Measure, Point, Series, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::conditions::{Kind, Server, Target, Way};
use super::nginx::Keepalive;
use super::turns::{Outcome, Row};
use crate::proxied::Proxied;
use crate::published::for_real;
use crate::series::digits;

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

const RATE: &str = "requests_per_second";
const FAILED: &str = "failed_share";
const RATIO: &str = "ratio";

/// All of them, each as far as it was measured. `expected` is what the parts of a request say of the proxy case.
pub(super) fn all(rows: &[Row], expected: Option<&Proxied>) -> Vec<Series> {
    vec![proxy(rows), proxy_ratios(rows, expected), docker(rows), docker_ratios(rows), cross_check(rows)]
}

fn server() -> Dimension {
    let servers = [("nginx-static", "nginx alone"), ("gunicorn", "Gunicorn"), ("rust", "Rust server")];
    Dimension::new("server", "Server", None).words(servers)
}

fn socket() -> Dimension {
    Dimension::new("socket", "Socket behind nginx", None).words([
        ("none", "nothing behind nginx"),
        ("tcp", "TCP behind nginx"),
        ("unix", "Unix socket behind nginx"),
    ])
}

fn keepalive() -> Dimension {
    Dimension::new("keepalive", "Connections kept behind nginx", None).words([
        ("none", "no connections behind nginx"),
        ("without", "a new connection each"),
        ("with", "connections kept"),
    ])
}

fn path() -> Dimension {
    Dimension::new("path", "Way into the container", None).words([
        ("published-port", "TCP to the published port"),
        ("container-address", "TCP to the container’s address"),
        ("bind-mounted", "Unix socket in a shared folder"),
        ("host-network", "TCP by host networking"),
    ])
}

fn connection() -> Dimension {
    let connections = [("new", "a new connection each"), ("kept", "connections kept")];
    Dimension::new("connection", "Connections behind nginx", None).words(connections)
}

fn rate(name: &str, title: &str) -> Measure {
    Measure::median(name, title, "requests per second")
}

fn failed() -> Measure {
    Measure::median(FAILED, "Share of requests that failed", unit::SHARE)
}

fn proxy(rows: &[Row]) -> Series {
    let is_ours = |row: &&Row| matches!(row.target, Target::Static | Target::Proxied(..));
    Series::new("proxy", "nginx in front of an application, loaded by wrk")
        .dimensions([server(), socket(), keepalive()])
        .measures([
            rate(RATE, "Requests per second"),
            Measure::median("p50_seconds", "Median response time", "s"),
            Measure::median("p99_seconds", "99th percentile of the response time", "s"),
            failed(),
        ])
        .published_by(for_real())
        .points(rows.iter().filter(is_ours).map(|row| {
            let latency = |of: fn((f64, f64)) -> f64| {
                median_of(&row.outcomes, |outcome| of(outcome.latency.expect("wrk takes the latency")))
            };
            loaded(row).value("p50_seconds", latency(|(p50, _)| p50)).value("p99_seconds", latency(|(_, p99)| p99))
        }))
}

fn docker(rows: &[Row]) -> Series {
    let is_ours = |row: &&Row| matches!(row.target, Target::InDocker(..));
    Series::new("docker", "nginx in front of an application in a container, loaded by wrk")
        .dimensions([server(), path(), connection()])
        .measures([rate(RATE, "Requests per second"), failed()])
        .published_by(for_real())
        .points(rows.iter().filter(is_ours).map(loaded))
}

/// The median of each round's figure.
fn median_of(outcomes: &[Outcome], figure: impl Fn(&Outcome) -> f64) -> Estimate {
    median(&outcomes.iter().map(figure).collect::<Vec<_>>())
}

fn rate_of(row: &Row) -> Estimate {
    median_of(&row.outcomes, |outcome| outcome.rate)
}

fn loaded(row: &Row) -> Point {
    Point::new(row.target.at())
        .value(RATE, rate_of(row))
        .value(FAILED, median_of(&row.outcomes, |outcome| outcome.failed_share))
        .published(RATE, published_rate(row.target))
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
        let rates: Vec<f64> = row_of(rows, target)?.outcomes.iter().map(|outcome| outcome.rate).collect();
        rates.iter().all(|&rate| rate > 0.0).then_some(rates)
    };
    let (above, below) = (rates(above)?, rates(below)?);
    (!above.is_empty()).then(|| ratio_within_rounds(&above, &below))
}

fn row_of(rows: &[Row], target: Target) -> Option<&Row> {
    rows.iter().find(|row| row.target == target)
}

/// The ratio of two targets, at the settings of the first; where a series compares by one of these, it is not among its own.
fn ratio_point(rows: &[Row], above: Target, below: Target, compared: Option<&str>) -> Option<Point> {
    let published = published_rate(above).zip(published_rate(below)).map(|(above, below)| above / below);
    let at = above.at().into_iter().filter(|&(name, _)| Some(name) != compared);
    Some(Point::new(at).value(RATIO, ratio_of(rows, above, below)?).published(RATIO, published))
}

fn proxy_ratios(rows: &[Row], expected: Option<&Proxied>) -> Series {
    let pairs = Server::ALL.into_iter().flat_map(|server| Keepalive::ALL.map(|keepalive| (server, keepalive)));
    let points = pairs.filter_map(|(server, keepalive)| {
        let [unix, tcp] = [Kind::Unix, Kind::Tcp].map(|kind| Target::Proxied(server, keepalive, kind));
        let point = ratio_point(rows, unix, tcp, Some("socket"))?;
        let per_second = rate_of(row_of(rows, unix)?).value;
        let predicted = expected.map(|expected| expected.ratio(keepalive == Keepalive::With, per_second));
        Some(point.predicted(RATIO, predicted.map(digits)))
    });
    Series::new("proxy-ratios", "Unix sockets over TCP behind nginx")
        .dimensions([server(), keepalive()])
        .measures([Measure::ratio(RATIO, "Requests per second over a Unix socket, over those by TCP")])
        .published_by(for_real())
        .points(points)
}

fn docker_ratios(rows: &[Row]) -> Series {
    let mut points = Vec::new();
    for server in Server::ALL {
        for keepalive in Keepalive::ALL {
            for way in Way::ALL.into_iter().filter(|&way| way != Way::PublishedPort) {
                let by = |way| Target::InDocker(server, keepalive, way);
                points.extend(ratio_point(rows, by(way), by(Way::PublishedPort), None));
            }
        }
    }
    Series::new("docker-ratios", "Ways into a container, over Docker's forwarded port")
        .dimensions([server(), path(), connection()])
        .measures([Measure::ratio(RATIO, "Requests per second by this way, over those by the forwarded port")])
        .published_by(for_real())
        .points(points)
}

fn cross_check(rows: &[Row]) -> Series {
    let point = || {
        let (ours, wrk) = (row_of(rows, Target::StaticByOurs)?, row_of(rows, Target::Static)?);
        let ratio = ratio_of(rows, ours.target, wrk.target)?;
        let at = [("server", "nginx-static".into())];
        let point = Point::new(at).value(RATE, rate_of(ours)).value("wrk_requests_per_second", rate_of(wrk));
        Some(point.value(RATIO, ratio))
    };
    Series::new("cross-check", "The experiment's own sockets against wrk, on the same server")
        .dimensions([server()])
        .measures([
            rate(RATE, "Requests per second by the experiment's own sockets"),
            rate("wrk_requests_per_second", "Requests per second by wrk"),
            Measure::ratio(RATIO, "The experiment's own sockets over wrk"),
        ])
        .points(point())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicted::tests::fitted;

    fn row(target: Target, rates: &[f64]) -> Row {
        let latency = (target != Target::StaticByOurs).then_some((1e-3, 2e-3));
        let outcome = |&rate: &f64| Outcome { rate, failed_share: 0.25, latency };
        Row { target, outcomes: rates.iter().map(outcome).collect() }
    }

    fn proxied(keepalive: Keepalive, kind: Kind) -> Target {
        Target::Proxied(Server::Gunicorn, keepalive, kind)
    }

    fn named(rows: &[Row], id: &str) -> Series {
        all(rows, None).into_iter().find(|series| series.id == id).unwrap()
    }

    #[test]
    fn ratios_are_paired_within_rounds_and_stand_beside_the_published_ones() {
        let rows = [
            row(proxied(Keepalive::Without, Kind::Tcp), &[100.0, 1000.0, 10.0]),
            row(proxied(Keepalive::Without, Kind::Unix), &[110.0, 1200.0, 13.0]),
        ];
        let series = named(&rows, "proxy-ratios");
        let [point] = &series.points[..] else { panic!("{:?}", series.points) };
        assert_eq!(point.at, Point::new([("server", "gunicorn".into()), ("keepalive", "without".into())]).at);
        assert_eq!(point.values["ratio"].value, 1.2);
        assert_eq!(point.published["ratio"], 2019.0 / 1837.0);
        let proxy = named(&rows, "proxy");
        assert_eq!(proxy.points[0].values["failed_share"].value, 0.25);
        assert_eq!(proxy.points[1].published["requests_per_second"], 2019.0);
    }

    #[test]
    fn ratios_stand_beside_what_is_predicted_from_the_rate_over_a_unix_socket() {
        let fitted = fitted();
        let expected = Proxied::of(&fitted, 2).unwrap();
        let rows = Keepalive::ALL.map(|keepalive| {
            [row(proxied(keepalive, Kind::Tcp), &[10_000.0]), row(proxied(keepalive, Kind::Unix), &[20_000.0])]
        });
        let series = proxy_ratios(&rows.concat(), Some(&expected));
        let predicted: Vec<_> = series.points.iter().map(|point| point.predicted["ratio"]).collect();
        assert_eq!(predicted, [false, true].map(|is_kept| digits(expected.ratio(is_kept, 20_000.0))));
        assert_eq!(series.points[0].at["keepalive"], "without".into());
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
        let rows = [
            (Way::PublishedPort, 100.0),
            (Way::ContainerAddress, 120.0),
            (Way::BindMounted, 150.0),
            (Way::HostNetwork, 140.0),
        ]
        .map(|(way, rate)| row(by(way), &[rate]));
        let ratios = named(&rows, "docker-ratios");
        let found: Vec<_> = ratios.points.iter().map(|point| point.values["ratio"].value).collect();
        assert_eq!(found, [1.2, 1.5, 1.4]);
        assert_eq!(ratios.points[1].published["ratio"], 2022.0 / 1420.0);
        assert!(ratios.points[0].published.is_empty());
        assert_eq!(named(&rows, "docker").points.len(), 4);
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
