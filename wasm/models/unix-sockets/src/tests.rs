mod comparing;
mod costs;
mod fits;

use super::{Parts, Request};

/// About what a virtual machine of two cores has over TCP and over Unix sockets.
const TCP: Parts =
    Parts { connect_s: 20e-6, accept_s: 3e-6, close_s: 12e-6, wake_s: 4e-6, call_s: 1.5e-6, per_byte_s: 0.25e-9 };
const UNIX: Parts =
    Parts { connect_s: 5e-6, accept_s: 2e-6, close_s: 4e-6, wake_s: 4e-6, call_s: 0.7e-6, per_byte_s: 0.24e-9 };

/// A request of a kilobyte and a response of four, on a new connection.
const REQUEST: Request = Request {
    connections_per_request: 1.0,
    round_trips: 1.0,
    request_bytes: 1e3,
    response_bytes: 4e3,
    chunk_bytes: 65_536.0,
    application_s: 100e-6,
};
