//! Answers natively what `tests/questions.ts` asks of the module.

use setenv_lab::Explorer;

fn main() {
    wasm_bindgen::serve(&[Explorer::EXPORT]);
}
