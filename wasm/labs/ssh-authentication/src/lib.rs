//! What the ssh-authentication lab calls: a whole authentication with toy keys, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in [`request`], which knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::text;
use request::{Asked, Played, fields, play};
use ssh_authentication_model::server::Check;
use ssh_authentication_model::wire::FieldName;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** How the signature is made. */
export type SigningName = 'right' | 'other-session' | 'other-user' | 'other-key' | 'order-added' | 'truncated';
"#;

/// The names of fields, a line each, in the order that the fields' numbers count.
#[wasm_bindgen(js_name = fieldNames)]
pub fn field_names() -> String {
    FieldName::ALL.map(FieldName::words).join("\n")
}

/// The names of the server's checks, a line each, in order.
#[wasm_bindgen(js_name = checkNames)]
pub fn check_names() -> String {
    Check::ALL.map(Check::name).join("\n")
}

/// An authentication, from the first request to the server's last word.
#[wasm_bindgen]
pub struct Exchange(Played);

#[wasm_bindgen]
impl Exchange {
    /// Plays one. `secret` is a private key in 64 hexadecimal digits, or empty for the seed's; `line` is Alice's in
    /// `authorized_keys`, with `{mine}` and `{other}` for keys; `bit` is the bit of the signed data and the signature that is
    /// wrong, or -1.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] secret: &JsValue,
        seed: f64,
        #[wasm_bindgen(unchecked_param_type = "string")] user: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] algorithm: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "SigningName")] signing: &JsValue,
        bit: f64,
    ) -> Result<Self, JsError> {
        let (secret, user, algorithm) = (text(secret), text(user), text(algorithm));
        let asked = Asked { secret, seed, user, algorithm, line: text(line), signing: text(signing), bit };
        Ok(Self(play(asked)?))
    }

    /// How many steps there are.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> u32 {
        self.0.exchange.steps.len() as u32
    }

    /// The name of a step, and that of its message, a line each; nothing beyond the last.
    pub fn step(&self, index: f64) -> String {
        self.at(index).map_or_else(String::new, |shown| format!("{}\n{}", shown.step.name(), shown.message))
    }

    /// The bytes of a step.
    pub fn bytes(&self, index: f64) -> Vec<u8> {
        self.at(index).map_or_else(Vec::new, |shown| shown.encoded.bytes.clone())
    }

    /// Its fields, five numbers each: the name's, the first byte, the first of its value, the one after the last, the depth.
    pub fn fields(&self, index: f64) -> Vec<u32> {
        self.at(index).map_or_else(Vec::new, |shown| fields(&shown.encoded))
    }

    /// The data that the client signs, whether it comes to that or not.
    pub fn signed(&self) -> Vec<u8> {
        self.0.exchange.signed.bytes.clone()
    }

    /// Their fields.
    #[wasm_bindgen(js_name = signedFields)]
    pub fn signed_fields(&self) -> Vec<u32> {
        fields(&self.0.exchange.signed)
    }

    /// What the server puts together to verify.
    pub fn rebuilt(&self) -> Vec<u8> {
        self.0.exchange.rebuilt.clone()
    }

    /// What the server said last: `accepted` or `refused`; how many checks passed; which failed; why; and what only somebody
    /// who sees both sides knows of it. A line each.
    pub fn verdict(&self) -> String {
        self.0.verdict()
    }

    /// The private key, the public key, its fingerprint, the other public key, the line, what is wrong with it, its options and
    /// its comment. A line each.
    pub fn keys(&self) -> String {
        self.0.keys()
    }
}

impl Exchange {
    fn at(&self, index: f64) -> Option<&ssh_authentication_model::exchange::Shown> {
        // A number that is none, or no index, names no step.
        self.0.exchange.steps.get(if index.fract() == 0.0 && index >= 0.0 { index as usize } else { usize::MAX })
    }
}
