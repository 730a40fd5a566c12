//! Error rates of the rule, over simulated runs of claims that are true, false, or drowned in noise.
//!
//! A part is decided wrongly only where an end of a 95% interval misses, which it does at most 2.5% of the time. So a run in
//! 20 is more than there may be, and 2,000 runs of which 2.5% err have over 100 that do with a chance below 1 in 10^9.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::statistics::{median, ratio_within_rounds, share};

const RUNS: u64 = 2000;
const AT_MOST: f64 = 0.05;

/// Verdicts on a claim in simulated runs.
struct Verdicts(Vec<Verdict>);

impl Verdicts {
    /// Verdicts of many runs, each with a generator of its own seed, which return the figure `a` and the part on it.
    fn simulate(run: impl Fn(&mut Random) -> (Part, ClaimFigure)) -> Self {
        let verdict = |seed| {
            let (part, figure) = run(&mut Random(Xoshiro256PlusPlus::seed_from_u64(seed)));
            judge(Rule::all([part]), vec![figure])
        };
        Self((0..RUNS).map(verdict).collect())
    }

    fn share(&self, wanted: Verdict) -> f64 {
        self.0.iter().filter(|&&verdict| verdict == wanted).count() as f64 / RUNS as f64
    }

    /// The verdict is the usual one, and its contrary hardly ever occurs.
    #[track_caller]
    fn are_mostly(&self, right: Verdict) {
        let wrong = if right == Verdict::Reproduced { Verdict::Differs } else { Verdict::Reproduced };
        assert!(self.share(right) > 0.8, "{right:?} in {} of runs", self.share(right));
        self.are_hardly(wrong);
    }

    #[track_caller]
    fn are_hardly(&self, wrong: Verdict) {
        assert!(self.share(wrong) <= AT_MOST, "{wrong:?} in {} of runs", self.share(wrong));
    }

    /// Neither verdict occurs often: noise alone decides nothing.
    #[track_caller]
    fn are_undecided(&self) {
        let share = self.share(Verdict::Undecided);
        assert!(share >= 1.0 - AT_MOST, "undecided in {share} of runs");
    }
}

struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Uniform in [0, 1).
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Box and Muller 1958.
    fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        mean + deviation * radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    fn normals(&mut self, n: usize, mean: f64, deviation: f64) -> Vec<f64> {
        (0..n).map(|_| self.normal(mean, deviation)).collect()
    }

    /// Number of `n` tries that succeed; for large `n`, by the normal approximation.
    fn count(&mut self, n: u64, share: f64) -> u64 {
        let variance = n as f64 * share * (1.0 - share);
        if variance > 9.0 {
            return self.normal(n as f64 * share, variance.sqrt()).round() as u64;
        }
        (0..n).filter(|_| self.uniform() < share).count() as u64
    }
}

fn held_against(published: f64, margin: Margin, measured: Estimate) -> (Part, ClaimFigure) {
    let published = PublishedValue::exactly(published);
    let margins = Some(margin.around(&published));
    (within(), ClaimFigure { published: Some(published), margins, ..figure("a", measured) })
}

/// The median of `n` rounds, against a published 1 s.
fn magnitude(n: usize, truth: f64, deviation: f64) -> Verdicts {
    Verdicts::simulate(|random| held_against(1.0, Margin::Timing, median(&random.normals(n, truth, deviation))))
}

#[test]
fn magnitudes() {
    for n in [9, 25] {
        magnitude(n, 1.0, 0.04).are_mostly(Verdict::Reproduced);
        // Off by twice the margin, in either direction.
        magnitude(n, 1.2, 0.04).are_mostly(Verdict::Differs);
        magnitude(n, 0.8, 0.04).are_mostly(Verdict::Differs);
        // On the margin's edge either decision is an error.
        for deviation in [0.01, 0.04, 0.2] {
            magnitude(n, 1.1, deviation).are_hardly(Verdict::Reproduced);
            magnitude(n, 1.1, deviation).are_hardly(Verdict::Differs);
        }
        for truth in [1.0, 1.2] {
            magnitude(n, truth, 5.0).are_undecided();
        }
    }
}

/// A count, against a published 97 items.
fn count(truth: f64, deviation: f64) -> Verdicts {
    Verdicts::simulate(|random| {
        let counts: Vec<f64> = random.normals(25, truth, deviation).into_iter().map(f64::round).collect();
        held_against(97.0, Margin::AS_IT_IS, median(&counts))
    })
}

#[test]
fn counts() {
    count(97.0, 0.1).are_mostly(Verdict::Reproduced);
    count(99.0, 0.1).are_mostly(Verdict::Differs);
    for truth in [97.0, 99.0] {
        count(truth, 30.0).are_undecided();
    }
}

/// A paired ratio, above 1 or not, on a machine whose speed changes threefold from round to round.
fn order(truth: f64, deviation: f64) -> Verdicts {
    Verdicts::simulate(|random| {
        let speeds: Vec<f64> = (0..11).map(|_| 1.0 + 2.0 * random.uniform()).collect();
        let mut times =
            |mean| -> Vec<f64> { speeds.iter().map(|speed| speed * random.normal(mean, deviation).exp()).collect() };
        let (one, other) = (times(truth.ln()), times(0.0));
        (above(1.0), figure("a", ratio_within_rounds(&one, &other)))
    })
}

#[test]
fn orders() {
    order(1.3, 0.05).are_mostly(Verdict::Reproduced);
    order(0.75, 0.05).are_mostly(Verdict::Differs);
    for deviation in [0.05, 3.0] {
        let equal = order(1.0, deviation);
        equal.are_hardly(Verdict::Reproduced);
        equal.are_hardly(Verdict::Differs);
    }
    order(1.05, 20.0).are_undecided();
}

/// A share of tries, above a quarter or not.
fn threshold(n: u64, truth: f64) -> Verdicts {
    Verdicts::simulate(|random| (above(0.25), figure("a", share(random.count(n, truth), n))))
}

#[test]
fn thresholds() {
    threshold(1000, 0.35).are_mostly(Verdict::Reproduced);
    threshold(1000, 0.15).are_mostly(Verdict::Differs);
    for n in [10, 1000] {
        threshold(n, 0.25).are_hardly(Verdict::Reproduced);
        threshold(n, 0.25).are_hardly(Verdict::Differs);
    }
    threshold(10, 0.25).are_undecided();
}

#[test]
fn events() {
    let part = |part: Part| {
        move |n, chance| {
            Verdicts::simulate(|random: &mut Random| (part.clone(), figure("a", share(random.count(n, chance), n))))
        }
    };
    let named = || "a".to_owned();
    let occurs = part(Part::Occurs { figure: named() });
    let never = part(Part::Never { figure: named() });
    occurs(200, 0.05).are_mostly(Verdict::Reproduced);
    occurs(200, 0.0).are_mostly(Verdict::Differs);
    never(200, 0.0).are_mostly(Verdict::Reproduced);
    // An event of one try in 20 must not be said never to occur, however many tries there are.
    for n in [10, 73, 100, 200] {
        occurs(n, RARE).are_hardly(Verdict::Differs);
        never(n, RARE).are_hardly(Verdict::Reproduced);
    }
    never(10, 0.0).are_undecided();
}
