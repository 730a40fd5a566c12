//! Settings that are simulated, and the series that they are for.

use harness::record::Profile;
use stale_load_model::{Arrivals, Information, Policy, RELAXATIONS, Service, Setting, Ties, warm_up};

/// A mean service time in the published setting, in seconds: from tick to tick.
pub(crate) const TICK_SECONDS: f64 = 8.0;
/// Servers and utilisation of the published setting: a request each second.
pub(crate) const PUBLISHED_SERVERS: u32 = 10;
pub(crate) const PUBLISHED_UTILISATION: f64 = 0.8;

/// Ages of the published setting's curves, in seconds. 0 is fresh.
pub(crate) const AGES_SECONDS: [f64; 19] =
    [0.0, 2.5, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 120.0, 140.0, 160.0, 200.0];

/// Another age, in seconds, for shortest of all as published: that of a copy that is renewed at every third tick. It is part of no
/// crossing.
pub(crate) const THREE_TICKS_SECONDS: f64 = 3.0 * TICK_SECONDS;

/// Servers and utilisations of the other series, and the ages there, in mean service times.
pub(crate) const SERVERS: [u32; 5] = [2, 3, 5, 10, 100];
/// The numbers of servers at which herds form, compared with fresh information, too.
pub(crate) const MANY_SERVERS: [u32; 2] = [10, 100];
pub(crate) const UTILISATIONS: [f64; 5] = [0.5, 0.7, 0.8, 0.9, 0.95];
pub(crate) const AGES: [f64; 9] = [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// The utilisation at which counting one's own sends is tried, too, and fresh information.
pub(crate) const BUSY: f64 = 0.9;
/// The balancers of the series by their number, of [`PUBLISHED_SERVERS`] servers at [`BUSY`].
pub(crate) const BALANCERS: [u32; 3] = [1, 4, 16];

pub(crate) const TWO: Policy = Policy::Best { choices: 2, replacement: false };
pub(crate) const TWO_REPLACED: Policy = Policy::Best { choices: 2, replacement: true };
pub(crate) const THREE: Policy = Policy::Best { choices: 3, replacement: false };
pub(crate) const LEAST: Policy = Policy::Least { ties: Ties::Random };
pub(crate) const LEAST_FIRST: Policy = Policy::Least { ties: Ties::First };

/// The published setting, or one that differs from it in what its source leaves open, or in what a service has otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    /// As published: regular arrivals, a tick for all servers, a copy that is renewed.
    Published,
    /// The same with lengths that are always exactly so old.
    TickAged,
    /// Each request is served for 8 s from its turn on.
    Fixed,
    /// Poisson arrivals, exponential service.
    Poisson,
    /// The same with lengths that are always exactly so old.
    PoissonAged,
    /// As `Poisson`, with each request that the balancer has sent added to its copy.
    PoissonOwn,
}

impl Variant {
    pub(crate) const ALL: [Self; 6] =
        [Self::Published, Self::TickAged, Self::Fixed, Self::Poisson, Self::PoissonAged, Self::PoissonOwn];

    /// Its name in the record, and what a reader sees.
    pub(crate) fn name(self) -> &'static str {
        self.words().0
    }

    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Published => ("published", "as published: a request a second, a tick every 8 s, a copy renewed"),
            Self::TickAged => ("tick-aged", "as published, every length exactly so old"),
            Self::Fixed => ("fixed", "a request a second, 8 s of service each, a copy renewed"),
            Self::Poisson => ("poisson", "Poisson arrivals, exponential service, a copy renewed"),
            Self::PoissonAged => ("poisson-aged", "Poisson arrivals, exponential service, every length exactly so old"),
            Self::PoissonOwn => ("poisson-own", "Poisson arrivals, exponential service, a copy plus own sends"),
        }
    }

    /// The policies whose curves are drawn.
    pub(crate) fn policies(self) -> &'static [Policy] {
        match self {
            Self::Published => &[TWO, TWO_REPLACED, THREE, LEAST, LEAST_FIRST],
            Self::PoissonOwn => &[TWO, LEAST],
            _ => &[TWO, THREE, LEAST],
        }
    }

    /// Its setting under a policy, with information of an age in seconds.
    pub(crate) fn setting(self, policy: Policy, age_seconds: f64) -> Setting {
        let age = age_seconds / TICK_SECONDS;
        let information = match self {
            _ if age_seconds == 0.0 => Information::Fresh,
            Self::Published | Self::Fixed | Self::Poisson => Information::Renewed(age),
            Self::TickAged | Self::PoissonAged => Information::Aged(age),
            Self::PoissonOwn => Information::Own(age),
        };
        let (arrivals, service) = match self {
            Self::Published | Self::TickAged => (Arrivals::Regular, Service::Tick),
            Self::Fixed => (Arrivals::Regular, Service::Fixed),
            Self::Poisson | Self::PoissonAged | Self::PoissonOwn => (Arrivals::Poisson, Service::Exponential),
        };
        known(PUBLISHED_SERVERS, PUBLISHED_UTILISATION, arrivals, service, policy, information)
    }
}

/// Poisson arrivals and exponential service: the setting of the other series.
pub(crate) fn usual(servers: u32, utilisation: f64, policy: Policy, information: Information) -> Setting {
    known(servers, utilisation, Arrivals::Poisson, Service::Exponential, policy, information)
}

