//! What Evan Jones published.

use harness::record::{Claim, ClaimFigure, Estimate, Verdict, unit};
use harness::statistics::{median, share};
use timestamp_collisions_model::{Setup, estimate::estimate};

use super::remarks::{digits, percent};
use super::{NS, SPREAD, alone, equal_neighbours, median_of, realtime, with_published};
use crate::clocks::Clock;
use crate::measured::{Measured, Rounds};
use crate::predicted::of_rounds;
use crate::published::{EIGHT_THREADS, TWO_THREADS, source};
use crate::series::single;

/// A share that is published as "about 2%" or "about 5%" may be off by this much of itself.
const ABOUT: f64 = 0.25;
fn claim(id: &str, statement: &str, figures: Vec<ClaimFigure>, (verdict, why): (Verdict, String)) -> Claim {
    Claim { id: id.to_owned(), statement: statement.to_owned(), source: source(), figures, verdict, why }
}

/// Judged where two threads can run at once.
pub(super) fn two_threads(measured: &Measured, cores: usize) -> Claim {
    let rounds = realtime(measured, 2).filter(|_| cores >= 2);
    let shares = rounds.map(|rounds| rounds.of(|round| round.as_published)).unwrap_or_default();
    let (counted_once, per_sample) = share_figures(rounds, "two threads");
    claim(
        "two-percent-with-two-threads",
        "With two threads about 2% of nanosecond timestamps also occur on the other one.",
        vec![with_published(counted_once, TWO_THREADS, TWO_THREADS), per_sample],
        judge_share(TWO_THREADS, &shares),
    )
}

/// Judged where eight threads can run at once; measured anyway.
pub(super) fn eight_hardware_threads(measured: &Measured, cores: usize) -> Claim {
    let enough = cores >= 8;
    let rounds = realtime(measured, 8);
    let shares = rounds.filter(|_| enough).map(|rounds| rounds.of(|round| round.as_published)).unwrap_or_default();
    // The published machine: four cores of two hardware threads each. How much those slow each other down was not
    // published; here two of them read as often as one alone would, the least that a shared core gives.
    let machine = Setup { threads: 8, cores: 4, hardware_threads: 2, sharing_permille: 2_000, ..Setup::default() };
    let as_published = ClaimFigure::new(
        "share, each coincidence counted once, eight hardware threads",
        unit::SHARE,
        rounds.filter(|_| enough).and_then(|rounds| median_of(&rounds.of(|round| round.as_published))),
    );
    let as_published = as_published.predicted(estimate(&machine).as_published);
    let mut figures = vec![with_published(as_published, EIGHT_THREADS, EIGHT_THREADS)];
    if !enough {
        let (counted_once, per_sample) = share_figures(rounds, "eight threads on fewer cores");
        figures.extend([counted_once, per_sample]);
    }
    claim(
        "five-percent-with-eight-threads",
        "With all 8 hardware threads of 4 cores about 5% of timestamps also occur on another thread.",
        figures,
        judge_share(EIGHT_THREADS, &shares),
    )
}

/// The share by both definitions, as measured and as the model expects it.
fn share_figures(rounds: Option<&Rounds>, who: &str) -> (ClaimFigure, ClaimFigure) {
    let counted_once = ClaimFigure {
        predicted: rounds
            .and_then(|rounds| of_rounds(rounds, |shares| shares.as_published))
            .as_deref()
            .and_then(middle),
        ..ClaimFigure::new(
            format!("share, each coincidence counted once, {who}"),
            unit::SHARE,
            rounds.and_then(|rounds| median_of(&rounds.of(|round| round.as_published))),
        )
    };
    let per_sample = ClaimFigure {
        predicted: rounds.and_then(|rounds| of_rounds(rounds, |shares| shares.per_sample)).as_deref().and_then(middle),
        ..ClaimFigure::new(
            format!("share of samples that collide, {who}"),
            unit::SHARE,
            rounds.and_then(|rounds| median_of(&rounds.of(|round| round.per_sample))),
        )
    };
    (counted_once, per_sample)
}

fn middle(rounds: &[f64]) -> Option<f64> {
    median_of(rounds).map(|median| median.value)
}

/// What the rounds say of a share that was published as "about" so much.
pub(super) fn judge_share(published: f64, rounds: &[f64]) -> (Verdict, String) {
    if rounds.is_empty() {
        return (Verdict::NotTested, "This machine has too few processors to run as many threads at once.".to_owned());
    }
    let measured = median(rounds);
    let (min, max) = (measured.min.unwrap_or(measured.low), measured.max.unwrap_or(measured.high));
    let (verdict, why) = if max > SPREAD * min {
        let range = format!("Rounds with fresh threads range from {} to {}", percent(min), percent(max));
        (Verdict::Depends, format!("{range}: no single share describes this machine."))
    } else if (measured.value - published).abs() <= ABOUT * published {
        let median = percent(measured.value);
        (Verdict::Reproduced, format!("The median round has {median}, within a quarter of the published share."))
    } else {
        let median = percent(measured.value);
        let off = format!("The median round has {median}, more than a quarter off the published share");
        (Verdict::Differs, format!("{off}, and no round is twice another."))
    };
    (verdict, why)
}

