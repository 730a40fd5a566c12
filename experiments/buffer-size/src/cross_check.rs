//! This program's rate beside iperf3's: is the program what limits?

use harness::record::Profile;
use harness::{Failure, Run};
use serde_json::{Value, json};

use crate::conditions::Conditions;
use crate::iperf3;
use crate::measured::measure_all;
use crate::medians::{of_rounds, ratio};
use crate::place::Place;

/// Seed of the order of turns only.
const SEED: u64 = 1;

/// Measures both in turns; the medians and the ratio within rounds as JSON, or what is missing.
pub(crate) fn run() -> Result<Value, Failure> {
    if let Some(missing) = iperf3::missing() {
        return Ok(json!({ "skipped": missing }));
    }
    let rows = measure_all(&Conditions::beside_iperf3(), &Place::here(), None, &Run::silent(Profile::Full, SEED))?;
    let [ours, theirs] = &rows[..] else { unreachable!("two conditions were asked for") };
    let ratio = ratio(&ours.throughputs(), &theirs.throughputs());
    Ok(json!({
        "ours": env!("CARGO_PKG_NAME"),
        "theirs": "iperf3",
        "unit": "bytes per second",
        "ratio": { "n": ratio.n, "value": ratio.value, "low": ratio.low, "high": ratio.high },
        "ours_value": of_rounds(&ours.throughputs()).value,
        "theirs_value": of_rounds(&theirs.throughputs()).value,
    }))
}
