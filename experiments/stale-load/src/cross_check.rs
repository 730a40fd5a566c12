//! How fast the model is: deques of departures against a heap of events, which gives the same bytes, and natively against
//! WebAssembly.

use std::hint::black_box;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use clap::Args;
use harness::schedule::interleaved;
use harness::statistics::{median, ratio_within_rounds};
use harness::{Failure, undisturbed};
use serde_json::{Value, json};
use stale_load_model::{Information, Repeated, Setting, events};

use crate::conditions::{TWO, usual};

/// The script for Node, from the top of a checkout.
const PROGRAM: &str = "site/findings/stale-load/cross-check.mjs";
/// What is simulated: best of two, fresh.
const SERVERS: u32 = 100;
const UTILISATION: f64 = 0.9;

/// The command line of `cross-check`.
#[derive(Debug, Args)]
pub(crate) struct CrossCheckOptions {
    /// How often each of the contenders simulates
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// How many requests each time
    #[arg(long, default_value_t = 400_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    requests: u32,
    /// The seed of the requests, and of the order of the contenders
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures and prints two comparisons, or one and why not the other.
pub(crate) fn run(options: &CrossCheckOptions) -> Result<(), Failure> {
    let setting = usual(SERVERS, UTILISATION, TWO, Information::Fresh);
    let mut node = Node::start();
    let contenders = if node.is_ok() { 3 } else { 2 };
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    // The first round warms up, and lets Node compile.
    for turn in interleaved(contenders, 1, options.rounds, options.seed) {
        let seconds = undisturbed(|| match (turn.condition, &mut node) {
            (0, _) => Ok(timed(|| deques(&setting, options))),
            (1, _) => {
                Ok(timed(|| black_box(events::run(&setting, options.requests, 0, options.seed, 0)).times().len()))
            }
            (_, Ok(node)) => node.time(options),
            (_, Err(_)) => unreachable!("without Node there are two contenders"),
        })??;
        if !turn.warm_up {
            rates[turn.condition].push(f64::from(options.requests) / seconds);
        }
    }
    let [deques, heap, wasm] = rates;
    let against = |theirs: &str, rates: &[f64]| {
        json!({
            "ours": "queues as deques",
            "theirs": theirs,
            "unit": "requests per second",
            "ratio": ratio_within_rounds(&deques, rates),
            "ours_value": median(&deques).value,
            "theirs_value": median(rates).value,
        })
    };
    let in_wasm = match node {
        Ok(_) => against("the same in WebAssembly", &wasm),
        Err(why) => {
            json!({ "skipped": { "what": "WebAssembly", "why": why, "needs": "Node and a built site, within a checkout" } })
        }
    };
    harness::say(Value::from(vec![against("a heap of events", &heap), in_wasm]))
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// Simulates by deques, as the page's WebAssembly does, too.
fn deques(setting: &Setting, options: &CrossCheckOptions) -> bool {
    Repeated::new(setting, options.requests, 1, 0, options.seed).advance(options.requests)
}

/// A Node that simulates in WebAssembly: it says `ready` once, and then answers each line `servers utilisation requests seed` by one
/// with the seconds that it took, by its own clock.
struct Node {
    child: Child,
    /// Closed to end it.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Node {
    /// Starts it, or says why there is none.
    fn start() -> Result<Self, String> {
        let here = std::env::current_dir().map_err(|error| error.to_string())?;
        let root = here.ancestors().find(|folder| folder.join(PROGRAM).is_file());
        let root = root.ok_or("the run did not start inside a checkout")?;
        let mut child = Command::new("node")
            .arg(PROGRAM)
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node could not be started: {error}"))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("node has no standard input and output".to_owned());
        };
        let mut node = Self { child, questions: Some(questions), answers: BufReader::new(answers) };
        match node.line() {
            Ok(line) if line == "ready" => Ok(node),
            Ok(line) if !line.is_empty() => Err(line),
            _ => Err("node did not start".to_owned()),
        }
    }

    fn time(&mut self, options: &CrossCheckOptions) -> Result<f64, Failure> {
        let lost = |what: &str| Failure::program("node", format!("the turn in WebAssembly ended: {what}"));
        let questions = self.questions.as_mut().ok_or_else(|| lost("its input is closed"))?;
        writeln!(questions, "{SERVERS} {UTILISATION} {} {}", options.requests, options.seed)
            .map_err(|error| lost(&error.to_string()))?;
        let answer = self.line().map_err(|error| lost(&error.to_string()))?;
        answer.parse().map_err(|_| lost(&answer))
    }

    fn line(&mut self) -> std::io::Result<String> {
        harness::line(&mut self.answers)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // At the end of its input it ends.
        drop(self.questions.take());
        let _ = self.child.wait();
    }
}
