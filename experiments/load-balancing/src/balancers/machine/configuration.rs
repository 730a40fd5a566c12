//! The balancers' configurations. All their files lie in the run's own folder, and connections are kept on both sides: else
//! every request would take two new ones, whose ports run out.

use std::net::SocketAddr;
use std::path::Path;

use serde_json::{Value, json};

use crate::balancers::{Balancer, Condition, Policy};

/// How many idle connections to the servers a balancer keeps: more than there are requests at a time.
const KEPT: usize = 512;
/// From how many requests on a kept connection would be ended: never within a run.
const REQUESTS: u64 = 1_000_000_000;

/// The words that start a balancer.
pub(super) fn words(balancer: Balancer, program: &Path, folder: &Path, file: &Path) -> Vec<String> {
    let path = |path: &Path| path.display().to_string();
    let words = match balancer {
        // `-e`: else it opens the system's log before it reads where its own is.
        Balancer::Nginx | Balancer::NginxNewest => {
            vec![
                "-p".to_owned(),
                path(folder),
                "-e".to_owned(),
                path(&folder.join("error.log")),
                "-c".to_owned(),
                path(file),
            ]
        }
        Balancer::Haproxy => vec!["-db".to_owned(), "-f".to_owned(), path(file)],
        Balancer::Caddy | Balancer::CaddyNewest => {
            vec!["run".to_owned(), "--config".to_owned(), path(file)]
        }
    };
    [vec![path(program)], words].concat()
}

/// The configuration that a balancer reads.
pub(super) fn configuration(
    condition: &Condition,
    folder: &Path,
    address: SocketAddr,
    servers: &[SocketAddr],
) -> String {
    match condition.balancer {
        Balancer::Nginx | Balancer::NginxNewest => nginx(condition, folder, address, servers),
        Balancer::Haproxy => haproxy(condition, address, servers),
        Balancer::Caddy | Balancer::CaddyNewest => caddy(condition.policy, address, servers).to_string(),
    }
}

fn nginx(condition: &Condition, folder: &Path, address: SocketAddr, servers: &[SocketAddr]) -> String {
    let at = |name: &str| {
        let path = folder.join(name).display().to_string();
        format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
    };
    let mut lines = vec![
        "daemon off;".to_owned(),
        format!("worker_processes {};", condition.workers),
        format!("pid {};", at("nginx.pid")),
        format!("error_log {} error;", at("error.log")),
        // Both sides count.
        "events { worker_connections 1024; }".to_owned(),
    ];
    if rustix::process::geteuid().is_root() {
        // Nobody else may enter the run's folder.
        lines.push("user root;".to_owned());
    }
    lines.push("http {".to_owned());
    lines.push("access_log off;".to_owned());
    lines.push(format!("keepalive_requests {REQUESTS};"));
    lines.extend(
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {};", at(kind))),
    );
    lines.push("upstream servers {".to_owned());
    if condition.zone {
        lines.push("zone servers 256k;".to_owned());
    }
    // Before `keepalive`, as nginx demands.
    lines.extend(match condition.policy {
        Policy::Random => Some("random;".to_owned()),
        Policy::RandomTwo => Some("random two least_conn;".to_owned()),
        Policy::RoundRobin => None,
        Policy::Least => Some("least_conn;".to_owned()),
    });
    // Without it one that failed once is not avoided: its failures are to be seen.
    let after_failures = if condition.next_upstream { "" } else { " max_fails=0" };
    lines.extend(servers.iter().map(|server| format!("server {server}{after_failures};")));
    lines.push(format!("keepalive {KEPT}; keepalive_requests {REQUESTS};"));
    lines.push("}".to_owned());
    let socket = if condition.reuseport { " reuseport" } else { "" };
    lines.push(format!("server {{ listen {address}{socket}; location / {{"));
    if condition.next_upstream {
        lines.push("proxy_next_upstream error timeout http_500;".to_owned());
    }
    lines.push("proxy_pass http://servers; proxy_http_version 1.1; proxy_set_header Connection \"\";".to_owned());
    lines.push("} } }".to_owned());
    lines.join("\n") + "\n"
}

fn haproxy(condition: &Condition, address: SocketAddr, servers: &[SocketAddr]) -> String {
    let &Condition { policy, workers, weight, .. } = condition;
    let balance = match policy {
        Policy::Random => "random(1)",
        Policy::RandomTwo => "random(2)",
        Policy::RoundRobin => "roundrobin",
        Policy::Least => "leastconn",
    };
    let mut lines = vec![
        format!("global\n nbthread {workers}\n maxconn 1000"),
        "defaults\n mode http\n timeout connect 5s\n timeout client 1h\n timeout server 1h".to_owned(),
        format!("frontend requests\n bind {address}\n default_backend servers"),
        format!("backend servers\n balance {balance}\n http-reuse always"),
    ];
    let server = |(number, server): (usize, &SocketAddr)| format!(" server server{number} {server} weight {weight}");
    lines.extend(servers.iter().enumerate().map(server));
    lines.join("\n") + "\n"
}

