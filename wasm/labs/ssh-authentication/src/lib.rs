//! What the ssh-authentication lab calls: a whole authentication with toy keys, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{Text, text};
use request::{Asked, Connection};
use ssh_authentication_model::authorized::AuthorizedKey;
use ssh_authentication_model::exchange::{self, Cause, Plan, Signing};
use ssh_authentication_model::key::{base64, fingerprint};
use ssh_authentication_model::server::{Check, Outcome};
use ssh_authentication_model::{FieldName, wire};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// How the signature is made.
    SigningName "SigningName" = Signing::NAMES;
    /// In which connection it is sent.
    ConnectionName "ConnectionName";
}

/// What a page has to know before it plays anything, as JSON: `site/wasm-pkg/ssh-authentication/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    request::limits()
}

/// Plays an authentication. `line` is Alice's in `authorized_keys`, with `{mine}` and `{other}` for keys; `bit` is the bit of the
/// signed data and the signature that is wrong, or -1; `connection` is the one in which the request is sent.
#[wasm_bindgen]
pub fn play(
    seed: f64,
    user: &Text,
    line: &Text,
    signing: &SigningName,
    bit: f64,
    connection: &ConnectionName,
) -> Result<Exchange, JsError> {
    let (user, line, signing, connection) = (text(user), text(line), text(signing), text(connection));
    let asked = Asked { seed: from_js::seed(seed)?, user, line, signing, bit, connection };
    let (plan, connection) = asked.plan()?;
    Ok(Exchange::of(&plan, connection))
}

/// An authentication, from the first request to the server's last word.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Exchange {
    /// Its steps; it ends with the first refusal after the methods are known.
    #[wasm_bindgen(readonly)]
    pub steps: Vec<Step>,
    /// The data that the client signs, or would.
    #[wasm_bindgen(readonly)]
    pub signed: Encoded,
    /// What the server puts together to verify.
    #[wasm_bindgen(readonly)]
    pub rebuilt: Vec<u8>,
    /// How many of their bytes differ.
    #[wasm_bindgen(readonly)]
    pub differing: usize,
    /// The first connection's session identifier.
    #[wasm_bindgen(readonly)]
    pub first: Vec<u8>,
    /// The second connection's.
    #[wasm_bindgen(readonly)]
    pub second: Vec<u8>,
    /// True if it came to a signature.
    #[wasm_bindgen(readonly, js_name = wasSigned)]
    pub was_signed: bool,
    /// True if the server lets the user in.
    #[wasm_bindgen(readonly)]
    pub accepted: bool,
    /// How many checks the last request passed.
    #[wasm_bindgen(readonly)]
    pub passed: usize,
    /// Why it was refused, as the server knows it; empty if it was not.
    #[wasm_bindgen(readonly)]
    pub reason: String,
    /// The keys.
    #[wasm_bindgen(readonly)]
    pub keys: Keys,
    /// The check that failed.
    #[wasm_bindgen(readonly)]
    pub failed: Option<Check>,
    /// Why a signature does not verify, as only somebody who sees both sides knows it.
    #[wasm_bindgen(readonly)]
    pub cause: Option<Cause>,
    /// The field in which the data that were signed and those that the server put together differ first.
    #[wasm_bindgen(readonly)]
    pub differs: Option<FieldName>,
    /// The connection that the signature was made for.
    #[wasm_bindgen(readonly, js_name = madeIn)]
    pub made_in: Connection,
}

