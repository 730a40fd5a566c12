//! What was published about TCP.

use dead_connections_model::settings::SECOND;
use dead_connections_model::{Keepalive, Kernel, Pattern};
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::rules::{Margin, Rule};

use super::figures::{RULE_OF_THUMB, cited, judge, judge_directly, predicted, row, row_by_pattern, rows};
use super::sources::{cloudflare, jones, kernel_documentation, manual};
use crate::condition::Condition;
use crate::groups::Group;
use crate::quantities::{Found, Share, formula, sum_of_timeouts};
use crate::settings::nothing;

/// The keepalive of the example: 15 s, 15 s, 5 probes.
const JONES: Keepalive = Keepalive { idle_us: 15 * SECOND, interval_us: 15 * SECOND, probes: 5 };
/// Those of two published trials.
const CLOUDFLARE: Keepalive = Keepalive { idle_us: 5 * SECOND, interval_us: 3 * SECOND, probes: 3 };
const CLOUDFLARE_WITH_TIMEOUT: Keepalive = Keepalive { idle_us: SECOND, interval_us: 11 * SECOND, probes: 3 };

/// A time of connect() is known to the second.
const TO_THE_SECOND: Margin = Margin::Within(1.0);

pub(super) fn recommended(found: &Found) -> Claim {
    let example = |group: Group| found.long(|row| group.has(row) && row.settings.keepalive == Some(JONES));
    let [idle, in_flight] =
        [Group::IdleUserTimeout, Group::AwaitingUserTimeout].map(|group| found.predicted(example(group)));
    let of = |what: &str, time| predicted(&format!("15/15/5 and user timeout 90 s, {what}"), time, 90.0, RULE_OF_THUMB);
    let (idle, holds_idle) = of("idle", idle.exact(formula(JONES)));
    let (in_flight, holds_in_flight) = of("data under way", in_flight);
    let rows = found.rows(Group::UserTimeout).map(|condition| row_by_pattern(found, condition));
    judge(
        Statement {
            id: "ninety-seconds",
            text: "With keepalive at 15 s, 15 s and 5 probes and a user timeout of 90 s, a connection is closed once 90 s \
                   have passed without an acknowledgement",
            source: jones(),
        },
        [idle, in_flight].into_iter().chain(rows).collect(),
        found.confirmed(Group::UserTimeout),
        &Rule::Given(Some(holds_idle), vec![Some(holds_in_flight)]),
        |verdict| match verdict {
            Verdict::Reproduced => {
                "short settings take as long as the model says, and by it these take about as long, idle or with data under \
                 way; the option counts milliseconds, so it has to be 90000"
            }
            Verdict::Depends => "by the model it holds for an idle connection, and not with data under way",
            _ => "by the model, which short settings confirm, it takes another time",
        },
    )
}

pub(super) fn default_keepalive(found: &Found) -> Claim {
    let is_default = |row: &Condition| row.settings.keepalive == Some(Keepalive::default());
    let condition = found.long(|row| Group::IdleKeepalive.has(row) && is_default(row));
    // Two hours, and "approximately an additional 11 minutes": known to the minute.
    let first = Figure::new("defaults, idle", &found.predicted(condition).exact(formula(Keepalive::default())))
        .published(PublishedValue::exactly(7200.0 + 660.0), Margin::Within(30.0));
    judge(
        Statement {
            id: "two-hours-eleven",
            text: "With keepalive on and nothing else set, Linux ends an idle connection after 2 hours and approximately 11 \
                   minutes",
            source: manual(),
        },
        [first].into_iter().chain(rows(found, Group::IdleKeepalive)).collect(),
        found.confirmed(Group::IdleKeepalive),
        &Rule::Reproduced(true),
        |verdict| match verdict {
            Verdict::Reproduced => "short settings take as long as the formula says; the two hours were not waited for",
            _ => "the formula, which short settings confirm, gives another time",
        },
    )
}

