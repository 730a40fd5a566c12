//! One round of one clock, of any settings within the limits.

use clap::Args;
use harness::{Failure, undisturbed_by_steps};
use limits::check;
use serde_json::{Value, json};

use crate::clocks::Clock;
use crate::cores;
use crate::round::{Condition, Manner, measure};

/// Threads of one round.
const MAX_THREADS: u64 = 64;
/// Samples of one thread.
const MAX_SAMPLES: u64 = 100_000_000;
/// Samples of all threads: 800 MB of readings.
const MAX_ALL: u64 = 400_000_000;

/// The settings of one round.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// Which clock: realtime, monotonic, monotonic-raw, boottime, realtime-coarse, monotonic-coarse, system-time, instant
    /// or counter (the processor's own)
    #[arg(long, value_name = "NAME", value_parser = Clock::parse)]
    pub clock: Clock,
    /// How many threads read it at the same time
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub threads: u64,
    /// How often each thread reads it
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub samples: u64,
    /// Keep each thread on a core of its own, as far as there are enough
    #[arg(long)]
    pub pin: bool,
}

/// Reads the clock; the figures as JSON.
pub(crate) fn run(options: &OneOptions) -> Result<Value, Failure> {
    let usage = |error: limits::LimitError| Failure::Usage(error.to_string());
    let threads = check("threads", options.threads, 1..=MAX_THREADS).map_err(usage)?;
    let samples = check("samples", options.samples, 1..=MAX_SAMPLES).map_err(usage)?;
    check("samples of all threads", threads * samples, 1..=MAX_ALL).map_err(usage)?;
    if !options.clock.exists() {
        let what = format!("there is no clock {} here", options.clock.name());
        return Err(Failure::Missing { what, needs: options.clock.needs().to_owned() });
    }
    if options.pin && !cores::CAN_PIN {
        return Err(cores::pins_nothing());
    }
    let condition = Condition { clock: options.clock, threads: threads as u32, pinned: options.pin };
    let round = undisturbed_by_steps(|| measure(condition, Manner::OURS, samples as usize))??;
    Ok(json!({
        "collision_share": round.collisions.share_per_sample(),
        "published_share": round.collisions.share_as_published(),
        "equal_neighbour_share": round.increments.equal_share(),
        "min_increment_ns": round.increments.min().map(|increment| increment * options.clock.unit_ns()),
        "read_cost_ns": round.read_ns,
    }))
}
