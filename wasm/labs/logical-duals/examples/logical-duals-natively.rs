//! Answers natively what `tests/questions.ts` asks of the module.

use logical_duals_lab::{EXPORT_EXPLORE, Race, Testers};

fn main() {
    wasm_bindgen::serve(&[EXPORT_EXPLORE, Testers::EXPORT, Race::EXPORT]);
}
