//! MiniZinc with Gecode: satisfaction by one door, optimisation by the other.

use std::time::Duration;

use logical_duals_model::tour::{CITIES, Cities};
use logical_duals_model::{Door, Kind, Question};
use supervisor::{ProgramError, Workplace};

use super::{Asked, Replies, Reply, in_rounds};

const LIMIT: Duration = Duration::from_secs(60);
const PETERSEN: &str = include_str!("../programs/petersen.mzn");
const TOUR: &str = include_str!("../programs/tour.mzn");

pub(super) fn ask_all(
    asked: &[Asked<'_>],
    rounds: u32,
    workplace: &Workplace<'_>,
) -> Result<(String, Replies), ProgramError> {
    let version = workplace.run(workplace.command("minizinc").arg("--version"), LIMIT)?.stdout;
    let version = version.lines().next().unwrap_or_default().rsplit("version ").next().unwrap_or_default();
    let replies = in_rounds(asked, rounds, |_, asked, _| ask(asked, workplace))?;
    Ok((version.trim_end_matches(',').to_owned(), replies))
}

fn ask(Asked { case, door }: &Asked<'_>, workplace: &Workplace<'_>) -> Result<Reply, ProgramError> {
    let question = &case.question;
    let mut data = format!("goal={}; is_check={};", question.goal(), *door == Door::Check);
    let program = match question.name() {
        "petersen" => {
            let rows: Vec<String> = Question::edges().iter().map(|(a, b)| format!("{a},{b}")).collect();
            data.push_str(&format!("edges=[|{}|];", rows.join("|")));
            PETERSEN
        }
        _ => {
            let cities = Cities::standard();
            let row = |from| (0..CITIES).map(|to| cities.distance(from, to).to_string()).collect::<Vec<_>>().join(",");
            data.push_str(&format!("distance=[|{}|];", (0..CITIES).map(row).collect::<Vec<_>>().join("|")));
            TOUR
        }
    };
    workplace.write("model.mzn", program)?;
    workplace.write("data.dzn", &data)?;
    let mut command = workplace.command("minizinc");
    command.args(["--solver", "gecode", "--time-limit", "20000", "model.mzn", "data.dzn"]);
    let said = workplace.succeed(&mut command, LIMIT)?;
    let (reached, witness) = read(&said.stdout, question.name() == "tour");
    let kind = if reached.is_some() { Kind::Proof } else { Kind::None };
    Ok(Reply { reached, kind, witness, states: None })
}

/// Reads the last solution. Without the line of a finished search nothing follows but from a witness.
fn read(output: &str, is_tour: bool) -> (Option<bool>, Vec<Vec<u32>>) {
    let is_finished = output.contains("==========");
    if output.contains("=====UNSATISFIABLE=====") {
        return (Some(false), Vec::new());
    }
    let last = output.lines().rev().find(|line| line.starts_with("WITNESS") || *line == "NEVER");
    match last.and_then(|line| line.strip_prefix("WITNESS [")) {
        Some(list) => {
            let numbers: Vec<u32> =
                list.trim_end_matches(']').split(',').filter_map(|number| number.trim().parse().ok()).collect();
            (Some(true), vec![if is_tour { order(&numbers) } else { numbers }])
        }
        None if is_finished && last.is_some() => (Some(false), Vec::new()),
        None => (None, Vec::new()),
    }
}

/// The cities in their order, from the list of each one's next, which counts from 1.
fn order(next: &[u32]) -> Vec<u32> {
    let mut order = vec![0];
    while order.len() < next.len() {
        let last = *order.last().expect("the first is there");
        order.push(next.get(last as usize).map_or(0, |next| next.saturating_sub(1)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_read_and_an_unfinished_search_proves_nothing() {
        assert_eq!(read("WITNESS [2, 3, 1]\n----------\n==========\n", false), (Some(true), vec![vec![2, 3, 1]]));
        assert_eq!(read("WITNESS [2, 3, 1]\n----------\n", true), (Some(true), vec![vec![0, 1, 2]]));
        assert_eq!(read("NEVER\n----------\n==========\n", false), (Some(false), vec![]));
        assert_eq!(read("NEVER\n----------\n", false), (None, vec![]));
        assert_eq!(read("=====UNSATISFIABLE=====\n", false), (Some(false), vec![]));
        assert_eq!(read("=====UNKNOWN=====\n", false), (None, vec![]));
    }

    proptest::proptest! {
        #[test]
        fn fuzz_whatever_is_said_is_read_without_a_panic(
            said in "(WITNESS \\[|NEVER|==========|=====UNKNOWN=====|[0-9, \\]]{0,9}|\\PC{0,9}|\n){0,12}",
            is_tour: bool,
        ) {
            let (reached, witness) = read(&said, is_tour);
            proptest::prop_assert_eq!(reached == Some(true), !witness.is_empty());
        }
    }
}
