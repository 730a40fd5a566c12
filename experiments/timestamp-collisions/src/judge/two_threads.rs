//! Two percent with two threads: by how far apart the residues of their cores were, and by how they read.
//!
//! The article says nothing of residues, and a median over near and far ones tells of neither. Its program reads two clocks with each
//! sample, which takes longer than one; its readers' programs need not.

use harness::claims::Figure;
use harness::record::{Claim, Point, PublishedValue, Setting, unit};
use harness::statistics::median_if_any;
use harness::verdicts::Rule;
use harness::{Found, Quantity};

use super::has_fewer_cores;
use super::published::statement;
use super::remarks::{TOO_FEW, percent, range};
use crate::clocks::{Clock, NS};
use crate::published::TWO_THREADS;
use crate::quantities::{FAR_COLLIDING, NEAR_COLLIDING, PINNED_STEP, TWO_THREADS_COLLIDING, TWO_THREADS_COUNTED_ONCE};
use crate::series::{COINCIDENCES, MANNERS, MANNERS_OF_TWO_CLOCKS, RESIDUES};
use crate::step::is_near;

/// The residues of two cores' counters.
const NEAR: &str = "residues within a nanosecond of each other";
const FAR: &str = "residues further apart";

/// Shown and not judged: the share is a unit of the clock over what a read takes, which is each machine's own, and the residues of
/// the published machine are not known.
pub(super) fn two_threads(found: &Found) -> Claim {
    let all = Figure::new("share, each coincidence counted once, two threads", found.named(TWO_THREADS_COUNTED_ONCE))
        .with_published(PublishedValue::exactly(TWO_THREADS));
    let cases = cases(found);
    let why = if has_fewer_cores(found, 2) { Some(TOO_FEW.to_owned()) } else { why(&cases, &all) };
    let colliding = Figure::new("share of samples that collide, two threads", found.named(TWO_THREADS_COLLIDING));
    let figures = [all, colliding].into_iter().chain(cases.into_iter().map(|case| case.share));
    statement(
        "two-percent-with-two-threads",
        "With two threads, coincidences of nanosecond timestamps, each counted once, come to about 2% of all timestamps.",
    )
    .judge_by(figures.collect(), Rule::not_tested(), |_| why)
}

/// The rounds of pinned threads that read so many clocks, with such residues.
struct Case {
    clocks: &'static str,
    residues: &'static str,
    /// Each coincidence counted once.
    share: Figure,
}

impl Case {
    fn new(clocks: &'static str, residues: &'static str, share: Quantity) -> Self {
        let label = format!("share, each coincidence counted once, {clocks}, {residues}");
        Self { clocks, residues, share: Figure::new(label, share) }
    }
}

fn cases(found: &Found) -> [Case; 4] {
    let one = |residues, name| Case::new("one clock", residues, once(found.named(name)));
    let two = |residues, is_of_near| Case::new("two clocks", residues, with_two_clocks(found, is_of_near));
    [one(NEAR, NEAR_COLLIDING), one(FAR, FAR_COLLIDING), two(NEAR, true), two(FAR, false)]
}

/// Share that counts each coincidence of two threads once: half that of colliding samples, since it takes one of each thread.
fn once(mut colliding: Quantity) -> Quantity {
    colliding.measured = colliding.measured.map(|share| share.map(|share| share / 2.0));
    colliding
}

/// The median of the rounds in which a thread read two clocks, and whose residues were near or far.
fn with_two_clocks(found: &Found, is_of_near: bool) -> Quantity {
    let share_of = |point: &Point| {
        let difference = number(point, "residue_difference")?;
        let is_asked = is_near(difference, unit_ticks(found)?) == is_of_near;
        point.values.get(COINCIDENCES).filter(|_| is_asked).map(|share| share.value)
    };
    let is_of_two = |point: &&Point| {
        MANNERS_OF_TWO_CLOCKS.iter().any(|&manner| point.at.get("manner") == Some(&Setting::from(manner)))
    };
    let shares: Vec<f64> = points(found, MANNERS).filter(is_of_two).filter_map(share_of).collect();
    Quantity::new(unit::SHARE, median_if_any(&shares))
}

/// Ticks in a nanosecond, the clock's unit, by the counter's step in both.
fn unit_ticks(found: &Found) -> Option<f64> {
    let step_s = found.named(PINNED_STEP).measured?.value;
    let is_of_wall_clock = |point: &&Point| point.at.get("clock") == Some(&Clock::Realtime.name().into());
    let ticks = points(found, RESIDUES).filter(is_of_wall_clock).filter_map(|point| number(point, "counter_step"));
    // A core that moved makes a step look smaller.
    Some(ticks.reduce(f64::max)? / (step_s / NS))
}

fn points<'a>(found: &'a Found, series: &'a str) -> impl Iterator<Item = &'a Point> {
    found.series.iter().filter(move |candidate| candidate.words.id == series).flat_map(|series| &series.points)
}

fn number(point: &Point, dimension: &str) -> Option<f64> {
    match point.at.get(dimension) {
        Some(&Setting::Number(number)) => Some(number),
        _ => None,
    }
}

/// The medians by residues, and the range of all rounds, as far as they are known.
fn why(cases: &[Case], all: &Figure) -> Option<String> {
    let medians = [NEAR, FAR].into_iter().filter_map(|residues| {
        let of_clocks = cases.iter().filter(|case| case.residues == residues);
        let known: Vec<String> = of_clocks
            .filter_map(|case| Some(format!("{} where threads read {}", percent(case.share.value()?), case.clocks)))
            .collect();
        (!known.is_empty()).then(|| format!("with {residues} the median is {}", known.join(" and ")))
    });
    let known: Vec<String> = medians.chain(all.measured().map(range)).collect();
    (!known.is_empty()).then(|| known.join("; "))
}
