//! The claims and the rules that judge them: those published first, then this project's own.

mod own;
mod published;
#[cfg(test)]
mod tests;

use harness::claims::{Figure, Statement};
use harness::quantities::{Quantities, Quantity};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::rules::{Margin, Rule};

use crate::cases::Case;
use crate::quantities::of_case;
use crate::series::CASE;
use crate::series::messages::{ACCEPTED, OUTCOMES};

/// All claims.
pub(crate) fn claims(found: &Quantities) -> Vec<Claim> {
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

/// The share of what is so every time, and of what never is.
const ALWAYS: f64 = 1.0;
const NEVER: f64 = 0.0;

/// A share, and what it always has to be.
type Expected = (Quantity, f64);

/// The share of a case's connections that were accepted.
fn accepted(found: &Quantities, case: Case) -> Quantity {
    found.at(OUTCOMES, &[(CASE, case.name().into())], ACCEPTED)
}

/// The share of a case's connections of which this is true.
fn of(found: &Quantities, what: &str, case: Case) -> Quantity {
    found.named(&of_case(what, case)).clone()
}

/// A statement that is all or nothing: a single exception is one too many in a protocol. Not tested where one of its shares
/// was not measured. Those under a label are its figures; `why` says why where all is as expected, and otherwise.
fn all_or_nothing(
    statement: Statement,
    shown: Vec<(&str, Expected)>,
    beside: Vec<Expected>,
    [held, broken]: [&str; 2],
) -> Claim {
    let is_so = |(share, expected): &Expected| share.measured.as_ref().map(|share| share.value == *expected);
    let parts: Vec<_> = shown.iter().map(|(_, expected)| expected).chain(&beside).map(is_so).collect();
    let is_untold = parts.contains(&None) && !parts.contains(&Some(false));
    let rule = if is_untold { Rule::NotTested } else { Rule::All(parts) };
    let is_published = statement.source.is_some();
    let figure = |(label, (share, expected)): (&str, Expected)| {
        if is_published {
            Figure::new(label, &share).published(PublishedValue::exactly(expected), Margin::None)
        } else {
            Figure::new(label, &share.predicted(expected))
        }
    };
    let figures = shown.into_iter().map(figure).collect();
    statement.judge(figures, &rule, |verdict| match verdict {
        Verdict::NotTested => "no connection was made here that would tell; the record says why",
        Verdict::Reproduced => held,
        _ => broken,
    })
}
