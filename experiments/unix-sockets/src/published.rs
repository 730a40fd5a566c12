//! Published figures, with their sources.

use harness::record::Source;

/// Messages per second, a connection for each, over TCP: Python on a Core i3 of 2012, Ubuntu 16.04.
pub(crate) const TCP_MESSAGES_PER_SECOND: f64 = 10_159.0;
/// Messages per second over a Unix socket, by the same program.
pub(crate) const UNIX_MESSAGES_PER_SECOND: f64 = 22_067.0;

/// How much more a Unix socket is said to serve behind a proxy: 5 to 10%.
pub(crate) const PROXY_RATIO: (f64, f64) = (1.05, 1.10);
/// How much more it is said to serve under Docker, where TCP's port is forwarded: 40 to 45%.
pub(crate) const DOCKER_RATIO: (f64, f64) = (1.40, 1.45);

/// The article with the messages.
pub(crate) fn messages() -> Source {
    Source {
        title: "Tiago Ilieve, “How fast are Unix domain sockets?”".to_owned(),
        url: "https://blog.myhro.info/2017/01/how-fast-are-unix-domain-sockets".to_owned(),
    }
}

/// The article with the proxy.
pub(crate) fn for_real() -> Source {
    Source {
        title: "Tiago Ilieve, “Benchmarking IP and Unix domain sockets (for real)”".to_owned(),
        url: "https://blog.myhro.info/2017/01/benchmarking-ip-and-unix-domain-sockets-for-real".to_owned(),
    }
}
