//! The lab's interface to the model, for JavaScript. Whatever a page's address held, the answer is a result or a thrown `Error` whose
//! message a reader can act on, never a panic.

use __snake___model as model;
use from_js::whole;
use wasm_bindgen::prelude::*;

/// The model's limits, as JSON: `site/wasm-pkg/__slug__/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    format!(r#"{{"people":[1,{}]}}"#, model::MAX_PEOPLE)
}

/// The probability that at least two of so many people, 1 to 100, share a birthday.
#[wasm_bindgen]
pub fn chance(people: f64) -> Result<f64, JsError> {
    Ok(model::chance(whole("people", people)?)?)
}

/// In how many of 1 to 1,000,000 simulated groups at least two people share a birthday. The seed is a whole number below 2^53.
#[wasm_bindgen]
pub fn simulate(people: f64, seed: f64, groups: f64) -> Result<u32, JsError> {
    Ok(model::simulate(whole("people", people)?, from_js::seed(seed)?, whole("groups", groups)?)?)
}
