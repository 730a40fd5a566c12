//! Prints what the model answers natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/stale-load/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use stale_load_lab::first_above;
use stale_load_lab::request::{Request, repeated};
use stale_load_model::exact::exact;
use stale_load_model::{Arrivals, Information, Policy, Quantity, Service, Simulation};

const SEED: f64 = 9_007_199_254_740_991.0;
const REQUESTS: f64 = 300.0;
const REPETITIONS: f64 = 3.0;
/// At these times queues are looked at, in mean service times.
const TIMES: [f64; 4] = [0.0, 1.0, 12.25, 40.5];

fn main() {
    let mut answers = Vec::new();
    for policy in Policy::FULL_NAMES {
        for information in Information::NAMES {
            for (arrivals, work) in
                Arrivals::NAMES.into_iter().flat_map(|arrivals| Service::NAMES.map(|work| (arrivals, work)))
            {
                for (servers, utilisation, age) in [(10.0, 0.8, 3.0), (2.0, 0.6, 0.37), (7.0, 1.1, 0.0)] {
                    let request = Request { servers, utilisation, policy, information, age, arrivals, work };
                    answers.push(answer(request));
                }
            }
        }
    }
    println!("[{}]", answers.join(",\n"));
}

fn answer(request: Request) -> String {
    let Request { servers, utilisation, policy, information, age, arrivals, work } = request;
    let setting = request.setting().expect("the questions lie within the limits");
    let mut runs = repeated(&setting, REQUESTS, REPETITIONS, 1.0, SEED).expect("so do these");
    while !runs.advance(777) {}
    let simulated = Quantity::ALL.map(|quantity| runs.mean(quantity));
    let known = exact(&setting).map(|exact| Quantity::ALL.map(|quantity| exact.figure(quantity)));
    let mut simulation = Simulation::new(&setting, SEED as u64, 0);
    let mut queues = Vec::new();
    for time in TIMES {
        queues.extend(simulation.lengths(time));
        if setting.asks() {
            queues.extend(simulation.known(time));
        }
    }
    // Of any curve: here one of three points.
    let crossing = first_above(&[0.0, 1.0, 2.5], &simulated, simulated[0] * 1.7);
    format!(
        r#"{{"servers":{servers},"utilisation":{utilisation},"policy":"{policy}","information":"{information}","age":{age},"arrivals":"{arrivals}","work":"{work}","seed":{SEED},"requests":{REQUESTS},"repetitions":{REPETITIONS},"times":{TIMES:?},"simulated":{},"exact":{},"queues":{queues:?},"crossing":{}}}"#,
        bits(&simulated.map(Some)),
        known.map_or("null".to_owned(), |known| bits(&known)),
        bits(&[crossing]),
    )
}

fn bits(values: &[Option<f64>]) -> String {
    let word = |value: &Option<f64>| value.map_or("null".to_owned(), |value| format!("\"{:016x}\"", value.to_bits()));
    format!("[{}]", values.iter().map(word).collect::<Vec<_>>().join(","))
}
