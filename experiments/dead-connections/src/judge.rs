//! The published claims, judged by rule.

use harness::record::{Claim, ClaimFigure, PublishedValue, Source, Verdict};
use harness::statistics::{median, share};
use models::tcp_failure::timers::{RETRIES_BASE_US, model_timeout};
use models::tcp_failure::{Keepalive, Kernel, Pattern, Scenario, Settings};

use crate::conditions::{Condition, Program, long_ones, nothing};
use crate::measured::Row;
use crate::predicted::predict;
use crate::series::seconds;

/// A published time that the model misses by less than this share of it is right as a rule of thumb.
const RULE_OF_THUMB: f64 = 0.05;

fn jones() -> Option<Source> {
    source("Evan Jones, \"TCP connection timeouts\"", "https://www.evanjones.ca/tcp-connection-timeouts.html")
}

fn cloudflare() -> Option<Source> {
    source(
        "Cloudflare, \"When TCP sockets refuse to die\"",
        "https://blog.cloudflare.com/when-tcp-sockets-refuse-to-die/",
    )
}

fn kernel_documentation() -> Option<Source> {
    source("Linux kernel documentation, \"IP Sysctl\"", "https://docs.kernel.org/networking/ip-sysctl.html")
}

fn manual() -> Option<Source> {
    source("tcp(7)", "https://man7.org/linux/man-pages/man7/tcp.7.html")
}

fn source(title: &str, url: &str) -> Option<Source> {
    Some(Source { title: title.to_owned(), url: url.to_owned() })
}

/// All claims: those published, then this project's own.
pub(crate) fn claims(rows: &[Row]) -> Vec<Claim> {
    vec![
        recommended_keepalive(rows),
        default_keepalive(rows),
        default_retries(rows),
        user_timeout_replaces_probes(rows),
        keepalive_sleeps_in_flight(rows),
        connecting(rows),
        grpc_is_off_by_default(rows),
        too_many_pings(rows),
        model_agrees(rows),
    ]
}

/// Rows of plain TCP where nothing comes back.
fn silent<'a>(rows: &'a [Row], wanted: impl Fn(&Condition) -> bool + 'a) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| {
        let condition = &row.condition;
        condition.program == Program::Tcp && condition.scenario == Scenario::DropOutbound && wanted(condition)
    })
}

/// Whether there are such rows and each confirms the model.
fn confirmed<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<bool> {
    rows.map(Row::confirms).reduce(|all, each| all && each)
}

/// What a model's figure is worth: nothing without rows that confirm it.
fn judge(confirmed: Option<bool>, when_confirmed: (Verdict, &str)) -> (Verdict, String) {
    match confirmed {
        None => (Verdict::NotTested, "no network namespaces could be made here, so nothing could be lost".to_owned()),
        Some(false) => (Verdict::NotTested, "the short settings do not agree with the model here".to_owned()),
        Some(true) => (when_confirmed.0, when_confirmed.1.to_owned()),
    }
}

/// A figure that only the model was asked for.
fn predicted(label: &str, published: f64, condition: &Condition) -> ClaimFigure {
    let predicted = predict(condition).noticed().map(|noticed| noticed.as_secs_f64());
    figure(label, Some(published), None, None, predicted)
}

fn figure(
    label: &str,
    published: Option<f64>,
    measured: Option<&Row>,
    exact: Option<f64>,
    predicted: Option<f64>,
) -> ClaimFigure {
    let measured = measured.map(seconds).filter(|seconds| !seconds.is_empty()).map(|seconds| median(&seconds));
    ClaimFigure {
        label: label.to_owned(),
        unit: "s".to_owned(),
        published: published.map(PublishedValue::exactly),
        measured,
        exact,
        predicted,
    }
}

/// The long row with these settings.
fn long(wanted: impl Fn(&Condition) -> bool) -> Condition {
    long_ones().into_iter().find(wanted).expect("the rows that claims speak of are there")
}

fn formula(keepalive: Keepalive) -> f64 {
    (keepalive.idle_us + keepalive.probes * keepalive.interval_us) as f64 / 1e6
}

fn is_idle_keepalive(condition: &Condition) -> bool {
    let Settings { keepalive, user_timeout_us, .. } = condition.settings;
    condition.pattern == Pattern::Idle && keepalive.is_some() && user_timeout_us == 0
}

fn keepalive_figures(rows: &[Row], label: &str, published: f64, condition: &Condition) -> Vec<ClaimFigure> {
    let mut figures = vec![predicted(label, published, condition)];
    figures.extend(silent(rows, is_idle_keepalive).map(|row| {
        let exact = row.condition.settings.keepalive.map(formula);
        let predicted = row.predicted.noticed().map(|noticed| noticed.as_secs_f64());
        figure(&row.condition.settings_text(), None, Some(row), exact, predicted)
    }));
    figures
}

