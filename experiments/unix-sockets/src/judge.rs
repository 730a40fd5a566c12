//! The claims and the rules that judge them: those published first, then the questions that the author left open, and this
//! project's own. All figures come from the series, so that a rule sees what a reader sees.

mod own;
mod published;
mod seen;
#[cfg(test)]
mod tests;

use harness::record::{Claim, ClaimFigure, Estimate, PublishedValue, Series, Verdict, unit};

use crate::condition::Condition;

/// All claims. `held_out` has, for what the parts were not told from, the measured time over the predicted one.
pub(crate) fn claims(series: &[Series], held_out: &[(Condition, f64)]) -> Vec<Claim> {
    let findings = [
        published::twice_per_message(series),
        published::proxy(series),
        published::docker(series),
        own::latency(series),
        own::large_payloads(series),
        own::small_writes(series),
        own::proxy_at_full_speed(series),
        own::only_on_one_core(series),
        own::parts_predict(held_out),
    ];
    findings.into_iter().map(Claim::from).collect()
}

/// A ratio that was measured, or was not.
fn figure(label: &str, measured: Option<&Estimate>) -> ClaimFigure {
    ClaimFigure::new(label, unit::RATIO, measured.cloned())
}

fn with_published(figure: ClaimFigure, published: PublishedValue) -> ClaimFigure {
    ClaimFigure { published: Some(published), ..figure }
}

/// Reproduced where all hold, differs where none does, and otherwise depends: on what, the reason says. Not tested where
/// nothing was measured.
fn by_how_many(held: &[Option<bool>]) -> Verdict {
    let measured: Vec<bool> = held.iter().copied().flatten().collect();
    match (measured.is_empty(), measured.iter().filter(|&&holds| holds).count()) {
        (true, _) => Verdict::NotTested,
        (_, 0) => Verdict::Differs,
        (_, holding) if holding == measured.len() => Verdict::Reproduced,
        _ => Verdict::Depends,
    }
}

/// `1.55 times`; what was not measured says so.
fn times(ratio: Option<&Estimate>) -> String {
    ratio.map_or_else(|| "an unknown number of times".to_owned(), |ratio| format!("{:.2} times", ratio.value))
}