/// The policies that are compared with fresh information.
pub(crate) const FRESH_POLICIES: [Policy; 5] = [Policy::Random, Policy::RoundRobin, TWO, LEAST, Policy::Idle];
/// The policies that are compared by age, of so many servers. Of two servers the best of two is the shortest of all.
pub(crate) fn aged_policies(servers: u32) -> &'static [Policy] {
    if matches!(servers, 3 | 5 | 10) { &[TWO, LEAST] } else { &[LEAST] }
}

/// Information of an age in mean service times, 0 being fresh, by what it is called in the record.
pub(crate) fn information(name: &str, age: f64) -> Information {
    match Information::parse(name, age).expect("it is known") {
        _ if age == 0.0 => Information::Fresh,
        information => information,
    }
}

/// The greatest age of a copy up to which the least of a hundred servers is looked at. With older ones queues do not settle within
/// 400 copies: all requests of a copy may go to the one server that was the shortest, which then has enough for some 90 copies.
const OLDEST_OF_MANY: f64 = 32.0;

/// Where the series by age has points: servers, utilisation, policy, the name of the information, age.
pub(crate) fn by_age() -> Vec<(u32, f64, Policy, &'static str, f64)> {
    let mut points = Vec::new();
    for servers in SERVERS {
        for utilisation in UTILISATIONS {
            for &policy in aged_policies(servers) {
                let is_looked_at = |age: &f64| servers < 100 || *age <= OLDEST_OF_MANY;
                let ages = AGES.into_iter().filter(is_looked_at);
                points.extend(ages.map(|age| (servers, utilisation, policy, "renewed", age)));
            }
            if utilisation == BUSY && MANY_SERVERS.contains(&servers) {
                points.extend(AGES.map(|age| (servers, utilisation, LEAST, "own", age)));
            }
        }
    }
    points
}

/// Where the series by the number of balancers has points with a copy: balancers, policy, the name of the information, age.
pub(crate) fn by_balancers() -> impl Iterator<Item = (u32, Policy, &'static str, f64)> {
    let aged = |balancers, policy, name| {
        AGES.into_iter().filter(|&age| age >= 1.0).map(move |age| (balancers, policy, name, age))
    };
    let known = ["renewed", "own"];
    let curves = BALANCERS.into_iter().flat_map(move |balancers| {
        [TWO, LEAST].into_iter().flat_map(move |policy| known.map(|name| (balancers, policy, name)))
    });
    curves.flat_map(move |(balancers, policy, name)| aged(balancers, policy, name))
}

/// Ten busy servers behind so many balancers.
pub(crate) fn shared(balancers: u32, policy: Policy, information: Information) -> Setting {
    usual(PUBLISHED_SERVERS, BUSY, policy, information)
        .with_balancers(balancers.into())
        .expect("the experiment's own settings lie within the limits")
}

/// One setting and how long it is simulated, in each repetition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Condition {
    pub setting: Setting,
    pub requests: u32,
    /// How many are left out before.
    pub warm_up: u32,
}

/// Everything a run simulates.
pub(crate) struct Conditions {
    /// How often each setting is repeated.
    pub repetitions: u32,
    /// The settings, each once.
    pub all: Vec<Condition>,
}

impl Conditions {
    /// Long runs, or short ones for a quick look.
    pub(crate) fn of(profile: Profile) -> Self {
        let (repetitions, requests_per_server, relaxations, ages) = match profile {
            Profile::Quick => (6, 600, 1, 10.0),
            Profile::Full => (20, 6000, RELAXATIONS, 400.0),
        };
        let curves = Variant::ALL.into_iter().flat_map(|variant| {
            let random = variant.setting(Policy::Random, 0.0);
            let curves = variant
                .policies()
                .iter()
                .flat_map(move |&policy| AGES_SECONDS.into_iter().map(move |age| variant.setting(policy, age)));
            [random].into_iter().chain(curves)
        });
        let at_ticks = Variant::Published.setting(LEAST, THREE_TICKS_SECONDS);
        let fresh = MANY_SERVERS
            .into_iter()
            .flat_map(|servers| FRESH_POLICIES.map(|policy| usual(servers, BUSY, policy, Information::Fresh)));
        let by_age = by_age().into_iter().map(|(servers, utilisation, policy, name, age)| {
            usual(servers, utilisation, policy, information(name, age))
        });
        let in_turn = BALANCERS.map(|balancers| shared(balancers, Policy::RoundRobin, Information::Fresh));
        let by_balancers =
            by_balancers().map(|(balancers, policy, name, age)| shared(balancers, policy, information(name, age)));
        let mut all: Vec<Condition> = Vec::new();
        for setting in curves.chain([at_ticks]).chain(fresh).chain(by_age).chain(in_turn).chain(by_balancers) {
            // Ten servers need as long as a hundred to see as many of their queues' ups and downs, and are cheaper.
            let fewest = requests_per_server * setting.servers().clamp(10, 30);
            // Herds go to and fro from copy to copy: so many copies at least are looked at.
            let requests = fewest.max((ages * setting.age() * setting.rate()).ceil() as u32);
            let condition = Condition { setting, requests, warm_up: warm_up(&setting, relaxations) };
            if !all.contains(&condition) {
                all.push(condition);
            }
        }
        Self { repetitions, all }
    }
}

fn known(
    servers: u32,
    utilisation: f64,
    arrivals: Arrivals,
    service: Service,
    policy: Policy,
    information: Information,
) -> Setting {
    Setting::new(servers.into(), utilisation, arrivals, service, policy, information)
        .expect("the experiment's own settings lie within the limits")
}