fn recommended_keepalive(rows: &[Row]) -> Claim {
    let condition = long(|row| is_idle_keepalive(row) && row.settings.keepalive != Some(Keepalive::default()));
    let (verdict, why) = judge(
        confirmed(silent(rows, is_idle_keepalive)),
        (Verdict::Reproduced, "short settings take as long as the formula says, which gives this for 15, 15 and 5"),
    );
    Claim {
        id: "ninety-seconds".to_owned(),
        statement: "With keepalive at 15 s, 15 s and 5 probes an idle connection to a lost peer fails after 90 s"
            .to_owned(),
        source: jones(),
        figures: keepalive_figures(rows, "15/15/5, idle", 90.0, &condition),
        verdict,
        why,
    }
}

fn default_keepalive(rows: &[Row]) -> Claim {
    let condition = long(|row| is_idle_keepalive(row) && row.settings.keepalive == Some(Keepalive::default()));
    let (verdict, why) = judge(
        confirmed(silent(rows, is_idle_keepalive)),
        (Verdict::Reproduced, "short settings take as long as the formula says; the two hours were not waited for"),
    );
    Claim {
        id: "two-hours-eleven".to_owned(),
        statement: "With keepalive on and nothing else set, Linux takes 2 h 11 min 15 s".to_owned(),
        source: manual(),
        figures: keepalive_figures(rows, "defaults, idle", 7875.0, &condition),
        verdict,
        why,
    }
}

fn has_retries(condition: &Condition) -> bool {
    let Settings { keepalive, user_timeout_us, kernel, .. } = condition.settings;
    condition.pattern == Pattern::Awaiting
        && keepalive.is_none()
        && user_timeout_us == 0
        && kernel.retries2 != Kernel::default().retries2
}

fn default_retries(rows: &[Row]) -> Claim {
    let condition = long(|row| row.pattern == Pattern::Awaiting && row.settings == nothing());
    let published = 924.6;
    let noticed = predict(&condition).noticed().map_or(f64::INFINITY, |noticed| noticed.as_secs_f64());
    let (verdict, why) = if (noticed - published).abs() <= RULE_OF_THUMB * published {
        (
            Verdict::Depends,
            "it is the least that the kernel waits from the first retransmission on; the next timer after it ends the \
             connection",
        )
    } else {
        (Verdict::Differs, "the model, which short settings confirm, is far from it")
    };
    let (verdict, why) = judge(confirmed(silent(rows, has_retries)), (verdict, why));
    let kernel = Kernel::default();
    let least = model_timeout(kernel.retries2, RETRIES_BASE_US, kernel.rto_max_us) as f64 / 1e6;
    let mut figures = vec![ClaimFigure { exact: Some(least), ..predicted("tcp_retries2 15", published, &condition) }];
    figures.extend(silent(rows, has_retries).map(|row| {
        let predicted = row.predicted.noticed().map(|noticed| noticed.as_secs_f64());
        figure(&row.condition.settings_text(), None, Some(row), None, predicted)
    }));
    Claim {
        id: "fifteen-retries".to_owned(),
        statement: "With data under way and nothing set, the connection fails after 924.6 s".to_owned(),
        source: kernel_documentation(),
        figures,
        verdict,
        why,
    }
}

fn user_timeout_replaces_probes(rows: &[Row]) -> Claim {
    let both = |condition: &Condition| {
        let Settings { keepalive, user_timeout_us, .. } = condition.settings;
        condition.pattern == Pattern::Idle && keepalive.is_some() && user_timeout_us > 0
    };
    let (verdict, why) = judge(
        confirmed(silent(rows, both)),
        (
            Verdict::Reproduced,
            "the idle connection fails at the first probe's turn after the user timeout, be that \
          earlier or later than the probes alone",
        ),
    );
    let row_figure = |row: &Row| {
        let predicted = row.predicted.noticed().map(|noticed| noticed.as_secs_f64());
        figure(&row.condition.settings_text(), None, Some(row), None, predicted)
    };
    Claim {
        id: "user-timeout-replaces-probes".to_owned(),
        statement: "With TCP_USER_TIMEOUT set, it decides when keepalive gives up, and not the number of probes"
            .to_owned(),
        source: cloudflare(),
        figures: silent(rows, both).map(row_figure).collect(),
        verdict,
        why,
    }
}

fn keepalive_sleeps_in_flight(rows: &[Row]) -> Claim {
    let busy = |condition: &Condition| {
        let Settings { keepalive, user_timeout_us, kernel, .. } = condition.settings;
        condition.pattern != Pattern::Idle
            && keepalive.is_some()
            && user_timeout_us == 0
            && kernel.retries2 == Kernel::default().retries2
    };
    let row_figure = |row: &Row| {
        let predicted = row.predicted.noticed().map(|noticed| noticed.as_secs_f64());
        figure(
            &format!("{}, {}", row.condition.settings_text(), row.condition.pattern_text()),
            None,
            Some(row),
            None,
            predicted,
        )
    };
    let (verdict, why) = judge(
        confirmed(silent(rows, busy)),
        (Verdict::Reproduced, "no trial noticed anything while it was watched, far longer than keepalive takes"),
    );
    Claim {
        id: "keepalive-sleeps-in-flight".to_owned(),
        statement:
            "Keepalive alone does nothing while data is unacknowledged: the retries decide, and take a quarter of \
                    an hour"
                .to_owned(),
        source: cloudflare(),
        figures: silent(rows, busy).map(row_figure).collect(),
        verdict,
        why,
    }
}

