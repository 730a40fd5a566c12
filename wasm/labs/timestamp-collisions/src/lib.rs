//! What the timestamp-collisions lab calls: threads that read a clock, identifiers made of the readings, and birthdays, behind
//! a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. `from_js` and [`request`] turn it into the models' values; the latter knows nothing of JavaScript and is tested
//! natively.

pub mod request;

use from_js::{Floats, Integers, floats, integers, text, whole, whole32};
use request::{Run, from_zero};
use timestamp_collisions_model::birthday::{self, Bounds, Stamped};
use timestamp_collisions_model::estimate;
use timestamp_collisions_model::identifiers::Scheme;
use timestamp_collisions_model::readers::{
    MAX_CORES, MAX_COST_PS, MAX_HARDWARE_THREADS, MAX_SAMPLES, MAX_SHARING_PERMILLE, MAX_STEP_PS, MAX_THREADS,
    MAX_TRACE, MAX_UNIT_NS, Readers, Setup,
};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// How identifiers are made of a clock's readings.
    SchemeName "SchemeName" = Scheme::NAMES;
}

/// The models' largest numbers, as JSON: `site/wasm-pkg/timestamp-collisions/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    format!(
        r#"{{"threads":{MAX_THREADS},"stepPs":{MAX_STEP_PS},"unitNs":{MAX_UNIT_NS},"costPs":{MAX_COST_PS},"hardwareThreads":{MAX_HARDWARE_THREADS},"sharingPermille":{MAX_SHARING_PERMILLE},"samples":{MAX_SAMPLES},"trace":{MAX_TRACE}}}"#
    )
}

/// Threads that read a clock. All quantities are whole numbers; their limits are checked when the setup is used, because those
/// of some depend on others.
#[wasm_bindgen]
pub struct ClockSetup(Setup);

#[wasm_bindgen]
impl ClockSetup {
    /// `threads` threads with a core each, a clock that advances by `stepPs` picoseconds and is reported in multiples of
    /// `unitNs` nanoseconds, and reads that take `costPs` picoseconds, give or take `jitterPs`. Phases are random, residues
    /// equal.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: f64, step_ps: f64, unit_ns: f64, cost_ps: f64, jitter_ps: f64) -> Result<ClockSetup, JsError> {
        Ok(Self(request::clock(threads, step_ps, unit_ns, cost_ps, jitter_ps)?))
    }

    /// When each thread starts, in picoseconds within the cost of a read; repeated from the start where too short. An empty
    /// list starts all at once.
    #[wasm_bindgen(js_name = setPhases)]
    pub fn set_phases(&mut self, phases_ps: &Floats) -> Result<(), JsError> {
        self.0.phases = request::offsets("phase (ps)", &floats("phases", phases_ps, MAX_THREADS)?)?;
        Ok(())
    }

    /// Each core's counter residue, in picoseconds within a step; repeated from the start where too short. An empty list
    /// makes all equal.
    #[wasm_bindgen(js_name = setResidues)]
    pub fn set_residues(&mut self, residues_ps: &Floats) -> Result<(), JsError> {
        self.0.residues = request::offsets("residue (ps)", &floats("residues", residues_ps, MAX_CORES.into())?)?;
        Ok(())
    }

    /// The machine: cores, hardware threads of each, how much longer a read takes beside a busy one (in thousandths: 1000 is
    /// no longer), and the time slice of threads that queue, in picoseconds.
    #[wasm_bindgen(js_name = setMachine)]
    pub fn set_machine(
        &mut self,
        cores: f64,
        hardware_threads: f64,
        sharing_permille: f64,
        slice_ps: f64,
    ) -> Result<(), JsError> {
        self.0 = request::on_machine(&self.0, cores, hardware_threads, sharing_permille, slice_ps)?;
        Ok(())
    }

    /// Every thread's first `readings` readings, at most 10,000, one thread after the other.
    pub fn trace(&self, seed: f64, readings: f64) -> Result<Trace, JsError> {
        let trace = self.readers()?.trace(from_js::seed(seed)?, whole("readings", readings)?)?;
        let all = trace.iter().flatten();
        let (at_ps, values) = all.map(|reading| (reading.at_ps as f64, reading.value_ns as f64)).unzip();
        Ok(Trace { at_ps, values })
    }

    /// Counts over `samples` readings of each thread, 1 to 20 million.
    pub fn simulate(&self, seed: f64, samples: f64) -> Result<ClockCounts, JsError> {
        let outcome = self.readers()?.simulate(from_js::seed(seed)?, whole("samples", samples)?)?;
        Ok(ClockCounts {
            samples: outcome.collisions.share_per_sample(),
            published: outcome.collisions.share_as_published(),
            equal_neighbours: outcome.neighbours.equal_share(),
        })
    }

    /// The closed form's estimate of what `simulate` counts.
    pub fn estimate(&self) -> Result<Shares, JsError> {
        let estimate = estimate::estimate(self.readers()?.setup());
        Ok(Shares { samples: estimate.per_sample, published: estimate.as_published })
    }

    /// The identifiers that a scheme makes of every thread's first `readings` readings, in hexadecimal, one thread after the
    /// other as in `trace`. They are made in the order of time, by one process.
    pub fn identifiers(&self, seed: f64, readings: f64, scheme: &SchemeName) -> Result<Vec<String>, JsError> {
        let (seed, readings) = (from_js::seed(seed)?, whole("readings", readings)?);
        Ok(request::identifiers(&self.readers()?, seed, readings, Scheme::parse(&text(scheme))?)?)
    }

    fn readers(&self) -> Result<Readers, JsError> {
        Ok(Readers::new(self.0.clone())?)
    }
}

