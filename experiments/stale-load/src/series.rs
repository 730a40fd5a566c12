//! The record's series, and the outcomes as their points.

use harness::found::figures;
use harness::record::{Dimension, Measure, Point, Series, Setting as At};
use harness::statistics::mean;
use harness::{Found, Quantity as Named};
use stale_load_model::crossings::crossings;
use stale_load_model::exact::{exact, mean_field};
use stale_load_model::{Information, Policy, Quantity, Setting};

use crate::conditions::{
    AGES_SECONDS, BALANCERS, BUSY, FRESH_POLICIES, LEAST, MANY_SERVERS, SERVERS, THREE_TICKS_SECONDS, TICK_SECONDS,
    TWO, UTILISATIONS, Variant, aged_policies, by_age, by_balancers, information, shared, usual,
};
use crate::simulate::Outcomes;

pub(crate) const CURVES: &str = "published-curves";
pub(crate) const CROSSINGS: &str = "crossings";
pub(crate) const FRESH: &str = "fresh";
pub(crate) const BY_AGE: &str = "by-age";
pub(crate) const CROSSINGS_BY_LOAD: &str = "crossings-by-load";
pub(crate) const BY_BALANCERS: &str = "by-balancers";

pub(crate) const MEAN_SECONDS: &str = "mean_time_seconds";
pub(crate) const CROSSING_SECONDS: &str = "crossing_age_seconds";
pub(crate) const CROSSING: &str = "crossing_age";
pub(crate) const ROUND_ROBIN_CROSSING: &str = "round_robin_crossing_age";
pub(crate) const MEAN: &str = Quantity::Mean.name();

/// Digits that are kept: more than a simulation has.
const DIGITS: usize = 5;
/// The unit of time where no seconds are.
const SERVICE_TIMES: &str = "mean service times";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![curves(), crossing_series(), fresh(), series_by_age(), by_load(), series_by_balancers(), figures()]
}

/// All that was found: the series, and what stands in none of them.
pub(crate) fn found(outcomes: &Outcomes) -> Found {
    let mut found = Found::new(vec![
        curves().points(curve_points(outcomes)),
        crossing_series().points(crossing_points(outcomes)),
        fresh().points(fresh_points(outcomes)),
        series_by_age().points(points_by_age(outcomes)),
        by_load().points(points_by_load(outcomes)),
        series_by_balancers().points(points_by_balancers(outcomes)),
    ]);
    for policy in [LEAST, TWO] {
        let longest = longest(outcomes, Variant::PoissonOwn, policy);
        found.add(longest_of(policy), Named::new("s", longest.map(|times| mean(&times).to_digits(DIGITS))));
    }
    found
}

/// The name of the longest mean time that a policy comes to at any age, where the balancer counts its own sends.
pub(crate) fn longest_of(policy: Policy) -> String {
    format!("{}, with its own sends, at its worst age", policy_words(policy))
}

/// The longest of the mean times at all ages, in seconds, repetition by repetition: since it is taken where chance made them
/// longest, it is longer than the mean at any age. `None` where queues do not settle at one.
fn longest(outcomes: &Outcomes, variant: Variant, policy: Policy) -> Option<Vec<f64>> {
    let curve = AGES_SECONDS.map(|age| outcomes.of(variant.setting(policy, age), Quantity::Mean));
    let curve: Vec<&[f64]> = curve.into_iter().collect::<Option<_>>()?;
    let at = |repetition: usize| curve.iter().map(move |times| times[repetition]).fold(0.0, f64::max) * TICK_SECONDS;
    Some((0..curve[0].len()).map(at).collect())
}

/// The name of a policy in the record: one that says whether picks may coincide, and which of ties is taken.
pub(crate) fn policy_name(policy: Policy) -> &'static str {
    policy.full_name().expect("every policy that is simulated has a name")
}

/// What a reader sees for it.
pub(crate) fn policy_words(policy: Policy) -> &'static str {
    let name = policy_name(policy);
    POLICIES.into_iter().find(|(known, _)| *known == name).expect("every name has words").1
}

