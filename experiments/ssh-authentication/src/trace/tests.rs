//! Against what a real OpenSSH wrote (`OpenSSH_9.2p1 Debian-2+deb12u10`, with other names and without the lists of
//! algorithms), and against what nobody writes.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::process::Line;

mod fuzz;

/// The lines of a text, a millisecond apart.
fn lines(text: &str) -> Vec<Line> {
    let start = Instant::now();
    let at = |index: usize| start + Duration::from_millis(index as u64);
    text.lines().enumerate().map(|(index, text)| Line { at: at(index), text: text.to_owned() }).collect()
}

/// A trace in short: `c20 s20 …`, and for requests what they are.
fn in_short(trace: &Trace) -> String {
    let word = |event: &Event| {
        let from = &event.message.from.name()[..1];
        let detail = event.message.detail.name().unwrap_or_default();
        if detail.is_empty() { format!("{from}{}", event.message.number) } else { format!("{from}-{detail}") }
    };
    trace.events.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn client_of(text: &str) -> Trace {
    client::parse(&lines(text)).expect("it connected")
}

const RIGHT_KEY: &str = include_str!("fixtures/right-key.client.txt");
const RIGHT_KEY_SERVER: &str = include_str!("fixtures/right-key.server.txt");

#[test]
fn the_messages_of_real_connections_are_read_in_their_order() {
    for (text, messages, accepted) in [
        (RIGHT_KEY, "c-none s51 c-question s60 c-signature s52", true),
        (include_str!("fixtures/right-key-unbound.client.txt"), "c-none s51 c-question s60 c-signature s52", true),
        (
            include_str!("fixtures/several-keys.client.txt"),
            "c-none s51 c-question s51 c-question s51 c-question s60 c-signature s52",
            true,
        ),
        (include_str!("fixtures/unlisted-key.client.txt"), "c-none s51 c-question s51", false),
        // The client says that it signs, and then cannot open the key.
        (include_str!("fixtures/locked-key.client.txt"), "c-none s51 c-question s60", false),
    ] {
        let trace = client_of(text);
        assert_eq!(in_short(&trace), format!("c20 s20 c30 s31 c21 s21 c5 s7 s6 {messages}"));
        assert_eq!(trace.is_accepted(), accepted);
        assert!(trace.asks_first());
        assert_eq!(trace.start_of_authentication(), Some(6));
    }
}

#[test]
fn times_are_those_of_the_lines() {
    let trace = client_of(RIGHT_KEY);
    let line_of = |wanted: &str| RIGHT_KEY.lines().position(|line| line.contains(wanted)).unwrap();
    let from_service_to_success = line_of("receive packet: type 52") - line_of("send packet: type 5");
    let seconds = trace.authentication_seconds().unwrap();
    assert!((seconds - from_service_to_success as f64 / 1000.0).abs() < 1e-9, "{seconds}");
    let connected = line_of("Connection established.");
    let first = line_of("send packet: type 20");
    assert_eq!(trace.events[0].at - trace.connected, Duration::from_millis((first - connected) as u64));
}

#[test]
fn the_server_tells_of_the_same_requests() {
    for (text, details) in [
        (RIGHT_KEY_SERVER, &[Detail::None, Detail::Question, Detail::Signature][..]),
        (
            include_str!("fixtures/several-keys.server.txt"),
            &[Detail::None, Detail::Question, Detail::Question, Detail::Question, Detail::Signature],
        ),
        (include_str!("fixtures/wrong-user.server.txt"), &[Detail::None, Detail::Question]),
    ] {
        let requests = server::requests(&lines(text));
        assert_eq!(requests.iter().map(|request| request.detail).collect::<Vec<_>>(), details);
    }
    let requests = server::requests(&lines(RIGHT_KEY_SERVER));
    let methods: Vec<&str> = requests.iter().map(|request| request.method.as_str()).collect();
    assert_eq!(methods, ["none", "publickey", "publickey-hostbound-v00@openssh.com"]);
    let wrong = server::requests(&lines(include_str!("fixtures/wrong-user.server.txt")));
    assert!(wrong.iter().all(|request| request.user == "no-such-user-here"));
}

#[test]
fn checking_a_signature_takes_from_the_request_for_it_to_its_outcome() {
    let seconds = server::verification_seconds(&lines(RIGHT_KEY_SERVER)).unwrap();
    let line_of = |wanted: &str| RIGHT_KEY_SERVER.lines().position(|line| line.contains(wanted)).unwrap();
    let expected = line_of("mm_answer_keyverify: ") - line_of("monitor_read: checking request 24");
    assert!((seconds - expected as f64 / 1000.0).abs() < 1e-9, "{seconds}");
    assert_eq!(server::verification_seconds(&lines(include_str!("fixtures/wrong-user.server.txt"))), None);
}

#[test]
fn sleeps_are_the_server_s_own_account() {
    let slept = server::slept_seconds(&lines(RIGHT_KEY_SERVER));
    assert!((slept - 0.02258).abs() < 1e-9, "{slept}");
    let malformed =
        "debug3: ensure_minimum_time_since: elapsed x\ndebug3: ensure_minimum_time_since: elapsed 1ms, delaying xms (";
    assert_eq!(server::slept_seconds(&lines(malformed)), 0.0);
}

#[test]
fn a_client_that_was_given_its_connection_begins_with_its_version() {
    let given = RIGHT_KEY.replace("Connection established.", "");
    assert_eq!(in_short(&client_of(&given)), in_short(&client_of(RIGHT_KEY)));
}

#[test]
fn a_user_s_name_cannot_pass_for_the_server_s_words() {
    let line =
        "debug1: userauth-request for user x service y method none service ssh-connection method publickey [preauth]";
    let requests = server::requests(&lines(line));
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].user, "x service y method none");
    assert_eq!(requests[0].method, "publickey");
}

