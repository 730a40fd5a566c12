//! How verdicts are made: one rule for every claim, by equivalence testing (two one-sided tests; Schuirmann 1987).
//!
//! A part of a claim holds one figure's 95% interval against what was said: it surely holds, surely fails, or cannot be
//! decided. Each end of an interval misses at most 2.5% of the time, so a part is wrongly decided in at most 2.5% of runs
//! whose truth lies on a margin's edge, and more noise, or fewer repeats, only leads to [`Verdict::Undecided`]. The claim
//! keeps its rule and each figure its margins, and [`judge_again`] makes the verdict of what the record holds and nothing
//! else, so a reader comes to the same one.
//!
//! In an experiment's judge, take the figures, hold against each what was published and by which margin, and name the parts:
//!
//! ```
//! use harness::claims::{Figure, Statement};
//! use harness::quantities::Quantity;
//! use harness::record::{PublishedValue, Verdict};
//! use harness::statistics::median;
//! use harness::verdicts::{Margin, Part, Rule};
//!
//! let ratio = Quantity::new("1", median(&[1.06, 1.07, 1.07, 1.08, 1.08, 1.08, 1.09]));
//! let ratio = Figure::new("Unix over TCP", &ratio).held_against(PublishedValue::between(1.05, 1.1), Margin::Timing);
//! let rule = Rule::all([Part::as_published(&ratio), Part::above(&ratio, 1.0)]);
//! let claim = Statement { id: "more", text: "5 to 10% more over a Unix socket", source: None }
//!     .judge_by(vec![ratio], rule, |verdict| match verdict {
//!         Verdict::Holds => "it serves as many more as said",
//!         // The record then says which interval leaves it open.
//!         Verdict::Undecided => "",
//!         _ => "it does not serve as many more as said",
//!     });
//! assert_eq!(claim.verdict, Verdict::Holds);
//! ```
//!
//! - A magnitude of one machine (ns, MiB/s) is no claim: [`Figure::beside`](crate::judge::claims::Figure::beside) shows what was
//!   published without judging it; a statement that is nothing else is a [`Rule::Magnitude`].
//! - Orders and comparisons are bounds: "faster" is a paired ratio [`Part::above`] 1, "over twice" one above 2. Do not
//!   soften a bound that the statement names.
//! - "Can crash" is [`Part::occurs`], "never" [`Part::never`], "always" [`Part::always`]: one case is enough for the first
//!   and refutes the others.
//! - Conditions that a statement does not name are the cases of [`Rule::under`], each with all its parts.
//! - What only a model gives is [`Rule::follows`].
//! - Where there is an exact value (a closed form of the very quantity that was measured), that decides, not the noise around
//!   it; where what was measured surely says the contrary, one of them is wrong, and the claim undecided. What a model or a
//!   rule of thumb says is a prediction, not an exact value.

use crate::record::{Claim, ClaimFigure, PublishedValue, Verdict};
pub use crate::rule::{Case, Margins, Part, Rule};
use crate::statistics;

/// How far off a published figure may be, before what was measured says something else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// Not at all: it was counted, and published in full.
    Counted,
    /// By half a unit of its last digit, which this is, in the figure's unit.
    Rounding(f64),
    /// A share of `n` tries: by `rounding` (as above), and beyond it by the sampling error of the publisher's own tries
    /// (Wilson's 95% interval).
    Sample {
        /// Half a unit of its last digit.
        rounding: f64,
        /// The tries of which it was the share.
        n: u64,
    },
    /// By 10% of itself: times, rates, and their ratios.
    Timing,
    /// By so much in its own unit, for this reason.
    Within(f64, &'static str),
}

/// A time, a rate or a ratio of such may be off by this share of itself.
pub(crate) const TIMING: f64 = 0.1;

