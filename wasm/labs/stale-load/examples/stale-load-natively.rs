//! Answers natively what `tests/questions.ts` asks of the module.

use stale_load_lab::Setting;

fn main() {
    wasm_bindgen::serve(&[Setting::EXPORT]);
}
