//! Compilers and other programs that the supervisor runs: each with a time limit, none after its end.

use std::io;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use supervisor::{end_children, output_within};

/// Held while a program is started; for good, once all are to end.
static STARTING: Mutex<()> = Mutex::new(());

/// What a program wrote that has to succeed within `timeout`; else why it did not, in one line.
pub(super) fn output_of(command: &mut Command, timeout: Duration) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |why: String| format!("{name}: {why}");
    let started = {
        let _starting = STARTING.lock().expect("no thread fails while it starts a program");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    };
    let child = started.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => failed("it is not installed".to_owned()),
        _ => failed(error.to_string()),
    })?;
    let output = output_within(child, timeout).map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(failed(last_line(&output.stderr).unwrap_or_else(|| format!("it ended with {}", output.status))))
}

/// What it said last tells most.
fn last_line(said: &[u8]) -> Option<String> {
    let said = String::from_utf8_lossy(said);
    said.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// Ends all that was started, and what that started in its turn; nothing more is started from then on.
pub(super) fn end_all() {
    std::mem::forget(STARTING.lock());
    end_children();
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    #[test]
    fn a_program_that_is_not_here_is_said_to_be_missing() {
        let said = output_of(&mut Command::new("no-such-program-anywhere"), TIMEOUT).unwrap_err();
        assert_eq!(said, "no-such-program-anywhere: it is not installed");
    }

    #[test]
    fn a_program_that_fails_is_told_by_its_last_line() {
        let mut command = Command::new("sh");
        let said = output_of(command.args(["-c", "echo first >&2; echo last >&2; echo >&2; exit 3"]), TIMEOUT);
        assert_eq!(said, Err("sh: last".to_owned()));
        assert_eq!(output_of(Command::new("sh").args(["-c", "exit 3"]), TIMEOUT).unwrap_err().matches("3").count(), 1);
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let said = output_of(Command::new("sleep").arg("60"), Duration::from_millis(50));
        assert_eq!(said, Err("sleep: it took more than 0 s".to_owned()));
    }
}
