//! The data that a client signs (RFC 4252, section 7): the session identifier, then the request as it will be sent, up to and
//! without the signature.

use super::key::describe_blob;
use super::wire::{Encoded, FieldName, Reader, WireError, WireProblem};

/// `SSH_MSG_USERAUTH_REQUEST`.
pub const USERAUTH_REQUEST: u8 = 50;

/// How the public key is used to authenticate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// `publickey` (RFC 4252).
    PublicKey,
    /// OpenSSH's variant, which names the server's host key at the end (its file PROTOCOL, section 1.10).
    HostBound {
        /// The blob of the key with which the server signed the key exchange.
        host_key: Vec<u8>,
    },
}

impl Method {
    /// The name of the plain method.
    pub const PUBLIC_KEY: &'static str = "publickey";
    /// The name of the variant.
    pub const HOST_BOUND: &'static str = "publickey-hostbound-v00@openssh.com";

    /// Its name in a message.
    pub fn name(&self) -> &'static str {
        match self {
            Self::PublicKey => Self::PUBLIC_KEY,
            Self::HostBound { .. } => Self::HOST_BOUND,
        }
    }
}

/// What a client signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedData {
    /// The first key exchange's hash: 32 bytes, or 64 with SHA-512.
    pub session_id: Vec<u8>,
    /// Whom the client wants to be.
    pub user: String,
    /// The service that the client wants, such as `ssh-connection`.
    pub service: String,
    /// The method of authentication.
    pub method: Method,
    /// How it signs, such as `ssh-ed25519`.
    pub algorithm: String,
    /// The public key with its type.
    pub public_key_blob: Vec<u8>,
}

impl SignedData {
    /// The bytes that are signed, and what each of them belongs to.
    pub fn encode(&self) -> Encoded {
        Encoded::default().string(FieldName::SessionId, &self.session_id).then(self.encode_request())
    }

    /// The part of them that goes over the wire.
    pub fn encode_request(&self) -> Encoded {
        let request = Encoded::default()
            .byte(FieldName::Number, USERAUTH_REQUEST)
            .string(FieldName::User, self.user.as_bytes())
            .string(FieldName::Service, self.service.as_bytes())
            .string(FieldName::Method, self.method.name().as_bytes())
            .boolean(FieldName::HasSignature, true)
            .string(FieldName::Algorithm, self.algorithm.as_bytes())
            .nested(FieldName::PublicKey, describe_blob(&self.public_key_blob));
        match &self.method {
            Method::PublicKey => request,
            Method::HostBound { host_key } => request.nested(FieldName::HostKey, describe_blob(host_key)),
        }
    }

    /// Reads such bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes);
        let session_id = reader.string(FieldName::SessionId)?.to_vec();
        reader.exactly(FieldName::Number, USERAUTH_REQUEST, "50, a request to authenticate")?;
        let user = reader.text(FieldName::User)?.to_owned();
        let service = reader.text(FieldName::Service)?.to_owned();
        let method_offset = reader.offset();
        let method = reader.text(FieldName::Method)?;
        reader.exactly(FieldName::HasSignature, 1, "1, since it is signed")?;
        let algorithm = reader.text(FieldName::Algorithm)?.to_owned();
        let public_key_blob = reader.string(FieldName::PublicKey)?.to_vec();
        let (method, last) = match method {
            Method::PUBLIC_KEY => (Method::PublicKey, FieldName::PublicKey),
            Method::HOST_BOUND => {
                let host_key = reader.string(FieldName::HostKey)?.to_vec();
                (Method::HostBound { host_key }, FieldName::HostKey)
            }
            other => {
                let problem = WireProblem::Not {
                    expected: "publickey or publickey-hostbound-v00@openssh.com",
                    found: format!("“{other}”"),
                };
                return Err(WireError { offset: method_offset, field: FieldName::Method, problem });
            }
        };
        reader.finish(last)?;
        Ok(Self { session_id, user, service, method, algorithm, public_key_blob })
    }

    /// The first field in which two of them differ.
    pub fn first_difference(&self, other: &Self) -> Option<FieldName> {
        let differences = [
            (FieldName::SessionId, self.session_id != other.session_id),
            (FieldName::User, self.user != other.user),
            (FieldName::Service, self.service != other.service),
            (FieldName::Method, self.method.name() != other.method.name()),
            (FieldName::Algorithm, self.algorithm != other.algorithm),
            (FieldName::PublicKey, self.public_key_blob != other.public_key_blob),
            (FieldName::HostKey, self.method != other.method),
        ];
        differences.into_iter().find_map(|(name, differs)| differs.then_some(name))
    }
}
