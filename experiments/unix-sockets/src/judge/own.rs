//! The questions that the author left open, and what this project found.

use harness::claims::Finding;
use harness::record::{ClaimFigure, Estimate, Series, Verdict, unit};
use harness::statistics::median;

use super::published::is_twice;
use super::{by_how_many, figure, seen, times};
use crate::condition::{Condition, Pattern};
use crate::cores::Cores;

/// From here on one kind of socket counts as faster than the other, if the interval says so too.
const FASTER: f64 = 1.05;

fn is_faster(ratio: &Estimate) -> bool {
    ratio.value >= FASTER && ratio.low > 1.0
}

/// A Unix socket also answers sooner.
pub(super) fn latency(series: &[Series]) -> Finding {
    let of = |cores, measure| seen::ratio_of(series, "ping-pong", "64", cores, measure);
    let [all, one] = ["all", "one"].map(|cores| of(cores, "p50_ratio"));
    Finding {
        id: "latency",
        statement: "On a kept connection, a Unix socket answers sooner than TCP",
        source: None,
        figures: vec![
            figure("TCP's median latency over Unix's, 64 bytes, all cores", all),
            figure("TCP's median latency over Unix's, 64 bytes, one core", one),
            figure("TCP's p99 over Unix's, all cores", of("all", "p99_ratio")),
            figure("TCP's p99 over Unix's, one core", of("one", "p99_ratio")),
            figure("TCP's p99.9 over Unix's, all cores", of("all", "p999_ratio")),
            figure("TCP's p99.9 over Unix's, one core", of("one", "p999_ratio")),
        ],
        verdict: by_how_many(&[all.map(is_faster), one.map(is_faster)]),
        why: format!(
            "for 64 bytes each way, TCP's median latency is {} that of a Unix socket on all cores and {} on one",
            times(all),
            times(one)
        ),
    }
}

/// And carries large messages faster.
pub(super) fn large_payloads(series: &[Series]) -> Finding {
    let cases = [
        ("64 KiB there and back, all cores", "ping-pong", "65536", "all"),
        ("64 KiB there and back, one core", "ping-pong", "65536", "one"),
        ("bulk in writes of 1 MiB, all cores", "bulk", "1048576", "all"),
        ("bulk in writes of 1 MiB, one core", "bulk", "1048576", "one"),
    ];
    let ratios = cases.map(|(label, pattern, bytes, cores)| (label, seen::ratio(series, pattern, bytes, cores)));
    let said: Vec<String> =
        ratios.iter().map(|(label, ratio)| format!("{} as fast ({label})", times(*ratio))).collect();
    Finding {
        id: "large-payloads",
        statement: "A Unix socket stays faster than TCP when messages are large",
        source: None,
        figures: ratios.map(|(label, ratio)| figure(label, ratio)).to_vec(),
        verdict: by_how_many(&ratios.map(|(_, ratio)| ratio.map(is_faster))),
        why: format!("compared with TCP, a Unix socket is {}", said.join(", ")),
    }
}

/// From here on, the other way round, one kind of socket counts as slower, if the interval says so too.
const SLOWER: f64 = 1.0 / FASTER;

fn is_slower(ratio: &Estimate) -> bool {
    ratio.value <= SLOWER && ratio.high < 1.0
}

/// But small writes, which TCP gathers, it carries one by one.
pub(super) fn small_writes(series: &[Series]) -> Finding {
    let [all, one] = ["all", "one"].map(|cores| seen::ratio(series, "bulk", "256", cores));
    Finding {
        id: "small-writes",
        statement: "A stream of small writes is carried faster by TCP, which gathers them",
        source: None,
        figures: vec![
            figure("Unix over TCP, writes of 256 bytes, all cores", all),
            figure("Unix over TCP, writes of 256 bytes, one core", one),
        ],
        verdict: by_how_many(&[all.map(is_slower), one.map(is_slower)]),
        why: format!(
            "in writes of 256 bytes a Unix socket carries {} as much as TCP on all cores and {} on one",
            times(all),
            times(one)
        ),
    }
}