#[test]
fn a_refused_account_is_named_with_its_reason() {
    for name in ["reader", "reader from 127.0.0.1"] {
        let said = format!("User {name} not allowed because account is locked");
        assert_eq!(server::refusal(&lines(&said)), Some("account is locked"));
    }
    assert_eq!(server::refusal(&lines(RIGHT_KEY_SERVER)), None);
}

#[test]
fn malformed_lines_are_no_messages() {
    let text = "debug1: Connection established.\n\
                debug3: send packet: type\n\
                debug3: send packet: type x\n\
                debug3: receive packet: type 999\n\
                debug3: receive packet: type -1\n\
                send packet\n\
                debug3: send packet: type 5";
    assert_eq!(in_short(&client_of(text)), "c5");
    assert!(client::parse(&lines("debug3: send packet: type 5")).is_none());
}

#[test]
fn an_unasked_signature_is_noticed() {
    let said = |middle: &str| client_of(&format!("debug1: Connection established.\n{middle}"));
    let signs = "debug3: sign_and_send_pubkey: signing using ssh-ed25519\ndebug3: send packet: type 50";
    let asks = "debug1: Offering public key: k\ndebug3: send packet: type 50";
    assert!(!said(signs).asks_first());
    assert!(!said(&format!("{asks}\ndebug3: receive packet: type 51\n{signs}")).asks_first());
    assert!(said(&format!("{asks}\ndebug3: receive packet: type 60\n{signs}")).asks_first());
    // One word of the server's is good for one signature.
    assert!(!said(&format!("{asks}\ndebug3: receive packet: type 60\n{signs}\n{signs}")).asks_first());
}

#[test]
fn unknown_messages_keep_their_number() {
    assert_eq!(name(50), "SSH_MSG_USERAUTH_REQUEST");
    assert_eq!(name(193), "message 193");
}

proptest! {
    #[test]
    fn other_lines_change_nothing(noise in prop::collection::vec(("[ -~]{0,60}", 0.0..1.0_f64), 0..40)) {
        let mut text: Vec<String> = RIGHT_KEY.lines().map(str::to_owned).collect();
        let known = text.iter().position(|line| line.ends_with("Connection established.")).unwrap();
        for (line, place) in noise {
            // Without its colons nothing looks like a line of the log.
            let line = line.replace(':', "");
            let at = known + 1 + (place * (text.len() - known) as f64) as usize;
            text.insert(at.min(text.len()), line);
        }
        prop_assert_eq!(in_short(&client_of(&text.join("\n"))), in_short(&client_of(RIGHT_KEY)));
    }

    #[test]
    fn no_text_is_too_wild(text in any::<String>(), cut in 0..RIGHT_KEY_SERVER.len()) {
        let _ = client::parse(&lines(&text));
        let _ = client::parse(&lines(&format!("debug1: Connection established.\ndebug3: send packet: type {text}")));
        let _ = server::requests(&lines(&format!("debug1: userauth-request for user {text}")));
        if RIGHT_KEY_SERVER.is_char_boundary(cut) {
            let _ = server::requests(&lines(&RIGHT_KEY_SERVER[..cut]));
            let _ = server::verification_seconds(&lines(&RIGHT_KEY_SERVER[..cut]));
        }
    }
}
