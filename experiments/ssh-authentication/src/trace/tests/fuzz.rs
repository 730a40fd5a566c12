//! Whatever OpenSSH and its users say is read as far as it goes.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 12] = [
    b"\n",
    b": ",
    b"type ",
    b"type 255",
    b"type 256",
    b" [preauth]",
    b" method ",
    b" service ",
    b" user ",
    b"\ndebug1: Connection established.\n",
    b"\ndebug3: receive packet: type 60\n",
    b"\xff",
];

fn logs() -> Vec<Vec<u8>> {
    let logs = [
        RIGHT_KEY,
        RIGHT_KEY_SERVER,
        include_str!("../fixtures/several-keys.client.txt"),
        include_str!("../fixtures/several-keys.server.txt"),
        include_str!("../fixtures/locked-key.client.txt"),
        include_str!("../fixtures/wrong-user.server.txt"),
        "User reader from 127.0.0.1 not allowed because account is locked\n",
    ];
    logs.map(|log| log.as_bytes().to_vec()).to_vec()
}

proptest! {
    #[test]
    fn logs_that_are_nearly_right_are_read_as_far_as_they_go(log in mutated(logs(), PIECES.to_vec())) {
        let lines = in_time(|| lines(&String::from_utf8_lossy(&log)));
        if let Some(trace) = in_time(|| client::parse(&lines)) {
            prop_assert!(trace.events.len() <= lines.len());
            let start = trace.start_of_authentication();
            prop_assert!(start.is_none_or(|start| start < trace.events.len()));
            prop_assert!(trace.authentication_seconds().is_none_or(f64::is_finite));
            let _ = (trace.asks_first(), trace.is_accepted());
        }
        prop_assert!(in_time(|| server::requests(&lines)).len() <= lines.len());
        prop_assert!(in_time(|| server::verification_seconds(&lines)).is_none_or(f64::is_finite));
        let _ = in_time(|| server::refusal(&lines));
    }
}
