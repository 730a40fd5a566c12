//! Prints what the models answer natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/load-balancing/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use load_balancing_lab::request::{self, Request};
use load_balancing_lab::{Plan, Summary, Tally};
use load_balancing_model::Histogram;

fn main() {
    println!("[");
    let cases = cases();
    for (i, case) in cases.iter().enumerate() {
        let comma = if i + 1 < cases.len() { "," } else { "" };
        println!("{}{comma}", answer(case));
    }
    println!("]");
}

/// One question, as JavaScript asks it.
struct Case {
    items: f64,
    servers: f64,
    strategy: &'static str,
    choices: f64,
    seed: f64,
    first: f64,
    count: f64,
    capacity: f64,
}

/// Every strategy, small and large, and both ways of drawing random placements.
fn cases() -> Vec<Case> {
    let sizes = [
        (1.0, 1.0, 1.0),
        (20.0, 3.0, 7.0),
        (1000.0, 13.0, 100.0),
        (1000.0, 17.0, 60.0),
        (1000.0, 18.0, 90.0),
        (1000.0, 50.0, 28.0),
        (999.0, 1000.0, 4.0),
        (100_000.0, 10.0, 10_100.0),
        (100_000.0, 1000.0, 130.0),
        // Here words are drawn again, a few times in every repetition.
        (50_000.0, 100_000.0, 3.0),
        // Here, too, and with as few servers as the vector instructions take.
        (1_000_000.0, 16_228.0, 100.0),
        (10_000_000.0, 7.0, 1_430_000.0),
    ];
    let strategies = [
        ("random", 2.0),
        ("two-choices", 2.0),
        ("two-choices", 3.0),
        ("two-choices-distinct", 2.0),
        ("two-choices-distinct", 5.0),
        ("least-loaded", 2.0),
        ("round-robin", 2.0),
    ];
    let mut cases = Vec::new();
    for (items, servers, capacity) in sizes {
        for (strategy, choices) in strategies {
            let seed = 9_007_199_254_740_991.0 - items;
            // Odd numbers, so that a repetition is left over wherever they run in twos.
            let (first, count) = (3.0, if items > 1e6 { 1.0 } else { 5.0 });
            cases.push(Case { items, servers, strategy, choices, seed, first, count, capacity });
        }
    }
    cases
}

fn answer(case: &Case) -> String {
    let &Case { items, servers, strategy, choices, seed, first, count, capacity } = case;
    let question = format!(
        r#""items":{items},"servers":{servers},"strategy":"{strategy}","choices":{choices},"seed":{seed},"first":{first},"count":{count},"capacity":{capacity}"#
    );
    let request = Request { items, servers, strategy, choices };
    let placement = match request.placement() {
        Ok(placement) => placement,
        Err(error) => return format!(r#"{{{question},"error":"{error}"}}"#),
    };
    let (Ok(native_seed), Ok(range)) = (from_js::seed(seed), request::repetition_range(first, count)) else {
        unreachable!("the cases' seeds and repetitions lie within the limits")
    };
    let outcome = placement.simulate(native_seed, range);
    let exact = load_balancing_model::exact::summary(&placement, capacity as u64);
    let (first_load, probabilities) =
        load_balancing_model::exact::load_probabilities(placement.items(), placement.servers());
    format!(
        r#"{{{question},"loads":{},"maxima":{},"summary":{},"exact":{},"firstLoad":{first_load},"probabilities":{},"plan":{}}}"#,
        tally(&outcome.loads),
        tally(&outcome.maxima),
        figures(outcome.summary(capacity as u64)),
        exact.map_or("null".to_owned(), figures),
        bits(&probabilities),
        plan(request, seed, capacity),
    )
}

/// A finished plan; none for placements whose exact curves take seconds without optimisation.
fn plan(request: Request, seed: f64, capacity: f64) -> String {
    if request.items > 1000.0 {
        return "null".to_owned();
    }
    let Ok(mut planner) = request.planner(seed, capacity, 0.01, 30.0) else {
        unreachable!("the cases' capacities lie within the limits")
    };
    while !planner.advance(5000) {}
    let plan = Plan::from(planner.plan());
    let Some(needed) = plan.needed else { unreachable!("a finished plan has found what it searched for") };
    let or_null = |servers: Option<u32>| servers.map_or("null".to_owned(), |servers| servers.to_string());
    format!(
        r#"{{"exact":{},"repetitions":{},"least":{},"needed":{{"server":{},"any":{}}},"servers":{:?},"serverOver":{},"anyOver":{}}}"#,
        plan.exact,
        plan.repetitions,
        or_null(plan.least),
        or_null(needed.server),
        or_null(needed.any),
        plan.servers,
        bits(&plan.server_over),
        bits(&plan.any_over),
    )
}

fn figures(summary: load_balancing_model::Summary) -> String {
    let s = Summary::from(summary);
    bits(&[s.p50, s.p95, s.p99, s.p999, s.mean, s.imbalance, s.p_server_over, s.p_any_over])
}

fn tally(histogram: &Histogram) -> String {
    let Tally { values, counts } = histogram.into();
    format!(r#"{{"values":{},"counts":{}}}"#, bits(&values), bits(&counts))
}

fn bits(values: &[f64]) -> String {
    let words: Vec<String> = values.iter().map(|value| format!("\"{:016x}\"", value.to_bits())).collect();
    format!("[{}]", words.join(","))
}