/// Holds if no neighbours were equal, and the smallest increment is one of those published: 32 ns, and 22 to 24 ns of a C
/// program.
pub(super) fn always_increases(measured: &Measured) -> Claim {
    let alone = alone(measured, Clock::Realtime).filter(|_| cfg!(target_os = "linux"));
    let equal = alone.map(equal_neighbours);
    let increment =
        |of: fn(&_) -> Option<f64>| alone.and_then(|increments| Some(single(increments.pairs(), of(increments)? * NS)));
    let smallest = increment(|increments| increments.min());
    let published = (22.0, 32.0);
    let judged = match (&equal, &smallest) {
        (Some(equal), Some(smallest)) => judge_increments(equal.value, smallest.value / NS, published),
        _ => (Verdict::NotTested, "This is a claim about Linux, and this machine runs another system.".to_owned()),
    };
    claim(
        "always-increases",
        "Within one thread on Linux the clock always increases, by at least 22 to 32 ns.",
        vec![
            with_published(ClaimFigure::new("share of equal neighbours", unit::SHARE, equal), 0.0, 0.0),
            with_published(ClaimFigure::new("smallest increment", "s", smallest), published.0 * NS, published.1 * NS),
            with_published(
                ClaimFigure::new("median increment", "s", increment(|increments| increments.quantile(0.5))),
                32.0 * NS,
                33.0 * NS,
            ),
        ],
        judged,
    )
}

pub(super) fn judge_increments(equal: f64, smallest_ns: f64, published: (f64, f64)) -> (Verdict, String) {
    // Nanoseconds went through seconds and back.
    let smallest_ns = smallest_ns.round();
    let (verdict, why) = if smallest_ns < 0.0 {
        (Verdict::Differs, "The clock stepped back.".to_owned())
    } else if equal > 0.0 {
        (Verdict::Differs, format!("{} of neighbours were equal.", percent(equal)))
    } else if (published.0..=published.1).contains(&smallest_ns) {
        let why = format!("No two neighbours were equal, and the smallest increment was {} ns.", digits(smallest_ns));
        (Verdict::Reproduced, why)
    } else {
        let why = "No two neighbours were equal, but the smallest increment was";
        (Verdict::Depends, format!("{why} {} ns: it is as long as a read takes here.", digits(smallest_ns)))
    };
    (verdict, why)
}

/// Holds if the wall clock's step is a microsecond, most neighbours are equal, and the monotonic clock's step is 41 to 42 ns.
/// How many neighbours are equal depends on how long a read takes, so the published shares need not be met.
pub(super) fn macos_steps(measured: &Measured) -> Claim {
    let here = |clock| alone(measured, clock).filter(|_| cfg!(target_os = "macos"));
    let step =
        |clock| here(clock).and_then(|increments| Some(single(increments.pairs(), increments.min_forward()? * NS)));
    let equal = |clock| here(clock).map(equal_neighbours);
    let nanoseconds = |step: &Estimate| (step.value / NS).round();
    let (wall, monotonic) = (step(Clock::Realtime), step(Clock::Monotonic));
    let judged = match (&wall, &monotonic, equal(Clock::Realtime)) {
        (Some(wall), Some(monotonic), Some(equal)) => {
            let steps = (nanoseconds(wall), nanoseconds(monotonic));
            let holds = steps.0 == 1_000.0 && (41.0..=42.0).contains(&steps.1) && equal.value > 0.5;
            let verdict = if holds { Verdict::Reproduced } else { Verdict::Differs };
            let why = format!("The wall clock moves in steps of {} ns, the monotonic one of {} ns", steps.0, steps.1);
            (verdict, format!("{why}; {} of the wall clock's neighbours are equal.", percent(equal.value)))
        }
        _ => (Verdict::NotTested, "This is a claim about macOS, and this machine runs another system.".to_owned()),
    };
    claim(
        "microsecond-steps-on-macos",
        "On macOS the wall clock moves in steps of a microsecond, so most readings equal the one before; the monotonic \
         clock moves in steps of 41 to 42 ns.",
        vec![
            with_published(ClaimFigure::new("step of the wall clock", "s", wall), 1_000.0 * NS, 1_000.0 * NS),
            with_published(ClaimFigure::new("step of the monotonic clock", "s", monotonic), 41.0 * NS, 42.0 * NS),
            with_published(
                ClaimFigure::new("share of equal neighbours, wall clock", unit::SHARE, equal(Clock::Realtime)),
                0.961,
                0.961,
            ),
            with_published(
                ClaimFigure::new("share of equal neighbours, monotonic clock", unit::SHARE, equal(Clock::Monotonic)),
                0.202,
                0.202,
            ),
        ],
        judged,
    )
}

/// Holds if any round of several threads had a collision. Threads that must take turns cannot deny it.
pub(super) fn no_identifier(measured: &Measured, cores: usize) -> Claim {
    let several = measured.rounds.iter().chain(&measured.residues).filter(|rounds| {
        rounds.condition.clock == Clock::Realtime && rounds.condition.threads > 1 && !rounds.each.is_empty()
    });
    let each: Vec<bool> = several.flat_map(|rounds| rounds.each.iter().map(|round| round.colliding > 0)).collect();
    let (with, all) = (each.iter().filter(|&&collided| collided).count(), each.len());
    let judged = match (with, all) {
        (0, all) if all == 0 || cores < 2 => {
            (Verdict::NotTested, "This machine runs one thread at a time, and no round had a collision.".to_owned())
        }
        (0, _) => (Verdict::Differs, "No round of several threads had a collision.".to_owned()),
        _ => {
            let why = format!("In {with} of {all} rounds threads read equal nanoseconds; one duplicate is enough.");
            (Verdict::Reproduced, why)
        }
    };
    claim(
        "no-unique-identifier",
        "A bare nanosecond timestamp is no unique identifier.",
        vec![ClaimFigure::new(
            "share of rounds of several threads with a collision",
            unit::SHARE,
            (all > 0).then(|| share(with as u64, all as u64)),
        )],
        judged,
    )
}
