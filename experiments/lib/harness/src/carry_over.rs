//! `carry-over`: after a change of the sources that changes no figure, published records say so instead of counting as older
//! than the code.

use std::env;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::build::Build;
use crate::failure::Failure;
use crate::judge::again::{of, publish, records};
use crate::output::say;
use crate::published;
use crate::record::CarriedOver;

/// Which change, and why no figure changes.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct CarryOverOptions {
    /// The commit before the change: only records of its sources are carried over
    #[arg(long, value_name = "COMMIT")]
    pub since: String,
    /// What has changed, and why no figure does, in one sentence for readers
    #[arg(long, value_name = "SENTENCE", value_parser = reason)]
    pub because: String,
    /// The records [default: all that are published of this experiment]
    #[arg(value_name = "RECORD")]
    pub records: Vec<PathBuf>,
}

/// Readers get it as it is: an empty one would tell them nothing.
fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("it must say what has changed, and why no figure does".to_owned()),
        said => Ok(said.to_owned()),
    }
}

/// Carries out `carry-over`.
pub(crate) fn carry_over(build: &Build, options: &CarryOverOptions) -> Result<(), Failure> {
    let here = env::current_dir().map_err(|error| Failure::Failed(format!("there is no current folder: {error}")))?;
    let top = provenance::find_checkout(&here)
        .ok_or_else(|| Failure::Usage("this is no checkout, and has no commits".to_owned()))?;
    let records = records(build, &options.records)?;
    carry_over_in(&top, build, &options.since, &options.because, &records)
}

fn carry_over_in(top: &Path, build: &Build, since: &str, because: &str, records: &[PathBuf]) -> Result<(), Failure> {
    if build.origin(Some(top)).outdated {
        return Err(Failure::Failed(
            "the sources have changed since this program was built: build it again".to_owned(),
        ));
    }
    for path in records {
        let mut record = published::read(path, build.experiment).map_err(|why| of(path, &why))?;
        let provenance = &mut record.provenance;
        if (&provenance.sources, &*provenance.source_hash) == (&build.sources(), build.source_hash) {
            continue;
        }
        let then = provenance::source_hash_at(top, since, &provenance.sources)
            .map_err(|error| Failure::Failed(format!("the sources of commit {since}: {error}")))?;
        if then != provenance.source_hash {
            say(format_args!("{}: left as it is: its sources are not those of {since}", path.display()))?;
            continue;
        }
        provenance.carried_over.push(CarriedOver { source_hash: then, because: because.to_owned() });
        provenance.sources = build.sources();
        provenance.source_hash = build.source_hash.to_owned();
        publish(path, &record)?;
        say(format_args!("{}: carried over", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
