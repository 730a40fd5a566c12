//! Where it all happens: a folder of the run's own, a server on loopback that lets nobody do anything, an agent.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

use harness::Failure;
use harness::record::Skipped;
use rustix::process::geteuid;

use crate::agent::{Agent, Behind, ModelAgent, Relay};
use crate::cases::{Agents, Client, Holder};
use crate::keys::{KeyMaker, KeyType, public_line};
use crate::process;
use crate::programs::{Programs, skipped, without_user};
use crate::supervised::{Group, Supervised};

/// What the server's host key is known as: its address has another port in every run.
pub(crate) const HOST: &str = "measured-server";

/// Where sshd keeps the network's side apart, unless it says otherwise.
const PRIVILEGE_SEPARATION: &str = "/run/sshd";

/// All that connections need. Dropping it ends and removes everything.
pub(crate) struct Place {
    pub agent: Agent,
    pub listener: TcpListener,
    pub programs: Programs,
    /// Who runs the experiment: the only user whom a server without special rights lets in.
    pub user: String,
    /// Whether the client can leave the host key out of what it signs; a client that cannot does not put it in.
    pub knows_unbound: bool,
    model: ModelAgent,
    for_other_session: ModelAgent,
    real_relay: Relay,
    model_relay: Relay,
    other_session_relay: Relay,
    listed: Vec<String>,
    supervised: Supervised,
}

impl Place {
    /// Sets it up, or says what is missing.
    pub(crate) fn set_up() -> Result<Result<Self, Skipped>, Failure> {
        let programs = match Programs::find() {
            Ok(programs) => programs,
            Err(skipped) => return Ok(Err(skipped)),
        };
        let mut supervised = Supervised::start()?;
        let (folder, group) = (supervised.folder().to_owned(), supervised.group());
        let user = process::run_well("id", Command::new("id").arg("-un"), group)?.output.trim().to_owned();
        let keys = KeyMaker { programs: &programs, folder: &folder, group };
        let (host, _) = keys.generate(KeyType::Ed25519, "host", "")?;
        write(&folder.join("known_hosts"), &format!("{HOST} {}\n", public_line(&host)?))?;
        write(&folder.join("authorized_keys"), "")?;
        write(&folder.join("ssh_config"), &client_settings(&folder))?;
        write(&folder.join("sshd_config"), &server_settings(&folder))?;
        if let Err(why) = check_server(&programs, &mut supervised) {
            return Ok(Err(skipped(&why.to_string(), "a server that starts (openssh-server)")));
        }
        let knows_unbound = knows_unbound(&programs, &folder, group)?;
        let agent = Agent::start(&programs, &folder, group)?;
        let no_chance = |error: std::io::Error| Failure::system("cannot make a key by chance", error);
        let model = ModelAgent::honest().map_err(no_chance)?;
        let for_other_session = ModelAgent::for_another_session().map_err(no_chance)?;
        let relay = |name: &str, behind: Behind| Relay::start(folder.join(name), behind);
        let real_relay = relay("real", Behind::Real(agent.socket().to_owned()))?;
        let model_relay = relay("model", Behind::Ours(Box::new(model.clone())))?;
        let other_session_relay = relay("other", Behind::Ours(Box::new(for_other_session.clone())))?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .map_err(|error| Failure::system("cannot listen on loopback", error))?;
        Ok(Ok(Self {
            agent,
            listener,
            programs,
            user,
            knows_unbound,
            model,
            for_other_session,
            real_relay,
            model_relay,
            other_session_relay,
            listed: Vec::new(),
            supervised,
        }))
    }

    /// The run's folder.
    pub(crate) fn folder(&self) -> &Path {
        self.supervised.folder()
    }

    /// Where programs belong.
    pub(crate) fn group(&self) -> Group {
        self.supervised.group()
    }

    /// What records between a client and whoever holds its key.
    pub(crate) fn relay(&self, holder: Holder) -> &Relay {
        match holder {
            Holder::Real => &self.real_relay,
            Holder::Model => &self.model_relay,
            Holder::OtherSession => &self.other_session_relay,
        }
    }

    /// Who holds keys here.
    pub(crate) fn agents(&self) -> Agents<'_> {
        Agents { real: &self.agent, model: &self.model, for_other_session: &self.for_other_session }
    }

    /// Who makes keys here.
    pub(crate) fn keys(&self) -> KeyMaker<'_> {
        KeyMaker { programs: &self.programs, folder: self.folder(), group: self.group() }
    }

    /// Puts a client's keys on the server's list.
    pub(crate) fn list(&mut self, client: &Client) -> Result<(), Failure> {
        self.listed.extend(client.listed.iter().cloned());
        let lines: String = self.listed.iter().map(|line| format!("{line}\n")).collect();
        write(&self.folder().join("authorized_keys"), &lines)
    }
}