/// Readings of several threads, one thread after the other.
#[wasm_bindgen(getter_with_clone)]
pub struct Trace {
    /// When each was read, in picoseconds.
    #[wasm_bindgen(readonly, js_name = atPs)]
    pub at_ps: Vec<f64>,
    /// What the clock said, in nanoseconds.
    #[wasm_bindgen(readonly)]
    pub values: Vec<f64>,
}

/// A share of samples that collide, by both definitions.
#[wasm_bindgen]
pub struct Shares {
    /// Share of the samples whose value another thread read too.
    #[wasm_bindgen(readonly)]
    pub samples: f64,
    /// The share as it was published: a value that m threads read counts m - 1 times, divided by all samples.
    #[wasm_bindgen(readonly)]
    pub published: f64,
}

/// What the readings of several threads have in common.
#[wasm_bindgen]
pub struct ClockCounts {
    /// Share of the samples whose value another thread read too.
    #[wasm_bindgen(readonly)]
    pub samples: f64,
    /// The share as it was published: a value that m threads read counts m - 1 times, divided by all samples.
    #[wasm_bindgen(readonly)]
    pub published: f64,
    /// Share of the pairs of readings, one right after the other in a thread, that are equal.
    #[wasm_bindgen(readonly, js_name = equalNeighbours)]
    pub equal_neighbours: f64,
}

/// The most runs of readings that a thread's list can have.
const MAX_RUNS: u64 = 1 << 24;

/// Counts what several threads, or workers, read of a clock. It takes runs of equal readings, so that a second of them fits.
#[wasm_bindgen]
#[derive(Default)]
pub struct ReadingsCounter(Vec<Vec<Run>>);

#[wasm_bindgen]
impl ReadingsCounter {
    /// A counter without threads.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a thread: the values it read, in ascending order, and how often it read each.
    pub fn add(&mut self, values: &Floats, times: &Integers) -> Result<(), JsError> {
        self.0.push(runs(values, times)?);
        Ok(())
    }

    /// Counts the readings that the threads have in common.
    pub fn count(&self) -> Result<Collisions, JsError> {
        let counted = request::collisions(&self.0)?;
        Ok(Collisions { colliding: counted.colliding as f64, coincidences: counted.coincidences as f64 })
    }
}

/// The published share counts `coincidences`, the share per sample `colliding`; both are out of all readings.
#[wasm_bindgen]
pub struct Collisions {
    /// Readings whose value another thread read too.
    #[wasm_bindgen(readonly)]
    pub colliding: f64,
    /// Over all values: the threads that read it, less one.
    #[wasm_bindgen(readonly)]
    pub coincidences: f64,
}

/// How a thread's readings follow one another.
#[wasm_bindgen]
pub struct Neighbours {
    /// Pairs of readings, one right after the other.
    #[wasm_bindgen(readonly)]
    pub pairs: f64,
    /// Pairs of equal readings.
    #[wasm_bindgen(readonly)]
    pub equal: f64,
    /// Pairs in which the clock stepped back.
    #[wasm_bindgen(readonly)]
    pub backward: f64,
}

/// How one thread's readings follow one another: the values in the order they were read, and how often in a row each was.
#[wasm_bindgen(js_name = countNeighbours)]
pub fn count_neighbours(values: &Floats, times: &Integers) -> Result<Neighbours, JsError> {
    let counted = request::neighbours(&runs(values, times)?);
    let (pairs, equal, backward) = (counted.pairs as f64, counted.equal as f64, counted.backward as f64);
    Ok(Neighbours { pairs, equal, backward })
}

fn runs(values: &JsValue, times: &JsValue) -> Result<Vec<Run>, JsError> {
    Ok(request::runs(&floats("values", values, MAX_RUNS)?, &integers("times", times, MAX_RUNS)?)?)
}

/// The probability of a duplicate among `n` values drawn from `d`.
#[wasm_bindgen(js_name = birthdayProbability)]
pub fn birthday_probability(n: f64, d: f64) -> Result<Bounds, JsError> {
    let (n, d) = (from_zero("values drawn", n)?, from_zero("values to draw from", d)?);
    Ok(birthday::duplicate_probability(n, d))
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
    Ok(Stamped::new(granularity_seconds, whole32("random bits", random_bits)?, machines)?)
}

/// What a scheme promises.
#[wasm_bindgen(getter_with_clone)]
pub struct SchemePromise {
    /// How far identifiers surely differ.
    #[wasm_bindgen(readonly)]
    pub certain: String,
    /// How far they differ but for chance.
    #[wasm_bindgen(readonly)]
    pub probable: String,
    /// What has to hold for that.
    #[wasm_bindgen(readonly)]
    pub condition: String,
}

/// What a scheme promises.
#[wasm_bindgen(js_name = schemePromise)]
pub fn scheme_promise(scheme: &SchemeName) -> Result<SchemePromise, JsError> {
    let promise = Scheme::parse(&text(scheme))?.promise();
    Ok(SchemePromise {
        certain: promise.certain.name().to_owned(),
        probable: promise.probable.name().to_owned(),
        condition: promise.condition.to_owned(),
    })
}
