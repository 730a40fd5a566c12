//! Answers natively what `tests/questions.ts` asks of the module.

use dead_connections_lab::Endpoint;

fn main() {
    wasm_bindgen::serve(&[Endpoint::EXPORT]);
}
