//! The rules, tried on made-up rows.

use std::time::Duration;

use dead_connections_model::{Call, Pattern, Scenario};
use harness::record::{Claim, Verdict, unit};

use crate::client::Noticed;
use crate::condition::{Condition, Program, Role};
use crate::conditions::all_rows;
use crate::measured::Row;
use crate::predicted::predict;
use crate::quantities::Found;
use crate::trial::Seen;

const TRIALS: usize = 7;

fn claims(rows: &[Row]) -> Vec<Claim> {
    super::claims(&Found::of(rows, &[]))
}

/// Rows in which every trial saw what the model says, with punctual timers.
fn ideal() -> Vec<Row> {
    all_rows().into_iter().map(row).collect()
}

fn row(condition: Condition) -> Row {
    let predicted = predict(&condition);
    let sign = predicted.sign(&condition).to_owned();
    let call = match predicted.call(&condition) {
        "read" => Call::Read,
        "write" => Call::Write,
        "connect" => Call::Connect,
        _ => Call::Rpc,
    };
    let noticed = predicted.noticed().filter(|&after| after < condition.watched);
    let noticed = noticed.map(|after| Noticed { after, call, sign });
    Row { condition, predicted, seen: vec![Seen { noticed, segments: None, recorded: None }; TRIALS] }
}

/// Ideal rows, but for those that `which` picks: there trial by trial something else was seen.
fn but(which: impl Fn(&Condition) -> bool, change: impl Fn(usize, &mut Option<Noticed>)) -> Vec<Row> {
    let mut rows = ideal();
    let mut changed = 0;
    for row in rows.iter_mut().filter(|row| which(&row.condition)) {
        changed += 1;
        for (trial, seen) in row.seen.iter_mut().enumerate() {
            change(trial, &mut seen.noticed);
        }
    }
    assert!(changed > 0, "no row was changed");
    rows
}

fn claim<'a>(claims: &'a [Claim], id: &str) -> &'a Claim {
    claims.iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("there is no claim {id}"))
}

#[track_caller]
fn assert_verdict(rows: &[Row], id: &str, verdict: Verdict) {
    let claims = claims(rows);
    let claim = claim(&claims, id);
    assert_eq!(claim.verdict, verdict, "{id}: {}", claim.why);
}

fn is_late(noticed: &mut Option<Noticed>, by: f64) {
    if let Some(noticed) = noticed {
        noticed.after = noticed.after.mul_f64(by);
    }
}

#[test]
fn where_all_is_as_predicted_each_claim_gets_its_verdict() {
    let expected = [
        ("ninety-seconds", Verdict::Reproduced),
        ("two-hours-eleven", Verdict::Reproduced),
        ("fourteen-seconds", Verdict::Reproduced),
        ("fifteen-retries", Verdict::Reproduced),
        ("sixteen-minutes", Verdict::Reproduced),
        ("user-timeout-replaces-probes", Verdict::Reproduced),
        ("user-timeout-in-flight", Verdict::Depends),
        ("keepalive-sleeps-in-flight", Verdict::Reproduced),
        ("connecting-to-nobody", Verdict::Depends),
        ("connecting-linearly", Verdict::Reproduced),
        ("grpc-keepalive-is-off", Verdict::Reproduced),
        ("too-many-pings", Verdict::Reproduced),
        ("model-agrees", Verdict::Reproduced),
        ("held-out", Verdict::Reproduced),
        ("drops-are-alike", Verdict::Reproduced),
    ];
    let claims = claims(&ideal());
    assert_eq!(claims.iter().map(|claim| claim.id.as_str()).collect::<Vec<_>>(), expected.map(|(id, _)| id));
    for (id, verdict) in expected {
        let claim = claim(&claims, id);
        assert_eq!(claim.verdict, verdict, "{id}: {}", claim.why);
    }
}

#[test]
fn without_rows_nothing_is_said() {
    assert!(claims(&[]).iter().all(|claim| claim.verdict == Verdict::NotTested));
}

#[test]
fn long_times_are_worth_nothing_where_the_short_ones_disagree_with_the_model() {
    let idle = |row: &Condition| row.pattern == Pattern::Idle && row.settings.keepalive.is_some();
    let rows = but(idle, |_, noticed| is_late(noticed, 1.5));
    assert_verdict(&rows, "two-hours-eleven", Verdict::NotTested);
    assert_verdict(&rows, "ninety-seconds", Verdict::NotTested);
    assert_verdict(&rows, "fourteen-seconds", Verdict::Differs);
    assert_verdict(&rows, "user-timeout-replaces-probes", Verdict::Differs);
    assert_verdict(&rows, "connecting-linearly", Verdict::Reproduced);
}

