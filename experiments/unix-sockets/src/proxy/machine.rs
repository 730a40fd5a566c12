//! The applications on this machine itself, and nginx in front of them.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use harness::Failure;
use harness::record::Skipped;
use sockets::cores::allowed;
use supervisor::{Check, Program, Workplace, free_address, this_program};

use super::conditions::{Condition, Kind, Server, Target};
use super::gunicorn::{self, Worker};
use super::http::{self, Answer};
use super::network::Network;
use super::nginx::{self, Content, Keepalive, Site, Upstream};
use super::programs::{find, need, unless_interrupted};
use super::stack::Stack;
use super::wrk;

/// How long a server may take until it answers.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);
/// Names what is not measured where nginx does not run.
const ALL: &str = "nginx in front of an application";

/// The run's text: the answer of every server, told from everybody else's.
pub(super) fn text_of(workplace: &Workplace) -> String {
    format!("Hello from {}", workplace.folder().file_name().unwrap_or_default().to_string_lossy())
}

/// Starts nginx with its own answer alone.
pub(super) fn only_static(workplace: &Workplace, check: Check) -> Result<Condition, Failure> {
    workplace.write(wrk::SCRIPT_NAME, wrk::SCRIPT)?;
    let site = Site { address: free_address()?, content: Content::Text(text_of(workplace)) };
    let nginx = nginx::start(workplace, "nginx", &Network::Own, std::slice::from_ref(&site))?;
    condition(&nginx, Target::Static, &Network::Own, site.address, &text_of(workplace), check)
}

/// Starts all that can be had, and sees that it answers right. Each group is to be compared within.
pub(super) fn start(workplace: &Workplace, check: Check) -> Result<(Vec<Vec<Condition>>, Vec<Skipped>), Failure> {
    let text = text_of(workplace);
    workplace.write(wrk::SCRIPT_NAME, wrk::SCRIPT)?;
    let mut left_out = Vec::new();
    let mut targets = vec![(Target::Static, Content::Text(text.clone()))];
    match gunicorn::python(workplace) {
        Ok(python) => targets.extend(gunicorns(workplace, python, &text)?),
        Err(why) => left_out.push(why.clone()),
    }
    targets.extend(hello(workplace, &text)?);

    let mut sites = Vec::new();
    for (target, content) in targets {
        sites.push((target, Site { address: free_address()?, content }));
    }
    let listed: Vec<Site> = sites.iter().map(|(_, site)| site.clone()).collect();
    let started = nginx::start(workplace, "nginx", &Network::Own, &listed);
    let nginx = match unless_interrupted(started, ALL, "the package nginx-light")? {
        Ok(nginx) => nginx,
        Err(why) => return Ok((Vec::new(), vec![why])),
    };
    let mut groups: Vec<Vec<Condition>> = Vec::new();
    for (target, site) in sites {
        let stack = Stack::of(target);
        // Where one of a server's ways fails, the others would be waited for in vain.
        if left_out.iter().any(|skipped| skipped.what == stack.what()) {
            continue;
        }
        let answers = condition(&nginx, target, &Network::Own, site.address, &text, check);
        match unless_interrupted(answers, stack.what(), stack.needs_to_start())? {
            Ok(condition) if target == Target::Static => {
                let by_ours = Condition { target: Target::StaticByOurs, ..condition.clone() };
                groups.push(vec![condition, by_ours]);
            }
            Ok(condition) => match groups.last_mut() {
                Some(group) if belong_together(group[0].target, target) => group.push(condition),
                _ => groups.push(vec![condition]),
            },
            Err(why) => {
                groups.retain(|group| Stack::of(group[0].target) != stack);
                left_out.push(why);
            }
        }
    }
    Ok((groups, left_out))
}

/// True if two targets differ in the kind of socket alone.
fn belong_together(one: Target, other: Target) -> bool {
    matches!((one, other), (Target::Proxied(a, b, _), Target::Proxied(c, d, _)) if (a, b) == (c, d))
}

