//! The claims and the rules that judge them: those published first, then the questions that the author left open, and this
//! project's own.

mod figures;
mod own;
mod published;
#[cfg(test)]
mod tests;
mod waiting;

use harness::Found;
use harness::claims::Figure;
use harness::record::Claim;

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::twice_per_message(found),
        published::proxy(found),
        published::docker(found),
        own::latency(found),
        own::large_payloads(found),
        own::small_writes(found),
        own::two_small_writes(found),
        own::proxy_at_full_speed(found),
        own::only_on_one_core(found),
        waiting::two_cores_are_slower(found),
        waiting::waking(found),
        waiting::idle_cores(found),
        own::parts_predict(found),
    ]
}

/// `1.55 times`, where it was measured.
fn times(ratio: &Figure) -> Option<String> {
    Some(format!("{:.2} times", ratio.value()?))
}