fn connecting(rows: &[Row]) -> Claim {
    let is_connecting = |condition: &Condition| condition.pattern == Pattern::Connecting;
    let now = long(|row| row.pattern == Pattern::Connecting && row.settings == nothing());
    let before = long(|row| row.pattern == Pattern::Connecting && row.settings.kernel.syn_linear_timeouts == 0);
    let (verdict, why) = judge(
        confirmed(silent(rows, is_connecting)),
        (
            Verdict::Differs,
            "since Linux 6.5 the first retries come every second, which makes it longer; before, it was so",
        ),
    );
    Claim {
        id: "connecting-to-nobody".to_owned(),
        statement: "connect() to a machine that does not answer fails after 127 s".to_owned(),
        source: manual(),
        figures: vec![
            predicted("tcp_syn_retries 6", 127.0, &now),
            predicted("tcp_syn_retries 6, before Linux 6.5", 127.0, &before),
        ],
        verdict,
        why,
    }
}

fn grpc_is_off_by_default(rows: &[Row]) -> Claim {
    let defaults = |row: &&Row| {
        let condition = &row.condition;
        condition.program != Program::Tcp
            && condition.scenario == Scenario::DropOutbound
            && condition.settings.kernel == nothing().kernel
            && condition.settings.grpc.is_none()
    };
    let with = |row: &&Row| {
        let condition = &row.condition;
        condition.program != Program::Tcp
            && condition.scenario == Scenario::DropOutbound
            && condition.pattern == Pattern::Awaiting
            && condition.settings.grpc.is_some()
    };
    let all = rows.iter().filter(|row| defaults(row) || with(row));
    let (verdict, why) = judge(
        confirmed(all),
        (
            Verdict::Reproduced,
            "with the defaults a call to a lost server noticed nothing while it was watched; with \
          keepalive it failed after the time and the timeout",
        ),
    );
    let row_figure = |row: &Row| {
        let predicted = row.predicted.noticed().map(|noticed| noticed.as_secs_f64());
        figure(
            &format!("{}, {}", row.condition.program.name(), row.condition.settings_text()),
            None,
            Some(row),
            None,
            predicted,
        )
    };
    Claim {
        id: "grpc-keepalive-is-off".to_owned(),
        statement: "gRPC has a keepalive of its own, and clients do not use it by default".to_owned(),
        source: jones(),
        figures: rows.iter().filter(with).map(row_figure).collect(),
        verdict,
        why,
    }
}

fn too_many_pings(rows: &[Row]) -> Claim {
    let strict = |row: &&Row| row.condition.program == Program::Grpcio && row.condition.scenario == Scenario::Alive;
    let (verdict, why) = match confirmed(rows.iter().filter(strict)) {
        None => (Verdict::NotTested, "gRPC's own server was not there".to_owned()),
        Some(true) => (
            Verdict::Reproduced,
            "a call to a server that is well fails after a few pings, not always as many".to_owned(),
        ),
        Some(false) => (Verdict::Depends, "this server did not end the connection as the model says".to_owned()),
    };
    let row_figure = |row: &Row| {
        let predicted = row.predicted.noticed().map(|noticed| noticed.as_secs_f64());
        figure("pings every second", None, Some(row), None, predicted)
    };
    Claim {
        id: "too-many-pings".to_owned(),
        statement: "gRPC's servers end connections whose clients ping more often than every 5 minutes".to_owned(),
        source: source("gRPC documentation, \"Keepalive\"", "https://grpc.io/docs/guides/keepalive/"),
        figures: rows.iter().filter(strict).map(row_figure).collect(),
        verdict,
        why,
    }
}

fn model_agrees(rows: &[Row]) -> Claim {
    let (agreeing, trials) =
        rows.iter().fold((0, 0), |(agreeing, trials), row| (agreeing + row.agreeing(), trials + row.seen.len() as u64));
    let (verdict, why) = if agreeing == trials {
        (Verdict::Reproduced, "every trial agrees")
    } else {
        (Verdict::Depends, "some trials do not: the rows tell which")
    };
    Claim {
        id: "model-agrees".to_owned(),
        statement: "The model says when, by which call and with which error".to_owned(),
        source: None,
        figures: vec![ClaimFigure {
            label: "trials that agree".to_owned(),
            unit: "1".to_owned(),
            published: None,
            measured: Some(share(agreeing, trials)),
            exact: None,
            predicted: Some(1.0),
        }],
        verdict,
        why: why.to_owned(),
    }
}
