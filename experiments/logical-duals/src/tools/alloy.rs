//! Alloy, a model finder for scopes that one gives: `run` finds by one door, `check` an assertion's counterexample by the other.
//!
//! The puzzles lie in `programs/*.als`. A goal, what belongs to the puzzle and one command are appended, and `programs/Ask.java`
//! calls Alloy for all of them in one Java machine.

use std::collections::BTreeMap;
use std::time::Duration;

use logical_duals_model::{Door, Kind, Question};
use serde_json::Value;
use supervisor::{ProgramError, Workplace};

use super::{Asked, Replies, Reply, STEPS};

const VERSION: &str = "6.2.0";
const ARTEFACT: &str = "org.alloytools.alloy.dist";
const ASK: &str = include_str!("../programs/Ask.java");
const JUGS: &str = include_str!("../programs/jugs.als");
const RIVER: &str = include_str!("../programs/river.als");
const PETERSEN: &str = include_str!("../programs/petersen.als");
/// Litres that both jugs hold together.
const MOST_LITRES: u32 = 8;
/// How long it may take for all that it is asked.
const LIMIT: Duration = Duration::from_secs(280);

pub(super) fn ask_all(
    asked: &[Asked<'_>],
    rounds: u32,
    workplace: &Workplace<'_>,
) -> Result<(String, Replies), ProgramError> {
    let name = format!("{ARTEFACT}-{VERSION}");
    let jars = workplace.cached_jars(&name, &[["org.alloytools", ARTEFACT, VERSION]], false)?;
    let archive = jars.join(format!("{name}.jar"));
    let folder = workplace.make("alloy")?;
    workplace.write("alloy/Ask.java", ASK)?;
    let mut java = workplace.command("java");
    java.current_dir(&folder).args(["-XX:-UsePerfData", "-Djava.io.tmpdir=.", "-Duser.home=.", "-cp"]).arg(archive);
    java.arg("Ask.java").arg(rounds.to_string());
    for (place, Asked { case, door }) in asked.iter().enumerate() {
        let name = format!("{place}.als");
        workplace.write(&format!("alloy/{name}"), model(&case.question, *door))?;
        java.arg(name);
    }
    let said = workplace.succeed(&mut java, LIMIT)?;
    let mut replies = Replies::new();
    for answer in said.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let (place, reply) = read(&answer, asked)
            .ok_or_else(|| ProgramError::Unusable(format!("Alloy gave an answer that is none: {answer}")))?;
        replies.entry(place).or_default().push(reply);
    }
    if replies.len() != asked.len() || replies.values().any(|replies| replies.len() != rounds as usize) {
        return Err(ProgramError::Unusable("Alloy did not answer everything".to_owned()));
    }
    Ok((VERSION.to_owned(), replies))
}

/// A puzzle with its goal and the one command.
fn model(question: &Question, door: Door) -> String {
    let goal = question.goal();
    let (puzzle, more, scope) = match question.name() {
        "jugs" => {
            // The model knows as many litres as both jugs hold; more are never there.
            let litres = if goal <= MOST_LITRES { format!("L{goal}") } else { "none".to_owned() };
            let more = format!("fun goal: set Litres {{ {litres} }}\n");
            (JUGS, more, format!("{} Moment, {} Int", STEPS + 1, bits(2 * MOST_LITRES)))
        }
        "petersen" => {
            let edges: Vec<String> = Question::edges().iter().map(|(a, b)| format!("V{a} -> V{b}")).collect();
            (PETERSEN, format!("fun joined: Vertex -> Vertex {{ {} }}\n", edges.join(" + ")), format!("{goal} Colour"))
        }
        name => {
            let barred = if name == "river-no-goat" { "Goat" } else { "none" };
            let more = number_of(goal) + &format!("fun barred: set Traveller {{ {barred} }}\n");
            (RIVER, more, format!("{} Moment, {} Int", STEPS + 1, bits(4)))
        }
    };
    let command = match door {
        Door::Find => "run reached",
        Door::Check => "check never",
    };
    format!("{puzzle}\n{more}{command} for {scope}\n")
}

/// A goal that is a number.
fn number_of(goal: u32) -> String {
    format!("fun goal: Int {{ {goal} }}\n")
}

/// How many bits a signed number needs to hold this one.
fn bits(most: u32) -> u32 {
    u32::BITS - most.leading_zeros() + 1
}

