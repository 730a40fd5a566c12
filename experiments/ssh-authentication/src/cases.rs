//! The cases whose messages are recorded: who asks for what with which keys.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use harness::{Failure, own_files};

use crate::agent::{Agent, ModelAgent};
use crate::keys::{COMMENT, KeyMaker, KeyType, public_half, public_line};

/// A way to try to be let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Case {
    /// The server lists the client's key
    RightKey,
    /// The server does not list the client's key
    UnlistedKey,
    /// The server lists the key, and has no user of that name
    WrongUser,
    /// The key's file is locked by a passphrase and gone; an agent holds the key
    Agent,
    /// The same, with the method as RFC 4252 has it, without the server's host key
    AgentUnbound,
    /// The key's file is locked by a passphrase, and nobody is there to give it
    LockedKey,
    /// The client has the public half of the key alone
    PublicKeyOnly,
    /// The client has three keys, and the server lists the third
    SeveralKeys,
    /// The server lists the key with another comment than the client's
    EditedComment,
    /// The key is this project's model's, which signs with Ed25519
    ModelKey,
    /// The same, with a signature that was made for another session
    OtherSession,
}

/// Who holds the key, where an agent does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// OpenSSH's own agent.
    Real,
    /// This project's model.
    Model,
    /// The same, signing for another session.
    OtherSession,
}

/// The agents that hold keys.
#[derive(Clone, Copy)]
pub(crate) struct Agents<'a> {
    pub real: &'a Agent,
    pub model: &'a ModelAgent,
    pub for_other_session: &'a ModelAgent,
}

/// The passphrase where there is one: of toys that live as long as a run.
const PASSPHRASE: &str = "toys-need-no-secret";

/// A user that no system has.
const NOBODY: &str = "no-such-user-here";

impl Case {
    /// All of them, in the order of the record.
    pub(crate) const ALL: [Self; 11] = [
        Self::RightKey,
        Self::UnlistedKey,
        Self::WrongUser,
        Self::Agent,
        Self::AgentUnbound,
        Self::LockedKey,
        Self::PublicKeyOnly,
        Self::SeveralKeys,
        Self::EditedComment,
        Self::ModelKey,
        Self::OtherSession,
    ];

    /// Name in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::RightKey => "right-key",
            Self::UnlistedKey => "unlisted-key",
            Self::WrongUser => "wrong-user",
            Self::Agent => "agent",
            Self::AgentUnbound => "agent-unbound",
            Self::LockedKey => "locked-key",
            Self::PublicKeyOnly => "public-key-only",
            Self::SeveralKeys => "several-keys",
            Self::EditedComment => "edited-comment",
            Self::ModelKey => "model-key",
            Self::OtherSession => "other-session",
        }
    }

    /// Makes its keys.
    pub(crate) fn prepare(
        self,
        kind: KeyType,
        keys: KeyMaker<'_>,
        agents: Agents<'_>,
        user: &str,
    ) -> Result<Client, Failure> {
        let make = |name: &str, passphrase: &str| {
            keys.generate(kind, &format!("{}-{name}", self.name()), passphrase).map(|(path, _)| path)
        };
        let mut client = Client {
            user: user.to_owned(),
            identities: Vec::new(),
            listed: Vec::new(),
            holder: None,
            is_unbound: self == Self::AgentUnbound,
        };
        match self {
            Self::RightKey => client.with_listed(make("key", "")?)?,
            Self::UnlistedKey => client.identities.push(make("key", "")?),
            Self::WrongUser => {
                client.user = NOBODY.to_owned();
                client.with_listed(make("key", "")?)?;
            }
            Self::Agent | Self::AgentUnbound => {
                let key = make("key", PASSPHRASE)?;
                agents.real.add(keys.programs, keys.workplace, &key, PASSPHRASE)?;
                remove(&key)?;
                client.with_listed(key)?;
                client.holder = Some(Holder::Real);
            }
            Self::LockedKey => client.with_listed(make("key", PASSPHRASE)?)?,
            Self::PublicKeyOnly => {
                let key = make("key", "")?;
                remove(&key)?;
                client.with_listed(key)?;
            }
            Self::SeveralKeys => {
                client.identities.extend([make("first", "")?, make("second", "")?]);
                client.with_listed(make("third", "")?)?;
            }
            Self::EditedComment => {
                client.with_listed(make("key", "")?)?;
                for line in &mut client.listed {
                    *line = line.replace(COMMENT, "somebody else's name");
                }
            }
            Self::ModelKey => {
                client.with_model(agents.model, Holder::Model, &keys.workplace.folder().join("model.pub"))?
            }
            Self::OtherSession => {
                let public = keys.workplace.folder().join("other-session.pub");
                client.with_model(agents.for_other_session, Holder::OtherSession, &public)?;
            }
        }
        Ok(client)
    }
}

/// A client as it is about to connect.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// Whom it wants to be.
    pub user: String,
    /// Its keys, in the order in which it offers them. The private half may be gone.
    pub identities: Vec<PathBuf>,
    /// Lines of the server's list.
    pub listed: Vec<String>,
    /// Whom it may ask to sign.
    pub holder: Option<Holder>,
    /// True if the client leaves the server's host key out of what it signs.
    pub is_unbound: bool,
}

impl Client {
    /// A client with a key that the server lists, for the user that runs the experiment.
    pub(crate) fn listed(user: &str, key: PathBuf) -> Result<Self, Failure> {
        let (identities, listed) = (Vec::new(), Vec::new());
        let mut client = Self { user: user.to_owned(), identities, listed, holder: None, is_unbound: false };
        client.with_listed(key)?;
        Ok(client)
    }

    fn with_listed(&mut self, key: PathBuf) -> Result<(), Failure> {
        self.listed.push(public_line(&key)?);
        // Without the private half, ssh is told the public one.
        self.identities.push(if key.exists() { key } else { public_half(&key) });
        Ok(())
    }

    fn with_model(&mut self, agent: &ModelAgent, holder: Holder, public: &Path) -> Result<(), Failure> {
        let line = agent.public_line(COMMENT);
        fs::write(public, format!("{line}\n"))
            .map_err(|error| Failure::system(format!("cannot write {}", public.display()), error))?;
        self.listed.push(line);
        self.identities.push(public.to_owned());
        self.holder = Some(holder);
        Ok(())
    }

    /// Tries to open the client's key without the passphrase, and with it.
    pub(crate) fn opens(&self, keys: KeyMaker<'_>) -> Result<(bool, bool), Failure> {
        let key = self.identities.first().expect("every client has a key");
        Ok((keys.opens(key, "")?, keys.opens(key, PASSPHRASE)?))
    }
}

fn remove(key: &Path) -> Result<(), Failure> {
    own_files::remove(key).map_err(|error| Failure::system(format!("cannot remove {}", key.display()), error))
}
