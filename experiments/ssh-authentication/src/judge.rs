//! The claims: those published first, then this project's own.

mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Estimate, Verdict};
use harness::verdicts::{Part, Rule, bound_of_none};
use harness::{Found, Quantity};

use crate::cases::Case;
use crate::quantities::of_case;
use crate::series::CASE;
use crate::series::messages::{ACCEPTED, OUTCOMES};

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::proves_possession(found),
        published::steps(found),
        published::public_key_says_nothing(found),
        published::passphrase_at_rest(found),
        published::agent_holds_it(found),
        published::encrypted_with_private_key(found),
        own::question_first(found),
        own::signature_binds_session(found),
        own::key_type_cost(found),
        own::delayed_acknowledgement(found),
        own::sleeps_by_design(found),
    ]
}

/// The OpenSSH that was measured, with its version where the run told it: `OpenSSH 9.2p1`.
fn openssh(found: &Found) -> String {
    found.version_of("OpenSSH").map_or_else(|| "OpenSSH".to_owned(), in_words)
}

/// A version as `ssh -V` tells it, without its packager and libraries.
fn in_words(version: &str) -> String {
    version.split([' ', ',']).next().unwrap_or_default().replace('_', " ")
}

/// What a share has to be.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Always,
    Never,
}

use Expected::{Always, Never};

impl Expected {
    fn share(self) -> f64 {
        if self == Always { 1.0 } else { 0.0 }
    }

    /// The share of what is otherwise.
    fn exceptions(self, share: &Estimate) -> Estimate {
        match self {
            Never => share.clone(),
            Always => Estimate::between(share.n, 1.0 - share.value, [1.0 - share.high, 1.0 - share.low]),
        }
    }
}

/// The share of a case's connections that were accepted.
fn accepted(found: &Found, case: Case) -> Quantity {
    found.at(OUTCOMES, &[(CASE, case.name().into())], ACCEPTED)
}

/// The share of a case's connections of which this is true.
fn of(found: &Found, what: &str, case: Case) -> Quantity {
    found.named(&of_case(what, case))
}

/// A statement that is all or nothing: a single exception is one too many in a protocol, and too few connections leave it
/// undecided. `held` says why where all is as expected, and `broken` otherwise.
fn all_or_nothing(
    statement: Statement,
    shares: Vec<(&str, (Quantity, Expected))>,
    [held, broken]: [&'static str; 2],
) -> Claim {
    let bound = bound_of_exceptions(&shares);
    let is_published = statement.source.is_some();
    let (figures, parts): (Vec<Figure>, Vec<Part>) = shares
        .into_iter()
        .map(|(label, (share, expected))| {
            // What others published is a statement and no share.
            let share = if is_published { share } else { share.predicted(expected.share()) };
            let figure = Figure::new(label, &share);
            let part = if expected == Always { Part::always(&figure) } else { Part::never(&figure) };
            (figure, part)
        })
        .unzip();
    statement.judge_by(figures, Rule::all(parts), |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => Some(format!("{held}. Exceptions: {}.", bound?)),
        Verdict::Undecided => Some("every connection bears it out".to_owned()),
        _ => Some(broken.to_owned()),
    })
}

/// How rare exceptions are, of which there is none, by the fewest that were tried: `0 of 80, so rarer than 4.58%`.
fn bound_of_exceptions(shares: &[(&str, (Quantity, Expected))]) -> Option<String> {
    let exceptions =
        shares.iter().filter_map(|(_, (share, expected))| Some(expected.exceptions(share.measured.as_ref()?)));
    exceptions.max_by(|one, other| one.high.total_cmp(&other.high)).as_ref().map(bound_of_none)
}
