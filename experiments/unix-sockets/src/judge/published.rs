//! What was published.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue};
use harness::rules::{Margin, Rule};

use super::figures;
use super::times;
use crate::cores::Cores;
use crate::published::{
    DOCKER_RATIO, PROXY_RATIO, TCP_MESSAGES_PER_SECOND, UNIX_MESSAGES_PER_SECOND, for_real, messages,
};

/// From here on a ratio counts as twice: a twentieth is left to the machine.
const TWICE: f64 = 1.9;
/// Published in whole percent.
const WHOLE_PERCENT: Margin = Margin::Within(0.005);

pub(super) fn is_twice(ratio: &Figure) -> Option<bool> {
    Some(ratio.measured()?.value >= TWICE)
}

pub(super) fn twice_per_message(found: &Quantities) -> Claim {
    let published = PublishedValue::exactly(UNIX_MESSAGES_PER_SECOND / TCP_MESSAGES_PER_SECOND);
    let [all, one] = [Cores::All, Cores::One]
        .map(|cores| figures::per_message(found, cores).published(published.clone(), Margin::None));
    let why = format!(
        "a Unix socket delivers {} as many messages on all cores and {} on one; from {TWICE} on it counts as twice",
        times(&all),
        times(&one)
    );
    let rule = Rule::Each(vec![is_twice(&all), is_twice(&one)]);
    Statement {
        id: "twice-per-message",
        text: "With a connection for every message, a Unix socket delivers over twice as many messages as TCP",
        source: Some(messages()),
    }
    .judge(vec![all, one], &rule, |_| why)
}

pub(super) fn proxy(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "proxy-five-to-ten-percent",
        text: "Behind nginx, a Python application serves 5 to 10% more requests over a Unix socket than over TCP",
        source: Some(for_real()),
    };
    in_range(statement, figures::proxy(found, "Unix over TCP", "gunicorn", "without"), PROXY_RATIO)
}

pub(super) fn docker(found: &Quantities) -> Claim {
    let statement = Statement {
        id: "docker-forty-percent",
        text: "With Docker, a shared Unix socket serves 40 to 45% more requests than a forwarded port",
        source: Some(for_real()),
    };
    let figure = figures::docker(found, "Unix over the forwarded port", "gunicorn", "bind-mounted", "new");
    in_range(statement, figure, DOCKER_RATIO)
}

/// A ratio that is said to lie within a range does so where its interval reaches into it.
fn in_range(statement: Statement, figure: Figure, (low, high): (f64, f64)) -> Claim {
    let figure = figure.published(PublishedValue::between(low, high), WHOLE_PERCENT);
    let (Some(measured), Some(agrees)) = (figure.measured(), figure.agrees()) else {
        let why = "this was not measured here; the record says what it would need";
        return statement.judge(vec![figure], &Rule::NotTested, |_| why.to_owned());
    };
    let compared = if agrees {
        "as said"
    } else if measured.value > high {
        "more than said"
    } else if measured.value > 1.0 {
        "less than said"
    } else {
        "which is not more at all"
    };
    let why = format!("a Unix socket serves {} as many requests, {compared}", times(&figure));
    statement.judge(vec![figure], &Rule::All(vec![Some(agrees)]), |_| why)
}
