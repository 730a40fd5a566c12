//! Answers natively what `tests/questions.ts` asks of the module.

use unix_sockets_lab::Sockets;

fn main() {
    wasm_bindgen::serve(&[Sockets::EXPORT]);
}
