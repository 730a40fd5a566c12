//! The rules, tried on made-up rows.

use std::time::Duration;

use dead_connections_model::{Call, Pattern, Scenario};
use harness::record::{Claim, Verdict, unit};

use crate::client::Noticed;
use crate::condition::{Condition, Program, Role};
use crate::conditions::{all_rows, waited_for};
use crate::measured::Row;
use crate::predicted::predict;
use crate::quantities::quantities;
use crate::trial::Seen;

const TRIALS: usize = 7;

fn claims(rows: &[Row]) -> Vec<Claim> {
    claims_of(rows, &[])
}

fn claims_of(rows: &[Row], waited: &[Row]) -> Vec<Claim> {
    super::claims(&quantities(rows, waited))
}

/// Rows that took minutes and were waited for, with times this many times as long.
fn waited(by: f64) -> Vec<Row> {
    let mut rows: Vec<Row> = waited_for().into_iter().map(row).collect();
    rows.iter_mut().flat_map(|row| &mut row.seen).for_each(|seen| is_late(&mut seen.noticed, by));
    rows
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
        ("ninety-seconds", Verdict::NotTested),
        ("ninety-as-written", Verdict::Differs),
        ("two-hours-eleven", Verdict::NotTested),
        ("fourteen-seconds", Verdict::Reproduced),
        ("fifteen-retries", Verdict::NotTested),
        ("sixteen-minutes", Verdict::NotTested),
        ("user-timeout-replaces-probes", Verdict::Reproduced),
        ("user-timeout-in-flight", Verdict::Depends),
        ("keepalive-sleeps-in-flight", Verdict::Reproduced),
        ("connecting-to-nobody", Verdict::NotTested),
        ("connecting-linearly", Verdict::NotTested),
        ("grpc-keepalive-is-off", Verdict::Reproduced),
        ("too-many-pings", Verdict::Reproduced),
        ("pings-without-calls", Verdict::Reproduced),
        ("acknowledged-requests", Verdict::Holds),
        ("model-agrees", Verdict::Holds),
        ("held-out", Verdict::Holds),
        ("drops-are-alike", Verdict::Holds),
        // The model knows of no difference.
        ("own-drops-end-sooner", Verdict::DoesNotHold),
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
fn what_was_waited_for_is_reproduced_or_differs() {
    let ids = ["ninety-seconds", "fifteen-retries", "sixteen-minutes", "connecting-to-nobody", "connecting-linearly"];
    let verdicts = |by| {
        let claims = claims_of(&ideal(), &waited(by));
        ids.map(|id| claim(&claims, id).verdict)
    };
    assert_eq!(verdicts(1.01), [Verdict::Reproduced; 5]);
    assert_eq!(verdicts(0.8), [Verdict::Differs; 5]);
    let depends = claims_of(&ideal(), &waited(1.01));
    assert_eq!(claim(&depends, "user-timeout-in-flight").verdict, Verdict::Depends, "one of minutes is as it was set");
    assert_eq!(claim(&depends, "keepalive-sleeps-in-flight").verdict, Verdict::Reproduced);
    let sooner = claims_of(&ideal(), &waited(0.01));
    assert_eq!(claim(&sooner, "keepalive-sleeps-in-flight").verdict, Verdict::Differs);
}

#[test]
fn what_nobody_waited_for_says_so_and_what_the_model_gives() {
    let claims = claims_of(&ideal(), &waited(1.01));
    let two_hours = claim(&claims, "two-hours-eleven");
    assert_eq!(two_hours.verdict, Verdict::NotTested);
    assert_eq!(two_hours.why, "Nobody waited for it; by the model it takes 2 h 11 min 15 s.");
    let figure = &two_hours.figures[0];
    assert_eq!(
        (figure.predicted, figure.published.as_ref().map(|published| published.low)),
        (Some(7875.0), Some(7860.0))
    );
}

#[test]
fn what_always_agrees_says_how_rare_an_exception_is() {
    for id in ["model-agrees", "held-out"] {
        let claims = claims(&ideal());
        let claim = claim(&claims, id);
        let trials = claim.figures[0].measured.as_ref().unwrap().n;
        assert!(claim.why.contains(&format!("disagreement: 0 of {trials}, so rarer than ")), "{}", claim.why);
    }
}

#[test]
fn trials_that_differ_widely_leave_it_undecided() {
    let mut waited = waited(1.0);
    waited.iter_mut().for_each(|row| is_late(&mut row.seen[0].noticed, 1.5));
    for id in ["ninety-seconds", "sixteen-minutes", "connecting-to-nobody", "connecting-linearly"] {
        let claims = claims_of(&ideal(), &waited);
        assert_eq!(claim(&claims, id).verdict, Verdict::Undecided, "{id}");
    }
    let first = |trial: usize, noticed: &mut Option<Noticed>| {
        if trial == 0 {
            is_late(noticed, 1.5);
        }
    };
    let rows = but(|row| row.program == Program::Tcp && row.role != Role::OwnEnd, first);
    for id in ["fourteen-seconds", "user-timeout-replaces-probes", "drops-are-alike"] {
        assert_verdict(&rows, id, Verdict::Undecided);
    }
    let sooner = |trial: usize, noticed: &mut Option<Noticed>| is_late(noticed, if trial == 0 { 0.5 } else { 1.0 });
    assert_verdict(&but(|row| row.role == Role::OwnEnd, sooner), "own-drops-end-sooner", Verdict::Undecided);
}

#[test]
fn short_times_that_disagree_with_the_model_differ_from_what_was_published() {
    let idle = |row: &Condition| row.pattern == Pattern::Idle && row.settings.keepalive.is_some();
    let rows = but(idle, |_, noticed| is_late(noticed, 1.5));
    assert_verdict(&rows, "fourteen-seconds", Verdict::Differs);
    assert_verdict(&rows, "user-timeout-replaces-probes", Verdict::Differs);
}

#[test]
fn one_trial_outside_of_its_bounds_refutes_the_model() {
    let rows = but(
        |row| row.program == Program::Tcp,
        |trial, noticed| {
            if trial < 2 {
                is_late(noticed, 1.5);
            }
        },
    );
    assert_verdict(&rows, "model-agrees", Verdict::DoesNotHold);
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
    let early = |only: Option<usize>| {
        but(has_retries, |trial, noticed| {
            if only.is_none_or(|only| trial == only) {
                is_late(noticed, 0.4);
            }
        })
    };
    let verdict = |rows: &[Row], waited: &[Row]| claim(&claims_of(rows, waited), "fifteen-retries").verdict;
    assert_eq!(verdict(&early(None), &waited(1.0)), Verdict::Differs);
    assert_eq!(verdict(&early(Some(0)), &waited(1.0)), Verdict::Undecided);
    assert_eq!(verdict(&early(None), &[]), Verdict::NotTested, "the default is not waited for");
}

#[test]
fn a_server_that_ends_connections_after_however_many_pings_ends_them() {
    let strict =
        |row: &Condition| row.program == Program::Grpcio && row.scenario == Scenario::Alive && row.is_awaiting();
    let rows = but(strict, |trial, noticed| {
        if trial > 2 {
            is_late(noticed, 1.275);
        }
    });
    assert_verdict(&rows, "too-many-pings", Verdict::Reproduced);
    let rows = but(strict, |_, noticed| noticed.as_mut().unwrap().sign = "UNAVAILABLE".to_owned());
    // Of so few trials none failed so.
    assert_verdict(&rows, "too-many-pings", Verdict::Undecided);
}

#[test]
fn a_server_whose_permission_makes_no_difference_contradicts_the_claim() {
    let idle = |row: &Condition| row.program == Program::Grpcio && row.pattern == Pattern::Idle;
    let permits = |row: &Condition| row.settings.grpc.is_some_and(|grpc| grpc.server_permits_without_calls);
    let closed = Noticed { after: Duration::from_secs(4), call: Call::Rpc, sign: "closed".to_owned() };
    let rows = but(|row| idle(row) && permits(row), |_, noticed| *noticed = Some(closed.clone()));
    assert_verdict(&rows, "pings-without-calls", Verdict::Differs);
    assert_verdict(&but(idle, |_, noticed| *noticed = None), "pings-without-calls", Verdict::Undecided);
}

#[test]
fn a_user_timeout_that_ended_the_wait_for_a_reply_would_contradict_the_claim() {
    let alone = |row: &Condition| row.pattern == Pattern::Acknowledged && row.settings.keepalive.is_none();
    let timed_out = Noticed { after: Duration::from_secs(3), call: Call::Read, sign: "ETIMEDOUT".to_owned() };
    let rows = but(alone, |_, noticed| *noticed = Some(timed_out.clone()));
    assert_verdict(&rows, "acknowledged-requests", Verdict::DoesNotHold);
    let claims = claims(&ideal());
    let why = &claim(&claims, "acknowledged-requests").why;
    assert!(why.contains("0 of 7, so rarer than "), "{why}");
}

#[test]
fn rows_held_out_tell_of_themselves_alone() {
    let first = |row: &Condition| row.role == Role::HeldOut && row.scenario == Scenario::OwnLinkDown;
    let rows = but(first, |_, noticed| is_late(noticed, 1.3));
    assert_verdict(&rows, "held-out", Verdict::DoesNotHold);
    assert_verdict(&rows, "model-agrees", Verdict::Holds);
}

#[test]
fn another_error_is_no_agreement_however_punctual() {
    let one = |row: &Condition| row.role == Role::HeldOut && row.scenario == Scenario::OwnLinkDown;
    let rows = but(one, |_, noticed| {
        if let Some(noticed) = noticed {
            noticed.sign = "EPIPE".to_owned();
        }
    });
    assert_verdict(&rows, "held-out", Verdict::DoesNotHold);
}

#[test]
fn packets_dropped_by_other_means_have_to_end_alike() {
    let routed = |row: &Condition| row.role == Role::OtherMeans && row.pattern == Pattern::Idle;
    assert_verdict(&but(routed, |_, noticed| is_late(noticed, 1.3)), "drops-are-alike", Verdict::DoesNotHold);
    // What never ended, or by another error, took no time that could be held beside the other.
    assert_verdict(&but(routed, |_, noticed| *noticed = None), "drops-are-alike", Verdict::NotTested);
    let reset = |_, noticed: &mut Option<Noticed>| noticed.as_mut().unwrap().sign = "ECONNRESET".to_owned();
    assert_verdict(&but(routed, reset), "drops-are-alike", Verdict::NotTested);
}

#[test]
fn requests_that_end_sooner_where_this_machine_drops_their_packets_say_so() {
    let here = |row: &Condition| row.role == Role::OwnEnd && row.pattern == Pattern::Awaiting;
    let sooner = |_, noticed: &mut Option<Noticed>| is_late(noticed, 0.9);
    assert_verdict(&but(here, sooner), "own-drops-end-sooner", Verdict::Holds);
    let by_timeout = |row: &Condition| here(row) && row.settings.user_timeout_us > 0;
    assert_verdict(&but(by_timeout, sooner), "own-drops-end-sooner", Verdict::Depends);
    // Too little to plan with.
    assert_verdict(&but(here, |_, noticed| is_late(noticed, 0.98)), "own-drops-end-sooner", Verdict::DoesNotHold);
}

#[test]
fn a_share_that_notices_is_predicted_from_its_rows() {
    let claims = claims(&ideal());
    let predicted = |id: &str, label: &str| {
        let figure = claim(&claims, id).figures.iter().find(|figure| figure.label.ends_with(label));
        figure.unwrap_or_else(|| panic!("{id} has a figure about {label}")).predicted
    };
    assert_eq!(predicted("keepalive-sleeps-in-flight", "idle, with keepalive as well"), Some(1.0));
    assert_eq!(predicted("keepalive-sleeps-in-flight", "data under way"), Some(0.0));
    assert_eq!(predicted("grpc-keepalive-is-off", "watched, with keepalive"), Some(1.0));
    assert_eq!(predicted("grpc-keepalive-is-off", "noticed it, by default"), Some(0.0));
}

#[test]
fn every_published_claim_names_its_source_and_figures_of_shares_are_shares() {
    for claim in claims(&ideal()) {
        let own = ["acknowledged-requests", "model-agrees", "held-out", "drops-are-alike", "own-drops-end-sooner"];
        let own = own.contains(&claim.id.as_str());
        assert_eq!(claim.source.is_none(), own, "{}", claim.id);
        for figure in &claim.figures {
            assert!(["s", unit::SHARE, unit::RATIO].contains(&figure.unit.as_str()));
            let share = figure.measured.as_ref().filter(|_| figure.unit == unit::SHARE);
            assert!(share.is_none_or(|share| (0.0..=1.0).contains(&share.value)), "{figure:?}");
        }
    }
}
