//! What the load-balancing lab calls: the models of rounds and of placements behind a JavaScript interface.
//!
//! Numbers come in as JavaScript numbers; whatever a page's address held, the answer is a result or a thrown `Error` whose
//! message a reader can act on, never a panic. [`request`] turns them into the models' values; it knows nothing of JavaScript
//! and is tested natively.

pub mod request;

use from_js::text;
use load_balancing_model::exact;
use load_balancing_model::in_flight::round::{MOMENTS, SERVERS, STEP};
use request::{MAX_ITEMS, MAX_SERVERS, NAMES, PLACEMENTS, Request};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// How a server is picked.
    StrategyName "StrategyName" = NAMES;
}

/// The models' limits, as JSON: `site/wasm-pkg/load-balancing/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    format!(
        r#"{{"items":[1,{MAX_ITEMS}],"servers":[1,{MAX_SERVERS}],"round":{{"servers":{SERVERS},"moments":{MOMENTS},"stepWorks":{STEP}}},"placements":{PLACEMENTS}}}"#
    )
}

/// The servers at the moments of a round.
#[wasm_bindgen(getter_with_clone)]
pub struct Round {
    /// The requests that each server has open, moment after moment.
    #[wasm_bindgen(readonly)]
    pub loads: Vec<u32>,
    /// For each moment, how many requests the failing server has answered within a mean work.
    #[wasm_bindgen(readonly)]
    pub failed: Vec<u32>,
}

/// A round of thirteen servers. What arrives, and when, depends on the seed alone: a whole number below 2^53. `is_failing` says that the
/// first server answers an error at once.
#[wasm_bindgen]
pub fn round(strategy: &StrategyName, is_failing: bool, seed: f64) -> Result<Round, JsError> {
    let policy = request::policy(&text(strategy))?;
    let round = load_balancing_model::in_flight::round::round(policy, is_failing.into(), from_js::seed(seed)?);
    Ok(Round { loads: round.loads, failed: round.failed })
}

/// A hundred placements, each as the load of each server, one after the other.
#[wasm_bindgen]
pub fn placements(items: f64, servers: f64, strategy: &StrategyName, seed: f64) -> Result<Vec<u32>, JsError> {
    let placement = Request { items, servers, strategy: &text(strategy) }.placement()?;
    Ok(request::loads(&placement, from_js::seed(seed)?))
}

/// A chance, and how it is known.
#[wasm_bindgen]
pub struct Chance {
    /// The share of placements.
    #[wasm_bindgen(readonly)]
    pub value: f64,
    /// How many were drawn; 0 where it is exact.
    #[wasm_bindgen(readonly)]
    pub draws: u32,
}

/// The share of placements in which any server holds more than `capacity` items: exact, or of 10,000 draws where nobody knows a formula.
#[wasm_bindgen(js_name = chanceOfAny)]
pub fn chance_of_any(
    items: f64,
    servers: f64,
    strategy: &StrategyName,
    seed: f64,
    capacity: f64,
) -> Result<Chance, JsError> {
    let placement = Request { items, servers, strategy: &text(strategy) }.placement()?;
    let (seed, capacity) = (from_js::seed(seed)?, request::capacity(capacity, placement.items())?);
    Ok(match exact::overload(&placement, capacity) {
        Some((_, value)) => Chance { value, draws: 0 },
        None => {
            let value = placement.simulate(seed, 0..DRAWS).maxima.share_above(capacity);
            Chance { value, draws: DRAWS }
        }
    })
}

const DRAWS: u32 = 10_000;
