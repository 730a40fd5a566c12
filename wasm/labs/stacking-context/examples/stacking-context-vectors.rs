//! Prints what the model answers natively, as JSON: random trees as they are painted by each column, and why two boxes of each are
//! one above the other.
//!
//! `wasm/labs/stacking-context/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the answers.

use limits::{Quoted, listed};
use stacking_context_lab::{Painted, PaintedBox, compared, painted};
use stacking_context_model::{CASES, Column, Tree};

/// Random trees, of this seed.
const TREES: u64 = 200;
const SEED: u64 = 7;

fn main() {
    let random = (0..TREES).map(|number| Tree::random(SEED, number));
    let cases = CASES.map(|case| Tree::parse(case.tree).expect("every case is a tree"));
    let mut answers = Vec::new();
    for (number, tree) in random.chain(cases).enumerate() {
        let by = Column::ALL[number % Column::ALL.len()];
        let Painted { tree: text, boxes, order } = painted(&tree, by);
        let [one, other] = [tree.boxes().first(), tree.boxes().last()].map(|node| node.map_or("", |node| node.name()));
        let sentences = compared(&tree, by, [one, other]).map_or(Vec::new(), |why| why.sentences);
        let sentences = listed(&sentences.iter().map(String::as_str).collect::<Vec<_>>());
        let boxes = boxes.iter().map(described).collect::<Vec<_>>().join(",");
        answers.push(format!(
            r#"{{"tree":{},"by":{},"one":{},"other":{},"order":{order:?},"boxes":[{boxes}],"sentences":{sentences}}}"#,
            Quoted(&text),
            Quoted(by.key()),
            Quoted(one),
            Quoted(other),
        ));
    }
    println!("[{}]", answers.join(",\n"));
}

fn described(each: &PaintedBox) -> String {
    let PaintedBox { name, group, layer, z, css, .. } = each;
    let group = group.map_or("null".to_owned(), |group| group.to_string());
    format!(r#"[{},{group},{layer},{z},{}]"#, Quoted(name), Quoted(css))
}