/// What a reader sees for the name of a policy.
const POLICIES: [(&str, &str); 8] = [
    ("random", "random"),
    ("round-robin", "round robin"),
    ("best-of-2", "best of 2"),
    ("best-of-2-replaced", "best of 2, maybe the same twice"),
    ("best-of-3", "best of 3"),
    ("least", "shortest of all"),
    ("least-first", "shortest of all, ties to the first"),
    ("idle", "join idle queue"),
];

fn policies(all: impl IntoIterator<Item = Policy>) -> Dimension {
    let words = all.into_iter().map(|policy| (policy_name(policy), policy_words(policy)));
    Dimension::new("policy", "Policy", None).words(words)
}

/// The policies of the curves, without random.
fn of_curves() -> impl Iterator<Item = Policy> {
    Variant::ALL.into_iter().flat_map(|variant| variant.policies().iter().copied())
}

/// The policies of the series by age.
fn of_aged() -> impl Iterator<Item = Policy> {
    SERVERS.into_iter().flat_map(|servers| aged_policies(servers).iter().copied())
}

fn variants() -> Dimension {
    Dimension::new("setting", "Setting", None).words(Variant::ALL.map(Variant::words))
}

/// The mean of repetitions, with Student's interval.
fn simulated(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "mean of simulated repetitions", "Student's t").simulated()
}

