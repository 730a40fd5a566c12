//! From numbers and names as JavaScript has them to what the model accepts, and back.

use std::fmt;

use limits::{LimitError, check, check_number};
use ssh_authentication_model::authorized::AuthorizedKey;
use ssh_authentication_model::exchange::{Cause, Exchange, Plan, Signing, Toys, fill_line};
use ssh_authentication_model::key::{KEY_BYTES, base64, fingerprint};
use ssh_authentication_model::server::Outcome;
use ssh_authentication_model::wire::{Encoded, FieldName};

/// The most bytes of a name, such as a user's.
pub const MOST_NAME_BYTES: usize = 64;
/// The most bytes of a line of `authorized_keys`.
pub const MOST_LINE_BYTES: usize = 2_000;
/// Bits of the longest data and signature that such names allow, and more.
pub const MOST_BITS: u64 = 8 * 4_096;
/// Largest seed, 2^53 - 1.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A quantity is outside its limits.
    Limit(LimitError),
    /// A private key is not written as it must be.
    Secret,
    /// Nothing has this name.
    UnknownName {
        /// What it is called where it was given.
        field: &'static str,
        /// The name.
        name: String,
        /// What it can be.
        names: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::Secret => {
                write!(f, "secret is no private key; it must be empty, or {} hexadecimal digits", 2 * KEY_BYTES)
            }
            Self::UnknownName { field, name, names } => write!(f, "{field} is “{name}”; it must be one of {names}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

/// Private keys that a reader made, from hexadecimal digits; `None` for the seed's.
fn secret_of(digits: &str) -> Result<Option<[u8; KEY_BYTES]>, Error> {
    if digits.is_empty() {
        return Ok(None);
    }
    let values: Option<Vec<u8>> = digits.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    let values = values.filter(|values| values.len() == 2 * KEY_BYTES).ok_or(Error::Secret)?;
    let bytes: Vec<u8> = values.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
    bytes.try_into().map(Some).map_err(|_| Error::Secret)
}

/// Text of at most so many bytes.
fn short(field: &'static str, text: String, most: usize) -> Result<String, Error> {
    check(field, text.len() as u64, 0..=most as u64)?;
    Ok(text)
}

/// What JavaScript asks for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Hexadecimal digits of a private key, or nothing for the seed's.
    pub secret: String,
    /// What the toys are drawn from.
    pub seed: f64,
    /// Whom the client wants to be.
    pub user: String,
    /// The algorithm that it names.
    pub algorithm: String,
    /// Alice's line, with `{mine}` and `{other}` for keys.
    pub line: String,
    /// How the signature is made, by name.
    pub signing: String,
    /// The bit that is wrong, or -1.
    pub bit: f64,
}

/// An exchange, and what else the page shows of it.
#[derive(Debug, Clone)]
pub struct Played {
    /// The exchange.
    pub exchange: Exchange,
    /// The keys.
    pub toys: Toys,
    /// Alice's line, with the keys in it.
    pub line: String,
}

/// Checks a request and plays it.
pub fn play(asked: Asked) -> Result<Played, Error> {
    let Asked { secret, seed, user, algorithm, line, signing, bit } = asked;
    let toys = Toys::new(check_number("seed", seed, 0..=MAX_SEED)?, secret_of(&secret)?);
    let line = fill_line(&short("line (bytes)", line, MOST_LINE_BYTES)?, &toys);
    let found = Signing::ALL.into_iter().find(|(name, _)| *name == signing);
    let (_, signing) = found.ok_or_else(|| Error::UnknownName {
        field: "signing",
        name: signing,
        names: Signing::ALL.map(|(name, _)| name).join(", "),
    })?;
    let plan = Plan {
        toys: toys.clone(),
        user: short("user (bytes)", user, MOST_NAME_BYTES)?,
        algorithm: short("algorithm (bytes)", algorithm, MOST_NAME_BYTES)?,
        authorized_keys: line.clone(),
        signing,
        flipped_bit: if bit == -1.0 { None } else { Some(check_number("bit", bit, 0..=MOST_BITS)? as usize) },
    };
    Ok(Played { exchange: Exchange::play(&plan), toys, line })
}

/// Fields as numbers, five each: the name's place in [`FieldName::ALL`], the first byte, the first of its value, the one after
/// the last, and the depth.
pub fn fields(encoded: &Encoded) -> Vec<u32> {
    let numbers = |field: &ssh_authentication_model::Field| {
        let name = FieldName::ALL.iter().position(|name| *name == field.name).unwrap_or_default();
        [name, field.range.start, field.value_start, field.range.end, field.depth].map(|number| number as u32)
    };
    encoded.fields.iter().flat_map(numbers).collect()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Played {
    /// What the server said of the last request, line by line: `accepted` or `refused`; how many checks passed; the check that
    /// failed; why, in words; and what only somebody who sees both sides knows of it: `data:FIELD`, `key` or `bytes`.
    pub fn verdict(&self) -> String {
        let Exchange { verdict, cause, .. } = &self.exchange;
        let (word, failed, reason) = match &verdict.outcome {
            Outcome::Refused(refusal) => ("refused", refusal.check().name(), refusal.to_string()),
            Outcome::Accepted | Outcome::WouldDo => ("accepted", "", String::new()),
        };
        let word = if verdict.outcome == Outcome::WouldDo { "asked" } else { word };
        let cause = match cause {
            Some(Cause::Differs(field)) => format!("data:{field}"),
            Some(Cause::OtherKey) => "key".to_owned(),
            Some(Cause::Signature) => "bytes".to_owned(),
            None => String::new(),
        };
        [word, &verdict.passed.len().to_string(), failed, &reason, &cause].join("\n")
    }

    /// The keys and the line, line by line: the private key in hexadecimal digits, the public key in base64, its fingerprint,
    /// the other public key in base64, the line, what is wrong with it, its options' names, and its comment.
    pub fn keys(&self) -> String {
        let (mine, other) = (self.toys.client.public().blob(), self.toys.other.public().blob());
        let (wrong, options, comment) = match AuthorizedKey::parse(&self.line) {
            Ok(Some(key)) => {
                let names: Vec<String> = key.options.into_iter().map(|option| option.name).collect();
                (String::new(), names.join(", "), key.comment)
            }
            Ok(None) => ("the line is empty, or a comment as a whole".to_owned(), String::new(), String::new()),
            Err(error) => (error.to_string(), String::new(), String::new()),
        };
        let shown = [
            hex(&self.toys.client.secret()),
            base64(&mine),
            fingerprint(&mine),
            base64(&other),
            self.line.clone(),
            wrong,
            options,
            comment,
        ];
        // A line break within one would be taken for the end of it.
        shown.map(|text| text.replace(['\n', '\r'], " ")).join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Asked {
        Asked {
            secret: String::new(),
            seed: 1.0,
            user: "alice".to_owned(),
            algorithm: "ssh-ed25519".to_owned(),
            line: "ssh-ed25519 {mine} a comment".to_owned(),
            signing: "right".to_owned(),
            bit: -1.0,
        }
    }

    #[test]
    fn the_right_request_is_accepted_after_nine_checks() {
        let played = play(asked()).unwrap();
        assert_eq!(played.verdict(), "accepted\n9\n\n\n");
        assert_eq!(played.keys().lines().last(), Some("a comment"));
    }

    #[test]
    fn a_private_key_of_the_reader_s_is_used_as_it_is() {
        let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let played = play(Asked { secret: secret.to_owned(), ..asked() }).unwrap();
        let keys = played.keys();
        assert_eq!(keys.lines().next(), Some(secret));
        assert_eq!(keys.lines().nth(1), Some("AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"));
        assert!(played.verdict().starts_with("accepted"));
    }

    #[test]
    fn a_refusal_says_what_failed_and_what_passed_before() {
        let refused = |change: fn(&mut Asked)| {
            let mut changed = asked();
            change(&mut changed);
            play(changed).unwrap().verdict()
        };
        assert_eq!(refused(|asked| asked.user = "eve".to_owned()), "refused\n2\nuser\nthere is no user “eve”\n");
        let replay = refused(|asked| asked.signing = "other-session".to_owned());
        assert!(
            replay.starts_with("refused\n8\nsignature\n") && replay.ends_with("\ndata:session identifier"),
            "{replay}"
        );
        let thief = refused(|asked| asked.signing = "other-key".to_owned());
        assert!(thief.starts_with("refused\n8\nsignature\n") && thief.ends_with("\nkey"), "{thief}");
        let unlisted = refused(|asked| asked.line = "ssh-ed25519 {other}".to_owned());
        assert!(unlisted.starts_with("refused\n6\nlisted\nthe key SHA256:"), "{unlisted}");
    }

    #[test]
    fn hostile_values_are_refused_by_name() {
        let error = |change: fn(&mut Asked)| {
            let mut changed = asked();
            change(&mut changed);
            play(changed).unwrap_err().to_string()
        };
        assert_eq!(error(|asked| asked.seed = -1.0), "seed is -1; it must be from 0 to 9,007,199,254,740,991");
        assert_eq!(error(|asked| asked.bit = 0.5), "bit is 0.5; it must be a whole number from 0 to 32,768");
        assert!(error(|asked| asked.bit = f64::NAN).starts_with("bit is NaN"));
        assert_eq!(error(|asked| asked.user = "x".repeat(65)), "user (bytes) is 65; it must be from 0 to 64");
        assert!(error(|asked| asked.line = "x".repeat(3_000)).starts_with("line (bytes) is 3,000"));
        assert!(error(|asked| asked.signing = String::new()).starts_with("signing is “”; it must be one of right,"));
        for wrong in ["0", "zz", "ä", &"0".repeat(63), &"0".repeat(66)] {
            assert_eq!(play(Asked { secret: wrong.to_owned(), ..asked() }).unwrap_err(), Error::Secret, "{wrong}");
        }
    }
}
