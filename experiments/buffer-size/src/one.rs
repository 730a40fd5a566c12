//! One source with one pair of buffers.

use std::time::Duration;

use clap::{Args, ValueEnum};
use harness::{Failure, undisturbed};
use limits::{LimitError, check, check_number};
use serde_json::{Value, json};
use sockets::{Kind, Options, congestion_control_works, pair};

use crate::device::{Device, read_device};
use crate::ends::Ends;
use crate::payload::{Plain, Summed, Work};
use crate::sample::{Sample, Timing};
use crate::transfer::{Sizes, transfer};

/// The largest buffer, in bytes.
const MAX_BUFFER: u64 = 16 << 20;
/// The longest measurement, in milliseconds.
const MAX_MS: u64 = 60_000;
/// The share of the time that is warm-up.
const WARM_UP_SHARE: f64 = 0.2;

/// Where the bytes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Source {
    /// A pair of Unix stream sockets
    Unix,
    /// TCP over the loopback interface
    Tcp,
    /// /dev/zero
    Zero,
    /// /dev/urandom
    Urandom,
}

/// The settings of one measurement.
#[derive(Debug, Clone, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct OneOptions {
    /// Where the bytes come from
    #[arg(long, value_enum)]
    source: Source,
    /// The buffer given to read, in bytes
    #[arg(long, value_name = "BYTES")]
    read: u64,
    /// The buffer given to write, in bytes, for sockets [default: as for read]
    #[arg(long, value_name = "BYTES")]
    write: Option<u64>,
    /// How long to measure; a fifth of it is warm-up
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    /// Where the thread that writes and the one that reads run, for sockets [default: free]
    #[arg(long, value_enum)]
    ends: Option<Ends>,
    /// Work of the reader on the bytes
    #[arg(long, value_enum, default_value_t = Work::None)]
    work: Work,
    /// The congestion control of TCP, such as cubic [default: the system's]
    #[arg(long, value_name = "NAME")]
    congestion_control: Option<String>,
}

/// Measures it; the figures as JSON.
pub(crate) fn run(options: &OneOptions) -> Result<Value, Failure> {
    let usage = |error: LimitError| Failure::Usage(error.to_string());
    let read = check("read", options.read, 1..=MAX_BUFFER).map_err(usage)? as usize;
    let write = check("write", options.write.unwrap_or(options.read), 1..=MAX_BUFFER).map_err(usage)? as usize;
    let ms = check_number("seconds (in ms)", (options.seconds * 1000.0).round(), 10..=MAX_MS).map_err(usage)?;
    let seconds = Duration::from_millis(ms);
    let warm_up = seconds.mul_f64(WARM_UP_SHARE);
    let timing = Timing { warm_up, window: seconds - warm_up };
    let sample = undisturbed(|| match options.source {
        Source::Zero => device(Device::Zero, read, timing, options),
        Source::Urandom => device(Device::Urandom, read, timing, options),
        Source::Unix => connection(Kind::Unix, Sizes { read, write }, timing, options),
        Source::Tcp => connection(Kind::Tcp, Sizes { read, write }, timing, options),
    })??;
    Ok(json!({
        "throughput_bytes_per_second": sample.throughput(),
        "short_read_share": sample.short_read_share(),
        "calls_per_second": sample.reads_per_second(),
        "cpu_seconds_per_gib": sample.cpu_seconds_per_gib(),
        "bytes": sample.bytes,
        "seconds": sample.seconds,
    }))
}

fn device(device: Device, read: usize, timing: Timing, options: &OneOptions) -> Result<Sample, Failure> {
    let path = device.path();
    let OneOptions { write, ends, congestion_control, work, .. } = options;
    if write.is_some() || ends.is_some() || congestion_control.is_some() || *work == Work::Check {
        let why =
            format!("nothing is written to {path}: leave out --write, --ends, --congestion-control and --work check");
        return Err(Failure::Usage(why));
    }
    let read = if *work == Work::Sum { read_device::<Summed> } else { read_device::<Plain> }(device, read, timing);
    read.map_err(|error| Failure::system(format!("cannot read {path}"), error))
}

fn connection(kind: Kind, sizes: Sizes, timing: Timing, options: &OneOptions) -> Result<Sample, Failure> {
    let congestion_control = options.congestion_control.clone();
    if let Some(name) =
        congestion_control.as_deref().filter(|name| kind != Kind::Tcp || !congestion_control_works(name))
    {
        return Err(Failure::Usage(format!(
            "--congestion-control {name}: that is not to be had with this source here"
        )));
    }
    let ends = pair(kind, &Options { congestion_control, ..Options::default() });
    let ends = ends.map_err(|error| Failure::system("cannot connect two sockets", error))?;
    Ok(transfer(ends, sizes, timing, options.ends.unwrap_or(Ends::Free), options.work)?)
}
