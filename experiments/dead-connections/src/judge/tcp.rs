//! What was published about TCP.

use dead_connections_model::settings::SECOND;
use dead_connections_model::timers::{RETRIES_BASE_US, model_timeout};
use dead_connections_model::{Keepalive, Kernel, Pattern, Settings};
use harness::claims::equals_exact;
use harness::record::{Claim, ClaimFigure, PublishedValue, Verdict, unit};
use harness::statistics::share;

use super::figures::{
    cited, confirmed, is_about, judge, judge_directly, label, long, measured, predicted, predicted_s, row, silent,
};
use super::sources::{cloudflare, jones, kernel_documentation, manual};
use crate::condition::Condition;
use crate::measured::Row;
use crate::predicted::predict;
use crate::settings::nothing;

/// The keepalive of the example: 15 s, 15 s, 5 probes.
const JONES: Keepalive = Keepalive { idle_us: 15 * SECOND, interval_us: 15 * SECOND, probes: 5 };
/// Those of two published trials.
const CLOUDFLARE: Keepalive = Keepalive { idle_us: 5 * SECOND, interval_us: 3 * SECOND, probes: 3 };
const CLOUDFLARE_WITH_TIMEOUT: Keepalive = Keepalive { idle_us: SECOND, interval_us: 11 * SECOND, probes: 3 };

fn formula(keepalive: Keepalive) -> f64 {
    (keepalive.idle_us + keepalive.probes * keepalive.interval_us) as f64 / 1e6
}

fn is_idle_keepalive(condition: &Condition) -> bool {
    let Settings { keepalive, user_timeout_us, .. } = condition.settings;
    condition.pattern == Pattern::Idle && keepalive.is_some() && user_timeout_us == 0
}

fn is_idle_with_both(condition: &Condition) -> bool {
    let Settings { keepalive, user_timeout_us, .. } = condition.settings;
    condition.pattern == Pattern::Idle && keepalive.is_some() && user_timeout_us > 0
}

/// A reply is awaited, and a user timeout is set.
fn is_timeout_in_flight(condition: &Condition) -> bool {
    condition.pattern == Pattern::Awaiting && condition.settings.user_timeout_us > 0
}

fn keepalive_rows(rows: &[Row]) -> impl Iterator<Item = ClaimFigure> {
    silent(rows, is_idle_keepalive)
        .map(|found| ClaimFigure { exact: found.condition.settings.keepalive.map(formula), ..row(found) })
}

pub(super) fn recommended(rows: &[Row]) -> Claim {
    let published = 90.0;
    let example = |pattern| {
        move |row: &Condition| {
            row.pattern == pattern && row.settings.keepalive == Some(JONES) && row.settings.user_timeout_us > 0
        }
    };
    let (idle, in_flight) = (long(example(Pattern::Idle)), long(example(Pattern::Awaiting)));
    let holds = |condition: &Condition| predicted_s(condition).is_some_and(|noticed| is_about(published, noticed));
    let when_confirmed = match (holds(&idle), holds(&in_flight)) {
        (true, true) => (
            Verdict::Reproduced,
            "short settings take as long as the model says, and by it these take about as long, idle or with data under \
             way; the option counts milliseconds, so it has to be 90000",
        ),
        (true, false) => {
            (Verdict::Depends, "by the model it holds for an idle connection, and not with data under way")
        }
        _ => (Verdict::Differs, "by the model, which short settings confirm, it takes another time"),
    };
    let alike = |condition: &Condition| is_idle_with_both(condition) || is_timeout_in_flight(condition);
    let (verdict, why) = judge(confirmed(silent(rows, alike)), when_confirmed);
    let mut figures = vec![
        ClaimFigure {
            exact: Some(formula(JONES)),
            ..predicted("15/15/5 and user timeout 90 s, idle", published, &idle)
        },
        predicted("15/15/5 and user timeout 90 s, data under way", published, &in_flight),
    ];
    figures.extend(
        silent(rows, alike)
            .map(|found| measured(&format!("{}, {}", label(found), found.condition.pattern_text()), found)),
    );
    Claim {
        id: "ninety-seconds".to_owned(),
        statement:
            "With keepalive at 15 s, 15 s and 5 probes and a user timeout of 90 s, a connection is closed once 90 s \
                    have passed without an acknowledgement"
                .to_owned(),
        source: jones(),
        figures,
        verdict,
        why,
    }
}

