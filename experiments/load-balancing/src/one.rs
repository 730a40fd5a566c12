//! One placement, of any settings within the limits.

use clap::Args;
use harness::Failure;
use load_balancing_model::{MAX_SERVERS, Placement, Strategy, Summary, check_capacity, check_repetitions, exact};
use serde_json::{Map, Value, json};

use crate::simulate::simulate;

/// The settings of one placement.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// How many items are placed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub items: u64,
    /// On how many servers
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub servers: u64,
    /// How an item picks its server: random, two-choices (both picks may be the same server), two-choices-distinct,
    /// least-loaded or round-robin
    #[arg(long, value_name = "NAME")]
    pub strategy: String,
    /// How many servers the two-choices strategies pick
    #[arg(long, value_name = "D", default_value_t = 2, allow_negative_numbers = true)]
    pub choices: u32,
    /// More items than this are too many for a server [default: the mean, rounded up: a perfect balance just fits]
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    pub capacity: Option<u64>,
    /// How often to place the items
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub repetitions: u64,
    /// What every random choice derives from
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: u64,
}

/// Simulates the placement; its figures as JSON, with the exact ones where there is a closed form.
pub(crate) fn measure(options: &OneOptions) -> Result<Value, Failure> {
    let placement = placement(options)?;
    let capacity = options.capacity.unwrap_or_else(|| options.items.div_ceil(options.servers));
    let capacity = check_capacity(capacity, options.items).map_err(usage)?;
    let repetitions = check_repetitions(options.repetitions).map_err(usage)?;

    let summary = simulate(&placement, options.seed, repetitions).summary(capacity);
    let mut object = figures(&summary);
    if let Some(exact) = exact::summary(&placement, capacity) {
        object.insert("exact".to_owned(), Value::Object(figures(&exact)));
    }
    Ok(Value::Object(object))
}

fn placement(options: &OneOptions) -> Result<Placement, Failure> {
    let strategy = Strategy::parse(&options.strategy, options.choices).map_err(usage)?;
    let servers = limits::check("servers", options.servers, 1..=MAX_SERVERS.into()).map_err(usage)?;
    let servers = u32::try_from(servers).expect("the limit is below");
    Placement::new(options.items, servers, strategy).map_err(usage)
}

fn usage(error: impl std::error::Error) -> Failure {
    Failure::Usage(error.to_string())
}

fn figures(summary: &Summary) -> Map<String, Value> {
    let figures = json!({
        "p50": summary.p50,
        "p95": summary.p95,
        "p99": summary.p99,
        "p999": summary.p999,
        "mean": summary.mean,
        "imbalance": summary.imbalance,
        "p_server_over_capacity": summary.p_server_over_capacity,
        "p_any_over_capacity": summary.p_any_over_capacity,
    });
    match figures {
        Value::Object(figures) => figures,
        _ => unreachable!("an object was written"),
    }
}
