//! nginx: its configuration, all of whose files lie in the run's own folder.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use harness::Failure;
use supervisor::{Program, Workplace};

use super::network::Network;
use super::programs;

/// How many idle connections to an application each of nginx's workers keeps: more than wrk has in all.
const KEPT: usize = 16;
/// From how many requests on nginx would end a kept connection: never within a run.
const REQUESTS: u64 = 1_000_000_000;

/// Where an application listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Upstream {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// What nginx answers with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// nginx itself, with this text.
    Text(String),
    /// What an application answers, over connections that are kept or made anew for each request.
    Of(Upstream, Keepalive),
}

/// Whether nginx keeps its connections to an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Keepalive {
    Without,
    With,
}

/// A server of nginx's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) address: SocketAddr,
    pub(super) content: Content,
}

/// Starts nginx with these sites.
pub(super) fn start(workplace: &Workplace, name: &str, network: &Network, sites: &[Site]) -> Result<Program, Failure> {
    let prefix = workplace.make(name)?;
    let file = workplace.write(&format!("{name}/nginx.conf"), configuration(&prefix, sites))?;
    let path = |path: &Path| path.display().to_string();
    // `-e`: else it opens the system's log before it reads where its own is.
    let program = programs::find("nginx").unwrap_or_else(|| "nginx".to_owned());
    let words = [&program[..], "-p", &path(&prefix), "-e", &path(&prefix.join("error.log")), "-c", &path(&file)];
    workplace.start_program(name, &network.words(&words.map(str::to_owned)), &[])
}

/// A text for nginx's configuration.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn configuration(prefix: &Path, sites: &[Site]) -> String {
    let at = |name: &str| quoted(&prefix.join(name).display().to_string());
    let mut lines = vec![
        "daemon off;".to_owned(),
        // As distributions set it up: one for each processor.
        "worker_processes auto;".to_owned(),
        format!("pid {};", at("nginx.pid")),
        format!("error_log {} error;", at("error.log")),
    ];
    if rustix::process::geteuid().is_root() {
        // Nobody else may enter the run's folder.
        lines.push("user root;".to_owned());
    }
    lines.push("events { worker_connections 1024; }".to_owned());
    lines.push("http {".to_owned());
    lines.push("access_log off;".to_owned());
    lines.push("default_type text/plain;".to_owned());
    lines.push(format!("keepalive_requests {REQUESTS};"));
    for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
        lines.push(format!("{kind}_temp_path {};", at(kind)));
    }
    for (index, Site { address, content }) in sites.iter().enumerate() {
        let answer = match content {
            Content::Text(text) => format!("return 200 {};", quoted(text)),
            Content::Of(upstream, keepalive) => {
                let server = match upstream {
                    Upstream::Tcp(address) => address.to_string(),
                    Upstream::Unix(path) => quoted(&format!("unix:{}", path.display())),
                };
                let (kept, version, connection) = match keepalive {
                    Keepalive::Without => (String::new(), "1.0", "close"),
                    Keepalive::With => (format!(" keepalive {KEPT}; keepalive_requests {REQUESTS};"), "1.1", ""),
                };
                // One that failed once is not avoided: its failures are to be counted.
                lines.push(format!("upstream application{index} {{ server {server} max_fails=0;{kept} }}"));
                format!(
                    "proxy_pass http://application{index}; proxy_http_version {version}; \
                     proxy_set_header Connection \"{connection}\";"
                )
            }
        };
        lines.push(format!("server {{ listen {address}; location / {{ {answer} }} }}"));
    }
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(content: Content) -> Site {
        Site { address: "127.0.0.1:8080".parse().unwrap(), content }
    }

    #[test]
    fn nothing_lies_outside_the_prefix() {
        let prefix = Path::new("/tmp/a \"strange\" folder");
        let upstream = Upstream::Unix(prefix.join("x.sock"));
        let text = configuration(prefix, &[site(Content::Of(upstream, Keepalive::With))]);
        let paths: Vec<&str> = text.lines().filter(|line| line.contains("\"/")).collect();
        assert_eq!(paths.len(), 7, "{text}");
        assert!(paths.iter().all(|line| line.contains(r#""/tmp/a \"strange\" folder/"#)), "{text}");
        assert!(text.contains(r#"server "unix:/tmp/a \"strange\" folder/x.sock" max_fails=0;"#), "{text}");
        for directive in ["pid ", "error_log ", "access_log off;", "daemon off;"] {
            assert_eq!(text.matches(directive).count(), 1, "{directive}");
        }
    }

    #[test]
    fn connections_are_kept_only_where_they_are_to_be() {
        let of = |keepalive| {
            let upstream = Upstream::Tcp("127.0.0.1:9".parse().unwrap());
            configuration(Path::new("/x"), &[site(Content::Of(upstream, keepalive))])
        };
        let (without, with) = (of(Keepalive::Without), of(Keepalive::With));
        assert!(without.contains("server 127.0.0.1:9 max_fails=0; }"), "{without}");
        assert!(without.contains("proxy_http_version 1.0; proxy_set_header Connection \"close\";"), "{without}");
        assert!(with.contains("max_fails=0; keepalive 16;"), "{with}");
        assert!(with.contains("proxy_http_version 1.1; proxy_set_header Connection \"\";"), "{with}");
    }

    #[test]
    fn a_text_stays_one_text() {
        let text = configuration(Path::new("/x"), &[site(Content::Text("a \"b\" \\ c; }".to_owned()))]);
        assert!(text.contains(r#"location / { return 200 "a \"b\" \\ c; }"; }"#), "{text}");
    }
}
