//! Other programs: `ip` of iproute2, and this one again.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use harness::Failure;

/// Runs `ip` with lines of commands on its standard input, in a namespace if one is named.
pub(crate) fn ip(namespace: Option<&str>, lines: &[String]) -> Result<(), Failure> {
    let failed = |why: String| Failure::Failed(format!("ip: {why} (asked: {})", lines.join("; ")));
    let mut command = Command::new("ip");
    if let Some(namespace) = namespace {
        command.args(["-n", namespace]);
    }
    let mut child = command
        .args(["-batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // The pipe closes at the end of the statement, and `ip` sees the end of its commands.
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).map_err(|error| failed(error.to_string()))?;
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(failed(String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}

/// This program.
pub(crate) fn itself() -> Result<PathBuf, Failure> {
    env::current_exe().map_err(|error| Failure::Failed(format!("cannot find this program: {error}")))
}