impl Margin {
    /// The range that counts as what was published.
    pub(crate) fn around(self, published: &PublishedValue) -> Margins {
        let &PublishedValue { low, high } = published;
        let (low, high, reason) = match self {
            Self::Counted => (low, high, "an exact count, so no margin"),
            Self::Rounding(half) => (low - half, high + half, "half a unit of the last published digit"),
            Self::Sample { rounding, n } => {
                let sampled = |share: f64| statistics::share((share * n as f64).round() as u64, n);
                let ends = (sampled(low).low - rounding, sampled(high).high + rounding);
                (
                    ends.0,
                    ends.1,
                    "half a unit of the last published digit, and the sampling error of what was published",
                )
            }
            Self::Timing => (low - TIMING * low.abs(), high + TIMING * high.abs(), "10%, as for every time and rate"),
            Self::Within(by, reason) => (low - by, high + by, reason),
        };
        Margins { low, high, reason: reason.to_owned() }
    }
}

impl Part {
    pub(super) fn answer(&self, figures: &[ClaimFigure]) -> Answer {
        let mut known = self.figures().into_iter().map(|label| figures.iter().find(|figure| figure.label == label));
        let Some(figure) = known.next().flatten() else { return Answer::NotMeasured };
        self.answer_of(figure, known.next().flatten()).unwrap_or(Answer::NotMeasured)
    }

    /// `None` where the figure lacks what the question needs.
    fn answer_of(&self, figure: &ClaimFigure, other: Option<&ClaimFigure>) -> Option<Answer> {
        let answer = match *self {
            Self::AsPublished { .. } => {
                let margins = figure.margins.as_ref()?;
                known(Interval::both(figure)?.map(|interval| interval.within(margins)))
            }
            Self::PredictedAsPublished { .. } => Interval::predicted(figure)?.within(figure.margins.as_ref()?),
            Self::PredictedAbove { bound, .. } => Interval::predicted(figure)?.above(bound),
            Self::AsPredicted { margin_share, .. } => {
                let predicted = figure.predicted?;
                let by = margin_share * predicted.abs();
                let margins = Margins { low: predicted - by, high: predicted + by, reason: String::new() };
                Interval::measured(figure)?.within(&margins)
            }
            Self::Above { bound, .. } => known(Interval::both(figure)?.map(|interval| interval.above(bound))),
            Self::Below { bound, .. } => known(Interval::both(figure)?.map(|interval| interval.below(bound))),
            Self::Exceeds { .. } => {
                let ([measured, exact], [other_measured, other_exact]) =
                    (Interval::both(figure)?, Interval::both(other?)?);
                known([measured.exceeds(other_measured), exact.exceeds(other_exact)])
            }
            Self::Occurs { rare, .. } => {
                let share = figure.measured.as_ref()?;
                Answer::of(share.value > 0.0, share.high < rare)
            }
            Self::Never { rare, .. } => {
                let share = figure.measured.as_ref()?;
                Answer::of(share.value == 0.0 && share.high < rare, share.value > 0.0)
            }
            Self::Always { rare, .. } => {
                let share = figure.measured.as_ref()?;
                Answer::of(share.value == 1.0 && share.low > 1.0 - rare, share.value < 1.0)
            }
        };
        Some(answer)
    }
}

impl Rule {
    /// The labels of the figures that it needs, and that were not measured.
    pub(crate) fn not_measured<'a>(&'a self, figures: &'a [ClaimFigure]) -> Vec<&'a str> {
        let measured = |label: &str| figures.iter().any(|figure| figure.label == label && figure.measured.is_some());
        let needed: Vec<&str> = match self {
            Self::Magnitude { .. } => figures.iter().map(|figure| &*figure.label).collect(),
            _ => {
                let unanswered = |part: &&&Part| part.answer(figures) == Answer::NotMeasured;
                self.parts().iter().filter(unanswered).flat_map(|part| part.figures()).collect()
            }
        };
        let mut missing: Vec<&str> = needed.into_iter().filter(|label| !measured(label)).collect();
        missing.dedup();
        missing
    }

