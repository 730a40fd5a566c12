//! Ed25519 key pairs: what signs.

use std::fmt;

use ed25519_dalek::{Signer, SigningKey};

use super::key::{KEY_BYTES, PublicKey, fingerprint};
use super::signature::Signature;

/// An Ed25519 key pair.
#[derive(Clone)]
pub struct KeyPair(SigningKey);

impl KeyPair {
    /// From the 32 bytes that make the private key.
    pub fn from_secret(secret: &[u8; KEY_BYTES]) -> Self {
        Self(SigningKey::from_bytes(secret))
    }

    /// The 32 bytes that make the private key.
    pub fn secret(&self) -> [u8; KEY_BYTES] {
        self.0.to_bytes()
    }

    /// The public half.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs. The same key and data give the same signature (RFC 8032).
    pub fn sign(&self, data: &[u8]) -> Signature {
        Signature::from_value(self.0.sign(data).to_bytes())
    }
}

/// Without the secret.
impl fmt::Debug for KeyPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyPair({})", fingerprint(&self.public().blob()))
    }
}
