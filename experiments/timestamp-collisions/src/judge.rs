//! The published claims, judged by rule.

use harness::record::{Claim, ClaimFigure, Estimate, PublishedValue, Skipped, Source, Verdict};
use harness::statistics::{median, share};
use models::clock::{Setup, estimate::estimate};

use crate::clocks::Clock;
use crate::cores;
use crate::measured::{Measured, Rounds};
use crate::series::{difference, find, single};

/// A share that is published as "about 2%" or "about 5%" may be off by this much of itself.
const ABOUT: f64 = 0.25;
/// Rounds that differ by more than this factor show that a single figure means nothing.
const SPREAD: f64 = 2.0;
/// Each coincidence once, of all samples: by two threads, and by the eight hardware threads of four cores.
pub(crate) const PUBLISHED_TWO_THREADS: f64 = 0.02;
pub(crate) const PUBLISHED_EIGHT_THREADS: f64 = 0.0561;
const NS: f64 = 1e-9;

/// Where the published claims stand.
pub(crate) fn source() -> Option<Source> {
    Some(Source {
        title: "Evan Jones, \"Nanosecond timestamp collisions are common\"".to_owned(),
        url: "https://www.evanjones.ca/nanosecond-collisions.html".to_owned(),
    })
}

/// All claims: those published, then this project's own.
pub(crate) fn claims(measured: &Measured) -> Vec<Claim> {
    vec![
        two_threads(measured),
        eight_hardware_threads(measured),
        always_increases(measured),
        macos_steps(measured),
        no_identifier(measured),
        residues_decide(measured),
    ]
}

/// Rounds of the wall clock by this many threads, pinned where that can be: those of the residue series if they are the
/// same condition, since there are more.
fn realtime(measured: &Measured, threads: u32) -> Option<&Rounds> {
    let more = measured.residues.iter().find(|rounds| {
        rounds.condition.clock == Clock::Realtime && rounds.condition.threads == threads && rounds.condition.pinned
    });
    more.or_else(|| find(measured, Clock::Realtime, threads, cores::CAN_PIN))
}

fn two_threads(measured: &Measured) -> Claim {
    let enough = cores::usable().len() >= 2;
    let rounds = realtime(measured, 2).filter(|_| enough);
    let shares = rounds.map(|rounds| rounds.of(|round| round.as_published));
    let (verdict, why) = judge_share(PUBLISHED_TWO_THREADS, shares.as_deref());
    Claim {
        id: "two-percent-with-two-threads".to_owned(),
        statement: "With two threads about 2% of nanosecond timestamps also occur on the other one".to_owned(),
        source: source(),
        figures: vec![
            share_figure("each coincidence once, two threads", Some(PUBLISHED_TWO_THREADS), shares.as_deref(), None),
            share_figure(
                "samples that collide, two threads",
                None,
                rounds.map(|rounds| rounds.of(|round| round.per_sample)).as_deref(),
                None,
            ),
        ],
        verdict,
        why,
    }
}

/// What the rounds say of a share that was published as "about" so much.
fn judge_share(published: f64, rounds: Option<&[f64]>) -> (Verdict, String) {
    let Some(rounds) = rounds.filter(|rounds| !rounds.is_empty()) else {
        return (Verdict::NotTested, "this machine has too few processors for as many threads at once".to_owned());
    };
    let measured = median(rounds);
    let (min, max) = (measured.min.unwrap_or(measured.low), measured.max.unwrap_or(measured.high));
    if max > SPREAD * min {
        let why =
            "rounds with fresh threads differ by more than a factor of two: no single share describes the machine";
        return (Verdict::Depends, why.to_owned());
    }
    if (measured.value - published).abs() <= ABOUT * published {
        (Verdict::Reproduced, "the median round lies within a quarter of the published share".to_owned())
    } else {
        let why = "the median round is more than a quarter off the published share, and the rounds agree on it";
        (Verdict::Differs, why.to_owned())
    }
}

fn eight_hardware_threads(measured: &Measured) -> Claim {
    let enough = cores::usable().len() >= 8;
    let rounds = realtime(measured, 8).filter(|_| enough);
    let shares = rounds.map(|rounds| rounds.of(|round| round.as_published));
    let (verdict, why) = judge_share(PUBLISHED_EIGHT_THREADS, shares.as_deref());
    // The published machine: four cores of two hardware threads each. How much they slow each other down was not
    // published; two threads in the time of one is the least that sharing can give.
    let machine = Setup { threads: 8, cores: 4, hardware_threads: 2, sharing_permille: 2_000, ..Setup::default() };
    Claim {
        id: "five-percent-with-eight-threads".to_owned(),
        statement: "With all 8 hardware threads of 4 cores about 5% of timestamps also occur on another thread"
            .to_owned(),
        source: source(),
        figures: vec![share_figure(
            "each coincidence once, eight hardware threads",
            Some(PUBLISHED_EIGHT_THREADS),
            shares.as_deref(),
            Some(estimate(&machine).as_published),
        )],
        verdict,
        why,
    }
}

