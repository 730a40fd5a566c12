//! `judge`: published records are judged anew from the figures they hold, after words or a rule have changed.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::build::Build;
use crate::experiment::Experiment;
use crate::failure::Failure;
use crate::layout::record_text;
use crate::machine;
use crate::output::{note, say};
use crate::published::{self, PUBLISHED};
use crate::quantities::Quantities;
use crate::record::{Claim, Record};
use crate::store::Destination;

/// What to judge again.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct JudgeOptions {
    /// Change nothing; say which records would change, and fail if any would
    #[arg(long)]
    pub check: bool,
    /// The records [default: all that are published of this experiment]
    #[arg(value_name = "RECORD")]
    pub records: Vec<PathBuf>,
}

/// What is said now of a record's figures.
///
/// # Errors
/// Where the record was written before figures were kept that no series has, and a claim stands on one; or where a claim cannot
/// be put into words without a figure that the record does not have.
fn claims(record: &Record, judge: impl Fn(&Quantities) -> Vec<Claim>) -> Result<Vec<Claim>, String> {
    let found = Quantities::of_record(record);
    // Some words need a figure that every run of the same code has, and only a record of older code may lack.
    let judged = catch_unwind(AssertUnwindSafe(|| judge(&found)));
    let lacking = found.asked_in_vain().into_iter().next();
    match (judged, lacking) {
        (Ok(claims), None) => Ok(claims),
        (Ok(claims), Some(_)) if !record.quantities.is_empty() => Ok(claims),
        (_, Some(name)) => Err(format!("does not keep the figure {name}, on which a claim stands: measure it again")),
        (Err(mistake), None) => resume_unwind(mistake),
    }
}

/// Carries out `judge`.
pub(crate) fn judge<E: Experiment>(build: &Build, options: &JudgeOptions) -> Result<(), Failure> {
    let kernel = machine::describe(None).kernel;
    let here = system(&kernel);
    let mut differing = 0;
    for path in records(build, &options.records)? {
        let mut record = published::read(&path, build.experiment).map_err(|why| of(&path, &why))?;
        if system(&record.provenance.machine.kernel) != here {
            note(format_args!("{}: left as it is: rules ask what a system has, and this is another", path.display()));
            continue;
        }
        let claims = claims(&record, E::judge).map_err(|why| of(&path, &why))?;
        if claims == record.claims {
            continue;
        }
        differing += 1;
        for line in changes(&record.claims, &claims) {
            say(format_args!("{}: {line}", path.display()))?;
        }
        if !options.check {
            record.claims = claims;
            publish(&path, &record)?;
        }
    }
    if options.check && differing > 0 {
        let advice = format!("cargo run -p {} -- judge", build.experiment);
        let those = if differing == 1 { "1 record has".to_owned() } else { format!("{differing} records have") };
        return Err(Failure::Failed(format!("{those} other claims than today's rules make: run `{advice}`")));
    }
    Ok(())
}

/// `Linux`, of a kernel's name and release.
fn system(kernel: &str) -> &str {
    kernel.split_whitespace().next().unwrap_or_default()
}

/// The records that are named, or all that are published.
pub(crate) fn records(build: &Build, named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let here = env::current_dir().map_err(|error| Failure::Failed(format!("there is no current folder: {error}")))?;
    let top = provenance::find_checkout(&here)
        .ok_or_else(|| Failure::Usage("this is no checkout: name the records".to_owned()))?;
    let files = published::files_in(&top.join(PUBLISHED).join(build.experiment));
    // As one would write them here.
    Ok(files.into_iter().map(|file| file.strip_prefix(&here).map(Path::to_owned).unwrap_or(file)).collect())
}

/// Puts a record in the place of the one that lies there.
pub(crate) fn publish(path: &Path, record: &Record) -> Result<(), Failure> {
    Destination::reserve(path)?.publish(&record_text(record)?)
}

/// A failure that names a record.
pub(crate) fn of(path: &Path, why: &str) -> Failure {
    Failure::Failed(format!("{} {why}", path.display()))
}

/// What became of each claim, a line each.
fn changes(before: &[Claim], now: &[Claim]) -> Vec<String> {
    let is_in = |claims: &[Claim], claim: &Claim| claims.iter().any(|other| other.id == claim.id);
    let gone = before.iter().filter(|claim| !is_in(now, claim)).map(|claim| format!("{} goes", claim.id));
    let changed = now.iter().filter_map(|claim| match before.iter().find(|old| old.id == claim.id) {
        None => Some(format!("{} is new", claim.id)),
        Some(old) if old.verdict != claim.verdict => {
            Some(format!("{}: {:?} becomes {:?}", claim.id, old.verdict, claim.verdict))
        }
        Some(old) if old.figures != claim.figures || old.rule != claim.rule => Some(format!("{}: figures", claim.id)),
        Some(old) if old != claim => Some(format!("{}: words", claim.id)),
        Some(_) => None,
    });
    let lines: Vec<String> = gone.chain(changed).collect();
    if lines.is_empty() { vec!["the order of claims".to_owned()] } else { lines }
}

#[cfg(test)]
mod tests;
