//! Docker's engine: started by this program in namespaces of its own, so that the machine's network, mounts and own engine
//! stay as they are.

use std::fs;
use std::io;
use std::net::Ipv4Addr;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::Failure;
use harness::record::Skipped;
use rustix::process::geteuid;
use supervisor::{Check, Program, ProgramError, Workplace};

use super::network::Network;
use super::programs::need;

/// Names what is not measured without the engine.
pub(super) const WHAT: &str = "Docker's forwarded port and a Unix socket in a mounted folder";
/// The requirement where the engine is here and does not start.
pub(super) const NEEDS: &str = "a machine that lets root start Docker's engine (the package docker.io)";
/// What starts it.
const SCRIPT: &str = include_str!("engine.sh");
/// The programs, with their packages.
const PROGRAMS: [(&str, &str); 7] = [
    ("dockerd", "docker.io"),
    ("containerd", "docker.io"),
    ("docker", "docker.io"),
    ("ip", "iproute2"),
    ("unshare", "util-linux"),
    ("nsenter", "util-linux"),
    ("tar", "tar"),
];
/// How long the engine may take to start, and to carry out one command.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The image's name.
const IMAGE: &str = "system";
/// Folders of the system's that programs need to run.
const SYSTEM: [&str; 5] = ["usr", "bin", "sbin", "lib", "lib64"];

/// A running engine.
pub(super) struct Engine<'a> {
    pub(super) process: Program,
    workplace: &'a Workplace<'a>,
    /// The system's folders that containers see, for reading.
    system: Vec<PathBuf>,
}

/// A container to be.
pub(super) struct Container<'a> {
    pub(super) name: &'a str,
    /// The program and its arguments.
    pub(super) words: &'a [String],
    /// Files and folders that it sees besides the system's, for reading, where they lie outside.
    pub(super) sees: &'a [PathBuf],
    /// A folder that it may write to, and where it sees it.
    pub(super) shared: (&'a Path, &'a str),
    /// A variable of its environment.
    pub(super) variable: (&'a str, &'a str),
    pub(super) reached: Reached,
}

/// How a container's port is reached over TCP.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reached {
    /// The container has a network of its own, into which one of the engine's ports is forwarded.
    Forwarded {
        /// In the container's network.
        port: u16,
        /// In the engine's.
        published: u16,
    },
    /// The container shares the engine's network.
    HostNetwork,
}

impl<'a> Engine<'a> {
    /// Why there cannot be one here, if so.
    pub(super) fn missing() -> Option<Skipped> {
        if !geteuid().is_root() {
            return Some(Skipped::new(WHAT, "Docker's engine needs root", "root"));
        }
        PROGRAMS.iter().find_map(|(program, package)| need(program, package, WHAT).err())
    }

    /// Starts one and waits until it is ready.
    pub(super) fn start(workplace: &'a Workplace<'a>, check: Check) -> Result<Self, Failure> {
        let folder = workplace.folder();
        let shown = folder.display().to_string();
        // The user's own settings are not read.
        workplace.write("dockerd.json", "{}\n")?;
        workplace.write("containerd.toml", containerd_settings(folder))?;
        let group = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"];
        let script = ["sh", "-c", SCRIPT, "sh", &shown, &group];
        let words: Vec<String> = words.iter().chain(&script).map(|&word| word.to_owned()).collect();
        let process = workplace.start_program("engine", &words, &[])?;
        let mut engine = Self { process, workplace, system: Vec::new() };
        engine.process.wait_for(TIMEOUT, check, || {
            engine.docker(&["version", "--format", "{{.Server.Version}}"]).map_err(|error| error.to_string())
        })?;
        engine.system = engine.make_image()?;
        Ok(engine)
    }

    /// The network that it and its containers' forwarded ports are in.
    pub(super) fn network(&self) -> Network {
        Network::Of(self.process.id())
    }

