//! Other programs: `ip` of iproute2 and `nft` of nftables.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use harness::Failure;

/// Runs `ip` with lines of commands on its standard input, in a namespace if one is named.
pub(crate) fn ip(namespace: Option<&str>, lines: &[String]) -> Result<(), Failure> {
    let mut command = Command::new("ip");
    if let Some(namespace) = namespace {
        command.args(["-n", namespace]);
    }
    feed(command.args(["-batch", "-"]), lines)
}

/// Runs `nft` with lines of commands on its standard input, all or none of which take effect, in the namespace that this
/// thread is in.
pub(crate) fn nft(lines: &[String]) -> Result<(), Failure> {
    feed(Command::new("nft").args(["-f", "-"]), lines)
}

fn feed(command: &mut Command, lines: &[String]) -> Result<(), Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |why: String| Failure::program(&program, format!("{why} (asked: {})", lines.join("; ")));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(
        |error| match error.kind() {
            ErrorKind::NotFound => {
                Failure::Missing { what: "network namespaces cannot be set up".to_owned(), needs: program.clone() }
            }
            _ => failed(error.to_string()),
        },
    )?;
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // The pipe closes at the end of the statement, and the program sees the end of its commands. One that ends before it
    // has read them all says why below.
    let _ = child.stdin.take().expect("it is piped").write_all(text.as_bytes());
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(failed(String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}
