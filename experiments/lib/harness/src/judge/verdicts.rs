//! Verdicts: one rule for every claim, by equivalence testing (two one-sided tests; Schuirmann 1987).
//!
//! A part of a claim holds one figure's 95% interval against what was said: it surely holds, surely fails, or cannot be
//! decided. Each end of an interval misses at most 2.5% of the time, so a part is wrongly decided in at most 2.5% of runs
//! whose truth lies on a margin's edge, and more noise, or fewer repeats, only leads to [`Verdict::Undecided`]. The claim
//! keeps its rule and each figure its margins, and the verdict is made of these and of nothing else, so a reader comes to the
//! same one.
//!
//! In an experiment's judge, take the figures, hold against each what was published and by which margin, and name the parts:
//!
//! ```
//! use harness::claims::{Figure, Statement};
//! use harness::found::Quantity;
//! use harness::record::{PublishedValue, Verdict};
//! use harness::statistics::median;
//! use harness::verdicts::{Margin, Part, Rule};
//!
//! let ratio = Quantity::new("1", median(&[1.06, 1.07, 1.07, 1.08, 1.08, 1.08, 1.09]));
//! let ratio = Figure::new("Unix over TCP", &ratio).held_against(PublishedValue::between(1.05, 1.1), Margin::AS_IT_IS);
//! let rule = Rule::all([Part::within(&ratio), Part::above(&ratio, 1.0)]);
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
//! - A magnitude of one machine (ns, MiB/s) is no claim: [`Figure::with_published`](crate::judge::claims::Figure::with_published) shows what was
//!   published without judging it. A verdict that no measurement could make otherwise is no verdict.
//! - Orders and comparisons are bounds: "faster" is a paired ratio [`Part::above`] 1, "over twice" one above 2. Do not
//!   soften a bound that the statement names. A published range is judged at its ends.
//! - "Can crash" is [`Part::occurs`], once is enough; "never" is [`Part::never`] and "always" [`Part::always`], which one
//!   case refutes, and the words say how rare what was not seen must be ([`bound_of_none`]).
//! - Conditions that a statement does not name are the cases of [`Rule::under`], each with all its parts.
//! - What a model gives of the figure is held against it by [`Part::within`] of
//!   [`Figure::held_against_prediction`](crate::judge::claims::Figure::held_against_prediction). What nobody observed is not tested,
//!   whatever a model says.
//! - What we expect is "expected" and not "published", and an opinion of what is right is no claim.
//! - Where there is an exact value (a closed form of the very quantity that was measured), that decides, not the noise around
//!   it; where what was measured surely says the contrary, one of them is wrong, and the claim undecided. What a model or a
//!   rule of thumb says is a prediction, not an exact value.

use crate::readable::{digits, readable};
pub use crate::record::{Bound, Case, Margins, Part, Rule};
use crate::record::{Claim, ClaimFigure, Estimate, PublishedValue, Verdict};

/// An event that occurs in less than this share of tries, with 95% confidence, is said not to occur.
pub const RARE: f64 = 0.05;

/// Margin around a published figure, beyond which a measured one differs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// Half a unit of its last digit, which this is, in the figure's unit.
    Rounding(f64),
    /// 10% of the figure: for times, rates, and their ratios.
    Timing,
    /// A margin in the figure's own unit, with its reason.
    Within(f64, &'static str),
}

impl Margin {
    /// No margin: the figure was counted, and published in full; or a range was published, whose ends are its own.
    pub const AS_IT_IS: Self = Self::Within(0.0, "as it was published, without a margin");
}

/// Margin of a time, a rate or a ratio of such, as a share of the figure.
const TIMING: f64 = 0.1;

impl Margin {
    /// The margins around a published value.
    pub(crate) fn around(self, said: &PublishedValue) -> Margins {
        let &PublishedValue { low, high } = said;
        let (low, high, reason) = match self {
            Self::Rounding(half) => (low - half, high + half, "half a unit of the last published digit"),
            Self::Timing => (low - TIMING * low.abs(), high + TIMING * high.abs(), "10%, as for every time and rate"),
            Self::Within(by, reason) => (low - by, high + by, reason),
        };
        Margins { low, high, reason: reason.to_owned() }
    }
}

