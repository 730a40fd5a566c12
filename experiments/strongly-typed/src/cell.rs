//! One mistake in one language: tried, and its outcome told by rule.

use std::fs;
use std::path::Path;

use harness::Failure;
use strongly_typed_model::Outcome;
use supervisor::Workplace;

use crate::languages::{Language, Words};
use crate::programs::{self, Program};
use crate::sandbox::{Bounds, End, Job, Said, fresh_folder};
use crate::toolchain::Toolchain;

/// The outcome of a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The outcome by the compiler as it is.
    pub outcome: Outcome,
    /// The outcome with the usual warnings and linters.
    pub linted: Outcome,
    /// Messages about it, or the reason why it was not tried.
    pub output: String,
    /// Messages of the warnings and linters.
    pub lint_output: String,
}

/// Place and tools for trying a mistake.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// The run's folder.
    pub place: &'a Workplace<'a>,
    /// The tools.
    pub toolchain: &'a Toolchain,
}

/// An outcome and the messages about it.
type Told = (Outcome, String);

impl Bench<'_> {
    /// Tries a mistake by its name; the language's tools are here.
    pub fn cell(&self, language: &Language, mistake: &str) -> Result<Cell, Failure> {
        let Some(program) = programs::program(language.folder, language.extension(), mistake) else {
            let (outcome, why) = match programs::absent(language.folder, mistake) {
                Some(why) => (Outcome::CannotBeWritten, why),
                None => (Outcome::NotTested, "there is no such program"),
            };
            return Ok(Cell { outcome, linted: outcome, output: why.to_owned(), lint_output: String::new() });
        };
        let (plain, warnings) = self.plain(language, program)?;
        let (linted, lint_output) = self.linted(language, program, &plain, warnings)?;
        Ok(Cell { outcome: plain.0, linted, output: plain.1, lint_output })
    }

    /// The outcome by the compiler as it is, and its warnings.
    fn plain(&self, language: &Language, program: Program) -> Result<(Told, String), Failure> {
        let folder = self.lay_out(language, program.text, &[])?;
        let mut warnings = String::new();
        for &words in language.checks {
            let said = self.run(language, words, &folder)?;
            warnings += &said.output;
            if !said.succeeded() {
                return Ok((refused(language, program, &said), warnings));
            }
        }
        let said = self.run(language, language.run, &folder)?;
        let mut told = ended(language, program, &said);
        if matches!(told.0, Outcome::Silent | Outcome::NotTested | Outcome::Caught) {
            for &(compile, run) in language.sanitizers() {
                // A program that compiles without sanitizers does with them, where they are installed.
                let built = self.run(language, compile, &folder)?;
                if !built.succeeded() {
                    return Ok(((Outcome::NotTested, built.output), warnings));
                }
                let said = self.run(language, run, &folder)?;
                if is_reported(&said.output) {
                    told = (Outcome::Undefined, said.output);
                    break;
                }
            }
        }
        Ok((told, warnings))
    }

    fn linted(&self, language: &Language, program: Program, plain: &Told, warnings: String) -> Result<Told, Failure> {
        if plain.0 == Outcome::Refused || names_line(&warnings, language.file, program.line) {
            return Ok((Outcome::Refused, warnings));
        }
        if let Some(lack) = self.toolchain.lacks_lint(language) {
            return Ok((Outcome::NotTested, lack));
        }
        let text = match language.lint.edit {
            Some((from, to)) => program.text.replacen(from, to, 1),
            None => program.text.to_owned(),
        };
        let folder = self.lay_out(language, &text, language.lint.files)?;
        for &words in language.lint.checks {
            let said = self.run(language, words, &folder)?;
            if names_line(&said.output, language.file, program.line) {
                return Ok((Outcome::Refused, said.output));
            }
            if has_failed(&said, language.file) {
                return Ok((Outcome::NotTested, said.output));
            }
        }
        match language.lint.run {
            Some(words) => {
                let said = self.run(language, words, &folder)?;
                // What is undefined stays so where a stricter run does not stop it.
                let told = ended(language, program, &said);
                Ok(if is_reported(&said.output) { (Outcome::Caught, told.1) } else { told })
            }
            None => Ok((plain.0, String::new())),
        }
    }

    /// A fresh folder with a program, and files of its language's folder.
    fn lay_out(&self, language: &Language, text: &str, files: &[(&str, &str)]) -> Result<std::path::PathBuf, Failure> {
        let folder = fresh_folder(self.place)?;
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).map_err(|error| Failure::system(format!("cannot write {name}"), error))
        };
        write(language.file, text)?;
        for (from, to) in files {
            let text = programs::file(language.folder, from).expect("it lies in the programs");
            write(to, &self.toolchain.fill(text).map_err(|lack| missing(language, &lack))?)?;
        }
        Ok(folder)
    }

    fn run(&self, language: &Language, words: Words, folder: &Path) -> Result<Said, Failure> {
        let words = self.toolchain.words(words).map_err(|lack| missing(language, &lack))?;
        let variables = self.toolchain.variables(language).map_err(|lack| missing(language, &lack))?;
        Job { words: &words, folder, variables: &variables, bounds: Bounds::default() }.run(self.place)
    }

    /// Runs a program of the language's folder that makes no mistake, and returns its output.
    pub fn just_run(&self, language: &Language, name: &str) -> Result<String, Failure> {
        let text = programs::file(language.folder, &format!("{name}.{}", language.extension()));
        let folder = self.lay_out(language, text.expect("it lies in the programs"), &[])?;
        Ok(self.run(language, language.run, &folder)?.output)
    }

    /// The version of a language's tools, in their words: the first line with a digit.
    pub fn version(&self, language: &Language) -> Result<Option<String>, Failure> {
        let said = self.run(language, language.version, self.place.folder())?;
        let line = said.output.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
        Ok(line.filter(|_| said.succeeded()).map(|line| line.trim().to_owned()))
    }
}

