//! Ed25519 keys as SSH writes them (RFC 8709, section 4).

use std::fmt;

use base64ct::{Base64, Base64Unpadded, Encoding};
use ed25519_dalek::VerifyingKey;
use sha2::{Digest, Sha256};

use super::ED25519;
use super::wire::{Encoded, FieldName, Reader, WireError};

/// Bytes of an Ed25519 key, public or private (RFC 8032).
pub const KEY_BYTES: usize = 32;

/// Why a public key was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyError {
    /// Its fields can't be read.
    Wire(WireError),
    /// It is of another type.
    Type(String),
    /// The request names another algorithm than a key of this type has.
    Algorithm(String),
    /// It is too short or too long.
    Length(usize),
    /// Its bytes are no point of the curve.
    NotAPoint,
    /// It is one of the few points of small order, for which anybody can make signatures.
    SmallOrder,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(error) => error.fmt(f),
            Self::Type(name) => write!(f, "the key's type is “{name}”; it must be {ED25519}"),
            Self::Algorithm(name) => write!(f, "a key of type {ED25519} can’t sign with “{name}”"),
            Self::Length(length) => write!(f, "the key has {length} bytes; it must have {KEY_BYTES}"),
            Self::NotAPoint => f.write_str("the key's bytes are no point of the curve"),
            Self::SmallOrder => f.write_str("the key is a point of small order, which proves nothing"),
        }
    }
}

impl std::error::Error for KeyError {}

impl From<WireError> for KeyError {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

/// An Ed25519 public key: a point of the curve, not of small order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(pub(super) VerifyingKey);

impl PublicKey {
    /// From its 32 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        let bytes: &[u8; KEY_BYTES] = bytes.try_into().map_err(|_| KeyError::Length(bytes.len()))?;
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::NotAPoint)?;
        if key.is_weak() { Err(KeyError::SmallOrder) } else { Ok(Self(key)) }
    }

    /// From the blob that messages and files carry.
    pub fn from_blob(blob: &[u8]) -> Result<Self, KeyError> {
        let mut reader = Reader::new(blob);
        let kind = reader.text(FieldName::KeyType)?;
        if kind != ED25519 {
            return Err(KeyError::Type(kind.to_owned()));
        }
        let point = reader.string(FieldName::Point)?;
        reader.finish(FieldName::Point)?;
        Self::from_bytes(point)
    }

    /// Its 32 bytes.
    pub fn to_bytes(&self) -> [u8; KEY_BYTES] {
        self.0.to_bytes()
    }

    /// Its blob.
    pub fn blob(&self) -> Vec<u8> {
        blob_of(&self.to_bytes()).bytes
    }
}

/// The blob of a key's 32 bytes, right or wrong.
pub fn blob_of(point: &[u8]) -> Encoded {
    Encoded::default().string(FieldName::KeyType, ED25519.as_bytes()).string(FieldName::Point, point)
}

/// A blob with its fields, where they can be told apart.
pub(super) fn describe_blob(blob: &[u8]) -> Encoded {
    let mut reader = Reader::new(blob);
    let parts = reader.string(FieldName::KeyType).and_then(|kind| Ok((kind, reader.string(FieldName::Point)?)));
    match parts {
        Ok((kind, point)) if kind == ED25519.as_bytes() && reader.is_empty() => blob_of(point),
        _ => Encoded { bytes: blob.to_vec(), fields: Vec::new() },
    }
}

/// A blob as `authorized_keys` has it.
pub fn base64(blob: &[u8]) -> String {
    Base64::encode_string(blob)
}

/// A blob's fingerprint, as `ssh-keygen -l` shows it.
pub fn fingerprint(blob: &[u8]) -> String {
    format!("SHA256:{}", Base64Unpadded::encode_string(&Sha256::digest(blob)))
}
