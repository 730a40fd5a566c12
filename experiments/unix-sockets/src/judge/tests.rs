//! Rules at their edges, by records that were made up.

use harness::record::{Claim, Estimate, Measure, Point, Series, Setting, Verdict};

use super::claims;
use crate::condition::{Condition, Pattern};
use crate::quantities::quantities;
use crate::series::OVER_UNIX;
use crate::transport::Transport;
use sockets::cores::Cores;

fn about(value: f64) -> Estimate {
    between(value - 0.01, value + 0.01)
}

fn between(low: f64, high: f64) -> Estimate {
    Estimate::between(11, (low + high) / 2.0, [low, high])
}

fn point<const N: usize>(at: [(&str, &str); N], measures: &[&str], value: &Estimate) -> Point {
    let setting = |value: &str| value.parse().map_or_else(|_| value.into(), Setting::Number);
    let point = Point::new(at.map(|(name, value)| (name, setting(value))));
    measures.iter().fold(point, |point, measure| point.value(measure, value.clone()))
}

const RATIOS: [&str; 4] = ["ratio", "p50_ratio", "p99_ratio", "p999_ratio"];
const OVER: [&str; 2] = ["tcp-cubic", "tcp-bbr"];
const OF_WAITING: [&str; 2] = ["ratio_to_sleeping_on_one_core", "ratio_to_sleeping"];

fn series(id: &str, points: Vec<Point>) -> Series {
    let measures = RATIOS.into_iter().chain(OF_WAITING).chain([OVER_UNIX]).map(|name| Measure::ratio(name, ""));
    Series { points, ..Series::new(id, "").measures(measures) }
}

fn ratio(pattern: &str, bytes: &str, cores: &str, ratio: &Estimate) -> Point {
    point([("pattern", pattern), ("bytes", bytes), ("cores", cores)], &RATIOS, ratio)
}

fn claim(id: &str, series: &[Series]) -> Claim {
    find(id, judged(series, &[]))
}

fn judged(series: &[Series], held_out: &[(Condition, f64)]) -> Vec<Claim> {
    claims(&quantities(series.to_vec(), held_out))
}

fn find(id: &str, claims: Vec<Claim>) -> Claim {
    claims.into_iter().find(|claim| claim.id == id).expect("every claim is judged")
}

/// One pattern, wherever the ends are: where the system puts them, nothing is decided.
fn pinned(pattern: &str, bytes: &str, one: &Estimate, apart: &Estimate) -> [Series; 1] {
    placed(pattern, bytes, [&between(0.1, 9.0), one, apart])
}

/// One pattern, with the ends where the system puts them, on one core, and on a core each.
fn placed(pattern: &str, bytes: &str, [free, one, apart]: [&Estimate; 3]) -> [Series; 1] {
    let points =
        [("all", free), ("one", one), ("apart", apart)].map(|(cores, value)| ratio(pattern, bytes, cores, value));
    [series("ratios", points.to_vec())]
}

#[test]
fn twice_as_many_depends_on_where_the_ends_run_unless_it_is_so_everywhere() {
    for (free, one, apart, twice, only_on_one) in [
        (about(1.5), about(2.6), about(1.5), Verdict::Depends, Verdict::Holds),
        (about(2.3), about(2.6), about(2.2), Verdict::Reproduced, Verdict::DoesNotHold),
        (about(1.6), about(2.6), about(2.2), Verdict::Depends, Verdict::DoesNotHold),
        (about(1.6), about(1.9), about(1.5), Verdict::Differs, Verdict::DoesNotHold),
        (about(1.8), about(1.5), about(2.3), Verdict::Depends, Verdict::DoesNotHold),
        (about(2.3), about(2.6), between(1.5, 2.1), Verdict::Undecided, Verdict::Undecided),
        (about(1.6), between(1.9, 2.1), about(1.5), Verdict::Undecided, Verdict::Undecided),
    ] {
        let series = placed("per-message", "12", [&free, &one, &apart]);
        assert_eq!(claim("twice-per-message", &series).verdict, twice, "{one:?} {apart:?}");
        assert_eq!(claim("only-on-one-core", &series).verdict, only_on_one, "{one:?} {apart:?}");
    }
    let said = claim("twice-per-message", &pinned("per-message", "12", &about(2.6), &between(1.5, 2.1))).why;
    assert!(said.contains("Not decided, because the interval of"), "{said}");
}

