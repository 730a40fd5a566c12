//! Which messages passed, by what OpenSSH's two ends say of it (`ssh -vvv`, `sshd -ddd`).
//!
//! Both write a line for every message that they send or receive, with its number, and lines around it that tell a question
//! ("would this key do?") from a signature: the messages themselves are encrypted.

pub(crate) mod client;
mod names;
pub(crate) mod server;
#[cfg(test)]
mod tests;

use std::time::Instant;

pub(crate) use names::{FAILURE, PK_OK, REQUEST, SERVICE_ACCEPT, SERVICE_REQUEST, SUCCESS, name};

/// Who sent a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum From {
    Client,
    Server,
}

impl From {
    /// Name in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
        }
    }
}

/// What a request for authentication (`SSH_MSG_USERAUTH_REQUEST`) is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Detail {
    /// Method "none": it only learns which methods there are (RFC 4252, section 5.2).
    None,
    /// Method "publickey" without a signature: whether this key would do (section 7).
    Question,
    /// Method "publickey" with a signature.
    Signature,
    /// Another message, or another request.
    Other,
}

impl Detail {
    /// Name in the record, for kinds of requests.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::None => Some("none"),
            Self::Question => Some("question"),
            Self::Signature => Some("signature"),
            Self::Other => None,
        }
    }
}

/// What tells messages apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Message {
    pub from: From,
    /// RFC 4250, section 4.1.
    pub number: u8,
    pub detail: Detail,
}

/// One message as one end saw it pass.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    pub at: Instant,
    pub message: Message,
}

/// The messages of one connection, up to the end of the authentication.
#[derive(Debug, Clone)]
pub(crate) struct Trace {
    pub events: Vec<Event>,
    /// When the connection was made.
    pub connected: Instant,
}

impl Trace {
    /// The order of the messages.
    pub(crate) fn order(&self) -> Vec<Message> {
        self.events.iter().map(|event| event.message).collect()
    }

    /// Where the authentication begins: the client asks for the service.
    pub(crate) fn start_of_authentication(&self) -> Option<usize> {
        self.events.iter().position(|event| event.message.number == SERVICE_REQUEST)
    }

    /// Seconds from the client's request for the service to the last message.
    pub(crate) fn authentication_seconds(&self) -> Option<f64> {
        let first = self.events.get(self.start_of_authentication()?)?;
        Some((self.events.last()?.at - first.at).as_secs_f64())
    }

    /// True if the server sent its success.
    pub(crate) fn is_accepted(&self) -> bool {
        self.events.iter().any(|event| event.message.number == SUCCESS)
    }

    /// How many requests of this kind the client made.
    pub(crate) fn requests(&self, detail: Detail) -> usize {
        self.events.iter().filter(|event| event.message.detail == detail).count()
    }

    /// True if each signature came after the server's word that this key would do.
    pub(crate) fn asks_first(&self) -> bool {
        let mut allowed = false;
        self.events.iter().all(|event| {
            let asked = event.message.detail != Detail::Signature || allowed;
            allowed = event.message.number == PK_OK;
            asked
        })
    }
}

/// The number in a line such as `debug3: send packet: type 50 [preauth]`, if it begins so.
fn packet(line: &str, direction: &str) -> Option<u8> {
    let rest = line.split_once(direction)?.1.trim_start();
    let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// What is said of a message that is sent.
const SENT: &str = ": send packet: type";
/// What is said of a message that was received.
const RECEIVED: &str = ": receive packet: type";
