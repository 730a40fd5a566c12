//! Each fault loses what it says, in the direction it says, and nothing is left of the namespaces. Needs root.

use std::fs;
use std::process::Command;

#[test]
fn each_fault_loses_what_it_says() {
    let child = Command::new(testkit::example("faults"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn();
    let child = child.unwrap();
    let prefix = format!("faults-namespaces-{}-", child.id());
    let output = child.wait_with_output().unwrap();
    let (said, why) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr).into_owned());
    if !output.status.success() && said.is_empty() {
        // Nothing was made at all: no root, no `ip`, no virtual interfaces.
        return testkit::skip(why);
    }
    assert!(output.status.success(), "{said}{why}");
    let lines: Vec<&str> = said.lines().collect();
    let means: &[&str] = if lines.iter().any(|line| line.starts_with("Firewall")) {
        &["Routing", "Firewall"]
    } else {
        testkit::skip_part("nftables");
        &["Routing"]
    };
    for means in means {
        for (what, arrives) in [
            ("FromUs", "ours lost, theirs arrive"),
            ("ToUs", "ours arrive, theirs lost"),
            ("Both", "ours lost, theirs lost"),
            ("passes again", "ours arrive, theirs arrive"),
        ] {
            let line = format!("{means} {what}: {arrives}");
            assert!(lines.contains(&line.as_str()), "{line}\n{said}");
        }
    }
    assert!(lines.contains(&"Untouched: ours arrive, theirs arrive"), "{said}");
    assert!(lines.contains(&"Link down: ours lost, theirs lost"), "{said}");
    if means.len() > 1 {
        assert!(lines.contains(&"PortUnreachable: ConnectionRefused"), "{said}");
        assert!(lines.contains(&"Reset: ConnectionRefused"), "{said}");
    }
    let names =
        fs::read_dir("/run/netns").into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    assert_eq!(names.filter(|name| name.starts_with(&prefix)).count(), 0);
}
