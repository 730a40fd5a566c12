//! What was published about TCP.

use std::slice;

use dead_connections_model::settings::SECOND;
use dead_connections_model::{Keepalive, Kernel, Pattern};
use harness::Quantity;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::series::to_digits;
use harness::verdicts::{Margin, Part, Rule};

use super::figures::{cited, label, long, not_waited_for, once_waited_for, row, row_by_pattern, rows};
use super::sources::{cloudflare, jones, kernel_documentation, manual};
use crate::condition::Condition;
use crate::groups::Group;
use crate::quantities::{RowFigures, Share, sum_of_timeouts};
use crate::settings::nothing;

/// The keepalive of the example: 15 s, 15 s, 5 probes.
const JONES: Keepalive = Keepalive { idle_us: 15 * SECOND, interval_us: 15 * SECOND, probes: 5 };
/// The user timeout of the example as it is written: 90, of the milliseconds that the option counts.
const AS_WRITTEN_US: u64 = 90_000;
/// The settings of two published trials.
const CLOUDFLARE: Keepalive = Keepalive { idle_us: 5 * SECOND, interval_us: 3 * SECOND, probes: 3 };
const CLOUDFLARE_WITH_TIMEOUT: Keepalive = Keepalive { idle_us: SECOND, interval_us: 11 * SECOND, probes: 3 };

/// The intervals that leave a claim open say why themselves.
const UNDECIDED: &str = "";

/// A claim's words, where it may also have nothing to say.
fn said(words: &str) -> Option<String> {
    Some(words.to_owned())
}

/// The example's settings, as they are meant.
fn example<'a>(found: &'a RowFigures, group: Group) -> &'a Condition {
    found.long(|row| group.has(row) && row.settings.keepalive == Some(JONES))
}

pub(super) fn recommended(found: &RowFigures) -> Claim {
    let [idle, in_flight] =
        [("idle", Group::IdleUserTimeout), ("data under way", Group::AwaitingUserTimeout)].map(|(what, group)| {
            let label = format!("15/15/5 and user timeout 90 s, {what}");
            long(found, &label, example(found, group), 90.0, Margin::Timing)
        });
    let short: Vec<Figure> =
        rows(found, Group::UserTimeout).map(|condition| row_by_pattern(found, condition)).collect();
    let long = vec![idle, in_flight];
    let rule = once_waited_for(&long, Rule::all(long.iter().map(Part::within)));
    let not_waited_for = not_waited_for(&long);
    Statement {
        id: "ninety-seconds",
        text: "With keepalive at 15 s, 15 s and 5 probes and a user timeout of 90 s, a connection is closed once 90 s have \
               passed without an acknowledgement",
        source: jones(),
    }
    .judge_by([long, short].concat(), rule, |verdict| match verdict {
        Verdict::NotTested => not_waited_for,
        Verdict::Reproduced => said(
            "with 90000, since the option counts milliseconds, it took about as long, idle and with data under way",
        ),
        Verdict::Differs => said("with 90000, since the option counts milliseconds, it took another time"),
        _ => said(UNDECIDED),
    })
}

pub(super) fn as_written(found: &RowFigures) -> Claim {
    let is_it = |row: &&Condition| row.settings.user_timeout_us == AS_WRITTEN_US;
    let figures: Vec<Figure> = found
        .rows(Group::UserTimeout)
        .filter(is_it)
        .map(|condition| cited(row_by_pattern(found, condition), 90.0))
        .collect();
    let rule = Rule::all(figures.iter().map(Part::within));
    Statement {
        id: "ninety-as-written",
        text: "With the options as they are written, among them TCP_USER_TIMEOUT=90, a connection is closed once 90 s have passed \
               without an acknowledgement",
        source: jones(),
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Differs => {
            "the option counts milliseconds: an idle connection is closed at its second probe, and one with a request under way \
             after about half a second without an acknowledgement"
        }
        Verdict::Reproduced => "it took about as long",
        Verdict::NotTested => "this run had no connection with these settings",
        _ => UNDECIDED,
    })
}

