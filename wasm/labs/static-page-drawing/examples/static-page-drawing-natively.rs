//! Answers natively what `tests/questions.ts` asks of the module.

use static_page_drawing_lab::EXPORT_DRAW_FOR_JS;

fn main() {
    wasm_bindgen::serve(&[EXPORT_DRAW_FOR_JS]);
}
