//! The applications in containers of Docker's, and nginx in front of them, beside the engine.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use harness::Failure;
use harness::record::Skipped;
use supervisor::{Check, Workplace, this_program};

use super::conditions::{Condition, Server, Target, Way};
use super::engine::{Container, Engine, Reached};
use super::gunicorn::{self, Worker};
use super::machine::{condition, text_of};
use super::nginx::{self, Content, Keepalive, Site, Upstream};
use super::programs::unless_interrupted;
use super::stack::Stack;

/// The port that applications listen on in their containers.
const PORT: u16 = 8000;
/// The first of the ports that are forwarded; the engine's network has no others.
const PUBLISHED: u16 = 21_000;
/// The first of the ports that applications listen on in the engine's own network.
const SHARED: u16 = 23_000;
/// The first of nginx's own ports there.
const SITES: u16 = 22_000;
/// A folder in the containers themselves.
const SCRATCH: &str = "/tmp";
/// Where containers see the folder of sockets.
const SOCKETS: &str = "/sockets";

/// Starts it all, and sees that it answers right. Each group is to be compared within. Nothing where there is no engine.
pub(super) fn start(workplace: &Workplace, check: Check) -> Result<(Vec<Vec<Condition>>, Vec<Skipped>), Failure> {
    if let Some(why) = Engine::missing() {
        return Ok((Vec::new(), vec![why]));
    }
    let started = all(workplace, check);
    Ok(match unless_interrupted(started, Stack::Docker.what(), Stack::Docker.needs_to_start())? {
        Ok(groups) => (groups, Vec::new()),
        Err(why) => (Vec::new(), vec![why]),
    })
}

fn all(workplace: &Workplace, check: Check) -> Result<Vec<Vec<Condition>>, Failure> {
    let engine = Engine::start(workplace, check)?;
    let mut starter =
        Starter { engine: &engine, workplace, text: text_of(workplace), published: PUBLISHED, shared: SHARED };
    workplace.make("sockets")?;

    let mut ways = Vec::new();
    let hello = starter.hello()?;
    ways.extend(Keepalive::ALL.map(|keepalive| (Server::Rust, keepalive, hello.clone())));
    if let Ok(python) = gunicorn::python(workplace) {
        for keepalive in Keepalive::ALL {
            ways.push((Server::Gunicorn, keepalive, starter.gunicorns(python, keepalive)?));
        }
    }

    let targets = ways.into_iter().flat_map(|(server, keepalive, upstreams)| {
        let contents = upstreams.map(move |upstream| Content::Of(upstream, keepalive));
        Way::ALL
            .into_iter()
            .zip(contents)
            .map(move |(way, content)| (Target::InDocker(server, keepalive, way), content))
    });
    let sites: Vec<(Target, Site)> = (SITES..)
        .zip(targets)
        .map(|(port, (target, content))| (target, Site { address: (Ipv4Addr::LOCALHOST, port).into(), content }))
        .collect();
    let text = starter.text.clone();
    let listed: Vec<Site> = sites.iter().map(|(_, site)| site.clone()).collect();
    let network = engine.network();
    let nginx = nginx::start(workplace, "nginx-beside-engine", &network, &listed)?;
    let answers = sites.iter().map(|(target, site)| condition(&nginx, *target, &network, site.address, &text, check));
    let conditions = answers.collect::<Result<Vec<_>, _>>()?;
    Ok(conditions.chunks(Way::ALL.len()).map(<[Condition]>::to_vec).collect())
}

/// Starts containers.
struct Starter<'a> {
    engine: &'a Engine<'a>,
    workplace: &'a Workplace<'a>,
    text: String,
    /// The next port to forward.
    published: u16,
    /// The next port of the engine's own network.
    shared: u16,
}

impl Starter<'_> {
    fn sockets(&self) -> PathBuf {
        self.workplace.folder().join("sockets")
    }

    fn run(&self, name: &str, words: &[String], sees: &[PathBuf], reached: Reached) -> Result<(), Failure> {
        self.engine.run(&Container {
            name,
            words,
            sees,
            shared: (&self.sockets(), SOCKETS),
            variable: (gunicorn::TEXT, &self.text),
            reached,
        })
    }

    /// Starts one with a network of its own; its ways over TCP.
    fn start(&mut self, name: &str, words: &[String], sees: &[PathBuf]) -> Result<[Upstream; 2], Failure> {
        let published = self.published;
        self.published += 1;
        self.run(name, words, sees, Reached::Forwarded { port: PORT, published })?;
        let forwarded = Upstream::Tcp((Ipv4Addr::LOCALHOST, published).into());
        Ok([forwarded, Upstream::Tcp((self.engine.address(name)?, PORT).into())])
    }

    /// Starts one that shares the engine's network and listens where the words are told; that address.
    fn start_beside(
        &mut self,
        name: &str,
        words: impl FnOnce(SocketAddr) -> Vec<String>,
        sees: &[PathBuf],
    ) -> Result<Upstream, Failure> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.shared));
        self.shared += 1;
        self.run(name, &words(address), sees, Reached::HostNetwork)?;
        Ok(Upstream::Tcp(address))
    }

    /// The Rust server's containers; the ways to them, in the order of [`Way::ALL`].
    fn hello(&mut self) -> Result<[Upstream; 4], Failure> {
        let program = this_program()?;
        let text = self.text.clone();
        let words = |listens: &[String]| -> Vec<String> {
            let server = [program.display().to_string(), "hello".to_owned()];
            server.into_iter().chain(listens.iter().cloned()).chain([text.clone()]).collect()
        };
        let sees = [program.clone()];
        let listens = [format!("--tcp=0.0.0.0:{PORT}"), format!("--unix={SOCKETS}/hello.sock")];
        let [forwarded, direct] = self.start("hello", &words(&listens), &sees)?;
        let beside = self.start_beside("hello-beside", |address| words(&[format!("--tcp={address}")]), &sees)?;
        Ok([forwarded, direct, Upstream::Unix(self.sockets().join("hello.sock")), beside])
    }

    /// Gunicorn's containers, one for each kind of socket and one in the engine's network; the ways to them, in the same order.
    fn gunicorns(&mut self, python: &Path, keepalive: Keepalive) -> Result<[Upstream; 4], Failure> {
        let application = self.workplace.make("application")?;
        self.workplace.write("application/hello.py", gunicorn::APPLICATION)?;
        let mut sees = gunicorn::folders(self.workplace, python)?;
        sees.push(application.clone());
        let worker = Worker::from(keepalive);
        let worker_name = worker.name();
        let everywhere = Upstream::Tcp(SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)));
        let words = |listens: &Upstream| gunicorn::words(python, &application, Path::new(SCRATCH), listens, worker);
        let [forwarded, direct] = self.start(&format!("gunicorn-{worker_name}-tcp"), &words(&everywhere), &sees)?;
        let beside = format!("gunicorn-{worker_name}-beside");
        let beside = self.start_beside(&beside, |address| words(&Upstream::Tcp(address)), &sees)?;
        let name = format!("gunicorn-{worker_name}-unix");
        let socket = Upstream::Unix(Path::new(SOCKETS).join(format!("{name}.sock")));
        self.start(&name, &words(&socket), &sees)?;
        Ok([forwarded, direct, Upstream::Unix(self.sockets().join(format!("{name}.sock"))), beside])
    }
}
