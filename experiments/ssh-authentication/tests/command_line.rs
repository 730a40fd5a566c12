//! The program as its user meets it.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Output;

use serde_json::{Value, json};

use support::{has_openssh, program};

fn one(arguments: &[&str]) -> Value {
    let output = program().arg("one").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The requests for authentication, as the client sent them, and the server's last answer.
fn requests(said: &Value) -> (Vec<&str>, u64) {
    let messages = said["messages"].as_array().unwrap();
    let details = messages.iter().filter_map(|message| message["detail"].as_str()).filter(|detail| !detail.is_empty());
    (details.collect(), messages.last().unwrap()["number"].as_u64().unwrap())
}

#[test]
fn every_case_ends_as_its_name_says() {
    if !has_openssh() {
        return;
    }
    const SUCCESS: u64 = 52;
    const FAILURE: u64 = 51;
    const PK_OK: u64 = 60;
    for (case, sent, last) in [
        ("right-key", &["none", "question", "signature"][..], SUCCESS),
        ("unlisted-key", &["none", "question"], FAILURE),
        ("wrong-user", &["none", "question"], FAILURE),
        ("agent", &["none", "question", "signature"], SUCCESS),
        ("agent-unbound", &["none", "question", "signature"], SUCCESS),
        ("locked-key", &["none", "question"], PK_OK),
        ("public-key-only", &["none", "question"], PK_OK),
        ("several-keys", &["none", "question", "question", "question", "signature"], SUCCESS),
        ("edited-comment", &["none", "question", "signature"], SUCCESS),
    ] {
        let said = one(&["--case", case]);
        assert_eq!(said["case"], case);
        assert_eq!(said["accepted"], last == SUCCESS, "{case}");
        assert_eq!(requests(&said), (sent.to_vec(), last), "{case}");
    }
}

#[test]
fn a_real_server_accepts_what_the_model_signs_and_refuses_it_for_another_session() {
    if !has_openssh() {
        return;
    }
    let right = one(&["--case", "model-key"]);
    assert_eq!(right["accepted"], true);
    assert_eq!(right["signed"].as_array().unwrap().len(), 1);
    let other = one(&["--case", "other-session"]);
    assert_eq!(other["accepted"], false);
    assert_eq!(requests(&other), (vec!["none", "question", "signature"], 51));
}

#[test]
fn the_model_reads_what_is_signed_with_every_type_of_key_and_in_both_forms() {
    if !has_openssh() {
        return;
    }
    for key_type in ["ed25519", "ecdsa-p256", "rsa-3072", "rsa-4096"] {
        for (case, fields) in [("agent", 9), ("agent-unbound", 8)] {
            // The longest keys are made once.
            if key_type == "rsa-4096" && case == "agent-unbound" {
                continue;
            }
            let said = one(&["--key-type", key_type, "--case", case]);
            assert_eq!(said["accepted"], true, "{key_type} {case}: {said}");
            let signed = &said["signed"][0];
            let found = signed["fields"].as_array().unwrap();
            assert_eq!(found.len(), fields, "{key_type} {case}: {signed}");
            let bytes: u64 = found.iter().map(|field| field["bytes"].as_u64().unwrap()).sum();
            assert_eq!(bytes, signed["bytes"].as_u64().unwrap());
            let is_rsa = key_type.starts_with("rsa");
            assert_eq!(signed["recovered"], if is_rsa { json!("padded hash") } else { Value::Null });
        }
    }
}

#[test]
fn a_login_waits_for_an_acknowledgement_unless_its_client_sends_at_once() {
    if !has_openssh() {
        return;
    }
    if !rustix::process::geteuid().is_root() {
        return testkit::skip("root, for a network namespace");
    }
    let held = |sockets: &str| {
        let said = one(&["--sockets", sockets]);
        assert!(said["slept_seconds"].as_f64().unwrap() > 0.0, "{said}");
        said["held_seconds"].as_f64().unwrap()
    };
    // Linux delays an acknowledgement by 40 ms, though not each time on a busy machine.
    for sockets in ["as-openssh", "server-nodelay"] {
        assert!((0..20).any(|_| held(sockets) > 0.03), "{sockets}");
    }
    assert!(held("client-nodelay") < 0.03 && held("quick-ack") < 0.03);
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    for (arguments, said) in [
        (&["one", "--case", "pigeon"][..], "invalid value 'pigeon'"),
        (&["one", "--key-type", "dsa"], "invalid value 'dsa'"),
        (&["one", "--case", "model-key", "--key-type", "rsa-3072"], "the model signs with ed25519 alone"),
        (&["supervisor", "/tmp"], "no run of this experiment made this folder"),
        (&["supervisor"], "<FOLDER>"),
        (&["--profile", "thorough"], "thorough"),
    ] {
        let Output { status, stdout, stderr } = program().args(arguments).output().unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout, b"");
        let line = String::from_utf8(stderr).unwrap();
        assert!(line.contains(said) && line.trim_end().lines().count() == 1, "{line}");
    }
}

#[test]
fn without_openssh_the_record_says_which_package_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    // The tests' own machine may have it: the program finds those of its path first, and these folders hold none.
    let mut command = program();
    command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(&out).env("PATH", folder.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    let skipped = record["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0]["needs"].as_str().unwrap().contains("openssh-client"), "{}", skipped[0]);
    let claims = record["judged"]["claims"].as_array().unwrap();
    assert!(claims.len() == 11 && claims.iter().all(|claim| claim["verdict"] == "not-tested"));
}

#[test]
fn an_ordinary_user_can_run_it_as_well() {
    if !has_openssh() {
        return;
    }
    if !rustix::process::geteuid().is_root() {
        return testkit::skip("root: an ordinary user runs all these tests");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    // `nobody` may have no shell that sshd lets in; then the program has to say so.
    let mut command = program();
    command.args(["one", "--case", "right-key"]).env("TMPDIR", folder.path()).current_dir("/").uid(65_534).gid(65_534);
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return testkit::skip(format_args!("a place where nobody may run the program ({error})")),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(requests(&said).0.first(), Some(&"none"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
