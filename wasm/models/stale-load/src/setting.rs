//! What arrives, what it asks for, how the balancer chooses, and what it knows.

use limits::{self, ArgumentError};

/// The most servers.
pub const MAX_SERVERS: u32 = 1000;
/// The most servers that a request can choose from under [`Policy::Best`].
pub const MAX_CHOICES: u32 = 64;
/// The most balancers.
pub const MAX_BALANCERS: u32 = 64;
/// The smallest utilisation: with less no two requests ever meet.
pub const MIN_UTILISATION: f64 = 1e-6;
/// The largest utilisation: with 1 and more the queues never settle, and a finite run shows how fast they grow.
pub const MAX_UTILISATION: f64 = 4.0;
/// The smallest age of information, in mean service times: less is as good as fresh.
pub const MIN_AGE: f64 = 1e-6;
/// The largest.
pub const MAX_AGE: f64 = 1e6;

limits::named! {
    /// When requests arrive.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Arrivals("arrivals") {
        /// Independently of each other: the gaps between them are exponential.
        Poisson = "poisson",
        /// At equal gaps.
        Regular = "regular",
    }
}

limits::named! {
    /// How long requests are served, first come, first served at each server.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Service("service") {
        /// Exponential, of mean 1.
        Exponential = "exponential",
        /// 1 each.
        Fixed = "fixed",
        /// At every whole number of mean service times the oldest request of each server is done, whenever it came (Brooker 2012).
        Tick = "tick",
    }
}

/// Which of several shortest queues is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// Any of them, with equal chances.
    Random,
    /// The first in the list of servers.
    First,
}

/// How a request's server is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Uniformly at random.
    Random,
    /// The shortest queue of a few servers picked at random; the first picked of equals.
    Best {
        /// How many are picked.
        choices: u32,
        /// Whether the same server may be picked twice.
        replacement: bool,
    },
    /// The shortest queue of all.
    Least {
        /// Which of equals.
        ties: Ties,
    },
    /// One server after the other.
    RoundRobin,
    /// A server without a request, at random; where there is none, any server at random ("join idle queue").
    Idle,
}

/// What the balancer knows of the queues. Lengths count the request in service.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Information {
    /// Their lengths at this moment.
    Fresh,
    /// A copy of all lengths, made anew at every multiple of an age: between 0 and that age old. Of several balancers each has
    /// one.
    Renewed(f64),
    /// Every length as it was exactly so long ago, just before what arrived then.
    Aged(f64),
    /// A copy as with [`Renewed`](Self::Renewed), to which the balancer adds each request that it has sent since.
    Own(f64),
}

/// Servers behind one balancer, or behind several that know nothing of each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    servers: u32,
    utilisation: f64,
    arrivals: Arrivals,
    service: Service,
    policy: Policy,
    information: Information,
    balancers: u32,
}

impl Setting {
    /// Checks the limits: 1 to 1,000 servers; a utilisation from a millionth to 4; 1 to 64 choices, and without replacement no
    /// more than servers; an age from a millionth of a mean service time to a million of them.
    ///
    /// # Errors
    ///
    /// A value is outside its limits; the error says which, and what it may be.
    pub fn new(
        servers: u64,
        utilisation: f64,
        arrivals: Arrivals,
        service: Service,
        policy: Policy,
        information: Information,
    ) -> Result<Self, ArgumentError> {
        let servers = limits::check("servers", servers, 1..=MAX_SERVERS.into())? as u32;
        let is_load = (MIN_UTILISATION..=MAX_UTILISATION).contains(&utilisation);
        let must = "from 0.000001 to 4 (below 1 for queues that settle)";
        require(is_load, ArgumentError::Number { field: "utilisation", value: utilisation, must })?;
        if let Policy::Best { choices, replacement } = policy {
            let most = if replacement { MAX_CHOICES } else { servers.min(MAX_CHOICES) };
            limits::check("choices", choices.into(), 1..=most.into())?;
        }
        if let Some(age) = information.age() {
            let must = "from 0.000001 to 1,000,000 mean service times (or the information fresh)";
            let is_within = (MIN_AGE..=MAX_AGE).contains(&age);
            require(is_within, ArgumentError::Number { field: "age", value: age, must })?;
        }
        Ok(Self { servers, utilisation, arrivals, service, policy, information, balancers: 1 })
    }

    /// The same with 1 to 64 balancers: a request comes to any of them, with equal chances. Each has its own copy, renewed as
    /// often as the others' and at another time, evenly spaced; each adds its own sends alone, and takes its own turns.
    ///
    /// # Errors
    ///
    /// The number of balancers is outside its limits.
    pub fn with_balancers(self, balancers: u64) -> Result<Self, ArgumentError> {
        let balancers = limits::check("balancers", balancers, 1..=MAX_BALANCERS.into())? as u32;
        Ok(Self { balancers, ..self })
    }

    /// How many servers there are.
    pub fn servers(&self) -> u32 {
        self.servers
    }

    /// Work that arrives, as a share of the work that all servers can do.
    pub fn utilisation(&self) -> f64 {
        self.utilisation
    }

    /// When requests arrive.
    pub fn arrivals(&self) -> Arrivals {
        self.arrivals
    }

    /// How long requests are served.
    pub fn service(&self) -> Service {
        self.service
    }

    /// How a request's server is chosen.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// What the balancer knows of the queues.
    pub fn information(&self) -> Information {
        self.information
    }

