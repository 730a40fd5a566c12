//! Rules at their edges, by records that were made up.

use harness::record::{Claim, Estimate, Measure, Point, Series, Setting, Verdict};

use super::claims;
use crate::condition::{Condition, Pattern};
use crate::cores::Cores;
use crate::quantities::quantities;
use crate::transport::Transport;

fn about(value: f64) -> Estimate {
    Estimate { n: 11, value, low: value - 0.01, high: value + 0.01, min: None, max: None }
}

fn point<const N: usize>(at: [(&str, &str); N], values: &[(&str, f64)]) -> Point {
    let setting = |value: &str| value.parse().map_or_else(|_| value.into(), Setting::Number);
    let point = Point::new(at.map(|(name, value)| (name, setting(value))));
    values.iter().fold(point, |point, &(name, value)| point.value(name, about(value)))
}

fn series(id: &str, points: Vec<Point>) -> Series {
    let measures = ["ratio", "p50_ratio", "p99_ratio", "p999_ratio"].map(|name| Measure::ratio(name, ""));
    Series { points, ..Series::new(id, "").measures(measures) }
}

fn ratio(pattern: &str, bytes: &str, cores: &str, ratio: f64) -> Point {
    point([("pattern", pattern), ("bytes", bytes), ("cores", cores)], &[("ratio", ratio), ("p50_ratio", ratio)])
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

fn messages(all: f64, one: f64) -> [Series; 1] {
    [series("ratios", vec![ratio("per-message", "12", "all", all), ratio("per-message", "12", "one", one)])]
}

#[test]
fn twice_as_many_depends_on_the_cores_unless_it_is_so_on_both() {
    for (all, one, twice, only_on_one) in [
        (1.55, 2.3, Verdict::Depends, Verdict::Reproduced),
        (1.90, 2.3, Verdict::Reproduced, Verdict::Differs),
        (1.55, 1.89, Verdict::Differs, Verdict::Differs),
        (2.30, 1.5, Verdict::Depends, Verdict::Differs),
    ] {
        let series = messages(all, one);
        assert_eq!(claim("twice-per-message", &series).verdict, twice, "{all} {one}");
        assert_eq!(claim("only-on-one-core", &series).verdict, only_on_one, "{all} {one}");
    }
}

#[test]
fn with_one_core_only_that_one_is_judged() {
    let series = [series("ratios", vec![ratio("per-message", "12", "one", 2.2)])];
    assert_eq!(claim("twice-per-message", &series).verdict, Verdict::Reproduced);
    assert_eq!(claim("only-on-one-core", &series).verdict, Verdict::NotTested);
}

#[test]
fn a_range_is_reproduced_where_the_interval_reaches_into_it() {
    for (measured, verdict, said) in [
        (1.02, Verdict::Differs, "less than said"),
        (1.036, Verdict::Reproduced, "as said"),
        (1.07, Verdict::Reproduced, "as said"),
        (1.114, Verdict::Reproduced, "as said"),
        (1.12, Verdict::Differs, "more than said"),
        (0.95, Verdict::Differs, "not more at all"),
    ] {
        let proxy = [series(
            "proxy-ratios",
            vec![point([("server", "gunicorn"), ("keepalive", "without")], &[("ratio", measured)])],
        )];
        let claim = claim("proxy-five-to-ten-percent", &proxy);
        assert_eq!(claim.verdict, verdict, "{measured}");
        assert!(claim.why.contains(said), "{measured}: {}", claim.why);
    }
}

#[test]
fn docker_is_judged_by_the_published_set_up() {
    let at = |server, path, connection, ratio| {
        point([("server", server), ("path", path), ("connection", connection)], &[("ratio", ratio)])
    };
    let docker = [series(
        "docker-ratios",
        vec![
            at("rust", "bind-mounted", "new", 3.0),
            at("gunicorn", "container-address", "new", 2.0),
            at("gunicorn", "bind-mounted", "kept", 2.5),
            at("gunicorn", "bind-mounted", "new", 1.42),
        ],
    )];
    assert_eq!(claim("docker-forty-percent", &docker).verdict, Verdict::Reproduced);
}

#[test]
fn faster_needs_a_twentieth_and_an_interval_above_one() {
    for (all, one, verdict) in [
        (1.5, 1.4, Verdict::Reproduced),
        (1.05, 1.05, Verdict::Reproduced),
        (1.04, 1.4, Verdict::Depends),
        (1.0, 0.9, Verdict::Differs),
    ] {
        let series =
            [series("ratios", vec![ratio("ping-pong", "64", "all", all), ratio("ping-pong", "64", "one", one)])];
        assert_eq!(claim("latency", &series).verdict, verdict, "{all} {one}");
    }
    let wide = Point {
        values: [("p50_ratio".to_owned(), Estimate { low: 0.9, ..about(1.4) })].into(),
        ..ratio("ping-pong", "64", "all", 1.4)
    };
    assert_eq!(claim("latency", &[series("ratios", vec![wide])]).verdict, Verdict::Differs);
}

#[test]
fn large_payloads_are_judged_by_large_ones_in_both_patterns() {
    let of = |bulk: f64| {
        ["all", "one"]
            .into_iter()
            .flat_map(|cores| {
                [
                    ratio("ping-pong", "1", cores, 0.5),
                    ratio("ping-pong", "65536", cores, 1.3),
                    ratio("bulk", "1048576", cores, bulk),
                ]
            })
            .collect()
    };
    assert_eq!(claim("large-payloads", &[series("ratios", of(2.0))]).verdict, Verdict::Reproduced);
    assert_eq!(claim("large-payloads", &[series("ratios", of(0.8))]).verdict, Verdict::Depends);
}

#[test]
fn slower_needs_a_twentieth_and_an_interval_below_one() {
    for (all, one, verdict) in
        [(0.5, 0.9, Verdict::Reproduced), (0.5, 0.96, Verdict::Depends), (1.0, 2.0, Verdict::Differs)]
    {
        let series = [series("ratios", vec![ratio("bulk", "256", "all", all), ratio("bulk", "256", "one", one)])];
        assert_eq!(claim("small-writes", &series).verdict, verdict, "{all} {one}");
    }
}

#[test]
fn full_speed_is_judged_by_the_fast_server() {
    let at = |server, keepalive, ratio| point([("server", server), ("keepalive", keepalive)], &[("ratio", ratio)]);
    let proxy = |with| {
        let points = vec![at("gunicorn", "with", 3.0), at("rust", "without", 1.4), at("rust", "with", with)];
        [series("proxy-ratios", points)]
    };
    assert_eq!(claim("proxy-at-full-speed", &proxy(1.1)).verdict, Verdict::Reproduced);
    assert_eq!(claim("proxy-at-full-speed", &proxy(1.0)).verdict, Verdict::Depends);
}

#[test]
fn the_parts_predict_where_nine_in_ten_are_within_a_quarter() {
    let at = |cores, ratio| (Condition::of(Pattern::PingPong { bytes: 64 }, Transport::Unix, cores), ratio);
    let verdict = |off_on_one: usize, off_on_all: usize| {
        let right = [1.0, 1.25, 0.8, 1.1, 0.9, 1.0, 1.0, 1.0, 1.0, 1.0];
        let of = |cores, off| {
            let rest = std::iter::repeat_n(at(cores, 1.3), off);
            right[off..].iter().map(move |&ratio| at(cores, ratio)).chain(rest)
        };
        let held_out: Vec<_> = of(Cores::One, off_on_one).chain(of(Cores::All, off_on_all)).collect();
        find("parts-predict", judged(&[], &held_out)).verdict
    };
    assert_eq!(verdict(1, 1), Verdict::Reproduced);
    assert_eq!(verdict(1, 2), Verdict::Depends);
    assert_eq!(verdict(2, 2), Verdict::Differs);
}

#[test]
fn a_prediction_is_as_wrong_when_it_is_too_low_as_when_it_is_too_high() {
    let condition = Condition::of(Pattern::PerMessage { bytes: 12 }, Transport::Tcp, Cores::One);
    for ratio in [2.0, 0.5] {
        let claim = find("parts-predict", judged(&[], &[(condition, ratio)]));
        assert_eq!(claim.figures[2].measured.as_ref().unwrap().value, 1.0);
        assert_eq!(claim.verdict, Verdict::Differs);
    }
}

#[test]
fn what_was_not_measured_is_not_judged() {
    for claim in judged(&[], &[]) {
        assert_eq!(claim.verdict, Verdict::NotTested, "{}", claim.id);
        assert!(!claim.why.contains("NaN"));
    }
}
