//! Which messages passed in each case, in which order and when.

use std::collections::BTreeMap;

use harness::record::{Dimension, Measure, Point, Series, Setting};
use harness::statistics::{median, median_if_any, share};

use super::{CASE, case, in_every_round};
use crate::cases::Case;
use crate::measured::Rows;
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

pub(crate) const OUTCOMES: &str = "outcomes";
pub(crate) const ACCEPTED: &str = "accepted_share";

/// How each case ended.
pub(super) fn outcomes() -> Series {
    Series::new(OUTCOMES, "How each case ends").dimensions([case(Case::ALL)]).measures([
        Measure::share(ACCEPTED, "Accepted"),
        Measure::median("questions", "Questions without a signature", "questions"),
        Measure::median("signatures", "Signatures sent", "signatures"),
        Measure::median("seconds", "Authentication takes", "s"),
    ])
}

pub(super) fn outcome_points(rows: &Rows) -> impl Iterator<Item = Point> {
    let point = |(case, observed): (&Case, &Vec<Observed>)| {
        let n = observed.len() as u64;
        let accepted = observed.iter().filter(|seen| seen.trace.is_accepted()).count() as u64;
        let requests = |detail: Detail| in_every_round(observed.iter().map(|seen| seen.trace.requests(detail)));
        let seconds: Vec<f64> = observed.iter().filter_map(|seen| seen.trace.authentication_seconds()).collect();
        Point::new([(CASE, case.name().into())])
            .value(ACCEPTED, share(accepted, n))
            .value("questions", requests(Detail::Question))
            .value("signatures", requests(Detail::Signature))
            .value("seconds", median_if_any(&seconds))
    };
    rows.cases.iter().map(point)
}

/// The messages of each case in their usual order, by the time at which the client sent or received them.
pub(super) fn messages() -> Series {
    Series::new("messages", "The messages of each case, as the client sees them pass")
        .dimensions([
            case(Case::ALL),
            Dimension::new("order", "Order", None),
            Dimension::new("stage", "Stage", None).words(STAGES),
            Dimension::new("from", "From", None).words(SENDERS),
            Dimension::new("message", "Message", None),
            Dimension::new("number", "Number", None),
            Dimension::new("detail", "Request", None).words(DETAILS),
        ])
        .measures([Measure::median("seconds", "Since the client asked for the service", "s")])
}

pub(super) fn message_points(rows: &Rows) -> impl Iterator<Item = Point> {
    rows.cases.iter().flat_map(|(case, observed)| of_case(case.name(), observed))
}

fn of_case(case: &str, observed: &[Observed]) -> Vec<Point> {
    let (order, traces) = usual_order(observed);
    let start = traces.first().and_then(|trace| trace.start_of_authentication());
    let point_of = |(index, message): (usize, &Message)| {
        let since = |start: usize| {
            let seconds = traces.iter().map(|trace| (trace.events[index].at - trace.events[start].at).as_secs_f64());
            median(&seconds.collect::<Vec<_>>())
        };
        let in_authentication = start.filter(|&start| index >= start);
        let stage = if in_authentication.is_some() { "authentication" } else { "key-exchange" };
        let detail = message.detail.name().map(|name| ("detail", name.into()));
        Point::new([
            (CASE, case.into()),
            ("order", (index + 1).into()),
            ("stage", stage.into()),
            ("from", message.from.name().into()),
            ("message", name(message.number).into()),
            ("number", Setting::Number(message.number.into())),
        ])
        .and_at(detail)
        .value("seconds", in_authentication.map(since))
    };
    order.iter().enumerate().map(point_of).collect()
}
