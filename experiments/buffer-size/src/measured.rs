//! Carries the conditions out: repeated, in random order, one at a time.

use harness::schedule::grouped;
use harness::{Failure, Run, Warning};
use sockets::Options;

use crate::conditions::{Condition, Conditions, READ_BESIDE_CONNECTIONS};
use crate::device::read_device;
use crate::ends::Ends;
use crate::iperf3;
use crate::place::{Place, Transport};
use crate::remote::Remote;
use crate::sample::{Sample, Timing};
use crate::transfer::{Sizes, transfer};

/// A condition, and what was seen in each round.
pub(crate) struct Row {
    pub condition: Condition,
    pub seen: Vec<Seen>,
}

/// What one measurement saw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Seen {
    /// This program's own.
    Own(Sample),
    /// Another program's: bytes per second.
    Other(f64),
}

impl Seen {
    pub(crate) fn throughput(&self) -> f64 {
        match self {
            Self::Own(sample) => sample.throughput(),
            Self::Other(throughput) => *throughput,
        }
    }
}

impl Row {
    /// What this program measured, round by round.
    pub(crate) fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.seen.iter().filter_map(|seen| match seen {
            Seen::Own(sample) => Some(sample),
            Seen::Other(_) => None,
        })
    }

    /// A figure of each round.
    pub(crate) fn of(&self, figure: impl Fn(&Sample) -> f64) -> Vec<f64> {
        self.samples().map(figure).collect()
    }

    /// Bytes per second in each round.
    pub(crate) fn throughputs(&self) -> Vec<f64> {
        self.seen.iter().map(Seen::throughput).collect()
    }
}

/// Warns where repeats of a condition differ widely.
pub(crate) fn warn_of_repeats(rows: &[Row], run: &Run) {
    let repeats: Vec<(String, Vec<f64>)> = rows.iter().map(|row| (row.condition.text(), row.throughputs())).collect();
    let apart = Warning::of_repeats(repeats.iter().map(|(what, repeats)| (what.clone(), &repeats[..])));
    apart.into_iter().for_each(|warning| run.warn(warning));
}

/// Measures everything. Every row has a value in every round.
pub(crate) fn measure_all(
    conditions: &Conditions,
    place: &Place,
    remote: Option<&Remote>,
    run: &Run,
) -> Result<Vec<Row>, Failure> {
    let sizes: Vec<usize> = conditions.groups.iter().map(Vec::len).collect();
    let mut rows: Vec<Row> =
        conditions.groups.iter().flatten().map(|&condition| Row { condition, seen: Vec::new() }).collect();
    let mut turns = grouped(&sizes, conditions.warm_up_rounds, conditions.rounds, run.seed);
    // Another program has nothing to warm up here, and takes long.
    turns.retain(|turn| !(turn.warm_up && matches!(rows[turn.condition].condition, Condition::Iperf3 { .. })));
    let weight = |condition: Condition| condition.weight(conditions.timing);
    run.expect(turns.iter().map(|turn| weight(rows[turn.condition].condition)).sum());
    for turn in turns {
        let row = &mut rows[turn.condition];
        let seen = measure(row.condition, conditions.timing, place, remote)?;
        if !turn.warm_up {
            row.seen.push(seen);
        }
        run.advance(weight(row.condition))?;
    }
    Ok(rows)
}

fn measure(condition: Condition, timing: Timing, place: &Place, remote: Option<&Remote>) -> Result<Seen, Failure> {
    let moved_for = |timing, transport, options: &Options, count, sizes, ends| -> Result<Seen, Failure> {
        let connections = place.connections(transport, options, count)?;
        Ok(Seen::Own(transfer(connections, sizes, timing, ends, false)?))
    };
    let moved = |transport, options: &Options, sizes, ends| moved_for(timing, transport, options, 1, sizes, ends);
    let usual = Options::default();
    match condition {
        Condition::Device { device, buffer_bytes } => {
            let failed = |error| Failure::Failed(format!("cannot read {}: {error}", device.path()));
            read_device(device, buffer_bytes, timing).map(Seen::Own).map_err(failed)
        }
        Condition::Grid { transport, sizes } => moved(transport, &usual, sizes, Ends::compared()),
        Condition::Variant { transport, variant, sizes } => {
            moved(transport, &variant.options(sizes), sizes, Ends::compared())
        }
        Condition::OneCore { transport, sizes } => moved(transport, &usual, sizes, Ends::Together),
        Condition::Placed { transport, ends, sizes } => moved(transport, &usual, sizes, ends),
        Condition::Connections { transport, connections, write_bytes } => {
            let sizes = Sizes { read: READ_BESIDE_CONNECTIONS, write: write_bytes };
            moved_for(timing, transport, &usual, connections, sizes, Ends::Free)
        }
        Condition::BesideIperf3 { block_bytes } => {
            let sizes = Sizes { read: block_bytes, write: block_bytes };
            moved_for(iperf3::TIMING, Transport::Tcp, &usual, 1, sizes, Ends::Free)
        }
        Condition::Iperf3 { block_bytes } => iperf3::throughput(block_bytes).map(Seen::Other),
        Condition::TwoHosts { connections, sizes } => {
            let remote = remote.ok_or_else(|| Failure::Failed("no other host was named".to_owned()))?;
            remote.measure(connections, sizes).map(Seen::Own)
        }
    }
}