/// The proxy in front of an application that costs next to nothing.
pub(super) fn proxy_at_full_speed(series: &[Series]) -> Finding {
    let [without, with] = ["without", "with"].map(|keepalive| seen::proxy(series, "rust", keepalive));
    Finding {
        id: "proxy-at-full-speed",
        statement: "Behind nginx at full speed, an application serves more requests over a Unix socket than over TCP",
        source: None,
        figures: vec![
            figure("Unix over TCP, a new connection for each request", without),
            figure("Unix over TCP, connections kept", with),
        ],
        verdict: by_how_many(&[without.map(is_faster), with.map(is_faster)]),
        why: format!(
            "with a connection for each request it serves {} as many, with connections that are kept {}",
            times(without),
            times(with)
        ),
    }
}

/// Where the published factor of two is to be found.
pub(super) fn only_on_one_core(series: &[Series]) -> Finding {
    let [all, one] = ["all", "one"].map(|cores| seen::ratio(series, "per-message", "12", cores));
    let verdict = match (all, one) {
        (Some(all), Some(one)) if is_twice(one) && !is_twice(all) => Verdict::Reproduced,
        (Some(_), Some(_)) => Verdict::Differs,
        _ => Verdict::NotTested,
    };
    Finding {
        id: "only-on-one-core",
        statement: "A Unix socket delivers twice as many messages as TCP only where both ends share one core",
        source: None,
        figures: vec![figure("Unix over TCP, one core", one), figure("Unix over TCP, all cores", all)],
        verdict,
        why: format!("it delivers {} as many messages on one core and {} on all", times(one), times(all)),
    }
}

/// How far a prediction may be off, either way, to count as right.
const RIGHT_WITHIN: f64 = 1.25;
/// The share of predictions that have to be right.
const MOST: f64 = 0.9;

/// Whether the parts of a request tell the whole.
pub(super) fn parts_predict(held_out: &[(Condition, f64)]) -> Finding {
    let [all, one] = Cores::BOTH.map(|cores| Errors::of(held_out, |condition| condition.cores == cores));
    let new = Errors::of(held_out, |condition| matches!(condition.pattern, Pattern::PerMessage { .. }));
    let describe = |errors: &Option<Errors>, place: &str| match errors {
        Some(errors) => format!("{:.0}% of {} {place}", 100.0 * errors.right_share, errors.conditions),
        None => format!("none were made {place}"),
    };
    Finding {
        id: "parts-predict",
        statement: "What a request costs is the sum of its parts, each measured by itself",
        source: None,
        figures: vec![
            error_figure("typical error share of a predicted time, one core", &one),
            error_figure("typical error share of a predicted time, all cores", &all),
            error_figure("typical error share, a connection for every message", &new),
        ],
        verdict: by_how_many(&[&all, &one].map(|errors| errors.as_ref().map(|errors| errors.right_share >= MOST))),
        why: format!(
            "of the predicted times, within a quarter of what was measured are {} and {}",
            describe(&one, "on one core"),
            describe(&all, "on all cores")
        ),
    }
}

/// How far predictions are off.
struct Errors {
    conditions: usize,
    /// Those that are right.
    right_share: f64,
    /// By how much: the larger of measured and predicted over the smaller, less 1.
    typical: Estimate,
}

impl Errors {
    fn of(held_out: &[(Condition, f64)], belongs: impl Fn(&Condition) -> bool) -> Option<Self> {
        let chosen = held_out.iter().filter(|(condition, _)| belongs(condition));
        let off: Vec<f64> = chosen.map(|&(_, ratio)| ratio.max(1.0 / ratio)).collect();
        if off.is_empty() {
            return None;
        }
        let right = off.iter().filter(|&&off| off <= RIGHT_WITHIN).count();
        let errors: Vec<f64> = off.iter().map(|off| off - 1.0).collect();
        Some(Self { conditions: off.len(), right_share: right as f64 / off.len() as f64, typical: median(&errors) })
    }
}

fn error_figure(label: &str, errors: &Option<Errors>) -> ClaimFigure {
    ClaimFigure::new(label, unit::SHARE, errors.as_ref().map(|errors| errors.typical.clone()))
}
