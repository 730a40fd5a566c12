use std::cell::{Cell, RefCell};

use harness::record::{Claim, Series, Verdict};

use super::*;
use crate::judge;
use crate::proxy::conditions::{Kind, Server, Way};
use crate::proxy::nginx::Keepalive;
use crate::proxy::series;
use crate::quantities::quantities;

const ROUNDS: usize = 9;

/// Each of 28 targets once to warm up, and 42 a round.
const TURNS: usize = 28 + 42 * ROUNDS;

/// All that can be loaded, in its groups.
fn groups() -> Vec<Vec<Target>> {
    let pairs = || Server::ALL.into_iter().flat_map(|server| Keepalive::ALL.map(|keepalive| (server, keepalive)));
    let proxied = pairs().map(|(server, keepalive)| {
        [Kind::Tcp, Kind::Unix].map(|kind| Target::Proxied(server, keepalive, kind)).to_vec()
    });
    let in_docker =
        pairs().map(|(server, keepalive)| Way::ALL.map(|way| Target::InDocker(server, keepalive, way)).to_vec());
    let threads = [
        vec![Target::Proxied(Server::GunicornThreads, Keepalive::Without, Kind::Tcp)],
        vec![Target::Proxied(Server::GunicornThreadsOnOneCore, Keepalive::With, Kind::Tcp)],
    ];
    let alone = [vec![Target::Static, Target::StaticByOurs]];
    alone.into_iter().chain(proxied).chain(threads).chain(in_docker).collect()
}

/// What came of all turns where a target's `n`-th (from 1) fails, which targets were loaded, and how many turns were told of.
fn taken(fails: impl Fn(Target, usize) -> Option<&'static str>) -> (Found, Vec<Target>, usize) {
    let (groups, turns) = schedule(groups(), |&target| target, Profile::Full, 1);
    let targets: Vec<Target> = groups.into_iter().flatten().collect();
    let mut found = Found::new(targets.iter().copied());
    let (loaded, told) = (RefCell::new(Vec::new()), Cell::new(0));
    let load = |condition: usize| {
        let target = targets[condition];
        loaded.borrow_mut().push(target);
        let times = loaded.borrow().iter().filter(|&&other| other == target).count();
        let latency = (target != Target::StaticByOurs).then_some((1e-3, 2e-3));
        let outcome = Outcome { rate: 100.0, failed_share: 0.0, latency };
        Ok(fails(target, times).map_or(Ok(outcome), |why| Err(why.to_owned())))
    };
    let done = || {
        told.set(told.get() + 1);
        Ok(())
    };
    found.take(&turns, load, done).unwrap();
    (found, loaded.into_inner(), told.get())
}

fn points_of(series: &[Series]) -> Vec<(&str, usize)> {
    series.iter().map(|series| (&series.words.id[..], series.points.len())).collect()
}

fn verdict(claims: &[Claim], id: &str) -> Verdict {
    claims.iter().find(|claim| claim.id == id).unwrap().verdict
}

/// How many outcomes a target has that never fails.
fn outcomes_of(row: &Row) -> usize {
    ROUNDS * row.target.times_a_round()
}

const BY_UNIX: Target = Target::Proxied(Server::Gunicorn, Keepalive::Without, Kind::Unix);

#[test]
fn where_nothing_fails_all_is_there() {
    let (found, loaded, told) = taken(|_, _| None);
    let (rows, skipped) = found.finish();
    assert_eq!(skipped, []);
    assert_eq!((rows.len(), loaded.len(), told), (28, TURNS, TURNS));
    assert!(rows.iter().all(|row| row.outcomes.len() == outcomes_of(row)));
    let points = [("proxy", 11), ("proxy-ratios", 4), ("docker", 16), ("docker-ratios", 12), ("cross-check", 1)];
    assert_eq!(points_of(&series::filled(&rows, None)), points);
}

#[test]
fn a_full_run_loads_for_less_than_seven_minutes_and_a_quick_one_for_half_a_minute() {
    for (profile, at_most) in [(Profile::Full, 420), (Profile::Quick, 30)] {
        let (_, turns) = schedule(groups(), |&target| target, profile, 1);
        assert!(DURATION * (turns.len() as u32) < Duration::from_secs(at_most), "{}", turns.len());
    }
}

#[test]
fn a_server_that_fails_amid_is_left_out_with_its_reason_and_the_others_are_all_there() {
    let (found, loaded, told) = taken(|target, times| (target == BY_UNIX && times == 9).then_some("wrk: injected"));
    let (rows, skipped) = found.finish();
    let [skipped] = &skipped[..] else { panic!("{skipped:?}") };
    assert_eq!(skipped.what, "Flask under Gunicorn, behind nginx");
    assert_eq!(skipped.why, "gunicorn by unix, new connections, in round 3 of 10: wrk: injected");
    assert_eq!(skipped.needs, "Gunicorn, nginx and wrk that work until the run ends");
    let series = series::filled(&rows, None);
    let points = [("proxy", 5), ("proxy-ratios", 2), ("docker", 16), ("docker-ratios", 12), ("cross-check", 1)];
    assert_eq!(points_of(&series), points);
    assert!(rows.iter().all(|row| row.outcomes.len() == outcomes_of(row)));
    // It is not loaded again, and its turns count nevertheless.
    assert_eq!(loaded.iter().filter(|&&target| target == BY_UNIX).count(), 9);
    assert!(loaded.len() < TURNS);
    assert_eq!(told, TURNS);
    let claims = judge::claims(&quantities(series, &[]));
    assert_eq!(verdict(&claims, "proxy-five-to-ten-percent"), Verdict::NotTested);
    for id in ["proxy-at-full-speed", "docker-forty-percent"] {
        assert_ne!(verdict(&claims, id), Verdict::NotTested, "{id}");
    }
}

