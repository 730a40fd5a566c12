//! Spin: a checker, which finds by checking that there is nothing to find.

use std::collections::BTreeMap;
use std::time::Duration;

use logical_duals_model::Kind;
use supervisor::{ProgramError, Workplace};

use super::{Asked, Replies, Reply, in_rounds};
use crate::cases::Case;

const LIMIT: Duration = Duration::from_secs(60);
const JUGS: &str = include_str!("../programs/jugs.pml");
const RIVER: &str = include_str!("../programs/river.pml");

pub(super) fn ask_all(
    asked: &[Asked<'_>],
    rounds: u32,
    workplace: &Workplace<'_>,
) -> Result<(String, Replies), ProgramError> {
    let version = workplace.run(workplace.command("spin").arg("-V"), LIMIT)?.stdout;
    let mut made: BTreeMap<&str, Made> = BTreeMap::new();
    for Asked { case, .. } in asked {
        if !made.contains_key(case.key) {
            made.insert(case.key, Made::compile(case, workplace)?);
        }
    }
    let replies = in_rounds(asked, rounds, |_, Asked { case, .. }, _| made[case.key].ask(workplace))?;
    Ok((version.trim_start_matches("Spin Version ").split_whitespace().next().unwrap_or_default().to_owned(), replies))
}

/// A verifier that Spin wrote and a C compiler compiled, in a folder of its own.
struct Made {
    folder: String,
    definitions: Vec<String>,
}

impl Made {
    fn compile(case: &Case, workplace: &Workplace<'_>) -> Result<Self, ProgramError> {
        let folder = format!("spin-{}", case.key);
        workplace.make(&folder)?;
        let name = case.question.name();
        let rides = u32::from(name != "river-no-goat");
        workplace.write(&format!("{folder}/model.pml"), if name == "jugs" { JUGS } else { RIVER })?;
        let made =
            Self { folder, definitions: vec![format!("-DGOAL={}", case.question.goal()), format!("-DRIDES={rides}")] };
        let mut spin = made.command("spin", workplace);
        workplace.succeed(spin.args(&made.definitions).args(["-a", "model.pml"]), LIMIT)?;
        // REACH and -i: the shortest counterexample.
        let mut compiler = made.command("gcc", workplace);
        workplace.succeed(compiler.args(["-O1", "-w", "-DREACH", "-o", "pan", "pan.c"]), LIMIT)?;
        Ok(made)
    }

    fn command(&self, program: &str, workplace: &Workplace<'_>) -> std::process::Command {
        let folder = workplace.folder().join(&self.folder);
        let program = if program == "pan" { folder.join(program) } else { program.into() };
        let mut command = workplace.command(program);
        command.current_dir(folder);
        command
    }

    fn ask(&self, workplace: &Workplace<'_>) -> Result<Reply, ProgramError> {
        let said = workplace.run(self.command("pan", workplace).args(["-i", "-E"]), LIMIT)?;
        let (errors, states) = result(&said.stdout)
            .ok_or_else(|| ProgramError::Unusable("Spin's verifier said nothing of errors and states".to_owned()))?;
        let mut reply =
            Reply { reached: Some(errors > 0), kind: Kind::Proof, witness: Vec::new(), states: Some(states) };
        if errors > 0 {
            let mut replay = self.command("spin", workplace);
            // The status says that the property failed, as is asked for.
            let trail = workplace.run(replay.args(&self.definitions).args(["-t", "model.pml"]), LIMIT)?;
            reply.witness = trail.stdout.lines().filter_map(state).collect();
        } else if said.stdout.contains("max search depth too small") {
            reply.kind = Kind::Bounded;
        }
        Ok(reply)
    }
}

/// How many errors it found, and how many states it stored.
fn result(output: &str) -> Option<(u64, u64)> {
    let errors = output.lines().find_map(|line| line.split_once("errors: ")?.1.trim().parse().ok())?;
    let states = output.lines().find_map(|line| line.split_once(" states, stored")?.0.trim().parse().ok())?;
    Some((errors, states))
}

/// A state that the model prints.
fn state(line: &str) -> Option<Vec<u32>> {
    line.trim().strip_prefix("STATE ")?.split(' ').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verifiers_result_is_read() {
        let said = "State-vector 28 byte, depth reached 29, errors: 2\n       17 states, stored\n";
        assert_eq!(result(said), Some((2, 17)));
        assert_eq!(result("errors: many"), None);
        assert_eq!(state("          STATE 5 0"), Some(vec![5, 0]));
        assert_eq!(state("STATE 5 x"), None);
    }

    proptest::proptest! {
        #[test]
        fn fuzz_whatever_is_said_is_read_without_a_panic(said in "(errors: |[0-9]{0,25}| states, stored|STATE |\\PC{0,9}|\n){0,12}") {
            let _ = (result(&said), state(&said));
        }
    }
}