fn always_increases(measured: &Measured) -> Claim {
    let alone = find(measured, Clock::Realtime, 1, false);
    let equal = alone.map(|rounds| share(rounds.increments.equal(), rounds.increments.pairs()));
    let smallest =
        alone.and_then(|rounds| rounds.increments.min().map(|ns| single(rounds.increments.pairs(), ns * NS)));
    let published = PublishedValue::between(22.0 * NS, 32.0 * NS);
    let (verdict, why) = match (&equal, &smallest) {
        _ if !cfg!(target_os = "linux") => (Verdict::NotTested, "this is a claim about Linux"),
        (Some(equal), Some(smallest)) if equal.value == 0.0 && smallest.value > 0.0 => {
            if (published.low..=published.high).contains(&smallest.value) {
                (Verdict::Reproduced, "no two neighbours were equal, and the smallest increment is as published")
            } else {
                (Verdict::Depends, "no two neighbours were equal, but how far apart they are is the machine's")
            }
        }
        (Some(_), Some(_)) => (Verdict::Differs, "neighbours were equal, or the clock stepped back"),
        _ => (Verdict::NotTested, "the clock was not read"),
    };
    Claim {
        id: "always-increases".to_owned(),
        statement: "Within one thread on Linux the clock always increases, by at least 22 to 32 ns".to_owned(),
        source: source(),
        figures: vec![
            figure("equal neighbours", "1", Some(PublishedValue::exactly(0.0)), equal),
            figure("smallest increment", "s", Some(published), smallest),
        ],
        verdict,
        why: why.to_owned(),
    }
}

fn macos_steps(measured: &Measured) -> Claim {
    let here = cfg!(target_os = "macos");
    let equal = |clock| {
        let alone = find(measured, clock, 1, false).filter(|_| here)?;
        Some(share(alone.increments.equal(), alone.increments.pairs()))
    };
    let step = find(measured, Clock::Realtime, 1, false)
        .filter(|_| here)
        .and_then(|alone| Some(single(alone.increments.pairs(), alone.increments.min_forward()? * NS)));
    let (verdict, why) = match (&step, equal(Clock::Realtime)) {
        (Some(step), Some(equal)) if step.value == 1_000.0 * NS && equal.value > 0.5 => {
            (Verdict::Reproduced, "the wall clock steps by a microsecond, and most neighbours are equal")
        }
        (Some(_), Some(_)) => (Verdict::Differs, "the wall clock's steps are not a microsecond"),
        _ => (Verdict::NotTested, "this is a claim about macOS, and this machine does not run it"),
    };
    Claim {
        id: "microsecond-steps-on-macos".to_owned(),
        statement: "On macOS the wall clock steps by a microsecond, and most back-to-back readings are equal"
            .to_owned(),
        source: source(),
        figures: vec![
            figure("step of the wall clock", "s", Some(PublishedValue::exactly(1_000.0 * NS)), step),
            figure("equal neighbours, wall clock", "1", Some(PublishedValue::exactly(0.961)), equal(Clock::Realtime)),
            figure("equal neighbours, monotonic", "1", Some(PublishedValue::exactly(0.202)), equal(Clock::Monotonic)),
        ],
        verdict,
        why: why.to_owned(),
    }
}

fn no_identifier(measured: &Measured) -> Claim {
    let rounds: Vec<&Rounds> = measured
        .rounds
        .iter()
        .chain(&measured.residues)
        .filter(|rounds| rounds.condition.clock == Clock::Realtime && rounds.condition.threads > 1)
        .collect();
    let colliding: Vec<f64> = rounds
        .iter()
        .flat_map(|rounds| &rounds.each)
        .map(|round| if round.colliding > 0 { 1.0 } else { 0.0 })
        .collect();
    let with = colliding.iter().filter(|&&collided| collided > 0.0).count() as u64;
    let measured = (!colliding.is_empty()).then(|| share(with, colliding.len() as u64));
    let (verdict, why) = match with {
        0 => (Verdict::Differs, "no round of several threads had a collision"),
        _ => (Verdict::Reproduced, "threads read equal nanoseconds; one duplicate is enough to say so"),
    };
    Claim {
        id: "no-unique-identifier".to_owned(),
        statement: "A bare nanosecond timestamp is no unique identifier".to_owned(),
        source: source(),
        figures: vec![figure("rounds of several threads with a collision", "1", None, measured)],
        verdict,
        why: why.to_owned(),
    }
}

