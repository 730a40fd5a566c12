//! One placement, of any settings within the limits; or one balancer.

use clap::Args;
use harness::Failure;
use harness::record::Profile;
use limits::ArgumentError;
use load_balancing_model::in_flight::Service;
use load_balancing_model::{MAX_SERVERS, Placement, Strategy, Summary, check_capacity, check_repetitions, exact};
use serde_json::{Map, Value, json};

use crate::balancers::{self, Balancer, Condition, Policy, Watch, Window};

/// nginx's workers and HAProxy's threads.
const MAX_WORKERS: u64 = 64;
/// HAProxy's own limit.
const MAX_WEIGHT: u64 = 256;
/// No server has more requests at a time.
const MAX_REQUESTS: u64 = 1000;

/// The settings of one placement, or of one balancer.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// How many items are placed
    #[arg(long, value_name = "N", required_unless_present = "balancer", allow_negative_numbers = true)]
    items: Option<u64>,
    /// On how many servers
    #[arg(long, value_name = "M", required_unless_present = "balancer", allow_negative_numbers = true)]
    servers: Option<u64>,
    /// How an item picks its server: random, two-choices (both picks may be the same server), two-choices-distinct,
    /// least-loaded or round-robin
    #[arg(long, value_name = "NAME", required_unless_present = "balancer")]
    strategy: Option<String>,
    /// How many servers the two-choices strategies pick
    #[arg(long, value_name = "D", default_value_t = 2, allow_negative_numbers = true)]
    choices: u32,
    /// More items, or requests at a time, than this are too many for a server [default: of items the mean, rounded up: a
    /// perfect balance just fits; of requests 16, where the mean is 10]
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    capacity: Option<u64>,
    /// How often to place the items
    #[arg(long, value_name = "R", required_unless_present = "balancer", allow_negative_numbers = true)]
    repetitions: Option<u64>,
    /// What every random choice derives from; 1 for a balancer that is told nothing else
    #[arg(long, value_name = "S", required_unless_present = "balancer", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Instead of placing items, start this balancer and send it requests: nginx, nginx-newest, haproxy, caddy or
    /// caddy-newest
    #[arg(
        long,
        value_name = "NAME",
        requires = "policy",
        conflicts_with_all = ["items", "servers", "strategy", "choices", "repetitions"]
    )]
    balancer: Option<String>,
    /// How it picks a server: random, random-two, round-robin or least
    #[arg(long, value_name = "NAME", requires = "balancer")]
    policy: Option<String>,
    /// Worker processes of nginx, or threads of HAProxy
    #[arg(long, value_name = "W", default_value_t = 1, requires = "balancer", allow_negative_numbers = true)]
    workers: u64,
    /// Let nginx's workers share their counts, by a `zone`
    #[arg(long, requires = "balancer")]
    zone: bool,
    /// Let nginx's workers share one listening socket, as is its default, instead of one each
    #[arg(long, requires = "balancer")]
    no_reuseport: bool,
    /// Let so many of the 13 servers answer 500 at once
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        requires = "balancer",
        conflicts_with = "queue",
        allow_negative_numbers = true
    )]
    failing: u64,
    /// Let nginx ask another server where one answers 500, and leave that one out
    #[arg(long, requires = "failing")]
    next_upstream: bool,
    /// The weight of every server in HAProxy
    #[arg(long, value_name = "G", default_value_t = 1, requires = "balancer", allow_negative_numbers = true)]
    weight: u64,
    /// How long a server holds a request on average, in milliseconds [default: 100]
    #[arg(long, value_name = "MS", requires = "balancer", allow_negative_numbers = true)]
    hold: Option<f64>,
    /// Let servers take one request after the other, for 8 ms each on average
    #[arg(long, requires = "balancer", conflicts_with = "hold")]
    queue: bool,
    /// The port at which it listens [default: any free one]
    #[arg(long, value_name = "PORT", requires = "balancer", allow_negative_numbers = true)]
    port: Option<u64>,
    /// How long to watch the servers
    #[arg(long, value_name = "T", default_value_t = 5.0, requires = "balancer", allow_negative_numbers = true)]
    seconds: f64,
}

/// Simulates the placement, or measures the balancer; its figures as JSON, with what is exact or predicted of them.
pub(crate) fn measure(options: &OneOptions) -> Result<Value, Failure> {
    match (&options.balancer, &options.policy) {
        (Some(balancer), Some(policy)) => balance(options, balancer, policy),
        _ => place(options),
    }
}

