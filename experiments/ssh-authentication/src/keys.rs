//! Keys, made by ssh-keygen.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use harness::Failure;
use supervisor::Workplace;

use crate::process::{Ended, TIMEOUT, run_timed};
use crate::programs::{Programs, without_user};

/// The types of key whose costs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum KeyType {
    /// An elliptic curve, signing as RFC 8032 says
    Ed25519,
    /// NIST's curve of 256 bits
    EcdsaP256,
    /// RSA with a modulus of 3072 bits, which ssh-keygen makes of RSA unless told otherwise
    #[value(name = "rsa-3072")]
    Rsa3072,
    /// RSA with a modulus of 4096 bits
    #[value(name = "rsa-4096")]
    Rsa4096,
}

impl KeyType {
    /// All of them; the first is what the others are compared with.
    pub(crate) const ALL: [Self; 4] = [Self::Ed25519, Self::EcdsaP256, Self::Rsa3072, Self::Rsa4096];

    /// Name in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ed25519 => "ed25519",
            Self::EcdsaP256 => "ecdsa-p256",
            Self::Rsa3072 => "rsa-3072",
            Self::Rsa4096 => "rsa-4096",
        }
    }

    /// What a reader sees for it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Ed25519 => "Ed25519",
            Self::EcdsaP256 => "ECDSA P-256",
            Self::Rsa3072 => "RSA 3072",
            Self::Rsa4096 => "RSA 4096",
        }
    }

    /// What ssh-keygen calls it.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Ed25519 => &["-t", "ed25519"],
            Self::EcdsaP256 => &["-t", "ecdsa", "-b", "256"],
            Self::Rsa3072 => &["-t", "rsa", "-b", "3072"],
            Self::Rsa4096 => &["-t", "rsa", "-b", "4096"],
        }
    }
}

/// Makes keys in a run's folder.
#[derive(Clone, Copy)]
pub(crate) struct KeyMaker<'a> {
    pub programs: &'a Programs,
    pub workplace: &'a Workplace<'a>,
}

impl KeyMaker<'_> {
    /// A key pair: `NAME`, and `NAME.pub` beside it. An empty passphrase is none.
    pub(crate) fn generate(&self, kind: KeyType, name: &str, passphrase: &str) -> Result<(PathBuf, Ended), Failure> {
        let path = self.workplace.folder().join(name);
        let mut command = without_user(&self.programs.ssh_keygen, self.workplace.folder());
        command.arg("-q").args(kind.arguments()).args(["-N", passphrase, "-C", COMMENT, "-f"]).arg(&path);
        Ok((path, run_timed("ssh-keygen", &mut command)?))
    }

    /// Tries to open the private key with this passphrase: then its public half can be told from it.
    pub(crate) fn opens(&self, key: &Path, passphrase: &str) -> Result<bool, Failure> {
        let mut command = without_user(&self.programs.ssh_keygen, self.workplace.folder());
        command.args(["-y", "-P", passphrase, "-f"]).arg(key);
        let said = self.workplace.run(&mut command, TIMEOUT)?;
        // Type and key; the comment follows.
        let half = |line: &str| line.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        Ok(said.status.success() && half(said.stdout.trim()) == half(read(&public_half(key))?.trim()))
    }
}

/// The comment of every key that is made.
pub(crate) const COMMENT: &str = "as-made";

/// The file of a key's public half.
pub(crate) fn public_half(key: &Path) -> PathBuf {
    let mut name = key.as_os_str().to_owned();
    name.push(".pub");
    name.into()
}

/// The line of a key's public half: type, key, comment.
pub(crate) fn public_line(key: &Path) -> Result<String, Failure> {
    Ok(read(&public_half(key))?.trim().to_owned())
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::system(format!("cannot read {}", path.display()), error))
}