#[test]
fn a_claim_on_pinned_ends_has_no_figure_of_where_the_system_puts_them() {
    let claim = claim("only-on-one-core", &pinned("per-message", "12", &about(2.6), &about(1.5)));
    assert_eq!(claim.figures.len(), 2, "{:?}", claim.figures);
}

#[test]
fn with_one_core_only_that_one_is_judged() {
    let series = [series("ratios", vec![ratio("per-message", "12", "one", &about(2.2))])];
    assert_eq!(claim("twice-per-message", &series).verdict, Verdict::Reproduced);
    assert_eq!(claim("only-on-one-core", &series).verdict, Verdict::NotTested);
}

#[test]
fn so_many_more_is_judged_at_the_ends_of_the_published_range() {
    for (measured, verdict, said) in [
        (about(1.07), Verdict::Reproduced, "as said"),
        (between(1.05, 1.1), Verdict::Reproduced, "as said"),
        // Within a tenth of the whole ratio, and yet three times the gain.
        (about(1.18), Verdict::Differs, "more than said"),
        (between(1.11, 1.12), Verdict::Differs, "more than said"),
        (about(1.02), Verdict::Differs, "less than said"),
        (about(1.5), Verdict::Differs, "more than said"),
        (about(0.93), Verdict::Differs, "which is fewer"),
        (between(0.96, 0.99), Verdict::Differs, "which is fewer"),
        (between(1.045, 1.1), Verdict::Undecided, "lies partly outside 1.05 to 1.10"),
        (between(1.05, 1.105), Verdict::Undecided, "lies partly outside 1.05 to 1.10"),
    ] {
        let proxy = point([("server", "gunicorn"), ("keepalive", "without")], &["ratio"], &measured);
        let claim = claim("proxy-five-to-ten-percent", &[series("proxy-ratios", vec![proxy])]);
        assert_eq!(claim.verdict, verdict, "{measured:?}");
        assert!(claim.why.contains(said), "{measured:?}: {}", claim.why);
    }
}

#[test]
fn docker_is_judged_by_the_published_set_up() {
    let at = |server, path, connection, ratio| {
        point([("server", server), ("path", path), ("connection", connection)], &["ratio"], &about(ratio))
    };
    let docker = |published| {
        let points = vec![
            at("rust", "bind-mounted", "new", 3.0),
            at("gunicorn", "container-address", "new", 2.0),
            at("gunicorn", "bind-mounted", "kept", 2.5),
            at("gunicorn", "bind-mounted", "new", published),
        ];
        claim("docker-forty-percent", &[series("docker-ratios", points)])
    };
    assert_eq!(docker(1.42).verdict, Verdict::Reproduced);
    assert_eq!(docker(1.2).verdict, Verdict::Differs);
    assert!(docker(1.2).why.contains("less than said"));
}

/// What this project says of a ratio on one core and on two: above 1, or below.
fn of_both_places(id: &str, pattern: &str, bytes: &str, [yes, no]: [f64; 2]) {
    let unknown = between(0.9, 1.1);
    for (one, apart, verdict) in [
        (about(yes), about(yes), Verdict::Holds),
        (about(no), about(no), Verdict::DoesNotHold),
        (about(yes), about(no), Verdict::Depends),
        (about(yes), unknown.clone(), Verdict::Undecided),
        (about(no), unknown, Verdict::Undecided),
    ] {
        let claim = claim(id, &pinned(pattern, bytes, &one, &apart));
        assert_eq!(claim.verdict, verdict, "{id}: {one:?} {apart:?}");
        assert_eq!(claim.why.contains("Not decided"), verdict == Verdict::Undecided, "{}", claim.why);
    }
}

