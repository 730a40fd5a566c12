//! One mistake in one language.

use clap::Args;
use harness::Failure;
use serde_json::{Value, json};
use strongly_typed_model::{Mistake, Outcome};

use crate::cell::{Bench, Cell};
use crate::languages::{ALL, Language};
use crate::measured::ASIDES;
use crate::place::Place;
use crate::toolchain::Toolchain;

/// What to try.
#[derive(Debug, Clone, Args)]
pub struct OneOptions {
    /// The language or checker, such as java
    #[arg(long, value_name = "NAME", value_parser = language)]
    language: &'static Language,
    /// The mistake, such as covariant-store
    #[arg(long, value_name = "NAME", value_parser = mistake)]
    mistake: &'static str,
}

/// Tries it; what became of it as JSON.
pub fn one(options: &OneOptions) -> Result<Value, Failure> {
    let &OneOptions { language, mistake } = options;
    let place = Place::open()?;
    let toolchain = Toolchain::find(&[language], &place);
    let bench = Bench { place: &place, toolchain: &toolchain, check: &|| Ok(()) };
    let (cell, version) = match toolchain.lacks(language) {
        None => (bench.cell(language, mistake)?, bench.version(language)?),
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
    let names = || ALL.iter().map(|language| language.id).collect::<Vec<_>>().join(", ");
    Language::of(text).ok_or_else(|| format!("it must be one of {}", names()))
}

fn mistake(text: &str) -> Result<&'static str, String> {
    let names = || Mistake::ALL.map(Mistake::name).into_iter().chain(ASIDES.iter().map(|(_, name)| *name));
    names().find(|name| *name == text).ok_or_else(|| {
        let mut names: Vec<_> = names().collect();
        names.dedup();
        format!("it must be one of {}", names.join(", "))
    })
}