/// Failure for a tool that is gone since it was looked for.
fn missing(language: &Language, lack: &str) -> Failure {
    Failure::Missing { what: format!("{} cannot be tried: {lack}", language.name), needs: language.needs.to_owned() }
}

/// A check failed: it refuses the mistake if it names the line, and else something is wrong with the program.
fn refused(language: &Language, program: Program, said: &Said) -> Told {
    let outcome = match said.end {
        End::Exit(_) if names_line(&said.output, language.file, program.line) => Outcome::Refused,
        _ => Outcome::NotTested,
    };
    (outcome, said.output.clone())
}

/// A program ended. It says so when it is past the mistake.
fn ended(language: &Language, program: Program, said: &Said) -> Told {
    let past = said.output.lines().any(|line| line.starts_with("past"));
    let outcome = match said.end {
        _ if program.undefined.is_some() => Outcome::Undefined,
        _ if past => Outcome::Silent,
        // SQLite's shell compiles each statement just before it runs it.
        End::Exit(_) if said.output.contains("Parse error near line") => refused(language, program, said).0,
        End::Exit(status) if status != 0 => Outcome::Caught,
        _ => Outcome::NotTested,
    };
    let why = program.undefined.map(|why| format!("undefined: {why}\n")).unwrap_or_default();
    let end = match said.end {
        End::Bounded(what) => format!("ended by us: too much {what}\n"),
        End::Signal(signal) => format!("ended by signal {signal}\n"),
        End::Exit(_) => String::new(),
    };
    (outcome, why + &end + &said.output)
}

/// True if a linter has not read the program: it did not end well, and complains of something else.
fn has_failed(said: &Said, file: &str) -> bool {
    !said.succeeded() && !said.output.contains(file)
}

/// True if a sanitizer or a race detector reports something.
fn is_reported(output: &str) -> bool {
    ["runtime error:", "ERROR: AddressSanitizer", "WARNING: ThreadSanitizer", "WARNING: DATA RACE"]
        .iter()
        .any(|report| output.contains(report))
}

