//! The claims: those published first, then this project's own.

mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::claims::{Figure, Statement};
use harness::{Found, Quantity};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Part, Rule};

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
    ]
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
}

/// The share of a case's connections that were accepted.
fn accepted(found: &Found, case: Case) -> Quantity {
    found.at(OUTCOMES, &[(CASE, case.name().into())], ACCEPTED)
}

/// The share of a case's connections of which this is true.
fn of(found: &Found, what: &str, case: Case) -> Quantity {
    found.named(&of_case(what, case)).clone()
}

/// A statement that is all or nothing: a single exception is one too many in a protocol, and too few connections leave it
/// undecided. `why` says why where all is as expected, and otherwise.
fn all_or_nothing(
    statement: Statement,
    shares: Vec<(&str, (Quantity, Expected))>,
    [held, broken]: [&'static str; 2],
) -> Claim {
    let is_published = statement.source.is_some();
    let (figures, parts): (Vec<Figure>, Vec<Part>) = shares
        .into_iter()
        .map(|(label, (share, expected))| {
            let figure = if is_published {
                Figure::new(label, &share).beside(PublishedValue::exactly(expected.share()))
            } else {
                Figure::new(label, &share.predicted(expected.share()))
            };
            let part = if expected == Always { Part::always(&figure) } else { Part::never(&figure) };
            (figure, part)
        })
        .unzip();
    statement.judge_by(figures, Rule::all(parts), |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => held,
        Verdict::Undecided => "every connection bears it out",
        _ => broken,
    })
}
