//! Answers natively what `tests/questions.ts` asks of the module.

use ssh_authentication_lab::EXPORT_PLAY;

fn main() {
    wasm_bindgen::serve(&[EXPORT_PLAY]);
}
