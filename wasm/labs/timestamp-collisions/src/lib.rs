//! What the timestamp-collisions lab calls: threads that read a clock, identifiers made of the readings, and birthdays, behind
//! a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{floats, text};
use limits::check_number;
use request::{UncheckedSetup, from_zero};
use timestamp_collisions_model::birthday::{self, Stamped};
use timestamp_collisions_model::estimate;
use timestamp_collisions_model::readers::{MAX_CORES, MAX_SAMPLES, MAX_THREADS, MAX_TRACE, Outcome};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** How identifiers are made of a clock's readings. */
export type SchemeName =
  | 'timestamp' | 'thread-bits' | 'increasing' | 'hybrid' | 'uuid-v7' | 'uuid-v7-counter' | 'ulid' | 'snowflake';
"#;

/// Threads that read a clock. All quantities are whole numbers; they are checked when the setup is used, because the limits
/// of some are others.
#[wasm_bindgen]
pub struct ClockSetup(UncheckedSetup);

#[wasm_bindgen]
impl ClockSetup {
    /// `threads` threads with a core each, a clock that advances by `stepPs` picoseconds and is reported in multiples of
    /// `unitNs` nanoseconds, and reads that take `costPs` picoseconds, give or take `jitterPs`. Phases are random, residues
    /// equal.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: f64, step_ps: f64, unit_ns: f64, cost_ps: f64, jitter_ps: f64) -> Self {
        Self(UncheckedSetup::new(threads, step_ps, unit_ns, cost_ps, jitter_ps))
    }

    /// When each thread starts, in picoseconds within the cost of a read; repeated from the start where too short. An empty
    /// list starts all at once.
    #[wasm_bindgen(js_name = setPhases)]
    pub fn set_phases(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] phases_ps: &JsValue,
    ) -> Result<(), JsError> {
        self.0.phases_ps = Some(floats("phases", phases_ps, MAX_THREADS)?);
        Ok(())
    }

    /// Each core's counter residue, in picoseconds within a step; repeated from the start where too short. An empty list
    /// makes all equal.
    #[wasm_bindgen(js_name = setResidues)]
    pub fn set_residues(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] residues_ps: &JsValue,
    ) -> Result<(), JsError> {
        self.0.residues_ps = floats("residues", residues_ps, MAX_CORES.into())?;
        Ok(())
    }

    /// The machine: cores, hardware threads of each, how much longer a read takes beside a busy one (in thousandths: 1000 is
    /// no longer), and the time slice of threads that queue, in picoseconds.
    #[wasm_bindgen(js_name = setMachine)]
    pub fn set_machine(&mut self, cores: f64, hardware_threads: f64, sharing_permille: f64, slice_ps: f64) {
        self.0.set_machine(cores, hardware_threads, sharing_permille, slice_ps);
    }

    /// Every thread's first `readings` readings, at most 10,000: time in picoseconds, value in nanoseconds, and so on, one
    /// thread after the other.
    pub fn trace(&self, seed: f64, readings: f64) -> Result<Vec<f64>, JsError> {
        let seed = from_js::seed(seed)?;
        let readings = check_number("readings", readings, 0..=MAX_TRACE)?;
        let trace = self.0.readers()?.trace(seed, readings)?;
        Ok(trace.iter().flatten().flat_map(|reading| [reading.at_ps as f64, reading.value_ns as f64]).collect())
    }

    /// Counts over `samples` readings of each thread, 1 to 20 million.
    pub fn simulate(&self, seed: f64, samples: f64) -> Result<ClockCounts, JsError> {
        let seed = from_js::seed(seed)?;
        let samples = check_number("samples", samples, 1..=MAX_SAMPLES)?;
        Ok(ClockCounts(self.0.readers()?.simulate(seed, samples)?))
    }

    /// The closed form's estimate of what `simulate` counts: the share per sample, then the share as published.
    pub fn estimate(&self) -> Result<Vec<f64>, JsError> {
        let estimate = estimate::estimate(self.0.readers()?.setup());
        Ok(vec![estimate.per_sample, estimate.as_published])
    }

    /// The identifiers that a scheme makes of every thread's first `readings` readings, in hexadecimal, one thread after the
    /// other as in `trace`. They are made in the order of time, by one process.
    pub fn identifiers(
        &self,
        seed: f64,
        readings: f64,
        #[wasm_bindgen(unchecked_param_type = "SchemeName")] scheme: &JsValue,
    ) -> Result<Vec<String>, JsError> {
        let seed = from_js::seed(seed)?;
        let readings = check_number("readings", readings, 0..=MAX_TRACE)?;
        let scheme = request::scheme(&text(scheme))?;
        Ok(request::identifiers(&self.0.readers()?, seed, readings, scheme)?)
    }
}

