//! The browser's side of the race: a program that runs one turn for each line it reads.

use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use harness::Failure;
use load_balancing_model::{Placement, Strategy};

use crate::cases::{Case, Contender};

/// From the top of a checkout.
const PROGRAM: &str = "site/scripts/bench-browser.mjs";

/// A browser that waits for turns.
///
/// It says `ready` once. Then each line `contender strategy items servers seed repetitions` is answered by a line with the
/// seconds that the turn took by the browser's own clock, so that the way there and back is not counted.
pub(crate) struct Browser {
    child: Child,
    /// Closed to end it.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Browser {
    /// Starts the browser, or says why there is none.
    pub(crate) fn start() -> Result<Self, String> {
        let here = std::env::current_dir().map_err(|error| error.to_string())?;
        let root: PathBuf = here
            .ancestors()
            .find(|folder| folder.join(PROGRAM).is_file())
            .ok_or_else(|| "the run did not start inside a checkout".to_owned())?
            .to_owned();
        let mut child = Command::new("node")
            .arg(PROGRAM)
            .current_dir(root)
            // That it reads TypeScript is an experiment of its own, which nobody here needs to be told.
            .env("NODE_NO_WARNINGS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node could not be started: {error}"))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("node has no standard input and output".to_owned());
        };
        let mut browser = Self { child, questions: Some(questions), answers: BufReader::new(answers) };
        match browser.line() {
            Ok(line) if line == "ready" => Ok(browser),
            Ok(line) if !line.is_empty() => Err(line),
            _ => Err("the browser did not start".to_owned()),
        }
    }

    /// How long a turn takes in the browser, in seconds.
    pub(crate) fn time(
        &mut self,
        case: &Case,
        contender: Contender,
        seed: u64,
        repetitions: u32,
    ) -> Result<f64, Failure> {
        let contender = match contender {
            Contender::Wasm => "wasm",
            Contender::PortableWasm => "portable-wasm",
            _ => "javascript",
        };
        let Case { items, servers, strategy, .. } = case;
        let strategy = strategy.name();
        let question = format!("{contender} {strategy} {items} {servers} {seed} {repetitions}\n");
        let answer = self.ask(&question)?;
        answer.parse().map_err(|_| lost(&answer))
    }

    /// How long the browser's workers, one for each core, take for so many repetitions of every row, in seconds. A row has with it
    /// how many repetitions of it a worker does at a time.
    pub(crate) fn table(&mut self, rows: &[(Placement, u32)], seed: u64, repetitions: u32) -> Result<f64, Failure> {
        let mut question = format!("table {repetitions} {seed}");
        for (row, at_once) in rows {
            question += &format!(" {} {} {} {at_once}", row.strategy().name(), row.items(), row.servers());
        }
        let answer = self.ask(&(question + "\n"))?;
        answer.parse().map_err(|_| lost(&answer))
    }

    /// For each of some moves of one of the lab's rulers: the seconds until the final figures, and those of the longest task.
    pub(crate) fn move_ruler(
        &mut self,
        strategy: Strategy,
        ruler: &str,
        moves: u32,
    ) -> Result<(Vec<f64>, Vec<f64>), Failure> {
        let answer = self.ask(&format!("lab {} {ruler} {moves}\n", strategy.name()))?;
        let seconds = |text: &str| text.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>();
        match answer.split_once('/').map(|(updates, tasks)| (seconds(updates), seconds(tasks))) {
            Some((Ok(updates), Ok(tasks))) if updates.len() == moves as usize && tasks.len() == updates.len() => {
                Ok((updates, tasks))
            }
            _ => Err(lost(&answer)),
        }
    }

    fn ask(&mut self, question: &str) -> Result<String, Failure> {
        let questions = self.questions.as_mut().ok_or_else(|| lost("its input is closed"))?;
        questions.write_all(question.as_bytes()).map_err(|error| lost(&error.to_string()))?;
        self.line().map_err(|error| lost(&error.to_string()))
    }

    fn line(&mut self) -> std::io::Result<String> {
        harness::line(&mut self.answers)
    }
}

fn lost(what: &str) -> Failure {
    Failure::program("the browser", format!("its turn ended: {what}"))
}

impl Drop for Browser {
    fn drop(&mut self) {
        // At the end of its input it closes the browser and ends.
        drop(self.questions.take());
        let _ = self.child.wait();
    }
}
