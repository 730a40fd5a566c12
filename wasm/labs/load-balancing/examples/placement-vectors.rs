//! Prints what the models answer natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/load-balancing/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use load_balancing_lab::request;

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
    let placement = match request::placement(items, servers, strategy, choices) {
        Ok(placement) => placement,
        Err(error) => return format!(r#"{{{question},"error":"{error}"}}"#),
    };
    let (Ok(seed), Ok(range)) = (from_js::seed(seed), request::repetition_range(first, count)) else {
        unreachable!("the cases' seeds and repetitions lie within the limits")
    };
    let outcome = placement.simulate(seed, range);
    let exact = load_balancing_model::exact::summary(&placement, capacity as u64);
    let figures = |summary: &load_balancing_model::Summary| {
        bits(&[
            summary.p50 as f64,
            summary.p95 as f64,
            summary.p99 as f64,
            summary.p999 as f64,
            summary.mean,
            summary.imbalance,
            summary.p_server_over_capacity,
            summary.p_any_over_capacity,
        ])
    };
    format!(
        r#"{{{question},"loads":{},"maxima":{},"summary":{},"exact":{},"probabilities":{}}}"#,
        bits(&request::pairs(&outcome.loads)),
        bits(&request::pairs(&outcome.maxima)),
        figures(&outcome.summary(capacity as u64)),
        exact.as_ref().map_or("null".to_owned(), figures),
        bits(&request::load_probabilities(&placement)),
    )
}

fn bits(values: &[f64]) -> String {
    let words: Vec<String> = values.iter().map(|value| format!("\"{:016x}\"", value.to_bits())).collect();
    format!("[{}]", words.join(","))
}