    fn verdict(&self, figures: &[ClaimFigure]) -> Verdict {
        match self {
            Self::All { parts } => of_answer(all(parts, figures)),
            Self::Under { cases, .. } => {
                let told: Vec<Answer> = cases.iter().map(|case| all(&case.parts, figures)).collect();
                let has = |answer| told.contains(&answer);
                if has(Answer::Yes) && has(Answer::No) {
                    Verdict::Depends
                } else if has(Answer::Undecided) {
                    Verdict::Undecided
                } else {
                    of_answer(
                        *told.iter().find(|&&answer| answer != Answer::NotMeasured).unwrap_or(&Answer::NotMeasured),
                    )
                }
            }
            Self::Magnitude { .. } if figures.iter().any(|figure| figure.measured.is_some()) => Verdict::Depends,
            Self::Follows { parts, .. } if all(parts, figures) == Answer::Yes => Verdict::Follows,
            Self::Magnitude { .. } | Self::Follows { .. } | Self::NotTested => Verdict::NotTested,
        }
    }
}

/// The verdict that a claim's rule gives of its figures; `None` for a claim of a record that was written before rules were
/// kept. A statement that this project makes itself holds or does not; what others published is reproduced or differs.
pub fn judge_again(claim: &Claim) -> Option<Verdict> {
    let verdict = claim.rule.as_ref()?.verdict(&claim.figures);
    Some(match (verdict, &claim.source) {
        (Verdict::Reproduced, None) => Verdict::Holds,
        (Verdict::Differs, None) => Verdict::DoesNotHold,
        (verdict, _) => verdict,
    })
}

/// What an interval says to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Undecided,
    NotMeasured,
}

impl Answer {
    fn of(yes: bool, no: bool) -> Self {
        match (yes, no) {
            (true, _) => Self::Yes,
            (_, true) => Self::No,
            _ => Self::Undecided,
        }
    }
}

/// What the exact value says, unless what was measured surely says the contrary: then one of them is wrong.
fn known([measured, exact]: [Answer; 2]) -> Answer {
    if measured == exact || measured == Answer::Undecided { exact } else { Answer::Undecided }
}

/// No where any is, whatever else could not be told; yes where all are, and there are any.
pub(super) fn all(parts: &[Part], figures: &[ClaimFigure]) -> Answer {
    let answers: Vec<Answer> = parts.iter().map(|part| part.answer(figures)).collect();
    let first_of = [Answer::No, Answer::NotMeasured, Answer::Undecided, Answer::Yes];
    first_of.into_iter().find(|answer| answers.contains(answer)).unwrap_or(Answer::NotMeasured)
}

fn of_answer(answer: Answer) -> Verdict {
    match answer {
        Answer::Yes => Verdict::Reproduced,
        Answer::No => Verdict::Differs,
        Answer::Undecided => Verdict::Undecided,
        Answer::NotMeasured => Verdict::NotTested,
    }
}

/// Where a figure lies.
#[derive(Debug, Clone, Copy)]
struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    fn at(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// The 95% interval of what was measured, if anything was. Of observations too few for one it is everything.
    fn measured(figure: &ClaimFigure) -> Option<Self> {
        figure.measured.as_ref().map(|measured| match measured.confidence {
            None => Self { low: measured.low, high: measured.high },
            Some(_) => Self { low: f64::NEG_INFINITY, high: f64::INFINITY },
        })
    }

    /// What a model gives, if it gives anything.
    fn predicted(figure: &ClaimFigure) -> Option<Self> {
        figure.predicted.or(figure.exact).map(Self::at)
    }

    /// What was measured, and the exact value; where there is none, what was measured again.
    fn both(figure: &ClaimFigure) -> Option<[Self; 2]> {
        let measured = Self::measured(figure)?;
        Some([measured, figure.exact.map_or(measured, Self::at)])
    }

    /// Two one-sided tests.
    fn within(self, margins: &Margins) -> Answer {
        // Decimal figures such as 0.997 are not exact in binary; this slack is far below their last digit.
        let slack = 1e-9 * margins.low.abs().max(margins.high.abs());
        let (low, high) = (margins.low - slack, margins.high + slack);
        Answer::of(low <= self.low && self.high <= high, self.high < low || high < self.low)
    }

    fn above(self, bound: f64) -> Answer {
        Answer::of(self.low > bound, self.high <= bound)
    }

    fn below(self, bound: f64) -> Answer {
        Answer::of(self.high < bound, self.low >= bound)
    }

    fn exceeds(self, other: Self) -> Answer {
        Answer::of(self.low > other.high, self.high < other.low)
    }
}

#[cfg(test)]
mod tests;
