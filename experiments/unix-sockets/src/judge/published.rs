//! What was published.

use harness::claims::{Figure, Statement};
use harness::Found;
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
    let figures = [Cores::Apart, Cores::One].map(|cores| figures::per_message(found, cores).beside(published.clone()));
    let [apart, one] = &figures;
    let measured = format!("{} with both ends on one core and {} with a core for each", times(one), times(apart));
    // Wherever the system puts the ends it is one or the other, by turns: a median over both is of neither, and left out.
    let rule = Rule::under(
        "whether both ends share a core",
        [("one core", vec![Part::above(one, 2.0)]), ("a core for each end", vec![Part::above(apart, 2.0)])],
    );
    Statement {
        id: "twice-per-message",
        text: "With a connection for every message, a Unix socket delivers over twice as many messages as TCP",
        source: Some(messages()),
    }
    .judge_by(figures.to_vec(), rule, |_| format!("a Unix socket delivers {measured}"))
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

/// By which share of what was published to be gained a gain may be off. A tenth of the whole ratio would be more than all
/// of a gain of a few percent.
const OF_THE_GAIN: f64 = 0.1;

/// How much more there is.
fn so_many_more(statement: Statement, figure: Figure, (low, high): (f64, f64)) -> Claim {
    let margin = Margin::Within(OF_THE_GAIN * (high - 1.0), "a tenth of the gain, which is what was published");
    let figure = figure.held_against(PublishedValue::between(low, high), margin);
    let rule = Rule::all([Part::within(&figure)]);
    let compared = match figure.measured() {
        Some(measured) if measured.high < 1.0 => "which is fewer",
        Some(measured) if measured.value > high => "more than said",
        _ => "less than said",
    };
    let served = format!("a Unix socket serves {} as many requests", times(&figure));
    statement.judge_by(vec![figure], rule, |verdict| match verdict {
        Verdict::Reproduced => format!("{served}, as said to within a tenth of the gain"),
        Verdict::Differs => format!("{served}, {compared}"),
        _ => served,
    })
}
