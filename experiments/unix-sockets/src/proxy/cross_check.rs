//! Whether this program's own sockets keep up with wrk: both ask the same nginx, which answers by itself.

use clap::Args;
use harness::schedule::interleaved;
use harness::statistics::{median, ratio_within_rounds};
use harness::{Failure, undisturbed};
use serde_json::{Value, json};
use supervisor::Workplace;

use super::conditions::{Condition, Target};
use super::folder::RUNS;
use super::{machine, turns};

/// The command line of `cross-check`.
#[derive(Debug, Args)]
pub(crate) struct CrossCheckOptions {
    /// How often each of the two loads for a second
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// The seed of the order of the two
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Measures and prints, or prints why not.
pub(super) fn run(options: &CrossCheckOptions) -> Result<(), Failure> {
    let said = match machine::missing() {
        Some(skipped) => json!({ "skipped": skipped }),
        None => measured(options)?,
    };
    harness::say(said)
}

fn measured(options: &CrossCheckOptions) -> Result<Value, Failure> {
    let workplace = Workplace::open(RUNS, &|| Ok(()))?;
    let by_wrk = machine::only_static(&workplace, &|| Ok(()))?;
    let by_ours = Condition { target: Target::StaticByOurs, ..by_wrk.clone() };
    let conditions = [by_ours, by_wrk];
    let mut rates = [Vec::new(), Vec::new()];
    for turn in interleaved(conditions.len(), 0, options.rounds, options.seed) {
        let condition = &conditions[turn.condition];
        // It names the program itself.
        let outcome = undisturbed(|| turns::load(&workplace, condition))??.map_err(Failure::Unexpected)?;
        rates[turn.condition].push(outcome.rate);
    }
    let [ours, theirs] = rates;
    if theirs.contains(&0.0) {
        return Err(Failure::program("wrk", "it got no answers"));
    }
    Ok(json!({
        "ours": env!("CARGO_PKG_NAME"),
        "theirs": "wrk",
        "unit": "requests per second",
        "ratio": ratio_within_rounds(&ours, &theirs),
        "ours_value": median(&ours).value,
        "theirs_value": median(&theirs).value,
    }))
}