pub(super) fn default_keepalive(found: &RowFigures) -> Claim {
    let is_default = |row: &Condition| row.settings.keepalive == Some(Keepalive::default());
    let condition = found.long(|row| Group::IdleKeepalive.has(row) && is_default(row));
    // Two hours, and "approximately an additional 11 minutes": known to the minute.
    let first = long(found, "defaults, idle", condition, 7200.0 + 660.0, Margin::Rounding(30.0));
    let short: Vec<Figure> = rows(found, Group::IdleKeepalive).map(|condition| row(found, condition)).collect();
    let rule = once_waited_for(slice::from_ref(&first), Rule::all([Part::within(&first)]));
    let not_waited_for = not_waited_for(slice::from_ref(&first));
    Statement {
        id: "two-hours-eleven",
        text: "With keepalive on and nothing else set, Linux ends an idle connection after 2 hours and approximately 11 minutes",
        source: manual(),
    }
    .judge_by([first].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::NotTested => not_waited_for,
        Verdict::Reproduced => said("it took so long"),
        Verdict::Differs => said("it took another time"),
        _ => said(UNDECIDED),
    })
}

pub(super) fn keepalive_formula(found: &RowFigures) -> Claim {
    let trials = found.rows(Group::IdleKeepalive).filter(|row| row.settings.keepalive == Some(CLOUDFLARE));
    let figures: Vec<Figure> = trials.map(|condition| cited(row(found, condition), 14.299)).collect();
    let rule = Rule::all(figures.iter().map(Part::within));
    Statement {
        id: "fourteen-seconds",
        text: "With keepalive at 5 s, 3 s and 3 probes an idle connection dies after three probes and another three seconds",
        source: cloudflare(),
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::NotTested => "this run had no connection with these settings",
        Verdict::Reproduced => "the same settings take as long here",
        Verdict::Differs => "the same settings take another time here",
        _ => UNDECIDED,
    })
}

/// What the default of `tcp_retries2` is documented to stand for, in seconds.
const RETRIES_S: f64 = 924.6;

/// A reply is awaited, and nothing is set.
fn unset<'a>(found: &'a RowFigures) -> &'a Condition {
    found.long(|row| row.pattern == Pattern::Awaiting && row.settings == nothing())
}

pub(super) fn default_retries(found: &RowFigures) -> Claim {
    // Computed, and so beyond any measurement: what is judged is that a connection lasts as long.
    let sum = Quantity::new("s", None).predicted(sum_of_timeouts(&Kernel::default()));
    let sum =
        Figure::new("tcp_retries2 15, the sum of its timeouts", sum).with_published(PublishedValue::exactly(RETRIES_S));
    let lasted = Figure::new("nothing set, data under way", found.long_noticed(unset(found)));
    let of_rows = rows(found, Group::Retries).map(|condition| {
        let figure = row(found, condition);
        let lasts = Part::above(&figure, sum_of_timeouts(&condition.settings.kernel));
        (figure, lasts)
    });
    let (short, no_sooner): (Vec<Figure>, Vec<Part>) = of_rows.unzip();
    let lasts = [Part::above(&lasted, RETRIES_S)].into_iter().chain(no_sooner);
    let rule = once_waited_for(slice::from_ref(&lasted), Rule::all(lasts));
    let not_waited_for = not_waited_for(slice::from_ref(&lasted));
    Statement {
        id: "fifteen-retries",
        text: "The default of tcp_retries2, 15, stands for a timeout of 924.6 s; a connection whose data nobody acknowledges \
               lasts at least so long",
        source: kernel_documentation(),
    }
    .judge_by([sum, lasted].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::NotTested => not_waited_for,
        Verdict::Reproduced => said(
            "it is the sum of the timeouts, and no connection ended sooner than its sum: it ends at the next timer after it",
        ),
        Verdict::Differs => said("some connections ended sooner than the sum of their timeouts"),
        _ => said(UNDECIDED),
    })
}

