//! The languages and checkers: how each refuses, runs and lints a program.
//!
//! Words in braces stand for what [`crate::toolchain`] finds: `{rust}`, the compiler's own folder; `{modules}`, the npm
//! packages of this checkout; `{typescript}`, a folder with TypeScript's compiler; `{python}`, a Python with mypy, pyright and Ruff;
//! `{kotlin}`, the compiler's jars, and `{kotlin_version}`; `{place}`, the run's folder.

/// A program and its arguments.
pub type Words = &'static [&'static str];

/// A language, or a checker of one.
#[derive(Debug)]
pub struct Language {
    /// Name on the command line and in the record.
    pub id: &'static str,
    /// Name for readers.
    pub name: &'static str,
    /// Folder of the programs.
    pub folder: &'static str,
    /// File name of a program where it is tried.
    pub file: &'static str,
    /// Requirement of the machine, in words.
    pub needs: &'static str,
    /// Command that says the version.
    pub version: Words,
    /// Commands before the run, in turn: one that fails and names the line refuses the mistake. Warnings are on, but refuse
    /// nothing here.
    pub checks: &'static [Words],
    /// Command that runs a program.
    pub run: Words,
    /// Usual warnings and linters: the second column.
    pub lint: Lint,
    /// Environment variables.
    pub variables: &'static [(&'static str, &'static str)],
    /// True if a declared type promises anything of its values: where the language or the checker refuses or catches what
    /// contradicts it. Python itself checks no annotation ([its typing module](https://docs.python.org/3/library/typing.html)), and a
    /// column of SQLite that is not in a strict table takes [any type](https://sqlite.org/flextypegood.html).
    pub promises: bool,
    /// True if a quick run tries the language: those that start at once.
    pub quick: bool,
}

/// The usual warnings and linters. What the checks said of the line counts as well.
#[derive(Debug)]
pub struct Lint {
    /// Description.
    pub words: &'static str,
    /// Files of the language's folder that they need, each with the name that they look for.
    pub files: &'static [(&'static str, &'static str)],
    /// Change of the program that keeps its lines: a stricter mode.
    pub edit: Option<(&'static str, &'static str)>,
    /// Commands that refuse the mistake where they name its line.
    pub checks: &'static [Words],
    /// Command that runs a program, where that differs.
    pub run: Option<Words>,
}

const NONE: Lint = Lint { words: "the compiler's warnings", files: &[], edit: None, checks: &[], run: None };

/// Usual linters of Rust, however a program is built.
const CLIPPY: Lint = Lint {
    words: "rustc's warnings and Clippy",
    checks: &[&["{rust}/bin/clippy-driver", "--edition", "2024", "-W", "clippy::all", "--emit", "metadata", "main.rs"]],
    ..NONE
};

impl Language {
    /// Extension of the programs' files.
    pub fn extension(&self) -> &'static str {
        match self.file {
            // By other names, so that they are not linted and formatted as this checkout's own.
            "main.js" => "js.txt",
            "main.ts" => "ts.txt",
            "Main.java" => "java",
            file => file.rsplit_once('.').map_or("", |(_, extension)| extension),
        }
    }

    /// All commands of the first column.
    pub fn words(&self) -> impl Iterator<Item = Words> {
        self.checks.iter().copied().chain([self.run])
    }

    /// All commands of the second column.
    pub fn lint_words(&self) -> impl Iterator<Item = Words> {
        self.lint.checks.iter().copied().chain(self.lint.run)
    }

    /// The language of this name.
    pub fn named(id: &str) -> Option<&'static Self> {
        all_and_beside().find(|language| language.id == id)
    }

    /// True if the mistakes of the list are made in it.
    pub fn is_scored(&self) -> bool {
        ALL.iter().any(|language| language.id == self.id)
    }

    /// Commands that build and run a program with sanitizers, where there are any: one after the other, each alone.
    pub fn sanitizers(&self) -> &'static [(Words, Words)] {
        match self.id {
            "c" => &C_SANITIZERS,
            "cpp" => &CPP_SANITIZERS,
            "c-clang" => &C_CLANG_SANITIZERS,
            "cpp-clang" => &CPP_CLANG_SANITIZERS,
            _ => &[],
        }
    }
}

