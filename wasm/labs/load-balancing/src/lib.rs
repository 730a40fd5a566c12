//! What the load-balancing lab calls: the model of placements behind a JavaScript interface.
//!
//! Numbers come in as JavaScript numbers; whatever a page's address held, the answer is a result or a thrown `Error` whose
//! message a reader can act on, never a panic. [`request`] turns them into the models' values; it knows nothing of JavaScript
//! and is tested natively.

pub mod request;

use from_js::text;
use load_balancing_model::{
    Histogram, MAX_CHOICES, MAX_ITEMS, MAX_REPETITIONS, MAX_SERVERS, Outcome, Placement, exact, planner,
};
use request::Request;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** How an item picks its server. */
export type StrategyName = 'random' | 'two-choices' | 'two-choices-distinct' | 'least-loaded' | 'round-robin';
"#;

/// The models' limits, as JSON: `site/wasm-pkg/load-balancing/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    format!(
        r#"{{"items":[1,{MAX_ITEMS}],"servers":[1,{MAX_SERVERS}],"choices":[1,{MAX_CHOICES}],"repetitions":[1,{MAX_REPETITIONS}]}}"#
    )
}

/// The figures of a placement, simulated or exact.
#[wasm_bindgen]
pub struct Summary {
    /// Median load of a server, in items.
    #[wasm_bindgen(readonly)]
    pub p50: f64,
    /// 95% of the servers hold at most so many items.
    #[wasm_bindgen(readonly)]
    pub p95: f64,
    /// 99% of the servers hold at most so many items.
    #[wasm_bindgen(readonly)]
    pub p99: f64,
    /// 99.9% of the servers hold at most so many items.
    #[wasm_bindgen(readonly)]
    pub p999: f64,
    /// Mean load of a server, in items.
    #[wasm_bindgen(readonly)]
    pub mean: f64,
    /// p99 over mean: 1 is a perfect balance.
    #[wasm_bindgen(readonly)]
    pub imbalance: f64,
    /// Share of the servers that hold more items than their capacity.
    #[wasm_bindgen(readonly, js_name = pServerOver)]
    pub p_server_over: f64,
    /// Share of the placements in which at least one server does.
    #[wasm_bindgen(readonly, js_name = pAnyOver)]
    pub p_any_over: f64,
}

impl From<load_balancing_model::Summary> for Summary {
    fn from(of: load_balancing_model::Summary) -> Self {
        Self {
            p50: of.p50 as f64,
            p95: of.p95 as f64,
            p99: of.p99 as f64,
            p999: of.p999 as f64,
            mean: of.mean,
            imbalance: of.imbalance,
            p_server_over: of.p_server_over_capacity,
            p_any_over: of.p_any_over_capacity,
        }
    }
}

/// How often each value came up.
#[wasm_bindgen(getter_with_clone)]
pub struct Tally {
    /// The values, ascending.
    #[wasm_bindgen(readonly)]
    pub values: Vec<f64>,
    /// How often each of them came up.
    #[wasm_bindgen(readonly)]
    pub counts: Vec<f64>,
}

impl From<&Histogram> for Tally {
    fn from(histogram: &Histogram) -> Self {
        let (values, counts) = histogram.iter().map(|(value, count)| (value as f64, count as f64)).unzip();
        Self { values, counts }
    }
}

/// A placement that is repeated again and again; its outcome grows with every run.
#[wasm_bindgen]
pub struct Simulation {
    placement: Placement,
    seed: u64,
    outcome: Outcome,
}

#[wasm_bindgen]
impl Simulation {
    /// 1 to 10 million items on 1 to 100,000 servers; `choices` (1 to 64) matters only to the choices strategies; the seed
    /// is a whole number below 2^53.
    #[wasm_bindgen(constructor)]
    pub fn new(
        items: f64,
        servers: f64,
        #[wasm_bindgen(unchecked_param_type = "StrategyName")] strategy: &JsValue,
        choices: f64,
        seed: f64,
    ) -> Result<Simulation, JsError> {
        let placement = Request { items, servers, strategy: &text(strategy), choices }.placement()?;
        let seed = from_js::seed(seed)?;
        Ok(Self { placement, seed, outcome: Outcome::default() })
    }

