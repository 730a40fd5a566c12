//! Carries the conditions out: repeated, in random order, one at a time.

use harness::schedule::grouped;
use harness::{Failure, Run, Warning, undisturbed};
use sockets::Options;

use crate::condition::{BESIDE, Condition, Effort, Origin, equal};
use crate::conditions::{Conditions, Group};
use crate::device::{Device, read_device};
use crate::ends::Ends;
use crate::iperf3;
use crate::payload::{Payload, Plain, Summed, Work};
use crate::place::{Place, Transport};
use crate::remote::Remote;
use crate::sample::{Sample, Timing};
use crate::transfer::{Sizes, transfer};

/// A condition, and what was seen in each round.
pub(crate) struct Row {
    pub condition: Condition,
    pub seen: Vec<Seen>,
    /// Times to hand a line of memory over between the cores of the two ends, in seconds, round by round, where it was asked.
    pub hand_overs: Vec<Option<f64>>,
}

impl Row {
    fn new(condition: Condition) -> Self {
        Self { condition, seen: Vec::new(), hand_overs: Vec::new() }
    }
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

/// Measures everything. Rows of one group have a value in each of the same rounds.
pub(crate) fn measure_all(
    conditions: &Conditions,
    place: &Place,
    remote: Option<&Remote>,
    run: &Run,
) -> Result<Vec<Row>, Failure> {
    let Conditions { groups, effort, .. } = conditions;
    let mut rows: Vec<Row> = conditions.all().map(Row::new).collect();
    let turns = turns(groups, effort, run.seed);
    run.expect(turns.iter().map(|&(row, _)| rows[row].condition.weight(effort)).sum());
    for (row, is_warm_up) in turns {
        let row = &mut rows[row];
        let (hand_over, seen) = undisturbed(|| {
            let hand_over = match row.condition {
                Condition::Compared { ends, .. } => ends.hand_over(),
                _ => None,
            };
            (hand_over, measure(row.condition, effort, place, remote))
        })?;
        let seen = seen?;
        if !is_warm_up {
            row.seen.push(seen);
            row.hand_overs.push(hand_over);
        }
        run.advance(row.condition.weight(effort))?;
    }
    Ok(rows)
}

/// Which row is measured after which, and whether it is thrown away. A group that is measured several times in a round is so many
/// groups of it.
fn turns(groups: &[Group], effort: &Effort, seed: u64) -> Vec<(usize, bool)> {
    let (mut sizes, mut rows_of, mut first) = (Vec::new(), Vec::new(), 0);
    for Group { conditions, times } in groups {
        let rows = first..first + conditions.len();
        for again in 0..*times {
            sizes.push(conditions.len());
            rows_of
                .extend(rows.clone().zip(conditions).map(|(row, condition)| (row, again == 0 && condition.warms_up())));
        }
        first = rows.end;
    }
    grouped(&sizes, effort.warm_up_rounds, effort.rounds, seed)
        .into_iter()
        .filter_map(|turn| {
            let (row, warms_up) = rows_of[turn.condition];
            (!turn.warm_up || warms_up).then_some((row, turn.warm_up))
        })
        .collect()
}

fn read<P: Payload>(device: Device, buffer_bytes: usize, timing: Timing) -> Result<Seen, Failure> {
    let failed = |error| Failure::system(format!("cannot read {}", device.path()), error);
    read_device::<P>(device, buffer_bytes, timing).map(Seen::Own).map_err(failed)
}

fn measure(condition: Condition, effort: &Effort, place: &Place, remote: Option<&Remote>) -> Result<Seen, Failure> {
    let moved_for = |timing, transport, options: &Options, sizes, ends| -> Result<Seen, Failure> {
        let connection = place.connection(transport, options)?;
        Ok(Seen::Own(transfer(connection, sizes, timing, ends, Work::None)?))
    };
    let timing = effort.timing(condition);
    let moved = |transport, options: &Options, sizes, ends| moved_for(timing, transport, options, sizes, ends);
    let usual = Options::default();
    match condition {
        Condition::Device { device, buffer_bytes } => read::<Plain>(device, buffer_bytes, timing),
        Condition::OtherControl { control, sizes } => {
            moved(Transport::Tcp, &control.options(sizes), sizes, Ends::compared())
        }
        Condition::Worked { origin: Origin::Device(device), read_bytes, work: Work::Sum } => {
            read::<Summed>(device, read_bytes, timing)
        }
        Condition::Worked { origin: Origin::Device(device), read_bytes, .. } => {
            read::<Plain>(device, read_bytes, timing)
        }
        Condition::Worked { origin: Origin::Connection(transport), read_bytes, work } => {
            let connection = place.connection(transport, &usual)?;
            let sizes = Sizes { read: read_bytes, write: BESIDE };
            Ok(Seen::Own(transfer(connection, sizes, timing, Ends::compared(), work)?))
        }
        Condition::Grid { transport, sizes } => moved(transport, &usual, sizes, Ends::compared()),
        Condition::Variant { transport, variant, sizes } => {
            moved(transport, &variant.options(sizes), sizes, Ends::compared())
        }
        Condition::Compared { transport, variant, ends, sizes, .. } => {
            moved(transport, &variant.options(sizes), sizes, ends)
        }
        Condition::Placed { transport, ends, sizes } => moved(transport, &usual, sizes, ends),
        Condition::Repeated { transport, sizes } => moved(transport, &usual, sizes, Ends::Free),
        Condition::BesideIperf3 { block_bytes } => {
            moved_for(iperf3::TIMING, Transport::Tcp, &usual, equal(block_bytes), Ends::Free)
        }
        Condition::Iperf3 { block_bytes } => iperf3::throughput(block_bytes).map(Seen::Other),
        Condition::TwoHosts { connections, sizes } => {
            let remote = remote.ok_or_else(|| Failure::Unexpected("no other host was named".to_owned()))?;
            remote.measure(connections, sizes).map(Seen::Own)
        }
    }
}
