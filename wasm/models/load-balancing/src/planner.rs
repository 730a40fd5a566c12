//! "How many servers?", for every strategy: exact where there is a closed form, simulated otherwise.

use super::exact::{self, Form, Scope};
use super::{MAX_SERVERS, Placement, Strategy};
use limits::LimitError;

/// A load to be placed, and how sure a planner wants to be of its chances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Items to place.
    pub items: u64,
    /// The items a server can hold.
    pub capacity: u64,
    /// How an item picks its server.
    pub strategy: Strategy,
    /// Seed of the simulation, where there is no closed form.
    pub seed: u64,
    /// Repetitions of the simulation, where there is no closed form.
    pub repetitions: u32,
}

/// The chances of overload at one number of servers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overload {
    /// Share of the servers over capacity.
    pub p_server: f64,
    /// Share of the placements with at least one server over capacity.
    pub p_any: f64,
    /// Whether both are exact.
    pub exact: bool,
}

impl Plan {
    /// The chances of overload at a number of servers.
    pub fn overload(&self, servers: u32) -> Result<Overload, LimitError> {
        let placement = Placement::new(self.items, servers, self.strategy)?;
        Ok(match exact::overload(&placement, self.capacity) {
            Some((p_server, p_any)) => Overload { p_server, p_any, exact: true },
            None => {
                let outcome = placement.simulate(self.seed, 0..self.repetitions);
                let p_server = outcome.loads.share_above(self.capacity);
                Overload { p_server, p_any: outcome.maxima.share_above(self.capacity), exact: false }
            }
        })
    }

    /// The fewest servers whose chance of overload is at most `risk`; `None` if 100,000 are not enough.
    ///
    /// A binary search. For the closed forms the chance falls with every server added (see [`exact::servers_needed`]).
    /// Simulated chances do too up to their sampling error, so there the answer is one at which the simulated chance
    /// crosses the risk.
    pub fn servers_needed(&self, risk: f64, scope: Scope) -> Result<Option<u32>, LimitError> {
        let (fewest, most) = match exact::form(&Placement::new(self.items, MAX_SERVERS, self.strategy)?) {
            // Choosing the emptier of several servers balances better than taking any one of them (Azar et al. 1999,
            // theorem 3: the loads are majorised), so random placement's answer is enough, and the search short.
            Form::Unknown => {
                let fewest =
                    if let Strategy::Choices { choices, distinct: true } = self.strategy { choices } else { 1 };
                let most = exact::servers_needed(self.items, self.capacity, risk, scope).unwrap_or(MAX_SERVERS);
                (fewest, most.max(fewest))
            }
            Form::Random | Form::Balanced => (1, MAX_SERVERS),
        };
        exact::fewest_servers(fewest..=most, |servers| {
            let Overload { p_server, p_any, .. } = self.overload(servers)?;
            Ok(match scope {
                Scope::Server => p_server,
                Scope::Any => p_any,
            } <= risk)
        })
    }
}
