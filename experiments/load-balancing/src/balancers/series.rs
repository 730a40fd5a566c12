//! The record's series of the balancers.

use harness::record::{Dimension, Estimate, Measure, Outcome as Counts, Point, Profile, Series, Setting, unit};
use harness::series::to_digits;
use harness::statistics::{mean, share};
use load_balancing_model::in_flight::Service;
use load_balancing_model::in_flight::round::{self, Round};
use serde_json::{Map, Value, json};

use super::predicted::{self, Predicted};
use super::{Balancer, Condition, Measured, Outcome, Policy, Row, SERVERS};

/// How many requests at a time a server has room for: 6 more than it has on average.
pub(crate) const CAPACITY: u32 = 16;

/// Requests in flight, by balancer and policy.
pub(crate) const BALANCERS: &str = "balancers";

pub(super) const VARIANCE: &str = "variance_over_mean";
pub(crate) const ANY_OVER: &str = "any_over_capacity_share";
const COST: &str = "processor_seconds_per_request";
const LATE: &str = "late_seconds";
const P50: &str = "p50_seconds";
const P99: &str = "p99_seconds";
const SHARE_OF_TIME: &str = "share_of_time";
const SHARE_OF_REQUESTS: &str = "share_of_requests";
/// Requests that a failing server answered, by balancer and policy.
pub(crate) const FAILING: &str = "failing";
pub(crate) const FAILED: &str = "failed_share";

/// All of them, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![balancers(), in_flight(), by_server(), failing(), queues(), recorded()]
}

/// All of them, each as far as it was measured.
pub(crate) fn all(measured: &Measured, profile: Profile, seed: u64) -> Vec<Series> {
    let is_older = measured.caddy_is_older == Some(true);
    let predicted = predicted::of_rows(&measured.rows, is_older, profile, seed);
    let rows: Vec<(&Row, &Predicted)> = measured.rows.iter().zip(&predicted).collect();
    vec![
        balancers().points(balancer_points(&rows)),
        in_flight().points(in_flight_points(&rows)),
        by_server().points(server_points(measured)),
        failing().points(failing_points(&rows)),
        queues().points(queue_points(&rows)),
        recorded().points(recorded_points(measured)),
    ]
}

fn balancer() -> Dimension {
    Dimension::new("balancer", "Balancer", None).words([
        ("nginx", "nginx"),
        ("nginx-newest", "nginx, newest"),
        ("haproxy", "HAProxy"),
        ("caddy", "Caddy, as packaged"),
        ("caddy-newest", "Caddy, newest"),
    ])
}

fn policy() -> Dimension {
    Dimension::new("policy", "Policy", None).words([
        ("random", "random"),
        ("random-two", "best of two"),
        ("round-robin", "round robin"),
        ("least", "least connections"),
    ])
}

/// The dimensions that tell conditions apart.
fn condition() -> [Dimension; 5] {
    [
        balancer(),
        policy(),
        Dimension::new("workers", "Workers or threads", Some("workers")),
        Dimension::new("zone", "Shared zone", None).words([("with", "a shared zone"), ("without", "no shared zone")]),
        Dimension::new("weight", "Weight of a server", None),
    ]
}

fn late() -> Measure {
    Measure::median(LATE, "Delay of a round’s latest event", "s")
}

fn digits(value: f64) -> f64 {
    to_digits(value, 4)
}

fn balancers() -> Series {
    Series::new(BALANCERS, "Requests in flight behind real balancers").dimensions(condition()).measures([
        Measure::median(VARIANCE, "Variance between servers over their mean", unit::RATIO),
        Measure::median(ANY_OVER, "Share of the time with any of 13 servers over 16 requests", unit::SHARE),
        Measure::median(COST, "Processor time of the balancer for a request", "s"),
        late(),
    ])
}

fn balancer_points(rows: &[(&Row, &Predicted)]) -> impl Iterator<Item = Point> {
    let is_shown = |row: &Row| row.service == Service::Held && row.condition.failing == 0 && row.condition.reuseport;
    rows.iter().filter(move |(row, _)| is_shown(row)).map(|(row, predicted)| {
        let any_over = |outcome: &Outcome| outcome.seen.share_any_over(CAPACITY);
        Point::new(row.condition.at())
            .value(VARIANCE, row.median_of(|outcome| outcome.seen.variance_over_mean()).to_digits(4))
            .predicted(VARIANCE, digits(predicted.seen.variance_over_mean()))
            .value(ANY_OVER, row.median_of(any_over).to_digits(4))
            .predicted(ANY_OVER, digits(predicted.seen.share_any_over(CAPACITY)))
            .value(COST, row.median_of_all(Outcome::processor_seconds_per_request).map(|cost| cost.to_digits(4)))
            .value(LATE, row.median_of(|outcome| outcome.late_seconds).to_digits(3).without_extremes())
    })
}

