//! From numbers and names as JavaScript has them to values the models accept, and back.

use std::fmt;
use std::ops::Range;

use models::histogram::Histogram;
use models::limits::{LimitError, check_number};
use models::placement::exact::{self, Scope};
use models::placement::planner::Plan;
use models::placement::{MAX_CHOICES, MAX_ITEMS, MAX_REPETITIONS, MAX_SERVERS, Placement, Strategy, StrategyError};

/// The largest whole number that JavaScript counts to without gaps, 2^53 - 1.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// The most points that one planner curve can have; a screen shows fewer.
pub const MAX_CURVE_POINTS: u64 = 10_000;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A number is outside its limits.
    Limit(LimitError),
    /// The strategy is unknown.
    Strategy(StrategyError),
    /// The scope of a risk is neither `server` nor `any`.
    UnknownScope(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::Strategy(error) => error.fmt(f),
            Self::UnknownScope(name) => write!(f, "scope is {name:?}; it must be one of server, any"),
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

impl From<StrategyError> for Error {
    fn from(error: StrategyError) -> Self {
        Self::Strategy(error)
    }
}

/// A placement under a named strategy.
pub fn placement(items: f64, servers: f64, strategy: &str, choices: f64) -> Result<Placement, Error> {
    of(items, servers, self::strategy(strategy, choices)?)
}

/// A placement under a strategy.
pub fn of(items: f64, servers: f64, strategy: Strategy) -> Result<Placement, Error> {
    let items = check_number("items", items, 1..=MAX_ITEMS)?;
    let servers = check_number("servers", servers, 1..=MAX_SERVERS.into())? as u32;
    Ok(Placement::new(items, servers, strategy)?)
}

/// A strategy by its name. The number of choices is read only where the strategy has choices.
fn strategy(name: &str, choices: f64) -> Result<Strategy, Error> {
    match Strategy::parse(name, 1)? {
        Strategy::Choices { distinct, .. } => {
            let choices = check_number("choices", choices, 1..=MAX_CHOICES.into())? as u32;
            Ok(Strategy::Choices { choices, distinct })
        }
        strategy => Ok(strategy),
    }
}

/// A seed.
pub fn seed(seed: f64) -> Result<u64, Error> {
    Ok(check_number("seed", seed, 0..=MAX_SEED)?)
}

/// A capacity, in items per server.
pub fn capacity(capacity: f64, items: u64) -> Result<u64, Error> {
    Ok(check_number("capacity", capacity, 0..=items)?)
}

/// The repetitions from `first` on, `count` of them, all numbered below 1,000,000.
pub fn repetition_range(first: f64, count: f64) -> Result<Range<u32>, Error> {
    let first = check_number("first repetition", first, 0..=MAX_REPETITIONS - 1)?;
    let count = check_number("repetitions", count, 1..=MAX_REPETITIONS - first)?;
    Ok(first as u32..(first + count) as u32)
}

/// What a planner asks.
pub fn plan(
    items: f64,
    capacity: f64,
    strategy: &str,
    choices: f64,
    seed: f64,
    repetitions: f64,
) -> Result<Plan, Error> {
    let items = check_number("items", items, 1..=MAX_ITEMS)?;
    Ok(Plan {
        items,
        capacity: self::capacity(capacity, items)?,
        strategy: self::strategy(strategy, choices)?,
        seed: self::seed(seed)?,
        repetitions: check_number("repetitions", repetitions, 1..=MAX_REPETITIONS)? as u32,
    })
}

/// The chances of overload at each number of servers: one server, any server, one server, any server, and so on.
pub fn planner_curve(plan: &Plan, servers: &[u32]) -> Result<Vec<f64>, Error> {
    check_number("points of the curve", servers.len() as f64, 0..=MAX_CURVE_POINTS)?;
    let mut curve = Vec::with_capacity(2 * servers.len());
    for &servers in servers {
        let overload = plan.overload(servers)?;
        curve.extend([overload.p_server, overload.p_any]);
    }
    Ok(curve)
}

/// The fewest servers whose chance of overload is at most `risk`, in the named scope.
pub fn servers_needed(plan: &Plan, risk: f64, scope: &str) -> Result<Option<u32>, Error> {
    if !(0.0..=1.0).contains(&risk) {
        return Err(LimitError { field: "risk", value: risk, min: 0, max: 1 }.into());
    }
    let scope = match scope {
        "server" => Scope::Server,
        "any" => Scope::Any,
        _ => return Err(Error::UnknownScope(scope.to_owned())),
    };
    Ok(plan.servers_needed(risk, scope)?)
}

/// The smallest load that random placement gives a server, its probability, that of the next load, and so on.
pub fn load_probabilities(placement: &Placement) -> Vec<f64> {
    let (first, mut probabilities) = exact::load_probabilities(placement.items(), placement.servers());
    probabilities.insert(0, first as f64);
    probabilities
}

/// A histogram as value, count, value, count, and so on.
pub fn pairs(histogram: &Histogram) -> Vec<f64> {
    histogram.iter().flat_map(|(value, count)| [value as f64, count as f64]).collect()
}
