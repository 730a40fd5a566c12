//! The claims and the rules that judge them. What is here decides words and verdicts and no figure: when it changes, `npm run judge`
//! judges the published records anew, and nothing has to be measured.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Source};
use harness::verdicts::{Margin, Part, Rule};

use crate::{PEOPLE, SERIES, SHARE};

/// The size that the claim speaks of, the chance that is published for it, and half a unit of its last digit.
pub(crate) const CLAIMED_SIZE: u64 = 23;
const PUBLISHED: f64 = 0.507_297;
const ROUNDING: f64 = 0.000_000_5;

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![twenty_three(found)]
}

/// The published chance has to be reproduced, and the chance to be above one half.
fn twenty_three(found: &Found) -> Claim {
    let figure = Figure::new(
        "groups of 23 in which two share a birthday",
        found.at(SERIES, &[(PEOPLE, CLAIMED_SIZE.into())], SHARE),
    )
    .held_against(PublishedValue::exactly(PUBLISHED), Margin::Rounding(ROUNDING));
    let rule = Rule::all([Part::within(&figure), Part::above(&figure, 0.5)]);
    let why = figure
        .value()
        .map(|share| format!("In {:.1}% of the simulated groups of 23 two people had the same one.", 100.0 * share));
    Statement {
        id: "twenty-three",
        text: "Among 23 people it is more likely than not that two have the same birthday.",
        source: Some(Source {
            title: "Eric W. Weisstein, “Birthday Problem”, MathWorld".to_owned(),
            url: "https://mathworld.wolfram.com/BirthdayProblem.html".to_owned(),
        }),
    }
    .judge_by(vec![figure], rule, |_| why)
}
