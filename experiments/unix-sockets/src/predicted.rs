//! Costs of a request's parts, told from phases in which one thread waits for nobody and from the shortest ping-pong; and
//! what the model says from them of everything else.

use harness::statistics::median;
use unix_sockets_model::{FittedParts, Measured, Parts, cost, fit_parts};

use crate::condition::{Condition, Pattern};
use crate::measured::{Row, find};
use crate::phases::{P50, WAKE, phases_of, request};
use crate::transport::Transport;
use sockets::cores::Cores;

/// The parts of one transport on some cores.
pub(crate) struct Fitted {
    pub transport: Transport,
    pub cores: Cores,
    pub fit: FittedParts,
}

/// The parts of all transports that were measured, wherever they were.
pub(crate) fn fit_all(rows: &[Row]) -> Vec<Fitted> {
    let places = Cores::EVERY.into_iter().flat_map(|cores| Transport::ALL.map(|transport| (transport, cores)));
    places
        .filter_map(|(transport, cores)| {
            // The time of a wake-up is told from it.
            find(rows, Condition::of(WAKE, transport, cores))?;
            let fit = fit_parts(&measured_phases(rows, transport, cores)).ok()?;
            Some(Fitted { transport, cores, fit })
        })
        .collect()
}

/// Times that the fit is made from: every round of every phase. The rounds of a phase are moved together so that their geometric mean,
/// which is what the fit takes of them, is their median: a few disturbed ones widen intervals, and move no part.
fn measured_phases(rows: &[Row], transport: Transport, cores: Cores) -> Vec<Measured> {
    let is_here = |row: &&Row| {
        // One thread alone is on one core.
        let place = if row.condition.pattern.has_two_ends() { cores } else { Cores::One };
        row.condition == Condition::of(row.condition.pattern, transport, place)
    };
    rows.iter()
        .filter(is_here)
        .flat_map(|row| phases_of(row.condition.pattern).into_iter().map(move |phase| (row, phase)))
        .flat_map(|(row, phase)| {
            let each = row.each(phase.measure);
            let moved = median(&each).value / geometric_mean(&each);
            each.into_iter().map(move |seconds| Measured { counts: phase.counts, seconds: moved * seconds })
        })
        .collect()
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// How long the model expects one to take, in seconds.
pub(crate) fn seconds(fitted: &[Fitted], condition: Condition) -> Option<f64> {
    let parts = parts_of(fitted, condition.transport, condition.cores)?;
    Some(cost(parts, &request(condition.pattern)?).total_s())
}

pub(crate) fn parts_of(fitted: &[Fitted], transport: Transport, cores: Cores) -> Option<&Parts> {
    let is = |fitted: &&Fitted| (fitted.transport, fitted.cores) == (transport, cores);
    fitted.iter().find(is).map(|fitted| &fitted.fit.parts)
}

/// How many times as fast as TCP the model expects a Unix socket to be, in this pattern.
pub(crate) fn ratio(fitted: &[Fitted], pattern: Pattern, cores: Cores) -> Option<f64> {
    let seconds = |transport| seconds(fitted, Condition::of(pattern, transport, cores));
    Some(seconds(Transport::Tcp)? / seconds(Transport::Unix)?)
}

/// True if the parts were not told from this pattern, so that the model can be compared with it.
pub(crate) fn is_held_out(pattern: Pattern) -> bool {
    request(pattern).is_some() && phases_of(pattern).is_empty()
}

/// The measured time over the predicted one, of each condition that is held out; not wherever the system puts the ends, where
/// rounds are of two kinds.
pub(crate) fn held_out(rows: &[Row], fitted: &[Fitted]) -> Vec<(Condition, f64)> {
    let is_asked = |row: &&Row| {
        row.is_usual() && Cores::PINNED.contains(&row.condition.cores) && is_held_out(row.condition.pattern)
    };
    let ratio = |row: &Row| Some((row.condition, median(&row.each(P50)).value / seconds(fitted, row.condition)?));
    rows.iter().filter(is_asked).filter_map(ratio).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::turn::Outcome;

    pub(crate) const TCP: Parts =
        Parts { connect_s: 20e-6, accept_s: 2e-6, close_s: 15e-6, wake_s: 3e-6, call_s: 2e-6, per_byte_s: 0.2e-9 };
    const UNIX: Parts =
        Parts { connect_s: 3e-6, accept_s: 1e-6, close_s: 2e-6, wake_s: 2e-6, call_s: 0.5e-6, per_byte_s: 0.1e-9 };

    fn seconds_of(parts: &Parts, pattern: Pattern) -> f64 {
        request(pattern).map_or(0.0, |request| cost(parts, &request).total_s())
    }

    /// A machine on which every request takes exactly the sum of its parts.
    fn row(parts: &Parts, condition: Condition) -> Row {
        let pattern = condition.pattern;
        let outcome: Outcome = match pattern {
            Pattern::Handshake => Outcome::from([
                ("connect_seconds", parts.connect_s),
                ("accept_seconds", parts.accept_s),
                ("close_seconds", parts.close_s),
            ]),
            Pattern::Echo { bytes } => {
                Outcome::from([("round_trip_seconds", 4.0 * parts.call_s + 2.0 * bytes as f64 * parts.per_byte_s)])
            }
            _ => Outcome::from([(P50, seconds_of(parts, pattern))]),
        };
        Row { condition, rounds: vec![outcome; 3] }
    }

    fn rows() -> Vec<Row> {
        let patterns = [
            Pattern::Handshake,
            Pattern::Echo { bytes: 1 },
            Pattern::Echo { bytes: 8_192 },
            Pattern::Echo { bytes: 65_536 },
            WAKE,
            Pattern::PingPong { bytes: 16_384 },
            Pattern::PerMessage { bytes: 12 },
        ];
        let transports = [(Transport::Tcp, TCP), (Transport::Unix, UNIX)];
        let all = transports.iter().flat_map(|transport| patterns.map(|pattern| (transport, pattern)));
        all.map(|((transport, parts), pattern)| row(parts, Condition::of(pattern, *transport, Cores::One))).collect()
    }

    pub(crate) fn fitted() -> Vec<Fitted> {
        fit_all(&rows())
    }

    #[test]
    fn parts_that_add_up_are_told_and_predict_what_was_held_out() {
        let fitted = fitted();
        assert_eq!(fitted.len(), 2);
        let parts = parts_of(&fitted, Transport::Tcp, Cores::One).unwrap();
        for (told, true_part) in [
            (parts.connect_s, TCP.connect_s),
            (parts.accept_s, TCP.accept_s),
            (parts.close_s, TCP.close_s),
            (parts.wake_s, TCP.wake_s),
            (parts.call_s, TCP.call_s),
            (parts.per_byte_s, TCP.per_byte_s),
        ] {
            assert!((told / true_part - 1.0).abs() < 1e-6, "{told} for {true_part}");
        }
        let held_out = held_out(&rows(), &fitted);
        assert_eq!(held_out.len(), 4);
        assert!(held_out.iter().all(|(_, ratio)| (ratio - 1.0).abs() < 1e-6), "{held_out:?}");
    }

    #[test]
    fn a_few_disturbed_rounds_move_no_part_and_widen_its_interval() {
        let mut rows = rows();
        for row in &mut rows {
            let usual = row.rounds[0].clone();
            let disturbed = usual.iter().map(|(&measure, seconds)| (measure, 100.0 * seconds)).collect();
            row.rounds = [vec![usual; 8], vec![disturbed]].concat();
        }
        let fitted = fit_all(&rows);
        let fit = &fitted[0].fit;
        assert!((fit.parts.wake_s / TCP.wake_s - 1.0).abs() < 1e-6, "{:?}", fit.parts);
        assert!(fit.intervals.wake_s.unwrap().high > 1.1 * TCP.wake_s);
        assert!(held_out(&rows, &fitted).iter().all(|(_, ratio)| (ratio - 1.0).abs() < 1e-6));
    }

    #[test]
    fn where_rounds_are_of_either_kind_nothing_is_held_against_the_parts() {
        let mut rows = rows();
        let pinned = held_out(&rows, &fit_all(&rows)).len();
        let two_ends = rows.iter().filter(|row| row.condition.pattern.has_two_ends()).cloned();
        let free: Vec<Row> =
            two_ends.map(|row| Row { condition: Condition { cores: Cores::All, ..row.condition }, ..row }).collect();
        rows.extend(free);
        let fitted = fit_all(&rows);
        assert_eq!((fitted.len(), held_out(&rows, &fitted).len()), (4, pinned));
    }

    #[test]
    fn the_ping_pong_that_tells_the_parts_is_not_held_out() {
        assert!(!is_held_out(WAKE));
        assert!(is_held_out(Pattern::PingPong { bytes: 16 }));
        assert!(is_held_out(Pattern::PerMessage { bytes: 12 }));
        assert!(!is_held_out(Pattern::Bulk { bytes: 16 }));
    }

    #[test]
    fn a_message_with_a_connection_of_its_own_wakes_twice_and_calls_twice() {
        let counts = request(Pattern::PerMessage { bytes: 12 }).unwrap().counts();
        assert_eq!((counts.connects, counts.accepts, counts.closes), (1.0, 1.0, 1.0));
        assert_eq!((counts.wakes, counts.calls, counts.bytes), (2.0, 2.0, 12.0));
        let counts = request(Pattern::PingPong { bytes: 64 }).unwrap().counts();
        assert_eq!((counts.connects, counts.wakes, counts.calls, counts.bytes), (0.0, 2.0, 4.0, 128.0));
    }

    #[test]
    fn what_was_not_measured_is_not_predicted() {
        let condition = Condition::of(Pattern::PerMessage { bytes: 12 }, Transport::Tcp, Cores::All);
        assert_eq!(seconds(&fitted(), condition), None);
        assert_eq!(ratio(&fitted(), Pattern::Bulk { bytes: 4_096 }, Cores::One), None);
    }
}
