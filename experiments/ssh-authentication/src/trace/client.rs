//! The client's side: `ssh -vvv`.

use super::{Detail, Event, From, Message, RECEIVED, REQUEST, SENT, SUCCESS, Trace, packet};
use crate::process::Line;

/// What the client says when somebody answers at the address, or, where it was given a connection, once it uses that.
const CONNECTED: [&str; 2] = ["Connection established.", "Local version string "];

/// The messages that the client tells of; `None` where it never connected.
///
/// Its authentication ends with the server's success; without one, with the last message.
pub(crate) fn parse(lines: &[Line]) -> Option<Trace> {
    let connected = lines.iter().position(|line| CONNECTED.iter().any(|words| line.text.contains(words)))?;
    let mut next = Next::None;
    let mut events = Vec::new();
    for line in &lines[connected..] {
        next = next.after(&line.text);
        let (from, number) = match (packet(&line.text, SENT), packet(&line.text, RECEIVED)) {
            (Some(number), _) => (From::Client, number),
            (None, Some(number)) => (From::Server, number),
            (None, None) => continue,
        };
        let is_request = from == From::Client && number == REQUEST;
        let detail = if is_request { std::mem::replace(&mut next, Next::Other).detail() } else { Detail::Other };
        events.push(Event { at: line.at, message: Message { from, number, detail } });
        if number == SUCCESS {
            break;
        }
    }
    Some(Trace { events, connected: lines[connected].at })
}

/// True for a line that says that the server accepted.
pub(crate) fn says_accepted(line: &str) -> bool {
    line.starts_with("Authenticated to ") || line.contains("Authentication succeeded")
}

/// What the next request will be.
#[derive(Debug, Clone, Copy)]
enum Next {
    None,
    Question,
    Signature,
    Other,
}

impl Next {
    fn after(self, line: &str) -> Self {
        if line.contains(": Offering ") {
            Self::Question
        } else if line.contains(": sign_and_send_pubkey: ") {
            Self::Signature
        } else if line.contains(": Next authentication method: ") {
            Self::Other
        } else {
            self
        }
    }

    fn detail(self) -> Detail {
        match self {
            Self::None => Detail::None,
            Self::Question => Detail::Question,
            Self::Signature => Detail::Signature,
            Self::Other => Detail::Other,
        }
    }
}