pub(super) fn keepalive_formula(found: &Found) -> Claim {
    let trials = found.rows(Group::IdleKeepalive).filter(|row| row.settings.keepalive == Some(CLOUDFLARE));
    let figures: Vec<Figure> = trials.map(|condition| cited(row(found, condition), 14.299)).collect();
    // What nobody noticed takes another time as well.
    let is_about = |figure: &Figure| figure.is_about().or(Some(false));
    let rule = Rule::All(figures.iter().map(is_about).collect());
    Statement {
        id: "fourteen-seconds",
        text: "With keepalive at 5 s, 3 s and 3 probes an idle connection dies after three probes and another three seconds",
        source: cloudflare(),
    }
    .judge(figures, &rule, |verdict| match verdict {
        Verdict::NotTested => "this run had no connection with these settings",
        Verdict::Reproduced => "the same settings take as long here",
        _ => "the same settings take another time here",
    })
}

/// What only the model was asked for: a reply is awaited, and nothing is set.
fn unset(found: &Found) -> &Condition {
    found.long(|row| row.pattern == Pattern::Awaiting && row.settings == nothing())
}

pub(super) fn default_retries(found: &Found) -> Claim {
    let least = found.predicted(unset(found)).exact(sum_of_timeouts(&Kernel::default()));
    let first = Figure::new("tcp_retries2 15", &least).published(PublishedValue::exactly(924.6), Margin::Within(0.05));
    let is_its_sum = first.agrees() == Some(true);
    let rows: Vec<Figure> = rows(found, Group::Retries).collect();
    let no_sooner = |row: &Figure| {
        let soonest = row.measured().and_then(|noticed| noticed.min);
        soonest.zip(row.exact()).is_none_or(|(soonest, sum)| soonest >= sum)
    };
    let rule = Rule::Reproduced(rows.iter().all(no_sooner));
    judge(
        Statement {
            id: "fifteen-retries",
            text: "The default of tcp_retries2, 15, stands for a timeout of 924.6 s; a connection whose data nobody \
                   acknowledges lasts at least so long",
            source: kernel_documentation(),
        },
        [first].into_iter().chain(rows).collect(),
        found.confirmed(Group::Retries),
        &rule,
        |verdict| match verdict {
            Verdict::Reproduced => {
                "the sum of the timeouts gives it, and no trial with fewer retries ended sooner than its sum: the \
                 connection ends at the next timer after it. The quarter of an hour was not waited for"
            }
            _ if is_its_sum => "some connections with fewer retries ended sooner than the sum of their timeouts",
            _ => "the same sum gives another time",
        },
    )
}

pub(super) fn sixteen_minutes(found: &Found) -> Claim {
    let published = 940.0;
    let condition = unset(found);
    let punctual = found.predicted(condition);
    let bounds = punctual.predicted.zip(found.latest(condition).predicted);
    let is_within = bounds.is_some_and(|(punctual, latest)| (punctual..=latest).contains(&published));
    let (figure, _) = predicted("nothing set, data under way", punctual, published, Margin::None);
    judge(
        Statement {
            id: "sixteen-minutes",
            text: "With data under way and nothing set, a connection whose peer is gone died after about 940 s",
            source: cloudflare(),
        },
        vec![figure],
        found.confirmed(Group::Retries),
        &Rule::All(vec![Some(is_within)]),
        |verdict| match verdict {
            Verdict::Reproduced => {
                "it lies between the model's times with punctual timers and with late ones; short settings confirm the \
                 model, and nobody waited here"
            }
            _ => "it lies outside of what the model, which short settings confirm, says",
        },
    )
}

pub(super) fn user_timeout_replaces_probes(found: &Found) -> Claim {
    let figure = |condition: &Condition| {
        let figure = row(found, condition);
        let is_trial = condition.settings.keepalive == Some(CLOUDFLARE_WITH_TIMEOUT);
        if is_trial { cited(figure, 12.233) } else { figure }
    };
    let statement = Statement {
        id: "user-timeout-replaces-probes",
        text: "With TCP_USER_TIMEOUT set, it decides when keepalive gives up, and not the number of probes",
        source: cloudflare(),
    };
    judge_directly(
        statement,
        found.rows(Group::IdleUserTimeout).map(figure).collect(),
        found.confirmed(Group::IdleUserTimeout),
        "the idle connection fails at the first probe's turn after the user timeout, be that earlier or later than the \
         probes alone",
    )
}

