//! One condition, as often and as long as is asked for.

use std::time::Duration;

use clap::Args;
use harness::record::Estimate;
use harness::{Failure, undisturbed};
use serde_json::{Map, Value, json};

use crate::build_directory::BuildDirectory;
use crate::child;
use crate::command::{tool_of, words_of};
use crate::condition::{Condition, Cores, Fix, Language, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::outcome::Outcome;
use crate::survival::curve;
use crate::tally::{Tally, lives, median_to_failure};

/// Children at most.
const MOST_CHILDREN: u32 = 100_000;
/// How long one may live at most, in seconds.
const LONGEST_S: f64 = 60.0;
/// How long one must live at least, in seconds: its limit is counted in milliseconds.
const SHORTEST_S: f64 = 0.001;

/// The settings of one condition.
#[derive(Debug, Clone, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct OneOptions {
    /// The C library
    #[arg(long, value_enum)]
    library: Library,
    /// The call that one thread reads by
    #[arg(long, value_enum)]
    reader: Reader,
    /// The change that another thread makes
    #[arg(long, value_enum)]
    writer: Writer,
    /// The remedy
    #[arg(long, value_enum, default_value = "none")]
    fix: Fix,
    /// The language of the program
    #[arg(long, value_enum, default_value = "c")]
    language: Language,
    /// Where the threads run
    #[arg(long, value_enum, default_value = "free")]
    cores: Cores,
    /// How long a child may live
    #[arg(long, value_name = "S", default_value_t = 0.1)]
    seconds: f64,
    /// How many children
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CHILDREN)))]
    children: u32,
}

/// Lets the children try; the figures as JSON.
pub(crate) fn run(options: &OneOptions) -> Result<Value, Failure> {
    let OneOptions { library, reader, writer, fix, language, cores, seconds, children } = *options;
    let condition = Condition { library, language, reader, writer, fix };
    if let Some(why) = condition.refusal() {
        return Err(Failure::Usage(why.to_owned()));
    }
    if language == Language::Rust && cores != Cores::Free {
        return Err(Failure::Usage(
            "in Rust the threads run where the scheduler puts them: leave out --cores".to_owned(),
        ));
    }
    if !(SHORTEST_S..=LONGEST_S).contains(&seconds) {
        return Err(Failure::Usage(format!("--seconds is {seconds}; it must be from {SHORTEST_S} to {LONGEST_S}")));
    }
    let limit = Duration::from_millis((seconds * 1000.0).round() as u64);
    let tool = tool_of(library);
    let directory = BuildDirectory::of_one(tool)?;
    let ready = &directory.ready[&tool];
    let words = words_of(&Cell::Threads(condition), cores, limit, ready)?;
    let outcomes = (0..children).map(|_| undisturbed(|| child::run(&words, limit))?);
    let outcomes = outcomes.collect::<Result<Vec<Outcome>, Failure>>()?;
    Ok(figures(&outcomes, limit, &ready.version))
}

fn figures(outcomes: &[Outcome], limit: Duration, version: &str) -> Value {
    let tally = Tally::of(outcomes);
    let interval = |estimate: &Estimate| json!({ "value": estimate.value, "low": estimate.low, "high": estimate.high });
    let mut figures = Map::new();
    figures.insert("version".to_owned(), version.into());
    figures.insert("children".to_owned(), tally.children.into());
    figures.insert("limit_seconds".to_owned(), limit.as_secs_f64().into());
    for (name, share) in tally.shares() {
        figures.insert(name.to_owned(), interval(&share));
    }
    let median = median_to_failure(outcomes).as_ref().map(interval);
    figures.insert("median_seconds_to_failure".to_owned(), median.unwrap_or(Value::Null));
    let steps = curve(&lives(outcomes, limit));
    let steps =
        steps.iter().map(|step| json!({ "seconds": step.seconds, "surviving_share": interval(&step.surviving) }));
    figures.insert("survival".to_owned(), steps.collect());
    Value::Object(figures)
}
