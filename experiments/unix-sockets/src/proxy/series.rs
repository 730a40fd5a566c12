//! The record's series of this part.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::conditions::{Kind, Server, Target, Way};
use super::nginx::Keepalive;
use super::turns::{Outcome, Row};
use crate::proxied::Proxied;
use crate::published::for_real;
use crate::series::digits;

/// Right answers a second, as published, with one Gunicorn worker and without kept connections behind nginx: over TCP, and over a
/// Unix socket.
const BEHIND_NGINX: [(Target, f64); 2] = [
    (Target::Proxied(Server::Gunicorn, Keepalive::Without, Kind::Tcp), 1837.0),
    (Target::Proxied(Server::Gunicorn, Keepalive::Without, Kind::Unix), 2019.0),
];
/// Right answers a second in Docker, as published: over a forwarded port, and over a Unix socket in a shared volume.
const IN_DOCKER: [(Target, f64); 2] = [
    (Target::InDocker(Server::Gunicorn, Keepalive::Without, Way::PublishedPort), 1420.0),
    (Target::InDocker(Server::Gunicorn, Keepalive::Without, Way::BindMounted), 2022.0),
];

const RATE: &str = "requests_per_second";
const FAILED: &str = "failed_share";
const RATIO: &str = "ratio";

/// All series of this part, still without points.
pub(super) fn declared() -> Vec<Series> {
    vec![proxy(), proxy_ratios(), docker(), docker_ratios(), cross_check()]
}

/// All series, each as far as it was measured. `expected` is the prediction of the proxy case from the parts of a request.
pub(super) fn filled(rows: &[Row], expected: Option<&Proxied>) -> Vec<Series> {
    vec![
        proxy().points(proxy_points(rows)),
        proxy_ratios().points(proxy_ratio_points(rows, expected)),
        docker().points(docker_points(rows)),
        docker_ratios().points(docker_ratio_points(rows)),
        cross_check().points(cross_check_point(rows)),
    ]
}

fn server() -> Dimension {
    let servers = [
        ("nginx-static", "nginx alone"),
        ("gunicorn", "Gunicorn"),
        ("gunicorn-threads", "Gunicorn, worker gthread"),
        ("gunicorn-threads-one-core", "Gunicorn, worker gthread on one core"),
        ("rust", "Rust server"),
    ];
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

fn proxy() -> Series {
    let series = Series::new("proxy", "nginx in front of an application, loaded by wrk")
        .dimensions([server(), socket(), keepalive()])
        .measures([
            rate(RATE, "Requests per second"),
            Measure::median("p50_seconds", "Median response time", "s"),
            Measure::median("p99_seconds", "99th percentile of the response time", "s"),
            failed(),
        ]);
    with_published(series, BEHIND_NGINX)
}

fn proxy_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let is_ours = |row: &&Row| matches!(row.target, Target::Static | Target::Proxied(..));
    rows.iter().filter(is_ours).map(|row| {
        let latency = |of: fn((f64, f64)) -> f64| {
            median_of(&row.outcomes, |outcome| of(outcome.latency.expect("wrk takes the latency")))
        };
        loaded(row).value("p50_seconds", latency(|(p50, _)| p50)).value("p99_seconds", latency(|(_, p99)| p99))
    })
}

fn docker() -> Series {
    let series = Series::new("docker", "nginx in front of an application in a container, loaded by wrk")
        .dimensions([server(), path(), connection()])
        .measures([rate(RATE, "Requests per second"), failed()]);
    with_published(series, IN_DOCKER)
}

fn docker_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().filter(|row| matches!(row.target, Target::InDocker(..))).map(loaded)
}

