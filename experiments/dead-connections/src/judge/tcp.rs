//! What was published about TCP.

use dead_connections_model::settings::SECOND;
use dead_connections_model::{Keepalive, Kernel, Pattern};
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule};

use super::figures::{all, cited, follows, long, row, row_by_pattern, rows, waited_or_follows};
use super::sources::{cloudflare, jones, kernel_documentation, manual};
use crate::condition::Condition;
use crate::groups::Group;
use crate::quantities::{Found, Share, sum_of_timeouts};
use crate::settings::nothing;

/// The keepalive of the example: 15 s, 15 s, 5 probes.
const JONES: Keepalive = Keepalive { idle_us: 15 * SECOND, interval_us: 15 * SECOND, probes: 5 };
/// The user timeout of the example as it is written: 90, of the milliseconds that the option counts.
const AS_WRITTEN_US: u64 = 90_000;
/// Those of two published trials.
const CLOUDFLARE: Keepalive = Keepalive { idle_us: 5 * SECOND, interval_us: 3 * SECOND, probes: 3 };
const CLOUDFLARE_WITH_TIMEOUT: Keepalive = Keepalive { idle_us: SECOND, interval_us: 11 * SECOND, probes: 3 };

/// Why, where rows were waited for and their trials differ, or the model and the rows with short settings do not tell.
/// The intervals that leave a claim open say it themselves.
const UNDECIDED: &str = "";
const NO_MODEL: &str = "it was not waited for, and the short settings do not confirm here what the model says of it";

/// The example's settings, as they are meant.
fn example<'a>(found: &'a Found, group: Group) -> &'a Condition {
    found.long(|row| group.has(row) && row.settings.keepalive == Some(JONES))
}

pub(super) fn recommended(found: &Found) -> Claim {
    let [idle, in_flight] =
        [("idle", Group::IdleUserTimeout), ("data under way", Group::AwaitingUserTimeout)].map(|(what, group)| {
            let label = format!("15/15/5 and user timeout 90 s, {what}");
            long(found, &label, example(found, group), 90.0, Margin::Timing)
        });
    let short: Vec<Figure> =
        rows(found, Group::UserTimeout).map(|condition| row_by_pattern(found, condition)).collect();
    let long = vec![idle, in_flight];
    let rule = waited_or_follows(&long, &short);
    Statement {
        id: "ninety-seconds",
        text: "With keepalive at 15 s, 15 s and 5 probes and a user timeout of 90 s, a connection is closed once 90 s have \
               passed without an acknowledgement",
        source: jones(),
    }
    .judge_by([long, short].concat(), rule, |verdict| match verdict {
        Verdict::Reproduced => "with 90000, since the option counts milliseconds, it took about as long, idle and with data under way",
        Verdict::Follows => {
            "by the model it takes about as long, idle and with data under way, with 90000: the option counts milliseconds"
        }
        Verdict::Differs => "with 90000, since the option counts milliseconds, it took another time",
        Verdict::Undecided => UNDECIDED,
        _ => NO_MODEL,
    })
}

pub(super) fn as_written(found: &Found) -> Claim {
    let is_it = |row: &&Condition| row.settings.user_timeout_us == AS_WRITTEN_US;
    let figures: Vec<Figure> = found
        .rows(Group::UserTimeout)
        .filter(is_it)
        .map(|condition| cited(row_by_pattern(found, condition), 90.0))
        .collect();
    let rule = all(figures.iter().map(Part::within));
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

pub(super) fn default_keepalive(found: &Found) -> Claim {
    let is_default = |row: &Condition| row.settings.keepalive == Some(Keepalive::default());
    let condition = found.long(|row| Group::IdleKeepalive.has(row) && is_default(row));
    // Two hours, and "approximately an additional 11 minutes": known to the minute.
    let first = long(found, "defaults, idle", condition, 7200.0 + 660.0, Margin::Rounding(30.0));
    let short: Vec<Figure> = rows(found, Group::IdleKeepalive).map(|condition| row(found, condition)).collect();
    let rule = waited_or_follows(std::slice::from_ref(&first), &short);
    Statement {
        id: "two-hours-eleven",
        text: "With keepalive on and nothing else set, Linux ends an idle connection after 2 hours and approximately 11 minutes",
        source: manual(),
    }
    .judge_by([first].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::Follows => "short settings take as long as the model says, and by it the defaults take so long",
        Verdict::Reproduced => "it took so long",
        Verdict::Differs => "it took another time",
        Verdict::Undecided => UNDECIDED,
        _ => NO_MODEL,
    })
}

