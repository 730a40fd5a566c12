//! Which messages passed in each case, in which order and when.

use std::collections::BTreeMap;

use harness::record::{Dimension, Measure, Point, Series, unit};
use harness::statistics::{median, share};

use super::{case, counted, number, point, text};
use crate::measured::Found;
use crate::observed::Observed;
use crate::trace::{Detail, Message, Trace, name};

/// The order of messages that most of these connections had, and those that had it.
fn usual_order(observed: &[Observed]) -> (Vec<Message>, Vec<&Trace>) {
    let mut by_order: BTreeMap<Vec<Message>, Vec<&Trace>> = BTreeMap::new();
    for seen in observed {
        by_order.entry(seen.trace.order()).or_default().push(&seen.trace);
    }
    by_order.into_iter().max_by_key(|(_, traces)| traces.len()).unwrap_or_default()
}

/// What a reader sees for each stage.
const STAGES: [(&str, &str); 2] = [("key-exchange", "key exchange"), ("authentication", "authentication")];
/// What a reader sees for each sender.
const SENDERS: [(&str, &str); 2] = [("client", "from the client"), ("server", "from the server")];
/// What a reader sees for each kind of request.
const DETAILS: [(&str, &str); 3] =
    [("none", "which methods?"), ("question", "would this key do?"), ("signature", "key and signature")];

/// How each case ended.
pub(super) fn outcomes(found: &Found) -> Series {
    let points = found.cases.iter().map(|(case, observed)| {
        let n = observed.len() as u64;
        let accepted = observed.iter().filter(|seen| seen.trace.is_accepted()).count() as u64;
        let usual = usual_order(observed).1.len() as u64;
        let requests = |detail: Detail| counted(observed.iter().map(|seen| seen.trace.requests(detail)));
        let seconds: Vec<f64> = observed.iter().filter_map(|seen| seen.trace.authentication_seconds()).collect();
        let mut values = vec![
            ("accepted_share", share(accepted, n)),
            ("questions", requests(Detail::Question)),
            ("signatures", requests(Detail::Signature)),
            ("same_order_share", share(usual, n)),
        ];
        if !seconds.is_empty() {
            values.push(("seconds", median(&seconds)));
        }
        point(vec![("case", text(case.name()))], values)
    });
    Series {
        id: "outcomes".to_owned(),
        title: "How each case ends".to_owned(),
        dimensions: vec![case()],
        measures: vec![
            Measure::new("accepted_share", "Accepted", unit::SHARE, "share", "Wilson"),
            Measure::new("questions", "Questions without a signature", "questions", "median", "order statistics"),
            Measure::new("signatures", "Signatures sent", "signatures", "median", "order statistics"),
            Measure::new("seconds", "Authentication takes", "s", "median", "order statistics"),
            Measure::new(
                "same_order_share",
                "Connections with the usual order of messages",
                unit::SHARE,
                "share",
                "Wilson",
            ),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

/// The messages of each case in their usual order, by the time at which the client sent or received them.
pub(super) fn messages(found: &Found) -> Series {
    Series {
        id: "messages".to_owned(),
        title: "The messages of each case, as the client sees them pass".to_owned(),
        dimensions: vec![
            case(),
            Dimension::new("order", "Order", None),
            Dimension::new("stage", "Stage", None).words(STAGES),
            Dimension::new("from", "From", None).words(SENDERS),
            Dimension::new("message", "Message", None),
            Dimension::new("number", "Number", None),
            Dimension::new("detail", "Request", None).words(DETAILS).optional(),
        ],
        measures: vec![
            Measure::new("seconds", "Since the client asked for the service", "s", "median", "order statistics"),
            Measure::new("seconds_since_connected", "Since the connection", "s", "median", "order statistics"),
        ],
        points: found.cases.iter().flat_map(|(case, observed)| of_case(case.name(), observed)).collect(),
        ..Series::default()
    }
}

fn of_case(case: &str, observed: &[Observed]) -> Vec<Point> {
    let (order, traces) = usual_order(observed);
    let start = traces.first().and_then(|trace| trace.start_of_authentication());
    let point_of = |(index, message): (usize, &Message)| {
        let since = |begun: &dyn Fn(&Trace) -> std::time::Instant| {
            let seconds: Vec<f64> =
                traces.iter().map(|trace| (trace.events[index].at - begun(trace)).as_secs_f64()).collect();
            median(&seconds)
        };
        let in_authentication = start.filter(|&start| index >= start);
        let mut values = vec![("seconds_since_connected", since(&|trace| trace.connected))];
        if let Some(start) = in_authentication {
            values.push(("seconds", since(&|trace| trace.events[start].at)));
        }
        let stage = if in_authentication.is_some() { "authentication" } else { "key-exchange" };
        let mut at = vec![
            ("case", text(case)),
            ("order", number(index + 1)),
            ("stage", text(stage)),
            ("from", text(message.from.name())),
            ("message", text(&name(message.number))),
            ("number", number(message.number.into())),
        ];
        at.extend(message.detail.name().map(|name| ("detail", text(name))));
        point(at, values)
    };
    order.iter().enumerate().map(point_of).collect()
}
