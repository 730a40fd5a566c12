//! Ed25519 signatures as SSH writes them (RFC 8709, section 6).

use std::fmt;

use ed25519_dalek::Signature as Bytes;

use super::ED25519;
use super::key::PublicKey;
use super::wire::{Encoded, FieldName, Reader, WireError};

/// Bytes of an Ed25519 signature (RFC 8032).
pub const SIGNATURE_BYTES: usize = 64;

/// The order of the base point, 2^252 + 27742317777372353535851937790883648493, the lowest byte first (RFC 8032).
pub const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// Why a signature was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignatureError {
    /// Its fields can't be read.
    Wire(WireError),
    /// Its format is another one.
    Format(String),
    /// Its length, which is not 64 bytes.
    Length(usize),
    /// Its number S is not below the order of the base point, as RFC 8032 demands: whoever sees a signature could else make
    /// another that is right as well.
    LargeS,
    /// The signature is well-formed and does not belong to this key and these data.
    Mismatch,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(error) => error.fmt(f),
            Self::Format(name) => write!(f, "the signature's format is “{name}”; it must be {ED25519}"),
            Self::Length(length) => write!(f, "the signature has {length} bytes; it must have {SIGNATURE_BYTES}"),
            Self::LargeS => f.write_str("S is not below the order of the base point, as RFC 8032 demands"),
            Self::Mismatch => f.write_str("the signature does not belong to this key and these data"),
        }
    }
}

impl std::error::Error for SignatureError {}

impl From<WireError> for SignatureError {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

/// A well-formed signature: of the right format and length, and with S below the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature([u8; SIGNATURE_BYTES]);

impl Signature {
    pub(super) fn from_value(value: [u8; SIGNATURE_BYTES]) -> Self {
        Self(value)
    }

    /// From its 64 bytes, R and S.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SignatureError> {
        let value: [u8; SIGNATURE_BYTES] = bytes.try_into().map_err(|_| SignatureError::Length(bytes.len()))?;
        // The highest byte is the last.
        if value[32..].iter().rev().lt(ORDER.iter().rev()) { Ok(Self(value)) } else { Err(SignatureError::LargeS) }
    }

    /// From the blob that messages carry.
    pub fn from_blob(blob: &[u8]) -> Result<Self, SignatureError> {
        let mut reader = Reader::new(blob);
        let format = reader.text(FieldName::SignatureFormat)?;
        if format != ED25519 {
            return Err(SignatureError::Format(format.to_owned()));
        }
        let value = reader.string(FieldName::SignatureValue)?;
        reader.finish(FieldName::SignatureValue)?;
        Self::from_bytes(value)
    }

    /// Its 64 bytes.
    pub fn to_bytes(&self) -> [u8; SIGNATURE_BYTES] {
        self.0
    }

    /// Its blob.
    pub fn blob(&self) -> Vec<u8> {
        blob_of(&self.0).bytes
    }

    /// Checks that the signature belongs to the key and the data, by the strict rules, which also refuse points of small order.
    pub fn verify(&self, key: &PublicKey, data: &[u8]) -> Result<(), SignatureError> {
        key.0.verify_strict(data, &Bytes::from_bytes(&self.0)).map_err(|_| SignatureError::Mismatch)
    }
}

/// The blob of a signature's bytes, right or wrong.
pub fn blob_of(value: &[u8]) -> Encoded {
    let blob = Encoded::default()
        .string(FieldName::SignatureFormat, ED25519.as_bytes())
        .string(FieldName::SignatureValue, value);
    let start = blob.bytes.len() - value.len();
    if value.len() == SIGNATURE_BYTES {
        blob.mark(FieldName::R, start..start + 32).mark(FieldName::S, start + 32..start + SIGNATURE_BYTES)
    } else {
        blob
    }
}

/// Checks that the signature blob belongs to the public key blob and the data.
pub fn verify(public_key_blob: &[u8], signature_blob: &[u8], data: &[u8]) -> Result<(), VerifyError> {
    let key = PublicKey::from_blob(public_key_blob).map_err(VerifyError::Key)?;
    let signature = Signature::from_blob(signature_blob).map_err(VerifyError::Signature)?;
    signature.verify(&key, data).map_err(VerifyError::Signature)
}

/// Why [`verify`] refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VerifyError {
    /// Because of the key.
    Key(super::key::KeyError),
    /// Because of the signature.
    Signature(SignatureError),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => error.fmt(f),
            Self::Signature(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VerifyError {}
