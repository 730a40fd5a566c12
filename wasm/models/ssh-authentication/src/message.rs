//! The messages of an authentication (RFC 4252): what each is made of, and how a request is read.

use super::key::describe_blob;
use super::signed::{Method, SignedData, USERAUTH_REQUEST};
use super::wire::{Encoded, FieldName, Reader, WireError};
use super::{CONNECTION, signature};

/// `SSH_MSG_USERAUTH_FAILURE`.
pub const USERAUTH_FAILURE: u8 = 51;
/// `SSH_MSG_USERAUTH_SUCCESS`.
pub const USERAUTH_SUCCESS: u8 = 52;
/// `SSH_MSG_USERAUTH_PK_OK`.
pub const USERAUTH_PK_OK: u8 = 60;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Asks which methods there are, by trying none.
    None {
        /// Whom the client wants to be.
        user: String,
    },
    /// Asks whether a key would do, without a signature.
    Question {
        /// Whom the client wants to be.
        user: String,
        /// How it would sign.
        algorithm: String,
        /// The public key.
        public_key_blob: Vec<u8>,
    },
    /// Proves that the client holds the private key.
    Signed {
        /// The signed data; the session identifier in them is not sent.
        data: SignedData,
        /// The signature of them.
        signature_blob: Vec<u8>,
    },
    /// The server answers that such a key would do.
    PkOk {
        /// The question's algorithm.
        algorithm: String,
        /// The question's key.
        public_key_blob: Vec<u8>,
    },
    /// Not so; these methods can continue.
    Failure {
        /// Their names.
        methods: Vec<String>,
    },
    /// The user is authenticated.
    Success,
}

impl Message {
    /// Its name in the RFC.
    pub fn name(&self) -> &'static str {
        match self {
            Self::None { .. } | Self::Question { .. } | Self::Signed { .. } => "SSH_MSG_USERAUTH_REQUEST",
            Self::PkOk { .. } => "SSH_MSG_USERAUTH_PK_OK",
            Self::Failure { .. } => "SSH_MSG_USERAUTH_FAILURE",
            Self::Success => "SSH_MSG_USERAUTH_SUCCESS",
        }
    }

    /// Its bytes, as the transport layer takes them to encrypt.
    pub fn encode(&self) -> Encoded {
        match self {
            Self::None { user } => request_head(user, "none"),
            Self::Question { user, algorithm, public_key_blob } => request_head(user, Method::PUBLIC_KEY)
                .boolean(FieldName::HasSignature, false)
                .string(FieldName::Algorithm, algorithm.as_bytes())
                .nested(FieldName::PublicKey, describe_blob(public_key_blob)),
            Self::Signed { data, signature_blob } => {
                data.encode_request().nested(FieldName::Signature, describe_signature(signature_blob))
            }
            Self::PkOk { algorithm, public_key_blob } => Encoded::default()
                .byte(FieldName::Number, USERAUTH_PK_OK)
                .string(FieldName::Algorithm, algorithm.as_bytes())
                .nested(FieldName::PublicKey, describe_blob(public_key_blob)),
            Self::Failure { methods } => Encoded::default()
                .byte(FieldName::Number, USERAUTH_FAILURE)
                .string(FieldName::Methods, methods.join(",").as_bytes())
                .boolean(FieldName::PartialSuccess, false),
            Self::Success => Encoded::default().byte(FieldName::Number, USERAUTH_SUCCESS),
        }
    }
}

fn request_head(user: &str, method: &str) -> Encoded {
    Encoded::default()
        .byte(FieldName::Number, USERAUTH_REQUEST)
        .string(FieldName::User, user.as_bytes())
        .string(FieldName::Service, CONNECTION.as_bytes())
        .string(FieldName::Method, method.as_bytes())
}

/// A signature with its fields, where they can be told apart.
fn describe_signature(blob: &[u8]) -> Encoded {
    let mut reader = Reader::new(blob);
    let parts = reader.string(FieldName::SignatureFormat).and_then(|_| reader.string(FieldName::SignatureValue));
    match parts {
        Ok(value) if signature::blob_of(value).bytes == blob => signature::blob_of(value),
        _ => Encoded { bytes: blob.to_vec(), fields: Vec::new() },
    }
}

/// A request as the server reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request<'a> {
    /// Whom the client wants to be.
    pub user: &'a str,
    /// The service that the client wants.
    pub service: &'a str,
    /// The method, with its own fields.
    pub by: By<'a>,
}

/// The ways that the server tells apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By<'a> {
    /// A method that it does not offer, such as `none`.
    Other(&'a str),
    /// A public key.
    Key {
        /// How the client signs.
        algorithm: &'a str,
        /// The key.
        public_key_blob: &'a [u8],
        /// The key of the server that the client speaks with, in the variant of the method that names it.
        host_key: Option<&'a [u8]>,
        /// The proof; `None` in a question.
        proof: Option<Proof<'a>>,
    },
}

/// What proves that the client holds a private key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof<'a> {
    /// The signature.
    pub signature_blob: &'a [u8],
    /// Length of the part of the request that is signed, in bytes: all before the signature.
    pub signed_bytes: usize,
}

impl<'a> Request<'a> {
    /// Reads a request.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes);
        reader.exactly(FieldName::Number, USERAUTH_REQUEST, "50, a request to authenticate")?;
        let user = reader.text(FieldName::User)?;
        let service = reader.text(FieldName::Service)?;
        let method = reader.text(FieldName::Method)?;
        let is_host_bound = method == Method::HOST_BOUND;
        if method != Method::PUBLIC_KEY && !is_host_bound {
            // What follows is up to the method.
            return Ok(Self { user, service, by: By::Other(method) });
        }
        let has_signature = reader.boolean(FieldName::HasSignature)?;
        let algorithm = reader.text(FieldName::Algorithm)?;
        let public_key_blob = reader.string(FieldName::PublicKey)?;
        let host_key = if is_host_bound { Some(reader.string(FieldName::HostKey)?) } else { None };
        let mut proof = None;
        if has_signature {
            let signed_bytes = reader.offset();
            proof = Some(Proof { signature_blob: reader.string(FieldName::Signature)?, signed_bytes });
        }
        let last = if is_host_bound { FieldName::HostKey } else { FieldName::PublicKey };
        reader.finish(if has_signature { FieldName::Signature } else { last })?;
        Ok(Self { user, service, by: By::Key { algorithm, public_key_blob, host_key, proof } })
    }
}
