//! From numbers and names as JavaScript has them to what the clock's model accepts, and back.

use std::fmt;

use limits::{LimitError, check_number};
use timestamp_collisions_model::identifiers::{Process, Scheme};
use timestamp_collisions_model::readers::{
    MAX_CORES, MAX_COST_PS, MAX_HARDWARE_THREADS, MAX_SHARING_PERMILLE, MAX_SLICE_PS, MAX_STEP_PS, MAX_THREADS,
    MAX_UNIT_NS, Offsets, Readers, Setup,
};

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A number is outside its limits.
    Limit(LimitError),
    /// A number is negative or not finite.
    Number {
        /// What it is called where it was given.
        field: &'static str,
        /// What was given.
        value: f64,
    },
    /// No scheme has this name.
    UnknownScheme(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::Number { field, value } => write!(f, "{field} is {value}; it must be a finite number from 0 on"),
            Self::UnknownScheme(name) => {
                let names = Scheme::ALL.map(Scheme::name).join(", ");
                write!(f, "scheme is {name:?}; it must be one of {names}")
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

/// A finite number from 0 on.
pub fn from_zero(field: &'static str, value: f64) -> Result<f64, Error> {
    let sensible = value >= 0.0 && value.is_finite();
    if sensible { Ok(value) } else { Err(Error::Number { field, value }) }
}

/// A scheme by its name.
pub fn scheme(name: &str) -> Result<Scheme, Error> {
    Scheme::parse(name).ok_or_else(|| Error::UnknownScheme(name.to_owned()))
}

/// A setup in numbers that nobody has checked; [`Setup`] says what each means.
#[derive(Debug, Clone, PartialEq)]
pub struct UncheckedSetup {
    threads: f64,
    step_ps: f64,
    unit_ns: f64,
    cost_ps: f64,
    jitter_ps: f64,
    cores: f64,
    hardware_threads: f64,
    sharing_permille: f64,
    slice_ps: f64,
    /// `None` for random phases, empty for equal ones.
    pub phases_ps: Option<Vec<f64>>,
    /// Empty for equal residues.
    pub residues_ps: Vec<f64>,
}

impl UncheckedSetup {
    /// The clock and its readers, on a core each.
    pub fn new(threads: f64, step_ps: f64, unit_ns: f64, cost_ps: f64, jitter_ps: f64) -> Self {
        let machine = Setup::default();
        Self {
            threads,
            step_ps,
            unit_ns,
            cost_ps,
            jitter_ps,
            cores: machine.cores.into(),
            hardware_threads: machine.hardware_threads.into(),
            sharing_permille: machine.sharing_permille.into(),
            slice_ps: machine.slice_ps as f64,
            phases_ps: None,
            residues_ps: Vec::new(),
        }
    }

    /// Puts the readers on another machine.
    pub fn set_machine(&mut self, cores: f64, hardware_threads: f64, sharing_permille: f64, slice_ps: f64) {
        (self.cores, self.hardware_threads) = (cores, hardware_threads);
        (self.sharing_permille, self.slice_ps) = (sharing_permille, slice_ps);
    }

    /// The readers, if every number is within its limits.
    pub fn readers(&self) -> Result<Readers, LimitError> {
        let small = |field, value, min, max| check_number(field, value, min..=u64::from(max)).map(|value| value as u32);
        let step_ps = check_number("step (ps)", self.step_ps, 1..=MAX_STEP_PS)?;
        let cost_ps = check_number("cost (ps)", self.cost_ps, 1..=MAX_COST_PS)?;
        Readers::new(Setup {
            threads: check_number("threads", self.threads, 1..=MAX_THREADS)? as u32,
            step_ps,
            unit_ns: check_number("unit (ns)", self.unit_ns, 1..=MAX_UNIT_NS)?,
            origin_ps: 0,
            cost_ps,
            jitter_ps: check_number("jitter (ps)", self.jitter_ps, 0..=cost_ps)?,
            phases: match &self.phases_ps {
                Some(phases) => offsets("phase (ps)", phases, cost_ps)?,
                None => Offsets::Random,
            },
            residues: offsets("residue (ps)", &self.residues_ps, step_ps)?,
            cores: small("cores", self.cores, 1, MAX_CORES)?,
            hardware_threads: small("hardware threads", self.hardware_threads, 1, MAX_HARDWARE_THREADS)?,
            sharing_permille: small("sharing (thousandths)", self.sharing_permille, 1_000, MAX_SHARING_PERMILLE)?,
            slice_ps: check_number("slice (ps)", self.slice_ps, 1..=MAX_SLICE_PS)?,
        })
    }
}

/// Whole picoseconds within a span.
fn offsets(field: &'static str, list: &[f64], span_ps: u64) -> Result<Offsets, LimitError> {
    let checked: Result<Vec<u64>, _> = list.iter().map(|&offset| check_number(field, offset, 0..=span_ps)).collect();
    checked.map(Offsets::Given)
}

/// The identifiers of a trace, in hexadecimal and in the trace's order, made in the order of time.
pub fn identifiers(readers: &Readers, seed: u64, readings: u64, scheme: Scheme) -> Result<Vec<String>, LimitError> {
    let trace = readers.trace(seed, readings)?;
    let mut process = Process::new(scheme, 1, readers.setup().threads, seed)?;
    let mut made: Vec<Vec<String>> = vec![Vec::new(); trace.len()];
    // Each thread's readings ascend in time: the next of all is the earliest of each thread's next.
    let earliest = |made: &[Vec<String>]| {
        let next = trace.iter().zip(made).enumerate();
        let next = next.filter_map(|(thread, (readings, made))| Some((thread, readings.get(made.len())?)));
        next.min_by_key(|(_, reading)| reading.at_ps)
    };
    while let Some((thread, reading)) = earliest(&made) {
        made[thread].push(format!("{:x}", process.next(thread as u32, reading.value_ns)));
    }
    Ok(made.concat())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn two() -> UncheckedSetup {
        UncheckedSetup::new(2.0, 1_000.0, 1.0, 33_000.0, 4_000.0)
    }

    #[test]
    fn hostile_numbers_are_refused_by_name() {
        let fields = [
            "threads",
            "step (ps)",
            "unit (ns)",
            "cost (ps)",
            "jitter (ps)",
            "cores",
            "hardware threads",
            "sharing (thousandths)",
            "slice (ps)",
        ];
        for strange in [f64::NAN, f64::INFINITY, -1.0, 0.5, 1e300] {
            for (position, field) in fields.into_iter().enumerate() {
                let mut numbers = [2.0, 1_000.0, 1.0, 33_000.0, 4_000.0, 4.0, 2.0, 1_500.0, 3e9];
                numbers[position] = strange;
                let [threads, step, unit, cost, jitter, cores, hardware_threads, sharing, slice] = numbers;
                let mut setup = UncheckedSetup::new(threads, step, unit, cost, jitter);
                setup.set_machine(cores, hardware_threads, sharing, slice);
                let error = setup.readers().unwrap_err();
                assert_eq!(error.field, field);
                assert_eq!(error.value.to_bits(), strange.to_bits());
            }
            let phases = UncheckedSetup { phases_ps: Some(vec![0.0, strange]), ..two() };
            assert_eq!(phases.readers().unwrap_err().field, "phase (ps)");
            let residues = UncheckedSetup { residues_ps: vec![strange], ..two() };
            assert_eq!(residues.readers().unwrap_err().field, "residue (ps)");
        }
        assert_eq!(UncheckedSetup { cores: 0.5, ..two() }.readers().unwrap_err().to_string(), {
            "cores is 0.5; it must be from 1 to 1,024"
        });
        assert_eq!(scheme("uuid").unwrap_err().to_string(), {
            "scheme is \"uuid\"; it must be one of timestamp, thread-bits, increasing, hybrid, uuid-v7, uuid-v7-counter, \
             ulid, snowflake"
        });
    }

    #[test]
    fn numbers_without_a_largest_are_still_finite() {
        for strange in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(from_zero("risk", strange).is_err());
        }
        assert_eq!(from_zero("risk", 0.0), Ok(0.0));
        assert_eq!(
            from_zero("risk", -0.5).unwrap_err().to_string(),
            "risk is -0.5; it must be a finite number from 0 on"
        );
    }

    #[test]
    fn identifiers_stand_in_the_order_of_the_trace() {
        let setup = UncheckedSetup { jitter_ps: 0.0, phases_ps: Some(Vec::new()), ..two() };
        let readers = setup.readers().unwrap();
        let made = |scheme| identifiers(&readers, 1, 50, scheme).unwrap();
        let stamps = made(Scheme::Timestamp);
        assert_eq!(stamps[..50], stamps[50..]);
        let trace = readers.trace(1, 50).unwrap();
        assert_eq!(stamps[7], format!("{:x}", trace[0][7].value_ns));
        for scheme in Scheme::ALL.into_iter().filter(|&scheme| scheme != Scheme::Timestamp) {
            assert_eq!(made(scheme).into_iter().collect::<BTreeSet<_>>().len(), 100, "{scheme:?}");
        }
        assert_eq!(identifiers(&readers, 1, 0, Scheme::Ulid).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn identifiers_are_made_in_the_order_of_time() {
        let readers = two().readers().unwrap();
        let trace = readers.trace(1, 50).unwrap().concat();
        let made = identifiers(&readers, 1, 50, Scheme::Increasing).unwrap();
        let mut both: Vec<_> = trace.iter().map(|reading| reading.at_ps).zip(&made).collect();
        both.sort();
        // Hexadecimal of one length orders as the numbers do.
        assert!(both.windows(2).all(|pair| (pair[0].1.len(), pair[0].1) < (pair[1].1.len(), pair[1].1)));
    }
}
