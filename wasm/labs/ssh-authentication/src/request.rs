//! From numbers and names as JavaScript has them to what the model accepts, and what the page knows of it beforehand.

use limits::{ArgumentError, check, check_number, listed};
use ssh_authentication_model::exchange::{
    ALICE, Exchange, Plan, SESSION_ID_BYTES, Signing, Step, Toys, UNSENT_BYTES, fill_line,
};
use ssh_authentication_model::server::Check;
use ssh_authentication_model::{ED25519, FieldName};

/// The most bytes of a name, such as a user's.
const MOST_NAME_BYTES: u64 = 64;
/// The most bytes of a line of `authorized_keys`.
const MOST_LINE_BYTES: u64 = 2_000;
/// Bits of the longest data and signature that such names allow, and more.
const MOST_BITS: u64 = 8 * 1_024;

limits::named! {
    /// One of two connections of the same client to the same server. To the model the one in which the request is sent is this
    /// connection, and the other one another.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Connection("connection") as "ConnectionName" {
        /// The earlier one.
        First = "first",
        /// The later one.
        Second = "second",
    }
}

impl Connection {
    /// The other one.
    pub fn other(self) -> Self {
        if self == Self::First { Self::Second } else { Self::First }
    }
}

/// Text of at most so many bytes.
fn short(field: &'static str, text: String, most: u64) -> Result<String, ArgumentError> {
    check(field, text.len() as u64, 0..=most)?;
    Ok(text)
}

/// What JavaScript asks for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What the toys are drawn from.
    pub seed: u64,
    /// Whom the client wants to be.
    pub user: String,
    /// Alice's line, with `{mine}` and `{other}` for keys.
    pub line: String,
    /// How the signature is made, by name: `right` in the second connection, `other-session` in the first, and `other-key` in the
    /// one in which it is sent.
    pub signing: String,
    /// The bit that is wrong, or -1.
    pub bit: f64,
    /// The connection in which it is sent, by name.
    pub connection: String,
}

impl Asked {
    /// What the client and the server are to do, and in which connection.
    pub fn plan(self) -> Result<(Plan, Connection), ArgumentError> {
        let Self { seed, user, line, signing, bit, connection } = self;
        let (mut toys, mut signing) = (Toys::new(seed), Signing::parse(&signing)?);
        let connection = Connection::parse(&connection)?;
        if connection == Connection::First {
            std::mem::swap(&mut toys.session_id, &mut toys.other_session_id);
            signing = match signing {
                Signing::Right => Signing::OtherSession,
                Signing::OtherSession => Signing::Right,
                same => same,
            };
        }
        let plan = Plan {
            authorized_keys: fill_line(&short("line (bytes)", line, MOST_LINE_BYTES)?, &toys),
            toys,
            user: short("user (bytes)", user, MOST_NAME_BYTES)?,
            signing,
            flipped_bit: if bit == -1.0 { None } else { Some(check_number("bit", bit, 0..=MOST_BITS)? as usize) },
        };
        Ok((plan, connection))
    }
}

/// What a page has to know before it plays anything, as JSON: the largest bit; how many bits of the signed data and the signature
/// there are beside those of the user's name; the first byte of S among them, where Alice asks; how many bytes are signed and not
/// sent, a session identifier's among them; the connections, the steps, the checks, and how many of those a question goes through.
pub fn limits() -> String {
    let toys = Toys::new(0);
    let plan = Plan {
        authorized_keys: fill_line(&format!("{ED25519} {{mine}}"), &toys),
        toys,
        user: ALICE.to_owned(),
        signing: Signing::Right,
        flipped_bit: None,
    };
    let steps = Exchange::play(&plan).steps;
    let proof =
        steps.into_iter().find(|shown| shown.step == Step::Proof).map(|shown| shown.encoded).unwrap_or_default();
    let bits = 8 * (UNSENT_BYTES + proof.bytes.len() - ALICE.len());
    let s = proof
        .fields
        .iter()
        .find(|field| field.name == FieldName::S)
        .map_or(0, |field| UNSENT_BYTES + field.value_start);
    format!(
        r#"{{"bit":{MOST_BITS},"bits":{bits},"byteOfS":{s},"unsentBytes":{UNSENT_BYTES},"sessionBytes":{SESSION_ID_BYTES},"connections":{},"steps":{},"checks":{},"questionChecks":{}}}"#,
        listed(&Connection::NAMES),
        listed(&Step::ALL.map(Step::name)),
        listed(&Check::ALL.map(Check::name)),
        Check::OF_A_QUESTION,
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A question that every check lets through.
    pub(crate) fn asked() -> Asked {
        Asked {
            seed: 1,
            user: "alice".to_owned(),
            line: "ssh-ed25519 {mine} a comment".to_owned(),
            signing: "right".to_owned(),
            bit: -1.0,
            connection: "second".to_owned(),
        }
    }

    #[test]
    fn a_page_knows_where_the_fields_lie() {
        let limits = limits();
        // OpenSSH's PROTOCOL, section 1.10: a session identifier; the number, user, service, method, boolean and algorithm; the
        // user's and the host's key; the signature.
        let (unsent, beside_name) = (4 + 64, 1 + 4 + 4 + 14 + 4 + 35 + 1 + 4 + 11);
        let (keys, signature) = (2 * (4 + 4 + 11 + 4 + 32), 4 + 4 + 11 + 4 + 64);
        let bits = 8 * (unsent + beside_name + keys + signature);
        assert!(limits.contains(&format!(r#""bits":{bits},"#)), "{limits}");
        let s = unsent + beside_name + 5 + keys + (signature - 32);
        assert!(limits.contains(&format!(r#""byteOfS":{s},"#)), "{limits}");
    }

    #[test]
    fn hostile_values_are_refused_by_name() {
        let error = |change: fn(&mut Asked)| {
            let mut changed = asked();
            change(&mut changed);
            changed.plan().unwrap_err().to_string()
        };
        assert_eq!(error(|asked| asked.bit = 0.5), "bit is 0.5; it must be a whole number from 0 to 8,192");
        assert!(error(|asked| asked.bit = f64::NAN).starts_with("bit is NaN"));
        assert_eq!(error(|asked| asked.user = "x".repeat(65)), "user (bytes) is 65; it must be from 0 to 64");
        assert!(error(|asked| asked.line = "x".repeat(3_000)).starts_with("line (bytes) is 3,000"));
        let nowhere = error(|asked| asked.connection = "third".to_owned());
        assert_eq!(nowhere, r#"connection is "third"; it must be one of first, second"#);
        assert!(error(|asked| asked.signing = String::new()).starts_with("signing is \"\"; it must be one of right,"));
    }
}
