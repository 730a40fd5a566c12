//! "How many servers?", for every strategy: exact where there is a closed form, simulated otherwise.

use super::exact::{self, Form, Scope};
use super::{MAX_SERVERS, Outcome, Placement, Strategy, check_capacity, check_repetitions};
use limits::{LimitError, check_share};

/// Placed items behind one simulated point of the curve, at most: about half a second's work.
const ITEMS_PER_POINT: u64 = 100_000_000;
/// Repetitions behind one simulated point, at least, however many items they place.
const FEWEST_REPETITIONS: u64 = 20;
/// Exact curves are followed down to this chance that any server is over.
const LOWEST_EXACT_CHANCE: f64 = 1e-6;
/// About so many points make an exact curve, and a simulated one besides those that the search looked at.
const EXACT_POINTS: u32 = 40;
const SIMULATED_POINTS: u32 = 16;

/// The chances of overload at one number of servers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overload {
    /// Share of the servers over capacity.
    pub p_server: f64,
    /// Share of the placements with at least one server over capacity.
    pub p_any: f64,
}

/// The fewest servers whose chance of overload is low enough; `None` where 100,000 are too few.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needed {
    /// Where the share of servers over capacity counts.
    pub server: Option<u32>,
    /// Where the chance counts that any server is over.
    pub any: Option<u32>,
}

/// What a [`Planner`] knows so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Whether the chances are exact.
    pub exact: bool,
    /// Repetitions behind each point of a simulated curve; 0 for an exact one.
    pub repetitions: u32,
    /// Servers that hold everything if nothing is wasted; `None` where 100,000 don't.
    pub least: Option<u32>,
    /// The servers needed; `None` while they are searched for.
    pub needed: Option<Needed>,
    /// The points of the curve, by servers.
    pub curve: Vec<(u32, Overload)>,
}

/// Looks for the fewest servers whose chance of overload is tolerated, and follows the chances from the perfect balance on.
/// Works in chunks, so that a caller can show what there is so far, and can stop.
///
/// The search gallops up (where it has to simulate, from the perfect balance on) until the risk is met, then halves the gap. For the closed forms the chance
/// falls with every server added (see [`exact::servers_needed`]). Simulated chances do too up to their sampling error, so there
/// the answer is one at which the simulated chance crosses the risk.
#[derive(Debug, Clone)]
pub struct Planner {
    placement: Placement,
    capacity: u64,
    risk: f64,
    seed: u64,
    /// 0 where the chances are exact.
    repetitions: u32,
    /// Points of the curve, by number of servers, ascending.
    points: Vec<(u32, Overload)>,
    /// The point that is being simulated: its number of servers, and what its first repetitions gave.
    simulating: Option<(u32, Outcome)>,
}

impl Planner {
    /// Plans for the items and the strategy of a placement. The curve reaches to its number of servers, if that is anywhere near
    /// those needed. `risk` is the chance of overload that is tolerated, and `repetitions` are run for each point of a simulated
    /// curve, or fewer if they place very many items.
    pub fn new(
        placement: Placement,
        capacity: u64,
        risk: f64,
        seed: u64,
        repetitions: u64,
    ) -> Result<Self, LimitError> {
        let capacity = check_capacity(capacity, placement.items())?;
        let risk = check_share("risk", risk)?;
        let repetitions = u64::from(check_repetitions(repetitions)?);
        let repetitions = match exact::form(&Placement { servers: MAX_SERVERS, ..placement }) {
            Form::Random | Form::Balanced => 0,
            Form::Unknown => repetitions.min(ITEMS_PER_POINT / placement.items()).max(FEWEST_REPETITIONS) as u32,
        };
        Ok(Self { placement, capacity, risk, seed, repetitions, points: Vec::new(), simulating: None })
    }

    /// Works on until `work` items and servers, or a few more, have been looked at, or a point of the curve is done. Whether the plan
    /// is finished.
    pub fn advance(&mut self, work: u64) -> bool {
        let Some(servers) = self.missing() else { return true };
        let placement = Placement { servers, ..self.placement };
        if let Some((p_server, p_any)) = exact::overload(&placement, self.capacity) {
            self.add(servers, Overload { p_server, p_any });
        } else {
            let mut outcome = match self.simulating.take() {
                Some((of, outcome)) if of == servers => outcome,
                _ => Outcome::default(),
            };
            let done = outcome.repetitions() as u32;
            let count = (work / (placement.items() + u64::from(servers))).clamp(1, (self.repetitions - done).into());
            let until = done + count as u32;
            outcome.merge(&placement.simulate(self.seed, done..until));
            if until < self.repetitions {
                self.simulating = Some((servers, outcome));
                return false;
            }
            let p_server = outcome.loads.share_above(self.capacity);
            self.add(servers, Overload { p_server, p_any: outcome.maxima.share_above(self.capacity) });
        }
        self.missing().is_none()
    }

