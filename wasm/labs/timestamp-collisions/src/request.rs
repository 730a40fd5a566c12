//! From numbers as JavaScript has them to what the clock's model accepts, which checks their limits, and back.

use from_js::{whole, whole32};
use limits::{ArgumentError, LimitError};
use timestamp_collisions_model::count::{Collisions, Neighbours, count_runs};
use timestamp_collisions_model::identifiers::{Process, Scheme};
use timestamp_collisions_model::readers::{Offsets, Readers, Setup};

/// A finite number from 0 on.
pub fn from_zero(field: &'static str, value: f64) -> Result<f64, ArgumentError> {
    let sensible = value >= 0.0 && value.is_finite();
    if sensible { Ok(value) } else { Err(ArgumentError::Number { field, value, must: "a finite number from 0 on" }) }
}

/// A clock and threads that read it on a core each, at random phases; [`Setup`] says what each number means.
pub fn clock(threads: f64, step_ps: f64, unit_ns: f64, cost_ps: f64, jitter_ps: f64) -> Result<Setup, LimitError> {
    Ok(Setup {
        threads: whole32("threads", threads)?,
        step_ps: whole("step (ps)", step_ps)?,
        unit_ns: whole("unit (ns)", unit_ns)?,
        cost_ps: whole("cost (ps)", cost_ps)?,
        jitter_ps: whole("jitter (ps)", jitter_ps)?,
        phases: Offsets::Random,
        residues: Offsets::Equal,
        ..Setup::default()
    })
}

/// The same threads on another machine.
pub fn on_machine(
    setup: &Setup,
    cores: f64,
    hardware_threads: f64,
    sharing_permille: f64,
    slice_ps: f64,
) -> Result<Setup, LimitError> {
    Ok(Setup {
        cores: whole32("cores", cores)?,
        hardware_threads: whole32("hardware threads", hardware_threads)?,
        sharing_permille: whole32("sharing (thousandths)", sharing_permille)?,
        slice_ps: whole("slice (ps)", slice_ps)?,
        ..setup.clone()
    })
}

