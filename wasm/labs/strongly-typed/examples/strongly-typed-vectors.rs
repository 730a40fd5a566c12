//! Prints what the model answers natively, as JSON: `wasm/labs/strongly-typed/tests/native-equals-wasm.test.ts` asks the WebAssembly
//! the same questions.

use strongly_typed_lab::table::{MISTAKES, Scored, weights};
use strongly_typed_model::Relation;

/// Weights of the five meanings.
const WEIGHTS: [[f64; 5]; 5] = [
    [1.0; 5],
    [5.0, 0.0, 5.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 10.0, 1.0],
    [3.0, 7.0, 0.0, 2.0, 9.0],
    [0.0, 0.0, 1.0, 0.0, 0.0],
];

fn main() {
    let mut answers = Vec::new();
    // Tables of outcomes that differ, with a language that has none to be scored by.
    for (languages, step) in [(2, 5), (9, 7), (22, 11), (64, 3)] {
        let mut outcomes: Vec<u32> =
            (0..languages * MISTAKES as u32).map(|at| (at * step + at / 22 * at % 13) % 5).collect();
        if languages > 2 {
            outcomes[MISTAKES..2 * MISTAKES].fill(4);
        }
        let scored = Scored::new(&outcomes).expect("the outcomes are some");
        for given in WEIGHTS {
            let weights = weights(&given).expect("the weights are some");
            let ranked = scored.rank(weights);
            let [a, b] = [ranked.languages[0], ranked.languages[ranked.languages.len() - 1]];
            let compared = scored.compare(f64::from(a), f64::from(b), weights).expect("they are two");
            let (names, flips): (Vec<_>, Vec<_>) =
                compared.flips.iter().map(|(meaning, weight)| (meaning.name(), *weight)).unzip();
            answers.push(format!(
                r#"{{"outcomes":{outcomes:?},"weights":{given:?},"languages":{:?},"places":{:?},"means":{:?},"strong":{:?},"incomparable":{},"tau":{},"a":{a},"b":{b},"relation":"{}","meanings":{names:?},"flips":{flips:?}}}"#,
                ranked.languages,
                ranked.places,
                ranked.means.iter().map(|mean| format!("{:016x}", mean.to_bits())).collect::<Vec<_>>(),
                scored.strong(weights, 50.0).expect("it is a threshold"),
                scored.incomparable(weights),
                scored.tau(weights).map_or("null".to_owned(), |tau| format!("\"{:016x}\"", tau.to_bits())),
                compared.relation,
            ));
        }
    }
    let relations = [3_usize, 6, 10].map(|values| {
        let equal: Vec<bool> = (0..values * values)
            .map(|at| (at / values, at % values))
            .map(|(a, b)| a == b || (a.min(b) * 3 + a.max(b) * 5) % 4 == 1)
            .collect();
        let triples = Relation::new(values, &equal).expect("it is symmetric").intransitive();
        let triple = |(a, b, c)| format!(r#"{{"a":{a},"b":{b},"c":{c}}}"#);
        let triples: Vec<String> = triples.into_iter().map(triple).collect();
        let equal: Vec<u8> = equal.into_iter().map(u8::from).collect();
        format!(r#"{{"values":{values},"equal":{equal:?},"triples":[{}]}}"#, triples.join(","))
    });
    println!(r#"{{"ranks":[{}],"relations":[{}]}}"#, answers.join(",\n"), relations.join(",\n"));
}
