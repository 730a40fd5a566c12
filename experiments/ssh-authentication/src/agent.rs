//! ssh-agent, and what passes between it and its clients (RFC-to-be draft-ietf-sshm-ssh-agent, "SSH Agent Protocol").

mod model;
mod protocol;
mod relay;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use harness::{Failure, own_files};
use supervisor::Workplace;

use crate::process::{Running, TIMEOUT};
use crate::programs::{Programs, without_user};
pub(crate) use model::ModelAgent;
pub(crate) use protocol::{Signed, read_message, signed, write_message};
pub(crate) use relay::{Behind, Relay};

/// A real agent of a run's own.
pub(crate) struct Agent {
    _process: Running,
    socket: PathBuf,
}

impl Agent {
    /// Starts one that listens in this folder.
    pub(crate) fn start(programs: &Programs, folder: &Path) -> Result<Self, Failure> {
        let socket = folder.join("agent");
        let mut command = without_user(&programs.ssh_agent, folder);
        command.arg("-D").arg("-a").arg(&socket);
        let process = Running::start("ssh-agent", &mut command)?;
        let started = Instant::now();
        while UnixStream::connect(&socket).is_err() {
            if process.has_ended() || started.elapsed() > TIMEOUT {
                let lines = process.finish().map(|ended| ended.lines).unwrap_or_default();
                let why = lines.first().map_or_else(String::new, |line| format!(": {}", line.text));
                return Err(Failure::program("ssh-agent", format!("it does not listen{why}")));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(Self { _process: process, socket })
    }

    /// Where it listens.
    pub(crate) fn socket(&self) -> &Path {
        &self.socket
    }

    /// Hands it a private key, opened by this passphrase if it has one.
    pub(crate) fn add(
        &self,
        programs: &Programs,
        workplace: &Workplace,
        key: &Path,
        passphrase: &str,
    ) -> Result<(), Failure> {
        let folder = workplace.folder();
        let failed = |error: std::io::Error| Failure::system(format!("cannot write below {}", folder.display()), error);
        // ssh-add takes a passphrase from a terminal, or from such a program.
        let asked = folder.join("passphrase");
        fs::write(&asked, format!("#!/bin/sh\necho '{passphrase}'\n")).map_err(failed)?;
        fs::set_permissions(&asked, fs::Permissions::from_mode(0o700)).map_err(failed)?;
        let mut command = without_user(&programs.ssh_add, folder);
        command.arg("-q").arg(key).env("SSH_AUTH_SOCK", &self.socket);
        command.env("SSH_ASKPASS", &asked).env("SSH_ASKPASS_REQUIRE", "force").env("DISPLAY", "none");
        workplace.succeed(&mut command, TIMEOUT)?;
        own_files::remove(&asked).map_err(failed)
    }

    /// Asks it for a signature; the seconds from request to answer.
    pub(crate) fn sign(&self, request: &[u8]) -> Result<f64, Failure> {
        let failed = |error: std::io::Error| Failure::system("cannot ask ssh-agent for a signature", error);
        let mut stream = UnixStream::connect(&self.socket).map_err(failed)?;
        stream.set_read_timeout(Some(TIMEOUT)).map_err(failed)?;
        let started = Instant::now();
        write_message(&mut stream, request).map_err(failed)?;
        let answer = read_message(&mut stream).map_err(failed)?;
        let seconds = started.elapsed().as_secs_f64();
        match answer {
            Some(answer) if protocol::is_signature(&answer) => Ok(seconds),
            _ => Err(Failure::program("ssh-agent", "it refuses to sign what it signed before")),
        }
    }
}
