//! fast-check, a property tester for JavaScript, from npm.

use std::process::Command;

use super::fetched::Package;
use crate::workplace::{Trouble, Workplace};

const PACKAGE: Package = Package::Npm { name: "fast-check", version: "4.10.2" };
const SCRIPT: &str = include_str!("../programs/fast_check.mjs");

/// What asks it, once it is there.
pub(super) fn command(workplace: &Workplace<'_>) -> Result<Command, Trouble> {
    let module = PACKAGE.folder(workplace)?.join("node_modules/fast-check/lib/fast-check.js");
    let script = workplace.write("fast_check.mjs", SCRIPT)?;
    let mut command = workplace.command("node");
    command.arg(script).arg(module);
    Ok(command)
}
