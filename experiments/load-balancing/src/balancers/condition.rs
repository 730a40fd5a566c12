//! Which balancer, and how it is set up.

use harness::record::Setting;
use limits::ArgumentError;
use load_balancing_model::in_flight::{self, Service};

/// How many servers stand behind a balancer: the article's.
pub(crate) const SERVERS: u32 = in_flight::round::SERVERS;

/// The program between requests and servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Balancer {
    Nginx,
    /// An nginx of a newer version, from PyPI.
    NginxNewest,
    Haproxy,
    /// The Caddy of the distribution.
    Caddy,
    /// A Caddy of a newer version, built from its source.
    CaddyNewest,
}

impl Balancer {
    /// Every name that [`parse`](Self::parse) knows.
    pub(crate) const NAMES: [&str; 5] = ["nginx", "nginx-newest", "haproxy", "caddy", "caddy-newest"];
    const ALL: [Self; 5] = [Self::Nginx, Self::NginxNewest, Self::Haproxy, Self::Caddy, Self::CaddyNewest];

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

    /// True for nginx of any version.
    pub(crate) fn is_nginx(self) -> bool {
        matches!(self, Self::Nginx | Self::NginxNewest)
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
    /// True if nginx's workers share a `zone`, and with it their counts.
    pub zone: bool,
    /// Every server's weight in HAProxy.
    pub weight: u32,
    /// True if each of nginx's workers has a listening socket of its own (`listen … reuseport`, which is not nginx's default).
    pub reuseport: bool,
    /// How many of the [`SERVERS`], the first ones, answer 500 at once.
    pub failing: u32,
    /// True if nginx sends a request that was answered 500 to another server (`proxy_next_upstream … http_500`), and leaves out the
    /// one that failed, as `max_fails` has it by default.
    pub next_upstream: bool,
}

impl Condition {
    /// A balancer's defaults: one worker, weight 1, no zone; but nginx with `reuseport`.
    pub(crate) const fn plain(balancer: Balancer, policy: Policy) -> Self {
        Self { balancer, policy, workers: 1, zone: false, weight: 1, reuseport: true, failing: 0, next_upstream: false }
    }

    /// nginx with so many workers.
    pub(crate) const fn nginx(policy: Policy, workers: u32, zone: bool) -> Self {
        Self { workers, zone, ..Self::plain(Balancer::Nginx, policy) }
    }

    /// HAProxy with this weight for every server.
    pub(crate) const fn haproxy(policy: Policy, weight: u32) -> Self {
        Self { weight, ..Self::plain(Balancer::Haproxy, policy) }
    }

    /// The same with one server that answers 500 at once.
    const fn with_a_failing_server(self) -> Self {
        Self { failing: 1, ..self }
    }

    /// nginx with this policy and a failing server, whose requests it sends on to others if `next_upstream`.
    pub(crate) const fn failing_in_nginx(policy: Policy, next_upstream: bool) -> Self {
        Self { next_upstream, ..Self::plain(Balancer::Nginx, policy).with_a_failing_server() }
    }

    /// HAProxy with this policy and a failing server.
    pub(crate) const fn failing_in_haproxy(policy: Policy) -> Self {
        Self::haproxy(policy, 100).with_a_failing_server()
    }