pub(super) fn default_keepalive(rows: &[Row]) -> Claim {
    // Two hours, and "approximately an additional 11 minutes": known to the minute.
    let published = PublishedValue::exactly(7200.0 + 660.0);
    let condition = long(|row| is_idle_keepalive(row) && row.settings.keepalive == Some(Keepalive::default()));
    let exact = formula(Keepalive::default());
    let when_confirmed = if equals_exact(&published, exact, 30.0) {
        (Verdict::Reproduced, "short settings take as long as the formula says; the two hours were not waited for")
    } else {
        (Verdict::Differs, "the formula, which short settings confirm, gives another time")
    };
    let (verdict, why) = judge(confirmed(silent(rows, is_idle_keepalive)), when_confirmed);
    let first =
        ClaimFigure { exact: Some(exact), published: Some(published), ..predicted("defaults, idle", 0.0, &condition) };
    Claim {
        id: "two-hours-eleven".to_owned(),
        statement: "With keepalive on and nothing else set, Linux ends an idle connection after 2 hours and \
                    approximately 11 minutes"
            .to_owned(),
        source: manual(),
        figures: [first].into_iter().chain(keepalive_rows(rows)).collect(),
        verdict,
        why,
    }
}

pub(super) fn keepalive_formula(rows: &[Row]) -> Claim {
    let published = 14.299;
    let trial =
        |condition: &Condition| is_idle_keepalive(condition) && condition.settings.keepalive == Some(CLOUDFLARE);
    let (verdict, why) = by_measurement(
        silent(rows, trial).map(|row| (published, row)),
        "the same settings take as long here",
        "the same settings take another time here",
    );
    let figures = silent(rows, trial)
        .map(|row| ClaimFigure { exact: Some(formula(CLOUDFLARE)), ..cited(published, row) })
        .collect();
    Claim {
        id: "fourteen-seconds".to_owned(),
        statement:
            "With keepalive at 5 s, 3 s and 3 probes an idle connection dies after three probes and another three \
                    seconds"
                .to_owned(),
        source: cloudflare(),
        figures,
        verdict,
        why,
    }
}

/// Whether every row's median is about what was published for its settings.
fn by_measurement<'a>(
    rows: impl Iterator<Item = (f64, &'a Row)>,
    reproduced: &str,
    differs: &str,
) -> (Verdict, String) {
    let about = |(published, row): (f64, &Row)| {
        measured("", row).measured.is_some_and(|measured| is_about(published, measured.value))
    };
    match rows.map(about).reduce(|all, each| all && each) {
        None => (Verdict::NotTested, "this run had no connection with these settings".to_owned()),
        Some(true) => (Verdict::Reproduced, reproduced.to_owned()),
        Some(false) => (Verdict::Differs, differs.to_owned()),
    }
}

fn has_retries(condition: &Condition) -> bool {
    let Settings { keepalive, user_timeout_us, kernel, .. } = condition.settings;
    condition.pattern == Pattern::Awaiting
        && keepalive.is_none()
        && user_timeout_us == 0
        && kernel.retries2 != Kernel::default().retries2
}

/// What `tcp_retries2` stands for, in seconds.
fn least_s(kernel: &Kernel) -> f64 {
    model_timeout(kernel.retries2, RETRIES_BASE_US, kernel.rto_max_us) as f64 / 1e6
}

pub(super) fn default_retries(rows: &[Row]) -> Claim {
    let published = 924.6;
    let condition = long(|row| row.pattern == Pattern::Awaiting && row.settings == nothing());
    let exact = least_s(&Kernel::default());
    let never_sooner = silent(rows, has_retries)
        .all(|row| row.seconds().iter().all(|&noticed| noticed >= least_s(&row.condition.settings.kernel)));
    let when_confirmed = if !equals_exact(&PublishedValue::exactly(published), exact, 0.05) {
        (Verdict::Differs, "the same sum gives another time")
    } else if never_sooner {
        (
            Verdict::Reproduced,
            "the sum of the timeouts gives it, and no trial with fewer retries ended sooner than its sum: the connection \
             ends at the next timer after it. The quarter of an hour was not waited for",
        )
    } else {
        (Verdict::Differs, "some connections with fewer retries ended sooner than the sum of their timeouts")
    };
    let (verdict, why) = judge(confirmed(silent(rows, has_retries)), when_confirmed);
    let mut figures = vec![ClaimFigure { exact: Some(exact), ..predicted("tcp_retries2 15", published, &condition) }];
    figures.extend(silent(rows, has_retries).map(|found| {
        let exact = Some(least_s(&found.condition.settings.kernel));
        ClaimFigure { exact, ..row(found) }
    }));
    Claim {
        id: "fifteen-retries".to_owned(),
        statement: "The default of tcp_retries2, 15, stands for a timeout of 924.6 s; a connection whose data nobody \
                    acknowledges lasts at least so long"
            .to_owned(),
        source: kernel_documentation(),
        figures,
        verdict,
        why,
    }
}

