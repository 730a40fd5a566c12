//! OpenSSH's programs: where they are, which version, and what the record says where they are not.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use harness::Failure;
use harness::record::Skipped;
use supervisor::{Workplace, program_folders};

use crate::process::TIMEOUT;

/// OpenSSH, as it is on this machine.
#[derive(Debug, Clone)]
pub(crate) struct Programs {
    pub ssh: PathBuf,
    /// Its whole path: it starts itself again by the name that it was called by.
    pub sshd: PathBuf,
    pub ssh_keygen: PathBuf,
    pub ssh_agent: PathBuf,
    pub ssh_add: PathBuf,
}

impl Programs {
    /// All of them, or what is missing.
    pub(crate) fn find() -> Result<Self, Skipped> {
        Self::find_in(&program_folders())
    }

    fn find_in(folders: &[PathBuf]) -> Result<Self, Skipped> {
        let need = |name: &str, package: &str| {
            let file = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_absolute() && file.is_file());
            file.ok_or_else(|| {
                skipped(&format!("there is no `{name}` here"), &format!("the package {package} (OpenSSH)"))
            })
        };
        Ok(Self {
            ssh: need("ssh", "openssh-client")?,
            ssh_keygen: need("ssh-keygen", "openssh-client")?,
            ssh_agent: need("ssh-agent", "openssh-client")?,
            ssh_add: need("ssh-add", "openssh-client")?,
            sshd: need("sshd", "openssh-server")?,
        })
    }

    /// What the client calls itself, such as `OpenSSH_9.2p1 Debian-2+deb12u10, OpenSSL 3.0.19 27 Jan 2026`.
    pub(crate) fn client_version(&self, workplace: &Workplace) -> Result<String, Failure> {
        let said = workplace.succeed(workplace.command(&self.ssh).arg("-V"), TIMEOUT)?;
        Ok(said.stderr.lines().next().unwrap_or_default().trim().to_owned())
    }
}

/// Everything is skipped, and this is why.
pub(crate) fn skipped(why: &str, needs: &str) -> Skipped {
    let what = "the messages, what is signed, and what each type of key costs";
    Skipped::new(what, why, needs)
}

/// A command that knows nothing of its user: neither the folder, nor the agent, nor any other setting. Its home tells that it works
/// for the run. Unless told otherwise, it reads and writes nothing.
pub(crate) fn without_user(program: &Path, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("HOME", home).env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin").env("LC_ALL", "C");
    command.env("TMPDIR", home).current_dir(home).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_package() {
        let folder = tempfile::tempdir().unwrap();
        let folders = [folder.path().to_owned()];
        let missing = |name: &str, package: &str| {
            let skipped = Programs::find_in(&folders).unwrap_err();
            assert_eq!(skipped.why, format!("there is no `{name}` here"));
            assert!(skipped.needs.contains(package), "{}", skipped.needs);
        };
        missing("ssh", "openssh-client");
        for name in ["ssh", "ssh-keygen", "ssh-agent", "ssh-add"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        missing("sshd", "openssh-server");
        fs::write(folder.path().join("sshd"), "").unwrap();
        assert_eq!(Programs::find_in(&folders).unwrap().sshd, folder.path().join("sshd"));
    }
}
