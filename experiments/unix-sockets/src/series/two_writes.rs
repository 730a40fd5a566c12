//! A request in two small writes, and its answer.

use harness::record::{Measure, Point, Series, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::{OF_ROUNDS, at, cores, of_rounds, shown, transport};
use crate::condition::{Condition, Pattern};
use crate::conditions::BODY_BYTES;
use crate::measured::{Row, find};
use crate::transport::Transport;
use crate::turn::ROUND_TRIP;

/// The measure of how many times as long as over a Unix socket.
pub(crate) const OVER_UNIX: &str = "times_unix";

/// Every transport on pinned cores.
pub(super) fn two_writes() -> Series {
    Series::new("two-writes", "A request in two writes, of 8 and 100 bytes, and an answer of 8 bytes")
        .dimensions([transport(), cores()])
        .measures([
            of_rounds(ROUND_TRIP, "Median time until the answer", "s"),
            Measure::new(OVER_UNIX, "Times as long as over a Unix socket", unit::RATIO, "median of ratios", OF_ROUNDS),
        ])
}

/// Points of all transports that were measured.
pub(super) fn points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let is_asked = |row: &&Row| row.condition.pattern == Pattern::TwoWrites { bytes: BODY_BYTES };
    rows.iter().filter(is_asked).map(|row| {
        let unix = find(rows, Condition { transport: Transport::Unix, ..row.condition });
        let unix = unix.filter(|unix| unix.condition != row.condition);
        let times = unix.map(|unix| shown(ratio_within_rounds(&row.each(ROUND_TRIP), &unix.each(ROUND_TRIP))));
        Point::new(at(&row.condition)).value(ROUND_TRIP, shown(median(&row.each(ROUND_TRIP)))).value(OVER_UNIX, times)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Outcome;
    use sockets::cores::Cores;

    #[test]
    fn times_are_compared_with_a_unix_socket_s_of_the_same_round() {
        let row = |transport, times: [f64; 3]| Row {
            condition: Condition::of(Pattern::TwoWrites { bytes: BODY_BYTES }, transport, Cores::One),
            rounds: times.map(|time| Outcome::from([(ROUND_TRIP, time)])).to_vec(),
        };
        let rows = [row(Transport::Tcp, [4.0, 40.0, 8.0]), row(Transport::Unix, [1.0, 4.0, 4.0])];
        let series = two_writes().points(points(&rows));
        assert_eq!(series.points[0].values[ROUND_TRIP].value, 8.0);
        assert_eq!(series.points[0].values[OVER_UNIX].value, 4.0);
        assert!(!series.points[1].values.contains_key(OVER_UNIX));
    }
}