fn place(options: &OneOptions) -> Result<Value, Failure> {
    let demanded = "clap demands it";
    let (items, servers) = (options.items.expect(demanded), options.servers.expect(demanded));
    let strategy = Strategy::parse(options.strategy.as_deref().expect(demanded), options.choices).map_err(usage)?;
    let checked = limits::check("servers", servers, 1..=MAX_SERVERS.into()).map_err(usage)?;
    let checked = u32::try_from(checked).expect("the limit is below");
    let placement = Placement::new(items, checked, strategy).map_err(usage)?;
    let capacity = check_capacity(options.capacity.unwrap_or_else(|| items.div_ceil(servers)), items).map_err(usage)?;
    let repetitions = check_repetitions(options.repetitions.expect(demanded)).map_err(usage)?;

    let summary = placements::simulate(placement, options.seed.expect(demanded), repetitions).summary(capacity);
    let mut object = figures(&summary);
    if let Some(exact) = exact::summary(&placement, capacity) {
        object.insert("exact".to_owned(), Value::Object(figures(&exact)));
    }
    Ok(Value::Object(object))
}

fn balance(options: &OneOptions, balancer: &str, policy: &str) -> Result<Value, Failure> {
    let &OneOptions { workers, zone, weight, seconds, no_reuseport, next_upstream, .. } = options;
    let balancer = Balancer::parse(balancer).map_err(usage)?;
    let from = |least, field, value, most| {
        let checked = limits::check(field, value, least..=most).map_err(usage)?;
        Ok::<u32, Failure>(u32::try_from(checked).expect("the limit is below"))
    };
    let condition = Condition {
        balancer,
        policy: Policy::parse(policy).map_err(usage)?,
        workers: from(1, "workers", workers, MAX_WORKERS)?,
        zone,
        weight: from(1, "weight", weight, MAX_WEIGHT)?,
        reuseport: !no_reuseport,
        failing: from(0, "failing", options.failing, (balancers::SERVERS - 1).into())?,
        next_upstream,
    };
    let capacity = options.capacity.unwrap_or(balancers::CAPACITY.into());
    let capacity = limits::check("capacity", capacity, 0..=MAX_REQUESTS).map_err(usage)?;
    let within = |field, value: f64, is_within: bool, must| {
        if is_within { Ok(value) } else { Err(usage(ArgumentError::Number { field, value, must })) }
    };
    let seconds = within("seconds", seconds, seconds > 0.0 && seconds <= 3600.0, "more than 0, and at most 3600")?;
    let service = if options.queue { Service::Queued } else { Service::Held };
    let work_seconds = match options.hold {
        None => balancers::work_seconds(service),
        // 130 requests are held at a time, so that a shorter one would mean more of them each second than the generator can send.
        Some(hold) => within("hold", hold, (20.0..=2000.0).contains(&hold), "from 20 to 2000")? / 1000.0,
    };
    let port = options.port.map(|port| limits::check("port", port, 1..=u16::MAX.into())).transpose().map_err(usage)?;
    let port = port.map(|port| u16::try_from(port).expect("the limit is below"));
    let of_others = [
        (zone && !balancer.is_nginx(), "zone: nginx alone has one"),
        (no_reuseport && !balancer.is_nginx(), "no-reuseport: it matters to nginx alone"),
        (next_upstream && !balancer.is_nginx(), "next-upstream: nginx alone has it"),
        (weight != 1 && balancer != Balancer::Haproxy, "weight: it matters to HAProxy alone"),
        (
            workers != 1 && matches!(balancer, Balancer::Caddy | Balancer::CaddyNewest),
            "workers: Caddy takes all processors",
        ),
    ];
    if let Some((_, why)) = of_others.into_iter().find(|(is_wrong, _)| *is_wrong) {
        return Err(Failure::Usage(why.to_owned()));
    }

    // Until nobody notices any more that servers had nothing at first: five works where requests are held, many where they queue.
    let warm_up_seconds = f64::max(0.5, 5.0 * work_seconds);
    let watch =
        Watch { service, work_seconds, window: Window { warm_up_seconds, watched_seconds: seconds }, moments: 0 };
    let seed = options.seed.unwrap_or(1);
    let one = balancers::measure_one(condition, &watch, port, seed)?;
    let setting = condition.modelled(service, balancers::rate(service), one.has_older_draw);
    let predicted = balancers::predict(&setting, &watch, Profile::Full, seed);
    let capacity = u32::try_from(capacity).expect("the limit is below");
    let mut object = Map::new();
    for (name, setting) in condition.at() {
        object.insert(name.to_owned(), serde_json::to_value(setting).expect("settings are JSON"));
    }
    object.insert("version".to_owned(), one.version.into());
    object.insert("mean_work_seconds".to_owned(), work_seconds.into());
    object.extend(balancers::summary(&one.outcome, &predicted, work_seconds, capacity, condition.failing > 0));
    Ok(Value::Object(object))
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
