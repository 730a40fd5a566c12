//! How many servers are needed: the smallest number at which a chance is low enough, which follows from the planner's curves.

use harness::claims::Figure;
use harness::record::{Estimate, Point, Setting};
use harness::{Found, Quantity};

use crate::series::{ANY_TITLE, P_ANY, P_SERVER, PLANNER, SERVER_TITLE};

/// 1,000 items, on servers that have room for so many each; a chance, with its title; and how large it may be, with its words.
struct Plan {
    /// The name by which pages ask for it.
    name: &'static str,
    strategy: (&'static str, &'static str),
    capacity: u32,
    chance: (&'static str, &'static str),
    limit: (f64, &'static str),
}

const ITEMS: u32 = 1000;
const ONE_CHOICE: (&str, &str) = ("random", "one choice");
const TWO_CHOICES: (&str, &str) = ("two-choices", "two choices");
const OF_SERVER: (&str, &str) = (P_SERVER, SERVER_TITLE);
const OF_ANY: (&str, &str) = (P_ANY, ANY_TITLE);
const ONE_IN_100: (f64, &str) = (0.01, "1.0%");
const ONE_IN_1000: (f64, &str) = (0.001, "0.10%");

const PLANS: [Plan; 7] = [
    plan("servers-needed-random-100-server", ONE_CHOICE, 100, OF_SERVER, ONE_IN_100),
    plan("servers-needed-random-100-any", ONE_CHOICE, 100, OF_ANY, ONE_IN_100),
    plan("servers-needed-two-choices-100-any", TWO_CHOICES, 100, OF_ANY, ONE_IN_100),
    plan("servers-needed-random-50-server", ONE_CHOICE, 50, OF_SERVER, ONE_IN_100),
    plan("servers-needed-random-50-any", ONE_CHOICE, 50, OF_ANY, ONE_IN_100),
    plan("servers-needed-two-choices-50-any", TWO_CHOICES, 50, OF_ANY, ONE_IN_100),
    plan("servers-needed-random-100-server-1-in-1000", ONE_CHOICE, 100, OF_SERVER, ONE_IN_1000),
];

const fn plan(
    name: &'static str,
    strategy: (&'static str, &'static str),
    capacity: u32,
    chance: (&'static str, &'static str),
    limit: (f64, &'static str),
) -> Plan {
    Plan { name, strategy, capacity, chance, limit }
}

/// All of them, by name.
pub(super) fn all(found: &Found) -> impl Iterator<Item = (&'static str, Figure)> {
    PLANS.iter().map(|plan| (plan.name, plan.needed(found)))
}

impl Plan {
    /// The smallest number of servers at which the chance is within the limit. What was measured has an interval: where the two ends
    /// of the chance's own come within the limit.
    fn needed(&self, found: &Found) -> Figure {
        let (measure, limit) = (self.chance.0, self.limit.0);
        let curve = self.curve(found);
        let first_of = |end: fn(&Estimate) -> f64| first(&curve, limit, |point| point.values.get(measure).map(end));
        let ends = [first_of(|chance| chance.low), first_of(|chance| chance.high)];
        let n = curve.first().and_then(|(_, point)| point.values.get(measure)).map_or(0, |chance| chance.n);
        let measured = match (first_of(|chance| chance.value), ends) {
            (Some(servers), [Some(low), Some(high)]) => Some(Estimate::between(n, servers, [low, high])),
            _ => None,
        };
        let needed = Quantity::new("servers", measured)
            .exact(first(&curve, limit, |point| point.exact.get(measure).copied()))
            .predicted(first(&curve, limit, |point| point.predicted.get(measure).copied()));
        Figure::new(self.label(), needed)
    }

    /// The planner's points, from few servers to many.
    fn curve<'a>(&self, found: &'a Found) -> Vec<(f64, &'a Point)> {
        let at = Point::new([
            ("strategy", self.strategy.0.into()),
            ("items", ITEMS.into()),
            ("capacity", self.capacity.into()),
        ])
        .at;
        let planner = found.series.iter().filter(|series| series.words.id == PLANNER);
        let points = planner.flat_map(|series| &series.points);
        let of_plan = points.filter(|point| at.iter().all(|(name, setting)| point.at.get(name) == Some(setting)));
        let mut curve: Vec<(f64, &Point)> = of_plan.filter_map(|point| Some((servers(point)?, point))).collect();
        curve.sort_by(|(few, _), (many, _)| few.total_cmp(many));
        curve
    }

    fn label(&self) -> String {
        let Self { strategy: (_, strategy), capacity, chance: (_, chance), limit: (_, limit), .. } = self;
        format!(
            "Servers for {chance} of at most {limit} ({strategy}, 1,000 items, capacity of a server {capacity} items)"
        )
    }
}

fn servers(point: &Point) -> Option<f64> {
    match point.at.get("servers") {
        Some(Setting::Number(servers)) => Some(*servers),
        _ => None,
    }
}

/// The smallest number of servers at which a chance, which falls, is at most the limit. The first of the curve may owe its place to
/// where the curve begins: fewer were not tried.
fn first(curve: &[(f64, &Point)], limit: f64, chance: impl Fn(&Point) -> Option<f64>) -> Option<f64> {
    let place = curve.iter().position(|(_, point)| chance(point).is_some_and(|chance| chance <= limit))?;
    curve.get(place).filter(|_| place > 0).map(|(servers, _)| *servers)
}

#[cfg(test)]
mod tests;
