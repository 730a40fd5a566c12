//! The claims and the rules that judge them: those published first, then this project's own.

mod evidence;
mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::record::{Claim, ClaimFigure, PublishedValue, Verdict, unit};
use harness::statistics::share;

pub(crate) use evidence::{Count, Evidence};

/// All claims.
pub(crate) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let findings = [
        published::proves_possession(evidence),
        published::steps(evidence),
        published::public_key_says_nothing(evidence),
        published::passphrase_at_rest(evidence),
        published::agent_holds_it(evidence),
        published::encrypted_with_private_key(evidence),
        own::question_first(evidence),
        own::signature_binds_session(evidence),
        own::key_type_cost(evidence),
    ];
    findings.into_iter().map(Claim::from).collect()
}

/// A share, and what the statement says that it is.
fn stated_share(label: &str, count: Count, stated: f64) -> ClaimFigure {
    let measured = (count.of > 0).then(|| share(count.yes, count.of));
    ClaimFigure::new(label, unit::SHARE, measured).published(PublishedValue::exactly(stated))
}

/// A share that a model says.
fn predicted_share(label: &str, count: Count, predicted: f64) -> ClaimFigure {
    ClaimFigure { published: None, ..stated_share(label, count, predicted) }.predicted(predicted)
}

/// What the rules come to that are all or nothing: whether each condition held every time. Not tested where one was
/// never tried; a single exception is one too many in a protocol.
fn all_or_nothing(conditions: &[Option<bool>], held: &str, broken: &str) -> (Verdict, String) {
    if conditions.contains(&Some(false)) {
        return (Verdict::Differs, broken.to_owned());
    }
    if conditions.contains(&None) {
        return (Verdict::NotTested, "no connection was made here that would tell; the record says why".to_owned());
    }
    (Verdict::Reproduced, held.to_owned())
}
