//! From numbers and names as JavaScript has them to what the clock's model accepts, and back.

use std::fmt;
use std::ops::RangeInclusive;

use models::clock::count::Neighbours;
use models::clock::identifiers::{Process, Scheme};
use models::clock::readers::{
    MAX_COST_PS, MAX_SLICE_PS, MAX_STEP_PS, MAX_THREADS, MAX_UNIT_NS, Offsets, Readers, Setup,
};
use models::limits::{LimitError, check_number};

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A number is outside its limits.
    Limit(LimitError),
    /// A number that has to be more than 0 is not.
    NotPositive(&'static str, f64),
    /// The scheme is unknown.
    UnknownScheme(String),
    /// The lengths of the threads' readings do not add up to the readings there are.
    Lengths,
    /// A reading is not a number, or is negative.
    Reading(f64),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::NotPositive(field, value) => write!(f, "{field} is {value}; it must be more than 0"),
            Self::UnknownScheme(name) => {
                let names = Scheme::ALL.map(Scheme::name).join(", ");
                write!(f, "scheme is {name:?}; it must be one of {names}")
            }
            Self::Lengths => f.write_str("the lengths do not add up to the number of readings"),
            Self::Reading(value) => write!(f, "a reading is {value}; it must be a number from 0 on"),
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

/// A whole number within its limits.
pub fn whole(field: &'static str, value: f64, range: RangeInclusive<u64>) -> Result<u64, Error> {
    Ok(check_number(field, value, range)?)
}

/// A number above 0.
pub fn positive(field: &'static str, value: f64) -> Result<f64, Error> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(Error::NotPositive(field, value)) }
}

/// A scheme by its name.
pub fn scheme(name: &str) -> Result<Scheme, Error> {
    Scheme::parse(name).ok_or_else(|| Error::UnknownScheme(name.to_owned()))
}

/// A setup in numbers that nobody has checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    threads: f64,
    step_ps: f64,
    unit_ns: f64,
    cost_ps: f64,
    jitter_ps: f64,
    /// `None` for random phases.
    pub phases_ps: Option<Vec<f64>>,
    /// Empty for equal residues.
    pub residues_ps: Vec<f64>,
    /// Cores, hardware threads of each, sharing in thousandths, slice in picoseconds.
    pub machine: [f64; 4],
}

impl Numbers {
    /// The clock and its readers, on a core each.
    pub fn new(threads: f64, step_ps: f64, unit_ns: f64, cost_ps: f64, jitter_ps: f64) -> Self {
        let machine = Setup::default();
        Self {
            threads,
            step_ps,
            unit_ns,
            cost_ps,
            jitter_ps,
            phases_ps: None,
            residues_ps: Vec::new(),
            machine: [
                machine.cores.into(),
                machine.hardware_threads.into(),
                machine.sharing_permille.into(),
                machine.slice_ps as f64,
            ],
        }
    }

    /// The readers, if every number is within its limits.
    pub fn readers(&self) -> Result<Readers, Error> {
        let narrow = |field, value| whole(field, value, 0..=u32::MAX.into()).map(|value| value as u32);
        let cost_ps = whole("cost (ps)", self.cost_ps, 1..=MAX_COST_PS)?;
        let step_ps = whole("step (ps)", self.step_ps, 1..=MAX_STEP_PS)?;
        let offsets = |field, list: &[f64], span: u64| {
            let list = list.iter().map(|&offset| whole(field, offset, 0..=span));
            list.collect::<Result<Vec<u64>, Error>>().map(Offsets::Given)
        };
        let [cores, hardware_threads, sharing, slice] = self.machine;
        Ok(Readers::new(Setup {
            threads: whole("threads", self.threads, 1..=MAX_THREADS)? as u32,
            step_ps,
            unit_ns: whole("unit (ns)", self.unit_ns, 1..=MAX_UNIT_NS)?,
            origin_ps: 0,
            cost_ps,
            jitter_ps: whole("jitter (ps)", self.jitter_ps, 0..=cost_ps)?,
            phases: match &self.phases_ps {
                Some(list) => offsets("phase (ps)", list, cost_ps)?,
                None => Offsets::Random,
            },
            residues: offsets("residue (ps)", &self.residues_ps, step_ps)?,
            cores: narrow("cores", cores)?,
            hardware_threads: narrow("hardware threads", hardware_threads)?,
            sharing_permille: narrow("sharing (thousandths)", sharing)?,
            slice_ps: whole("slice (ps)", slice, 1..=MAX_SLICE_PS)?,
        })?)
    }
}