/// The whole distribution in each policy, for the balancer that has all policies as the model has them.
fn in_flight() -> Series {
    Series::new("in-flight", "Requests in flight at a server behind nginx")
        .dimensions([policy(), Dimension::new("load", "Requests in flight at a server", Some("requests"))])
        .measures([Measure::new(SHARE_OF_TIME, "Share of the servers’ time", unit::SHARE, "mean", "Student")])
}

/// Up to the largest load that was seen.
fn in_flight_points(rows: &[(&Row, &Predicted)]) -> Vec<Point> {
    let is_shown = |row: &Row| {
        row.service == Service::Held && row.condition == Condition::plain(Balancer::Nginx, row.condition.policy)
    };
    let mut points = Vec::new();
    for (row, predicted) in rows.iter().filter(|(row, _)| is_shown(row)) {
        let largest = row.outcomes.iter().map(|outcome| outcome.seen.largest()).max().unwrap_or(0);
        points.extend((0..=largest).map(|load| {
            let shares: Vec<f64> = row.outcomes.iter().map(|outcome| outcome.seen.share_at(load)).collect();
            Point::new([("policy", row.condition.policy.name().into()), ("load", load.into())])
                .value(SHARE_OF_TIME, in_share(mean(&shares)).without_extremes())
                .predicted(SHARE_OF_TIME, digits(predicted.seen.share_at(load)))
        }));
    }
    points
}

/// Student's interval of a share may reach out of what a share can be.
fn in_share(estimate: Estimate) -> Estimate {
    estimate.map(|share| share.clamp(0.0, 1.0)).to_digits(4)
}

/// How many of HAProxy's requests each server got.
fn by_server() -> Series {
    Series::new("by-server", "Requests of each server behind HAProxy’s random(1)")
        .dimensions([
            Dimension::new("weight", "Weight of every server", None),
            Dimension::new("server", "Server", None),
        ])
        .measures([Measure::share(SHARE_OF_REQUESTS, "Share of the requests")])
}

fn server_points(measured: &Measured) -> impl Iterator<Item = Point> {
    let rows = [1, 100]
        .into_iter()
        .filter_map(|weight| Some((weight, measured.row(Condition::haproxy(Policy::Random, weight))?)));
    rows.flat_map(|(weight, row)| {
        let received: u64 = row.outcomes.iter().map(Outcome::received).sum();
        (0..row.outcomes[0].by_server.len()).map(move |server| {
            let own: u64 = row.outcomes.iter().map(|outcome| outcome.by_server[server]).sum();
            Point::new([("weight", weight.into()), ("server", (server + 1).into())])
                .value(SHARE_OF_REQUESTS, share(own, received))
        })
    })
}

fn failing() -> Series {
    let answered = Dimension::new("next_upstream", "After an error", None)
        .words([("with", "another server is asked"), ("without", "the client gets it")]);
    Series::new(FAILING, "Requests that a server answers with an error, at once")
        .dimensions(condition().into_iter().chain([answered]))
        .measures([Measure::median(
            FAILED,
            "Share of the requests that one failing server of 13 answered",
            unit::SHARE,
        )])
}

/// The settings of a point of [`failing`].
pub(crate) fn at_failing(condition: &Condition) -> Vec<(&'static str, Setting)> {
    let answered = if condition.next_upstream { "with" } else { "without" };
    [condition.at(), vec![("next_upstream", answered.into())]].concat()
}

fn failing_points(rows: &[(&Row, &Predicted)]) -> impl Iterator<Item = Point> {
    rows.iter().filter(|(row, _)| row.condition.failing > 0).map(|(row, predicted)| {
        Point::new(at_failing(&row.condition))
            .value(FAILED, row.median_of_all(|outcome| outcome.failed_share().map(|share| share.value)))
            .predicted(FAILED, digits(predicted.failed_share))
    })
}

