//! Answers natively what `tests/questions.ts` asks of the module.

use stacking_context_lab::{EXPORT_EDIT, EXPORT_PAINT, EXPORT_QUESTIONS, EXPORT_ROWS, EXPORT_WHY};

fn main() {
    wasm_bindgen::serve(&[EXPORT_PAINT, EXPORT_WHY, EXPORT_EDIT, EXPORT_ROWS, EXPORT_QUESTIONS]);
}
