//! Who published what.

use harness::record::Source;

pub(super) fn jones() -> Option<Source> {
    source(
        "Evan Jones, \"TCP and gRPC Failed Connection Timeouts\"",
        "https://www.evanjones.ca/tcp-connection-timeouts.html",
    )
}

pub(super) fn cloudflare() -> Option<Source> {
    source(
        "Marek Majkowski, Cloudflare, \"When TCP sockets refuse to die\"",
        "https://blog.cloudflare.com/when-tcp-sockets-refuse-to-die/",
    )
}

pub(super) fn kernel_documentation() -> Option<Source> {
    source("Linux kernel documentation, \"IP Sysctl\"", "https://docs.kernel.org/networking/ip-sysctl.html")
}

pub(super) fn manual() -> Option<Source> {
    source("tcp(7)", "https://man7.org/linux/man-pages/man7/tcp.7.html")
}

pub(super) fn grpc_proposal() -> Option<Source> {
    source(
        "gRPC proposal A8, \"Client-side Keepalive\"",
        "https://github.com/grpc/proposal/blob/master/A8-client-side-keepalive.md",
    )
}

pub(super) fn grpc_guide() -> Option<Source> {
    source("gRPC documentation, \"Keepalive\"", "https://grpc.io/docs/guides/keepalive/")
}

fn source(title: &str, url: &str) -> Option<Source> {
    Some(Source { title: title.to_owned(), url: url.to_owned() })
}