/// The identifiers of a trace, in the trace's order, made in the order of time.
pub fn identifiers(readers: &Readers, seed: u64, readings: u64, scheme: Scheme) -> Result<Vec<String>, Error> {
    let trace = readers.trace(seed, readings)?;
    let mut in_time: Vec<(u64, usize, usize)> = Vec::new();
    for (thread, readings) in trace.iter().enumerate() {
        in_time.extend(readings.iter().enumerate().map(|(i, reading)| (reading.at_ps, thread, i)));
    }
    in_time.sort_unstable();
    let mut process = Process::new(scheme, 1, readers.setup().threads, seed)?;
    let mut made: Vec<Vec<String>> = trace.iter().map(|readings| vec![String::new(); readings.len()]).collect();
    for (_, thread, i) in in_time {
        made[thread][i] = format!("{:x}", process.next(thread as u32, trace[thread][i].value_ns));
    }
    Ok(made.concat())
}

/// Each thread's readings, as the bits of the numbers: those order and compare as the numbers do, from 0 on.
pub fn split(readings: &[f64], lengths: &[u32]) -> Result<Vec<Vec<u64>>, Error> {
    if lengths.iter().map(|&length| u64::from(length)).sum::<u64>() != readings.len() as u64 {
        return Err(Error::Lengths);
    }
    if let Some(&strange) = readings.iter().find(|reading| reading.is_nan() || **reading < 0.0) {
        return Err(Error::Reading(strange));
    }
    let mut rest = readings;
    let threads = lengths.iter().map(|&length| {
        let (thread, others) = rest.split_at(length as usize);
        rest = others;
        // Adding 0 turns -0 into 0.
        thread.iter().map(|reading| (reading + 0.0).to_bits()).collect()
    });
    Ok(threads.collect())
}

/// How all threads' readings follow one another.
pub fn neighbours(threads: &[Vec<u64>]) -> Neighbours {
    let mut all = Neighbours::default();
    threads.iter().for_each(|thread| all.merge(Neighbours::of(thread.iter().copied())));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn two() -> Numbers {
        Numbers::new(2.0, 1_000.0, 1.0, 33_000.0, 4_000.0)
    }

    #[test]
    fn hostile_numbers_are_refused_by_name() {
        for strange in [f64::NAN, f64::INFINITY, -1.0, 0.5, 1e300] {
            for field in 0..5 {
                let mut numbers = [2.0, 1_000.0, 1.0, 33_000.0, 4_000.0];
                numbers[field] = strange;
                let [threads, step, unit, cost, jitter] = numbers;
                assert!(Numbers::new(threads, step, unit, cost, jitter).readers().is_err(), "{numbers:?}");
            }
            for field in 0..4 {
                let mut numbers = two();
                numbers.machine[field] = strange;
                assert!(numbers.readers().is_err(), "{numbers:?}");
            }
            assert!(Numbers { phases_ps: Some(vec![0.0, strange]), ..two() }.readers().is_err());
            assert!(Numbers { residues_ps: vec![strange], ..two() }.readers().is_err());
            assert!(strange > 0.0 && strange.is_finite() || positive("cost", strange).is_err());
        }
        assert_eq!(Numbers::new(65.0, 1.0, 1.0, 1.0, 0.0).readers().unwrap_err().to_string(), {
            "threads is 65; it must be from 1 to 64"
        });
        assert_eq!(scheme("uuid").unwrap_err().to_string(), {
            "scheme is \"uuid\"; it must be one of timestamp, thread-bits, increasing, hybrid, uuid-v7, uuid-v7-counter, \
             ulid, snowflake"
        });
    }

    #[test]
    fn identifiers_stand_in_the_order_of_the_trace() {
        let numbers = Numbers { phases_ps: Some(Vec::new()), ..Numbers::new(2.0, 1_000.0, 1.0, 33_000.0, 0.0) };
        let readers = numbers.readers().unwrap();
        let made = |scheme| identifiers(&readers, 1, 50, scheme).unwrap();
        let stamps = made(Scheme::Timestamp);
        assert_eq!(stamps[..50], stamps[50..]);
        let trace = readers.trace(1, 50).unwrap();
        assert_eq!(stamps[7], format!("{:x}", trace[0][7].value_ns));
        for scheme in Scheme::ALL.into_iter().filter(|&scheme| scheme != Scheme::Timestamp) {
            assert_eq!(made(scheme).into_iter().collect::<BTreeSet<_>>().len(), 100, "{scheme:?}");
        }
    }

    #[test]
    fn readings_are_split_and_compared_as_numbers() {
        let threads = split(&[0.5, 0.5, 1.25, -0.0, 0.5], &[3, 2]).unwrap();
        assert_eq!(neighbours(&threads).equal, 1);
        assert_eq!(threads[1][0], 0);
        assert!(threads[0][0] < threads[0][2]);
        assert_eq!(split(&[1.0], &[2]), Err(Error::Lengths));
        assert!(matches!(split(&[f64::NAN], &[1]), Err(Error::Reading(_))));
        assert!(matches!(split(&[-1.0], &[1]), Err(Error::Reading(_))));
    }
}