fn queues() -> Series {
    Series::new("queues", "Response time where each server handles one request at a time")
        .dimensions(condition())
        .measures([
            Measure::median(P50, "Median response time", "s"),
            Measure::median(P99, "99th percentile of the response time", "s"),
            late(),
        ])
}

fn queue_points(rows: &[(&Row, &Predicted)]) -> impl Iterator<Item = Point> {
    let work_seconds = predicted::work_seconds(Service::Queued);
    rows.iter().filter(|(row, _)| row.service == Service::Queued).map(move |(row, predicted)| {
        let [median, p99] = predicted.times.map(|works| digits(works * work_seconds));
        Point::new(row.condition.at())
            .value(P50, row.median_of_all(|outcome| outcome.quantile(0.5)).map(|time| time.to_digits(4)))
            .predicted(P50, median)
            .value(P99, row.median_of_all(|outcome| outcome.quantile(0.99)).map(|time| time.to_digits(4)))
            .predicted(P99, p99)
            .value(LATE, row.median_of(|outcome| outcome.late_seconds).to_digits(3).without_extremes())
    })
}

/// Counts of one round, by server.
const HELD: &str = "held";
const FAILED_OF_LATE: &str = "failed";

fn recorded() -> Series {
    Series::new("rounds", "Thirteen servers behind nginx, moment by moment in one round")
        .dimensions([
            policy(),
            Dimension::new("failing", "Failing servers", Some("servers")),
            Dimension::new("at_seconds", "Since the round’s warm-up", Some("s")),
        ])
        .outcomes([
            Counts::new(HELD, "Requests in flight, by server", []),
            Counts::new(FAILED_OF_LATE, "Requests answered with an error in the last 100 ms, by server", []),
        ])
}

fn recorded_points(measured: &Measured) -> Vec<Point> {
    let mut points = Vec::new();
    for (Condition { policy, failing, .. }, Round { loads, failed }) in &measured.rounds {
        for (moment, (loads, &failed)) in loads.chunks(SERVERS as usize).zip(failed).enumerate() {
            let at_seconds = (moment + 1) as f64 * round::STEP * predicted::work_seconds(Service::Held);
            let names: Vec<String> = (1..=loads.len()).map(|server| server.to_string()).collect();
            let of = |server: usize, load: u32| std::iter::repeat_n(names[server].as_str(), load as usize);
            let at = [
                ("policy", policy.name().into()),
                ("failing", (*failing).into()),
                ("at_seconds", to_digits(at_seconds, 4).into()),
            ];
            let point =
                Point::new(at).ended(HELD, loads.iter().enumerate().flat_map(|(server, &load)| of(server, load)));
            points.push(if *failing > 0 { point.ended(FAILED_OF_LATE, of(0, failed)) } else { point });
        }
    }
    points
}

/// The figures of one outcome and what is predicted of it, for a reader of JSON. `work_seconds` is the mean work; `is_failing` says that
/// servers fail.
pub(crate) fn summary(
    outcome: &Outcome,
    predicted: &Predicted,
    work_seconds: f64,
    capacity: u32,
    is_failing: bool,
) -> Map<String, Value> {
    let mut summary = json!({
        "variance_over_mean": outcome.seen.variance_over_mean(),
        "mean_in_flight": outcome.seen.mean(),
        "any_over_capacity_share": outcome.seen.share_any_over(capacity),
        "p50_seconds": outcome.quantile(0.5),
        "p99_seconds": outcome.quantile(0.99),
        "processor_seconds_per_request": outcome.processor_seconds_per_request(),
        "requests": outcome.sent,
        "requests_by_server": outcome.by_server,
        "late_seconds": outcome.late_seconds,
        "predicted": {
            "variance_over_mean": predicted.seen.variance_over_mean(),
            "mean_in_flight": predicted.seen.mean(),
            "any_over_capacity_share": predicted.seen.share_any_over(capacity),
            "p50_seconds": predicted.times[0] * work_seconds,
            "p99_seconds": predicted.times[1] * work_seconds,
        },
    });
    if let Some(share) = outcome.failed_share().filter(|_| is_failing) {
        summary["failed_share"] = serde_json::to_value(share).expect("estimates are JSON");
        summary["predicted"]["failed_share"] = predicted.failed_share.into();
    }
    match summary {
        Value::Object(summary) => summary,
        _ => unreachable!("an object was written"),
    }
}
