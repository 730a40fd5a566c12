//! Figures that stand in no series: of two conditions, paired within rounds.

use harness::record::{Profile, unit};
use harness::{Found, Quantity};

use super::condition::WITH_ONE_SOCKET;
use super::series::{BALANCERS, VARIANCE};
use super::{Balancer, Condition, Measured, Policy, Row};

/// Pairs of conditions whose variances between servers, over their means, are compared; the second is the even one.
pub(crate) mod variance {
    /// Two choices over one, in nginx.
    pub(crate) const TWO_IN_NGINX: &str = "variance between servers over mean in nginx, two choices over one";
    /// The same in HAProxy.
    pub(crate) const TWO_IN_HAPROXY: &str = "variance between servers over mean in HAProxy, two choices over one";
    /// Four workers of nginx with two choices, without a zone over with one.
    pub(crate) const APART_TWO: &str =
        "variance over mean with 4 workers of nginx and two choices, without a zone over with one";
    /// The same with least connections.
    pub(crate) const APART_LEAST: &str =
        "variance over mean with 4 workers of nginx and least connections, without a zone over with one";
    /// Four workers of nginx with least connections, each with a listening socket of its own over one for all.
    pub(crate) const REUSEPORT: &str =
        "variance over mean with 4 workers of nginx and least connections, with reuseport over without";
    /// HAProxy's random, at weight 1 over 100.
    pub(crate) const RING: &str = "variance over mean with HAProxy’s random(1), weight 1 over weight 100";
    /// Caddy's two choices, the distribution's over the newest.
    pub(crate) const UNSETTLED: &str = "variance over mean with Caddy’s random_choose 2, packaged over newest";
}

/// Processor time of a balancer for a request, two choices over one.
pub(crate) mod cost {
    pub(crate) const IN_NGINX: &str = "processor time of nginx for a request, two choices over one";
    pub(crate) const IN_HAPROXY: &str = "processor time of HAProxy for a request, two choices over one";
}

/// How many requests servers get for each that is sent to a balancer with two choices.
pub(crate) mod queries {
    pub(crate) const IN_NGINX: &str = "queries for a request in nginx, with two choices";
    pub(crate) const IN_HAPROXY: &str = "queries for a request in HAProxy, with two choices";
}

/// The share of requests with an error that a failing server causes under least connections in nginx, where others are asked.
pub(crate) const MENDED: &str =
    "requests answered with an error, with least connections in nginx and proxy_next_upstream http_500";

/// The ratios of variances: a name, the condition above, and the even one below.
fn of_variance() -> [(&'static str, Condition, Condition); 7] {
    let of_four = |policy, zone| Condition::nginx(policy, 4, zone);
    let caddy = |balancer| Condition::plain(balancer, Policy::RandomTwo);
    [
        (variance::TWO_IN_NGINX, nginx(Policy::RandomTwo), nginx(Policy::Random)),
        (variance::TWO_IN_HAPROXY, haproxy(Policy::RandomTwo), haproxy(Policy::Random)),
        (variance::APART_TWO, of_four(Policy::RandomTwo, false), of_four(Policy::RandomTwo, true)),
        (variance::APART_LEAST, of_four(Policy::Least, false), of_four(Policy::Least, true)),
        (variance::REUSEPORT, of_four(Policy::Least, false), WITH_ONE_SOCKET),
        (variance::RING, Condition::haproxy(Policy::Random, 1), haproxy(Policy::Random)),
        (variance::UNSETTLED, caddy(Balancer::Caddy), caddy(Balancer::CaddyNewest)),
    ]
}

fn nginx(policy: Policy) -> Condition {
    Condition::plain(Balancer::Nginx, policy)
}

fn haproxy(policy: Policy) -> Condition {
    Condition::haproxy(policy, 100)
}

/// How many rounds a run has.
pub(crate) fn rounds(profile: Profile) -> u32 {
    match profile {
        Profile::Quick => 1,
        Profile::Full => 9,
    }
}

/// Adds all of them, measured or not.
pub(crate) fn add_quantities(found: &mut Found, measured: &Measured) {
    for (name, above, below) in of_variance() {
        let is_known = name != variance::UNSETTLED || measured.caddy_is_older == Some(true);
        let predicted = |condition: Condition| found.at(BALANCERS, &condition.at(), VARIANCE).predicted;
        let predicted = predicted(above).zip(predicted(below)).map(|(above, below)| above / below);
        let ratio = measured.variance_ratio(above, below).filter(|_| is_known);
        found.add(name, Quantity::new(unit::RATIO, ratio).predicted(predicted.filter(|_| is_known)));
    }
    let mended = measured.row(Condition::failing_in_nginx(Policy::Least, true)).and_then(Row::failed_share);
    found.add(MENDED, Quantity::new(unit::SHARE, mended));
    for (cost, queries, one, two) in [
        (cost::IN_NGINX, queries::IN_NGINX, nginx(Policy::Random), nginx(Policy::RandomTwo)),
        (cost::IN_HAPROXY, queries::IN_HAPROXY, haproxy(Policy::Random), haproxy(Policy::RandomTwo)),
    ] {
        found.add(cost, Quantity::new(unit::RATIO, measured.cost_ratio(two, one)));
        found.add(queries, Quantity::new(unit::RATIO, measured.queries(two)));
    }
}
