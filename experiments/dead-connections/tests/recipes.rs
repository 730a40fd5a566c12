//! The article's recipes, each run against a listener; what they set is asked of the kernel, not of them.
#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::net::{getpeername, sockopt};
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use support::{NO_GRPCIO, python};

mod support;

#[path = "recipes/rust/grpc.rs"]
mod grpc;
#[path = "recipes/rust/recipe.rs"]
mod recipe;

/// What the kernel holds for a socket.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    keepalive: bool,
    idle_s: u64,
    interval_s: u64,
    probes: u32,
    user_timeout_ms: u32,
}

/// What the article recommends.
const RECOMMENDED: Options =
    Options { keepalive: true, idle_s: 15, interval_s: 15, probes: 5, user_timeout_ms: 90_000 };
/// The same where the language has no way to set the user timeout.
const WITHOUT_USER_TIMEOUT: Options = Options { user_timeout_ms: 0, ..RECOMMENDED };

fn options(socket: impl AsFd) -> Options {
    Options {
        keepalive: sockopt::socket_keepalive(&socket).unwrap(),
        idle_s: sockopt::tcp_keepidle(&socket).unwrap().as_secs(),
        interval_s: sockopt::tcp_keepintvl(&socket).unwrap().as_secs(),
        probes: sockopt::tcp_keepcnt(&socket).unwrap(),
        user_timeout_ms: sockopt::tcp_user_timeout(&socket).unwrap(),
    }
}

fn recipes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recipes")
}

/// What a program says of itself, if this machine has it.
fn ask(program: impl AsRef<Path>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program.as_ref()).args(arguments).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(said)
}

/// Compiles a recipe into a folder of its own. A compiler that is there and refuses the recipe is a failure.
fn compile(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// True if the socket is connected to the peer by IPv4 or, as Java does it, by the IPv6 address that stands for that.
fn is_connected_to(fd: impl AsFd, peer: SocketAddr) -> bool {
    let address = getpeername(fd).ok().flatten().and_then(|address| SocketAddr::try_from(address).ok());
    address.is_some_and(|address| (address.ip().to_canonical(), address.port()) == (peer.ip(), peer.port()))
}

/// The socket by which a process is connected to an address, got from the outside; none where this machine lets no
/// process look at another's.
fn socket_of(process: &Child, peer: SocketAddr) -> Option<OwnedFd> {
    let pid = Pid::from_child(process);
    let handle = pidfd_open(pid, PidfdFlags::empty()).unwrap();
    for entry in fs::read_dir(format!("/proc/{}/fd", process.id())).unwrap() {
        let number = entry.unwrap().file_name().to_string_lossy().parse().unwrap();
        match pidfd_getfd(&handle, number, PidfdGetfdFlags::empty()) {
            Ok(fd) if is_connected_to(&fd, peer) => return Some(fd),
            Err(Errno::PERM | Errno::NOSYS) => return None,
            // Another of its files, or one that it has closed since.
            _ => {}
        }
    }
    panic!("the recipe says it is connected and is not");
}

/// Runs a recipe that connects, says `set` and waits, and compares what the kernel holds for its connection.
#[track_caller]
fn expect_options(language: &str, command: &mut Command, expected: &Options) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    command.args([address.ip().to_string(), address.port().to_string()]);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "set", "{language}: {:?}", process.wait());
    match socket_of(&process, address) {
        Some(socket) => assert_eq!(options(socket), *expected, "{language}"),
        None => testkit::skip_part(format_args!("{language}: the right to look at another process's sockets")),
    }
    // The recipe ends with its standard input.
    drop(process.stdin.take());
    assert!(process.wait().unwrap().success(), "{language}");
}

#[test]
fn the_recipe_in_c_sets_what_is_recommended() {
    if ask("cc", &["--version"]).is_none() {
        return testkit::skip("cc");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("recipe");
    compile(
        Command::new("cc").args(["-Wall", "-Wextra", "-Werror", "-o"]).arg(&program).arg(recipes().join("c/recipe.c")),
    );
    expect_options("C", &mut Command::new(program), &RECOMMENDED);
}

#[test]
fn the_recipe_in_go_sets_what_is_recommended() {
    let minor = |version: &str| version.strip_prefix("go1.")?.split('.').next()?.parse::<u32>().ok();
    match ask("go", &["env", "GOVERSION"]).as_deref().and_then(minor) {
        None => return testkit::skip("go"),
        Some(minor) if minor < 23 => return testkit::skip("go 1.23 or newer, with net.KeepAliveConfig"),
        Some(_) => {}
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("recipe");
    compile(
        Command::new("go")
            .args(["build", "-o"])
            .arg(&program)
            .arg(recipes().join("go/recipe.go"))
            // Nothing may be loaded, and the standard library need not be compiled anew each time.
            .envs([("GOTOOLCHAIN", "local"), ("GOPROXY", "off"), ("CGO_ENABLED", "0")])
            .env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go")),
    );
    expect_options("Go", &mut Command::new(program), &RECOMMENDED);
}

#[test]
fn the_recipe_in_rust_sets_what_is_recommended() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let connection = recipe::connect(listener.local_addr().unwrap()).unwrap();
    assert_eq!(options(connection), RECOMMENDED);
}

#[test]
fn a_listening_socket_hands_its_options_on() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    recipe::notice_a_lost_peer(&listener.try_clone().unwrap().into()).unwrap();
    let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    assert_eq!(options(listener.accept().unwrap().0), RECOMMENDED);
}

