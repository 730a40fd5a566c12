//! Public-key authentication of SSH, byte by byte: what the client sends, what it signs, and what the server checks.
//!
//! - [`wire`]: how a message's fields become bytes (RFC 4251, section 5), each field with its name and its place.
//! - [`key`], [`key_pair`] and [`signature`]: Ed25519 keys and signatures as SSH writes them (RFC 8709); the mathematics (RFC 8032) is that of
//!   the crate `ed25519-dalek`.
//! - [`signed`]: the data that a client signs (RFC 4252, section 7).
//! - [`message`]: the messages of an authentication.
//! - [`authorized`]: a line of an `authorized_keys` file (sshd(8)).
//! - [`server`]: the server's checks, in order.
//! - [`exchange`]: a whole authentication, right or tampered with.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

pub mod authorized;
pub mod exchange;
pub mod key;
pub mod key_pair;
pub mod message;
pub mod server;
pub mod signature;
pub mod signed;
pub mod wire;

pub use authorized::{AuthorizedKey, LineError};
pub use key::{KeyError, PublicKey};
pub use key_pair::KeyPair;
pub use message::{Message, Request};
pub use server::{Check, Refusal, Server, Verdict};
pub use signature::{Signature, SignatureError};
pub use signed::{Method, SignedData};
pub use wire::{Encoded, Field, FieldName, WireError};

/// The name of the one kind of key and signature here (RFC 8709).
pub const ED25519: &str = "ssh-ed25519";

/// The service that a user is authenticated for (RFC 4252, section 5).
pub const CONNECTION: &str = "ssh-connection";

#[cfg(test)]
mod tests;
