//! Prints what the parser and the search answer natively, as JSON.
//!
//! `wasm/labs/isspace/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the answers.

use isspace_lab::request::{Run, broken, compare, rule};

/// Bytes that are white space: the ASCII six, macOS's eight, six others, none, and some that the parser's own marks are among.
const RULES: [&[u32]; 5] = [
    &[9, 10, 11, 12, 13, 32],
    &[9, 10, 11, 12, 13, 32, 0x85, 0xA0],
    &[5, 11, 12, 13, 0x15, 0x40],
    &[],
    &[0, 34, 44, 61, 62, 92, 0x80, 0xBF, 0xC3, 0xFF],
];

const TEXTS: [&str; 9] = [
    "",
    "a=>1, \"b c\"=>NULL",
    "voilà=>1, miał=>\"ą\", 兠=>\\à",
    "àb=>1",
    "a\\",
    "\"unfinished",
    "k=>\u{85}\u{A0}\u{202E}\u{200B}\u{FEFF}",
    "😀=>👩‍👩‍👧, a=",
    "nul=>\0x",
];

fn main() {
    let mut cases = Vec::new();
    for spaces in RULES {
        let rule = rule(spaces).expect("each is a byte");
        let answers: Vec<String> = TEXTS
            .iter()
            .map(|text| {
                let compared = compare(text, rule).expect("the texts are short");
                let parting = compared.parting.map_or("null".to_owned(), |step| step.to_string());
                let (verdict, text) = (compared.verdict as u32, hex(text.as_bytes()));
                let (rule, ascii) = (run(&compared.rule), run(&compared.ascii));
                format!(r#"{{"text":"{text}","verdict":{verdict},"parting":{parting},"rule":{rule},"ascii":{ascii}}}"#)
            })
            .collect();
        cases.push(format!(r#"{{"spaces":{spaces:?},"answers":[{}],"broken":{:?}}}"#, answers.join(","), broken(rule)));
    }
    println!("[\n{}\n]", cases.join(",\n"));
}

fn run(Run { steps, words, nulls }: &Run) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{}\"", hex(word))).collect();
    format!(r#"{{"steps":{steps:?},"words":[{}],"nulls":{nulls:?}}}"#, words.join(","))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