pub(super) fn keepalive_formula(found: &Found) -> Claim {
    let trials = found.rows(Group::IdleKeepalive).filter(|row| row.settings.keepalive == Some(CLOUDFLARE));
    let figures: Vec<Figure> = trials.map(|condition| cited(row(found, condition), 14.299)).collect();
    let rule = all(figures.iter().map(Part::within));
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

/// A reply is awaited, and nothing is set.
fn unset<'a>(found: &'a Found) -> &'a Condition {
    found.long(|row| row.pattern == Pattern::Awaiting && row.settings == nothing())
}

pub(super) fn default_retries(found: &Found) -> Claim {
    let sum = sum_of_timeouts(&Kernel::default());
    let first = Figure::new("tcp_retries2 15, the sum of its timeouts", &found.stands_for(sum))
        .held_against(PublishedValue::exactly(924.6), Margin::Rounding(0.05));
    let says = Part::predicted_as_published(&first);
    let lasted = Figure::new("nothing set, data under way", &found.predicted(unset(found)));
    let of_rows = rows(found, Group::Retries).map(|condition| {
        let figure = row(found, condition);
        let lasts = Part::above(&figure, sum_of_timeouts(&condition.settings.kernel));
        (figure, lasts)
    });
    let (short, no_sooner): (Vec<Figure>, Vec<Part>) = of_rows.unzip();
    let rule = if lasted.measured().is_some() {
        all([says, Part::above(&lasted, sum)].into_iter().chain(no_sooner))
    } else {
        follows([says].into_iter().chain(no_sooner), &short)
    };
    Statement {
        id: "fifteen-retries",
        text: "The default of tcp_retries2, 15, stands for a timeout of 924.6 s; a connection whose data nobody acknowledges \
               lasts at least so long",
        source: kernel_documentation(),
    }
    .judge_by([first, lasted].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => "it is the sum of the timeouts, and no connection ended sooner than its sum: it ends at the next timer after it",
        Verdict::Follows => {
            "the sum of the timeouts gives it, and connections with fewer retries end at the next timer after their sums. The \
             quarter of an hour was not waited for"
        }
        Verdict::Differs => "some connections ended sooner than the sum of their timeouts, or the sum is another",
        Verdict::Undecided => UNDECIDED,
        _ => NO_MODEL,
    })
}

pub(super) fn sixteen_minutes(found: &Found) -> Claim {
    let first = long(found, "nothing set, data under way", unset(found), 940.0, Margin::Timing);
    let short: Vec<Figure> = rows(found, Group::Retries).map(|condition| row(found, condition)).collect();
    let rule = waited_or_follows(std::slice::from_ref(&first), &short);
    Statement {
        id: "sixteen-minutes",
        text: "With data under way and nothing set, a connection whose peer is gone died after about 940 s",
        source: cloudflare(),
    }
    .judge_by([first].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => "it was waited for, and took about as long",
        Verdict::Follows => "by the model, which short settings confirm, it takes about as long; nobody waited here",
        Verdict::Differs => "it was waited for, and took another time",
        Verdict::Undecided => UNDECIDED,
        _ => NO_MODEL,
    })
}

pub(super) fn user_timeout_replaces_probes(found: &Found) -> Claim {
    let of_rows = rows(found, Group::IdleUserTimeout).map(|condition| {
        let figure = row(found, condition);
        if condition.settings.keepalive == Some(CLOUDFLARE_WITH_TIMEOUT) {
            let figure = cited(figure, 12.233);
            let part = Part::within(&figure);
            (figure, part)
        } else {
            let part = Part::as_predicted(&figure);
            (figure, part)
        }
    });
    let (figures, parts): (Vec<Figure>, Vec<Part>) = of_rows.unzip();
    Statement {
        id: "user-timeout-replaces-probes",
        text: "With TCP_USER_TIMEOUT set, it decides when keepalive gives up, and not the number of probes",
        source: cloudflare(),
    }
    .judge_by(figures, all(parts), |verdict| match verdict {
        Verdict::Reproduced => {
            "the idle connection fails at the first probe's turn after the user timeout, be that earlier or later than the \
             probes alone"
        }
        Verdict::Differs => "some connections took another time: the rows tell which",
        Verdict::NotTested => "this run had no idle connection with both",
        _ => UNDECIDED,
    })
}

