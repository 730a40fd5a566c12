//! Prints what the model of the environment answers natively, as JSON.
//!
//! `wasm/labs/setenv/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the answers.

use setenv_lab::Counts;
use setenv_lab::request::{schedule, setup, written};
use setenv_lab::run::{NULL, Place, Run, State, Step, ThreadState};
use setenv_model::{Action, Fault, Implementation, Locking, Outcome, explore};

/// What the first and the second thread do.
const PROGRAMS: [[&str; 2]; 7] = [
    ["get-0", "set-1-2"],
    ["get-0", "set-0-2"],
    ["get-0", "unset-2"],
    ["set-1-1", "set-3-2"],
    ["unset-2", "set-1-2"],
    ["get-0,get-3", "set-1-2,unset-0"],
    ["get-0", ""],
];
/// The variables that are set, whether by `setenv`, and for how many more there is room.
const BEGINNINGS: [(&[u32], bool, u32); 3] = [(&[2, 0], true, 0), (&[2, 0], false, 0), (&[0], true, 2)];

fn main() {
    let mut cases = Vec::new();
    for library in Implementation::ALL {
        for locking in Locking::ALL {
            for threads in PROGRAMS {
                for (variables, set_before, room) in BEGINNINGS {
                    cases.push(case(library.name(), locking.name(), variables, set_before, room, threads));
                }
            }
        }
    }
    println!(
        "{{\"actions\":{:?},\"outcomes\":{:?},\"faults\":{:?},\"cases\":[\n{}\n]}}",
        Action::NAMES,
        Outcome::NAMES,
        Fault::NAMES,
        cases.join(",\n")
    );
}

fn case(library: &str, locking: &str, variables: &[u32], set_before: bool, room: u32, threads: [&str; 2]) -> String {
    let setup = setup(library, locking, variables, set_before, room, threads);
    let setup = setup.expect("the cases lie within the limits");
    let searched = "the search has no limits of its own";
    let counts = Counts::from(explore::count(&setup).expect(searched));
    let Counts { orders, failing, right, wrong_answer, wrong_environment, .. } = counts;
    let counts = [orders, failing, right, wrong_answer, wrong_environment]
        .into_iter()
        .chain([counts.freed_array, counts.freed_string, counts.freed_twice])
        .map(|count| count.to_string());
    let counts: Vec<String> = counts.collect();
    let shortest = explore::shortest_failure(&setup).expect(searched).map(|schedule| written(&schedule));
    let (telling, at) = explore::most_telling(&setup).expect(searched);
    let telling = written(&telling);
    let run = Run::of(&setup, &schedule(&telling).expect("it is written as one")).expect(searched);
    format!(
        r#"{{"library":{library:?},"locking":{locking:?},"variables":{variables:?},"setBefore":{set_before},"room":{room},"threads":{threads:?},"counts":{counts:?},"shortest":{},"telling":{telling:?},"at":{at},"schedule":{:?},"locks":{},"countsRemovals":{},"checksum":{}}}"#,
        shortest.map_or("null".to_owned(), |steps| format!("{steps:?}")),
        run.schedule,
        run.locks,
        run.counts_removals,
        checksum(&numbers(&run)),
    )
}

/// Everything that a run says, one after the other.
fn numbers(run: &Run) -> Vec<i32> {
    let steps = run.steps.iter().flat_map(step);
    steps.chain(run.states.iter().flat_map(state)).collect()
}

fn step(step: &Step) -> Vec<i32> {
    let action = Action::NAMES.iter().position(|&name| name == step.action());
    let head = [step.thread() as i32, step.operation as i32, optional(action)];
    [&head[..], &place(step.place()), &[optional(step.string())]].concat()
}

fn state(state: &State) -> Vec<i32> {
    let outcome = state.outcome().and_then(|outcome| Outcome::NAMES.iter().position(|&name| name == outcome));
    let mut numbers = vec![optional(outcome)];
    if let Some(fault) = state.fault {
        let kind = Fault::NAMES.iter().position(|&name| name == fault.kind());
        numbers.extend([optional(kind), fault.of as i32, fault.thread() as i32]);
    }
    numbers.extend(place(Some(state.environ)));
    numbers.extend([optional(state.own), state.removals as i32, optional(state.lock())]);
    for array in &state.arrays {
        numbers.push(array.freed.into());
        numbers.extend(&array.slots);
    }
    for text in &state.strings {
        numbers.extend([text.name as i32, text.value as i32, text.allocated.into(), text.freed.into()]);
    }
    numbers.extend(state.threads().iter().flat_map(thread));
    numbers
}

fn thread(thread: &ThreadState) -> Vec<i32> {
    let mut numbers = vec![thread.can_step.into()];
    numbers.extend(place(thread.place));
    numbers.push(optional(thread.string));
    numbers.extend(&thread.got);
    numbers.extend(thread.ahead.iter().flat_map(step));
    numbers
}

fn place(place: Option<Place>) -> [i32; 2] {
    place.map_or([NULL; 2], |Place { array, index }| [array as i32, index as i32])
}

fn optional(number: Option<usize>) -> i32 {
    number.map_or(NULL, |number| number as i32)
}

/// FNV-1a over the numbers.
fn checksum(numbers: &[i32]) -> u32 {
    numbers.iter().fold(0x811c_9dc5, |hash, &number| (hash ^ number as u32).wrapping_mul(0x0100_0193))
}