/// Words for the bound in a claim of "never": `0 of 200, so rarer than 1.9%`, the upper end of the share's 95% interval.
pub fn bound_of_none(share: &Estimate) -> String {
    let rarer = readable(share.high, crate::record::unit::SHARE);
    format!("0 of {}, so rarer than {rarer}", digits(share.n as f64))
}

impl Part {
    /// The labels of its figures.
    pub(crate) fn figures(&self) -> Vec<&str> {
        match self {
            Self::Above { figure, bound: Bound::Figure(other) }
            | Self::Below { figure, bound: Bound::Figure(other) } => {
                vec![figure, other]
            }
            Self::Within { figure }
            | Self::Above { figure, .. }
            | Self::Below { figure, .. }
            | Self::Occurs { figure }
            | Self::Never { figure }
            | Self::Always { figure } => vec![figure],
        }
    }

    pub(super) fn answer(&self, figures: &[ClaimFigure]) -> Answer {
        let find = |label: &str| figures.iter().find(|figure| figure.label == label);
        self.answer_of(find).unwrap_or(Answer::NotMeasured)
    }

    /// The answer by the figures; `None` where a figure lacks a value that is needed.
    fn answer_of<'a>(&self, find: impl Fn(&str) -> Option<&'a ClaimFigure>) -> Option<Answer> {
        let figure = find(self.figures()[0])?;
        let answer = match self {
            Self::Within { .. } => {
                let margins = figure.margins.as_ref()?;
                combine(Interval::measured_and_exact(figure)?.map(|interval| interval.within(margins)))
            }
            Self::Above { bound, .. } => {
                combine(Interval::against(figure, bound, find)?.map(|[own, of]| own.above(of)))
            }
            Self::Below { bound, .. } => {
                combine(Interval::against(figure, bound, find)?.map(|[own, of]| own.below(of)))
            }
            Self::Occurs { .. } => {
                let share = figure.measured.as_ref()?;
                Answer::new(share.value > 0.0, share.high < RARE)
            }
            Self::Never { .. } => {
                let share = figure.measured.as_ref()?;
                Answer::new(share.value == 0.0 && share.high < RARE, share.value > 0.0)
            }
            Self::Always { .. } => {
                let share = figure.measured.as_ref()?;
                Answer::new(share.value == 1.0 && share.low > 1.0 - RARE, share.value < 1.0)
            }
        };
        Some(answer)
    }
}

impl Rule {
    /// A rule whose parts all have to hold; one that fails refutes it.
    pub fn all(parts: impl IntoIterator<Item = Part>) -> Self {
        let parts: Vec<Part> = parts.into_iter().collect();
        if parts.is_empty() {
            return Self::not_tested();
        }
        Self { condition: None, cases: vec![Case { name: String::new(), parts }] }
    }

    /// A rule of several conditions that the statement does not name, each with a name and its parts: where some surely hold and others
    /// surely fail, the verdict is "depends". Conditions that were not measured do not count.
    pub fn under<Name: Into<String>>(condition: &str, cases: impl IntoIterator<Item = (Name, Vec<Part>)>) -> Self {
        let cases = cases.into_iter().map(|(name, parts)| Case { name: name.into(), parts }).collect();
        Self { condition: Some(condition.to_owned()), cases }
    }

    /// A rule of claims that the experiment cannot test; the words give the reason.
    pub fn not_tested() -> Self {
        Self::default()
    }