impl Exchange {
    /// Plays it, in a connection.
    pub fn of(plan: &Plan, connection: Connection) -> Self {
        let played = exchange::Exchange::play(plan);
        let outcome = &played.verdict.outcome;
        let session_id = |of| {
            let toys = &plan.toys;
            if of == connection { toys.session_id.to_vec() } else { toys.other_session_id.to_vec() }
        };
        let refusal = if let Outcome::Refused(refusal) = outcome { Some(refusal) } else { None };
        Self {
            accepted: *outcome == Outcome::Accepted,
            passed: played.verdict.passed.len(),
            reason: refusal.map_or_else(String::new, ToString::to_string),
            failed: refusal.map(|refusal| refusal.check()),
            made_in: if plan.signing == Signing::OtherSession { connection.other() } else { connection },
            cause: played.cause,
            differs: if let Some(Cause::Differs(field)) = played.cause { Some(field) } else { None },
            differing: differing(&played.signed.bytes, &played.rebuilt),
            first: session_id(Connection::First),
            second: session_id(Connection::Second),
            keys: Keys::of(plan),
            steps: played.steps.into_iter().map(Step::from).collect(),
            signed: played.signed.into(),
            rebuilt: played.rebuilt,
            was_signed: played.was_proof,
        }
    }
}

/// How many bytes differ, or are in one of the two alone.
fn differing(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count() + one.len().abs_diff(other.len())
}

/// Bytes and what they mean.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The bytes.
    #[wasm_bindgen(readonly)]
    pub bytes: Vec<u8>,
    /// Their fields.
    #[wasm_bindgen(readonly)]
    pub fields: Vec<Field>,
}

impl From<wire::Encoded> for Encoded {
    fn from(wire::Encoded { bytes, fields }: wire::Encoded) -> Self {
        let field = |field: wire::Field| Field {
            start: field.range.start,
            value_start: field.value_start,
            end: field.range.end,
            depth: field.depth,
            name: field.name,
        };
        Self { bytes, fields: fields.into_iter().map(field).collect() }
    }
}

/// A field and where it lies.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its first byte.
    #[wasm_bindgen(readonly)]
    pub start: usize,
    /// The first of its value: behind the length, in a string.
    #[wasm_bindgen(readonly, js_name = valueStart)]
    pub value_start: usize,
    /// The one after its last.
    #[wasm_bindgen(readonly)]
    pub end: usize,
    /// 0, or how many fields it lies within.
    #[wasm_bindgen(readonly)]
    pub depth: usize,
    /// What it is called.
    #[wasm_bindgen(readonly)]
    pub name: FieldName,
}

/// A step of the exchange.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone)]
pub struct Step {
    /// The message's name in the RFC; empty where none is sent.
    #[wasm_bindgen(readonly)]
    pub message: String,
    /// Its bytes.
    #[wasm_bindgen(readonly)]
    pub bytes: Vec<u8>,
    /// Their fields.
    #[wasm_bindgen(readonly)]
    pub fields: Vec<Field>,
    /// What it is.
    #[wasm_bindgen(readonly)]
    pub name: exchange::Step,
}

impl From<exchange::Shown> for Step {
    fn from(exchange::Shown { step, message, encoded }: exchange::Shown) -> Self {
        let Encoded { bytes, fields } = encoded.into();
        Self { message: message.to_owned(), bytes, fields, name: step }
    }
}

/// The keys, and Alice's line.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone)]
pub struct Keys {
    /// The private key, in hexadecimal digits.
    #[wasm_bindgen(readonly)]
    pub secret: String,
    /// The public key, in base64.
    #[wasm_bindgen(readonly)]
    pub mine: String,
    /// Its fingerprint.
    #[wasm_bindgen(readonly)]
    pub fingerprint: String,
    /// Somebody else's public key, in base64.
    #[wasm_bindgen(readonly)]
    pub other: String,
    /// Alice's line, with the keys in it.
    #[wasm_bindgen(readonly)]
    pub line: String,
    /// What is wrong with it; empty if it can be read.
    #[wasm_bindgen(readonly)]
    pub wrong: String,
    /// The names of its options.
    #[wasm_bindgen(readonly)]
    pub options: String,
    /// Its comment.
    #[wasm_bindgen(readonly)]
    pub comment: String,
}