#[test]
fn a_few_late_trials_of_a_busy_machine_change_no_verdict_but_the_models() {
    let rows = but(
        |row| row.program == Program::Tcp,
        |trial, noticed| {
            if trial < 2 {
                is_late(noticed, 1.5);
            }
        },
    );
    assert_verdict(&rows, "two-hours-eleven", Verdict::Reproduced);
    assert_verdict(&rows, "fifteen-retries", Verdict::Reproduced);
    assert_verdict(&rows, "model-agrees", Verdict::Depends);
}

#[test]
fn keepalive_that_noticed_with_data_under_way_would_contradict_the_claim() {
    let busy = |row: &Condition| row.pattern == Pattern::Awaiting && row.settings.keepalive.is_some();
    let timed_out = Noticed { after: Duration::from_secs(4), call: Call::Read, sign: "ETIMEDOUT".to_owned() };
    let rows = but(busy, |_, noticed| *noticed = Some(timed_out.clone()));
    assert_verdict(&rows, "keepalive-sleeps-in-flight", Verdict::Differs);
    let claims = claims(&rows);
    let share = claim(&claims, "keepalive-sleeps-in-flight").figures[0].measured.as_ref().unwrap().value;
    assert!(share > 0.0 && share < 1.0, "{share}");
}

#[test]
fn a_connection_that_ends_sooner_than_the_sum_of_its_timeouts_contradicts_it() {
    let has_retries = |row: &Condition| row.pattern == Pattern::Awaiting && row.settings.kernel.retries2 == 5;
    let rows = but(has_retries, |trial, noticed| {
        if trial == 0 {
            is_late(noticed, 0.4);
        }
    });
    assert_verdict(&rows, "fifteen-retries", Verdict::Differs);
}

#[test]
fn a_server_that_ends_connections_now_after_more_and_now_after_fewer_pings_depends() {
    let strict = |row: &Condition| row.program == Program::Grpcio && row.scenario == Scenario::Alive;
    let rows = but(strict, |trial, noticed| {
        if trial > 2 {
            is_late(noticed, 1.275);
        }
    });
    assert_verdict(&rows, "too-many-pings", Verdict::Depends);
    let rows = but(strict, |_, noticed| noticed.as_mut().unwrap().sign = "UNAVAILABLE".to_owned());
    assert_verdict(&rows, "too-many-pings", Verdict::Differs);
    let rows = but(strict, |trial, noticed| {
        if trial == 0 {
            *noticed = None;
        }
    });
    assert_verdict(&rows, "too-many-pings", Verdict::Differs);
}

#[test]
fn rows_held_out_tell_of_themselves_alone() {
    let first = |row: &Condition| row.role == Role::HeldOut && row.scenario == Scenario::OwnLinkDown;
    let rows = but(first, |_, noticed| is_late(noticed, 1.3));
    assert_verdict(&rows, "held-out", Verdict::Depends);
    assert_verdict(&rows, "model-agrees", Verdict::Reproduced);
}

#[test]
fn another_error_is_no_agreement_however_punctual() {
    let one = |row: &Condition| row.role == Role::HeldOut && row.scenario == Scenario::OwnLinkDown;
    let rows = but(one, |_, noticed| {
        if let Some(noticed) = noticed {
            noticed.sign = "EPIPE".to_owned();
        }
    });
    assert_verdict(&rows, "held-out", Verdict::Depends);
}

#[test]
fn packets_dropped_by_other_means_have_to_end_alike() {
    let routed = |row: &Condition| row.role == Role::OtherMeans && row.pattern == Pattern::Idle;
    assert_verdict(&but(routed, |_, noticed| is_late(noticed, 1.3)), "drops-are-alike", Verdict::Depends);
    assert_verdict(&but(routed, |_, noticed| *noticed = None), "drops-are-alike", Verdict::Depends);
}

#[test]
fn every_published_claim_names_its_source_and_figures_of_shares_are_shares() {
    for claim in claims(&ideal()) {
        let own = ["model-agrees", "held-out", "drops-are-alike"].contains(&claim.id.as_str());
        assert_eq!(claim.source.is_none(), own, "{}", claim.id);
        for figure in &claim.figures {
            assert!(["s", unit::SHARE].contains(&figure.unit.as_str()));
            let share = figure.measured.as_ref().filter(|_| figure.unit == unit::SHARE);
            assert!(share.is_none_or(|share| (0.0..=1.0).contains(&share.value)), "{figure:?}");
        }
    }
}