#[test]
fn what_is_faster_is_so_on_one_core_and_on_two() {
    of_both_places("latency", "ping-pong", "64", [1.3, 0.8]);
}

/// A Unix socket over TCP with a congestion control, as much in every pattern and place.
fn over(control: &str, value: &Estimate) -> Vec<Point> {
    let sent = [("ping-pong", "65536"), ("bulk", "1048576"), ("bulk", "256")];
    let places = sent.into_iter().flat_map(|sent| ["one", "apart"].map(|cores| (sent, cores)));
    let at = |((pattern, bytes), cores)| {
        let settings =
            [("transport", "unix"), ("over", control), ("pattern", pattern), ("bytes", bytes), ("cores", cores)];
        point(settings, &["ratio"], value)
    };
    places.map(at).collect()
}

#[test]
fn what_is_sent_in_bulk_is_judged_by_tcp_s_congestion_control() {
    let unknown = between(0.9, 1.1);
    for (cubic, bbr, large, small) in [
        (about(1.3), about(2.0), Verdict::Holds, Verdict::DoesNotHold),
        (about(0.8), about(2.0), Verdict::Depends, Verdict::Depends),
        (about(0.8), about(0.7), Verdict::DoesNotHold, Verdict::Holds),
        (unknown, about(2.0), Verdict::Undecided, Verdict::Undecided),
    ] {
        let points = OVER.into_iter().zip([&cubic, &bbr]).flat_map(|(control, value)| over(control, value));
        let series = [series("other-ratios", points.collect())];
        let claim = claim("large-payloads", &series);
        assert_eq!(claim.verdict, large, "{cubic:?} {bbr:?}");
        assert!(claim.figures[0].label.contains("cubic"), "{:?}", claim.figures[0]);
        assert_eq!(find("small-writes", judged(&series, &[])).verdict, small, "{cubic:?} {bbr:?}");
    }
    // What the machine's own control gives says nothing of which one it is.
    let own = pinned("bulk", "1048576", &about(2.0), &about(2.0));
    assert_eq!(claim("large-payloads", &own).verdict, Verdict::NotTested);
}

#[test]
fn two_small_writes_wait_where_tcp_takes_a_hundred_times_as_long_and_less_than_ten_without_delay() {
    let verdict = |tcp: f64, no_delay: [f64; 2]| {
        let at =
            |transport, cores, times| point([("transport", transport), ("cores", cores)], &[OVER_UNIX], &about(times));
        let places = ["one", "apart"].into_iter().zip(no_delay);
        let points = places.flat_map(|(cores, times)| [at("tcp", cores, tcp), at("tcp-nodelay", cores, times)]);
        claim("two-small-writes", &[series("two-writes", points.collect())]).verdict
    };
    assert_eq!(verdict(3_000.0, [1.7, 1.4]), Verdict::Holds);
    assert_eq!(verdict(3_000.0, [1.7, 30.0]), Verdict::Depends);
    assert_eq!(verdict(1.7, [1.7, 1.4]), Verdict::DoesNotHold);
}

#[test]
fn full_speed_is_judged_by_the_fast_server() {
    let at =
        |server, keepalive, ratio: Estimate| point([("server", server), ("keepalive", keepalive)], &["ratio"], &ratio);
    let proxy = |with| {
        let points =
            vec![at("gunicorn", "with", about(3.0)), at("rust", "without", about(1.4)), at("rust", "with", with)];
        claim("proxy-at-full-speed", &[series("proxy-ratios", points)]).verdict
    };
    assert_eq!(proxy(about(1.1)), Verdict::Holds);
    assert_eq!(proxy(about(0.9)), Verdict::Depends);
    assert_eq!(proxy(between(0.9, 1.1)), Verdict::Undecided);
}

