//! What the load-balancing lab calls: the model of placements behind a JavaScript interface.
//!
//! Numbers come in as JavaScript numbers and are checked here; whatever a page's address held, the answer is a result or a
//! thrown `Error` whose message a reader can act on, never a panic. The checks live in [`request`], which knows nothing of
//! JavaScript and is tested natively.

pub mod request;

use from_js::{integers, text};
use load_balancing_model::{Outcome, Placement, Strategy, exact};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** How an item picks its server. */
export type StrategyName = 'random' | 'two-choices' | 'two-choices-distinct' | 'least-loaded' | 'round-robin';
/** Whose overload a risk speaks of: the share of servers, or the chance that any server of a placement is over. */
export type ScopeName = 'server' | 'any';
"#;

/// The figures of a placement, simulated or exact.
#[wasm_bindgen]
pub struct Summary(load_balancing_model::Summary);

#[wasm_bindgen]
impl Summary {
    /// Median load of a server, in items.
    #[wasm_bindgen(getter)]
    pub fn p50(&self) -> f64 {
        self.0.p50 as f64
    }

    /// 95% of the servers hold at most so many items.
    #[wasm_bindgen(getter)]
    pub fn p95(&self) -> f64 {
        self.0.p95 as f64
    }

    /// 99% of the servers hold at most so many items.
    #[wasm_bindgen(getter)]
    pub fn p99(&self) -> f64 {
        self.0.p99 as f64
    }

    /// 99.9% of the servers hold at most so many items.
    #[wasm_bindgen(getter)]
    pub fn p999(&self) -> f64 {
        self.0.p999 as f64
    }

    /// Mean load of a server, in items.
    #[wasm_bindgen(getter)]
    pub fn mean(&self) -> f64 {
        self.0.mean
    }

    /// p99 over mean: 1 is a perfect balance.
    #[wasm_bindgen(getter)]
    pub fn imbalance(&self) -> f64 {
        self.0.imbalance
    }

    /// Share of the servers that hold more items than their capacity.
    #[wasm_bindgen(getter = pServerOver)]
    pub fn p_server_over(&self) -> f64 {
        self.0.p_server_over_capacity
    }

    /// Share of the placements in which at least one server does.
    #[wasm_bindgen(getter = pAnyOver)]
    pub fn p_any_over(&self) -> f64 {
        self.0.p_any_over_capacity
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
        let placement = request::placement(items, servers, &text(strategy), choices)?;
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

    /// How many repetitions have been run.
    #[wasm_bindgen(getter)]
    pub fn repetitions(&self) -> f64 {
        self.outcome.repetitions() as f64
    }

    /// The figures of what has been run so far.
    pub fn summary(&self, capacity: f64) -> Result<Summary, JsError> {
        let capacity = request::capacity(capacity, self.placement.items())?;
        Ok(Summary(self.outcome.summary(capacity)))
    }

    /// The loads of all servers over all repetitions: load, count, load, count, and so on, in ascending order.
    pub fn loads(&self) -> Vec<f64> {
        request::pairs(&self.outcome.loads)
    }

    /// The load of each repetition's fullest server: load, count, load, count, and so on, in ascending order.
    pub fn maxima(&self) -> Vec<f64> {
        request::pairs(&self.outcome.maxima)
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
    let placement = request::placement(items, servers, &text(strategy), choices)?;
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
    let placement = request::placement(items, servers, &text(strategy), choices)?;
    let capacity = request::capacity(capacity, placement.items())?;
    Ok(exact::summary(&placement, capacity).map(Summary))
}

/// The exact probabilities of a server's loads under random placement: the smallest load, its probability, that of the next
/// load, and so on.
#[wasm_bindgen(js_name = exactLoadProbabilities)]
pub fn exact_load_probabilities(items: f64, servers: f64) -> Result<Vec<f64>, JsError> {
    let placement = request::of(items, servers, Strategy::Random)?;
    Ok(request::load_probabilities(&placement))
}

/// The chances of overload at each number of servers: that of one server, that of any server, and so on; exact where there
/// is a closed form, simulated otherwise.
#[wasm_bindgen(js_name = plannerCurve)]
pub fn planner_curve(
    items: f64,
    capacity: f64,
    #[wasm_bindgen(unchecked_param_type = "StrategyName")] strategy: &JsValue,
    choices: f64,
    seed: f64,
    repetitions: f64,
    #[wasm_bindgen(unchecked_param_type = "Uint32Array")] servers: &JsValue,
) -> Result<Vec<f64>, JsError> {
    let plan = request::plan(items, capacity, &text(strategy), choices, seed, repetitions)?;
    let servers = integers("points of the curve", servers, request::MAX_CURVE_POINTS)?;
    Ok(request::planner_curve(&plan, &servers)?)
}

/// The fewest servers whose chance of overload is at most `risk`; `undefined` if 100,000 are not enough.
#[wasm_bindgen(js_name = serversNeeded)]
#[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
pub fn servers_needed(
    items: f64,
    capacity: f64,
    risk: f64,
    #[wasm_bindgen(unchecked_param_type = "ScopeName")] scope: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "StrategyName")] strategy: &JsValue,
    choices: f64,
    seed: f64,
    repetitions: f64,
) -> Result<Option<u32>, JsError> {
    let plan = request::plan(items, capacity, &text(strategy), choices, seed, repetitions)?;
    Ok(request::servers_needed(&plan, risk, &text(scope))?)
}
