//! The claims and the rules that judge them: those published first, then this project's own.
//!
//! One child that crashes, or that is given a wrong answer, shows that a program can; that no child does shows that it
//! cannot only as far as there were many. A child that hangs shows neither: the machine may have been busy.

mod ends;
mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::claims::Figure;
use harness::Found;
use harness::record::{Claim, Setting};
use harness::verdicts::Rule;

use crate::condition::Library;
use crate::series::libraries::VERSIONS;

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::getenv(found),
        published::resolver(found),
        published::rust(found),
        published::go_resolver(found),
        published::go_own_copy(found),
        published::glibc_never_frees(found),
        published::musl_frees(found),
        published::lock_in_getenv(),
        published::newer_glibc(found),
        published::two_writers(found),
        published::illumos(),
        published::illumos_remainder(),
        published::bsd_frees(),
        published::better_interface(),
        own::localtime(found),
        own::same_names(found),
        own::dangling(found),
        own::writer_alone(found),
        own::lock(found),
    ]
}

/// `625 of 10000`; what was not counted says so.
fn of_changes(share: &Figure) -> String {
    let count = share.measured().map(|share| format!("{:.0} of {}", share.value * share.n as f64, share.n));
    count.unwrap_or_else(|| "an unknown number".to_owned())
}

/// A remedy shows nothing where nothing ails.
fn remedy(ailing: &Figure, helps: Rule) -> Rule {
    if ailing.measured().is_some_and(|share| share.value > 0.0) { helps } else { Rule::not_tested() }
}

/// What stands behind a library's name.
fn version(found: &Found, library: Library) -> &str {
    let mut points = found.series.iter().filter(|series| series.id == VERSIONS).flat_map(|series| &series.points);
    let point = points.find(|point| point.at["name"] == library.name().into());
    match point.map(|point| &point.at["version"]) {
        Some(Setting::Text(version)) => version,
        _ => library.name(),
    }
}