/// The verdict by how far times are off with both ends on one core, with a core for each and with a connection for every message,
/// and by the ratio behind nginx, of which 1.4 was predicted.
fn parts_predict(one: f64, apart: f64, messages: f64, behind_nginx: f64) -> Claim {
    let of = |pattern, cores, ratio| (0..8).map(move |_| (Condition::of(pattern, Transport::Unix, cores), ratio));
    let trips = Pattern::PingPong { bytes: 64 };
    let held_out: Vec<_> = of(trips, Cores::One, one)
        .chain(of(trips, Cores::Apart, apart))
        .chain(of(Pattern::PerMessage { bytes: 12 }, Cores::All, messages))
        .collect();
    let points = ["without", "with"].map(|keepalive| {
        point([("server", "rust"), ("keepalive", keepalive)], &["ratio"], &about(behind_nginx)).predicted("ratio", 1.4)
    });
    find("parts-predict", judged(&[series("proxy-ratios", points.to_vec())], &held_out))
}

#[test]
fn the_parts_predict_where_they_are_within_a_tenth_behind_nginx_too() {
    for (claim, verdict) in [
        (parts_predict(1.05, 0.95, 1.0, 1.35), Verdict::Holds),
        (parts_predict(1.05, 1.3, 1.0, 1.35), Verdict::Depends),
        (parts_predict(1.05, 0.95, 1.0, 1.7), Verdict::Depends),
        (parts_predict(0.8, 1.3, 1.2, 1.7), Verdict::DoesNotHold),
    ] {
        assert_eq!(claim.verdict, verdict, "{}", claim.why);
    }
}

#[test]
fn a_prediction_is_as_wrong_when_it_is_too_low_as_when_it_is_too_high() {
    for ratio in [2.0, 0.5] {
        let claim = parts_predict(1.0, 1.0, ratio, 1.4);
        assert_eq!(claim.figures[2].measured.as_ref().unwrap().value, 1.0);
        assert_eq!(claim.verdict, Verdict::Depends);
    }
}

/// The exchanges with a core for each end, over both kinds of socket; the last of them otherwise.
fn waiting(waiting: &str, usual: &Estimate, last: &Estimate) -> [Series; 1] {
    let exchanges = [("per-message", "tcp"), ("per-message", "unix"), ("ping-pong", "tcp"), ("ping-pong", "unix")];
    let points = exchanges.into_iter().enumerate().map(|(place, (pattern, transport))| {
        let at = [("pattern", pattern), ("transport", transport), ("cores", "apart"), ("waiting", waiting)];
        point(at, &OF_WAITING, if place == 3 { last } else { usual })
    });
    [series("waiting", points.collect())]
}

#[test]
fn what_waiting_costs_is_judged_by_every_exchange() {
    for (id, way, [yes, no]) in [
        ("two-cores-are-slower", "block", [0.3, 1.2]),
        ("waking-is-the-price", "spin", [1.6, 0.7]),
        ("idle-cores-cost", "block-awake", [1.6, 0.7]),
    ] {
        for (usual, last, verdict) in [
            (about(yes), about(yes), Verdict::Holds),
            (about(yes), about(no), Verdict::Depends),
            (about(no), about(no), Verdict::DoesNotHold),
            (about(yes), between(0.9, 1.1), Verdict::Undecided),
        ] {
            assert_eq!(claim(id, &waiting(way, &usual, &last)).verdict, verdict, "{id} {usual:?} {last:?}");
        }
        // Another way to wait says nothing of it.
        let others = ["block", "spin", "block-awake"].into_iter().filter(|&other| other != way);
        for other in others {
            assert_eq!(claim(id, &waiting(other, &about(yes), &about(yes))).verdict, Verdict::NotTested, "{id}");
        }
    }
}

#[test]
fn of_nothing_nothing_is_judged() {
    assert!(judged(&[], &[]).iter().all(|claim| claim.verdict == Verdict::NotTested));
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::UnixSockets>("unix-sockets");
}