    /// Runs the repetitions from `first` to `first + count - 1` and adds them to the outcome. Repetitions are numbered from 0
    /// to 999,999; each gives the same result whenever, and in whichever worker, it is run.
    pub fn run(&mut self, first: f64, count: f64) -> Result<(), JsError> {
        let range = request::repetition_range(first, count)?;
        self.outcome.merge(&self.placement.simulate(self.seed, range));
        Ok(())
    }

    /// Adds what another worker's simulation of this placement counted of other repetitions: its loads and its maxima, as
    /// `Float64Array`s.
    pub fn add(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] load_values: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] load_counts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] maximum_values: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] maximum_counts: &JsValue,
    ) -> Result<(), JsError> {
        let values = self.placement.items() + 1;
        let counted =
            |names: [&'static str; 2], given: [&JsValue; 2]| -> Result<[Vec<f64>; 2], limits::ArgumentError> {
                Ok([from_js::floats(names[0], given[0], values)?, from_js::floats(names[1], given[1], values)?])
            };
        let loads = counted(["loads", "counts of loads"], [load_values, load_counts])?;
        let maxima = counted(["maxima", "counts of maxima"], [maximum_values, maximum_counts])?;
        let outcome = request::outcome(&self.placement, loads, maxima, self.outcome.repetitions())?;
        self.outcome.merge(&outcome);
        Ok(())
    }

    /// How many repetitions have been run.
    #[wasm_bindgen(getter)]
    pub fn repetitions(&self) -> f64 {
        self.outcome.repetitions() as f64
    }

    /// The figures of what has been run so far.
    pub fn summary(&self, capacity: f64) -> Result<Summary, JsError> {
        let capacity = request::capacity(capacity, self.placement.items())?;
        Ok(self.outcome.summary(capacity).into())
    }

    /// The loads of all servers over all repetitions.
    pub fn loads(&self) -> Tally {
        (&self.outcome.loads).into()
    }

    /// The load of each repetition's fullest server.
    pub fn maxima(&self) -> Tally {
        (&self.outcome.maxima).into()
    }
}

/// The server of each item, in the order of placement, in one repetition.
#[wasm_bindgen]
pub fn trace(
    items: f64,
    servers: f64,
    #[wasm_bindgen(unchecked_param_type = "StrategyName")] strategy: &JsValue,
    choices: f64,
    seed: f64,
    repetition: f64,
) -> Result<Vec<u32>, JsError> {
    let placement = Request { items, servers, strategy: &text(strategy), choices }.placement()?;
    let seed = from_js::seed(seed)?;
    let repetition = request::repetition_range(repetition, 1.0)?.start;
    Ok(placement.trace(seed, repetition))
}

/// The exact figures, where there is a closed form (there is none for choices).
#[wasm_bindgen(js_name = exactSummary)]
pub fn exact_summary(
    items: f64,
    servers: f64,
    #[wasm_bindgen(unchecked_param_type = "StrategyName")] strategy: &JsValue,
    choices: f64,
    capacity: f64,
) -> Result<Option<Summary>, JsError> {
    let placement = Request { items, servers, strategy: &text(strategy), choices }.placement()?;
    let capacity = request::capacity(capacity, placement.items())?;
    Ok(exact::summary(&placement, capacity).map(Summary::from))
}

/// The exact probabilities of a server's loads.
#[wasm_bindgen(getter_with_clone)]
pub struct LoadProbabilities {
    /// The smallest load listed, in items.
    #[wasm_bindgen(readonly)]
    pub first: f64,
    /// The probability of it and of each load after it.
    #[wasm_bindgen(readonly)]
    pub probabilities: Vec<f64>,
}

