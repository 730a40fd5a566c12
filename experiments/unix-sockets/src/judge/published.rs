//! Claims that others published.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule};

use super::figures;
use super::times;
use crate::published::{
    DOCKER_RATIO, PROXY_RATIO, TCP_MESSAGES_PER_SECOND, UNIX_MESSAGES_PER_SECOND, for_real, messages,
};
use sockets::cores::Cores;

pub(super) fn twice_per_message(found: &Found) -> Claim {
    let published = PublishedValue::exactly(UNIX_MESSAGES_PER_SECOND / TCP_MESSAGES_PER_SECOND);
    // The first is the one that stands for the claim.
    // The published test says nothing of pinning: its ends ran wherever the system put them, or on cores that it does not name.
    let [apart, one] = [Cores::Apart, Cores::One].map(|cores| figures::per_message(found, cores));
    let free =
        figures::ratio(found, "Unix over TCP, wherever the system puts the ends", ("per-message", 12), Cores::All);
    let figures = [apart, one, free].map(|figure| figure.with_published(published.clone()));
    let [apart, one, free] = &figures;
    let measured = || {
        let (one, apart) = (times(one)?, times(apart)?);
        let free = times(free).map_or_else(String::new, |free| format!(", and {free} wherever the system puts them"));
        Some(format!(
            "a Unix socket delivers {one} as many with both ends on one core, {apart} with a core for each{free}"
        ))
    };
    let rule = Rule::under(
        "where both ends run",
        [
            ("one core", vec![Part::above(one, 2.0)]),
            ("a core for each end", vec![Part::above(apart, 2.0)]),
            ("wherever the system puts them", vec![Part::above(free, 2.0)]),
        ],
    );
    Statement {
        id: "twice-per-message",
        text: "With a connection for every message, a Unix socket delivers over twice as many messages as TCP",
        source: Some(messages()),
    }
    .judge_by(figures.to_vec(), rule, |_| measured())
}

pub(super) fn proxy(found: &Found) -> Claim {
    let statement = Statement {
        id: "proxy-five-to-ten-percent",
        text: "Behind nginx, a Python application serves 5 to 10% more requests over a Unix socket than over TCP",
        source: Some(for_real()),
    };
    so_many_more(statement, figures::proxy(found, "Unix over TCP", "gunicorn", "without"), PROXY_RATIO)
}

pub(super) fn docker(found: &Found) -> Claim {
    let statement = Statement {
        id: "docker-forty-percent",
        text: "With Docker, a shared Unix socket serves 40 to 45% more requests than a forwarded port",
        source: Some(for_real()),
    };
    let figure = figures::docker(found, "Unix over the forwarded port", "gunicorn", "bind-mounted", "new");
    so_many_more(statement, figure, DOCKER_RATIO)
}

/// How much more there is. The range that was published is its own margin.
fn so_many_more(statement: Statement, figure: Figure, (low, high): (f64, f64)) -> Claim {
    let figure = figure.held_against(PublishedValue::between(low, high), Margin::AS_IT_IS);
    let rule = Rule::all([Part::within(&figure)]);
    let (measured, ratio) = (figure.measured().cloned(), times(&figure));
    statement.judge_by(vec![figure], rule, |verdict| {
        let compared = match measured? {
            _ if verdict == Verdict::Reproduced => ", as said",
            _ if verdict != Verdict::Differs => "",
            measured if measured.high < 1.0 => ", which is fewer",
            measured if measured.low > high => ", more than said",
            _ => ", less than said",
        };
        Some(format!("a Unix socket serves {} as many requests{compared}", ratio?))
    })
}