    /// All parts, of all cases.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.cases.iter().flat_map(|case| &case.parts)
    }

    /// The labels of figures that it needs, and that were not measured.
    pub(crate) fn not_measured<'a>(&'a self, figures: &'a [ClaimFigure]) -> Vec<&'a str> {
        let measured = |label: &str| figures.iter().any(|figure| figure.label == label && figure.measured.is_some());
        let unanswered = |part: &&Part| part.answer(figures) == Answer::NotMeasured;
        let needed = self.parts().filter(unanswered).flat_map(Part::figures);
        let mut missing: Vec<&str> = needed.filter(|label| !measured(label)).collect();
        missing.dedup();
        missing
    }

    /// The verdict by these figures. A statement of this project's own holds or does not; one that others published is reproduced or
    /// differs.
    pub(super) fn verdict(&self, figures: &[ClaimFigure], is_published: bool) -> Verdict {
        match self.answer(figures) {
            None => Verdict::Depends,
            Some(Answer::Yes) if is_published => Verdict::Reproduced,
            Some(Answer::No) if is_published => Verdict::Differs,
            Some(Answer::Yes) => Verdict::Holds,
            Some(Answer::No) => Verdict::DoesNotHold,
            Some(Answer::Undecided) => Verdict::Undecided,
            Some(Answer::NotMeasured) => Verdict::NotTested,
        }
    }

    /// The answer of all cases; `None` where cases that hold and cases that fail contradict each other.
    fn answer(&self, figures: &[ClaimFigure]) -> Option<Answer> {
        let told: Vec<Answer> = self.cases.iter().map(|case| all(&case.parts, figures)).collect();
        if told.contains(&Answer::Yes) && told.contains(&Answer::No) {
            return None;
        }
        let first_of = [Answer::Undecided, Answer::Yes, Answer::No];
        Some(first_of.into_iter().find(|answer| told.contains(answer)).unwrap_or(Answer::NotMeasured))
    }
}

/// Tells if a claim's verdict is that of its rule and its figures.
pub fn is_by_its_rule(claim: &Claim) -> bool {
    claim.verdict == claim.rule.verdict(&claim.figures, claim.source.is_some())
}

/// Answer of an interval to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Undecided,
    NotMeasured,
}

impl Answer {
    fn new(yes: bool, no: bool) -> Self {
        match (yes, no) {
            (true, _) => Self::Yes,
            (_, true) => Self::No,
            _ => Self::Undecided,
        }
    }
}

/// The answer of the exact value, unless that of the measured one contradicts it: then one of them is wrong.
fn combine([measured, exact]: [Answer; 2]) -> Answer {
    if measured == exact || measured == Answer::Undecided { exact } else { Answer::Undecided }
}

/// No where any part is, whatever the others are; yes where all are, and there are any.
pub(super) fn all(parts: &[Part], figures: &[ClaimFigure]) -> Answer {
    let answers: Vec<Answer> = parts.iter().map(|part| part.answer(figures)).collect();
    let first_of = [Answer::No, Answer::NotMeasured, Answer::Undecided, Answer::Yes];
    first_of.into_iter().find(|answer| answers.contains(answer)).unwrap_or(Answer::NotMeasured)
}

/// The interval of a figure.
#[derive(Debug, Clone, Copy)]
struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    fn at(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// The 95% interval of the measured value, if there is one. Too few observations for one give an unbounded interval.
    fn measured(figure: &ClaimFigure) -> Option<Self> {
        figure.measured.as_ref().map(|measured| match measured.confidence {
            None => Self { low: measured.low, high: measured.high },
            Some(_) => Self { low: f64::NEG_INFINITY, high: f64::INFINITY },
        })
    }

    /// The intervals of the measured and the exact value; without the latter, the measured one twice.
    fn measured_and_exact(figure: &ClaimFigure) -> Option<[Self; 2]> {
        let measured = Self::measured(figure)?;
        Some([measured, figure.exact.map_or(measured, Self::at)])
    }

    /// Its own intervals, each paired with that of the bound.
    fn against<'a>(
        figure: &ClaimFigure,
        bound: &Bound,
        find: impl Fn(&str) -> Option<&'a ClaimFigure>,
    ) -> Option<[[Self; 2]; 2]> {
        let [measured, exact] = Self::measured_and_exact(figure)?;
        let [of_measured, of_exact] = match bound {
            Bound::Number(number) => [Self::at(*number); 2],
            Bound::Figure(label) => Self::measured_and_exact(find(label)?)?,
        };
        Some([[measured, of_measured], [exact, of_exact]])
    }

    /// Decides by two one-sided tests.
    fn within(self, margins: &Margins) -> Answer {
        // Decimal figures such as 0.997 are not exact in binary; this slack is far below their last digit.
        let slack = 1e-9 * margins.low.abs().max(margins.high.abs());
        let (low, high) = (margins.low - slack, margins.high + slack);
        Answer::new(low <= self.low && self.high <= high, self.high < low || high < self.low)
    }

    fn above(self, bound: Self) -> Answer {
        Answer::new(self.low > bound.high, self.high <= bound.low)
    }

    fn below(self, bound: Self) -> Answer {
        bound.above(self)
    }
}

#[cfg(test)]
mod tests;
