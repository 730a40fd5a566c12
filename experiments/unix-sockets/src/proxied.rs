//! Prediction of the proxy case from the parts: how much more a Unix socket between proxy and application should serve.

use unix_sockets_model::{Parts, Request, cost};

use crate::predicted::{Fitted, parts_of};
use crate::transport::Transport;
use sockets::cores::Cores;

/// Bytes that pass between proxy and application for one short request: its head, and the answer's with a word.
const REQUEST_BYTES: f64 = 200.0;
const RESPONSE_BYTES: f64 = 200.0;

/// Costs of the parts by either kind of socket, where they are all work and no waiting: on one core.
pub(crate) struct Proxied<'a> {
    tcp: &'a Parts,
    unix: &'a Parts,
    /// Cores that proxy and application have between them.
    cores: usize,
}

impl<'a> Proxied<'a> {
    /// `None` where the parts of either are not known.
    pub(crate) fn of(fitted: &'a [Fitted], cores: usize) -> Option<Self> {
        let parts = |transport| parts_of(fitted, transport, Cores::One);
        Some(Self { tcp: parts(Transport::Tcp)?, unix: parts(Transport::Unix)?, cores })
    }

    /// How many times as much as over TCP is served where so many requests a second are over a Unix socket.
    ///
    /// All cores are taken to be busy, so that a request takes `cores` over the rate of processor time; over TCP it takes as
    /// much more as the parts do.
    pub(crate) fn ratio(&self, is_kept: bool, unix_per_second: f64) -> f64 {
        let request = request(is_kept);
        let seconds = self.cores as f64 / unix_per_second;
        let more = cost(self.tcp, &request).total_s() - cost(self.unix, &request).total_s();
        (seconds + more) / seconds
    }
}

fn request(is_kept: bool) -> Request {
    Request {
        connections_per_request: if is_kept { 0.0 } else { 1.0 },
        round_trips: 1.0,
        request_bytes: REQUEST_BYTES,
        response_bytes: RESPONSE_BYTES,
        chunk_bytes: REQUEST_BYTES.max(RESPONSE_BYTES),
        application_s: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicted::tests::fitted;

    #[test]
    fn the_sooner_the_application_answers_the_more_the_kind_of_socket_matters() {
        let fitted = fitted();
        let proxied = Proxied::of(&fitted, 2).unwrap();
        let (slow, fast) = (proxied.ratio(false, 5_000.0), proxied.ratio(false, 20_000.0));
        let kept = proxied.ratio(true, 20_000.0);
        assert!(1.0 < slow && slow < kept.max(fast) && kept < fast, "{slow} {fast} {kept}");
        // 100 µs of processor time; TCP costs 17 + 1 + 13 for the connection, 3 wake-ups 1, 4 calls 1.5, 400 bytes 0.04.
        assert!((fast - 1.4004).abs() < 1e-6, "{fast}");
    }
}