/// True if an output names this line of this file, in any of the ways that compilers and linters do: `main.c:5:`,
/// `main.cs(5,`, `"main.ml", line 5`, `line 5`, `main.hs:(5,3)`, or, as ESLint, `5:3` at the start of a line.
pub fn names_line(output: &str, file: &str, number: usize) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    let after = |before: &str| {
        output
            .match_indices(before)
            .any(|(at, _)| output[at + before.len()..].strip_prefix(&number.to_string()).is_some_and(ends))
    };
    let starts_line = || {
        let column = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let start = format!("{number}:");
        output.lines().any(|line| line.trim_start().strip_prefix(&start).is_some_and(column))
    };
    let stem = file.split('.').next().unwrap_or(file);
    after(&format!("{file}:"))
        || after(&format!("{file}("))
        || after(&format!("{file}:("))
        // Luacheck and Ada's run-time system.
        || after(&format!("{stem}.adb:"))
        || after("line ")
        || after("lines ")
        || starts_line()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_in_each_compilers_way_and_no_other_line_is() {
        for (output, file) in [
            ("main.c:5:13: error: no", "main.c"),
            (" --> main.rs:5:18", "main.rs"),
            ("main.cs(5,13): error CS0029", "main.cs"),
            ("File \"main.ml\", line 5, characters 2-3:", "main.ml"),
            ("main.hs:(5,3)-(6,9): error", "main.hs"),
            ("Main.java:5: error", "Main.java"),
            ("syntax error at main.pl line 5.", "main.pl"),
            ("  5:9  error  no", "main.js"),
        ] {
            assert!(names_line(output, file, 5), "{output}");
            assert!(
                !names_line(output, file, 50) && !names_line(output, file, 13) && !names_line(output, file, 4),
                "{output}"
            );
        }
        assert!(!names_line("main.c:57:1: error", "main.c", 5));
        assert!(!names_line("12:5 main.c", "main.c", 5));
    }

    const LANGUAGE: &Language = &crate::languages::ALL[0];

    fn outcome(end: End, output: &str, undefined: Option<&'static str>) -> Outcome {
        let program = Program { text: "", line: 2, undefined };
        ended(LANGUAGE, program, &Said { end, output: output.to_owned() }).0
    }

    #[test]
    fn a_run_is_judged_by_its_marker_its_end_and_the_languages_definition() {
        assert_eq!(outcome(End::Exit(0), "past 6\n", None), Outcome::Silent);
        assert_eq!(outcome(End::Exit(1), "past 6\nlater error", None), Outcome::Silent);
        assert_eq!(outcome(End::Exit(1), "error\n", None), Outcome::Caught);
        assert_eq!(outcome(End::Exit(0), "", None), Outcome::NotTested);
        // Never by a crash alone.
        assert_eq!(outcome(End::Signal(11), "", None), Outcome::NotTested);
        assert_eq!(outcome(End::Signal(11), "", Some("so it says")), Outcome::Undefined);
        assert_eq!(outcome(End::Bounded("time"), "", None), Outcome::NotTested);
    }

    #[test]
    fn a_linter_that_fails_itself_is_not_one_that_finds_nothing() {
        let failed = |end, output: &str| has_failed(&Said { end, output: output.to_owned() }, "main.js");
        assert!(failed(End::Exit(2), "Oops! Cannot find module 'rules'"));
        assert!(failed(End::Bounded("time"), ""));
        assert!(!failed(End::Exit(1), "main.js\n  1:5  error"));
        assert!(!failed(End::Exit(0), ""));
    }

    #[test]
    fn a_compiler_that_complains_of_another_line_refuses_nothing() {
        let program = Program { text: "", line: 2, undefined: None };
        let outcome =
            |output: &str| refused(LANGUAGE, program, &Said { end: End::Exit(1), output: output.to_owned() }).0;
        assert_eq!(outcome("main.c:2:1: error"), Outcome::Refused);
        assert_eq!(outcome("main.c:3:1: error"), Outcome::NotTested);
    }

    proptest::proptest! {
        #[test]
        fn fuzz_whatever_a_compiler_says_can_be_read(output in ".{0,200}", number in 1..100_usize) {
            names_line(&output, "main.c", number);
        }
    }
}
