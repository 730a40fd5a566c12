//! One question of one tool.

use clap::Args;
use harness::{Failure, undisturbed};
use logical_duals_model::race::{End, Guard, Level, Order, run as race_in_model};
use logical_duals_model::{Bounds, Door, Question};
use serde_json::{Value, json};
use supervisor::Workplace;

use crate::RUNS;
use crate::cases::case;
use crate::databases::{Database, race_one};
use crate::tools::{self, Asked, Reply, Tool};

/// The question, and who is asked.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// The puzzle: jugs, river, river-no-goat, tour or petersen
    #[arg(long, value_name = "NAME")]
    pub puzzle: String,
    /// The goal: litres in the large jug, how many of three across, the longest tour, or how many colours
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub goal: u64,
    /// The door: find ("it can happen") or check ("it never happens")
    #[arg(long, value_name = "DOOR")]
    pub door: String,
    /// The tool: model, z3, z3-spacer, clingo, cp-sat, minizinc, spin, alloy, pyperplan, crosshair, hypothesis, fast-check or proptest
    #[arg(long, value_name = "NAME", default_value = "model")]
    pub tool: String,
    /// No more steps than these; for the tool model alone
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub depth: Option<u64>,
}

/// The harness turns a signal into a flag that `run` reads; here the process ends by it, and the supervisor clears up.
const UNTIL_KILLED: fn() -> Result<(), Failure> = || Ok(());

/// Asks it. `answer` is about the door's own sentence; `kind` is what it is worth. `deepest` is the number of steps to the deepest
/// state: a “no” within at least as many is a proof.
pub(crate) fn measure(options: &OneOptions) -> Result<Value, Failure> {
    let question = Question::parse(&options.puzzle, options.goal).map_err(usage)?;
    let door = Door::parse(&options.door).map_err(usage)?;
    let tool = Tool::parse(&options.tool)?;
    let reply = match (tool, options.depth) {
        (Tool::Model, depth) => {
            let bounds = depth.map_or(Ok(Bounds::NONE), Bounds::within).map_err(usage)?;
            tools::ask_model(&case("one", question.clone()), door, bounds)
        }
        (_, Some(_)) => {
            return Err(Failure::Usage("depth is for the tool model; the others have bounds of their own".into()));
        }
        (tool, None) => ask_tool(tool, question.clone(), door)?,
    };
    let answer = reply.reached.map_or("unknown", |reached| door.answer(reached).name());
    Ok(json!({
        "answer": answer,
        "kind": reply.kind.name(),
        "steps": reply.steps(),
        "witness": if reply.reached == Some(true) { json!(reply.witness) } else { Value::Null },
        "states": reply.states,
        "deepest": case("one", question).deepest(),
    }))
}

fn ask_tool(tool: Tool, question: Question, door: Door) -> Result<Reply, Failure> {
    if !tool.can_ask(question.name()) {
        let puzzles: Vec<&str> = Question::NAMES.into_iter().filter(|name| tool.can_ask(name)).collect();
        let (tool, puzzle) = (tool.key(), question.name());
        return Err(Failure::Usage(format!(
            "{tool} is not asked about {puzzle} here; it is about {}",
            puzzles.join(", ")
        )));
    }
    if tool == Tool::Pyperplan && question.name() != "jugs" && question.goal() != 3 {
        return Err(Failure::Usage("pyperplan is asked about all three across: --goal 3".to_owned()));
    }
    let case = case("one", question);
    let workplace = Workplace::open(RUNS, &UNTIL_KILLED)?;
    match undisturbed(|| tools::ask_all(tool, &[Asked { case: &case, door }], 1, &workplace))? {
        Ok((_, mut replies)) => {
            let reply = replies.remove(&0).and_then(|mut replies| replies.pop());
            let reply = reply.ok_or_else(|| Failure::program(tool.words(), "it gave no answer"))?;
            if reply.reached == Some(true) && !case.question.accepts(&reply.witness) {
                return Err(Failure::program(tool.words(), "its witness does not replay"));
            }
            Ok(reply)
        }
        Err(error) => {
            let why = error.into_reason()?;
            let skipped = tools::skipped(tool, &why);
            Err(Failure::Missing { what: format!("{} cannot be asked: {why}", skipped.what), needs: skipped.needs })
        }
    }
}

/// A race of two transactions.
#[derive(Debug, Clone, Args)]
pub(crate) struct RaceOptions {
    /// The isolation level: read-committed, repeatable-read or serializable
    #[arg(long, value_name = "NAME")]
    pub level: String,
    /// The lock that the trigger takes before it looks: none, for-update or advisory-lock
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub guard: String,
    /// The server: postgresql (the newest that Debian has here) or postgresql-18 (fetched from Maven Central)
    #[arg(long, value_name = "NAME", default_value = "postgresql")]
    pub server: String,
    /// One order, such as 121212; without it all 20
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
}

/// Lets two transactions race on PostgreSQL; how each ended, beside what the model says.
pub(crate) fn race(options: &RaceOptions) -> Result<Value, Failure> {
    let level = Level::parse(&options.level).map_err(usage)?;
    let guard = Guard::parse(&options.guard).map_err(usage)?;
    let server = Database::parse_server(&options.server)?;
    let orders = match &options.order {
        Some(order) => vec![Order::parse(order).map_err(usage)?],
        None => Order::all(),
    };
    let workplace = Workplace::open(RUNS, &UNTIL_KILLED)?;
    let raced = undisturbed(|| race_one(server, level, guard, &orders, &workplace))?;
    let raced = raced.or_else(|error| {
        let what = format!("{} cannot be asked: {}", server.name(), error.into_reason()?);
        Err(Failure::Missing { what, needs: server.needs().to_owned() })
    })?;
    let rows: Vec<Value> = orders
        .iter()
        .zip(&raced)
        .map(|(order, raced)| {
            let model = race_in_model(*order, level, guard);
            json!({
                "order": order.to_string(),
                "ends": raced.ends.map(End::name), "broken": raced.broken,
                "model": { "ends": model.ends.map(End::name), "broken": model.broken },
            })
        })
        .collect();
    let broken = raced.iter().filter(|raced| raced.broken).count();
    Ok(json!({ "broken": broken, "of": orders.len(), "orders": rows }))
}

fn usage(error: impl std::error::Error) -> Failure {
    Failure::Usage(error.to_string())
}
