//! wasm-bindgen, as labs name it: for browsers it is that crate and nothing else.
//!
//! Natively it is a stand-in, by which a program can call what a lab exports as JavaScript calls it: the names, the arguments and the
//! fields of answers are those of the attributes in the lab's own code. So a test asks the module that readers get and the native
//! library the same questions (`wasm/lib/border/native-equals-wasm.test.ts`). The stand-in knows of wasm-bindgen what labs use.

#[cfg(all(target_family = "wasm", not(target_os = "wasi")))]
pub use wasm_bindgen::*;

#[cfg(not(all(target_family = "wasm", not(target_os = "wasi"))))]
mod native;

#[cfg(not(all(target_family = "wasm", not(target_os = "wasi"))))]
pub use native::*;