/// With the published rates of these.
fn with_published(series: Series, rates: [(Target, f64); 2]) -> Series {
    rates
        .into_iter()
        .fold(series.published_by(for_real()), |series, (target, rate)| series.published(target.at(), RATE, rate))
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

/// The settings of one that is compared by one of them, which is not among those of the ratio.
fn but_for(compared: &'static str, target: Target) -> impl Iterator<Item = (&'static str, Setting)> {
    target.at().into_iter().filter(move |&(name, _)| name != compared)
}

fn proxy_ratios() -> Series {
    let [(_, tcp), (by_unix, unix)] = BEHIND_NGINX;
    Series::new("proxy-ratios", "Unix sockets over TCP behind nginx")
        .dimensions([server(), keepalive()])
        .measures([Measure::ratio(RATIO, "Requests per second over a Unix socket, over those by TCP")])
        .published_by(for_real())
        .published(but_for("socket", by_unix), RATIO, unix / tcp)
}

fn proxy_ratio_points(rows: &[Row], expected: Option<&Proxied>) -> impl Iterator<Item = Point> {
    let pairs = Server::ALL.into_iter().flat_map(|server| Keepalive::ALL.map(|keepalive| (server, keepalive)));
    pairs.filter_map(move |(server, keepalive)| {
        let [unix, tcp] = [Kind::Unix, Kind::Tcp].map(|kind| Target::Proxied(server, keepalive, kind));
        let ratio = ratio_of(rows, unix, tcp)?;
        let per_second = rate_of(row_of(rows, unix)?).value;
        let predicted = expected.map(|expected| expected.ratio(keepalive == Keepalive::With, per_second));
        Some(Point::new(but_for("socket", unix)).value(RATIO, ratio).predicted(RATIO, predicted.map(digits)))
    })
}

fn docker_ratios() -> Series {
    let [(_, forwarded), (by_shared, shared)] = IN_DOCKER;
    Series::new("docker-ratios", "Ways into a container, over Docker's forwarded port")
        .dimensions([server(), path(), connection()])
        .measures([Measure::ratio(RATIO, "Requests per second by this way, over those by the forwarded port")])
        .published_by(for_real())
        .published(by_shared.at(), RATIO, shared / forwarded)
}

fn docker_ratio_points(rows: &[Row]) -> Vec<Point> {
    let mut points = Vec::new();
    for server in Server::ALL {
        for keepalive in Keepalive::ALL {
            for way in Way::ALL.into_iter().filter(|&way| way != Way::PublishedPort) {
                let by = |way| Target::InDocker(server, keepalive, way);
                let ratio = ratio_of(rows, by(way), by(Way::PublishedPort));
                points.extend(ratio.map(|ratio| Point::new(by(way).at()).value(RATIO, ratio)));
            }
        }
    }
    points
}

fn cross_check() -> Series {
    Series::new("cross-check", "The experiment's own sockets against wrk, on the same server")
        .dimensions([server()])
        .measures([
            rate(RATE, "Requests per second by the experiment's own sockets"),
            rate("wrk_requests_per_second", "Requests per second by wrk"),
            Measure::ratio(RATIO, "The experiment's own sockets over wrk"),
        ])
}

fn cross_check_point(rows: &[Row]) -> Option<Point> {
    let (ours, wrk) = (row_of(rows, Target::StaticByOurs)?, row_of(rows, Target::Static)?);
    let ratio = ratio_of(rows, ours.target, wrk.target)?;
    let point = Point::new([("server", "nginx-static".into())]).value(RATE, rate_of(ours));
    Some(point.value("wrk_requests_per_second", rate_of(wrk)).value(RATIO, ratio))
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
        filled(rows, None).into_iter().find(|series| series.words.id == id).unwrap()
    }

    #[test]
    fn ratios_are_paired_within_rounds_and_stand_where_the_published_ones_do() {
        let rows = [
            row(proxied(Keepalive::Without, Kind::Tcp), &[100.0, 1000.0, 10.0]),
            row(proxied(Keepalive::Without, Kind::Unix), &[110.0, 1200.0, 13.0]),
        ];
        let series = named(&rows, "proxy-ratios");
        let [point] = &series.points[..] else { panic!("{:?}", series.points) };
        assert_eq!(point.at, Point::new([("server", "gunicorn".into()), ("keepalive", "without".into())]).at);
        assert_eq!(point.values["ratio"].value, 1.2);
        let [published] = &series.words.published[..] else { panic!("{:?}", series.words.published) };
        assert_eq!((&published.at, published.values["ratio"]), (&point.at, 2019.0 / 1837.0));
        let proxy = named(&rows, "proxy");
        assert_eq!(proxy.points[0].values["failed_share"].value, 0.25);
        let at = |which: usize| (&proxy.points[which].at, &proxy.words.published[which].at);
        assert!([0, 1].map(at).into_iter().all(|(measured, published)| measured == published));
    }

    #[test]
    fn ratios_stand_beside_what_is_predicted_from_the_rate_over_a_unix_socket() {
        let fitted = fitted();
        let expected = Proxied::of(&fitted, 2).unwrap();
        let rows = Keepalive::ALL.map(|keepalive| {
            [row(proxied(keepalive, Kind::Tcp), &[10_000.0]), row(proxied(keepalive, Kind::Unix), &[20_000.0])]
        });
        let points: Vec<Point> = proxy_ratio_points(&rows.concat(), Some(&expected)).collect();
        let predicted: Vec<_> = points.iter().map(|point| point.predicted["ratio"]).collect();
        assert_eq!(predicted, [false, true].map(|is_kept| digits(expected.ratio(is_kept, 20_000.0))));
        assert_eq!(points[0].at["keepalive"], "without".into());
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
        let [published] = &ratios.words.published[..] else { panic!("{:?}", ratios.words.published) };
        assert_eq!((&published.at, published.values["ratio"]), (&ratios.points[1].at, 2022.0 / 1420.0));
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
