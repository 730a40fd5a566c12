//! The rounds one by one: wherever the system puts the ends there are two modes, and no median stands for both.

use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, unit};

use super::ratios::settings;
use super::{PATTERNS, cores, digits};
use crate::condition::{Condition, Pattern};
use crate::conditions::{COMPARED, EXCHANGES};
use crate::measured::{Row, find, rate_of};
use crate::turn::SAME_CORE;
use sockets::cores::Cores;

/// Measures, by transport compared: the share of a round in which its ends shared a core.
const SHARES: [&str; 2] = ["tcp_same_core_share", "unix_same_core_share"];

/// Every round of the exchanges that figures in prose are about.
pub(super) fn rounds() -> Series {
    let observed = |name, title, unit| Measure::new(name, title, unit, "one round", Interval::None);
    let [tcp, unix] = SHARES;
    Series::new(
        "rounds",
        "Round by round: how many times as fast as TCP a Unix socket is, and on which cores they were",
    )
    .dimensions([
        Dimension::new("pattern", "Pattern", None).words(PATTERNS),
        cores(),
        Dimension::new("bytes", "Message", Some("bytes")),
        Dimension::new("round", "Round", Some("rounds")),
    ])
    .measures([
        observed("ratio", "Unix over TCP", unit::RATIO),
        observed(tcp, "TCP: share with both ends on the same core", unit::SHARE),
        observed(unix, "Unix socket: share with both ends on the same core", unit::SHARE),
    ])
}

/// All that were measured.
pub(super) fn points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let places = EXCHANGES.into_iter().flat_map(|pattern| Cores::EVERY.map(|cores| (pattern, cores)));
    places.flat_map(|(pattern, cores)| rounds_of(rows, pattern, cores).unwrap_or_default())
}

/// The rounds of one exchange; nothing where it was not measured.
fn rounds_of(rows: &[Row], pattern: Pattern, cores: Cores) -> Option<Vec<Point>> {
    let [tcp, unix] = COMPARED.map(|transport| find(rows, Condition::of(pattern, transport, cores)));
    let sides = [tcp?, unix?];
    let rate = rate_of(pattern)?;
    let count = sides.map(|row| row.rounds.len()).into_iter().min()?;
    let once = |value: f64| Estimate::certain(1, digits(value));
    let point = |round: usize| {
        let [tcp, unix] = sides.map(|row| &row.rounds[round]);
        let point = Point::new(settings((pattern, cores)))
            .and_at([("round", (round + 1).into())])
            .value("ratio", once(unix[rate] / tcp[rate]));
        SHARES
            .into_iter()
            .zip([tcp, unix])
            .fold(point, |point, (share, outcome)| point.value(share, once(outcome[SAME_CORE])))
    };
    Some((0..count).map(point).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Transport;
    use crate::turn::Outcome;

    #[test]
    fn every_round_has_its_own_ratio_and_says_where_its_ends_were() {
        let row = |transport, rounds: [(f64, f64); 2]| Row {
            condition: Condition::of(EXCHANGES[0], transport, Cores::All),
            rounds: rounds
                .map(|(rate, share)| Outcome::from([("messages_per_second", rate), (SAME_CORE, share)]))
                .to_vec(),
        };
        let rows = [row(Transport::Tcp, [(20.0, 1.0), (10.0, 0.0)]), row(Transport::Unix, [(50.0, 0.9), (40.0, 1.0)])];
        let series = rounds().points(points(&rows));
        let values =
            |measure: &str| -> Vec<f64> { series.points.iter().map(|point| point.values[measure].value).collect() };
        assert_eq!(values("ratio"), [2.5, 4.0]);
        assert_eq!((values("tcp_same_core_share"), values("unix_same_core_share")), (vec![1.0, 0.0], vec![0.9, 1.0]));
        assert_eq!(series.points[1].at["round"], 2.0.into());
        assert_eq!(series.points[1].at["bytes"], 12.0.into());
        assert_eq!(points(&rows[..1]).count(), 0);
    }
}