pub(super) fn user_timeout_in_flight(found: &Found) -> Claim {
    let group = Group::AwaitingUserTimeout;
    let set_s = |condition: &Condition| condition.settings.user_timeout_us as f64 / SECOND as f64;
    let short = found.rows(group).map(|condition| cited(row(found, condition), set_s(condition)));
    let mut figures: Vec<Figure> = short.collect();
    let as_set = figures.iter().all(|figure| figure.is_about() == Some(true));
    let condition = found.long(|row| group.has(row));
    let (long, long_as_set) =
        predicted(&condition.settings_text(), found.predicted(condition), set_s(condition), RULE_OF_THUMB);
    figures.push(long);
    judge(
        Statement {
            id: "user-timeout-in-flight",
            text: "With data under way, the connection is aborted exactly after the user timeout",
            source: cloudflare(),
        },
        figures,
        found.confirmed(group),
        &Rule::Given(Some(as_set || long_as_set), vec![Some(as_set)]),
        |verdict| match verdict {
            Verdict::Reproduced => "it is the time that was set",
            Verdict::Depends => {
                "the time counts from the first retransmission, and is looked at when a timer fires: a short timeout takes \
                 noticeably longer than was set, one of minutes, by the model, hardly so"
            }
            _ => "it takes noticeably longer than was set",
        },
    )
}

pub(super) fn keepalive_sleeps_in_flight(found: &Found) -> Claim {
    let group = Group::BusyKeepalive;
    let noticing = Figure::new("share of trials that noticed, data under way", found.share(Share::Noticing, group));
    let rows = found.rows(group).map(|condition| row_by_pattern(found, condition));
    let statement = Statement {
        id: "keepalive-sleeps-in-flight",
        text: "Keepalive does nothing while data is unacknowledged: the retries decide",
        source: cloudflare(),
    };
    judge_directly(
        statement,
        [noticing].into_iter().chain(rows).collect(),
        found.confirmed(group),
        "no trial noticed anything while it was watched, far longer than keepalive takes; what ends it at last is the \
         model's word",
    )
}

/// What the model says of connect() with `tcp_syn_retries` 6, as Linux does now.
fn connecting_now(found: &Found, published: f64) -> (Figure, bool) {
    let now = found.long(|row| row.pattern == Pattern::Connecting && row.settings == nothing());
    predicted("tcp_syn_retries 6", found.predicted(now), published, TO_THE_SECOND)
}

pub(super) fn connecting(found: &Found) -> Claim {
    let published = 127.0;
    let (now, holds_now) = connecting_now(found, published);
    let before = found.long(|row| row.pattern == Pattern::Connecting && row.settings.kernel.syn_linear_timeouts == 0);
    let (before, held_before) =
        predicted("tcp_syn_retries 6, before Linux 6.5", found.predicted(before), published, TO_THE_SECOND);
    judge(
        Statement {
            id: "connecting-to-nobody",
            text: "connect() to a machine that does not answer fails after approximately 127 s",
            source: manual(),
        },
        vec![now, before],
        found.confirmed(Group::Connecting),
        &Rule::Given(Some(holds_now || held_before), vec![Some(holds_now)]),
        |verdict| match verdict {
            Verdict::Reproduced => "by the model, which short settings confirm, it is so",
            Verdict::Depends => {
                "it was so before Linux 6.5: since then the first retries come every second, which makes it longer. Short \
                 settings of both kinds confirm the model"
            }
            _ => "by the model, which short settings confirm, it takes another time",
        },
    )
}

pub(super) fn connecting_linearly(found: &Found) -> Claim {
    let (now, holds) = connecting_now(found, 131.0);
    judge(
        Statement {
            id: "connecting-linearly",
            text: "With tcp_syn_retries 6 and tcp_syn_linear_timeouts 4, the defaults, connect() fails after 131 s",
            source: kernel_documentation(),
        },
        [now].into_iter().chain(rows(found, Group::Connecting)).collect(),
        found.confirmed(Group::Connecting),
        &Rule::All(vec![Some(holds)]),
        |verdict| match verdict {
            Verdict::Reproduced => "by the model, which short settings confirm, it is so; it was not waited for",
            _ => "by the model, which short settings confirm, it takes another time",
        },
    )
}
