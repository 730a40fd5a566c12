//! A tonic client that notices a lost server, with a call under way or without.

// begin
use std::time::Duration;

use tonic::transport::{Endpoint, Error};

const PING_AFTER: Duration = Duration::from_secs(60);
const PING_TIMEOUT: Duration = Duration::from_secs(20);

/// The server has to permit it: gRPC's own, as they come, answer
/// several pings that come sooner than five minutes apart, or two
/// hours without a call, with too_many_pings.
pub fn endpoint(server: String) -> Result<Endpoint, Error> {
    Ok(Endpoint::from_shared(server)?
        .http2_keep_alive_interval(PING_AFTER)
        .keep_alive_timeout(PING_TIMEOUT)
        // Also while no call waits for an answer.
        .keep_alive_while_idle(true))
}
// end
