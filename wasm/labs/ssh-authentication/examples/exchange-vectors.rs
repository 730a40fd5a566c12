//! Prints exchanges and every byte of them, as they come out natively, for the test that compares them with WebAssembly.

use ssh_authentication_lab::request::{Asked, fields, hex, play};
use ssh_authentication_model::exchange::Signing;

fn main() {
    let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    let mut asked = Vec::new();
    let base = || Asked {
        secret: String::new(),
        seed: 1.0,
        user: "alice".to_owned(),
        algorithm: "ssh-ed25519".to_owned(),
        line: "ssh-ed25519 {mine} alice@laptop".to_owned(),
        signing: "right".to_owned(),
        bit: -1.0,
    };
    for (signing, _) in Signing::ALL {
        for secret in ["", secret] {
            asked.push(Asked { signing: signing.to_owned(), secret: secret.to_owned(), ..base() });
        }
    }
    for seed in [0.0, 7.0, 9_007_199_254_740_991.0] {
        asked.push(Asked { seed, ..base() });
    }
    // A bit of every field, and one beyond the last.
    for bit in (0..8 * 240).step_by(61) {
        asked.push(Asked { bit: f64::from(bit), ..base() });
    }
    for user in ["bob", "eve", "", "Ünal"] {
        asked.push(Asked { user: user.to_owned(), ..base() });
    }
    for algorithm in ["ssh-rsa", "rsa-sha2-512", ""] {
        asked.push(Asked { algorithm: algorithm.to_owned(), ..base() });
    }
    for line in [
        "",
        "# no",
        "ssh-ed25519 {other}",
        "no-pty,from=\"::1\" ssh-ed25519 {mine}",
        "what ssh-rsa",
        "ssh-rsa {mine} x",
    ] {
        asked.push(Asked { line: line.to_owned(), ..base() });
    }
    let vectors: Vec<String> = asked.into_iter().map(vector).collect();
    println!("[{}]", vectors.join(","));
}

/// A request and its answer as JSON. None of the texts holds a character that Rust and JSON write differently.
fn vector(asked: Asked) -> String {
    let Asked { secret, seed, user, algorithm, line, signing, bit } = asked.clone();
    let played = play(asked).expect("the requests of this test are valid");
    let step = |shown: &ssh_authentication_model::exchange::Shown| {
        let name = format!("{}\n{}", shown.step.name(), shown.message);
        format!("[{name:?},{:?},{:?}]", hex(&shown.encoded.bytes), fields(&shown.encoded))
    };
    let steps: Vec<String> = played.exchange.steps.iter().map(step).collect();
    let (signed, rebuilt) = (hex(&played.exchange.signed.bytes), hex(&played.exchange.rebuilt));
    format!(
        r#"{{"asked":[{secret:?},{seed},{user:?},{algorithm:?},{line:?},{signing:?},{bit}],"steps":[{}],"signed":{signed:?},"rebuilt":{rebuilt:?},"verdict":{:?},"keys":{:?}}}"#,
        steps.join(","),
        played.verdict(),
        played.keys()
    )
}
