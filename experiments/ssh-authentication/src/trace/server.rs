//! The server's side: `sshd -ddd`.

use super::Detail;
use crate::process::Line;

/// One request as the server took it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub user: String,
    /// Such as `publickey`.
    pub method: String,
    pub detail: Detail,
}

/// The requests for authentication that the server tells of.
pub(crate) fn requests(lines: &[Line]) -> Vec<Request> {
    let mut requests: Vec<Request> = Vec::new();
    for line in lines {
        if let Some((user, method)) = user_and_method(&line.text) {
            let detail = if method == "none" { Detail::None } else { Detail::Other };
            requests.push(Request { user: user.to_owned(), method: method.to_owned(), detail });
        } else if let Some(request) = requests.last_mut()
            && request.method.starts_with("publickey")
            && let Some(detail) = detail(&line.text)
        {
            request.detail = detail;
        }
    }
    requests
}

/// From `userauth-request for user NAME service ssh-connection method METHOD`.
fn user_and_method(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = line.split_once(": userauth-request for user ")?;
    // The user's name is the client's to choose, and may hold these words: the last ones are the server's own.
    let (user, rest) = rest.rsplit_once(" service ")?;
    let (_, method) = rest.split_once(" method ")?;
    Some((user, method.strip_suffix(" [preauth]").unwrap_or(method)))
}

fn detail(line: &str) -> Option<Detail> {
    let (_, rest) = line.split_once(": userauth_pubkey: ")?;
    if rest.contains(" querying public key ") || rest.starts_with("publickey test ") || rest.starts_with("test pkalg ")
    {
        Some(Detail::Question)
    } else if rest.contains(" attempting public key ") || rest.contains(" signature for ") {
        Some(Detail::Signature)
    } else {
        None
    }
}

/// How long the server's privileged process took to check a signature, in seconds: from the line on which it takes the
/// request up to the one on which it says what came of it. `None` where it had none to check.
pub(crate) fn verification_seconds(lines: &[Line]) -> Option<f64> {
    let done = lines
        .iter()
        .position(|line| line.text.contains("mm_answer_keyverify: ") && line.text.contains(" signature "))?;
    let begun = lines[..done].iter().rposition(|line| line.text.contains(": monitor_read: checking request "))?;
    Some((lines[done].at - lines[begun].at).as_secs_f64())
}

/// How long the server slept before it answered requests for authentication, in seconds: `ensure_minimum_time_since` of
/// OpenSSH's auth2.c says so each time, as `elapsed 0.208ms, delaying 5.960ms (requested 6.168ms)`.
pub(crate) fn slept_seconds(lines: &[Line]) -> f64 {
    let milliseconds = |line: &Line| {
        let (_, rest) = line.text.split_once("ensure_minimum_time_since: elapsed ")?.1.split_once("ms, delaying ")?;
        rest.split_once("ms ")?.0.parse::<f64>().ok()
    };
    lines.iter().filter_map(milliseconds).sum::<f64>() / 1e3
}

/// Why the server lets a user in by no key at all, if it says so: a locked account, a missing shell. Without the user's
/// name, which is nobody's business.
pub(crate) fn refusal(lines: &[Line]) -> Option<&str> {
    let refusals = lines.iter().filter(|line| line.text.starts_with("User "));
    refusals.filter_map(|line| line.text.split_once(" not allowed because ")).map(|(_, why)| why).next()
}