pub(super) fn sixteen_minutes(found: &RowFigures) -> Claim {
    let first = long(found, "nothing set, data under way", unset(found), 940.0, Margin::Timing);
    let short: Vec<Figure> = rows(found, Group::Retries).map(|condition| row(found, condition)).collect();
    let rule = once_waited_for(slice::from_ref(&first), Rule::all([Part::within(&first)]));
    let not_waited_for = not_waited_for(slice::from_ref(&first));
    Statement {
        id: "sixteen-minutes",
        text: "With data under way and nothing set, a connection whose peer is gone died after about 940 s",
        source: cloudflare(),
    }
    .judge_by([first].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::NotTested => not_waited_for,
        Verdict::Reproduced => said("it was waited for, and took about as long"),
        Verdict::Differs => said("it was waited for, and took another time"),
        _ => said(UNDECIDED),
    })
}

pub(super) fn user_timeout_replaces_probes(found: &RowFigures) -> Claim {
    let of_row = |condition: &Condition| {
        let figure = row(found, condition);
        let is_published = condition.settings.keepalive == Some(CLOUDFLARE_WITH_TIMEOUT);
        if is_published { cited(figure, 12.233) } else { figure.held_against_prediction() }
    };
    let figures: Vec<Figure> = rows(found, Group::IdleUserTimeout).map(of_row).collect();
    let rule = Rule::all(figures.iter().map(Part::within));
    Statement {
        id: "user-timeout-replaces-probes",
        text: "With TCP_USER_TIMEOUT set, it decides when keepalive gives up, and not the number of probes",
        source: cloudflare(),
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced => {
            "the idle connection fails at the first probe's turn after the user timeout, be that earlier or later than the \
             probes alone"
        }
        Verdict::Differs => "some connections took another time: the rows tell which",
        Verdict::NotTested => "this run had no idle connection with both",
        _ => UNDECIDED,
    })
}

/// How far off a time may be that is exactly another: by a tenth, as every time. Which times were tried is ours, not the author's.
const EXACTLY: f64 = 0.1;

pub(super) fn user_timeout_in_flight(found: &RowFigures) -> Claim {
    let group = Group::AwaitingUserTimeout;
    let minutes = example(found, group);
    let short = rows(found, group).map(|condition| (condition, row(found, condition)));
    let all = short.chain([(minutes, Figure::new(label(minutes), found.long_noticed(minutes)))]);
    let (cases, figures): (Vec<(String, Vec<Part>)>, Vec<Figure>) = all
        .map(|(condition, figure)| {
            let set_s = condition.settings.user_timeout_us as f64 / SECOND as f64;
            let [low, high] = [1.0 - EXACTLY, 1.0 + EXACTLY].map(|share| to_digits(set_s * share, 6));
            let is_it = vec![Part::above(&figure, low), Part::below(&figure, high)];
            ((label(condition), is_it), figure)
        })
        .unzip();
    let rule = Rule::under("how long the timeout is", cases);
    Statement {
        id: "user-timeout-in-flight",
        text: "With data under way, the connection is aborted exactly after the user timeout",
        source: cloudflare(),
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced => "it is the time that was set",
        Verdict::Depends => {
            "the time counts from the first retransmission, so a connection lasts longer than was set: noticeably with a short \
             timeout, hardly with one of minutes"
        }
        Verdict::Differs => "it takes noticeably longer than was set, since it counts from the first retransmission",
        Verdict::NotTested => "this run had no connection with a user timeout and data under way",
        _ => UNDECIDED,
    })
}