impl Keys {
    fn of(plan: &Plan) -> Self {
        let (mine, other) = (plan.toys.client.public().blob(), plan.toys.other.public().blob());
        let (wrong, options, comment) = match AuthorizedKey::parse(&plan.authorized_keys) {
            Ok(Some(key)) => {
                let names: Vec<String> = key.options.into_iter().map(|option| option.name).collect();
                (String::new(), names.join(", "), key.comment)
            }
            Ok(None) => ("the line is empty, or a comment as a whole".to_owned(), String::new(), String::new()),
            Err(error) => (error.to_string(), String::new(), String::new()),
        };
        Self {
            secret: plan.toys.client.secret().iter().map(|byte| format!("{byte:02x}")).collect(),
            mine: base64(&mine),
            fingerprint: fingerprint(&mine),
            other: base64(&other),
            line: plan.authorized_keys.clone(),
            wrong,
            options,
            comment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(change: fn(&mut Asked)) -> Exchange {
        let mut asked = request::tests::asked();
        change(&mut asked);
        let (plan, connection) = asked.plan().unwrap();
        Exchange::of(&plan, connection)
    }

    fn shown(signing: &str, connection: Connection) -> Exchange {
        let connection = connection.name().to_owned();
        let asked = Asked { signing: signing.to_owned(), connection, ..request::tests::asked() };
        let (plan, connection) = asked.plan().unwrap();
        Exchange::of(&plan, connection)
    }

    #[test]
    fn a_signature_is_accepted_in_its_own_connection_and_not_in_the_other() {
        for (signing, own) in [("other-session", Connection::First), ("right", Connection::Second)] {
            let (at_home, abroad) = (shown(signing, own), shown(signing, own.other()));
            assert_eq!((at_home.accepted, at_home.differing, at_home.made_in), (true, 0, own));
            assert_eq!((abroad.accepted, abroad.made_in), (false, own));
            assert_eq!((abroad.failed, abroad.differs), (Some(Check::Signature), Some(FieldName::SessionId)));
            // Two hashes agree in a byte now and then, and nothing else differs.
            assert!((56..=64).contains(&abroad.differing), "{}", abroad.differing);
            // The same message, byte for byte, between the same two connections.
            assert_eq!(at_home.steps[5].bytes, abroad.steps[5].bytes);
            assert_eq!((&at_home.first, &at_home.second), (&abroad.first, &abroad.second));
        }
    }

    #[test]
    fn what_is_wrong_with_a_signature_of_its_own_is_wrong_in_either_connection() {
        for connection in Connection::ALL {
            let exchange = shown("other-key", connection);
            assert_eq!((exchange.cause, exchange.made_in), (Some(Cause::OtherKey), connection));
        }
    }

    #[test]
    fn the_right_request_is_accepted_after_ten_checks() {
        let exchange = played(|_| {});
        assert!(exchange.accepted && exchange.was_signed);
        assert_eq!((exchange.passed, exchange.failed, exchange.cause, &exchange.reason[..]), (10, None, None, ""));
        assert_eq!(exchange.keys.comment, "a comment");
    }

    #[test]
    fn a_refusal_says_what_failed_and_what_passed_before() {
        let refused = |change: fn(&mut Asked)| {
            let exchange = played(change);
            assert!(!exchange.accepted);
            (exchange.passed, exchange.failed.unwrap(), exchange.reason.clone(), exchange.cause)
        };
        let no_user = "there is no user “eve”".to_owned();
        assert_eq!(refused(|asked| asked.user = "eve".to_owned()), (2, Check::User, no_user, None));
        let (passed, failed, _, cause) = refused(|asked| asked.signing = "other-session".to_owned());
        assert_eq!((passed, failed, cause), (9, Check::Signature, Some(Cause::Differs(FieldName::SessionId))));
        let (passed, failed, _, cause) = refused(|asked| asked.signing = "other-key".to_owned());
        assert_eq!((passed, failed, cause), (9, Check::Signature, Some(Cause::OtherKey)));
        let (passed, failed, reason, _) = refused(|asked| asked.line = "ssh-ed25519 {other}".to_owned());
        assert_eq!((passed, failed), (6, Check::Listed));
        assert!(reason.starts_with("the key SHA256:"), "{reason}");
    }
}
