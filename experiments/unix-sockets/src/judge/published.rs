//! What was published.

use harness::claims::Finding;
use harness::claims::within_interval;
use harness::record::{Estimate, PublishedValue, Series, Verdict};

use super::{by_how_many, figure, seen, times, with_published};
use crate::published::{
    DOCKER_RATIO, PROXY_RATIO, TCP_MESSAGES_PER_SECOND, UNIX_MESSAGES_PER_SECOND, for_real, messages,
};

/// From here on a ratio counts as twice: a twentieth is left to the machine.
const TWICE: f64 = 1.9;

pub(super) fn is_twice(ratio: &Estimate) -> bool {
    ratio.value >= TWICE
}

pub(super) fn twice_per_message(series: &[Series]) -> Finding {
    let [all, one] = ["all", "one"].map(|cores| seen::ratio(series, "per-message", "12", cores));
    let published = PublishedValue::exactly(UNIX_MESSAGES_PER_SECOND / TCP_MESSAGES_PER_SECOND);
    Finding {
        id: "twice-per-message",
        statement: "With a connection for every message, a Unix socket delivers over twice as many messages as TCP",
        source: Some(messages()),
        figures: vec![
            with_published(figure("Unix over TCP, all cores", all), published.clone()),
            with_published(figure("Unix over TCP, one core", one), published),
        ],
        verdict: by_how_many(&[all.map(is_twice), one.map(is_twice)]),
        why: format!(
            "a Unix socket delivers {} as many messages on all cores and {} on one; from {TWICE} on it counts as twice",
            times(all),
            times(one)
        ),
    }
}

pub(super) fn proxy(series: &[Series]) -> Finding {
    let measured = seen::proxy(series, "gunicorn", "without");
    let (verdict, why) = in_range(measured, PROXY_RATIO);
    let (low, high) = PROXY_RATIO;
    Finding {
        id: "proxy-five-to-ten-percent",
        statement: "Behind nginx, a Python application serves 5 to 10% more requests over a Unix socket than over TCP",
        source: Some(for_real()),
        figures: vec![with_published(figure("Unix over TCP", measured), PublishedValue::between(low, high))],
        verdict,
        why,
    }
}

pub(super) fn docker(series: &[Series]) -> Finding {
    let measured = seen::docker(series, "gunicorn", "bind-mounted", "new");
    let (verdict, why) = in_range(measured, DOCKER_RATIO);
    let (low, high) = DOCKER_RATIO;
    Finding {
        id: "docker-forty-percent",
        statement: "With Docker, a shared Unix socket serves 40 to 45% more requests than a forwarded port",
        source: Some(for_real()),
        figures: vec![with_published(
            figure("Unix over the forwarded port", measured),
            PublishedValue::between(low, high),
        )],
        verdict,
        why,
    }
}

/// A ratio that is said to lie within a range does so where its interval reaches into it.
fn in_range(measured: Option<&Estimate>, (low, high): (f64, f64)) -> (Verdict, String) {
    let Some(measured) = measured else {
        return (Verdict::NotTested, "this was not measured here; the record says what it would need".to_owned());
    };
    // Published in whole percent.
    let is_within = within_interval(&PublishedValue::between(low, high), measured, 0.005);
    let verdict = if is_within { Verdict::Reproduced } else { Verdict::Differs };
    let compared = if is_within {
        "as said"
    } else if measured.value > high {
        "more than said"
    } else if measured.value > 1.0 {
        "less than said"
    } else {
        "which is not more at all"
    };
    (verdict, format!("a Unix socket serves {} as many requests, {compared}", times(Some(measured))))
}
