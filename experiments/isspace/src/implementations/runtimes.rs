//! Other languages, each through its own runtime: a small program in the language says what its functions call spaces. And the
//! tools of the shell, asked by a script.

use std::time::Duration;

use supervisor::kept;

use super::{Call, Heard, PERL_BESIDE_WIDER, PERL_REGEX, collect, version_of};
use crate::answer::{CODE_POINTS, Garbled};
use crate::build_directory::BuildDirectory;
use crate::child::{Check, Job, Trouble};

/// The script that asks the tools, and what runs it.
const TOOLS: &str = include_str!("../programs/tools.sh");
const SHELL: &str = "sh";
/// How a script ends that does not find the program that it is to ask.
const NOT_FOUND: i32 = 127;

/// A language and how to ask it.
#[derive(Debug)]
pub(crate) struct Runtime {
    /// Its name.
    pub language: &'static str,
    /// What the machine needs.
    pub needs: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    file: &'static str,
    source: &'static str,
    calls: &'static [Call],
    /// What it says besides, of the same functions in other circumstances.
    elsewhere: &'static [&'static str],
    /// Go compiles its library first.
    limit: Duration,
}

/// All of them, the slowest first.
pub(super) static ALL: [Runtime; 10] = [
    Runtime {
        language: "Go",
        needs: "Go (the package golang-go)",
        program: "go",
        arguments: &["run"],
        file: "spaces.go",
        source: include_str!("../programs/spaces.go"),
        calls: &[("go-unicode-isspace", "unicode.IsSpace"), ("go-regexp", "regexp \\s")],
        elsewhere: &[],
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
        elsewhere: &[],
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
        elsewhere: &[PERL_BESIDE_WIDER],
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
        elsewhere: &[],
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
        elsewhere: &[],
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
        limit: Duration::from_secs(90),
    },
];

impl Runtime {
    pub(super) fn calls(&self) -> &'static [Call] {
        self.calls
    }

    pub(super) fn ask(&self, directory: &BuildDirectory, check: Check<'_>) -> Result<Heard, Trouble> {
        let file = directory.write(self.file, self.source)?;
        if self.program == SHELL {
            directory.write(&format!("{}.txt", self.language), &all_characters())?;
        }
        let arguments = self.arguments.iter().map(|&argument| argument.into()).chain([file.into_os_string()]);
        let folder = directory.folder();
        let job = Job::new(self.program, arguments)
            .limit(self.limit)
            .variable("GOCACHE", kept(env!("CARGO_PKG_NAME"), folder).join("go-cache"))
            .variable("GOPATH", folder.join("go"))
            .variable("GOTOOLCHAIN", "local")
            .variable("GO111MODULE", "off")
            .variable("CGO_ENABLED", "0");
        let answer = job.answer(directory, check).map_err(|trouble| match trouble {
            Trouble::Failed(_, status) if self.program == SHELL && status.code() == Some(NOT_FOUND) => {
                Trouble::Absent(self.language.to_owned())
            }
            other => other,
        })?;
        let calls: Vec<(Call, &str)> = self.calls.iter().map(|&call| (call, call.0)).collect();
        let implementations = version_of(&answer).and_then(|version| collect(&answer, self.language, version, &calls));
        let elsewhere: Result<_, Garbled> =
            self.elsewhere.iter().map(|&name| Ok((name, answer.said(name)?.spaces.clone()))).collect();
        let garbled = |why| job.garbled(why);
        Ok(Heard {
            implementations: implementations.map_err(garbled)?,
            elsewhere: elsewhere.map_err(garbled)?,
            skipped: None,
        })
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
    pub(super) fn pretended(program: &'static str, calls: &'static [Call], limit: Duration) -> Self {
        let (language, needs, file, source) = ("Pretence", "nothing", "spaces.pretended", "");
        Self { language, needs, program, arguments: &[], file, source, calls, elsewhere: &[], limit }
    }

    /// A tool that is asked by this script.
    pub(super) fn pretended_tool(source: &'static str) -> Self {
        Self { source, ..Self::pretended(SHELL, &[], Duration::from_secs(60)) }
    }
}
