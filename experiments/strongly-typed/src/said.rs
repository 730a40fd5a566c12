//! Messages of compilers and programs as a record has them: the lines that tell, short, and nothing of the machine.

use std::borrow::Cow;

/// Most characters, an ellipsis included.
pub const LONGEST: usize = 220;
/// Most lines.
const LINES: usize = 3;

/// Stands for an empty message.
const NOTHING: &str = "(it said nothing)";

/// Marks of a line that says what is wrong.
const TELLING: [&str; 17] = [
    "error",
    "Error",
    "ERROR",
    "warning",
    "Warning",
    "WARNING",
    "xception",
    "undefined",
    "raised",
    "panicked",
    "atal",
    "ncaught",
    "ended by",
    "expected",
    "Expected",
    "main.",
    "Main.",
];
/// Marks of a line that quotes the program, or only says on which way it came to the mistake, or how many there were; and of clang's
/// sanitizers where they lack a program that names lines.
const IDLE: [&str; 24] = [
    "MISTAKE",
    "aborting due to",
    "could not compile",
    "For more information",
    "note: run with",
    "note: expected",
    "SUMMARY: ",
    "ABORTING",
    "NOTE: ",
    "DEADLYSIGNAL",
    "ThreadSanitizer: reported",
    "errors in",
    "problem (",
    "problems (",
    "1 error",
    "Found ",
    "Compilation failed",
    "stack traceback",
    "in main chunk",
    "[C]: in ",
    ": In function ",
    " +0x",
    "thrown in ",
    "external symbolizer",
];

/// The lines of an output that tell what became of a mistake, or all of them where none does; of paths the last part alone,
/// and no address in memory and no number of a process, which differ from run to run.
pub fn telling(output: &str) -> String {
    let plain = console_codes_removed(output);
    let lines = plain.lines().map(unframed).filter(|line| line.contains(char::is_alphanumeric));
    let wanted: Vec<&str> =
        lines.filter(|line| !IDLE.iter().any(|mark| line.contains(mark)) && !is_step(line)).collect();
    let tells = |at: usize| {
        let announced = at > 0 && wanted[at - 1].contains("panicked at");
        // A file's name alone only says where.
        let is_name = !wanted[at].contains(char::is_whitespace);
        announced || wanted[at].starts_with("past") || !is_name && TELLING.iter().any(|mark| wanted[at].contains(mark))
    };
    let told: Vec<&str> = (0..wanted.len()).filter(|&at| tells(at)).map(|at| wanted[at]).collect();
    let chosen = if told.is_empty() { wanted } else { told };
    // What is said once for many lines is kept once.
    let mut kept: Vec<String> = Vec::new();
    for line in chosen {
        let line = without_machine(line);
        if !kept.contains(&line) {
            kept.push(line);
        }
    }
    kept.truncate(LINES);
    if kept.is_empty() { NOTHING.to_owned() } else { shortened(&kept.join("\n")) }
}

/// Without what draws around a line: `| ^^^^ expected a number` says what is expected.
fn unframed(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('|') { line.trim_start_matches(['|', ' ', '^', '-', '~', '_']) } else { line }
}

