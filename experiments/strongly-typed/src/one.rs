//! One mistake in one language.

use clap::Args;
use harness::{Failure, undisturbed};
use serde_json::{Value, json};
use strongly_typed_model::{Mistake, Outcome};
use supervisor::Workplace;

use crate::RUNS;
use crate::cell::{Bench, Cell};
use crate::languages::{Language, all_and_beside};
use crate::measured::beside;
use crate::toolchain::Toolchain;

/// Options of `one`.
#[derive(Debug, Clone, Args)]
pub struct OneOptions {
    /// The language or checker, such as java
    #[arg(long, value_name = "NAME", value_parser = language)]
    language: &'static Language,
    /// The mistake, such as covariant-store
    #[arg(long, value_name = "NAME", value_parser = mistake)]
    mistake: &'static str,
}

/// Tries the mistake, and returns the outcome as JSON.
pub fn one(options: &OneOptions) -> Result<Value, Failure> {
    let &OneOptions { language, mistake } = options;
    let place = Workplace::open(RUNS, &|| Ok(()))?;
    let toolchain = Toolchain::find(&[language], &place);
    let bench = Bench { place: &place, toolchain: &toolchain };
    let (cell, version) = match toolchain.lacks(language) {
        None => (undisturbed(|| bench.cell(language, mistake))??, bench.version(language)?),
        Some(why) => {
            let output = format!("{why}; it needs {}", language.needs);
            let lint_output = String::new();
            (Cell { outcome: Outcome::NotTested, linted: Outcome::NotTested, output, lint_output }, None)
        }
    };
    Ok(json!({
        "language": language.id,
        "mistake": mistake,
        "outcome": cell.outcome.name(),
        "linted": cell.linted.name(),
        "version": version,
        "output": cell.output,
        "lint_output": cell.lint_output,
    }))
}

fn language(text: &str) -> Result<&'static Language, String> {
    let names = || all_and_beside().map(|language| language.id).collect::<Vec<_>>().join(", ");
    Language::named(text).ok_or_else(|| format!("it must be one of {}", names()))
}

fn mistake(text: &str) -> Result<&'static str, String> {
    let mut names: Vec<&str> = Mistake::ALL.map(Mistake::name).into();
    // Some are tried in several languages.
    for (_, name) in beside() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let found = names.iter().copied().find(|name| *name == text);
    found.ok_or_else(|| format!("it must be one of {}", names.join(", ")))
}
