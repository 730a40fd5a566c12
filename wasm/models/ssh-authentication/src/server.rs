//! What a server checks before it lets a user in, one thing after another, and why it refuses.

use std::fmt;

use super::authorized::AuthorizedKey;
use super::key::{KeyError, PublicKey, fingerprint};
use super::message::{By, Message, Request};
use super::signature::{Signature, SignatureError};
use super::wire::{Encoded, FieldName, WireError};
use super::{CONNECTION, ED25519};

limits::named! {
    /// A check, in the order of [`Check::ALL`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Check as "CheckName" {
        /// The message's fields can be read.
        Message = "message",
        /// There is such a service.
        Service = "service",
        /// There is such a user.
        User = "user",
        /// The method is offered.
        Method = "method",
        /// The algorithm is allowed.
        Algorithm = "algorithm",
        /// The public key is one, and of the algorithm's type.
        Key = "key",
        /// The key is listed for the user.
        Listed = "listed",
        /// The host key that the request names is the server's own; a request by the plain method names none.
        HostKey = "host-key",
        /// The signature is one, and of the algorithm's format.
        SignatureForm = "signature-form",
        /// The signature belongs to the key, and to this session identifier and this request.
        Signature = "signature",
    }
}

impl Check {
    /// Number of checks that a question goes through: all but those of a signature. OpenSSH's client asks by the plain method.
    pub const OF_A_QUESTION: usize = Self::HostKey as usize;
}

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The message can't be read: the server ends the connection.
    Message(WireError),
    /// There is no such service.
    Service(String),
    /// There is no such user.
    User(String),
    /// The method is not offered.
    Method(String),
    /// The algorithm is not allowed.
    Algorithm(String),
    /// The public key is malformed, or of another type.
    Key(KeyError),
    /// The key is in no line of the user's file.
    NotListed {
        /// Whose file.
        user: String,
        /// The key's fingerprint.
        fingerprint: String,
    },
    /// The request names another server's host key: the server ends the connection.
    HostKey,
    /// The signature is malformed, or of another format.
    SignatureForm(SignatureError),
    /// The signature does not belong to the key and to what the server put together.
    Signature,
}

impl Refusal {
    /// The check that failed.
    pub fn check(&self) -> Check {
        match self {
            Self::Message(_) => Check::Message,
            Self::Service(_) => Check::Service,
            Self::User(_) => Check::User,
            Self::Method(_) => Check::Method,
            Self::Algorithm(_) => Check::Algorithm,
            Self::Key(_) => Check::Key,
            Self::NotListed { .. } => Check::Listed,
            Self::HostKey => Check::HostKey,
            Self::SignatureForm(_) => Check::SignatureForm,
            Self::Signature => Check::Signature,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(error) => error.fmt(f),
            Self::Service(name) => write!(f, "there is no service “{name}”; it must be {CONNECTION}"),
            Self::User(name) => write!(f, "there is no user “{name}”"),
            Self::Method(name) => write!(f, "the method “{name}” is not offered; it must be publickey"),
            Self::Algorithm(name) => write!(f, "the algorithm “{name}” is not allowed"),
            Self::Key(error) => error.fmt(f),
            Self::NotListed { user, fingerprint } => {
                write!(f, "the key {fingerprint} is in no line of {user}’s authorized_keys")
            }
            Self::HostKey => f.write_str("the request names another server’s host key"),
            Self::SignatureForm(error) => error.fmt(f),
            Self::Signature => f.write_str("the signature does not belong to this key and these data"),
        }
    }
}

impl std::error::Error for Refusal {}

/// What the server makes of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The checks that it passed, in order.
    pub passed: Vec<Check>,
    /// The server's answer.
    pub outcome: Outcome,
}

/// What comes of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The user is authenticated.
    Accepted,
    /// A signature by this key would be welcome.
    WouldDo,
    /// The request is refused.
    Refused(Refusal),
}

