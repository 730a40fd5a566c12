//! The questions that the author left open, and what this project found.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};

use super::figures::{controlled_ratio, per_message, predicted_proxy, proxy, ratio_of};
use super::times;
use crate::quantities::{ERROR_OF_MESSAGES, error_of};
use crate::series::OVER_UNIX;
use crate::transport::Transport;
use sockets::cores::Cores;

/// The rule of claims on both places of the two ends.
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

/// A message or write, as claims name it: its words, and its pattern and bytes.
type Sent = (&'static str, (&'static str, u32));

/// The ratio of a Unix socket over TCP, by TCP's congestion control, by what is sent, and by whether both ends share a core.
fn by_control(found: &Found, sent: &[Sent]) -> Vec<(String, Figure)> {
    let mut figures = Vec::new();
    for over in Transport::CONTROLLED {
        for &(label, what) in sent {
            for cores in Cores::PINNED {
                let label = format!("over {}, {label}, {}", over.words(), cores.text());
                figures.push((label.clone(), controlled_ratio(found, &label, over, what, cores)));
            }
        }
    }
    figures
}

/// Judges each of these ratios by itself: what decides is the condition.
fn judge_by_control(statement: Statement, figures: Vec<(String, Figure)>, part: fn(&Figure, f64) -> Part) -> Claim {
    let said: Vec<String> =
        figures.iter().filter_map(|(label, figure)| Some(format!("{} as fast ({label})", times(figure)?))).collect();
    let measured = (!said.is_empty()).then(|| format!("a Unix socket is {}", said.join(", ")));
    let cases = figures.iter().map(|(label, figure)| (label.clone(), vec![part(figure, 1.0)]));
    let rule = Rule::under("TCP's congestion control, what is sent, and whether both ends share a core", cases);
    statement.judge_by(figures.into_iter().map(|(_, figure)| figure).collect(), rule, |_| measured)
}

/// Large messages.
pub(super) fn large_payloads(found: &Found) -> Claim {
    let sent = [("64 KiB there and back", ("ping-pong", 64 << 10)), ("writes of 1 MiB", ("bulk", 1 << 20))];
    let statement = Statement {
        id: "large-payloads",
        text: "Whether TCP’s congestion control is cubic or bbr, a Unix socket stays faster than TCP when messages are large: \
               64 KiB there and back, and writes of 1 MiB",
        source: None,
    };
    judge_by_control(statement, by_control(found, &sent), Part::above)
}

/// Small writes one way, which a Unix socket carries one by one.
pub(super) fn small_writes(found: &Found) -> Claim {
    let statement = Statement {
        id: "small-writes",
        text: "Whether TCP’s congestion control is cubic or bbr, it carries a stream of small writes, of 256 bytes, faster than \
               a Unix socket does",
        source: None,
    };
    judge_by_control(statement, by_control(found, &[("writes of 256 bytes", ("bulk", 256))]), Part::below)
}

/// Ratio from which on a time is a wait, and not work.
const A_WAIT: f64 = 100.0;
/// Ratio up to which there is no such wait.
const NO_WAIT: f64 = 10.0;

/// A request in two small writes, whose second waits.
pub(super) fn two_small_writes(found: &Found) -> Claim {
    let of = |transport: Transport, cores: Cores| {
        let settings = [("transport", transport.name().into()), ("cores", cores.name().into())];
        let label = format!("{} over a Unix socket, {}", transport.words(), cores.text());
        Figure::new(label, found.at("two-writes", &settings, OVER_UNIX))
    };
    let places =
        Cores::PINNED.map(|cores| [Transport::Tcp, Transport::TcpNodelay].map(|transport| of(transport, cores)));
    let cases = Cores::PINNED
        .into_iter()
        .zip(&places)
        .map(|(cores, [tcp, no_delay])| (cores.text(), vec![Part::above(tcp, A_WAIT), Part::below(no_delay, NO_WAIT)]));
    let rule = Rule::under("whether both ends share a core", cases);
    let [one, apart] = places.each_ref().map(|[tcp, no_delay]| times(tcp).zip(times(no_delay)));
    let measured = || {
        let ((one, one_no_delay), (apart, apart_no_delay)) = (one?, apart?);
        Some(format!(
            "until the answer it takes {one} as long on one core and {apart} with a core for each end; with TCP_NODELAY \
             {one_no_delay} and {apart_no_delay}"
        ))
    };
    Statement {
        id: "two-small-writes",
        text: "A request in two small writes takes over 100 times as long over TCP as over a Unix socket, and less than 10 times \
               as long with TCP_NODELAY",
        source: None,
    }
    .judge_by(places.concat(), rule, |_| measured())
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
        text: "Behind nginx, an application that costs next to nothing serves more requests over a Unix socket than over TCP",
        source: None,
    }
    .judge_by(vec![without, with], rule, |_| measured())
}

/// The published factor of two, and on which cores it is to be found.
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

/// Share by which a predicted time may be off, as for every time.
const OFF: f64 = 0.1;

/// The sum of a request's parts, against times of requests by themselves, and against ratios behind nginx.
pub(super) fn parts_predict(found: &Found) -> Claim {
    let error = |what: &str, quantity: &str| {
        Figure::new(format!("typical error share of a predicted time, {what}"), found.named(quantity))
    };
    let messages = error("a connection for every message", ERROR_OF_MESSAGES);
    let [one, apart] = Cores::PINNED.map(|cores| error(cores.text(), &error_of(cores)));
    // A slow application leaves nothing to predict: its ratio is within 10% of 1 whatever the parts are.
    let [anew, kept] = [("a new connection each", "without"), ("connections kept", "with")].map(|(what, keepalive)| {
        let label = format!("Unix over TCP, nginx and the fast server, {what}");
        predicted_proxy(found, &label, "rust", keepalive).held_against_prediction()
    });
    let percent = |error: &Figure| Some(format!("{:.0}%", 100.0 * error.value()?));
    let measured = || {
        let behind = |ratio: &Figure| Some(format!("{:.2} for {:.2}", ratio.predicted()?, ratio.value()?));
        let behind = behind(&anew).zip(behind(&kept)).map_or(String::new(), |(anew, kept)| {
            format!(
                "; behind nginx the parts predict a ratio of {anew} with new connections, and of {kept} with kept ones"
            )
        });
        Some(format!(
            "predicted times are typically off by {} with both ends on one core, by {} with a core for each and by {} with a \
             connection for every message{behind}",
            percent(&one)?,
            percent(&apart)?,
            percent(&messages)?
        ))
    };
    let rule = Rule::under(
        "what is requested, and whether nginx stands in front",
        [
            ("one core", vec![Part::below(&one, OFF)]),
            ("a core for each end", vec![Part::below(&apart, OFF)]),
            ("a connection for every message", vec![Part::below(&messages, OFF)]),
            ("behind nginx, a new connection each", vec![Part::within(&anew)]),
            ("behind nginx, connections kept", vec![Part::within(&kept)]),
        ],
    );
    Statement {
        id: "parts-predict",
        text: "What a request costs is the sum of its parts, each measured by itself, typically to within 10%",
        source: None,
    }
    .judge_by(vec![one.clone(), apart.clone(), messages.clone(), anew.clone(), kept.clone()], rule, |_| measured())
}