// Undefined behaviour stops it; memory that is not freed at the end is no mistake of the list. Threads are watched at
// addresses that are not randomised, as ThreadSanitizer needs on recent kernels.
const ADDRESS_RUN: Words = &["./sanitized"];
const THREAD_RUN: Words = &["setarch", "-R", "./sanitized"];
/// Both ways of building a program with sanitizers, each with its run.
macro_rules! sanitizers {
    ($compiler:literal, $standard:literal, $file:literal) => {
        [
            (
                &[
                    $compiler,
                    $standard,
                    "-w",
                    "-g",
                    "-pthread",
                    "-fsanitize=address,undefined",
                    $file,
                    "-o",
                    "sanitized",
                ],
                ADDRESS_RUN,
            ),
            (
                &[$compiler, $standard, "-w", "-g", "-pthread", "-fsanitize=thread", $file, "-o", "sanitized"],
                THREAD_RUN,
            ),
        ]
    };
}
static C_SANITIZERS: [(Words, Words); 2] = sanitizers!("gcc", "-std=c17", "main.c");
static C_CLANG_SANITIZERS: [(Words, Words); 2] = sanitizers!("clang-19", "-std=c17", "main.c");
static CPP_SANITIZERS: [(Words, Words); 2] = sanitizers!("g++", "-std=c++17", "main.cpp");
static CPP_CLANG_SANITIZERS: [(Words, Words); 2] = sanitizers!("clang++-19", "-std=c++17", "main.cpp");

const JVM: [&str; 4] = ["java", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Languages without scores: programs beside the list are tried in them, and no mistake of it.
pub static BESIDE: &[Language] = &[
    Language {
        id: "coq",
        name: "Coq",
        folder: "coq",
        file: "main.v",
        needs: "Coq (the package coq)",
        version: &["coqc", "--version"],
        checks: &[&["coqc", "-q", "main.v"]],
        // What the last lines of a program ask is answered while it is checked.
        run: &["coqc", "-q", "main.v"],
        lint: NONE,
        variables: &[],
        promises: true,
        quick: true,
    },
    Language {
        id: "coq-type-in-type",
        name: "Coq, -type-in-type",
        folder: "coq",
        file: "main.v",
        needs: "Coq (the package coq)",
        version: &["coqc", "--version"],
        checks: &[&["coqc", "-q", "-type-in-type", "main.v"]],
        run: &["coqc", "-q", "-type-in-type", "main.v"],
        lint: NONE,
        variables: &[],
        promises: true,
        quick: true,
    },
];

/// Languages with scores, and without.
pub fn all_and_beside() -> impl Iterator<Item = &'static Language> {
    ALL.iter().chain(BESIDE)
}

