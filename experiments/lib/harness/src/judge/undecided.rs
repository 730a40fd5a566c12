//! Reasons why a claim is undecided, in words: the intervals that leave it open. A page that only says that rounds differ leaves its
//! reader to search for the difference.

use crate::judge::verdicts::{Answer, RARE};
use crate::readable::{interval, readable};
use crate::record::{Bound, Part, Rule};
use crate::record::{ClaimFigure, Estimate};

/// Number of intervals that are named; beyond it, they are counted.
const NAMED: usize = 2;

/// The reason, as a sentence.
pub(crate) fn reason(rule: &Rule, figures: &[ClaimFigure]) -> String {
    let open: Vec<String> = rule
        .parts()
        .filter(|part| part.answer(figures) == Answer::Undecided)
        .map(|part| part.leaves_open(figures))
        .collect();
    let named = open.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", and ");
    let more = match open.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and so on for {more} more"),
    };
    format!("Not decided, because {named}{more}{}.", decided_cases(rule, figures))
}

/// `; it holds in the case “/dev/zero”`: results of the other cases of a rule, if there are any.
fn decided_cases(rule: &Rule, figures: &[ClaimFigure]) -> String {
    let cases = &rule.cases;
    if rule.condition.is_none() {
        return String::new();
    }
    let of = |answer| {
        let names: Vec<String> = cases
            .iter()
            .filter(|case| crate::judge::verdicts::all(&case.parts, figures) == answer)
            .map(|case| format!("“{}”", case.name))
            .collect();
        (!names.is_empty()).then(|| format!("the case{} {}", if names.len() > 1 { "s" } else { "" }, names.join(", ")))
    };
    let [holds, fails] = [of(Answer::Yes), of(Answer::No)];
    let holds = holds.map(|cases| format!("; it holds in {cases}"));
    let fails = fails.map(|cases| format!("; it fails in {cases}"));
    holds.into_iter().chain(fails).collect()
}

impl Part {
    /// The interval that leaves a part open, and the bound that it would have to clear.
    fn leaves_open(&self, figures: &[ClaimFigure]) -> String {
        let labels = self.figures();
        let found: Vec<&ClaimFigure> =
            labels.iter().filter_map(|label| figures.iter().find(|figure| figure.label == *label)).collect();
        let [figure, ..] = found[..] else { return "a figure is missing".to_owned() };
        let Some(measured) = &figure.measured else { return format!("{} was not measured", figure.label) };
        if measured.confidence.is_some() {
            return format!("{} has only {} observations, too few for an interval", figure.label, measured.n);
        }
        let of = |figure: &ClaimFigure, measured: &Estimate| {
            let ends = interval(measured, &figure.unit).unwrap_or_else(|| readable(measured.value, &figure.unit));
            format!("{} ({ends})", figure.label)
        };
        let own = of(figure, measured);
        match self {
            // Exact and measured values that contradict each other decide nothing.
            Self::Within { .. } | Self::Above { .. } | Self::Below { .. }
                if figure.exact.is_some_and(|exact| exact < measured.low || exact > measured.high) =>
            {
                let exact = readable(figure.exact.expect("it is there"), &figure.unit);
                format!("{own} contradicts its exact value, {exact}")
            }
            Self::Within { .. } => match &figure.margins {
                Some(margins) => {
                    let [low, high] = [margins.low, margins.high].map(|end| readable(end, &figure.unit));
                    format!("the interval of {own} lies partly outside {low} to {high}")
                }
                None => format!("nothing is held against {own}"),
            },
            Self::Above { bound: Bound::Number(bound), .. } | Self::Below { bound: Bound::Number(bound), .. } => {
                format!("the interval of {own} includes {}", readable(*bound, &figure.unit))
            }
            Self::Above { .. } | Self::Below { .. } => {
                let other = found.get(1).and_then(|other| Some(of(other, other.measured.as_ref()?)));
                format!("the intervals of {own} and {} overlap", other.unwrap_or_default())
            }
            Self::Occurs { .. } | Self::Never { .. } | Self::Always { .. } => {
                let exceptions = if matches!(self, Self::Always { .. }) { "an exception" } else { "it" };
                let rare = readable(RARE, crate::record::unit::SHARE);
                let n = measured.n;
                format!("{n} tries ({}) are too few to say that {exceptions} is rarer than {rare}", figure.label)
            }
        }
    }
}

#[cfg(test)]
mod tests;