/// Which question is answered, and how.
fn read(answer: &Value, asked: &[Asked<'_>]) -> Option<(usize, Reply)> {
    let place = usize::try_from(answer["place"].as_u64()?).ok()?;
    let question = &asked.get(place)?.case.question;
    let reached = answer["reached"].as_bool()?;
    let is_bounded = matches!(question.name(), "jugs" | "river" | "river-no-goat");
    let kind = if !reached && is_bounded { Kind::Bounded } else { Kind::Proof };
    let witness = if reached { witness(question, answer["shown"].as_str()?) } else { Vec::new() };
    Some((place, Reply { reached: Some(reached), kind, witness, states: None }))
}

/// The content of `shown`, such as `{Moment$0->0->0, Moment$1->5->0}`, as the witness that is replayed. What lacks something is no
/// witness that replays.
fn witness(question: &Question, shown: &str) -> Vec<Vec<u32>> {
    let tuples = shown.trim_matches(['{', '}']).split(", ").map(|tuple| tuple.split("->").collect::<Vec<_>>());
    let tuples: Vec<Vec<&str>> = tuples.filter(|tuple| tuple.len() > 1).collect();
    match question.name() {
        "petersen" => {
            let colours: BTreeMap<&str, u32> = tuples.iter().map(|tuple| (name(tuple[0]), number(tuple[1]))).collect();
            let of =
                |vertex| colours.get(format!("V{vertex}").as_str()).map_or(u32::MAX, |colour| colour.saturating_add(1));
            vec![(0..10).map(of).collect()]
        }
        "jugs" => {
            let mut states: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for tuple in &tuples {
                states.insert(number(tuple[0]), tuple[1..].iter().map(|litres| number(litres)).collect());
            }
            path(states.into_values(), |state| state.first() == Some(&question.goal()))
        }
        _ => {
            let across: Vec<(u32, &str)> = tuples.iter().map(|tuple| (number(tuple[0]), name(tuple[1]))).collect();
            let state =
                |moment| ["Farmer", "Wolf", "Goat", "Cabbage"].map(|who| u32::from(across.contains(&(moment, who))));
            path((0..=STEPS).map(|moment| state(moment).to_vec()), |state| {
                state[0] == 1 && state[1..].iter().sum::<u32>() >= question.goal()
            })
        }
    }
}

/// The states up to the first goal, without those in which nothing changed.
fn path(states: impl Iterator<Item = Vec<u32>>, is_goal: impl Fn(&[u32]) -> bool) -> Vec<Vec<u32>> {
    let mut path: Vec<Vec<u32>> = Vec::new();
    for state in states {
        if path.last() != Some(&state) {
            path.push(state);
        }
        if path.last().is_some_and(|state| is_goal(state)) {
            break;
        }
    }
    path
}

/// The name of an atom's signature.
fn name(atom: &str) -> &str {
    atom.split('$').next().unwrap_or_default()
}

/// The number of an atom: a whole number's own, that of `Moment$3` among its signature's, that in the name of `L3$0`, which is the only
/// one of its signature.
fn number(atom: &str) -> u32 {
    let (name, place) = atom.split_once('$').unwrap_or((atom, ""));
    let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    digits.parse().or_else(|_| place.parse()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    fn shown(key: &str, shown: &str) -> bool {
        let cases = cases();
        let question = &cases.iter().find(|case| case.key == key).unwrap().question;
        question.accepts(&witness(question, shown))
    }

    #[test]
    fn instances_are_read_as_witnesses_that_replay() {
        let poured = [(0, 0), (5, 0), (2, 3), (2, 3), (2, 0), (0, 2), (5, 2), (4, 3), (0, 3)];
        let tuples: Vec<String> = poured
            .iter()
            .enumerate()
            .map(|(moment, (large, small))| format!("Moment${moment}->{large}->{small}"))
            .collect();
        assert!(shown("jugs-4", &format!("{{{}}}", tuples.join(", "))));
        assert!(!shown("jugs-4", &format!("{{{}}}", tuples[1..].join(", "))));
        let colours = "{V0$0->Colour$0, V1$0->Colour$1, V2$0->Colour$0, V3$0->Colour$1, V4$0->Colour$2, V5$0->Colour$1, \
                       V6$0->Colour$0, V7$0->Colour$2, V8$0->Colour$2, V9$0->Colour$1}";
        assert!(shown("petersen-3", colours));
        assert!(!shown("petersen-3", &colours.replace("V9$0->Colour$1", "V9$0->Colour$2")));
    }

    #[test]
    fn a_crossing_is_read_moment_by_moment() {
        let question = Question::parse("river", 1).unwrap();
        let across = "{Moment$1->Farmer$0, Moment$1->Goat$0, Moment$2->Farmer$0, Moment$2->Goat$0}";
        assert_eq!(witness(&question, across), [[0, 0, 0, 0], [1, 0, 1, 0]]);
        assert!(question.accepts(&witness(&question, across)));
    }

    #[test]
    fn numbers_get_the_bits_that_they_need() {
        assert_eq!([0, 3, 4, 7, 8, 19, 511, 512].map(bits), [1, 3, 4, 4, 5, 6, 10, 11]);
    }

    proptest::proptest! {
        #[test]
        fn fuzz_whatever_is_said_is_read_without_a_panic(
            said in "(\\{|\\}|Moment\\$|->|, |L[0-9]\\$|V0\\$0|[0-9]{1,11}|\\PC{0,9}){0,12}", place in 0_usize..8,
        ) {
            let _ = witness(&cases()[place].question, &said);
        }
    }
}
