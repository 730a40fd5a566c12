//! Threads that read a clock: the simulator, its estimate, identifiers, birthdays, and counts of a browser's own readings.

pub mod request;

use models::clock::birthday::{self, Stamped};
use models::clock::count::count;
use models::clock::estimate::{self, simple_share};

use models::clock::{Readers, readers};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** How identifiers are made of a clock's readings. */
export type SchemeName =
  | 'timestamp' | 'thread-bits' | 'increasing' | 'hybrid' | 'uuid-v7' | 'uuid-v7-counter' | 'ulid' | 'snowflake';
"#;

fn thrown(error: impl std::error::Error) -> JsError {
    JsError::new(&error.to_string())
}

/// Threads that read a clock. All quantities are whole numbers within the model's limits; a setter checks nothing, what uses
/// the setup does.
#[wasm_bindgen]
pub struct ClockSetup(request::Numbers);

#[wasm_bindgen]
impl ClockSetup {
    /// `threads` threads with a core each, a clock that advances by `stepPs` and is reported in multiples of `unitNs`, and
    /// reads that take `costPs`, give or take `jitterPs`. Phases are random, residues equal.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: f64, step_ps: f64, unit_ns: f64, cost_ps: f64, jitter_ps: f64) -> Self {
        Self(request::Numbers::new(threads, step_ps, unit_ns, cost_ps, jitter_ps))
    }

    /// When each thread starts, in picoseconds within the cost of a read; repeated from the start where too short. An empty
    /// list starts all at once.
    #[wasm_bindgen(js_name = setPhases)]
    pub fn set_phases(&mut self, phases_ps: Vec<f64>) {
        self.0.phases_ps = Some(phases_ps);
    }

    /// Each core's counter residue, in picoseconds within a step; repeated from the start where too short.
    #[wasm_bindgen(js_name = setResidues)]
    pub fn set_residues(&mut self, residues_ps: Vec<f64>) {
        self.0.residues_ps = residues_ps;
    }

    /// The machine: cores, hardware threads of each, how much longer a read takes beside a busy one (in thousandths: 1000 is
    /// no longer), and the time slice of threads that queue, in picoseconds.
    #[wasm_bindgen(js_name = setMachine)]
    pub fn set_machine(&mut self, cores: f64, hardware_threads: f64, sharing_permille: f64, slice_ps: f64) {
        self.0.machine = [cores, hardware_threads, sharing_permille, slice_ps];
    }

    fn readers(&self) -> Result<Readers, JsError> {
        self.0.readers().map_err(thrown)
    }

    /// Every thread's first `readings` readings: time in picoseconds, value in nanoseconds, and so on, one thread after the
    /// other.
    pub fn trace(&self, seed: f64, readings: f64) -> Result<Vec<f64>, JsError> {
        let seed = crate::request::seed(seed).map_err(thrown)?;
        let readings = request::whole("readings", readings, 0..=readers::MAX_TRACE).map_err(thrown)?;
        let trace = self.readers()?.trace(seed, readings).map_err(thrown)?;
        Ok(trace.iter().flatten().flat_map(|reading| [reading.at_ps as f64, reading.value_ns as f64]).collect())
    }

    /// Counts over `samples` readings of each thread.
    pub fn simulate(&self, seed: f64, samples: f64) -> Result<ClockCounts, JsError> {
        let seed = crate::request::seed(seed).map_err(thrown)?;
        let samples = request::whole("samples", samples, 1..=readers::MAX_SAMPLES).map_err(thrown)?;
        let outcome = self.readers()?.simulate(seed, samples).map_err(thrown)?;
        Ok(ClockCounts {
            per_sample: outcome.collisions.share_per_sample(),
            as_published: outcome.collisions.share_as_published(),
            equal_neighbours: outcome.neighbours.equal_share(),
        })
    }

    /// The shares that the closed form estimates: per sample, then as published.
    pub fn estimate(&self) -> Result<Vec<f64>, JsError> {
        let estimate = estimate::estimate(self.readers()?.setup());
        Ok(vec![estimate.per_sample, estimate.as_published])
    }

    /// The identifiers that a scheme makes of every thread's first `readings` readings, in hexadecimal, one thread after the
    /// other as in `trace`. They are made in the order of time, by one process.
    pub fn identifiers(
        &self,
        seed: f64,
        readings: f64,
        #[wasm_bindgen(unchecked_param_type = "SchemeName")] scheme: &str,
    ) -> Result<Vec<String>, JsError> {
        let seed = crate::request::seed(seed).map_err(thrown)?;
        let readings = request::whole("readings", readings, 0..=readers::MAX_TRACE).map_err(thrown)?;
        let scheme = request::scheme(scheme).map_err(thrown)?;
        request::identifiers(&self.readers()?, seed, readings, scheme).map_err(thrown)
    }
}