/// The settings of a point of the published setting's curves.
pub(crate) fn at_curve(variant: Variant, policy: Policy, age_seconds: f64) -> [(&'static str, At); 3] {
    [("setting", variant.name().into()), ("policy", policy_name(policy).into()), ("age_seconds", age_seconds.into())]
}

/// The settings of a point of the crossings.
pub(crate) fn at_crossing(variant: Variant, policy: Policy) -> [(&'static str, At); 2] {
    [("setting", variant.name().into()), ("policy", policy_name(policy).into())]
}

/// The settings of a point of the crossings by load.
pub(crate) fn at_load(servers: u32, utilisation: f64, policy: Policy) -> [(&'static str, At); 3] {
    [("servers", servers.into()), ("utilisation", utilisation.into()), ("policy", policy_name(policy).into())]
}

fn curves() -> Series {
    Series::new(
        CURVES,
        "Mean time in system by age of the information, 10 servers that each do a request in 8 s, a request a second",
    )
    .dimensions([
        variants(),
        policies(of_curves().chain([Policy::Random])),
        Dimension::new("age_seconds", "Age of the information", Some("s")),
    ])
    .measures([simulated(MEAN_SECONDS, "Mean time in system", "s")])
}

fn curve_points(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let point = move |variant: Variant, policy, age| {
        let setting = variant.setting(policy, age);
        let seconds = |times: &[f64]| times.iter().map(|time| time * TICK_SECONDS).collect::<Vec<_>>();
        let found = outcomes.of(setting, Quantity::Mean).map(|times| mean(&seconds(times)).to_digits(DIGITS));
        Point::new(at_curve(variant, policy, age))
            .value(MEAN_SECONDS, found)
            .exact(MEAN_SECONDS, exact(&setting).and_then(|exact| exact.mean).map(|time| time * TICK_SECONDS))
    };
    let points = Variant::ALL.into_iter().flat_map(move |variant| {
        let curve = move |&policy: &Policy| AGES_SECONDS.into_iter().map(move |age| point(variant, policy, age));
        [point(variant, Policy::Random, 0.0)].into_iter().chain(variant.policies().iter().flat_map(curve))
    });
    points.chain([point(Variant::Published, LEAST, THREE_TICKS_SECONDS)]).filter(is_known)
}

/// Whether there is anything at a point: where queues do not settle there may be nothing.
fn is_known(point: &Point) -> bool {
    !(point.values.is_empty() && point.exact.is_empty())
}

/// For each repetition, the age at which a policy becomes worse than one that does not look at the queues, such as random, whose mean
/// `blind` is exact; nothing where in any of them it never does. A curve is followed up to the first age at which queues do not settle.
pub(crate) fn crossing_ages(ages: &[f64], curve: &[Option<&[f64]>], blind: f64) -> Option<Vec<f64>> {
    let curve: Vec<&[f64]> = curve.iter().map_while(|at_age| *at_age).collect();
    let ages = &ages[..curve.len()];
    (0..curve.first()?.len())
        .map(|repetition| {
            let times: Vec<f64> = curve.iter().map(|at_age| at_age[repetition]).collect();
            let rises = |crossing: &stale_load_model::crossings::Crossing| crossing.rises;
            crossings(ages, &times, &vec![blind; ages.len()]).into_iter().find(rises).map(|crossing| crossing.at)
        })
        .collect()
}

fn crossing_series() -> Series {
    Series::new(CROSSINGS, "Ages at which curves cross")
        .dimensions([variants(), policies(of_curves())])
        .measures([simulated(CROSSING_SECONDS, "Age from which on it is worse than random", "s")])
}

fn crossing_points(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let curve = move |variant: Variant, policy| {
        AGES_SECONDS.map(|age| outcomes.of(variant.setting(policy, age), Quantity::Mean))
    };
    Variant::ALL.into_iter().flat_map(move |variant| {
        let random = known_mean(&variant.setting(Policy::Random, 0.0));
        variant.policies().iter().map(move |&policy| {
            let times = curve(variant, policy);
            let crosses = crossing_ages(&AGES_SECONDS, &times, random);
            Point::new(at_crossing(variant, policy))
                .value(CROSSING_SECONDS, crosses.map(|ages| mean(&ages).to_digits(DIGITS)))
        })
    })
}

fn known_mean(setting: &Setting) -> f64 {
    exact(setting).and_then(|exact| exact.mean).expect("what does not look at the queues has an exact mean here")
}

fn fresh() -> Series {
    Series::new(FRESH, "Time in system with fresh information, Poisson arrivals, exponential service")
        .dimensions([servers_dimension(), utilisation_dimension(), policies(FRESH_POLICIES)])
        .measures(times())
}

fn fresh_points(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let settings = MANY_SERVERS.into_iter().flat_map(|servers| FRESH_POLICIES.map(|policy| (servers, policy)));
    settings.map(|(servers, policy)| {
        let setting = usual(servers, BUSY, policy, Information::Fresh);
        let (known, limit) = (exact(&setting), limit(policy, BUSY));
        Quantity::ALL.into_iter().fold(Point::new(at_load(servers, BUSY, policy)), |point, quantity| {
            point
                .value(quantity.name(), outcomes.of(setting, quantity).map(|times| mean(times).to_digits(DIGITS)))
                .exact(quantity.name(), known.and_then(|known| known.figure(quantity)))
                .predicted(quantity.name(), limit.and_then(|limit| limit.figure(quantity)))
        })
    })
}

/// The limit of many servers, where there is one.
fn limit(policy: Policy, utilisation: f64) -> Option<stale_load_model::exact::Exact> {
    match policy {
        Policy::Best { choices, .. } => mean_field(utilisation, choices),
        _ => None,
    }
}

fn times() -> [Measure; 3] {
    Quantity::ALL.map(time)
}

fn time(quantity: Quantity) -> Measure {
    let title = match quantity {
        Quantity::Mean => "Mean time in system",
        Quantity::P50 => "Median time in system",
        Quantity::P99 => "99th percentile of the time in system",
    };
    simulated(quantity.name(), title, SERVICE_TIMES)
}

fn servers_dimension() -> Dimension {
    Dimension::new("servers", "Servers", Some("servers"))
}

fn utilisation_dimension() -> Dimension {
    Dimension::new("utilisation", "Utilisation", None)
}

fn series_by_age() -> Series {
    Series::new(BY_AGE, "Time in system by age of the information, Poisson arrivals, exponential service")
        .dimensions([
            servers_dimension(),
            utilisation_dimension(),
            policies(of_aged()),
            Dimension::new("information", "Information", None)
                .words([("renewed", "a copy renewed"), ("own", "a copy plus own sends")]),
            Dimension::new("age", "Age of the information", Some(SERVICE_TIMES)),
        ])
        .measures([time(Quantity::Mean)])
}

fn points_by_age(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let points = by_age().into_iter().map(|(servers, utilisation, policy, name, age)| {
        let setting = usual(servers, utilisation, policy, information(name, age));
        Point::new(at_load(servers, utilisation, policy))
            .and_at([("information", name.into()), ("age", age.into())])
            .value(
                Quantity::Mean.name(),
                outcomes.of(setting, Quantity::Mean).map(|times| mean(times).to_digits(DIGITS)),
            )
    });
    points.filter(is_known)
}

fn by_load() -> Series {
    Series::new(CROSSINGS_BY_LOAD, "Age of a renewed copy from which on a policy is worse than random")
        .dimensions([servers_dimension(), utilisation_dimension(), policies(of_aged())])
        .measures([
            simulated(CROSSING, "Age", SERVICE_TIMES),
            simulated(ROUND_ROBIN_CROSSING, "Age from which on it is worse than round robin", SERVICE_TIMES),
        ])
}

fn points_by_load(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let loads = SERVERS.into_iter().flat_map(|servers| UTILISATIONS.into_iter().map(move |load| (servers, load)));
    loads.flat_map(move |(servers, utilisation)| {
        aged_policies(servers).iter().map(move |&policy| {
            let is_this = |point: &(u32, f64, Policy, &str, f64)| {
                (point.0, point.1, point.2, point.3) == (servers, utilisation, policy, "renewed")
            };
            let ages: Vec<f64> = by_age().into_iter().filter(is_this).map(|(.., age)| age).collect();
            let setting = |&age: &f64| usual(servers, utilisation, policy, information("renewed", age));
            let curve: Vec<_> = ages.iter().map(|age| outcomes.of(setting(age), Quantity::Mean)).collect();
            let crosses = |blind| {
                let level = known_mean(&usual(servers, utilisation, blind, Information::Fresh));
                crossing_ages(&ages, &curve, level).map(|ages| mean(&ages).to_digits(DIGITS))
            };
            Point::new(at_load(servers, utilisation, policy))
                .value(CROSSING, crosses(Policy::Random))
                .value(ROUND_ROBIN_CROSSING, crosses(Policy::RoundRobin))
        })
    })
}

/// The settings of a point of the series by the number of balancers, with a copy.
pub(crate) fn at_balancers(balancers: u32, policy: Policy, name: &'static str, age: f64) -> [(&'static str, At); 4] {
    let [balancers, policy] = in_turn_at(balancers, policy);
    [balancers, policy, ("information", name.into()), ("age", age.into())]
}

/// The same of a policy that needs none.
fn in_turn_at(balancers: u32, policy: Policy) -> [(&'static str, At); 2] {
    [("balancers", balancers.into()), ("policy", policy_name(policy).into())]
}

fn series_by_balancers() -> Series {
    Series::new(
        BY_BALANCERS,
        "Mean time in system by the number of balancers, 10 servers at 90%, Poisson arrivals, exponential service",
    )
    .dimensions([
        Dimension::new("balancers", "Balancers", Some("balancers")),
        policies([LEAST, TWO, Policy::RoundRobin]),
        Dimension::new("information", "Information", None)
            .words([("renewed", "a copy of its own, renewed"), ("own", "that copy plus its own sends")]),
        Dimension::new("age", "Age of the information", Some(SERVICE_TIMES)),
    ])
    .measures([time(Quantity::Mean)])
}

fn points_by_balancers(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let found = move |point: Point, setting: Setting| {
        point
            .value(MEAN, outcomes.of(setting, Quantity::Mean).map(|times| mean(times).to_digits(DIGITS)))
            .exact(MEAN, exact(&setting).and_then(|exact| exact.mean))
    };
    let in_turn = BALANCERS.into_iter().map(move |balancers| {
        let setting = shared(balancers, Policy::RoundRobin, Information::Fresh);
        found(Point::new(in_turn_at(balancers, Policy::RoundRobin)), setting)
    });
    let aged = by_balancers().map(move |(balancers, policy, name, age)| {
        let setting = shared(balancers, policy, information(name, age));
        found(Point::new(at_balancers(balancers, policy, name, age)), setting)
    });
    in_turn.chain(aged).filter(is_known)
}
