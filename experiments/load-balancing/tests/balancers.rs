//! `load-balancing one --balancer` as its user meets it.
#![cfg(target_os = "linux")]

use std::process::{Command, Output};

use serde_json::Value;

fn one(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
    command.arg("one").args(arguments.split_whitespace()).output().unwrap()
}

#[test]
fn one_balancer_is_started_loaded_and_told_of() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    let output = one("--balancer nginx --policy random-two --workers 2 --zone --seconds 0.5 --seed 3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["balancer"], &found["policy"]), (&Value::from("nginx"), &Value::from("random-two")));
    assert_eq!((&found["workers"], &found["zone"]), (&Value::from(2.0), &Value::from("with")));
    assert!(found["version"].as_str().unwrap().contains("nginx/"), "{found}");
    let by_server = found["requests_by_server"].as_array().unwrap();
    assert_eq!(by_server.len(), 13);
    assert_eq!(by_server.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), found["requests"].as_u64().unwrap());
    // Of two choices; random placement has 1, and a busy machine makes it more.
    let [measured, predicted] =
        [&found, &found["predicted"]].map(|figures| figures["variance_over_mean"].as_f64().unwrap());
    assert!((0.02..0.8).contains(&measured) && (0.1..0.3).contains(&predicted), "{found}");
    assert!(found["processor_seconds_per_request"].as_f64().is_none_or(|seconds| (1e-6..1e-2).contains(&seconds)));
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_status_2() {
    for (arguments, said) in [
        ("--balancer envoy --policy random", "balancer is \"envoy\"; it must be one of nginx, haproxy,"),
        ("--balancer nginx --policy best", "policy is \"best\"; it must be one of random, random-two,"),
        ("--balancer nginx", "--policy <NAME>"),
        ("--policy random", "--balancer <NAME>"),
        ("--balancer nginx --policy random --items 5", "cannot be used with"),
        ("--balancer nginx --policy random --workers 0", "workers is 0; it must be from 1 to 64"),
        ("--balancer nginx --policy random --workers -1", "invalid value '-1' for '--workers"),
        ("--balancer haproxy --policy random --weight 257", "weight is 257; it must be from 1 to 256"),
        ("--balancer haproxy --policy random --zone", "zone: nginx alone has one"),
        ("--balancer nginx --policy random --weight 2", "weight: it matters to HAProxy alone"),
        ("--balancer caddy --policy random --workers 2", "workers: Caddy takes all processors"),
        ("--balancer nginx --policy random --seconds 0", "seconds is 0; it must be more than 0"),
        ("--balancer nginx --policy random --seconds -1", "seconds is -1; it must be more than 0"),
        ("--balancer nginx --policy random --seconds NaN", "it must be more than 0"),
        ("--balancer nginx --policy random --seconds 3601", "at most 3600"),
        ("--balancer nginx --policy random --capacity 1001", "capacity is 1,001; it must be from 0 to 1,000"),
    ] {
        let output = one(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.starts_with("load-balancing: ") && error.contains(said), "{arguments}: {error}");
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{error}");
    }
}

#[test]
fn a_balancer_that_is_not_there_is_one_line() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
    let nowhere = tempfile::tempdir().unwrap();
    // A name that no distribution puts among the system's programs.
    let output =
        command.args(["one", "--balancer", "caddy", "--policy", "random"]).env("PATH", nowhere.path()).output();
    let output = output.unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert_eq!(error, "load-balancing: cannot start caddy: there is no `caddy` here\n");
}
