//! fast-check, a property tester for JavaScript, from npm.

use std::process::Command;

use supervisor::{ProgramError, Workplace};

const VERSION: &str = "4.10.2";
const SCRIPT: &str = include_str!("../programs/fast_check.mjs");

/// The command that asks it, once it is there.
pub(super) fn command(workplace: &Workplace<'_>) -> Result<Command, ProgramError> {
    let module = workplace.cached_package("fast-check", VERSION)?.join("node_modules/fast-check/lib/fast-check.js");
    let script = workplace.write("fast_check.mjs", SCRIPT)?;
    let mut command = workplace.command("node");
    command.arg(script).arg(module);
    Ok(command)
}
