//! Programs that end with the process that starts them, however that ends.
//!
//! An experiment that starts such has a hidden command `become`, of [`BecomeOptions`], that calls [`become_program`]: a process of
//! its own program that asks the system to end it with its parent, and then becomes the other program, which keeps to that.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Command, Stdio};

use clap::Args;
use harness::Failure;
use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use crate::this_program;

/// The command line of what becomes another program.
#[derive(Debug, Args)]
pub struct BecomeOptions {
    /// The process that starts it
    parent: i32,
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Becomes another program, one that ends with its parent: the hidden command `become`.
///
/// # Errors
/// There is no such program, or its parent has ended before.
pub fn become_program(options: &BecomeOptions) -> Result<(), Failure> {
    let (program, arguments) = options.words.split_first().expect("clap demands one");
    let failed = |error: io::Error| Failure::system(format!("{}", program.to_string_lossy()), error);
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed(error.into()))?;
    // A parent that ended before that has sent no signal.
    if getppid().map(Pid::as_raw_pid) != Some(options.parent) {
        return Err(failed(io::Error::other("its parent ended before it began")));
    }
    Err(failed(Command::new(program).args(arguments).exec()))
}

/// A command, the program first, that ends when this process does. Nothing is on its standard input.
///
/// # Errors
/// The system does not say where this program lies.
pub fn bound_to_us(words: &[impl AsRef<OsStr>]) -> Result<Command, Failure> {
    let mut command = bound(&this_program()?, words);
    command.stdin(Stdio::null());
    Ok(command)
}

/// A command, the program first, that ends when this process does, started by `own_program`, this experiment's own.
pub(crate) fn bound(own_program: &Path, words: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(own_program);
    command.arg("become").arg(process::id().to_string()).args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_command_names_this_process_and_reads_as_what_becomes_it() {
        #[derive(clap::Parser)]
        struct Become {
            #[command(flatten)]
            options: BecomeOptions,
        }
        let command = bound_to_us(&["nginx", "-c", "--help"]).unwrap();
        assert_eq!(command.get_program(), std::env::current_exe().unwrap());
        let words: Vec<&OsStr> = command.get_args().collect();
        assert_eq!(words[0], "become");
        // clap takes the first word for the program's name.
        let Become { options } = clap::Parser::parse_from(words);
        assert_eq!(options.parent.cast_unsigned(), process::id());
        assert_eq!(options.words, ["nginx", "-c", "--help"]);
    }

    #[test]
    fn nothing_becomes_a_program_whose_parent_has_ended() {
        // No process has a number as large as this (`PID_MAX_LIMIT`). Were it to become the program, these tests would fail with it.
        let options = BecomeOptions { parent: 4_194_305, words: vec!["false".into()] };
        let said = become_program(&options).unwrap_err().to_string();
        assert_eq!(said, "false: its parent ended before it began");
    }
}
