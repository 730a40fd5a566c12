//! The figures that claims stand on, under the names that a reader sees. Only where a claim is about the model do they have what
//! it predicts.

use harness::claims::Figure;
use harness::{Found, Quantity};
use sockets::cores::Cores;

use crate::transport::Transport;

/// How many times as fast as TCP a Unix socket is, in a pattern with so many bytes.
pub(super) fn ratio(found: &Found, label: &str, sent: (&str, u32), cores: Cores) -> Figure {
    ratio_of(found, label, sent, cores, "ratio")
}

/// How many times as fast as TCP it is with a connection for every message.
pub(super) fn per_message(found: &Found, cores: Cores) -> Figure {
    ratio(found, &format!("Unix over TCP, {}", cores.text()), ("per-message", 12), cores)
}

/// Another measure of the ratios, in a pattern with so many bytes.
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

/// How many times as fast as TCP with a congestion control a Unix socket is.
pub(super) fn controlled_ratio(
    found: &Found,
    label: &str,
    over: Transport,
    (pattern, bytes): (&str, u32),
    cores: Cores,
) -> Figure {
    let settings = [
        ("transport", Transport::Unix.name().into()),
        ("over", over.name().into()),
        ("pattern", pattern.into()),
        ("bytes", bytes.into()),
        ("cores", cores.name().into()),
    ];
    figure(label, found.at("other-ratios", &settings, "ratio"))
}

/// Unix over TCP behind the proxy.
pub(super) fn proxy(found: &Found, label: &str, server: &str, keepalive: &str) -> Figure {
    figure(label, behind_nginx(found, server, keepalive))
}

/// Unix over TCP behind the proxy, with what the parts of a request predict.
pub(super) fn predicted_proxy(found: &Found, label: &str, server: &str, keepalive: &str) -> Figure {
    Figure::new(label, behind_nginx(found, server, keepalive))
}

fn behind_nginx(found: &Found, server: &str, keepalive: &str) -> Quantity {
    let settings = [("server", server.into()), ("keepalive", keepalive.into())];
    found.at("proxy-ratios", &settings, "ratio")
}

/// A way into the container over the forwarded port.
pub(super) fn docker(found: &Found, label: &str, server: &str, path: &str, connection: &str) -> Figure {
    let settings = [("server", server.into()), ("path", path.into()), ("connection", connection.into())];
    figure(label, found.at("docker-ratios", &settings, "ratio"))
}

fn figure(label: &str, quantity: Quantity) -> Figure {
    Figure::new(label, quantity.predicted(None))
}
