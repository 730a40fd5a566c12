//! Other languages, each through its own runtime: a small program in the language says what its functions call spaces. And the
//! tools of the shell, asked by a script.

use std::time::Duration;

use supervisor::{ProgramError, Workplace, cache_folder};

use super::latin_1;
use super::{Call, Heard, PERL_BESIDE_WIDER, PERL_REGEX, collect, version_of};
use crate::answer::{CODE_POINTS, Garbled};
use crate::programs::{ask, asked};

/// The script that asks the tools, and what runs it.
const TOOLS: &str = include_str!("../programs/tools.sh");
const SHELL: &str = "sh";
/// Status of a script that does not find the program that it is to ask.
const NOT_FOUND: i32 = 127;

/// A language and how to ask it.
#[derive(Debug)]
pub(crate) struct Runtime {
    /// The name.
    pub language: &'static str,
    /// Packages that the machine needs.
    pub needs: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    file: &'static str,
    source: &'static str,
    calls: &'static [Call],
    /// Names of its answers about the same functions in other circumstances.
    elsewhere: &'static [&'static str],
    /// Functions that remove white space from the ends of a text, or before a field.
    trims: &'static [Call],
    /// Go compiles its library first.
    limit: Duration,
}

/// All of them, the slowest first.
pub(super) static ALL: [Runtime; 11] = [
    Runtime {
        language: "Go",
        needs: "Go (the package golang-go)",
        program: "go",
        arguments: &["run"],
        file: "spaces.go",
        source: include_str!("../programs/spaces.go"),
        calls: &[("go-unicode-isspace", "unicode.IsSpace"), ("go-regexp", "regexp \\s")],
        elsewhere: &[latin_1::GO.0],
        trims: &[("go-csv", "encoding/csv, TrimLeadingSpace")],
        limit: Duration::from_secs(180),
    },
    Runtime {
        language: "Java",
        needs: "a Java compiler and runtime (the package default-jdk-headless)",
        program: "java",
        arguments: &["-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"],
        file: "Spaces.java",
        source: include_str!("../programs/Spaces.java"),
        calls: &[
            ("java-is-whitespace", "Character.isWhitespace"),
            ("java-is-space-char", "Character.isSpaceChar"),
            ("java-strip", "String.strip"),
            ("java-trim", "String.trim"),
            ("java-regex", "Pattern \\s"),
        ],
        elsewhere: &[latin_1::JAVA.0],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "Perl",
        needs: "Perl (the package perl)",
        program: "perl",
        arguments: &[],
        file: "spaces.pl",
        source: include_str!("../programs/spaces.pl"),
        calls: &[(PERL_REGEX, "\\s"), ("perl-regex-u", "\\s with /u"), ("perl-regex-a", "\\s with /a")],
        elsewhere: &[PERL_BESIDE_WIDER, latin_1::PERL.0],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "Python",
        needs: "Python 3 (the package python3)",
        program: "python3",
        arguments: &["-I", "-B"],
        file: "spaces.py",
        source: include_str!("../programs/spaces.py"),
        calls: &[
            ("python-str", "str.isspace"),
            ("python-split", "str.split"),
            ("python-regex", "re \\s"),
            ("python-bytes", "bytes.isspace"),
        ],
        elsewhere: &[latin_1::PYTHON.0],
        trims: &[("python-csv", "csv, skipinitialspace")],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "SQLite",
        needs: "Python 3 with its module sqlite3 (the package python3)",
        program: "python3",
        arguments: &["-I", "-B"],
        file: "sqlite.py",
        source: include_str!("../programs/sqlite.py"),
        calls: &[],
        elsewhere: &[],
        trims: &[("sqlite-trim", "trim()")],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "JavaScript",
        needs: "Node.js (the package nodejs)",
        program: "node",
        arguments: &[],
        file: "spaces.js",
        source: include_str!("../programs/spaces.js"),
        calls: &[("javascript-regex", "\\s"), ("javascript-trim", "String.trim")],
        elsewhere: &[latin_1::JAVASCRIPT.0],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "bash",
        needs: "Bash (the package bash)",
        program: SHELL,
        arguments: &[],
        file: "bash.sh",
        source: TOOLS,
        calls: &[("bash-c", "[[:space:]], C locale"), ("bash-utf8", "[[:space:]], UTF-8 locale")],
        elsewhere: &[],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "grep",
        needs: "GNU grep (the package grep)",
        program: SHELL,
        arguments: &[],
        file: "grep.sh",
        source: TOOLS,
        calls: &[("grep-c", "[[:space:]], C locale"), ("grep-utf8", "[[:space:]], UTF-8 locale")],
        elsewhere: &[],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "sed",
        needs: "GNU sed (the package sed)",
        program: SHELL,
        arguments: &[],
        file: "sed.sh",
        source: TOOLS,
        calls: &[("sed-c", "[[:space:]], C locale"), ("sed-utf8", "[[:space:]], UTF-8 locale")],
        elsewhere: &[],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "gawk",
        needs: "gawk (the package gawk)",
        program: SHELL,
        arguments: &[],
        file: "gawk.sh",
        source: TOOLS,
        calls: &[("gawk-c", "[[:space:]], C locale"), ("gawk-utf8", "[[:space:]], UTF-8 locale")],
        elsewhere: &[],
        trims: &[],
        limit: Duration::from_secs(90),
    },
    Runtime {
        language: "mawk",
        needs: "mawk (the package mawk)",
        program: SHELL,
        arguments: &[],
        file: "mawk.sh",
        source: TOOLS,
        calls: &[("mawk-c", "[[:space:]], C locale"), ("mawk-utf8", "[[:space:]], UTF-8 locale")],
        elsewhere: &[],
        trims: &[],
        limit: Duration::from_secs(90),
    },
];

