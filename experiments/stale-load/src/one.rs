//! One setting, of any values within the limits.

use clap::Args;
use harness::Failure;
use harness::record::Estimate;
use harness::statistics::mean;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use stale_load_model::exact::{Exact, exact};
use stale_load_model::{Arrivals, Information, Policy, Quantity, RELAXATIONS, Service, Setting, Ties, warm_up};

use crate::conditions::Condition;
use crate::simulate::{growth, simulated};

/// The most requests of one call.
const MAX_REQUESTS: u64 = 1_000_000_000;
/// Into so many repetitions they are split, whose scatter gives the intervals.
const REPETITIONS: u32 = 20;

/// The settings of one simulation.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// How many servers
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub servers: u64,
    /// Work that arrives, as a share of what the servers can do: below 1
    #[arg(long, value_name = "RHO", allow_negative_numbers = true)]
    pub utilisation: f64,
    /// How a server is chosen: random, best (of --choices), least (of all), round-robin, or idle (a server without a request,
    /// or any)
    #[arg(long, value_name = "NAME")]
    pub policy: String,
    /// How many servers the policy best picks
    #[arg(long, value_name = "K", default_value_t = 2, allow_negative_numbers = true)]
    pub choices: u32,
    /// Whether best may pick the same server twice
    #[arg(long)]
    pub replacement: bool,
    /// Whether least takes the first of several shortest queues, and not any of them
    #[arg(long)]
    pub first_of_ties: bool,
    /// What the balancer knows: fresh (the queues as they are), renewed (a copy, made anew every --age), aged (each queue as it
    /// was --age ago), or own (as renewed, plus what it has sent since)
    #[arg(long, value_name = "NAME", default_value = "fresh")]
    pub information: String,
    /// Age of the information, in mean service times; fresh has none
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub age: Option<f64>,
    /// Between how many balancers requests are split, each with a copy, sends and turns of its own
    #[arg(long, value_name = "B", default_value_t = 1, allow_negative_numbers = true)]
    pub balancers: u64,
    /// When requests arrive: poisson or regular
    #[arg(long, value_name = "NAME", default_value = "poisson")]
    pub arrivals: String,
    /// How long they are served: exponential, fixed, or tick (at each whole mean service time the oldest of each server is done)
    #[arg(long, value_name = "NAME", default_value = "exponential")]
    pub service: String,
    /// How many requests, after those that are left out until the queues settle
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub requests: u64,
    /// Simulate a utilisation of 1 or more as well: just these requests, from empty servers on, since the queues never settle
    #[arg(long)]
    pub finite: bool,
    /// What every random choice derives from
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: u64,
}

/// Simulates the setting; its figures as JSON, in mean service times, with the exact ones where they are known.
pub(crate) fn measure(options: &OneOptions) -> Result<Value, Failure> {
    let setting = setting(options)?;
    let requests = limits::check("requests", options.requests, 1..=MAX_REQUESTS).map_err(usage)? as u32;
    let repetitions = REPETITIONS.min(requests);
    let each = requests.div_ceil(repetitions);
    let condition = Condition { setting, requests: each, warm_up: warm_up(&setting, RELAXATIONS) };
    let found: Vec<([f64; 3], [f64; 2])> =
        (0..repetitions).into_par_iter().map(|repetition| simulated(&condition, options.seed, repetition)).collect();
    let mut object = Map::new();
    for (index, quantity) in Quantity::ALL.into_iter().enumerate() {
        let values: Vec<f64> = found.iter().map(|(figures, _)| figures[index]).collect();
        object.insert(quantity.name().to_owned(), interval(&mean(&values)));
    }
    // Surely off 1 where queues have not settled, and longer runs will show other times. One request has no halves.
    let halves = [0, 1].map(|half| found.iter().map(|(_, halves)| halves[half]).collect::<Vec<_>>());
    let growth = if each > 1 { interval(&growth(&halves)) } else { Value::Null };
    object.insert("second_half_over_first".to_owned(), growth);
    let known = exact(&setting).map(|exact| Value::Object(named(&exact)));
    object.insert("exact".to_owned(), known.unwrap_or(Value::Null));
    Ok(Value::Object(object))
}

fn interval(estimate: &Estimate) -> Value {
    json!({ "value": estimate.value, "low": estimate.low, "high": estimate.high })
}

fn named(exact: &Exact) -> Map<String, Value> {
    Quantity::ALL.into_iter().map(|quantity| (quantity.name().to_owned(), json!(exact.figure(quantity)))).collect()
}

fn setting(options: &OneOptions) -> Result<Setting, Failure> {
    let ties = if options.first_of_ties { Ties::First } else { Ties::Random };
    let policy = Policy::parse(&options.policy, options.choices, options.replacement, ties).map_err(usage)?;
    let information = match (options.information.as_str(), options.age) {
        ("fresh", Some(_)) => return Err(Failure::Usage("fresh information has no --age".to_owned())),
        ("fresh", None) => Information::Fresh,
        (name, Some(age)) => Information::parse(name, age).map_err(usage)?,
        (name, None) => {
            // A name that there is not is the better thing to say.
            Information::parse(name, 1.0).map_err(usage)?;
            return Err(Failure::Usage(format!("{name} information needs an --age, in mean service times")));
        }
    };
    let arrivals = Arrivals::parse(&options.arrivals).map_err(usage)?;
    let service = Service::parse(&options.service).map_err(usage)?;
    let setting = Setting::new(options.servers, options.utilisation, arrivals, service, policy, information);
    let setting = setting.and_then(|setting| setting.with_balancers(options.balancers)).map_err(usage)?;
    if !setting.settles() && !options.finite {
        return Err(Failure::Usage(format!(
            "utilisation is {}: at 1 and more the queues never settle, and no mean exists; add --finite for just these \
             requests, from empty servers on",
            options.utilisation
        )));
    }
    Ok(setting)
}

fn usage(error: impl std::error::Error) -> Failure {
    Failure::Usage(error.to_string())
}