    /// Starts a container.
    pub(super) fn run(&self, container: &Container) -> Result<(), Failure> {
        let mut words: Vec<String> =
            ["run", "--detach", "--pull", "never", "--name", container.name].map(str::to_owned).into();
        let mount = |from: &Path, to: &str, more: &str| {
            ["--mount".to_owned(), format!("type=bind,source={},target={to}{more}", from.display())]
        };
        let is_within = |path: &Path, others: &[PathBuf]| others.iter().any(|other| path.starts_with(other));
        let more = container
            .sees
            .iter()
            .enumerate()
            .filter(|(index, path)| !is_within(path, &self.system) && !is_within(path, &container.sees[..*index]));
        for path in self.system.iter().chain(more.map(|(_, path)| path)) {
            words.extend(mount(path, &path.display().to_string(), ",readonly"));
        }
        words.extend(mount(container.shared.0, container.shared.1, ""));
        words.extend(["--env".to_owned(), format!("{}={}", container.variable.0, container.variable.1)]);
        words.extend(match container.reached {
            Reached::Forwarded { port, published } => ["--publish".to_owned(), format!("127.0.0.1:{published}:{port}")],
            Reached::HostNetwork => ["--network".to_owned(), "host".to_owned()],
        });
        words.push(IMAGE.to_owned());
        words.extend_from_slice(container.words);
        self.docker(&words.iter().map(String::as_str).collect::<Vec<_>>())?;
        Ok(())
    }

    /// The address of a container with a network of its own.
    pub(super) fn address(&self, name: &str) -> Result<Ipv4Addr, Failure> {
        let address = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
        let address = self.docker(&["inspect", "--format", address, name])?;
        let failed = |_| Failure::program("docker inspect", format!("{:?} is no address", address.trim()));
        address.trim().parse().map_err(failed)
    }

    fn docker(&self, arguments: &[&str]) -> Result<String, ProgramError> {
        let folder = self.workplace.folder();
        let mut command = self.workplace.command("docker");
        command.arg("--config").arg(folder.join("docker-client"));
        command.arg("--host").arg(format!("unix://{}/docker.sock", folder.display()));
        Ok(self.workplace.succeed(command.args(arguments), TIMEOUT)?.stdout)
    }

    /// An image without files: the system's own folders are mounted into the containers, so that all programs of this
    /// machine run there as they do outside. Which folders these are; what is a link outside is one there.
    fn make_image(&self) -> Result<Vec<PathBuf>, Failure> {
        let failed = |error: io::Error| Failure::system("cannot make an image", error);
        let (root, archive) = (self.workplace.make("image")?, self.workplace.folder().join("image.tar"));
        fs::create_dir(root.join("tmp")).map_err(failed)?;
        let mut mounted = Vec::new();
        for name in SYSTEM {
            let outside = Path::new("/").join(name);
            match fs::symlink_metadata(&outside) {
                Ok(metadata) if metadata.is_symlink() => {
                    symlink(fs::read_link(&outside).map_err(failed)?, root.join(name)).map_err(failed)?;
                }
                Ok(_) => {
                    fs::create_dir(root.join(name)).map_err(failed)?;
                    mounted.push(outside);
                }
                Err(_) => {}
            }
        }
        let mut tar = self.workplace.command("tar");
        self.workplace.succeed(tar.arg("-cf").arg(&archive).arg("-C").arg(&root).arg("."), TIMEOUT)?;
        self.docker(&["import", &archive.display().to_string(), IMAGE])?;
        Ok(mounted)
    }
}

/// Settings of a containerd of the engine's own, that neither serves others nor writes elsewhere.
fn containerd_settings(folder: &Path) -> String {
    let quoted = |name: &str| serde_json::Value::from(folder.join(name).display().to_string()).to_string();
    format!(
        "version = 2\nroot = {}\nstate = \"/run/containerd\"\ndisabled_plugins = [\"io.containerd.grpc.v1.cri\"]\n\
         [grpc]\naddress = \"/run/containerd/containerd.sock\"\n\
         [plugins.\"io.containerd.internal.v1.opt\"]\npath = {}\n",
        quoted("containerd"),
        quoted("containerd-opt")
    )
}