fn caddy(policy: Policy, address: SocketAddr, servers: &[SocketAddr]) -> Value {
    let policy = match policy {
        Policy::Random => json!({ "policy": "random" }),
        Policy::RandomTwo => json!({ "policy": "random_choose", "choose": 2 }),
        Policy::RoundRobin => json!({ "policy": "round_robin" }),
        Policy::Least => json!({ "policy": "least_conn" }),
    };
    let servers: Vec<Value> = servers.iter().map(|server| json!({ "dial": server.to_string() })).collect();
    let proxy = json!({
        "handler": "reverse_proxy",
        "load_balancing": { "selection_policy": policy },
        "transport": {
            "protocol": "http",
            "keep_alive": { "max_idle_conns": KEPT, "max_idle_conns_per_host": KEPT },
        },
        "upstreams": servers,
    });
    json!({
        "admin": { "disabled": true, "config": { "persist": false } },
        "logging": { "logs": { "default": { "level": "ERROR" } } },
        "apps": { "http": { "servers": { "balancer": {
            "listen": [address.to_string()],
            "automatic_https": { "disable": true },
            "routes": [{ "handle": [proxy] }],
        } } } },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balancers::condition::WITH_ONE_SOCKET;

    fn text(condition: &Condition) -> String {
        let servers = ["127.0.0.1:7001".parse().unwrap(), "127.0.0.1:7002".parse().unwrap()];
        configuration(condition, Path::new("/tmp/a \"strange\" folder"), "127.0.0.1:7000".parse().unwrap(), &servers)
    }

    #[test]
    fn nginx_has_its_policy_before_its_kept_connections_and_all_files_in_the_folder() {
        for (policy, method) in
            [(Policy::Random, "random;"), (Policy::RandomTwo, "random two least_conn;"), (Policy::Least, "least_conn;")]
        {
            let text = text(&Condition::nginx(policy, 2, false));
            assert!(text.find(&format!("\n{method}\n")).unwrap() < text.find("\nkeepalive ").unwrap(), "{text}");
        }
        let shared = text(&Condition::nginx(Policy::RoundRobin, 4, true));
        assert!(shared.contains("zone servers 256k;") && shared.contains("worker_processes 4;"), "{shared}");
        assert!(!shared.contains("least_conn") && !shared.contains("random"), "{shared}");
        let apart = text(&Condition::nginx(Policy::RoundRobin, 4, false));
        assert!(!apart.contains("zone"), "{apart}");
        let paths: Vec<&str> = apart.lines().filter(|line| line.contains("\"/")).collect();
        assert_eq!(paths.len(), 7, "{apart}");
        assert!(paths.iter().all(|line| line.contains(r#""/tmp/a \"strange\" folder/"#)), "{apart}");
        assert_eq!(apart.matches("max_fails=0").count(), 2);
        assert!(apart.contains(" reuseport;") && !apart.contains("http_500"), "{apart}");
        assert!(!text(&WITH_ONE_SOCKET).contains("reuseport"));
        let mended = text(&Condition::failing_in_nginx(Policy::Least, true));
        assert!(
            mended.contains("proxy_next_upstream error timeout http_500;") && !mended.contains("max_fails"),
            "{mended}"
        );
    }

    #[test]
    fn haproxy_has_its_draws_its_threads_and_its_weights() {
        let one = text(&Condition::haproxy(Policy::Random, 1));
        assert!(
            one.contains("balance random(1)\n") && one.contains("server server0 127.0.0.1:7001 weight 1\n"),
            "{one}"
        );
        let two = text(&Condition { workers: 4, ..Condition::haproxy(Policy::RandomTwo, 100) });
        for line in ["balance random(2)", "nbthread 4", "server server1 127.0.0.1:7002 weight 100"] {
            assert!(two.contains(line), "{two}");
        }
        assert!(text(&Condition::haproxy(Policy::Least, 1)).contains("balance leastconn"));
        assert!(text(&Condition::haproxy(Policy::RoundRobin, 1)).contains("balance roundrobin"));
    }

    #[test]
    fn caddy_asks_nobody_for_certificates_and_opens_no_other_port() {
        let text = text(&Condition::plain(Balancer::Caddy, Policy::RandomTwo));
        let configuration: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(configuration["admin"]["disabled"], true);
        let server = &configuration["apps"]["http"]["servers"]["balancer"];
        assert_eq!(server["automatic_https"]["disable"], true);
        let proxy = &server["routes"][0]["handle"][0];
        assert_eq!(proxy["load_balancing"]["selection_policy"], json!({ "policy": "random_choose", "choose": 2 }));
        assert_eq!(proxy["upstreams"][1]["dial"], "127.0.0.1:7002");
    }

    #[test]
    fn every_balancer_is_started_with_its_configuration() {
        for condition in crate::balancers::condition::held().concat() {
            let words = words(condition.balancer, Path::new("/bin/it"), Path::new("/run"), Path::new("/run/its"));
            assert!(words[0] == "/bin/it" && words.contains(&"/run/its".to_owned()), "{words:?}");
            // Each policy of each balancer has a configuration.
            assert!(text(&condition).contains("7002"), "{condition:?}");
        }
    }
}
