//! Prints what the parser and the search answer natively, as JSON.
//!
//! `wasm/labs/isspace/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the answers.

use isspace_lab::Broken;
use isspace_lab::request::{Run, compare, rule};
use isspace_model::difference::Verdict;
use isspace_model::hstore::{Action, State, Step};

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
                let (verdict, text) = (compared.verdict.name(), hex(text.as_bytes()));
                let (rule, ascii) = (run(&compared.rule), run(&compared.ascii));
                format!(
                    r#"{{"text":"{text}","verdict":"{verdict}","parting":{parting},"rule":{rule},"ascii":{ascii}}}"#
                )
            })
            .collect();
        let Broken { code_points, key, within_key, value, within_value } = Broken::by(rule);
        let broken = format!(
            r#"{{"codePoints":{code_points:?},"key":{key:?},"withinKey":{within_key:?},"value":{value:?},"withinValue":{within_value:?}}}"#
        );
        cases.push(format!(r#"{{"spaces":{spaces:?},"answers":[{}],"broken":{broken}}}"#, answers.join(",")));
    }
    println!(
        r#"{{"states":{:?},"actions":{:?},"verdicts":{:?},"cases":[{}]}}"#,
        State::ALL.map(State::name),
        Action::ALL.map(Action::name),
        Verdict::ALL.map(Verdict::name),
        cases.join(",\n")
    );
}

fn run(Run { steps, words }: &Run) -> String {
    let words = words.iter().map(|(word, is_null)| format!(r#"["{}",{is_null}]"#, hex(word)));
    let (steps, words) = (steps.iter().map(step).collect::<Vec<_>>(), words.collect::<Vec<_>>());
    format!(r#"{{"steps":[{}],"words":[{}]}}"#, steps.join(","), words.join(","))
}

fn step(Step { offset, byte, state, action, next, words, in_progress }: &Step) -> String {
    let byte = byte.map_or("null".to_owned(), |byte| byte.to_string());
    let (state, action, next) = (state.name(), action.name(), next.name());
    format!(r#"[{offset},{byte},"{state}","{action}","{next}",{words},{in_progress}]"#)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
