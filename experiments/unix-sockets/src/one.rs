//! One pattern over one transport, printed as JSON.

use std::time::Duration;

use clap::{Args, ValueEnum};
use harness::{Failure, undisturbed};
use serde_json::{Map, Value, json};

use crate::channel::packet_limit;
use crate::condition::{Condition, Pattern};
use crate::conditions::{BODY_BYTES, MESSAGE_BYTES};
use crate::patterns::measure;
use crate::proxy::RUNS;
use crate::span::Span;
use crate::transport::Transport;
use crate::turn::{Check, ROUND_TRIP, ROUND_TRIP_HIGH, ROUND_TRIP_LOW};
use crate::waiting::Waiting;
use sockets::cores::Cores;
use supervisor::Workplace;

/// The longest message or write, in bytes.
const MOST_BYTES: usize = 1 << 30;
/// The longest time, in seconds.
const MOST_SECONDS: f64 = 3600.0;

/// What the command `one` measures.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// What the two ends do
    #[arg(long, value_enum)]
    pattern: Asked,
    /// What is between them
    #[arg(long, value_enum)]
    transport: Transport,
    /// Set TCP_NODELAY: with --transport tcp
    #[arg(long)]
    no_delay: bool,
    /// Bytes of a message, or of a write [default: 12 per message, 1 for ping-pong, 100 of two-writes' second, 65536 in bulk]
    #[arg(long)]
    bytes: Option<usize>,
    /// Which cores the two ends may use
    #[arg(long, value_enum, default_value = "all")]
    cores: Cores,
    /// What an end does until the other one is done
    #[arg(long, value_enum, default_value = "block")]
    waiting: Waiting,
    /// How long to measure, in seconds
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Check every byte that comes (slower)
    #[arg(long)]
    verify: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// A connection for every message
    PerMessage,
    /// Request and response over a connection that is kept
    PingPong,
    /// A request in two small writes, then its answer, over a connection that is kept
    TwoWrites,
    /// One writes, the other reads
    Bulk,
}

/// Measures it; the result as one line of JSON.
pub(crate) fn run(options: &OneOptions) -> Result<String, Failure> {
    let condition = condition(options)?;
    if !(options.seconds > 0.0 && options.seconds <= MOST_SECONDS) {
        return Err(Failure::Usage(format!("--seconds {}: more than 0, and at most {MOST_SECONDS}", options.seconds)));
    }
    let span = Span::new(Duration::from_secs_f64(options.seconds));
    let check = if options.verify { Check::Contents } else { Check::Counts };
    let workplace = Workplace::open(RUNS, &|| Ok(()))?;
    let mut outcome = undisturbed(|| measure(condition, span, check, workplace.folder()))?
        .map_err(|error| error.while_doing(condition.text()))?;
    let mut found = Map::new();
    found.insert("pattern".to_owned(), condition.pattern.name().into());
    found.insert("transport".to_owned(), condition.transport.name().into());
    found.insert("bytes".to_owned(), condition.pattern.bytes().into());
    found.insert("cores".to_owned(), condition.cores.name().into());
    found.insert("waiting".to_owned(), condition.waiting.name().into());
    found.insert("seconds".to_owned(), options.seconds.into());
    if let [Some(value), Some(low), Some(high)] =
        [ROUND_TRIP, ROUND_TRIP_LOW, ROUND_TRIP_HIGH].map(|measure| outcome.remove(measure))
    {
        found.insert(ROUND_TRIP.to_owned(), json!({ "value": value, "low": low, "high": high }));
    }
    found.extend(outcome.into_iter().map(|(measure, value)| (measure.to_owned(), value.into())));
    Ok(Value::Object(found).to_string())
}

fn condition(options: &OneOptions) -> Result<Condition, Failure> {
    let OneOptions { cores, waiting, .. } = *options;
    let usage = |message: String| Err(Failure::Usage(message));
    let transport = match (options.no_delay, options.transport) {
        (false, transport) => transport,
        (true, Transport::Tcp | Transport::TcpNodelay) => Transport::TcpNodelay,
        (true, _) => return usage("--no-delay: only --transport tcp has it".to_owned()),
    };
    let pattern = match options.pattern {
        Asked::PerMessage => Pattern::PerMessage { bytes: options.bytes.unwrap_or(MESSAGE_BYTES) },
        Asked::PingPong => Pattern::PingPong { bytes: options.bytes.unwrap_or(1) },
        Asked::TwoWrites => Pattern::TwoWrites { bytes: options.bytes.unwrap_or(BODY_BYTES) },
        Asked::Bulk => Pattern::Bulk { bytes: options.bytes.unwrap_or(64 << 10) },
    };
    let bytes = pattern.bytes();
    if bytes == 0 || bytes > MOST_BYTES {
        return usage(format!("--bytes {bytes}: from 1 to {MOST_BYTES}"));
    }
    if transport == Transport::Pipe && pattern.connects() {
        return usage("a pipe has nothing to connect to: choose another transport, or --pattern ping-pong".to_owned());
    }
    let longest = packet_limit();
    if transport == Transport::Seqpacket && bytes > longest {
        return usage(format!("--bytes {bytes}: a packet has at most {longest} bytes here (net.core.wmem_default)"));
    }
    Ok(Condition { pattern, transport, cores, waiting })
}