    /// What is known so far.
    pub fn plan(&self) -> Plan {
        let exact = self.repetitions == 0;
        let needed = self.needed().ok();
        let wanted = self.curve().ok();
        // A finished exact curve needs no more points than these; simulated ones were dear, and all are shown.
        let shown = |servers: u32| !exact || wanted.as_ref().is_none_or(|wanted| wanted.contains(&servers));
        Plan {
            exact,
            repetitions: self.repetitions,
            least: self.least(),
            needed,
            curve: self.points.iter().copied().filter(|&(servers, _)| shown(servers)).collect(),
        }
    }

    /// How many points of the curve are known.
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// How much of the curve is done, from 0 to 1; `None` while the search goes on, whose length nobody knows.
    pub fn share(&self) -> Option<f64> {
        let wanted = self.curve().ok()?;
        let known = wanted.iter().filter(|&&servers| self.find(servers).is_some()).count();
        let begun = self.simulating.as_ref().map_or(0, |(_, outcome)| outcome.repetitions());
        let of_one = begun as f64 / f64::from(self.repetitions.max(1));
        Some(if wanted.is_empty() { 1.0 } else { (known as f64 + of_one) / wanted.len() as f64 })
    }

    fn add(&mut self, servers: u32, overload: Overload) {
        let at = self.points.partition_point(|&(before, _)| before < servers);
        self.points.insert(at, (servers, overload));
    }

    fn find(&self, servers: u32) -> Option<Overload> {
        self.points.iter().find(|(at, _)| *at == servers).map(|&(_, overload)| overload)
    }

    fn least(&self) -> Option<u32> {
        let least = self.placement.items().div_ceil(self.capacity.max(1));
        (self.capacity > 0 && least <= MAX_SERVERS.into()).then_some(least as u32)
    }

    /// Where the search and the curve begin: distinct choices need as many servers as choices.
    fn first(&self) -> Option<u32> {
        let choices =
            if let Strategy::Choices { choices, distinct: true } = self.placement.strategy { choices } else { 1 };
        self.least().map(|least| least.max(choices))
    }

    /// The point to look at next; `None` once the plan is finished.
    fn missing(&self) -> Option<u32> {
        match self.curve() {
            Ok(wanted) => wanted.into_iter().find(|servers| self.find(*servers).is_none()),
            Err(missing) => Some(missing),
        }
    }

    /// The servers needed, or the point that has to be known first.
    fn needed(&self) -> Result<Needed, u32> {
        let Some(first) = self.first() else { return Ok(Needed::default()) };
        // Fewer servers than the perfect balance needs are all but full, which only the closed form is quick to see.
        let from = if self.repetitions == 0 { 1 } else { first };
        let server = self.search(Scope::Server, from, self.risk)?;
        // The chance that any server is over is no smaller than that of one.
        let any = match server {
            Some(from) => self.search(Scope::Any, from, self.risk)?,
            None => None,
        };
        Ok(Needed { server, any })
    }