fn write(path: &PathBuf, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::system(format!("cannot write {}", path.display()), error))
}

/// Nothing that a client does by itself; every file that it would look for in its user's folder is named, or left out.
fn client_settings(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "HostKeyAlias {HOST}\n\
         UserKnownHostsFile {folder}/known_hosts\n\
         GlobalKnownHostsFile none\n\
         StrictHostKeyChecking yes\n\
         UpdateHostKeys no\n\
         CheckHostIP no\n\
         IdentitiesOnly yes\n\
         IdentityAgent none\n\
         AddKeysToAgent no\n\
         BatchMode yes\n\
         PreferredAuthentications publickey\n\
         ControlMaster no\n\
         ControlPath none\n\
         ProxyCommand none\n\
         PermitLocalCommand no\n\
         CanonicalizeHostname no\n\
         ForwardAgent no\n\
         ForwardX11 no\n\
         ClearAllForwardings yes\n"
    )
}

/// Public keys of the run's own list alone, and no session for whoever is let in.
fn server_settings(folder: &Path) -> String {
    let folder = folder.display();
    // The folder lies below one that everybody may write to, which StrictModes refuses.
    format!(
        "HostKey {folder}/host\n\
         AuthorizedKeysFile {folder}/authorized_keys\n\
         AuthorizedKeysCommand none\n\
         AuthorizedPrincipalsFile none\n\
         TrustedUserCAKeys none\n\
         StrictModes no\n\
         UsePAM no\n\
         PidFile none\n\
         PasswordAuthentication no\n\
         KbdInteractiveAuthentication no\n\
         HostbasedAuthentication no\n\
         PermitRootLogin prohibit-password\n\
         PermitUserEnvironment no\n\
         PermitUserRC no\n\
         MaxSessions 0\n\
         AllowTcpForwarding no\n\
         AllowStreamLocalForwarding no\n\
         AllowAgentForwarding no\n\
         X11Forwarding no\n\
         PermitTunnel no\n\
         UseDNS no\n\
         LoginGraceTime 100\n"
    )
}

/// Whether the server would start. What it lacks of the system's is made, if that can be removed again.
fn check_server(programs: &Programs, supervised: &mut Supervised) -> Result<(), Failure> {
    if geteuid().is_root() {
        // Before it is missed: it may be there because another run has made it, and go with that one. Where it cannot be
        // made, the server says whether it needs it.
        let _ = supervised.hold_privilege_separation(Path::new(PRIVILEGE_SEPARATION));
    }
    match test_server(programs, supervised) {
        Err(why) => match missing_folder(&why.to_string()) {
            Some(folder) => {
                supervised.hold_privilege_separation(&folder)?;
                test_server(programs, supervised)
            }
            None => Err(why),
        },
        tested => tested,
    }
}

fn test_server(programs: &Programs, supervised: &Supervised) -> Result<(), Failure> {
    let mut command = without_user(&programs.sshd, supervised.folder());
    command.arg("-t").arg("-f").arg(supervised.folder().join("sshd_config"));
    process::run_well("sshd", &mut command, supervised.group()).map(|_| ())
}

/// The folder that the server says it misses.
fn missing_folder(said: &str) -> Option<PathBuf> {
    let (_, folder) = said.split_once("Missing privilege separation directory: ")?;
    Some(PathBuf::from(folder.split_whitespace().next()?))
}

fn knows_unbound(programs: &Programs, folder: &Path, group: Group) -> Result<bool, Failure> {
    let mut command = without_user(&programs.ssh, folder);
    command.arg("-G").arg("-F").arg(folder.join("ssh_config")).args(["-o", UNBOUND, HOST]);
    Ok(process::run("ssh", &mut command, group)?.status.success())
}

/// The client's setting that leaves the host key out of what it signs, as RFC 4252 has it.
pub(crate) const UNBOUND: &str = "PubkeyAuthentication=unbound";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_folder_is_read_from_the_server_s_own_words() {
        let said = "sshd: Missing privilege separation directory: /run/sshd";
        assert_eq!(missing_folder(said), Some(PathBuf::from("/run/sshd")));
        assert_eq!(missing_folder("sshd: no hostkeys available -- exiting."), None);
    }
}
