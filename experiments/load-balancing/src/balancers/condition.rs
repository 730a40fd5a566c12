//! Which balancer, and how it is set up.

use crate::in_flight::{self, Service};
use harness::record::Setting;
use limits::ArgumentError;

/// How many servers stand behind a balancer: the article's.
pub(crate) const SERVERS: u32 = 13;

/// What is between requests and servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Balancer {
    Nginx,
    Haproxy,
    /// The Caddy of the distribution.
    Caddy,
    /// A Caddy of a newer version, built from its source.
    CaddyNewest,
}

impl Balancer {
    /// Every name that [`parse`](Self::parse) knows.
    pub(crate) const NAMES: [&str; 4] = ["nginx", "haproxy", "caddy", "caddy-newest"];
    const ALL: [Self; 4] = [Self::Nginx, Self::Haproxy, Self::Caddy, Self::CaddyNewest];

    /// The balancer of a name.
    pub(crate) fn parse(name: &str) -> Result<Self, ArgumentError> {
        Self::ALL.into_iter().find(|balancer| balancer.name() == name).ok_or_else(|| ArgumentError::Name {
            field: "balancer",
            given: name.to_owned(),
            names: &Self::NAMES,
        })
    }

    /// Its name on command lines and in records.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// How a balancer picks a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    Random,
    /// The less busy of two random servers.
    RandomTwo,
    RoundRobin,
    /// The server with the fewest open requests.
    Least,
}

impl Policy {
    /// Every name that [`parse`](Self::parse) knows.
    pub(crate) const NAMES: [&str; 4] = ["random", "random-two", "round-robin", "least"];
    pub(crate) const ALL: [Self; 4] = [Self::Random, Self::RandomTwo, Self::RoundRobin, Self::Least];

    /// The policy of a name.
    pub(crate) fn parse(name: &str) -> Result<Self, ArgumentError> {
        Self::ALL.into_iter().find(|policy| policy.name() == name).ok_or_else(|| ArgumentError::Name {
            field: "policy",
            given: name.to_owned(),
            names: &Self::NAMES,
        })
    }

    /// Its name on command lines and in records.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// A balancer, set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub balancer: Balancer,
    pub policy: Policy,
    /// nginx's worker processes, or HAProxy's threads; Caddy takes all processors.
    pub workers: u32,
    /// Whether nginx's workers share a `zone`, and with it their counts.
    pub zone: bool,
    /// Every server's weight in HAProxy.
    pub weight: u32,
}

impl Condition {
    /// As a balancer is without being told more: one worker, weight 1, no zone.
    pub(crate) const fn plain(balancer: Balancer, policy: Policy) -> Self {
        Self { balancer, policy, workers: 1, zone: false, weight: 1 }
    }

    /// nginx with so many workers.
    pub(crate) const fn nginx(policy: Policy, workers: u32, zone: bool) -> Self {
        Self { workers, zone, ..Self::plain(Balancer::Nginx, policy) }
    }

    /// HAProxy with this weight for every server.
    pub(crate) const fn haproxy(policy: Policy, weight: u32) -> Self {
        Self { weight, ..Self::plain(Balancer::Haproxy, policy) }
    }

    /// Its settings in the record: those that its balancer has.
    pub(crate) fn at(&self) -> Vec<(&'static str, Setting)> {
        let Self { balancer, policy, workers, zone, weight } = *self;
        let mut at = vec![("balancer", balancer.name().into()), ("policy", policy.name().into())];
        match balancer {
            Balancer::Nginx => {
                at.push(("workers", workers.into()));
                at.push(("zone", if zone { "with" } else { "without" }.into()));
            }
            Balancer::Haproxy => {
                at.push(("workers", workers.into()));
                at.push(("weight", weight.into()));
            }
            Balancer::Caddy | Balancer::CaddyNewest => {}
        }
        at
    }

    /// Its name for files and messages.
    pub(crate) fn name(&self) -> String {
        let Self { balancer, policy, workers, zone, weight } = *self;
        let zone = if zone { "-zone" } else { "" };
        format!("{}-{}-{workers}{zone}-{weight}", balancer.name(), policy.name())
    }

    /// The model's setting, for requests at this rate by mean work. `is_older` says that Caddy has the older draw of two.
    pub(crate) fn modelled(&self, service: Service, rate: f64, is_older: bool) -> in_flight::Setting {
        use in_flight::Policy as Model;
        let Self { balancer, policy, workers, zone, weight } = *self;
        let draws = matches!(policy, Policy::Random | Policy::RandomTwo);
        in_flight::Setting {
            servers: SERVERS,
            rate,
            policy: match (policy, balancer) {
                (Policy::Random, _) => Model::Random,
                (Policy::RandomTwo, Balancer::Caddy) if is_older => Model::TwoChoicesUnsettled,
                // It draws twice from a ring.
                (Policy::RandomTwo, Balancer::Haproxy) => Model::TwoChoices { distinct: false },
                (Policy::RandomTwo, _) => Model::TwoChoices { distinct: true },
                (Policy::RoundRobin, _) => Model::RoundRobin,
                (Policy::Least, _) => Model::Least,
            },
            // HAProxy's threads and Caddy's goroutines share their counts; so do nginx's workers with a zone, and random needs none.
            workers: if balancer == Balancer::Nginx && !zone && policy != Policy::Random { workers } else { 1 },
            // `BE_WEIGHT_SCALE` of HAProxy.
            ring_points: (balancer == Balancer::Haproxy && draws).then_some(16 * weight),
            service,
        }
    }
}

/// All that are measured while servers work on all their requests at the same time, by balancer: what is compared lies near
/// each other in time. Of the older Caddy only the draw of two, which alone differs from that of the newest; HAProxy's threads with the
/// policies that count.
pub(crate) fn held() -> Vec<Vec<Condition>> {
    let plain = |balancer| Policy::ALL.map(|policy| Condition::plain(balancer, policy)).to_vec();
    let mut nginx = plain(Balancer::Nginx);
    for policy in [Policy::RandomTwo, Policy::RoundRobin, Policy::Least] {
        nginx.extend([false, true].map(|zone| Condition::nginx(policy, 4, zone)));
    }
    let mut haproxy = plain(Balancer::Haproxy);
    haproxy.extend([Policy::Random, Policy::RandomTwo].map(|policy| Condition::haproxy(policy, 100)));
    let threads = [Condition::haproxy(Policy::RandomTwo, 100), Condition::haproxy(Policy::Least, 1)];
    haproxy.extend(threads.map(|condition| Condition { workers: 4, ..condition }));
    let older = vec![Condition::plain(Balancer::Caddy, Policy::RandomTwo)];
    vec![nginx, haproxy, older, plain(Balancer::CaddyNewest)]
}

/// All that are measured while servers work on one request after the other; of the older Caddy, again, only the draw of two.
pub(crate) fn queued() -> Vec<Condition> {
    let of = |balancer, weight| {
        Policy::ALL.map(|policy| Condition { weight, ..Condition::plain(balancer, policy) }).to_vec()
    };
    let older = vec![Condition::plain(Balancer::Caddy, Policy::RandomTwo)];
    [of(Balancer::Nginx, 1), of(Balancer::Haproxy, 100), older, of(Balancer::CaddyNewest, 1)].concat()
}
