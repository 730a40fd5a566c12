//! Prints what the clock's model answers natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/timestamp-collisions/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use timestamp_collisions_lab::request;
use timestamp_collisions_model::birthday::{Stamped, duplicate_probability};
use timestamp_collisions_model::estimate::estimate;
use timestamp_collisions_model::identifiers::Scheme;
use timestamp_collisions_model::readers::{Readers, Setup};

/// Readings of each thread that are compared one by one, and samples that are counted.
const READINGS: u64 = 100;
const SAMPLES: u64 = 20_000;

fn main() {
    let clocks: Vec<String> = clocks().iter().map(clock).collect();
    let stamps: Vec<String> = STAMPS.iter().map(stamp).collect();
    println!("{{\"clocks\":[\n{}\n],\"stamps\":[\n{}\n]}}", clocks.join(",\n"), stamps.join(",\n"));
}

/// One setup, as JavaScript gives it: threads, step, unit, cost, jitter; residues; machine; seed.
struct Case {
    clock: [f64; 5],
    residues: &'static [f64],
    machine: [f64; 4],
    seed: f64,
}

/// Linux, a virtual machine with coarse steps, macOS, Windows, a browser; alone, on cores of their own, shared and in queues.
fn clocks() -> Vec<Case> {
    let clocks = [
        ([1_000.0, 1.0, 33_000.0, 4_000.0], &[][..]),
        ([10_015.0, 1.0, 21_000.0, 8_000.0], &[0.0, 385.0, 1_155.0][..]),
        ([41_667.0, 1_000.0, 40_000.0, 0.0], &[][..]),
        ([100_000.0, 100.0, 25_000.0, 25_000.0], &[][..]),
        ([1_000_000.0, 100_000.0, 90_001.0, 1.0], &[][..]),
    ];
    let machines = [[64.0, 1.0, 1_000.0, 3e9], [4.0, 2.0, 1_800.0, 3e9], [2.0, 1.0, 1_000.0, 1e6]];
    let mut cases = Vec::new();
    for ([step, unit, cost, jitter], residues) in clocks {
        for machine in machines {
            for threads in [1.0, 2.0, 9.0] {
                let clock = [threads, step, unit, cost, jitter];
                cases.push(Case { clock, residues, machine, seed: 9_007_199_254_740_991.0 - threads });
            }
        }
    }
    cases
}

fn clock(case: &Case) -> String {
    let Case { clock: [threads, step, unit, cost, jitter], residues, machine, seed } = *case;
    let [cores, hardware_threads, sharing, slice] = machine;
    let setup = request::clock(threads, step, unit, cost, jitter)
        .and_then(|setup| request::on_machine(&setup, cores, hardware_threads, sharing, slice))
        .and_then(|setup| Ok(Setup { residues: request::offsets("residue (ps)", residues)?, ..setup }));
    let readers = setup.and_then(Readers::new).expect("the cases lie within the limits");
    let whole_seed = from_js::seed(seed).expect("the cases' seeds lie within the limits");
    let trace = readers.trace(whole_seed, READINGS).expect("a trace may be as long");
    let at: Vec<f64> = trace.iter().flatten().map(|reading| reading.at_ps as f64).collect();
    let values: Vec<f64> = trace.iter().flatten().map(|reading| reading.value_ns as f64).collect();
    let outcome = readers.simulate(whole_seed, SAMPLES).expect("a run may be as long");
    let (collisions, neighbours) = (outcome.collisions, outcome.neighbours);
    let counts = [collisions.share_per_sample(), collisions.share_as_published(), neighbours.equal_share()];
    let estimate = estimate(readers.setup());
    let made = Scheme::ALL.map(|scheme| {
        let made = request::identifiers(&readers, whole_seed, READINGS, scheme).expect("a trace may be as long");
        format!("\"{}\":{made:?}", scheme.name())
    });
    format!(
        r#"{{"clock":{:?},"residues":{residues:?},"machine":{machine:?},"seed":{seed},"atPs":{},"values":{},"counts":{},"estimate":{},"identifiers":{{{}}}}}"#,
        case.clock,
        bits(&at),
        bits(&values),
        bits(&counts),
        bits(&[estimate.per_sample, estimate.as_published]),
        made.join(","),
    )
}

/// Granularity, random bits, machines, rate, seconds, risk.
const STAMPS: [[f64; 6]; 5] = [
    [1e-9, 0.0, 1.0, 10.0, 86_400.0, 0.01],
    [1e-3, 74.0, 1_000.0, 1e6, 3e7, 1e-9],
    [1e-3, 80.0, 1.0, 1e9, 3e9, 0.5],
    [1.0, 122.0, 1e6, 1e6, 1e9, 1e-15],
    [0.015_6, 8.0, 3.0, 7.5, 60.0, 0.999],
];

fn stamp(stamp: &[f64; 6]) -> String {
    let [granularity, random_bits, machines, rate, seconds, risk] = *stamp;
    let stamped = Stamped::new(granularity, random_bits as u32, machines).expect("the cases lie within the limits");
    let probability = stamped.duplicate_probability(rate, seconds).expect("the cases lie within the limits");
    let safe_rate = stamped.rate_for_risk(risk, seconds).expect("the cases lie within the limits");
    let birthday = duplicate_probability(rate * seconds, 1e18);
    let answers = bits(&[probability, safe_rate, birthday.low, birthday.high]);
    format!(r#"{{"stamp":{stamp:?},"answers":{answers}}}"#)
}

fn bits(values: &[f64]) -> String {
    let words: Vec<String> = values.iter().map(|value| format!("\"{:016x}\"", value.to_bits())).collect();
    format!("[{}]", words.join(","))
}
