//! Answers natively what `tests/questions.ts` asks of the module.

use load_balancing_lab::{EXPORT_CHANCE_OF_ANY, EXPORT_PLACEMENTS, EXPORT_ROUND};

fn main() {
    wasm_bindgen::serve(&[EXPORT_ROUND, EXPORT_PLACEMENTS, EXPORT_CHANCE_OF_ANY]);
}