    /// The fewest servers from `from` on with a chance of at most `risk`, or the point that has to be known first.
    fn search(&self, scope: Scope, from: u32, risk: f64) -> Result<Option<u32>, u32> {
        let enough = |servers: u32| -> Result<bool, u32> {
            let overload = self.find(servers).ok_or(servers)?;
            Ok(match scope {
                Scope::Server => overload.p_server,
                Scope::Any => overload.p_any,
            } <= risk)
        };
        let (mut low, mut high, mut step) = (from - 1, from, 1);
        while !enough(high)? {
            if high == MAX_SERVERS {
                return Ok(None);
            }
            low = high;
            high = MAX_SERVERS.min(high + step);
            step *= 2;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if enough(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(Some(high))
    }

    /// The numbers of servers that the finished curve shows at least, or the point that has to be known first.
    fn curve(&self) -> Result<Vec<u32>, u32> {
        let needed = self.needed()?;
        let Some(first) = self.first() else { return Ok(Vec::new()) };
        let servers = self.placement.servers;
        let (last, most) = if self.repetitions == 0 {
            let bottom = self.search(Scope::Any, first, LOWEST_EXACT_CHANCE)?.unwrap_or(MAX_SERVERS);
            (bottom.max(first + 3).max(servers.min(2 * bottom)), EXACT_POINTS)
        } else {
            let enough = needed.any.or(needed.server).unwrap_or(first);
            ((enough + 3).max(servers.min(2 * enough)), SIMULATED_POINTS)
        };
        let mut wanted = spread(first, last.min(MAX_SERVERS), most);
        wanted.extend(needed.server.into_iter().chain(needed.any));
        Ok(wanted)
    }
}

/// About `most` whole numbers from `first` to `last`: all of them, evenly spaced, or evenly by ratio.
fn spread(first: u32, last: u32, most: u32) -> Vec<u32> {
    if last - first < most {
        return (first..=last).collect();
    }
    let (from, to) = (f64::from(first), f64::from(last));
    let by_ratio = to / from > 8.0;
    let at = |index: u32| {
        let share = f64::from(index) / f64::from(most - 1);
        libm::round(if by_ratio { from * libm::pow(to / from, share) } else { from + (to - from) * share }) as u32
    };
    let mut spread: Vec<u32> = (0..most).map(at).collect();
    spread.dedup();
    spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_ITEMS;

    const TWO: Strategy = Strategy::Choices { choices: 2, distinct: false };

    fn planner(items: u64, capacity: u64, risk: f64, strategy: Strategy) -> Planner {
        Planner::new(Placement::new(items, 13, strategy).unwrap(), capacity, risk, 1, 2000).unwrap()
    }

    /// The finished plan, worked out in chunks of so much.
    fn planned(mut planner: Planner, work: u64) -> Plan {
        while !planner.advance(work) {}
        planner.plan()
    }

    #[test]
    fn a_plan_is_the_same_in_whatever_chunks_it_is_worked_out() {
        for strategy in [Strategy::Random, TWO] {
            let whole = planned(planner(1000, 100, 0.01, strategy), u64::MAX);
            assert_eq!(planned(planner(1000, 100, 0.01, strategy), 1), whole);
            assert_eq!(planned(planner(1000, 100, 0.01, strategy), 12_345), whole);
        }
    }

    #[test]
    fn a_plan_says_what_share_is_done_once_its_search_is_through() {
        for strategy in [Strategy::Random, TWO] {
            let mut planner = planner(1000, 100, 0.01, strategy);
            assert_eq!(planner.share(), None);
            let mut shares = Vec::new();
            while !planner.advance(100_000) {
                shares.extend(planner.share());
                assert_eq!(planner.share().is_some(), planner.plan().needed.is_some() && planner.curve().is_ok());
            }
            assert!(!shares.is_empty() && shares.is_sorted(), "{shares:?}");
            assert!(shares.iter().all(|share| (0.0..1.0).contains(share)), "{shares:?}");
            assert_eq!(planner.share(), Some(1.0));
        }
        assert_eq!(planner(1000, 0, 0.01, TWO).share(), Some(1.0));
    }

    #[test]
    fn a_plan_finds_the_known_numbers_of_servers() {
        let needed = |items, capacity, risk, strategy| {
            planned(planner(items, capacity, risk, strategy), u64::MAX).needed.unwrap()
        };
        let both = |server, any| Needed { server: Some(server), any: Some(any) };
        assert_eq!(needed(1000, 100, 0.01, Strategy::Random), both(13, 14));
        assert_eq!(needed(1000, 50, 0.01, Strategy::Random), both(28, 33));
        assert_eq!(needed(1000, 100, 0.01, Strategy::RoundRobin), both(10, 10));
        assert_eq!(needed(1000, 100, 0.01, TWO).any, Some(11));
        assert_eq!(needed(1000, 100, 0.01, Strategy::Choices { choices: 13, distinct: true }).any, Some(13));
        assert_eq!(needed(1000, 0, 0.5, Strategy::Random), Needed::default());
        assert_eq!(needed(MAX_ITEMS, 100, 0.01, Strategy::Random), Needed::default());
    }

    #[test]
    fn an_exact_plan_finds_what_the_closed_form_finds() {
        for (items, capacity, risk) in
            [(1000, 100, 0.01), (1000, 50, 0.2), (10_000, 1000, 1e-6), (50, 9, 0.05), (20, 1, 0.3)]
        {
            let needed = planned(planner(items, capacity, risk, Strategy::Random), 1).needed.unwrap();
            for (scope, found) in [(Scope::Server, needed.server), (Scope::Any, needed.any)] {
                assert_eq!(
                    found,
                    exact::servers_needed(items, capacity, risk, scope),
                    "{items} {capacity} {risk} {scope:?}"
                );
            }
        }
    }

    #[test]
    fn simulated_points_are_what_a_simulation_gives() {
        let plan = planned(planner(1000, 100, 0.01, TWO), 50_000);
        assert!(!plan.exact && plan.repetitions == 2000);
        for (servers, overload) in plan.curve {
            let outcome = Placement::new(1000, servers, TWO).unwrap().simulate(1, 0..2000);
            assert_eq!(overload.p_server, outcome.loads.share_above(100));
            assert_eq!(overload.p_any, outcome.maxima.share_above(100));
        }
    }

    #[test]
    fn repetitions_are_fewer_where_items_are_many() {
        let repetitions = |items| planner(items, 1, 0.01, TWO).repetitions;
        assert_eq!([1000, 1_000_000, MAX_ITEMS].map(repetitions), [2000, 100, 20]);
    }

    #[test]
    fn points_spread_over_any_range() {
        assert_eq!(spread(10, 14, 40), [10, 11, 12, 13, 14]);
        let wide = spread(1, 100_000, 40);
        assert_eq!((wide[0], *wide.last().unwrap()), (1, 100_000));
        assert!(wide.len() <= 40 && wide.is_sorted());
    }

    #[test]
    fn arguments_outside_their_limits_are_refused() {
        let placement = Placement::new(1000, 13, TWO).unwrap();
        let refused =
            |capacity, risk, repetitions| Planner::new(placement, capacity, risk, 1, repetitions).unwrap_err().field;
        assert_eq!(refused(1001, 0.01, 1), "capacity");
        assert_eq!(refused(100, f64::NAN, 1), "risk");
        assert_eq!(refused(100, 0.01, 0), "repetitions");
    }
}