pub(super) fn keepalive_sleeps_in_flight(found: &RowFigures) -> Claim {
    let group = Group::BusyKeepalive;
    let share = |which: &str, group| {
        Figure::new(format!("share of trials that noticed, {which}"), found.share(Share::Noticing, group))
    };
    let noticing = share("data under way", group);
    let idle = share("idle, with keepalive as well", Group::IdleKeepalive);
    let busy = [("awaiting a reply", Group::AwaitingKeepalive), ("writing", Group::WritingKeepalive)]
        .map(|(which, group)| share(which, group));
    // If keepalive worked, all would notice; the idle ones do.
    let outlive = busy.iter().flat_map(|busy| [Part::above(&idle, busy), Part::below(busy, 0.5)]).collect::<Vec<_>>();
    let waited: Vec<Figure> = found
        .waited()
        .filter(|row| group.has(row))
        .map(|row| {
            let label = format!("{}, {}, until it ended", row.settings_text(), row.pattern_text());
            Figure::new(label, found.long_noticed(row)).held_against_prediction()
        })
        .collect();
    let rule = Rule::all(outlive.into_iter().chain(waited.iter().map(Part::within)));
    let is_waited = !waited.is_empty();
    let rows = found.rows(group).map(|condition| row_by_pattern(found, condition));
    Statement {
        id: "keepalive-sleeps-in-flight",
        text: "Keepalive does nothing while data is unacknowledged: the retries decide",
        source: cloudflare(),
    }
    .judge_by([noticing, idle].into_iter().chain(busy).chain(waited).chain(rows).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced if is_waited => "nothing was noticed until the retries were used up, after a quarter of an hour",
        Verdict::Reproduced => {
            "trials noticed nothing while they were watched, far longer than keepalive takes where nothing is under way; what \
             ends it at last was not waited for"
        }
        Verdict::Differs => "trials noticed it as those do that are idle, or before the retries were used up: the rows tell which",
        _ => "there were too few trials to tell those with data under way from idle ones",
    })
}

/// connect() with `tcp_syn_retries` 6, as Linux does now, and as it did before 6.5.
fn connecting_figures(found: &RowFigures, published: f64) -> [Figure; 2] {
    let now = found.long(|row| row.pattern == Pattern::Connecting && row.settings == nothing());
    let before = found.long(|row| row.pattern == Pattern::Connecting && row.settings.kernel.syn_linear_timeouts == 0);
    [("tcp_syn_retries 6", now), ("tcp_syn_retries 6, before Linux 6.5", before)]
        .map(|(label, row)| long(found, label, row, published, Margin::Timing))
}

fn short_connecting(found: &RowFigures) -> Vec<Figure> {
    rows(found, Group::Connecting).map(|condition| row(found, condition)).collect()
}

pub(super) fn connecting(found: &RowFigures) -> Claim {
    let long = connecting_figures(found, 127.0);
    let short = short_connecting(found);
    let [now, before] = long.each_ref().map(|figure| vec![Part::within(figure)]);
    let versions = [("since Linux 6.5", now), ("before Linux 6.5", before)];
    let rule = once_waited_for(&long, Rule::under("the kernel’s version", versions));
    let not_waited_for = not_waited_for(&long);
    Statement {
        id: "connecting-to-nobody",
        text: "connect() to a machine that does not answer fails after approximately 127 s",
        source: manual(),
    }
    .judge_by(long.into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::NotTested => not_waited_for,
        Verdict::Reproduced => {
            said("it took about as long; since Linux 6.5 somewhat longer, because the first retries come every second")
        }
        Verdict::Depends => said("since Linux 6.5 the first retries come every second, and it takes another time"),
        Verdict::Differs => said("it took another time"),
        _ => said(UNDECIDED),
    })
}

pub(super) fn connecting_linearly(found: &RowFigures) -> Claim {
    let [now, _] = connecting_figures(found, 131.0);
    let short = short_connecting(found);
    let rule = once_waited_for(slice::from_ref(&now), Rule::all([Part::within(&now)]));
    let not_waited_for = not_waited_for(slice::from_ref(&now));
    Statement {
        id: "connecting-linearly",
        text: "With tcp_syn_retries 6 and tcp_syn_linear_timeouts 4, the defaults, connect() fails after 131 s",
        source: kernel_documentation(),
    }
    .judge_by([now].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::NotTested => not_waited_for,
        Verdict::Reproduced => said("it was waited for, and took about as long: timers fire up to an eighth late"),
        Verdict::Differs => said("it was waited for, and took another time"),
        _ => said(UNDECIDED),
    })
}
