//! Whatever line and whatever bytes come, they are read or refused, within bounds.

use std::sync::LazyLock;

use proptest::prelude::*;

use crate::key::base64;
use crate::signature::verify;
use crate::{AuthorizedKey, KeyPair, Method, PublicKey, Request, Signature, SignedData};
use fuzzing::{bounded, mutated};

fn pair() -> KeyPair {
    KeyPair::from_secret(&[7; 32])
}

fn lines() -> Vec<Vec<u8>> {
    let key = base64(&pair().public().blob());
    let lines = [
        format!("ssh-ed25519 {key} alice at home, 2024"),
        format!("restrict,command=\"echo \\\"hi, you\\\"\",from=\"10.0.0.*\" ssh-ed25519 {key} a b"),
        format!("No-PTY,expiry-time=\"20300101\"\tssh-ed25519\t{key}"),
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB".to_owned(),
    ];
    lines.map(String::into_bytes).to_vec()
}
const PIECES_OF_LINES: [&[u8]; 12] =
    [b" ", b"\t", b",", b"\"", b"\\", b"\\\"", b"=", b"command=\"", b"#", b"ssh-ed25519 ", b"AAAA", b"\xe2\x80\x83"];

/// What is signed, what asks for it, and a signature.
fn messages() -> Vec<Vec<u8>> {
    let own = SignedData {
        session_id: vec![0xab; 32],
        user: "alice".to_owned(),
        service: "ssh-connection".to_owned(),
        method: Method::PublicKey,
        algorithm: "ssh-ed25519".to_owned(),
        public_key_blob: pair().public().blob(),
    };
    let bound = SignedData { method: Method::HostBound { host_key: pair().public().blob() }, ..own.clone() };
    let mut messages: Vec<Vec<u8>> = [&own, &bound].map(|data| data.encode().bytes).to_vec();
    messages.extend([&own, &bound].map(|data| data.encode_request().bytes));
    messages.push(pair().public().blob());
    messages.push(pair().sign(&own.encode().bytes).blob());
    messages
}
/// Lengths that lie, and values at the edges.
const PIECES_OF_MESSAGES: [&[u8]; 8] = [
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\0\0\0\x20",
    b"\0\0\0\x0bssh-ed25519",
    b"\x32",
    b"\x01",
    b"publickey-hostbound-v00@openssh.com",
];

/// A copy of each part, and options, which are two strings each.
fn read_line(bytes: &[u8]) {
    let line = String::from_utf8_lossy(bytes);
    let key = bounded(line.as_bytes(), 1 << 10, 64, || AuthorizedKey::parse(&line));
    match key {
        Ok(Some(key)) => assert!(key.blob.len() + key.comment.len() <= line.len()),
        Ok(None) => {}
        Err(error) => assert!(error.to_string().len() < 3 * line.len() + 100),
    }
}

/// No more than copies, whatever lengths are told.
fn read_message(bytes: &[u8], own: &[u8]) {
    if let Ok(data) = bounded(bytes, 1 << 10, 2, || SignedData::parse(bytes)) {
        assert_eq!(data.encode().bytes, bytes);
    }
    bounded(bytes, 1 << 10, 2, || (Request::parse(bytes).is_ok(), PublicKey::from_blob(bytes).is_ok()));
    bounded(bytes, 1 << 10, 2, || (Signature::from_blob(bytes).is_ok(), verify(own, bytes, b"").is_ok()));
}

proptest! {
    #[test]
    fn lines_that_are_nearly_right_take_bounded_time_and_memory(line in mutated(lines(), PIECES_OF_LINES.to_vec())) {
        read_line(&line);
    }

    #[test]
    fn messages_that_are_nearly_right_take_bounded_time_and_memory(
        message in mutated(messages(), PIECES_OF_MESSAGES.to_vec()),
    ) {
        static OWN: LazyLock<Vec<u8>> = LazyLock::new(|| pair().public().blob());
        read_message(&message, &OWN);
    }
}

#[test]
fn long_lines_take_bounded_time_and_memory_whatever_they_repeat() {
    for piece in PIECES_OF_LINES {
        let repeated = piece.repeat((1 << 16) / piece.len());
        read_line(&repeated);
        read_line(&[b"restrict,", &repeated[..], b" ssh-ed25519 AAAA"].concat());
        read_line(&[b"command=\"", &repeated[..]].concat());
    }
}
