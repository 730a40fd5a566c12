//! The claims. All of it was counted, each engine asked alike, so that no margin is needed: one engine that does otherwise
//! refutes a statement about browsers.

mod own;
mod published;

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};
use stacking_context_model::Engine;

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::hidden_by_filter(found),
        published::same_context(found),
        published::separate(found),
        published::dom_order(found),
        published::z_index_works(found),
        published::swap_works(found),
        published::closest_positioned(found),
        published::static_until_offset(found),
        published::higher_above(found),
        published::darkens(found),
        own::container_type(found),
        own::z_index_leaks(found),
        own::toasts(found),
        own::headers(found),
        own::canvas(found),
        own::depth(found),
        own::departures(found),
        own::model_agrees(found),
        own::mistakes_show(found),
    ]
}

fn figure(found: &Found, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// The engines that were asked, with their versions: `Chromium 156.0.8078.114, Firefox 153.8.0 and WebKitGTK 2.50.6`.
fn engines(found: &Found) -> String {
    let versioned = |engine: Engine| Some(format!("{} {}", engine.name(), found.version_of(engine.name())?));
    let asked: Vec<String> = Engine::ALL.into_iter().filter_map(versioned).collect();
    match &asked[..] {
        [] => "every engine that was asked".to_owned(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Requires that what is counted does not occur: fewer than one.
fn none(figure: &Figure) -> Part {
    Part::below(figure, 1.0)
}

/// A statement with the words for where it holds, and for where it does not.
fn judge(statement: Statement, figures: Vec<Figure>, rule: Rule, [agrees, differs]: [&str; 2]) -> Claim {
    statement.judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => agrees,
        Verdict::Undecided => "",
        _ => differs,
    })
}

#[cfg(test)]
mod tests;
