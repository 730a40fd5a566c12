//! The questions that the author left open, and what this project found.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::Claim;
use harness::rules::Rule;

use super::figures::{per_message, proxy, ratio, ratio_of};
use super::published::is_twice;
use super::times;
use crate::cores::Cores;
use crate::quantities::{ERROR_OF_MESSAGES, error_of, right_of};

/// From here on one kind of socket counts as faster than the other, if the interval says so too.
const FASTER: f64 = 1.05;

fn is_faster(ratio: &Figure) -> Option<bool> {
    let ratio = ratio.measured()?;
    Some(ratio.value >= FASTER && ratio.low > 1.0)
}

/// A Unix socket also answers sooner.
pub(super) fn latency(found: &Quantities) -> Claim {
    let of = |label, cores, measure| ratio_of(found, label, ("ping-pong", 64), cores, measure);
    let all = of("TCP's median latency over Unix's, 64 bytes, all cores", Cores::All, "p50_ratio");
    let one = of("TCP's median latency over Unix's, 64 bytes, one core", Cores::One, "p50_ratio");
    let why = format!(
        "for 64 bytes each way, TCP's median latency is {} that of a Unix socket on all cores and {} on one",
        times(&all),
        times(&one)
    );
    let rule = Rule::Each(vec![is_faster(&all), is_faster(&one)]);
    let figures = vec![
        all,
        one,
        of("TCP's p99 over Unix's, all cores", Cores::All, "p99_ratio"),
        of("TCP's p99 over Unix's, one core", Cores::One, "p99_ratio"),
        of("TCP's p99.9 over Unix's, all cores", Cores::All, "p999_ratio"),
        of("TCP's p99.9 over Unix's, one core", Cores::One, "p999_ratio"),
    ];
    Statement { id: "latency", text: "On a kept connection, a Unix socket answers sooner than TCP", source: None }
        .judge(figures, &rule, |_| why)
}

/// And carries large messages faster.
pub(super) fn large_payloads(found: &Quantities) -> Claim {
    let cases = [
        ("64 KiB there and back, all cores", ("ping-pong", 64 << 10), Cores::All),
        ("64 KiB there and back, one core", ("ping-pong", 64 << 10), Cores::One),
        ("bulk in writes of 1 MiB, all cores", ("bulk", 1 << 20), Cores::All),
        ("bulk in writes of 1 MiB, one core", ("bulk", 1 << 20), Cores::One),
    ];
    let ratios = cases.map(|(label, sent, cores)| (label, ratio(found, label, sent, cores)));
    let said: Vec<String> = ratios.iter().map(|(label, ratio)| format!("{} as fast ({label})", times(ratio))).collect();
    let figures = ratios.map(|(_, ratio)| ratio).to_vec();
    let rule = Rule::Each(figures.iter().map(is_faster).collect());
    Statement {
        id: "large-payloads",
        text: "A Unix socket stays faster than TCP when messages are large",
        source: None,
    }
    .judge(figures, &rule, |_| format!("compared with TCP, a Unix socket is {}", said.join(", ")))
}

/// From here on, the other way round, one kind of socket counts as slower, if the interval says so too.
const SLOWER: f64 = 1.0 / FASTER;

fn is_slower(ratio: &Figure) -> Option<bool> {
    let ratio = ratio.measured()?;
    Some(ratio.value <= SLOWER && ratio.high < 1.0)
}

/// But small writes, which TCP gathers, it carries one by one.
pub(super) fn small_writes(found: &Quantities) -> Claim {
    let [all, one] = [Cores::All, Cores::One].map(|cores| {
        let label = format!("Unix over TCP, writes of 256 bytes, {}", cores.text());
        ratio(found, &label, ("bulk", 256), cores)
    });
    let why = format!(
        "in writes of 256 bytes a Unix socket carries {} as much as TCP on all cores and {} on one",
        times(&all),
        times(&one)
    );
    let rule = Rule::Each(vec![is_slower(&all), is_slower(&one)]);
    Statement {
        id: "small-writes",
        text: "A stream of small writes is carried faster by TCP, which gathers them",
        source: None,
    }
    .judge(vec![all, one], &rule, |_| why)
}

/// The proxy in front of an application that costs next to nothing.
pub(super) fn proxy_at_full_speed(found: &Quantities) -> Claim {
    let without = proxy(found, "Unix over TCP, a new connection for each request", "rust", "without");
    let with = proxy(found, "Unix over TCP, connections kept", "rust", "with");
    let why = format!(
        "with a connection for each request it serves {} as many, with connections that are kept {}",
        times(&without),
        times(&with)
    );
    let rule = Rule::Each(vec![is_faster(&without), is_faster(&with)]);
    Statement {
        id: "proxy-at-full-speed",
        text: "Behind nginx at full speed, an application serves more requests over a Unix socket than over TCP",
        source: None,
    }
    .judge(vec![without, with], &rule, |_| why)
}

/// Where the published factor of two is to be found.
pub(super) fn only_on_one_core(found: &Quantities) -> Claim {
    let [all, one] = [Cores::All, Cores::One].map(|cores| per_message(found, cores));
    let why = format!("it delivers {} as many messages on one core and {} on all", times(&one), times(&all));
    let only_on_one = is_twice(&one).zip(is_twice(&all)).map(|(one, all)| one && !all);
    Statement {
        id: "only-on-one-core",
        text: "A Unix socket delivers twice as many messages as TCP only where both ends share one core",
        source: None,
    }
    .judge(vec![one, all], &Rule::All(vec![only_on_one]), |_| why)
}

/// The share of predictions that have to be right.
const MOST: f64 = 0.9;

/// Whether the parts of a request tell the whole.
pub(super) fn parts_predict(found: &Quantities) -> Claim {
    let right = |cores| found.named(&right_of(cores)).measured.as_ref();
    let describe = |cores: Cores| match right(cores) {
        Some(share) => format!("{:.0}% of {} on {}", 100.0 * share.value, share.n, cores.text()),
        None => format!("none were made on {}", cores.text()),
    };
    let why = format!(
        "of the predicted times, within a quarter of what was measured are {} and {}",
        describe(Cores::One),
        describe(Cores::All)
    );
    let rule = Rule::Each([Cores::All, Cores::One].map(|cores| Some(right(cores)?.value >= MOST)).to_vec());
    let figures = vec![
        Figure::new("typical error share of a predicted time, one core", found.named(&error_of(Cores::One))),
        Figure::new("typical error share of a predicted time, all cores", found.named(&error_of(Cores::All))),
        Figure::new("typical error share, a connection for every message", found.named(ERROR_OF_MESSAGES)),
    ];
    Statement {
        id: "parts-predict",
        text: "What a request costs is the sum of its parts, each measured by itself",
        source: None,
    }
    .judge(figures, &rule, |_| why)
}
