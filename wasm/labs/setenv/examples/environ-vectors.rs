//! Prints what the model of the environment answers natively, as JSON.
//!
//! `wasm/labs/setenv/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the answers.

use setenv_lab::request::{Question, library_name, locking_name, written};
use setenv_model::{Implementation, Locking};

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
const BEGINNINGS: [(&[u32], bool, f64); 3] = [(&[2, 0], true, 0.0), (&[2, 0], false, 0.0), (&[0], true, 2.0)];

fn main() {
    let mut cases = Vec::new();
    for library in Implementation::ALL {
        for locking in Locking::ALL {
            for threads in PROGRAMS {
                for (variables, set_before, room) in BEGINNINGS {
                    let names = (library_name(library), locking_name(locking));
                    cases.push(case(names, variables, set_before, room, threads));
                }
            }
        }
    }
    println!("[\n{}\n]", cases.join(",\n"));
}

fn case(
    (library, locking): (&str, &str),
    variables: &[u32],
    set_before: bool,
    room: f64,
    threads: [&str; 2],
) -> String {
    let question = Question::new(library, locking, variables, set_before, room, threads);
    let question = question.expect("the cases lie within the limits");
    let searched = "the search has no limits of its own";
    let counts = question.count().expect(searched);
    let counts = [
        counts.right,
        counts.wrong_answer,
        counts.wrong_environment,
        counts.freed_array,
        counts.freed_string,
        counts.freed_twice,
    ]
    .map(|count| count.to_string());
    let shortest = question.shortest_failure().expect(searched);
    let (interrupted, second_done) = question.interrupted().expect(searched);
    let run = question.replay(shortest.as_ref().unwrap_or(&interrupted)).expect("what was found can be played");
    let numbers = run.states.concat();
    format!(
        r#"{{"library":{library:?},"locking":{locking:?},"variables":{variables:?},"setBefore":{set_before},"room":{room},"threads":{threads:?},"counts":{counts:?},"shortest":{},"interrupted":{interrupted:?},"secondDone":{second_done},"schedule":{:?},"steps":{:?},"states":{},"checksum":{}}}"#,
        shortest.map_or("null".to_owned(), |steps| format!("{steps:?}")),
        written(&run.schedule),
        run.steps,
        run.states.len(),
        checksum(&numbers),
    )
}

/// FNV-1a over the numbers.
fn checksum(numbers: &[i32]) -> u32 {
    numbers.iter().fold(0x811c_9dc5, |hash, &number| (hash ^ number as u32).wrapping_mul(0x0100_0193))
}
