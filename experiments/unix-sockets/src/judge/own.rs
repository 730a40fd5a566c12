//! The questions that the author left open, and what this project found.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::figures::{per_message, proxy, ratio, ratio_of};
use super::times;
use crate::quantities::{ERROR_OF_MESSAGES, error_of};
use sockets::cores::Cores;

/// What this project says of both places of the two ends.
fn wherever_they_are([one, apart]: [Vec<Part>; 2]) -> Rule {
    Rule::under("whether both ends share a core", [("one core", one), ("a core for each end", apart)])
}

/// A Unix socket also answers sooner.
pub(super) fn latency(found: &Found) -> Claim {
    let of = |of: &str, cores: Cores, measure| {
        let label = format!("TCP's {of}, {}", cores.text());
        ratio_of(found, &label, ("ping-pong", 64), cores, measure)
    };
    let medians = Cores::PINNED.map(|cores| of("median latency over Unix's, 64 bytes", cores, "p50_ratio"));
    let [one, apart] = medians.each_ref().map(times);
    let measured = || {
        Some(format!(
            "for 64 bytes each way, TCP's median latency is {} that of a Unix socket on one core and {} with a core for each \
             end",
            one?, apart?
        ))
    };
    let rule = wherever_they_are(medians.each_ref().map(|ratio| vec![Part::above(ratio, 1.0)]));
    let others = [("p99 over Unix's", "p99_ratio"), ("p99.9 over Unix's", "p999_ratio")]
        .into_iter()
        .flat_map(|(name, measure)| Cores::PINNED.map(|cores| of(name, cores, measure)));
    let figures = medians.into_iter().chain(others).collect();
    Statement { id: "latency", text: "On a kept connection, a Unix socket answers sooner than TCP", source: None }
        .judge_by(figures, rule, |_| measured())
}

/// And carries large messages faster.
pub(super) fn large_payloads(found: &Found) -> Claim {
    let patterns = [("64 KiB there and back", ("ping-pong", 64 << 10)), ("bulk in writes of 1 MiB", ("bulk", 1 << 20))];
    let figures: Vec<(String, Figure)> = patterns
        .into_iter()
        .flat_map(|(label, sent)| Cores::PINNED.map(|cores| (format!("{label}, {}", cores.text()), sent, cores)))
        .map(|(label, sent, cores)| (label.clone(), ratio(found, &label, sent, cores)))
        .collect();
    let said: Vec<String> =
        figures.iter().filter_map(|(label, figure)| Some(format!("{} as fast ({label})", times(figure)?))).collect();
    let cases = figures.iter().map(|(label, figure)| (label.clone(), vec![Part::above(figure, 1.0)]));
    let rule = Rule::under("what is sent, and whether both ends share a core", cases);
    let measured = format!("compared with TCP, a Unix socket is {}", said.join(", "));
    Statement {
        id: "large-payloads",
        text: "With the machine's own congestion control, a Unix socket stays faster than TCP when messages are large: 64 KiB \
               there and back, and writes of 1 MiB",
        source: None,
    }
    .judge_by(figures.into_iter().map(|(_, figure)| figure).collect(), rule, |_| measured)
}

/// But small writes it carries one by one.
pub(super) fn small_writes(found: &Found) -> Claim {
    let figures = Cores::PINNED.map(|cores| {
        let label = format!("Unix over TCP, writes of 256 bytes, {}", cores.text());
        ratio(found, &label, ("bulk", 256), cores)
    });
    let [one, apart] = figures.each_ref().map(times);
    let measured = || {
        Some(format!(
            "in writes of 256 bytes a Unix socket carries {} as much as TCP on one core and {} with a core for each end",
            one?, apart?
        ))
    };
    let rule = wherever_they_are(figures.each_ref().map(|ratio| vec![Part::below(ratio, 1.0)]));
    Statement {
        id: "small-writes",
        text: "A stream of small writes is carried faster by TCP than by a Unix socket",
        source: None,
    }
    .judge_by(figures.to_vec(), rule, |_| measured())
}

/// The proxy in front of an application that costs next to nothing.
pub(super) fn proxy_at_full_speed(found: &Found) -> Claim {
    let without = proxy(found, "Unix over TCP, a new connection for each request", "rust", "without");
    let with = proxy(found, "Unix over TCP, connections kept", "rust", "with");
    let [anew, kept] = [&without, &with].map(times);
    let measured = || {
        Some(format!(
            "with a connection for each request it serves {} as many, with connections that are kept {}",
            anew?, kept?
        ))
    };
    let rule = Rule::under(
        "whether connections are kept",
        [
            ("a connection for each request", vec![Part::above(&without, 1.0)]),
            ("connections kept", vec![Part::above(&with, 1.0)]),
        ],
    );
    Statement {
        id: "proxy-at-full-speed",
        text: "Behind nginx at full speed, an application serves more requests over a Unix socket than over TCP",
        source: None,
    }
    .judge_by(vec![without, with], rule, |_| measured())
}

/// Where the published factor of two is to be found.
pub(super) fn only_on_one_core(found: &Found) -> Claim {
    let figures = Cores::PINNED.map(|cores| per_message(found, cores));
    let [one, apart] = &figures;
    let measured = || {
        let (one, apart) = (times(one)?, times(apart)?);
        Some(format!("it delivers {one} as many messages on one core and {apart} with a core for each end"))
    };
    let rule = Rule::all([Part::above(one, 2.0), Part::below(apart, 2.0)]);
    Statement {
        id: "only-on-one-core",
        text: "A Unix socket delivers over twice as many messages as TCP where both ends share one core, and fewer where \
               each has its own",
        source: None,
    }
    .judge_by(figures.to_vec(), rule, |_| measured())
}

/// By which share a predicted time may be off, as for every time.
const OFF: f64 = 0.1;

/// Whether the parts of a request tell the whole.
pub(super) fn parts_predict(found: &Found) -> Claim {
    let error = |cores: Cores| {
        Figure::new(format!("typical error share of a predicted time, {}", cores.text()), found.named(&error_of(cores)))
    };
    let errors = Cores::PINNED.map(error);
    let percent = |error: &Figure| Some(100.0 * error.value()?);
    let [one, apart] = errors.each_ref().map(percent);
    let measured = || {
        Some(format!(
            "predicted times are off by {:.0}% on one core and by {:.0}% with a core for each end, typically",
            one?, apart?
        ))
    };
    let rule = wherever_they_are(errors.each_ref().map(|error| vec![Part::below(error, OFF)]));
    let messages = Figure::new("typical error share, a connection for every message", found.named(ERROR_OF_MESSAGES));
    Statement {
        id: "parts-predict",
        text: "What a request costs is the sum of its parts, each measured by itself, typically to within 10%",
        source: None,
    }
    .judge_by(errors.into_iter().chain([messages]).collect(), rule, |_| measured())
}