#[test]
fn the_recipe_in_java_sets_all_but_the_user_timeout() {
    if ask("javac", &["--version"]).is_none() {
        return testkit::skip("javac");
    }
    let folder = tempfile::tempdir().unwrap();
    compile(Command::new("javac").arg("-Werror").arg("-d").arg(folder.path()).arg(recipes().join("java/Recipe.java")));
    let mut command = Command::new("java");
    command.arg("-cp").arg(folder.path()).arg("Recipe");
    expect_options("Java", &mut command, &WITHOUT_USER_TIMEOUT);
}

#[test]
fn the_recipe_in_python_sets_what_is_recommended() {
    if ask("python3", &["--version"]).is_none() {
        return testkit::skip("python3");
    }
    let mut command = Command::new("python3");
    command.arg("-B").arg(recipes().join("python/recipe.py"));
    expect_options("Python", &mut command, &RECOMMENDED);
}

/// Every Node there is: they differ in what they can set.
#[test]
fn the_recipe_for_node_sets_all_but_the_user_timeout_and_less_in_an_old_one() {
    /// The options in an old Node, which sets numbers of its own where it does not let its user choose.
    const IN_AN_OLD_NODE: Options = Options { interval_s: 1, probes: 10, ..WITHOUT_USER_TIMEOUT };
    let parameters = ["-p", "require('net').Socket.prototype.setKeepAlive.length"];
    let mut found = false;
    for node in env::split_paths(&env::var_os("PATH").unwrap_or_default()).map(|folder| folder.join("node")) {
        let Some(taken) = ask(&node, &parameters) else { continue };
        found = true;
        let expected = if taken == "4" { WITHOUT_USER_TIMEOUT } else { IN_AN_OLD_NODE };
        let mut command = Command::new(&node);
        command.arg(recipes().join("node/recipe.mjs"));
        expect_options(&node.display().to_string(), &mut command, &expected);
    }
    if !found {
        testkit::skip("node");
    }
}

/// The type of each HTTP/2 frame that a client sends until it closes, after its preface (RFC 9113, sections 3.4 and 4.1).
fn frame_types(mut connection: TcpStream) -> Vec<u8> {
    const PREFACE: usize = 24;
    const HEADER: usize = 9;
    let mut sent = Vec::new();
    connection.read_to_end(&mut sent).unwrap();
    let mut rest = sent.get(PREFACE..).unwrap_or_default();
    let mut types = Vec::new();
    while rest.len() >= HEADER {
        types.push(rest[3]);
        let length = rest[..3].iter().fold(0, |length, &byte| length << 8 | usize::from(byte));
        rest = rest.get(HEADER + length..).unwrap_or_default();
    }
    types
}

#[test]
fn the_recipe_for_tonic_pings_a_server_that_says_nothing() {
    const PING: u8 = 6;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    let received = thread::spawn(move || frame_types(listener.accept().unwrap().0));
    // A minute on a clock that runs ahead whenever nothing else is to be done.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let channel = grpc::endpoint(server).unwrap().connect().await.unwrap();
        tokio::time::sleep(Duration::from_secs(61)).await;
        drop(channel);
    });
    drop(runtime);
    assert!(received.join().unwrap().contains(&PING));
}

/// gRPC ignores an option that it does not know: that its library has a word for each is what shows that they are right.
#[test]
fn the_recipe_for_grpcio_uses_options_that_it_knows() {
    const CHECK: &str = "
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import grpc_recipe
from grpc._cython import cygrpc
library = pathlib.Path(cygrpc.__file__).read_bytes()
unknown = [name for name, _ in grpc_recipe.CLIENT + grpc_recipe.SERVER if name.encode() not in library]
grpc_recipe.channel('127.0.0.1:9').close()
sys.exit(f'unknown to gRPC: {unknown}' if unknown else 0)
";
    let Some(python) = python() else { return testkit::skip(NO_GRPCIO) };
    compile(Command::new(python).args(["-B", "-c", CHECK]).arg(recipes().join("python")));
}