/// The exact probabilities of a server's loads under random placement.
#[wasm_bindgen(js_name = exactLoadProbabilities)]
pub fn exact_load_probabilities(items: f64, servers: f64) -> Result<LoadProbabilities, JsError> {
    let placement = Request { items, servers, strategy: "random", choices: 1.0 }.placement()?;
    let (first, probabilities) = exact::load_probabilities(placement.items(), placement.servers());
    Ok(LoadProbabilities { first: first as f64, probabilities })
}

/// The fewest servers at which a risk is tolerated; `undefined` where 100,000 are too few.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Needed {
    /// Where the share of servers over capacity counts.
    #[wasm_bindgen(readonly)]
    pub server: Option<u32>,
    /// Where the chance counts that any server is over.
    #[wasm_bindgen(readonly)]
    pub any: Option<u32>,
}

/// What a planner knows so far.
#[wasm_bindgen(getter_with_clone)]
pub struct Plan {
    /// Whether the chances are exact.
    #[wasm_bindgen(readonly)]
    pub exact: bool,
    /// Repetitions behind each point of a simulated curve; 0 for an exact one.
    #[wasm_bindgen(readonly)]
    pub repetitions: u32,
    /// Servers that hold everything if nothing is wasted; `undefined` where 100,000 don't.
    #[wasm_bindgen(readonly)]
    pub least: Option<u32>,
    /// The servers needed; `undefined` while they are searched for.
    #[wasm_bindgen(readonly)]
    pub needed: Option<Needed>,
    /// The numbers of servers of the curve, ascending.
    #[wasm_bindgen(readonly)]
    pub servers: Vec<u32>,
    /// The chance at each of them that one server is over.
    #[wasm_bindgen(readonly, js_name = serverOver)]
    pub server_over: Vec<f64>,
    /// The chance at each of them that any server is over.
    #[wasm_bindgen(readonly, js_name = anyOver)]
    pub any_over: Vec<f64>,
}

impl From<planner::Plan> for Plan {
    fn from(plan: planner::Plan) -> Self {
        Self {
            exact: plan.exact,
            repetitions: plan.repetitions,
            least: plan.least,
            needed: plan.needed.map(|planner::Needed { server, any }| Needed { server, any }),
            servers: plan.curve.iter().map(|&(servers, _)| servers).collect(),
            server_over: plan.curve.iter().map(|(_, overload)| overload.p_server).collect(),
            any_over: plan.curve.iter().map(|(_, overload)| overload.p_any).collect(),
        }
    }
}

/// Looks for the servers needed, in chunks.
#[wasm_bindgen]
pub struct Planner(planner::Planner);

#[wasm_bindgen]
impl Planner {
    /// Plans for a placement's items and strategy; the curve reaches to its number of servers, if that is anywhere near those
    /// needed. `risk` is the chance of overload that is tolerated, from 0 to 1.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
    pub fn new(
        items: f64,
        servers: f64,
        #[wasm_bindgen(unchecked_param_type = "StrategyName")] strategy: &JsValue,
        choices: f64,
        seed: f64,
        capacity: f64,
        risk: f64,
        repetitions: f64,
    ) -> Result<Planner, JsError> {
        let request = Request { items, servers, strategy: &text(strategy), choices };
        Ok(Self(request.planner(seed, capacity, risk, repetitions)?))
    }

    /// Works on until `work` items and servers, or a few more, have been looked at, or a point of the curve is done. Whether the
    /// plan is finished.
    pub fn advance(&mut self, work: f64) -> bool {
        self.0.advance(work as u64)
    }

    /// How many points of the curve are known.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> u32 {
        self.0.points() as u32
    }

    /// What share of the curve is done; `undefined` while nobody knows how long it takes.
    #[wasm_bindgen(getter)]
    pub fn share(&self) -> Option<f64> {
        self.0.share()
    }

    /// What is known so far.
    pub fn plan(&self) -> Plan {
        self.0.plan().into()
    }
}
