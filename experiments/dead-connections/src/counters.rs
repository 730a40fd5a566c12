//! What the kernel counts, in the namespace that this thread is in.

use std::fs;

/// Segments that TCP sent, new and again, by the kernel's count (`Tcp: OutSegs`, which leaves out what is sent again,
/// and `RetransSegs`).
pub(crate) fn segments_sent() -> Option<u64> {
    segments_sent_in(&fs::read_to_string("/proc/thread-self/net/snmp").ok()?)
}

fn segments_sent_in(snmp: &str) -> Option<u64> {
    let mut lines = snmp.lines().filter_map(|line| line.strip_prefix("Tcp: "));
    let (names, values) = (lines.next()?, lines.next()?);
    let of = |wanted: &str| {
        let at = names.split(' ').position(|name| name == wanted)?;
        values.split(' ').nth(at)?.parse::<u64>().ok()
    };
    of("OutSegs")?.checked_add(of("RetransSegs")?)
}

/// Whether any connection to this port is established.
pub(crate) fn is_established_to(port: u16) -> bool {
    is_established_in(&fs::read_to_string("/proc/thread-self/net/tcp").unwrap_or_default(), port)
}

fn is_established_in(tcp: &str, port: u16) -> bool {
    const ESTABLISHED: &str = "01";
    let suffix = format!(":{port:04X}");
    tcp.lines().skip(1).any(|line| {
        let mut fields = line.split_whitespace().skip(2);
        let remote = fields.next().unwrap_or_default();
        remote.ends_with(&suffix) && fields.next() == Some(ESTABLISHED)
    })
}

#[cfg(test)]
mod tests;
