//! The figures that claims stand on, under the names that a reader sees. What the model says of them stands in the series:
//! the claims are of measurements.

use harness::claims::Figure;
use harness::{Found, Quantity};
use sockets::cores::Cores;

/// How many times as fast as TCP a Unix socket is, in a pattern with so many bytes.
pub(super) fn ratio(found: &Found, label: &str, sent: (&str, u32), cores: Cores) -> Figure {
    ratio_of(found, label, sent, cores, "ratio")
}

/// The same with a connection for every message.
pub(super) fn per_message(found: &Found, cores: Cores) -> Figure {
    ratio(found, &format!("Unix over TCP, {}", cores.text()), ("per-message", 12), cores)
}

/// The same of another measure of the ratios.
pub(super) fn ratio_of(
    found: &Found,
    label: &str,
    (pattern, bytes): (&str, u32),
    cores: Cores,
    measure: &str,
) -> Figure {
    let settings = [("pattern", pattern.into()), ("bytes", bytes.into()), ("cores", cores.name().into())];
    figure(label, found.at("ratios", &settings, measure))
}

/// Unix over TCP behind the proxy.
pub(super) fn proxy(found: &Found, label: &str, server: &str, keepalive: &str) -> Figure {
    let settings = [("server", server.into()), ("keepalive", keepalive.into())];
    figure(label, found.at("proxy-ratios", &settings, "ratio"))
}

/// A way into the container over the forwarded port.
pub(super) fn docker(found: &Found, label: &str, server: &str, path: &str, connection: &str) -> Figure {
    let settings = [("server", server.into()), ("path", path.into()), ("connection", connection.into())];
    figure(label, found.at("docker-ratios", &settings, "ratio"))
}

fn figure(label: &str, quantity: Quantity) -> Figure {
    Figure::new(label, quantity.predicted(None))
}