    /// How many balancers there are.
    pub fn balancers(&self) -> u32 {
        self.balancers
    }

    /// Arrivals in a mean service time, at all servers together. A product such as 100·0.57, which a float misses by a rounding,
    /// is the whole number that it is meant to be: regular arrivals would drift past the ticks.
    pub fn rate(&self) -> f64 {
        let rate = f64::from(self.servers) * self.utilisation;
        let whole = rate.round();
        if whole >= 1.0 && (rate - whole).abs() < 1e-9 { whole } else { rate }
    }

    /// Whether the queues come to an equilibrium: below a utilisation of 1. (Under a policy that herds they may still grow
    /// very long.)
    pub fn settles(&self) -> bool {
        self.utilisation < 1.0
    }

    /// How old the information gets on which choices rest, in mean service times; 0 where it is fresh, or none is asked for.
    pub fn age(&self) -> f64 {
        if self.asks() { self.information.age().unwrap_or(0.0) } else { 0.0 }
    }

    /// Whether the choice rests on what the balancer knows of the queues.
    pub fn asks(&self) -> bool {
        self.servers > 1
            && match self.policy {
                Policy::Random | Policy::RoundRobin => false,
                Policy::Best { choices, .. } => choices > 1,
                Policy::Least { .. } | Policy::Idle => true,
            }
    }
}

fn require(is_so: bool, error: ArgumentError) -> Result<(), ArgumentError> {
    if is_so { Ok(()) } else { Err(error) }
}

impl Policy {
    /// Every name that [`parse`](Self::parse) knows.
    pub const NAMES: [&str; 5] = ["random", "best", "least", "round-robin", "idle"];

    /// The policy of a name; `choices` and `replacement` count for `best` alone, `ties` for `least` alone.
    ///
    /// # Errors
    ///
    /// No policy has the name.
    pub fn parse(name: &str, choices: u32, replacement: bool, ties: Ties) -> Result<Self, ArgumentError> {
        match name {
            "random" => Ok(Self::Random),
            "best" => Ok(Self::Best { choices, replacement }),
            "least" => Ok(Self::Least { ties }),
            "round-robin" => Ok(Self::RoundRobin),
            "idle" => Ok(Self::Idle),
            _ => Err(ArgumentError::Name { field: "policy", given: name.to_owned(), names: &Self::NAMES }),
        }
    }

    /// Its name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Best { .. } => "best",
            Self::Least { .. } => "least",
            Self::RoundRobin => "round-robin",
            Self::Idle => "idle",
        }
    }

    /// Names that leave nothing open, for records and page addresses: every one that [`named`](Self::named) knows.
    pub const FULL_NAMES: [&str; 8] =
        ["random", "round-robin", "best-of-2", "best-of-2-replaced", "best-of-3", "least", "least-first", "idle"];

    /// The policy of a full name.
    ///
    /// # Errors
    ///
    /// No policy has the name.
    pub fn named(name: &str) -> Result<Self, ArgumentError> {
        Ok(match name {
            "random" => Self::Random,
            "round-robin" => Self::RoundRobin,
            "best-of-2" => Self::Best { choices: 2, replacement: false },
            "best-of-2-replaced" => Self::Best { choices: 2, replacement: true },
            "best-of-3" => Self::Best { choices: 3, replacement: false },
            "least" => Self::Least { ties: Ties::Random },
            "least-first" => Self::Least { ties: Ties::First },
            "idle" => Self::Idle,
            _ => return Err(ArgumentError::Name { field: "policy", given: name.to_owned(), names: &Self::FULL_NAMES }),
        })
    }

    /// Its full name, if it has one.
    pub fn full_name(self) -> Option<&'static str> {
        Self::FULL_NAMES.into_iter().find(|name| Self::named(name) == Ok(self))
    }
}

impl Information {
    /// Every name that [`parse`](Self::parse) knows.
    pub const NAMES: [&str; 4] = ["fresh", "renewed", "aged", "own"];

    /// The information of a name; `age` counts for all but `fresh`.
    ///
    /// # Errors
    ///
    /// Nothing is called so.
    pub fn parse(name: &str, age: f64) -> Result<Self, ArgumentError> {
        match name {
            "fresh" => Ok(Self::Fresh),
            "renewed" => Ok(Self::Renewed(age)),
            "aged" => Ok(Self::Aged(age)),
            "own" => Ok(Self::Own(age)),
            _ => Err(ArgumentError::Name { field: "information", given: name.to_owned(), names: &Self::NAMES }),
        }
    }

    /// Its name on command lines, in records and in page addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Renewed(_) => "renewed",
            Self::Aged(_) => "aged",
            Self::Own(_) => "own",
        }
    }

    /// How old it gets, in mean service times; nothing for what is always fresh.
    pub fn age(self) -> Option<f64> {
        match self {
            Self::Fresh => None,
            Self::Renewed(age) | Self::Aged(age) | Self::Own(age) => Some(age),
        }
    }
}

impl Service {
    /// When a request is done that arrives at `now` at a server whose last one is done at `last`, in mean service times.
    #[inline(always)]
    pub(crate) fn departure(self, now: f64, last: f64, work: f64) -> f64 {
        match self {
            Self::Exponential | Self::Fixed => now.max(last) + work,
            // One that arrives at a tick has missed it.
            Self::Tick => now.floor().max(last) + 1.0,
        }
    }
}