/// Gunicorn's instances, one for each way to it; and over TCP two that tell what the worker with threads costs from what keeping
/// connections gains: the same worker with new connections, and with kept ones on one core.
fn gunicorns(workplace: &Workplace, python: &Path, text: &str) -> Result<Vec<(Target, Content)>, Failure> {
    let folder = workplace.folder();
    workplace.write("hello.py", gunicorn::APPLICATION)?;
    let usual = Keepalive::ALL.into_iter().flat_map(|keepalive| {
        [Kind::Tcp, Kind::Unix].map(|kind| (Server::Gunicorn, keepalive, kind, Worker::from(keepalive)))
    });
    let others = [
        (Server::GunicornThreads, Keepalive::Without, Kind::Tcp, Worker::Threads),
        (Server::GunicornThreadsOnOneCore, Keepalive::With, Kind::Tcp, Worker::Threads),
    ];
    let mut targets = Vec::new();
    for (server, keepalive, kind, worker) in usual.chain(others) {
        let name = format!("{}-{}-{}", server.name(), worker.name(), kind.name());
        let listens = match kind {
            Kind::Tcp => Upstream::Tcp(free_address()?),
            Kind::Unix => Upstream::Unix(folder.join(format!("{name}.sock"))),
        };
        let mut words = gunicorn::words(python, folder, folder, &listens, worker);
        if server == Server::GunicornThreadsOnOneCore {
            words.splice(0..0, on_one_core());
        }
        workplace.start_program(&name, &words, &[(gunicorn::TEXT, text.to_owned())])?;
        targets.push((Target::Proxied(server, keepalive, kind), Content::Of(listens, keepalive)));
    }
    Ok(targets)
}

/// The words before a program's own that keep it on the first core which this program may use: util-linux is on every Debian.
fn on_one_core() -> [String; 3] {
    let core = allowed().ok().and_then(|cores| cores.first().copied()).unwrap_or_default();
    [find("taskset").unwrap_or_else(|| "taskset".to_owned()), "--cpu-list".to_owned(), core.to_string()]
}

/// The Rust server, one for all ways to it.
fn hello(workplace: &Workplace, text: &str) -> Result<Vec<(Target, Content)>, Failure> {
    let (address, path) = (free_address()?, workplace.folder().join("hello.sock"));
    let program = this_program()?.display().to_string();
    let (tcp, unix) = (format!("--tcp={address}"), format!("--unix={}", path.display()));
    workplace.start_program("hello", &[program, "hello".to_owned(), tcp, unix, text.to_owned()], &[])?;
    let listens = [(Kind::Tcp, Upstream::Tcp(address)), (Kind::Unix, Upstream::Unix(path))];
    let targets = Keepalive::ALL.iter().flat_map(|&keepalive| {
        listens.iter().map(move |(kind, upstream)| {
            (Target::Proxied(Server::Rust, keepalive, *kind), Content::Of(upstream.clone(), keepalive))
        })
    });
    Ok(targets.collect())
}

/// Waits until a site answers as it should.
pub(super) fn condition(
    nginx: &Program,
    target: Target,
    network: &Network,
    address: SocketAddr,
    text: &str,
    check: Check,
) -> Result<Condition, Failure> {
    let answer = nginx.wait_for(TIMEOUT, check, || asked(network, address, text))?;
    Ok(Condition { target, network: network.clone(), address, answer })
}

/// Asks once; an error where the answer is not the text.
pub(super) fn asked(network: &Network, address: SocketAddr, text: &str) -> Result<Answer, String> {
    let answer = network.inside(|| http::get(address)).map_err(|failure| failure.to_string())?;
    let answer = answer.map_err(|error| error.to_string())?;
    if answer.status == 200 && answer.body == text.as_bytes() {
        return Ok(answer);
    }
    let body: String = String::from_utf8_lossy(&answer.body).chars().take(60).collect();
    Err(format!("it answers {} with {body:?}", answer.status))
}

/// Why nothing can be measured here, if so.
pub(super) fn missing() -> Option<Skipped> {
    [("wrk", "wrk"), ("nginx", "nginx-light")]
        .into_iter()
        .find_map(|(program, package)| need(program, package, ALL).err())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread;

    use super::*;

    /// A server that says this once.
    fn saying(status: &str, body: &str) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let text = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 16];
            stream.read_exact(&mut request).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
        });
        address
    }

    #[test]
    fn only_the_right_answer_is_right() {
        let ask = |status, body| asked(&Network::Own, saying(status, body), "hello");
        assert_eq!(ask("200 OK", "hello").unwrap().body, b"hello");
        assert_eq!(ask("200 OK", "hullo").unwrap_err(), "it answers 200 with \"hullo\"");
        assert_eq!(ask("502 Bad Gateway", "hello").unwrap_err(), "it answers 502 with \"hello\"");
        assert!(ask("200 OK", "hello, world").is_err());
        assert!(asked(&Network::Own, free_address().unwrap(), "hello").is_err());
    }
}
