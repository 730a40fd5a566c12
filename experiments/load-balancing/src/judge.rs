//! The claims and the rules that judge them.
//!
//! A published figure is reproduced when it lies within the measured 95% interval or is the exact value, give or take half
//! a unit of its last digit ([`harness::claims::is_reproduced`]). A claim is reproduced when all its figures are and what
//! it concludes from them holds; each rule below says what that is.

mod figures;
mod own;
mod rules;

use harness::record::{Claim, Skipped, Source, Verdict};

use crate::published;
use crate::simulate::Outcomes;

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(outcomes: &Outcomes) -> Vec<Claim> {
    vec![
        rules::half_at_capacity(outcomes),
        rules::thirteen_servers(outcomes),
        rules::idle_share(outcomes),
        rules::eleven_servers_for_ten_thousand(outcomes),
        rules::twenty_eight_servers(outcomes),
        rules::imbalance_scaling(outcomes),
        rules::two_choices_eleven_servers(outcomes),
        rules::two_choices_cost(),
        own::any_server_thirteen(outcomes),
        own::any_server_twenty_eight(outcomes),
    ]
}

/// What this experiment leaves open.
pub(crate) fn skipped() -> Vec<Skipped> {
    vec![
        Skipped {
            what: "the time that asking two servers for their load takes".to_owned(),
            why: "this experiment counts placed items and sends no requests".to_owned(),
            needs: "servers that answer over a network".to_owned(),
        },
        Skipped {
            what: "choices by loads that are out of date".to_owned(),
            why: "every choice here sees the loads as they are".to_owned(),
            needs: "a model in which items leave and loads are refreshed now and then".to_owned(),
        },
    ]
}

/// A rule's findings; `holds` is what the claim concludes.
struct Finding {
    id: &'static str,
    statement: &'static str,
    source: Option<Source>,
    figures: Vec<figures::Figure>,
    holds: bool,
    /// Why, if all is as published.
    agrees: String,
    /// Why not, otherwise.
    differs: String,
}

impl Finding {
    fn judge(self) -> Claim {
        let figures_agree = self.figures.iter().all(figures::Figure::agrees);
        let reproduced = figures_agree && self.holds;
        Claim {
            id: self.id.to_owned(),
            statement: self.statement.to_owned(),
            source: self.source,
            figures: self.figures.into_iter().map(|figure| figure.figure).collect(),
            verdict: if reproduced { Verdict::Reproduced } else { Verdict::Differs },
            why: if reproduced { self.agrees } else { self.differs },
        }
    }
}

fn article() -> Option<Source> {
    Some(published::source())
}

/// A share in percent, to three digits.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if percent >= 10.0 {
        1
    } else if percent >= 1.0 {
        2
    } else {
        3
    };
    format!("{percent:.digits$}%")
}

#[cfg(test)]
mod tests;