/// True if a line is one call of a trace, or marks a place in the line above.
fn is_step(line: &str) -> bool {
    line.starts_with("at ")
        || line.starts_with('#')
        || line.starts_with('^')
        || line.starts_with("-->")
        || line.starts_with("from ")
        || line.starts_with("File ") && line.contains(", in ")
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some(_) => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// Without what makes colours on a terminal, and other characters that nobody sees.
fn console_codes_removed(output: &str) -> String {
    let mut plain = String::new();
    let mut characters = output.chars();
    while let Some(c) = characters.next() {
        if c == '\u{1b}' {
            // A sequence such as ESC [ 31 m ends with a letter.
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else if c == '\n' || !c.is_control() {
            plain.push(c);
        } else {
            plain.push(' ');
        }
    }
    plain
}

fn without_machine(line: &str) -> String {
    // Registers of the processor follow.
    let line = [" (pc 0x", " at pc 0x"].into_iter().fold(line, |line, mark| line.split(mark).next().unwrap_or(line));
    let words: Vec<Cow<'_, str>> = line.split_whitespace().map(without_path).map(without_numbers).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Keeps the last part of an absolute path: `/usr/bin/lua5.4:` becomes `lua5.4:`.
fn without_path(word: &str) -> Cow<'_, str> {
    let Some(start) = word.find('/') else { return word.into() };
    let before = &word[..start];
    // Not a path: a fraction, an address of a page, a name in two parts.
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == ':') || word[start..].starts_with("//") {
        return word.into();
    }
    match word.rfind('/') {
        Some(end) if end > start => format!("{before}{}", &word[end + 1..]).into(),
        _ => word.into(),
    }
}

/// Of an address in memory that it is one; nothing of `==123==`, `(pid=123)` and a thread's `(123)`.
fn without_numbers(word: Cow<'_, str>) -> Cow<'_, str> {
    if let Some(rest) = word.strip_prefix("==").and_then(|rest| rest.split_once("==")) {
        return rest.1.to_owned().into();
    }
    let is_thread = |word: &str| word.len() > 3 && word.chars().all(|c| c.is_ascii_digit());
    if word.starts_with("(pid=") || word.strip_prefix('(').and_then(|it| it.strip_suffix(')')).is_some_and(is_thread) {
        return "".into();
    }
    let Some(start) = word.find("0x") else { return word };
    let digits = word[start + 2..].chars().take_while(char::is_ascii_hexdigit).count();
    // Short ones are numbers that a program deals with.
    if digits < 6 {
        return word;
    }
    format!("{}0x…{}", &word[..start], &word[start + 2 + digits..]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_kept_and_the_ways_to_it_are_not() {
        let javascript = "main.js:2\np.norm(); // MISTAKE\n  ^\n\nTypeError: p.norm is not a function\n    at Object.<anonymous> (main.js:2:3)\n    at node:internal/main/run_main_module:33:47\n\nNode.js v24.21.0\n";
        assert_eq!(telling(javascript), "TypeError: p.norm is not a function");
        let rust = "error[E0609]: no field `x` on type `Option<Point>`\n --> main.rs:8:20\n  |\n8 |     let x = find().x; // MISTAKE\n  | ^ unknown\n\nerror: aborting due to 1 previous error\n\nFor more information about this error, try `rustc`.\n";
        assert_eq!(telling(rust), "error[E0609]: no field `x` on type `Option<Point>`");
        let other = "error[E0308]: mismatched types\n --> main.rs:8:20\n  |\n8 | half(\"12\"); // MISTAKE\n  |      ^^^^ expected `i32`, found `&str`\n";
        assert_eq!(telling(other), "error[E0308]: mismatched types\nexpected `i32`, found `&str`");
        let clang = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x00abcdef12 at pc 0x55bcf5bd6210\n==7==WARNING: invalid path to external symbolizer!\n==7==WARNING: Failed to use and restart external symbolizer!\n";
        assert_eq!(telling(clang), "ERROR: AddressSanitizer: heap-use-after-free on address 0x…");
        assert_eq!(telling("past 6\n"), "past 6");
        assert_eq!(telling("no mark here\n\n  second\n"), "no mark here\nsecond");
        assert_eq!(telling(" \n==\n"), NOTHING);
    }

    #[test]
    fn nothing_of_the_machine_is_kept() {
        for (output, kept) in [
            ("/usr/bin/lua5.4: main.lua:2: an error", "lua5.4: main.lua:2: an error"),
            (
                "==123==ERROR: AddressSanitizer: SEGV on 0x00abcdef12 (pc 0x55bcf5bd6210)",
                "ERROR: AddressSanitizer: SEGV on 0x…",
            ),
            ("WARNING: ThreadSanitizer: data race (pid=7505)", "WARNING: ThreadSanitizer: data race"),
            ("\u{1b}[31merror\u{1b}[0m: 0xff is 255", "error: 0xff is 255"),
            (
                "error: in \"/home/somebody/main.c\", see https://example.org/a/b",
                "error: in \"main.c\", see https://example.org/a/b",
            ),
        ] {
            assert!(telling(output).starts_with(kept), "{}", telling(output));
        }
    }

    proptest::proptest! {
        #[test]
        fn fuzz_whatever_was_said_becomes_a_few_short_lines(output in "[ -~\n\t\u{1b}é…/]{0,600}") {
            let kept = telling(&output);
            proptest::prop_assert!(kept.chars().count() <= LONGEST && kept.lines().count() <= LINES);
            proptest::prop_assert_eq!(kept.contains(char::from(27)) || kept.is_empty(), false);
            // What was kept is kept again.
            proptest::prop_assert!(telling(&kept).chars().count() <= LONGEST);
        }
    }
}
