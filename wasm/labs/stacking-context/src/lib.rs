//! What the lab calls: the model behind a JavaScript interface.
//!
//! Numbers come in as JavaScript numbers and are checked here; whatever a page's address held, the answer is a result or a
//! thrown `Error` whose message a reader can act on, never a panic.

use from_js::whole;
use limits::LimitError;
use stacking_context_model::{Group, MAX_PEOPLE, check_groups};
use wasm_bindgen::prelude::*;

/// The model's limits, as JSON: `site/wasm-pkg/stacking-context/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    format!(r#"{{"people":[1,{MAX_PEOPLE}]}}"#)
}

/// The probability that at least two of so many people, 1 to 100, share a birthday.
#[wasm_bindgen]
pub fn chance(people: f64) -> Result<f64, JsError> {
    Ok(group(people)?.chance())
}

/// In how many of 1 to 1,000,000 simulated groups at least two people share a birthday. The seed is a whole number below 2^53.
#[wasm_bindgen]
pub fn simulate(people: f64, seed: f64, groups: f64) -> Result<u32, JsError> {
    let (group, groups) = (group(people)?, check_groups(whole("groups", groups)?)?);
    Ok(group.simulate(from_js::seed(seed)?, 0..groups))
}

fn group(people: f64) -> Result<Group, LimitError> {
    Group::new(whole("people", people)?)
}
