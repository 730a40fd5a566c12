//! From what JavaScript hands over to values that the models accept: the checks that every lab needs.
//!
//! wasm-bindgen takes an argument for what the signature says: it turns `undefined` into NaN, reads the length of anything
//! as that of a list, and makes room for as many numbers. So labs take numbers as `f64` and check them, and take everything
//! else as a type of JavaScript's, which is a [`JsValue`] whatever it is called, and have it read here.

mod names;

pub use limits::js;

use limits::{ArgumentError, LimitError, check_number};
use wasm_bindgen::prelude::*;

// Declared here, because js-sys would bring its futures along, which no lab has a use for. All of them may throw, for an array
// that was handed on to a worker or whose prototype is something else: a throw that is not caught here leaves what it passes
// through on the stack for good, and after a thousand of them the instance has no room left.
#[wasm_bindgen]
extern "C" {
    type Float64Array;
    #[wasm_bindgen(method, getter, catch)]
    fn length(this: &Float64Array) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, js_name = subarray, catch)]
    fn all(this: &Float64Array) -> Result<Vec<f64>, JsValue>;

    type Uint32Array;
    #[wasm_bindgen(method, getter, catch)]
    fn length(this: &Uint32Array) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, js_name = subarray, catch)]
    fn all(this: &Uint32Array) -> Result<Vec<u32>, JsValue>;
}

// Arguments by their types in TypeScript; they may be anything until they are read.
#[wasm_bindgen]
extern "C" {
    /// Text, for [`text`].
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;

    /// A `Float64Array`, for [`floats`].
    #[wasm_bindgen(typescript_type = "Float64Array")]
    pub type Floats;

    /// A `Uint32Array`, for [`integers`].
    #[wasm_bindgen(typescript_type = "Uint32Array")]
    pub type Integers;
}

/// The largest whole number that JavaScript counts to without gaps, 2^53 - 1.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// A whole number, whatever its limits: those are the model's to check.
pub fn whole(field: &'static str, value: f64) -> Result<u64, LimitError> {
    check_number(field, value, 0..=MAX_SEED)
}

/// A whole number of 32 bits, whatever its limits: those are the model's to check.
pub fn whole32(field: &'static str, value: f64) -> Result<u32, LimitError> {
    check_number(field, value, 0..=u32::MAX.into()).map(|value| value as u32)
}

/// A seed.
pub fn seed(seed: f64) -> Result<u64, LimitError> {
    check_number("seed", seed, 0..=MAX_SEED)
}

/// The text of a value; nothing, which is no name, if it is something else.
pub fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

/// The numbers of a `Float64Array` of at most `most` numbers.
pub fn floats(field: &'static str, value: &JsValue, most: u64) -> Result<Vec<f64>, ArgumentError> {
    let other = ArgumentError::Kind { field, kind: "Float64Array" };
    let Some(list) = value.dyn_ref::<Float64Array>() else { return Err(other) };
    let Ok(length) = list.length() else { return Err(other) };
    check_length(field, length, most)?;
    list.all().map_err(|_| other)
}

/// The numbers of a `Uint32Array` of at most `most` numbers.
pub fn integers(field: &'static str, value: &JsValue, most: u64) -> Result<Vec<u32>, ArgumentError> {
    let other = ArgumentError::Kind { field, kind: "Uint32Array" };
    let Some(list) = value.dyn_ref::<Uint32Array>() else { return Err(other) };
    let Ok(length) = list.length() else { return Err(other) };
    check_length(field, length, most)?;
    list.all().map_err(|_| other)
}

fn check_length(field: &'static str, length: u32, most: u64) -> Result<u64, ArgumentError> {
    check_number(field, length.into(), 0..=most).map_err(ArgumentError::Limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_taken_as_it_is_or_refused() {
        assert_eq!(seed(MAX_SEED as f64), Ok(MAX_SEED));
        for refused in [0.5, -1.0, MAX_SEED as f64 + 1.0, f64::NAN] {
            assert!(seed(refused).is_err(), "{refused}");
        }
    }
}
