//! Prints what the model answers natively, as JSON: a chance as the hexadecimal bits of a 64-bit float.
//!
//! `wasm/labs/stacking-context/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the answers.

use stacking_context_model::Group;

const SEED: u64 = 9_007_199_254_740_991;
const GROUPS: u32 = 1000;

fn main() {
    let answers: Vec<String> = (1..=100)
        .map(|people| {
            let group = Group::new(people).expect("the questions lie within the limits");
            let (chance, shared) = (group.chance().to_bits(), group.simulate(SEED, 0..GROUPS));
            format!(
                r#"{{"people":{people},"seed":{SEED},"groups":{GROUPS},"chance":"{chance:016x}","shared":{shared}}}"#
            )
        })
        .collect();
    println!("[{}]", answers.join(","));
}