pub(super) fn sixteen_minutes(rows: &[Row]) -> Claim {
    let published = 940.0;
    let condition = long(|row| row.pattern == Pattern::Awaiting && row.settings == nothing());
    let prediction = predict(&condition);
    let bounds = prediction.noticed().zip(prediction.latest());
    let within =
        bounds.is_some_and(|(punctual, latest)| (punctual.as_secs_f64()..=latest.as_secs_f64()).contains(&published));
    let when_confirmed = if within {
        (
            Verdict::Reproduced,
            "it lies between the model's times with punctual timers and with late ones; short settings confirm the model, \
             and nobody waited here",
        )
    } else {
        (Verdict::Differs, "it lies outside of what the model, which short settings confirm, says")
    };
    let (verdict, why) = judge(confirmed(silent(rows, has_retries)), when_confirmed);
    Claim {
        id: "sixteen-minutes".to_owned(),
        statement: "With data under way and nothing set, a connection whose peer is gone died after about 940 s"
            .to_owned(),
        source: cloudflare(),
        figures: vec![predicted("nothing set, data under way", published, &condition)],
        verdict,
        why,
    }
}

pub(super) fn user_timeout_replaces_probes(rows: &[Row]) -> Claim {
    let published = 12.233;
    let is_trial = |row: &Row| row.condition.settings.keepalive == Some(CLOUDFLARE_WITH_TIMEOUT);
    let (verdict, why) = judge_directly(
        confirmed(silent(rows, is_idle_with_both)),
        "the idle connection fails at the first probe's turn after the user timeout, be that earlier or later than the \
         probes alone",
    );
    let figure = |found: &Row| if is_trial(found) { cited(published, found) } else { row(found) };
    Claim {
        id: "user-timeout-replaces-probes".to_owned(),
        statement: "With TCP_USER_TIMEOUT set, it decides when keepalive gives up, and not the number of probes"
            .to_owned(),
        source: cloudflare(),
        figures: silent(rows, is_idle_with_both).map(figure).collect(),
        verdict,
        why,
    }
}

pub(super) fn user_timeout_in_flight(rows: &[Row]) -> Claim {
    let set_s = |condition: &Condition| condition.settings.user_timeout_us as f64 / SECOND as f64;
    let is_exact =
        |row: &Row| measured("", row).measured.is_some_and(|measured| is_about(set_s(&row.condition), measured.value));
    let long_one = long(is_timeout_in_flight);
    let when_long = predicted_s(&long_one).is_some_and(|noticed| is_about(set_s(&long_one), noticed));
    let when_confirmed = match (silent(rows, is_timeout_in_flight).all(is_exact), when_long) {
        (true, _) => (Verdict::Reproduced, "it is the time that was set"),
        (false, true) => (
            Verdict::Depends,
            "the time counts from the first retransmission, and is looked at when a timer fires: a short timeout takes \
             noticeably longer than was set, one of minutes, by the model, hardly so",
        ),
        (false, false) => (Verdict::Differs, "it takes noticeably longer than was set"),
    };
    let (verdict, why) = judge(confirmed(silent(rows, is_timeout_in_flight)), when_confirmed);
    let figure = |found: &Row| {
        let published = Some(PublishedValue::exactly(set_s(&found.condition)));
        ClaimFigure { published, ..row(found) }
    };
    let long_figure = predicted(&long_one.settings_text(), set_s(&long_one), &long_one);
    Claim {
        id: "user-timeout-in-flight".to_owned(),
        statement: "With data under way, the connection is aborted exactly after the user timeout".to_owned(),
        source: cloudflare(),
        figures: silent(rows, is_timeout_in_flight).map(figure).chain([long_figure]).collect(),
        verdict,
        why,
    }
}

