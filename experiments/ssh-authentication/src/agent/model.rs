//! An agent of ours, whose key is the model's and whose signatures are the model's: what it signs, a real server judges.

use std::fs::File;
use std::io::{Read, Result};

use ssh_authentication_model::key::base64;
use ssh_authentication_model::wire::{Encoded, FieldName};
use ssh_authentication_model::{ED25519, KeyPair, SignedData};

use super::protocol::data_to_sign;

/// `SSH_AGENTC_REQUEST_IDENTITIES` and its answer.
const REQUEST_IDENTITIES: u8 = 11;
const IDENTITIES_ANSWER: u8 = 12;
/// `SSH_AGENT_SIGN_RESPONSE`.
const SIGN_RESPONSE: u8 = 14;
/// `SSH_AGENT_FAILURE`: also the answer to what it does not know.
const FAILURE: u8 = 5;

/// Which session it signs for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Session {
    /// The session that it is asked for.
    Own,
    /// Another one, as if a signature that was made there were sent here.
    Other,
}

/// An agent with one key.
#[derive(Debug, Clone)]
pub(crate) struct ModelAgent {
    key: KeyPair,
    session: Session,
}

impl ModelAgent {
    /// With a fresh key; it signs what it is asked to.
    pub(crate) fn honest() -> Result<Self> {
        Self::with(Session::Own)
    }

    /// With a fresh key; it signs the same, for another session.
    pub(crate) fn for_another_session() -> Result<Self> {
        Self::with(Session::Other)
    }

    fn with(session: Session) -> Result<Self> {
        let mut secret = [0; 32];
        File::open("/dev/urandom")?.read_exact(&mut secret)?;
        Ok(Self { key: KeyPair::from_secret(&secret), session })
    }

    /// The line of its public key.
    pub(crate) fn public_line(&self, comment: &str) -> String {
        format!("{ED25519} {} {comment}", base64(&self.key.public().blob()))
    }

    /// The agent's answer to a request.
    pub(super) fn answer(&self, request: &[u8]) -> Vec<u8> {
        let own = self.key.public().blob();
        match request.first() {
            Some(&REQUEST_IDENTITIES) => {
                let answer = [&[IDENTITIES_ANSWER][..], &1_u32.to_be_bytes()].concat();
                let key = Encoded::default().string(FieldName::PublicKey, &own).string(FieldName::KeyType, b"model");
                [answer, key.bytes].concat()
            }
            _ => match data_to_sign(request).filter(|(key, _)| *key == own) {
                Some((_, data)) => self.sign(&data),
                None => vec![FAILURE],
            },
        }
    }

    fn sign(&self, data: &[u8]) -> Vec<u8> {
        let signature = match (self.session, SignedData::parse(data)) {
            (Session::Own, _) => self.key.sign(data),
            (Session::Other, Ok(mut data)) => {
                // An identifier of the same length, without a byte in common.
                data.session_id.iter_mut().for_each(|byte| *byte = !*byte);
                self.key.sign(&data.encode().bytes)
            }
            (Session::Other, Err(_)) => return vec![FAILURE],
        };
        let answer = Encoded::default().string(FieldName::Signature, &signature.blob());
        [vec![SIGN_RESPONSE], answer.bytes].concat()
    }
}