impl Runtime {
    pub(super) fn calls(&self) -> &'static [Call] {
        self.calls
    }

    pub(super) fn trims(&self) -> &'static [Call] {
        self.trims
    }

    pub(super) fn ask(&self, place: &Workplace<'_>) -> Result<Heard, ProgramError> {
        let file = place.write(self.file, self.source)?;
        if self.program == SHELL {
            place.write(&format!("{}.txt", self.language), all_characters())?;
        }
        let mut command = asked(place, self.program);
        command.args(self.arguments).arg(file);
        command.env("GOCACHE", cache_folder(env!("CARGO_PKG_NAME"), place.folder()).join("go-cache"));
        command.env("GOPATH", place.folder().join("go")).env("GOTOOLCHAIN", "local").env("GO111MODULE", "off");
        command.env("CGO_ENABLED", "0");
        let answer = ask(place, &mut command, self.limit).map_err(|error| match error {
            ProgramError::Failed { status, .. } if self.program == SHELL && status.code() == Some(NOT_FOUND) => {
                ProgramError::Absent(self.language.to_owned())
            }
            other => other,
        })?;
        let version = version_of(&answer)?;
        let collected = |calls: &[Call]| {
            let calls: Vec<(Call, &str)> = calls.iter().map(|&call| (call, call.0)).collect();
            collect(&answer, self.language, version, &calls)
        };
        let elsewhere: Result<_, Garbled> =
            self.elsewhere.iter().map(|&name| Ok((name, answer.said(name)?.spaces.clone()))).collect();
        let (implementations, trims) = (collected(self.calls)?, collected(self.trims)?);
        Ok(Heard { implementations, elsewhere: elsewhere?, trims, skipped: None })
    }
}

/// Every character for tools that can make none: its number in hexadecimal, and the character between colons, up to a NUL. Tools
/// that read so can't be asked about NUL itself, and nobody calls it a space but who trims all that is not above one.
fn all_characters() -> String {
    (0..CODE_POINTS).filter_map(char::from_u32).map(|each| format!("{:x}:{each}:\0", u32::from(each))).collect()
}

#[cfg(test)]
impl Runtime {
    /// A runtime that is this program.
    pub(super) fn pretended(program: &'static str, calls: &'static [Call]) -> Self {
        let (language, needs, file, source) = ("Pretence", "nothing", "spaces.pretended", "");
        let limit = Duration::from_secs(60);
        Self { language, needs, program, arguments: &[], file, source, calls, elsewhere: &[], trims: &[], limit }
    }

    /// A tool that is asked by this script.
    pub(super) fn pretended_tool(source: &'static str) -> Self {
        Self { source, ..Self::pretended(SHELL, &[]) }
    }
}
