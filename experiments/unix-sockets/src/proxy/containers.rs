//! The applications in containers of Docker's, and nginx in front of them, beside the engine.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use harness::Failure;
use harness::record::Skipped;
use supervisor::this_program;

use super::conditions::{Condition, Server, Target, Way};
use super::engine::{Container, Engine};
use super::gunicorn;
use super::machine::{condition, text_of};
use super::nginx::{self, Content, Keepalive, Site, Upstream};
use super::programs::unless_interrupted;
use super::stack::Stack;
use super::supervised::{Check, Supervised};

/// The port that applications listen on in their containers.
const PORT: u16 = 8000;
/// The first of the ports that are forwarded; the engine's network has no others.
const PUBLISHED: u16 = 21_000;
/// The first of nginx's own ports there.
const SITES: u16 = 22_000;
/// A folder in the containers themselves.
const SCRATCH: &str = "/tmp";
/// Where containers see the folder of sockets.
const SOCKETS: &str = "/sockets";

/// Starts it all, and sees that it answers right. Each group is to be compared within. Nothing where there is no engine.
pub(super) fn start(supervised: &mut Supervised, check: Check) -> Result<(Vec<Vec<Condition>>, Vec<Skipped>), Failure> {
    if let Some(why) = Engine::missing() {
        return Ok((Vec::new(), vec![why]));
    }
    let started = all(supervised, check);
    Ok(match unless_interrupted(started, Stack::Docker.what(), Stack::Docker.needs_to_start())? {
        Ok(groups) => (groups, Vec::new()),
        Err(why) => (Vec::new(), vec![why]),
    })
}

fn all(supervised: &mut Supervised, check: Check) -> Result<Vec<Vec<Condition>>, Failure> {
    let engine = Engine::start(supervised, check)?;
    let mut starter =
        Starter { engine: &engine, folder: supervised.folder(), text: text_of(supervised), published: PUBLISHED };
    fs::create_dir(starter.sockets())
        .map_err(|error| Failure::Failed(format!("cannot make a folder for sockets: {error}")))?;

    let mut ways = Vec::new();
    let hello = starter.hello()?;
    ways.extend(Keepalive::ALL.map(|keepalive| (Server::Rust, keepalive, hello.clone())));
    if let Ok(python) = gunicorn::python() {
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
    let nginx = nginx::start(supervised, "nginx-beside-engine", &network, &listed)?;
    let answers = sites.iter().map(|(target, site)| condition(&nginx, *target, &network, site.address, &text, check));
    let conditions = answers.collect::<Result<Vec<_>, _>>()?;
    Ok(conditions.chunks(Way::ALL.len()).map(<[Condition]>::to_vec).collect())
}

/// Starts containers.
struct Starter<'a> {
    engine: &'a Engine,
    folder: &'a Path,
    text: String,
    /// The next port to forward.
    published: u16,
}

impl Starter<'_> {
    fn sockets(&self) -> PathBuf {
        self.folder.join("sockets")
    }

    /// Starts one; its ways over TCP.
    fn start(&mut self, name: &str, words: &[String], sees: &[PathBuf]) -> Result<[Upstream; 2], Failure> {
        let published = self.published;
        self.published += 1;
        let address = self.engine.run(&Container {
            name,
            words,
            sees,
            shared: (&self.sockets(), SOCKETS),
            variable: (gunicorn::TEXT, &self.text),
            port: PORT,
            published,
        })?;
        let forwarded = Upstream::Tcp((Ipv4Addr::LOCALHOST, published).into());
        Ok([forwarded, Upstream::Tcp((address, PORT).into())])
    }

    /// The Rust server's container; the ways to it, in the order of [`Way::ALL`].
    fn hello(&mut self) -> Result<[Upstream; 3], Failure> {
        let program = this_program()?;
        let listens = [format!("--tcp=0.0.0.0:{PORT}"), format!("--unix={SOCKETS}/hello.sock")];
        let words: Vec<String> = [program.display().to_string(), "hello".to_owned()]
            .into_iter()
            .chain(listens)
            .chain([self.text.clone()])
            .collect();
        let [forwarded, direct] = self.start("hello", &words, &[program])?;
        Ok([forwarded, direct, Upstream::Unix(self.sockets().join("hello.sock"))])
    }

    /// Gunicorn's containers, one for each kind of socket; the ways to them, in the same order.
    fn gunicorns(&mut self, python: &Path, keepalive: Keepalive) -> Result<[Upstream; 3], Failure> {
        let application = self.folder.join("application");
        fs::create_dir_all(&application)
            .map_err(|error| Failure::Failed(format!("cannot make a folder for the application: {error}")))?;
        gunicorn::write_application(&application)?;
        let mut sees = gunicorn::folders(python)?;
        sees.push(application.clone());
        let worker = if keepalive == Keepalive::With { "threads" } else { "sync" };
        let everywhere = Upstream::Tcp(SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)));
        let words = gunicorn::words(python, &application, Path::new(SCRATCH), &everywhere, keepalive);
        let [forwarded, direct] = self.start(&format!("gunicorn-{worker}-tcp"), &words, &sees)?;
        let name = format!("gunicorn-{worker}-unix");
        let socket = Upstream::Unix(Path::new(SOCKETS).join(format!("{name}.sock")));
        let words = gunicorn::words(python, &application, Path::new(SCRATCH), &socket, keepalive);
        self.start(&name, &words, &sees)?;
        Ok([forwarded, direct, Upstream::Unix(self.sockets().join(format!("{name}.sock")))])
    }
}