pub(super) fn user_timeout_in_flight(found: &Found) -> Claim {
    let group = Group::AwaitingUserTimeout;
    let set_s = |condition: &Condition| condition.settings.user_timeout_us as f64 / SECOND as f64;
    let mut figures: Vec<Figure> =
        rows(found, group).map(|condition| cited(row(found, condition), set_s(condition))).collect();
    let minutes = example(found, group);
    figures.push(long(found, &minutes.settings_text(), minutes, set_s(minutes), Margin::Timing));
    let set = rows(found, group).chain([minutes]);
    let cases: Vec<(String, Vec<Part>)> = figures
        .iter()
        .zip(set)
        .map(|(figure, set)| {
            // The path is the only thing in which some differ; such a case is told apart by it.
            let path = set.round_trip().map_or_else(String::new, |_| format!(", {}", set.path_text()));
            (set.settings_text() + &path, vec![Part::within(figure)])
        })
        .collect();
    let rule = if figures.len() == 1 { Rule::not_tested() } else { Rule::under("how long the timeout is", cases) };
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

pub(super) fn keepalive_sleeps_in_flight(found: &Found) -> Claim {
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
            Figure::new(label, &found.predicted(row))
        })
        .collect();
    let rule = Rule::all(outlive.into_iter().chain(waited.iter().map(Part::as_predicted)));
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
fn connecting_figures(found: &Found, published: f64) -> [Figure; 2] {
    let now = found.long(|row| row.pattern == Pattern::Connecting && row.settings == nothing());
    let before = found.long(|row| row.pattern == Pattern::Connecting && row.settings.kernel.syn_linear_timeouts == 0);
    [("tcp_syn_retries 6", now), ("tcp_syn_retries 6, before Linux 6.5", before)]
        .map(|(label, row)| long(found, label, row, published, Margin::Timing))
}

fn short_connecting(found: &Found) -> Vec<Figure> {
    rows(found, Group::Connecting).map(|condition| row(found, condition)).collect()
}

pub(super) fn connecting(found: &Found) -> Claim {
    let long = connecting_figures(found, 127.0);
    let short = short_connecting(found);
    let rule = if long.iter().all(|figure| figure.measured().is_some()) {
        let [now, before] = long.each_ref().map(|figure| vec![Part::within(figure)]);
        Rule::under("the kernel’s version", [("since Linux 6.5", now), ("before Linux 6.5", before)])
    } else {
        waited_or_follows(&long, &short)
    };
    Statement {
        id: "connecting-to-nobody",
        text: "connect() to a machine that does not answer fails after approximately 127 s",
        source: manual(),
    }
    .judge_by(long.into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => {
            "it took about as long; since Linux 6.5 somewhat longer, because the first retries come every second"
        }
        Verdict::Follows => {
            "by the model it takes about as long; since Linux 6.5 somewhat longer, because the first retries come every second"
        }
        Verdict::Depends => "since Linux 6.5 the first retries come every second, and it takes another time",
        Verdict::Differs => "it took another time",
        Verdict::Undecided => UNDECIDED,
        _ => NO_MODEL,
    })
}

pub(super) fn connecting_linearly(found: &Found) -> Claim {
    let [now, _] = connecting_figures(found, 131.0);
    let short = short_connecting(found);
    let rule = waited_or_follows(std::slice::from_ref(&now), &short);
    Statement {
        id: "connecting-linearly",
        text: "With tcp_syn_retries 6 and tcp_syn_linear_timeouts 4, the defaults, connect() fails after 131 s",
        source: kernel_documentation(),
    }
    .judge_by([now].into_iter().chain(short).collect(), rule, |verdict| match verdict {
        Verdict::Reproduced => "it was waited for, and took about as long: timers fire up to an eighth late",
        Verdict::Follows => "by the model, which short settings confirm, it is so; it was not waited for",
        Verdict::Differs => "it was waited for, and took another time",
        Verdict::Undecided => UNDECIDED,
        _ => NO_MODEL,
    })
}