/// What readings have in common.
#[wasm_bindgen]
pub struct ClockCounts {
    per_sample: f64,
    as_published: f64,
    equal_neighbours: f64,
}

#[wasm_bindgen]
impl ClockCounts {
    /// Samples whose value another thread read too.
    #[wasm_bindgen(getter = perSample)]
    pub fn per_sample(&self) -> f64 {
        self.per_sample
    }

    /// Each coincidence once, of all samples.
    #[wasm_bindgen(getter = asPublished)]
    pub fn as_published(&self) -> f64 {
        self.as_published
    }

    /// Neighbours within a thread that are equal.
    #[wasm_bindgen(getter = equalNeighbours)]
    pub fn equal_neighbours(&self) -> f64 {
        self.equal_neighbours
    }
}

/// Counts readings that were really made: all threads' one after the other, with the length of each. Readings that are not
/// whole numbers are compared as they are.
#[wasm_bindgen(js_name = countReadings)]
pub fn count_readings(readings: &[f64], lengths: &[u32]) -> Result<ClockCounts, JsError> {
    let threads = request::split(readings, lengths).map_err(thrown)?;
    let neighbours = request::neighbours(&threads);
    let sorted = threads.into_iter().map(|mut thread| {
        thread.sort_unstable();
        thread.into_iter()
    });
    let collisions = count(sorted).map_err(thrown)?;
    Ok(ClockCounts {
        per_sample: collisions.share_per_sample(),
        as_published: collisions.share_as_published(),
        equal_neighbours: neighbours.equal_share(),
    })
}

/// The share per sample by the simple formula, 1 - (1 - granularity / cost)^(threads - 1).
#[wasm_bindgen(js_name = simpleCollisionShare)]
pub fn simple_collision_share(threads: f64, granularity: f64, cost: f64) -> Result<f64, JsError> {
    let threads = request::whole("threads", threads, 1..=readers::MAX_THREADS).map_err(thrown)?;
    request::positive("granularity", granularity).map_err(thrown)?;
    request::positive("cost", cost).map_err(thrown)?;
    Ok(simple_share(threads as u32, granularity, cost))
}

/// The probability of a duplicate among `n` values of `d`: at least, at most.
#[wasm_bindgen(js_name = birthdayProbability)]
pub fn birthday_probability(n: f64, d: f64) -> Vec<f64> {
    let bounds = birthday::duplicate_probability(n, d);
    vec![bounds.low, bounds.high]
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
    let stamped = stamped(granularity_seconds, random_bits, machines)?;
    stamped.duplicate_probability(rate, seconds).map_err(thrown)
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
    stamped(granularity_seconds, random_bits, machines)?.rate_for_risk(risk, seconds).map_err(thrown)
}

fn stamped(granularity_seconds: f64, random_bits: f64, machines: f64) -> Result<Stamped, JsError> {
    let bits = request::whole("random bits", random_bits, 0..=birthday::MAX_RANDOM_BITS.into()).map_err(thrown)?;
    Stamped::new(granularity_seconds, bits as u32, machines).map_err(thrown)
}

/// What a scheme promises: how far identifiers surely differ, how far they differ but for chance, and on what condition.
#[wasm_bindgen(js_name = schemePromise)]
pub fn scheme_promise(
    #[wasm_bindgen(unchecked_param_type = "SchemeName")] scheme: &str,
) -> Result<Vec<String>, JsError> {
    let promise = request::scheme(scheme).map_err(thrown)?.promise();
    Ok(vec![promise.certain.name().to_owned(), promise.probable.name().to_owned(), promise.condition.to_owned()])
}
