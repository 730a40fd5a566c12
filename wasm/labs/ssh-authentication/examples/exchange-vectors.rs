//! Prints exchanges and every byte of them, as they come out natively, for the test that compares them with WebAssembly.

use ssh_authentication_lab::request::Asked;
use ssh_authentication_lab::{Exchange, Field, Keys, Step};
use ssh_authentication_model::FieldName;
use ssh_authentication_model::exchange::Signing;

fn main() {
    let mut asked = Vec::new();
    let base = || Asked {
        seed: 1,
        user: "alice".to_owned(),
        line: "ssh-ed25519 {mine} alice@laptop".to_owned(),
        signing: "right".to_owned(),
        bit: -1.0,
        connection: "second".to_owned(),
    };
    for signing in Signing::NAMES {
        asked.push(Asked { signing: signing.to_owned(), ..base() });
    }
    for signing in ["right", "other-session"] {
        asked.push(Asked { signing: signing.to_owned(), connection: "first".to_owned(), ..base() });
    }
    for seed in [0, 7, 9_007_199_254_740_991] {
        asked.push(Asked { seed, ..base() });
    }
    // A bit of every field, and one beyond the last.
    for bit in (0..8 * 240).step_by(61) {
        asked.push(Asked { bit: f64::from(bit), ..base() });
    }
    for user in ["eve", "", "Ünal"] {
        asked.push(Asked { user: user.to_owned(), ..base() });
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
    println!(r#"{{"fields":{:?},"cases":[{}]}}"#, FieldName::ALL.map(FieldName::words), vectors.join(","));
}

/// A request and its answer as JSON. None of the texts holds a character that Rust and JSON write differently.
fn vector(asked: Asked) -> String {
    let Asked { seed, user, line, signing, bit, connection } = asked.clone();
    let (plan, sent_in) = asked.plan().expect("the requests of this test are valid");
    let exchange = Exchange::of(&plan, sent_in);
    let step =
        |step: &Step| format!("[{:?},{:?},{:?},{}]", step.name(), step.message, hex(&step.bytes), fields(&step.fields));
    let steps: Vec<String> = exchange.steps.iter().map(step).collect();
    let (signed, rebuilt) = (hex(&exchange.signed.bytes), hex(&exchange.rebuilt));
    let none_or = |name: Option<String>| name.map_or("null".to_owned(), |name| format!("{name:?}"));
    let (failed, cause) = (none_or(exchange.failed()), none_or(exchange.cause()));
    let (differs, signed_fields) = (none_or(exchange.differs()), fields(&exchange.signed.fields));
    let made_in = exchange.made_in();
    let sessions = [hex(&exchange.first), hex(&exchange.second)];
    let Exchange { was_signed, accepted, passed, reason, keys, differing, .. } = &exchange;
    let Keys { secret, mine, fingerprint, other, line: filled, wrong, options, comment } = keys;
    let keys = [secret, mine, fingerprint, other, filled, wrong, options, comment];
    format!(
        r#"{{"asked":[{seed},{user:?},{line:?},{signing:?},{bit},{connection:?}],"sessions":{sessions:?},"differing":{differing},"madeIn":{made_in:?},"steps":[{}],"signed":[{signed:?},{signed_fields}],"rebuilt":{rebuilt:?},"verdict":[{was_signed},{accepted},{passed},{reason:?},{failed},{cause},{differs}],"keys":{keys:?}}}"#,
        steps.join(","),
    )
}

fn fields(fields: &[Field]) -> String {
    let field = |field: &Field| {
        format!("[{:?},{},{},{},{}]", field.name(), field.start, field.value_start, field.end, field.depth)
    };
    format!("[{}]", fields.iter().map(field).collect::<Vec<_>>().join(","))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
