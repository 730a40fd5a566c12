//! Solvers and testers that are asked by lines of JSON: those from PyPI by `programs/solvers.py`, fast-check by
//! `programs/fast_check.mjs`.

use std::collections::BTreeMap;
use std::time::Duration;

use logical_duals_model::tour::{CITIES, Cities};
use logical_duals_model::{Kind, Question};
use serde_json::{Value, json};
use supervisor::{ProgramError, Workplace};

use super::{Asked, BUDGETS, Replies, Reply, STEPS, Tester, Tool, fast_check, numbers, python};

/// How long one of them may take for all that it is asked.
const LIMIT: Duration = Duration::from_secs(280);
/// More questions than are ever asked in a round: a tester's seed is the question's number.
const MOST_ASKED: u64 = 1000;

/// Formulas for Z3, by their keys in the script.
const FORMULAS: [&str; 4] = ["positive", "not-positive", "de-morgan", "square-on-32-bits"];

/// Asks by lines of JSON, and gives its version and its answers.
fn talk(tool: Tool, questions: &[Value], workplace: &Workplace<'_>) -> Result<(String, Vec<Value>), ProgramError> {
    let mut command = match tool {
        Tool::FastCheck => fast_check::command(workplace)?,
        _ => python::command(tool, workplace)?,
    };
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let said = workplace.run(command.stdin(workplace.input(&lines)?), LIMIT)?;
    let failed = || ProgramError::Unusable(format!("{} ended with {}", tool.words(), said.status));
    let mut answers = said.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let version = answers.next().and_then(|first| Some(first["version"].as_str()?.to_owned())).ok_or_else(failed)?;
    let answers: Vec<Value> = answers.collect();
    if !said.status.success() || answers.len() != questions.len() {
        return Err(failed());
    }
    Ok((version, answers))
}

fn question_of(Asked { case, door }: &Asked<'_>) -> Value {
    let cities = Cities::standard();
    let row = |from| (0..CITIES).map(|to| cities.distance(from, to)).collect::<Vec<_>>();
    let mut question = json!({
        "puzzle": case.question.name(), "goal": case.question.goal(), "door": door.name(), "steps": STEPS,
        "edges": Question::edges().iter().map(|(a, b)| [a, b]).collect::<Vec<_>>(),
    });
    if case.question.name() == "tour" {
        question["distances"] = json!((0..CITIES).map(row).collect::<Vec<_>>());
    }
    question
}

pub(super) fn ask_all(
    tool: Tool,
    asked: &[Asked<'_>],
    rounds: u32,
    workplace: &Workplace<'_>,
) -> Result<(String, Replies), ProgramError> {
    let mut questions = Vec::new();
    for round in 0..rounds {
        for (place, asked) in asked.iter().enumerate() {
            let mut question = question_of(asked);
            question["seed"] = json!(u64::from(round) * MOST_ASKED + place as u64);
            questions.push(question);
        }
    }
    let (version, answers) = talk(tool, &questions, workplace)?;
    let mut replies = Replies::new();
    for (number, answer) in answers.iter().enumerate() {
        let reply = reply(answer)
            .ok_or_else(|| ProgramError::Unusable(format!("{} gave an answer that is none: {answer}", tool.words())))?;
        replies.entry(number % asked.len()).or_default().push(reply);
    }
    Ok((version, replies))
}

pub(super) fn reply(answer: &Value) -> Option<Reply> {
    let kind = match answer["worth"].as_str()? {
        "proof" => Kind::Proof,
        "bounded" => Kind::Bounded,
        "none" => Kind::None,
        _ => return None,
    };
    Some(Reply { reached: answer["reached"].as_bool(), kind, witness: numbers(&answer["witness"]), states: None })
}

pub(super) fn ask_formulas(workplace: &Workplace<'_>) -> Result<Vec<(&'static str, Option<bool>)>, ProgramError> {
    let questions =
        FORMULAS.map(|formula| json!({ "puzzle": "formula", "goal": 0, "door": "check", "formula": formula }));
    let (_, answers) = talk(Tool::Z3, &questions, workplace)?;
    Ok(FORMULAS.into_iter().zip(answers.iter().map(|answer| answer["reached"].as_bool())).collect())
}

pub(super) fn misses(
    tester: Tester,
    testers: u32,
    seed: u64,
    workplace: &Workplace<'_>,
) -> Result<BTreeMap<(u64, u64), u32>, ProgramError> {
    let mut missed = BTreeMap::new();
    for (moves, budget) in tester.lengths().into_iter().flat_map(|moves| BUDGETS.map(|budget| (moves, budget))) {
        let question = |number| {
            let seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number)) % (1 << 32);
            json!({
                "puzzle": "jugs", "goal": 4, "door": "check", "seed": seed, "budget": budget, "moves": moves,
                "stateful": tester == Tester::HypothesisStateful,
            })
        };
        let questions: Vec<Value> = (0..super::testers_of(tester, testers, moves, budget)).map(question).collect();
        let (_, answers) = talk(tester.tool(), &questions, workplace)?;
        let misses = answers.iter().filter(|answer| answer["reached"].as_bool() != Some(true)).count();
        missed.insert((moves, budget), misses as u32);
    }
    Ok(missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_and_anything_else_is_none() {
        let said = json!({ "reached": false, "worth": "bounded", "witness": [] });
        let read = reply(&said).unwrap();
        assert_eq!((read.reached, read.kind, read.witness.len()), (Some(false), Kind::Bounded, 0));
        for wrong in [json!(null), json!([]), json!({ "worth": "much" }), json!({ "reached": true })] {
            assert_eq!(reply(&wrong), None);
        }
    }
}
