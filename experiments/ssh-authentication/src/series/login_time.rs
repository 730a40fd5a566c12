//! Where a login's time goes, by the options of its two sockets.

use harness::record::{Dimension, Measure, Point, Series, unit};
use harness::statistics::median_if_any;

use crate::login_time::{LoginTime, Sockets};
use crate::measured::Rows;

pub(crate) const LOGIN_TIME: &str = "login-time";
pub(crate) const SOCKETS: &str = "sockets";
pub(crate) const ACCEPT: &str = "accept_seconds";
pub(crate) const HELD: &str = "held_seconds";
pub(crate) const ACK: &str = "ack_seconds";
pub(crate) const SLEPT_SHARE: &str = "slept_share";

/// Times of logins with a listed Ed25519 key, from the client's request for the service on.
pub(super) fn login_time() -> Series {
    Series::new(LOGIN_TIME, "Where a login’s time goes, by the options of its sockets")
        .dimensions([Dimension::new(SOCKETS, "Sockets", None)
            .words(Sockets::ALL.map(|sockets| (sockets.name(), sockets.words())))])
        .measures([
            Measure::median("seconds", "Until success", "s"),
            Measure::median(ACCEPT, "Until the server accepts the request for the service", "s"),
            Measure::median(HELD, "The client’s kernel keeps the request back", "s"),
            Measure::median(ACK, "The packet before the request waits for its acknowledgement", "s"),
            Measure::median("slept_seconds", "The server sleeps before its answers", "s"),
            Measure::median(
                SLEPT_SHARE,
                "Share of the time after the acceptance in which the server sleeps",
                unit::SHARE,
            ),
        ])
}

pub(super) fn login_time_points(rows: &Rows) -> impl Iterator<Item = Point> {
    rows.logins.iter().map(|(sockets, logins)| {
        let median = |of: fn(&LoginTime) -> f64| median_if_any(&logins.iter().map(of).collect::<Vec<_>>());
        Point::new([(SOCKETS, sockets.name().into())])
            .value("seconds", median(|time| time.total))
            .value(ACCEPT, median(|time| time.until_accepted))
            .value(HELD, median(|time| time.held))
            .value(ACK, median(|time| time.unacknowledged))
            .value("slept_seconds", median(|time| time.slept))
            .value(SLEPT_SHARE, median(LoginTime::slept_share))
    })
}
