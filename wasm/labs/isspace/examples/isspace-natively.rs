//! Answers natively what `tests/questions.ts` asks of the module.

use isspace_lab::{EXPORT_BROKEN, EXPORT_COMPARE};

fn main() {
    wasm_bindgen::serve(&[EXPORT_COMPARE, EXPORT_BROKEN]);
}