    /// Its settings in the record: those that its balancer has.
    pub(crate) fn at(&self) -> Vec<(&'static str, Setting)> {
        let Self { balancer, policy, workers, zone, weight, .. } = *self;
        let mut at = vec![("balancer", balancer.name().into()), ("policy", policy.name().into())];
        match balancer {
            Balancer::Nginx | Balancer::NginxNewest => {
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
        let Self { balancer, policy, workers, weight, failing, .. } = *self;
        let more = [
            (self.zone, "-zone"),
            (!self.reuseport, "-one-socket"),
            (failing > 0, "-failing"),
            (self.next_upstream, "-next-upstream"),
        ];
        let more: String = more.iter().filter(|(is_so, _)| *is_so).map(|(_, word)| *word).collect();
        format!("{}-{}-{workers}-{weight}{more}", balancer.name(), policy.name())
    }

    /// The model's setting, for requests at this rate by mean work. `is_older` says that Caddy has the older draw of two.
    pub(crate) fn modelled(&self, service: Service, rate: f64, is_older: bool) -> in_flight::Setting {
        use in_flight::Policy as Model;
        let Self { balancer, policy, workers, zone, weight, next_upstream, .. } = *self;
        // Left out once it has failed.
        let failing = if next_upstream { 0 } else { self.failing };
        let draws = matches!(policy, Policy::Random | Policy::RandomTwo);
        in_flight::Setting {
            servers: SERVERS - (self.failing - failing),
            failing,
            rate,
            policy: match (policy, balancer) {
                (Policy::Random, _) => Model::Random,
                (Policy::RandomTwo, Balancer::Caddy) if is_older => Model::TwoChoicesUnsettled,
                // HAProxy draws twice from a ring.
                (Policy::RandomTwo, Balancer::Haproxy) => Model::TwoChoices { distinct: false },
                (Policy::RandomTwo, _) => Model::TwoChoices { distinct: true },
                (Policy::RoundRobin, _) => Model::RoundRobin,
                (Policy::Least, _) => Model::Least,
            },
            // HAProxy's threads and Caddy's goroutines share their counts; so do nginx's workers with a zone, and random needs none.
            workers: if balancer.is_nginx() && !zone && policy != Policy::Random { workers } else { 1 },
            // `BE_WEIGHT_SCALE` of HAProxy.
            ring_points: (balancer == Balancer::Haproxy && draws).then_some(16 * weight),
            service,
        }
    }
}

/// All that are measured while servers work on all their requests at the same time, by balancer: what is compared lies near
/// each other in time. Of the older Caddy only the draw of two, which alone differs from that of the newest; of the newest nginx and of
/// HAProxy's threads the policies that count.
pub(crate) fn held() -> Vec<Vec<Condition>> {
    let plain = |balancer| Policy::ALL.map(|policy| Condition::plain(balancer, policy)).to_vec();
    let mut nginx = plain(Balancer::Nginx);
    for policy in [Policy::RandomTwo, Policy::Least] {
        nginx.extend([false, true].map(|zone| Condition::nginx(policy, 4, zone)));
        nginx.push(Condition::plain(Balancer::NginxNewest, policy));
    }
    nginx.push(WITH_ONE_SOCKET);
    let mut haproxy = plain(Balancer::Haproxy);
    haproxy.extend([Policy::Random, Policy::RandomTwo].map(|policy| Condition::haproxy(policy, 100)));
    let threads = [Condition::haproxy(Policy::RandomTwo, 100), Condition::haproxy(Policy::Least, 1)];
    haproxy.extend(threads.map(|condition| Condition { workers: 4, ..condition }));
    let older = vec![Condition::plain(Balancer::Caddy, Policy::RandomTwo)];
    vec![nginx, haproxy, older, plain(Balancer::CaddyNewest), failing()]
}

/// nginx's workers with one listening socket for all, as is nginx's default; else as with `Condition::nginx(Policy::Least, 4, false)`.
pub(crate) const WITH_ONE_SOCKET: Condition =
    Condition { reuseport: false, ..Condition::nginx(Policy::Least, 4, false) };

/// All that are measured with a failing server.
fn failing() -> Vec<Condition> {
    let mut all: Vec<Condition> = Policy::ALL.map(|policy| Condition::failing_in_nginx(policy, false)).to_vec();
    all.extend(Policy::ALL.map(Condition::failing_in_haproxy));
    all.push(Condition::failing_in_nginx(Policy::Least, true));
    all.push(Condition { balancer: Balancer::NginxNewest, ..Condition::failing_in_nginx(Policy::Least, false) });
    all
}

/// The conditions of which a round is recorded moment by moment: nginx's policies, with healthy servers and with a failing one.
pub(crate) fn recorded() -> Vec<Condition> {
    let of = |failing| Policy::ALL.map(|policy| Condition { failing, ..Condition::plain(Balancer::Nginx, policy) });
    [of(0), of(1)].concat()
}

/// All that are measured while servers work on one request after the other; of Caddy only the draw of two.
pub(crate) fn queued() -> Vec<Condition> {
    let of = |balancer, weight| {
        Policy::ALL.map(|policy| Condition { weight, ..Condition::plain(balancer, policy) }).to_vec()
    };
    let caddy = [Balancer::Caddy, Balancer::CaddyNewest].map(|caddy| Condition::plain(caddy, Policy::RandomTwo));
    [of(Balancer::Nginx, 1), of(Balancer::Haproxy, 100), caddy.to_vec()].concat()
}