/// What the readings of several threads have in common.
#[wasm_bindgen]
pub struct ClockCounts(Outcome);

#[wasm_bindgen]
impl ClockCounts {
    /// Share of the samples whose value another thread read too.
    #[wasm_bindgen(getter = perSample)]
    pub fn per_sample(&self) -> f64 {
        self.0.collisions.share_per_sample()
    }

    /// The share as it was published: a value that m threads read counts m - 1 times, divided by all samples.
    #[wasm_bindgen(getter = asPublished)]
    pub fn as_published(&self) -> f64 {
        self.0.collisions.share_as_published()
    }

    /// Share of the pairs of readings, one right after the other in a thread, that are equal.
    #[wasm_bindgen(getter = equalNeighbours)]
    pub fn equal_neighbours(&self) -> f64 {
        self.0.neighbours.equal_share()
    }
}

/// The probability of a duplicate among `n` values drawn from `d`: at least, at most.
#[wasm_bindgen(js_name = birthdayProbability)]
pub fn birthday_probability(n: f64, d: f64) -> Result<Vec<f64>, JsError> {
    let bounds = birthday::duplicate_probability(from_zero("values drawn", n)?, from_zero("values to draw from", d)?);
    Ok(vec![bounds.low, bounds.high])
}

/// The largest number of values drawn from `d` whose probability of a duplicate is surely at most `risk`.
#[wasm_bindgen(js_name = drawsForRisk)]
pub fn draws_for_risk(d: f64, risk: f64) -> Result<f64, JsError> {
    Ok(birthday::draws_for_risk(from_zero("values to draw from", d)?, from_zero("risk", risk)?))
}

/// The probability of a duplicate among identifiers of a timestamp and random bits, made at `rate` per second on each
/// machine for `seconds`.
#[wasm_bindgen(js_name = stampedDuplicateProbability)]
pub fn stamped_duplicate_probability(
    granularity_seconds: f64,
    random_bits: f64,
    machines: f64,
    rate: f64,
    seconds: f64,
) -> Result<f64, JsError> {
    Ok(stamped(granularity_seconds, random_bits, machines)?.duplicate_probability(rate, seconds)?)
}

/// The rate per machine, in identifiers per second, at which a duplicate within `seconds` has the probability `risk`.
#[wasm_bindgen(js_name = stampedRateForRisk)]
pub fn stamped_rate_for_risk(
    granularity_seconds: f64,
    random_bits: f64,
    machines: f64,
    risk: f64,
    seconds: f64,
) -> Result<f64, JsError> {
    Ok(stamped(granularity_seconds, random_bits, machines)?.rate_for_risk(risk, seconds)?)
}

fn stamped(granularity_seconds: f64, random_bits: f64, machines: f64) -> Result<Stamped, JsError> {
    let bits = check_number("random bits", random_bits, 0..=birthday::MAX_RANDOM_BITS.into())? as u32;
    Ok(Stamped::new(granularity_seconds, bits, machines)?)
}

/// What a scheme promises: how far identifiers surely differ, how far they differ but for chance, and on what condition.
#[wasm_bindgen(js_name = schemePromise)]
pub fn scheme_promise(
    #[wasm_bindgen(unchecked_param_type = "SchemeName")] scheme: &JsValue,
) -> Result<Vec<String>, JsError> {
    let promise = request::scheme(&text(scheme))?.promise();
    Ok(vec![promise.certain.name().to_owned(), promise.probable.name().to_owned(), promise.condition.to_owned()])
}