impl Verdict {
    /// The server's answer to a request; `None` where it ends the connection without one.
    pub fn reply(&self, request: &Message) -> Option<Message> {
        match (&self.outcome, request) {
            (Outcome::Refused(Refusal::Message(_) | Refusal::HostKey), _) => None,
            (Outcome::WouldDo, Message::Question { algorithm, public_key_blob, .. }) => {
                Some(Message::PkOk { algorithm: algorithm.clone(), public_key_blob: public_key_blob.clone() })
            }
            (Outcome::WouldDo, Message::Signed { data, .. }) => {
                Some(Message::PkOk { algorithm: data.algorithm.clone(), public_key_blob: data.public_key_blob.clone() })
            }
            (Outcome::Accepted, _) => Some(Message::Success),
            _ => Some(Message::Failure { methods: vec!["publickey".to_owned()] }),
        }
    }
}

/// A user of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The user's name.
    pub name: String,
    /// The content of `authorized_keys`.
    pub authorized_keys: String,
}

/// A server at one connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The connection's session identifier, as the server computed it.
    pub session_id: Vec<u8>,
    /// Its host key.
    pub host_key: Vec<u8>,
    /// Its users.
    pub accounts: Vec<Account>,
    /// The algorithms that it lets sign.
    pub algorithms: Vec<String>,
}

impl Server {
    /// The data that a signature of the request has to cover: this connection's session identifier, and all of the request
    /// before the signature. The server puts them together itself; they are not sent.
    pub fn data_to_verify(&self, request: &[u8], signed_bytes: usize) -> Vec<u8> {
        let mut data = Encoded::default().string(FieldName::SessionId, &self.session_id).bytes;
        data.extend(&request[..signed_bytes]);
        data
    }

    /// Checks a request, until a check fails.
    pub fn judge(&self, bytes: &[u8]) -> Verdict {
        let mut passed = Vec::new();
        let outcome = match self.check(bytes, &mut passed) {
            Ok(true) => Outcome::Accepted,
            Ok(false) => Outcome::WouldDo,
            Err(refusal) => Outcome::Refused(refusal),
        };
        Verdict { passed, outcome }
    }

    /// Goes through the checks; true for a right proof, false for a question whose key would do.
    fn check(&self, bytes: &[u8], passed: &mut Vec<Check>) -> Result<bool, Refusal> {
        let request = Request::parse(bytes).map_err(Refusal::Message)?;
        passed.push(Check::Message);

        if request.service != CONNECTION {
            return Err(Refusal::Service(request.service.to_owned()));
        }
        passed.push(Check::Service);

        let account = self.accounts.iter().find(|account| account.name == request.user);
        let account = account.ok_or_else(|| Refusal::User(request.user.to_owned()))?;
        passed.push(Check::User);

        let (algorithm, blob, host_key, proof) = match request.by {
            By::Other(name) => return Err(Refusal::Method(name.to_owned())),
            By::Key { algorithm, public_key_blob, host_key, proof } => (algorithm, public_key_blob, host_key, proof),
        };
        passed.push(Check::Method);

        if !self.algorithms.iter().any(|allowed| allowed == algorithm) {
            return Err(Refusal::Algorithm(algorithm.to_owned()));
        }
        passed.push(Check::Algorithm);

        let key = PublicKey::from_blob(blob).map_err(Refusal::Key)?;
        if algorithm != ED25519 {
            return Err(Refusal::Key(KeyError::Algorithm(algorithm.to_owned())));
        }
        passed.push(Check::Key);

        if !account.lists(blob) {
            return Err(Refusal::NotListed { user: account.name.clone(), fingerprint: fingerprint(blob) });
        }
        passed.push(Check::Listed);

        let is_other = host_key.is_some_and(|named| named != self.host_key);
        if is_other {
            return Err(Refusal::HostKey);
        }
        let Some(proof) = proof else { return Ok(false) };
        passed.push(Check::HostKey);

        let signature = Signature::from_blob(proof.signature_blob).map_err(Refusal::SignatureForm)?;
        passed.push(Check::SignatureForm);

        let data = self.data_to_verify(bytes, proof.signed_bytes);
        signature.verify(&key, &data).map_err(|_| Refusal::Signature)?;
        passed.push(Check::Signature);
        Ok(true)
    }
}

impl Account {
    /// True if a line of the file holds this key. Lines that can't be read are skipped, as sshd skips them.
    fn lists(&self, blob: &[u8]) -> bool {
        let keys = self.authorized_keys.lines().filter_map(|line| AuthorizedKey::parse(line).ok().flatten());
        keys.into_iter().any(|key| key.blob == blob)
    }
}