#[test]
fn a_failure_in_the_warm_up_counts_too() {
    let (found, ..) = taken(|target, times| (target == BY_UNIX && times == 1).then_some("no"));
    let (rows, skipped) = found.finish();
    assert_eq!(rows.len(), 22);
    assert_eq!(skipped[0].why, "gunicorn by unix, new connections, in round 1 of 10 (a warm-up): no");
}

#[test]
fn each_server_fails_for_itself_and_once() {
    for (target, points) in [
        (Target::Static, [10, 4, 16, 12, 0]),
        (Target::StaticByOurs, [10, 4, 16, 12, 0]),
        (Target::Proxied(Server::Rust, Keepalive::With, Kind::Tcp), [7, 2, 16, 12, 1]),
        (Target::InDocker(Server::Rust, Keepalive::With, Way::PublishedPort), [11, 4, 0, 0, 1]),
    ] {
        let (found, ..) = taken(|other, _| (other == target).then_some("no"));
        let (rows, skipped) = found.finish();
        let found: Vec<usize> = series::filled(&rows, None).iter().map(|series| series.points.len()).collect();
        assert_eq!(found, points, "{target:?}");
        assert_eq!(skipped.len(), 1);
        assert_eq!(skipped[0].what, Stack::of(target).what());
    }
    let (found, loaded, told) = taken(|_, _| Some("no"));
    let (rows, skipped) = found.finish();
    assert_eq!((rows.len(), skipped.len(), loaded.len(), told), (0, 4, 4, TURNS));
    let claims = judge::claims(&quantities(series::filled(&rows, None), &[]));
    assert!(claims.iter().all(|claim| claim.verdict == Verdict::NotTested));
}

#[test]
fn a_server_that_answers_wrong_at_the_end_is_left_out() {
    let (mut found, ..) = taken(|_, _| None);
    assert_eq!(found.add(BY_UNIX, "at the end", Err::<(), _>("it is gone".to_owned())), None);
    let (rows, skipped) = found.finish();
    assert_eq!((rows.len(), skipped.len()), (22, 1));
    assert_eq!(skipped[0].why, "gunicorn by unix, new connections, at the end: it is gone");
}

#[test]
fn an_end_that_the_user_asked_for_and_a_failure_of_our_own_end_the_run() {
    let turns = grouped(&[2], 0, 2, 1);
    let take = |loaded: Tried<Outcome>, done: Result<(), Failure>| {
        let mut found = Found::new([Target::Static, Target::StaticByOurs].into_iter());
        let mut times = 0;
        let ended = found.take(
            &turns,
            |_| {
                times += 1;
                loaded.clone()
            },
            || done.clone(),
        );
        (ended.unwrap_err(), times)
    };
    let ours = Failure::Unexpected("cannot write".to_owned());
    assert_eq!(take(Err(ours.clone()), Ok(())), (ours.clone(), 1));
    // What Ctrl-C did to wrk is no failure of wrk's.
    let interrupted = Failure::Interrupted(String::new());
    assert_eq!(take(Ok(Err("wrk: ended".to_owned())), Err(interrupted.clone())), (interrupted.clone(), 1));
    assert_eq!(take(Err(ours), Err(interrupted.clone())), (interrupted, 1));
}

#[test]
fn a_server_is_in_doubt_where_requests_fail_or_nothing_comes() {
    let outcome = |rate, failed_share| Outcome { rate, failed_share, latency: None };
    assert!(!outcome(1.0, 0.0).is_in_doubt());
    assert!(outcome(1.0, 0.01).is_in_doubt());
    assert!(outcome(0.0, 0.0).is_in_doubt());
}

#[test]
fn a_server_may_take_a_moment_to_answer_again_and_the_user_none() {
    let asked = Cell::new(0);
    let attempt = |right_from: u32| {
        asked.set(asked.get() + 1);
        if asked.get() >= right_from { Ok(()) } else { Err("not yet".to_owned()) }
    };
    assert_eq!(again(Duration::from_secs(60), &|| Ok(()), || attempt(3)), Ok(Ok(())));
    assert_eq!(asked.take(), 3);
    assert_eq!(again(Duration::ZERO, &|| Ok(()), || attempt(100)), Ok(Err("not yet".to_owned())));
    assert_eq!(asked.take(), 1);
    let interrupted = Failure::Interrupted(String::new());
    assert_eq!(again(Duration::from_secs(60), &|| Err(interrupted.clone()), || attempt(100)), Err(interrupted));
    assert_eq!(asked.take(), 0);
}
