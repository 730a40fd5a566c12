//! Prints what the models answer natively, as JSON: `wasm/labs/logical-duals/tests/native-equals-wasm.test.ts` asks the WebAssembly
//! the same questions.

use logical_duals_lab::search::{PUZZLES, explore, question};
use logical_duals_lab::testers::{first_hit, walks};
use logical_duals_model::race::{Guard, Level, Order, run};

const SEED: f64 = 9_007_199_254_740_991.0;

fn main() {
    let mut answers = Vec::new();
    for puzzle in PUZZLES {
        for (goal, depth) in [(4.0, 6.0), (4.0, 5.0), (6.0, 7.0), (0.0, 1.0), (2.0, 40.0)] {
            let question = question(puzzle, goal).expect("the questions lie within the limits");
            let found = explore(&question, depth).expect("so does the depth");
            let walks = walks(question, depth.min(30.0)).expect("so does the length");
            let hits: Vec<u32> =
                (0..20).map(|tester| first_hit(&walks, SEED, f64::from(tester), 500.0).unwrap()).collect();
            answers.push(format!(
                r#"{{"kind":"search","puzzle":"{puzzle}","goal":{goal},"depth":{depth},"seed":{SEED},"outcome":"{}","visited":{},"values":{:?},"depths":{:?},"parents":{:?},"path":{:?},"moves":{:?},"chance":["{}","{}"],"miss":"{:016x}","hits":{hits:?}}}"#,
                found.outcome.name(), found.visited, found.values.concat(), found.depths, found.parents, found.path, found.moves,
                walks.chance().hits, walks.chance().sequences, walks.chance().miss(77).to_bits(),
            ));
        }
    }
    for (level, guard) in Level::ALL.into_iter().flat_map(|level| Guard::ALL.map(|guard| (level, guard))) {
        let runs: Vec<_> = Order::all().into_iter().map(|order| run(order, level, guard)).collect();
        answers.push(format!(
            r#"{{"kind":"race","level":"{}","guard":"{}","broken":{:?},"events":{:?}}}"#,
            level.name(),
            guard.name(),
            as_bits(&runs.iter().map(|run| run.broken).collect::<Vec<_>>()),
            runs.iter().map(|run| run.events.len()).collect::<Vec<_>>(),
        ));
    }
    println!("[{}]", answers.join(",\n"));
}

fn as_bits(rows: &[bool]) -> Vec<u8> {
    rows.iter().map(|is_true| u8::from(*is_true)).collect()
}