/// Whole picoseconds.
pub fn offsets(field: &'static str, list: &[f64]) -> Result<Offsets, LimitError> {
    list.iter().map(|&offset| whole(field, offset)).collect::<Result<_, _>>().map(Offsets::Given)
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

/// A value that a clock gave, and how often in a row.
pub type Run = (f64, u64);

/// Runs of equal readings, from a list of their values and one of how often each was read.
pub fn runs(values: &[f64], times: &[u32]) -> Result<Vec<Run>, ArgumentError> {
    let fits = values.len() == times.len() && times.iter().all(|&times| times > 0);
    if !fits {
        return Err(ArgumentError::Kind {
            field: "times",
            kind: "list as long as that of the values, of numbers from 1 on",
        });
    }
    let must = "a finite number";
    if let Some(&value) = values.iter().find(|value| !value.is_finite()) {
        return Err(ArgumentError::Number { field: "value", value, must });
    }
    Ok(values.iter().copied().zip(times.iter().map(|&times| times.into())).collect())
}

/// What threads have in common, each given as its runs in ascending order.
pub fn collisions(threads: &[Vec<Run>]) -> Result<Collisions, ArgumentError> {
    // Whole numbers as they are, so that neighbours stay neighbours, which the counter is quick with.
    let whole = threads.iter().flatten().all(|(value, _)| value.fract() == 0.0 && value.abs() < MOST_WHOLE);
    let ordinal = |value: f64| if whole { (value as i64 as u64) ^ SIGN } else { ordinal(value) };
    count_runs(threads.iter().map(|runs| runs.iter().map(|&(value, times)| (ordinal(value), times))))
        .map_err(|_| ArgumentError::Kind { field: "values", kind: "list in ascending order" })
}

/// How one thread's readings follow one another.
pub fn neighbours(runs: &[Run]) -> Neighbours {
    Neighbours::of_runs(runs.iter().map(|&(value, times)| (ordinal(value), times)))
}

const SIGN: u64 = 1 << 63;
/// Floats below this hold every whole number.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A number that compares with others as the float does.
fn ordinal(value: f64) -> u64 {
    // Adding zero leaves one zero of the two.
    let bits = (value + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn two() -> Setup {
        clock(2.0, 1_000.0, 1.0, 33_000.0, 4_000.0).unwrap()
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
        let readers = |numbers: [f64; 9]| {
            let [threads, step, unit, cost, jitter, cores, hardware_threads, sharing, slice] = numbers;
            let setup = clock(threads, step, unit, cost, jitter)?;
            Readers::new(on_machine(&setup, cores, hardware_threads, sharing, slice)?)
        };
        for strange in [f64::NAN, f64::INFINITY, -1.0, 0.5, 1e300] {
            for (position, field) in fields.into_iter().enumerate() {
                let mut numbers = [2.0, 1_000.0, 1.0, 33_000.0, 4_000.0, 4.0, 2.0, 1_500.0, 3e9];
                numbers[position] = strange;
                let error = readers(numbers).unwrap_err();
                assert_eq!(error.field, field);
                assert_eq!(error.value.to_bits(), strange.to_bits());
            }
            assert_eq!(offsets("phase (ps)", &[0.0, strange]).unwrap_err().field, "phase (ps)");
        }
        // What is whole but beyond the limits, the model refuses.
        for (position, field) in fields.into_iter().enumerate() {
            let mut numbers = [2.0, 1_000.0, 1.0, 33_000.0, 4_000.0, 4.0, 2.0, 1_500.0, 3e9];
            numbers[position] = 4e9;
            if field != "step (ps)" && field != "slice (ps)" {
                assert_eq!(readers(numbers).unwrap_err().field, field);
            }
        }
        let late = Setup { phases: offsets("phase (ps)", &[33_001.0]).unwrap(), ..two() };
        assert_eq!(Readers::new(late).unwrap_err().to_string(), "phase (ps) is 33,001; it must be from 0 to 33,000");
        let ahead = Setup { residues: offsets("residue (ps)", &[1_001.0]).unwrap(), ..two() };
        assert_eq!(Readers::new(ahead).unwrap_err().field, "residue (ps)");
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
        let readers = Readers::new(Setup { jitter_ps: 0, phases: Offsets::Equal, ..two() }).unwrap();
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
        let readers = Readers::new(two()).unwrap();
        let trace = readers.trace(1, 50).unwrap().concat();
        let made = identifiers(&readers, 1, 50, Scheme::Increasing).unwrap();
        let mut both: Vec<_> = trace.iter().map(|reading| reading.at_ps).zip(&made).collect();
        both.sort();
        // Hexadecimal of one length orders as the numbers do.
        assert!(both.windows(2).all(|pair| (pair[0].1.len(), pair[0].1) < (pair[1].1.len(), pair[1].1)));
    }

    #[test]
    fn ordinals_compare_as_their_floats_do() {
        let ascending =
            [f64::MIN, -1.5, -1.0, -f64::MIN_POSITIVE, 0.0, 5e-324, 1.0, 1.5, 1.8e12, 1.8e12 + 0.000_25, f64::MAX];
        assert!(ascending.windows(2).all(|pair| ordinal(pair[0]) < ordinal(pair[1])));
        assert_eq!(ordinal(-0.0), ordinal(0.0));
    }

    #[test]
    fn runs_collide_as_their_readings_do() {
        let counted = |threads: &[&[Run]]| collisions(&threads.iter().map(|runs| runs.to_vec()).collect::<Vec<_>>());
        for shift in [0.0, -2.0, 0.5, 1.8e12] {
            let (a, b) = ([(shift, 3), (1.0 + shift, 2)], [(1.0 + shift, 5), (2.0 + shift, 1)]);
            let expected = Collisions { samples: 11, colliding: 7, coincidences: 1 };
            assert_eq!(counted(&[&a, &b]), Ok(expected), "{shift}");
        }
        assert!(counted(&[&[(2.0, 1), (1.0, 1)]]).unwrap_err().to_string().contains("; it must be "));
        assert_eq!(neighbours(&[(5.0, 1), (5.1, 2), (5.0, 4)]), Neighbours { pairs: 6, equal: 4, backward: 1 });
        assert!(runs(&[1.0], &[]).is_err() && runs(&[1.0], &[0]).is_err() && runs(&[f64::NAN], &[1]).is_err());
    }
}