pub(super) fn keepalive_sleeps_in_flight(rows: &[Row]) -> Claim {
    let busy = |condition: &Condition| {
        let Settings { keepalive, user_timeout_us, kernel, .. } = condition.settings;
        matches!(condition.pattern, Pattern::Awaiting | Pattern::Writes { .. })
            && keepalive.is_some()
            && user_timeout_us == 0
            && kernel.retries2 == Kernel::default().retries2
    };
    let (noticed, trials) = silent(rows, busy)
        .fold((0, 0), |(noticed, trials), row| (noticed + row.seconds().len(), trials + row.seen.len()));
    let (verdict, why) = judge_directly(
        confirmed(silent(rows, busy)),
        "no trial noticed anything while it was watched, far longer than keepalive takes; what ends it at last is the \
         model's word",
    );
    let of_trials = (trials > 0).then(|| share(noticed as u64, trials as u64));
    let noticing =
        ClaimFigure::new("share of trials that noticed, data under way", unit::SHARE, of_trials).predicted(0.0);
    let figure = |row: &Row| measured(&format!("{}, {}", label(row), row.condition.pattern_text()), row);
    Claim {
        id: "keepalive-sleeps-in-flight".to_owned(),
        statement: "Keepalive does nothing while data is unacknowledged: the retries decide".to_owned(),
        source: cloudflare(),
        figures: [noticing].into_iter().chain(silent(rows, busy).map(figure)).collect(),
        verdict,
        why,
    }
}

fn is_connecting(condition: &Condition) -> bool {
    condition.pattern == Pattern::Connecting && condition.settings.user_timeout_us == 0
}

fn connecting_now() -> Condition {
    long(|row| row.pattern == Pattern::Connecting && row.settings == nothing())
}

/// A time of connect() is known to the second.
fn is_to_the_second(published: f64, predicted: Option<f64>) -> bool {
    predicted.is_some_and(|predicted| (predicted - published).abs() <= 1.0)
}

pub(super) fn connecting(rows: &[Row]) -> Claim {
    let published = 127.0;
    let now = connecting_now();
    let before = long(|row| row.pattern == Pattern::Connecting && row.settings.kernel.syn_linear_timeouts == 0);
    let holds = |condition: &Condition| is_to_the_second(published, predicted_s(condition));
    let when_confirmed = match (holds(&now), holds(&before)) {
        (true, _) => (Verdict::Reproduced, "by the model, which short settings confirm, it is so"),
        (false, true) => (
            Verdict::Depends,
            "it was so before Linux 6.5: since then the first retries come every second, which makes it longer. Short \
             settings of both kinds confirm the model",
        ),
        (false, false) => (Verdict::Differs, "by the model, which short settings confirm, it takes another time"),
    };
    let (verdict, why) = judge(confirmed(silent(rows, is_connecting)), when_confirmed);
    Claim {
        id: "connecting-to-nobody".to_owned(),
        statement: "connect() to a machine that does not answer fails after approximately 127 s".to_owned(),
        source: manual(),
        figures: vec![
            predicted("tcp_syn_retries 6", published, &now),
            predicted("tcp_syn_retries 6, before Linux 6.5", published, &before),
        ],
        verdict,
        why,
    }
}

pub(super) fn connecting_linearly(rows: &[Row]) -> Claim {
    let published = 131.0;
    let now = connecting_now();
    let when_confirmed = if is_to_the_second(published, predicted_s(&now)) {
        (Verdict::Reproduced, "by the model, which short settings confirm, it is so; it was not waited for")
    } else {
        (Verdict::Differs, "by the model, which short settings confirm, it takes another time")
    };
    let (verdict, why) = judge(confirmed(silent(rows, is_connecting)), when_confirmed);
    Claim {
        id: "connecting-linearly".to_owned(),
        statement: "With tcp_syn_retries 6 and tcp_syn_linear_timeouts 4, the defaults, connect() fails after 131 s"
            .to_owned(),
        source: kernel_documentation(),
        figures: [predicted("tcp_syn_retries 6", published, &now)]
            .into_iter()
            .chain(silent(rows, is_connecting).map(row))
            .collect(),
        verdict,
        why,
    }
}