/// Languages with scores: every mistake of the list is tried in each.
pub static ALL: &[Language] = &[
    Language {
        id: "c",
        name: "C",
        folder: "c",
        file: "main.c",
        needs: "a C compiler (the package gcc)",
        version: &["gcc", "--version"],
        checks: &[&["gcc", "-std=c17", "-Wall", "-Wextra", "-pthread", "main.c", "-o", "main"]],
        run: &["./main"],
        lint: Lint { words: "-Wall -Wextra", ..NONE },
        variables: &[],
        promises: true,
        quick: true,
    },
    Language {
        id: "c-clang",
        name: "C (clang)",
        folder: "c",
        file: "main.c",
        needs: "a current C compiler (the packages clang-19 and libclang-rt-19-dev)",
        version: &["clang-19", "--version"],
        checks: &[&["clang-19", "-std=c17", "-Wall", "-Wextra", "-pthread", "main.c", "-o", "main"]],
        run: &["./main"],
        lint: Lint { words: "-Wall -Wextra", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "cpp",
        name: "C++",
        folder: "cpp",
        file: "main.cpp",
        needs: "a C++ compiler (the package g++)",
        version: &["g++", "--version"],
        checks: &[&["g++", "-std=c++17", "-Wall", "-Wextra", "-pthread", "main.cpp", "-o", "main"]],
        run: &["./main"],
        lint: Lint { words: "-Wall -Wextra", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "cpp-clang",
        name: "C++ (clang)",
        folder: "cpp",
        file: "main.cpp",
        needs: "a current C++ compiler (the packages clang-19 and libclang-rt-19-dev)",
        version: &["clang++-19", "--version"],
        checks: &[&["clang++-19", "-std=c++17", "-Wall", "-Wextra", "-pthread", "main.cpp", "-o", "main"]],
        run: &["./main"],
        lint: Lint { words: "-Wall -Wextra", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "rust",
        name: "Rust (debug)",
        folder: "rust",
        file: "main.rs",
        needs: "Rust, as this checkout does",
        version: &["{rust}/bin/rustc", "--version"],
        checks: &[&["{rust}/bin/rustc", "--edition", "2024", "main.rs"]],
        run: &["./main"],
        lint: CLIPPY,
        variables: &[("LD_LIBRARY_PATH", "{rust}/lib")],
        promises: true,
        quick: true,
    },
    Language {
        id: "rust-release",
        name: "Rust (release)",
        folder: "rust",
        file: "main.rs",
        needs: "Rust, as this checkout does",
        version: &["{rust}/bin/rustc", "--version"],
        checks: &[&["{rust}/bin/rustc", "--edition", "2024", "-O", "main.rs"]],
        run: &["./main"],
        lint: CLIPPY,
        variables: &[("LD_LIBRARY_PATH", "{rust}/lib")],
        promises: true,
        quick: false,
    },
    Language {
        id: "go",
        name: "Go",
        folder: "go",
        file: "main.go",
        needs: "Go (the package golang-go)",
        version: &["go", "version"],
        checks: &[&["go", "build", "main.go"]],
        run: &["./main"],
        lint: Lint {
            words: "go vet",
            checks: &[&["go", "vet", "main.go"], &["go", "build", "-race", "main.go"]],
            run: Some(&["./main"]),
            ..NONE
        },
        variables: &[
            ("GOCACHE", "{place}/go-cache"),
            ("GOPATH", "{place}/go"),
            ("GOTOOLCHAIN", "local"),
            ("GOTELEMETRY", "off"),
        ],
        promises: true,
        quick: false,
    },
    Language {
        id: "java",
        name: "Java",
        folder: "java",
        file: "Main.java",
        needs: "a Java compiler and runtime (the package default-jdk-headless)",
        version: &["java", "--version"],
        checks: &[&["javac", "-J-XX:-UsePerfData", "-J-XX:TieredStopAtLevel=1", "-Xlint:all", "Main.java"]],
        run: &[JVM[0], JVM[1], JVM[2], JVM[3], "Main"],
        lint: Lint { words: "javac -Xlint:all", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "kotlin",
        name: "Kotlin",
        folder: "kotlin",
        file: "main.kt",
        needs: "Maven (the package maven) and a repository to fetch Kotlin's compiler from, and Java",
        version: &[JVM[0], JVM[1], "-cp", "{kotlin}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-version"],
        checks: &[&[
            JVM[0],
            JVM[1],
            JVM[2],
            JVM[3],
            "-Xss4m",
            "-cp",
            "{kotlin}/*",
            "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
            "-no-stdlib",
            "-no-reflect",
            "-cp",
            "{kotlin}/kotlin-stdlib-{kotlin_version}.jar",
            "-d",
            "out",
            "main.kt",
        ]],
        run: &[JVM[0], JVM[1], JVM[2], JVM[3], "-cp", "out:{kotlin}/kotlin-stdlib-{kotlin_version}.jar", "MainKt"],
        lint: NONE,
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "csharp",
        name: "C#",
        folder: "csharp",
        file: "main.cs",
        needs: "Mono (the packages mono-mcs and mono-runtime)",
        version: &["mono", "--version"],
        checks: &[&["mcs", "-warn:4", "main.cs"]],
        run: &["mono", "main.exe"],
        lint: Lint { words: "mcs -warn:4", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "javascript",
        name: "JavaScript",
        folder: "javascript",
        file: "main.js",
        needs: "Node.js, as this checkout does",
        version: &["node", "--version"],
        checks: &[&["node", "--check", "main.js"]],
        run: &["node", "main.js"],
        lint: Lint {
            words: "ESLint's recommended rules",
            files: &[("eslint.config.mjs.txt", "eslint.config.mjs")],
            checks: &[&["node", "{modules}/eslint/bin/eslint.js", "main.js"]],
            ..NONE
        },
        variables: &[],
        promises: false,
        quick: true,
    },
    Language {
        id: "typescript",
        name: "TypeScript",
        folder: "typescript",
        file: "main.ts",
        needs: "npm and a registry to fetch TypeScript from",
        version: &["node", "{typescript}/node_modules/typescript/bin/tsc", "--version"],
        checks: &[&[
            "node",
            "{typescript}/node_modules/typescript/bin/tsc",
            "--pretty",
            "false",
            "--strict",
            "--target",
            "es2022",
            "--module",
            "nodenext",
            "main.ts",
        ]],
        run: &["node", "main.js"],
        lint: Lint {
            words: "tsc's further checks",
            checks: &[&[
                "node",
                "{typescript}/node_modules/typescript/bin/tsc",
                "--pretty",
                "false",
                "--strict",
                "--target",
                "es2022",
                "--module",
                "nodenext",
                "--noEmit",
                "--noUncheckedIndexedAccess",
                "--exactOptionalPropertyTypes",
                "--noImplicitReturns",
                "--noFallthroughCasesInSwitch",
                "--noPropertyAccessFromIndexSignature",
                "--noImplicitOverride",
                "main.ts",
            ]],
            ..NONE
        },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "python",
        name: "Python",
        folder: "python",
        file: "main.py",
        needs: "Python 3 with venv (the packages python3 and python3-venv)",
        version: &["python3", "--version"],
        checks: &[&["python3", "-m", "py_compile", "main.py"]],
        run: &["python3", "main.py"],
        lint: Lint {
            words: "Ruff's usual rules",
            checks: &[&[
                "{python}",
                "-m",
                "ruff",
                "check",
                "--isolated",
                "--no-cache",
                "--output-format",
                "concise",
                "main.py",
            ]],
            ..NONE
        },
        variables: &[],
        promises: false,
        quick: true,
    },
    Language {
        id: "mypy",
        name: "Python, mypy",
        folder: "python",
        file: "main.py",
        needs: "mypy from a package index, in a virtual environment (the package python3-venv)",
        version: &["{python}", "-m", "mypy", "--version"],
        checks: &[&["{python}", "-m", "mypy", "--strict", "--cache-dir", "{place}/mypy", "main.py"]],
        run: &["python3", "main.py"],
        lint: Lint {
            words: "mypy --strict and Ruff",
            checks: &[&[
                "{python}",
                "-m",
                "ruff",
                "check",
                "--isolated",
                "--no-cache",
                "--output-format",
                "concise",
                "main.py",
            ]],
            ..NONE
        },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "pyright",
        name: "Python, pyright",
        folder: "python",
        file: "main.py",
        needs: "pyright from a package index, in a virtual environment (the package python3-venv)",
        version: &["{python}", "-m", "pyright", "--version"],
        checks: &[&["{python}", "-m", "pyright", "main.py"]],
        run: &["python3", "main.py"],
        lint: Lint {
            words: "pyright's strict mode and Ruff",
            edit: Some(("# MISTAKE", "# MISTAKE\n# pyright: strict")),
            checks: &[
                &["{python}", "-m", "pyright", "main.py"],
                &[
                    "{python}",
                    "-m",
                    "ruff",
                    "check",
                    "--isolated",
                    "--no-cache",
                    "--output-format",
                    "concise",
                    "main.py",
                ],
            ],
            ..NONE
        },
        variables: &[("PYRIGHT_PYTHON_CACHE_DIR", "{kept}/pyright"), ("PYRIGHT_PYTHON_IGNORE_WARNINGS", "1")],
        promises: true,
        quick: false,
    },
    Language {
        id: "perl",
        name: "Perl",
        folder: "perl",
        file: "main.pl",
        needs: "Perl (the package perl)",
        version: &["perl", "--version"],
        checks: &[&["perl", "-c", "main.pl"]],
        run: &["perl", "main.pl"],
        lint: Lint {
            words: "use strict, and warnings that stop it",
            checks: &[&["perl", "-Mstrict", "-c", "main.pl"]],
            run: Some(&["perl", "-Mstrict", "-Mwarnings=FATAL,all", "main.pl"]),
            ..NONE
        },
        variables: &[],
        promises: false,
        quick: true,
    },
    Language {
        id: "php",
        name: "PHP",
        folder: "php",
        file: "main.php",
        needs: "PHP (the package php-cli)",
        version: &["php", "--version"],
        checks: &[&["php", "-n", "-l", "main.php"]],
        run: &["php", "-n", "-d", "display_errors=stderr", "main.php"],
        lint: Lint {
            words: "strict_types, and warnings that stop it",
            files: &[("prepend.php", "prepend.php")],
            edit: Some(("<?php", "<?php declare(strict_types=1);")),
            run: Some(&["php", "-n", "-d", "display_errors=stderr", "-d", "auto_prepend_file=prepend.php", "main.php"]),
            ..NONE
        },
        variables: &[],
        promises: true,
        quick: true,
    },
    Language {
        id: "ruby",
        name: "Ruby",
        folder: "ruby",
        file: "main.rb",
        needs: "Ruby (the package ruby)",
        version: &["ruby", "--version"],
        checks: &[&["ruby", "-wc", "main.rb"]],
        run: &["ruby", "main.rb"],
        lint: Lint { words: "ruby -w", ..NONE },
        variables: &[],
        promises: false,
        quick: false,
    },
    Language {
        id: "lua",
        name: "Lua",
        folder: "lua",
        file: "main.lua",
        needs: "Lua (the package lua5.4)",
        version: &["lua5.4", "-v"],
        checks: &[&["luac5.4", "-p", "main.lua"]],
        run: &["lua5.4", "main.lua"],
        lint: Lint {
            words: "Luacheck",
            checks: &[&["luacheck", "--no-color", "--no-cache", "--std", "lua54", "main.lua"]],
            ..NONE
        },
        variables: &[],
        promises: false,
        quick: true,
    },
    Language {
        id: "bash",
        name: "Bash",
        folder: "bash",
        file: "main.sh",
        needs: "bash",
        version: &["bash", "--version"],
        checks: &[&["bash", "-n", "main.sh"]],
        run: &["bash", "main.sh"],
        lint: Lint {
            words: "ShellCheck and set -eu",
            checks: &[&["shellcheck", "-s", "bash", "-f", "gcc", "main.sh"]],
            run: Some(&["bash", "-eu", "-o", "pipefail", "main.sh"]),
            ..NONE
        },
        variables: &[],
        promises: false,
        quick: true,
    },
    Language {
        id: "sqlite",
        name: "SQLite",
        folder: "sqlite",
        file: "main.sql",
        needs: "SQLite (the package sqlite3)",
        version: &["sqlite3", "--version"],
        // A statement is refused where it is prepared, before it runs: the shell calls that a parse error.
        checks: &[],
        run: &["sqlite3", "-batch", "-bail", ":memory:", ".read main.sql"],
        lint: Lint {
            words: "strict tables",
            edit: Some(("/*STRICT*/", "STRICT")),
            run: Some(&["sqlite3", "-batch", "-bail", ":memory:", ".read main.sql"]),
            ..NONE
        },
        variables: &[],
        promises: false,
        quick: true,
    },
    Language {
        id: "ada",
        name: "Ada",
        folder: "ada",
        file: "main.adb",
        needs: "an Ada compiler (the package gnat)",
        version: &["gnatmake", "--version"],
        checks: &[&["gnatmake", "-q", "-gnatwa", "main.adb"]],
        run: &["./main"],
        lint: Lint { words: "-gnatwa", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
    Language {
        id: "ocaml",
        name: "OCaml",
        folder: "ocaml",
        file: "main.ml",
        needs: "OCaml (the package ocaml-nox)",
        version: &["ocamlopt", "-version"],
        checks: &[&["ocamlopt", "-g", "main.ml", "-o", "main"]],
        run: &["./main"],
        lint: NONE,
        variables: &[("OCAMLRUNPARAM", "b")],
        promises: true,
        quick: false,
    },
    Language {
        id: "haskell",
        name: "Haskell",
        folder: "haskell",
        file: "main.hs",
        needs: "GHC (the package ghc)",
        version: &["ghc", "--version"],
        checks: &[&["ghc", "-v0", "-Wall", "main.hs", "-o", "main"]],
        run: &["./main"],
        lint: Lint { words: "-Wall", ..NONE },
        variables: &[],
        promises: true,
        quick: false,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_name_of_its_own_and_is_found_by_it() {
        for language in all_and_beside() {
            assert_eq!(Language::named(language.id).unwrap().name, language.name);
        }
        assert!(Language::named("cobol").is_none());
        assert!(Language::named("csharp").unwrap().is_scored() && !Language::named("coq").unwrap().is_scored());
        assert_eq!(ALL.len(), 24);
    }
}
