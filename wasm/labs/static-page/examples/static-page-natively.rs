//! Answers natively what `tests/questions.ts` asks of the module.

use static_page_lab::{EXPORT_LOOK_FOR_JS, EXPORT_PLAN_FOR_JS, EXPORT_SAMPLE_FOR_JS};

fn main() {
    wasm_bindgen::serve(&[EXPORT_LOOK_FOR_JS, EXPORT_PLAN_FOR_JS, EXPORT_SAMPLE_FOR_JS]);
}
