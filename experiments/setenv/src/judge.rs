//! The claims and the rules that judge them: those published first, then this project's own.
//!
//! One child that crashes, or that is given a wrong answer, shows that a program can; that no child does shows that it
//! cannot only as far as there were many. A child that hangs shows neither: the machine may have been busy.

mod ends;
mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::Found;
use harness::claims::Figure;
use harness::record::{Claim, Verdict};
use harness::verdicts::Rule;

use crate::condition::Library;
use crate::series::libraries::version_of;

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
        published::newer_glibc(found),
        published::two_writers(found),
        published::illumos(),
        published::illumos_remainder(),
        published::bsd_frees(),
        own::localtime(found),
        own::same_names(found),
        own::dangling(found),
        own::writer_alone(found),
        own::lock(found),
        own::current_musl(found),
        own::readers_wait(found),
    ]
}

/// The rule of a remedy, which shows nothing where nothing ails.
fn remedy(ailing: &Figure, helps: Rule) -> Rule {
    if ailing.value().is_some_and(|share| share > 0.0) { helps } else { Rule::not_tested() }
}

/// The words of a remedy.
fn of_remedy(ailing: &Figure, verdict: Verdict, words: Option<String>) -> Option<String> {
    match verdict {
        Verdict::NotTested if ailing.value().is_some() => {
            Some("No child failed without it, so that it has nothing to show.".to_owned())
        }
        _ => words,
    }
}

/// The version of a C library; where it is not known, its name.
fn version(found: &Found, library: Library) -> &str {
    version_of(found, library).unwrap_or(library.name())
}