/// This project's own: the counters' residues decide how much collides.
fn residues_decide(measured: &Measured) -> Claim {
    let rounds = measured.residues.iter().find(|rounds| rounds.condition.clock == Clock::Realtime);
    let counted = rounds.map(|rounds| median(&rounds.of(|round| round.per_sample)));
    let step = rounds.and_then(|rounds| rounds.each.iter().map(|round| round.counter_step).max());
    let tick_ns = if crate::counter::NAME.is_some() { crate::clocks::counter_tick_ns() } else { 0.0 };
    let differences: Vec<u64> = rounds.iter().flat_map(|rounds| &rounds.each).filter_map(difference).collect();
    let several = differences.iter().min() != differences.iter().max();
    let (verdict, why) = match (&counted, step) {
        (Some(_), Some(step)) if step as f64 * tick_ns < 1.5 => (
            Verdict::Depends,
            "this machine's counter advances by no more than the nanosecond that is reported, so its residues hide",
        ),
        (Some(counted), Some(_)) if several => {
            if counted.max > counted.min.map(|min| SPREAD * min) {
                (Verdict::Reproduced, "rounds with other residues collide at least twice as often, or half as often")
            } else {
                (Verdict::Differs, "rounds with other residues collide about as often")
            }
        }
        (Some(_), Some(_)) => (Verdict::NotTested, "all rounds had the same residues"),
        _ => (Verdict::NotTested, "this system does not pin threads to two cores, or has no counter to read"),
    };
    Claim {
        id: "residues-decide".to_owned(),
        statement: "Where the counter advances many ticks at a time, the cores' residues decide how much collides"
            .to_owned(),
        source: None,
        figures: vec![
            figure("samples that collide, two pinned threads", "1", None, counted),
            figure("the counter's step", "s", None, step.map(|step| single(1, step as f64 * tick_ns * NS))),
        ],
        verdict,
        why: why.to_owned(),
    }
}

fn share_figure(label: &str, published: Option<f64>, rounds: Option<&[f64]>, predicted: Option<f64>) -> ClaimFigure {
    let measured = rounds.filter(|rounds| !rounds.is_empty()).map(median);
    ClaimFigure { predicted, ..figure(label, "1", published.map(PublishedValue::exactly), measured) }
}

fn figure(label: &str, unit: &str, published: Option<PublishedValue>, measured: Option<Estimate>) -> ClaimFigure {
    ClaimFigure { label: label.to_owned(), unit: unit.to_owned(), published, measured, exact: None, predicted: None }
}

/// What this system lacks.
pub(crate) fn skipped() -> Vec<Skipped> {
    let skipped = |what: String, why: &str, needs: &str| Skipped { what, why: why.to_owned(), needs: needs.to_owned() };
    let missing = Clock::ALL.into_iter().filter(|clock| !clock.exists());
    let mut all: Vec<Skipped> = missing
        .map(|clock| skipped(format!("clock {}", clock.name()), "this system does not have it", clock.needs()))
        .collect();
    let cores = cores::usable().len();
    if !cores::CAN_PIN {
        all.push(skipped("pinned threads".to_owned(), "this system does not pin threads to cores", "Linux"));
    }
    if cores < 2 {
        all.push(skipped("collisions against residues".to_owned(), "there is one processor", "two processors"));
    }
    if cores < 8 {
        let why = format!("the published run had 8 hardware threads; there are {cores} here");
        all.push(skipped("the published run of 8 hardware threads".to_owned(), &why, "8 processors"));
    }
    if !cfg!(target_os = "macos") {
        let what = "the steps of the clocks of macOS".to_owned();
        all.push(skipped(what, "this machine does not run it", "macOS"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_near_the_published_one_in_every_round_is_reproduced() {
        assert_eq!(judge_share(0.02, Some(&[0.018, 0.021, 0.02])).0, Verdict::Reproduced);
        assert_eq!(judge_share(0.02, Some(&[0.038, 0.041, 0.04])).0, Verdict::Differs);
    }

    #[test]
    fn rounds_that_disagree_make_it_depend() {
        assert_eq!(judge_share(0.02, Some(&[0.0, 0.021, 0.02])).0, Verdict::Depends);
        assert_eq!(judge_share(0.02, Some(&[0.01, 0.021])).0, Verdict::Depends);
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        assert_eq!(judge_share(0.02, None).0, Verdict::NotTested);
        assert_eq!(judge_share(0.02, Some(&[])).0, Verdict::NotTested);
    }

    #[test]
    fn what_is_skipped_says_what_it_needs() {
        let skipped = skipped();
        assert!(skipped.iter().all(|skipped| !skipped.why.is_empty() && !skipped.needs.is_empty()));
        assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("macOS")), !cfg!(target_os = "macos"));
        assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("pinned")), !cores::CAN_PIN);
    }
}
