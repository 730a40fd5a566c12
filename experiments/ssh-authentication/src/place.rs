//! Where it all happens: a folder of the run's own, a server on loopback that lets nobody do anything, an agent.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use harness::Failure;
use harness::record::Skipped;
use rustix::process::geteuid;
use supervisor::{Check, ProgramError, Runs, Workplace};

use crate::agent::{Agent, Behind, ModelAgent, Relay};
use crate::cases::{Agents, Client, Holder};
use crate::keys::{KeyMaker, KeyType, public_line};
use crate::privilege_separation::{self, Held};
use crate::process::TIMEOUT;
use crate::programs::{Programs, skipped, without_user};

/// The name under which the server's host key is known: its address has another port in every run.
pub(crate) const HOST: &str = "measured-server";

/// Where sshd keeps the network's side apart, unless it says otherwise.
const PRIVILEGE_SEPARATION: &str = "/run/sshd";

/// The runs, whose folders the settings of OpenSSH can name, and which give back what sshd needed of the system's.
pub(crate) const RUNS: Runs =
    Runs::new(env!("CARGO_PKG_NAME")).fitting(is_fit).cleared(privilege_separation::give_back);
/// The longest path of a Unix socket with the zero behind it (unix(7)), less the longest name of a socket of ours.
const LONGEST_FOLDER: usize = 108 - 16;

/// Checks that a run's folder can lie there; else says why not.
fn is_fit(folder: &Path) -> Result<(), &'static str> {
    if folder.as_os_str().len() > LONGEST_FOLDER {
        return Err("too long a path for the agent's socket; set TMPDIR to a shorter one");
    }
    let is_odd = |letter: char| letter.is_whitespace() || "\"%\\".contains(letter);
    if folder.to_str().is_none_or(|path| path.contains(is_odd)) {
        return Err("ssh's settings hold no such path; set TMPDIR to a plainer one");
    }
    Ok(())
}

/// All that connections need. Dropping it ends and removes everything.
pub(crate) struct Place<'a> {
    pub agent: Agent,
    pub listener: TcpListener,
    pub programs: Programs,
    /// Who runs the experiment: the only user whom a server without special rights lets in.
    pub user: String,
    /// True if the client can leave the host key out of what it signs; a client that cannot does not put it in.
    pub knows_unbound: bool,
    model: ModelAgent,
    for_other_session: ModelAgent,
    real_relay: Relay,
    model_relay: Relay,
    other_session_relay: Relay,
    listed: Vec<String>,
    _held: Option<Held>,
    pub workplace: Workplace<'a>,
}

impl<'a> Place<'a> {
    /// Sets it up, or says what is missing.
    pub(crate) fn set_up(check: Check<'a>) -> Result<Result<Self, Skipped>, Failure> {
        let programs = match Programs::find() {
            Ok(programs) => programs,
            Err(skipped) => return Ok(Err(skipped)),
        };
        let workplace = Workplace::open(RUNS, check)?;
        let folder = workplace.folder();
        let user = workplace.succeed(workplace.command("id").arg("-un"), TIMEOUT)?.stdout.trim().to_owned();
        let (host, _) =
            KeyMaker { programs: &programs, workplace: &workplace }.generate(KeyType::Ed25519, "host", "")?;
        workplace.write("known_hosts", format!("{HOST} {}\n", public_line(&host)?))?;
        workplace.write("authorized_keys", "")?;
        workplace.write("ssh_config", client_settings(folder))?;
        workplace.write("sshd_config", server_settings(folder))?;
        let held = match hold_what_the_server_needs(&programs, &workplace) {
            Ok(held) => held,
            Err(error) => return Ok(Err(skipped(&error.into_reason()?, "a server that starts (openssh-server)"))),
        };
        let knows_unbound = knows_unbound(&programs, &workplace)?;
        let agent = Agent::start(&programs, folder)?;
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
            _held: held,
            workplace,
        }))
    }

    /// The run's folder.
    pub(crate) fn folder(&self) -> &Path {
        self.workplace.folder()
    }

    /// The relay that records between a client and whoever holds its key.
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
        KeyMaker { programs: &self.programs, workplace: &self.workplace }
    }

    /// Puts a client's keys on the server's list.
    pub(crate) fn list(&mut self, client: &Client) -> Result<(), Failure> {
        self.listed.extend(client.listed.iter().cloned());
        let lines: String = self.listed.iter().map(|line| format!("{line}\n")).collect();
        self.workplace.write("authorized_keys", lines).map(drop)
    }
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

/// Tests whether the server would start; what it lacks of the system's is made, and held until the run has ended.
fn hold_what_the_server_needs(programs: &Programs, workplace: &Workplace) -> Result<Option<Held>, ProgramError> {
    let hold = |folder: &Path| Held::hold(folder, workplace.folder());
    let held = if geteuid().is_root() {
        // Before it is missed: it may be there because another run has made it, and go with that one. Where it cannot be
        // made, the server says whether it needs it.
        hold(Path::new(PRIVILEGE_SEPARATION)).ok().flatten()
    } else {
        None
    };
    let Err(why) = test_server(programs, workplace) else { return Ok(held) };
    let Some(folder) = missing_folder(&why.to_string()) else { return Err(why) };
    let shown = folder.display();
    let held = hold(&folder).map_err(|error| {
        let needs = format!("`mkdir -p {shown}` as root, or that the system's sshd was started once");
        ProgramError::Unusable(format!("sshd lacks the folder {shown} ({error}); it needs {needs}"))
    })?;
    test_server(programs, workplace).map(|()| held)
}

fn test_server(programs: &Programs, workplace: &Workplace) -> Result<(), ProgramError> {
    let mut command = without_user(&programs.sshd, workplace.folder());
    command.arg("-t").arg("-f").arg(workplace.folder().join("sshd_config"));
    workplace.succeed(&mut command, TIMEOUT).map(drop)
}

/// The folder that the server says it misses.
fn missing_folder(said: &str) -> Option<PathBuf> {
    let (_, folder) = said.split_once("Missing privilege separation directory: ")?;
    Some(PathBuf::from(folder.split_whitespace().next()?))
}

fn knows_unbound(programs: &Programs, workplace: &Workplace) -> Result<bool, Failure> {
    let mut command = without_user(&programs.ssh, workplace.folder());
    command.arg("-G").arg("-F").arg(workplace.folder().join("ssh_config")).args(["-o", UNBOUND, HOST]);
    Ok(workplace.run(&mut command, TIMEOUT)?.status.success())
}

/// The client's setting that leaves the host key out of what it signs, as RFC 4252 has it.
pub(crate) const UNBOUND: &str = "PubkeyAuthentication=unbound";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lies_where_ssh_s_settings_can_name_it() {
        for plain in ["/tmp/x", "/a-b.c/d_e"] {
            assert_eq!(is_fit(Path::new(plain)), Ok(()));
        }
        for odd in ["/tmp/x y", "/tmp/\"x", "/tmp/100%", "/tmp/\\x", &format!("/{}", "x".repeat(LONGEST_FOLDER))] {
            assert!(is_fit(Path::new(odd)).is_err(), "{odd}");
        }
    }

    #[test]
    fn the_missing_folder_is_read_from_the_server_s_own_words() {
        let said = "sshd: Missing privilege separation directory: /run/sshd";
        assert_eq!(missing_folder(said), Some(PathBuf::from("/run/sshd")));
        assert_eq!(missing_folder("sshd: no hostkeys available -- exiting."), None);
    }
}
