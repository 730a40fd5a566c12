//! How the children of one condition ended, counted.

use std::time::Duration;

use harness::record::Estimate;
use harness::statistics::{median_if_any, share};

use crate::outcome::{Kind, Outcome, SIGABRT, SIGSEGV};
use crate::survival::Life;

/// The share of children that did not survive.
pub(crate) const FAILED: &str = "failed_share";
/// The share of those that were ended after their time.
pub(crate) const HUNG: &str = "hung_share";
/// The share of those that lived on with a wrong answer.
pub(crate) const WRONG_ANSWER: &str = "wrong_answer_share";

/// The counts of one condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    pub children: u64,
    pub sigsegv: u64,
    pub sigabrt: u64,
    pub other_signals: u64,
    pub wrong_answers: u64,
    pub hung: u64,
}

impl Tally {
    pub(crate) fn of(outcomes: &[Outcome]) -> Self {
        let mut tally = Self::default();
        for outcome in outcomes {
            tally.children += 1;
            match outcome.kind {
                Kind::Survived => {}
                Kind::Signal(SIGSEGV) => tally.sigsegv += 1,
                Kind::Signal(SIGABRT) => tally.sigabrt += 1,
                Kind::Signal(_) => tally.other_signals += 1,
                Kind::Hung => tally.hung += 1,
                kind => {
                    debug_assert!(kind.is_wrong_answer());
                    tally.wrong_answers += 1;
                }
            }
        }
        tally
    }

    /// How many did not survive.
    pub(crate) fn failed(&self) -> u64 {
        self.sigsegv + self.sigabrt + self.other_signals + self.wrong_answers + self.hung
    }

    /// The shares that the record has, by the name of their measure, with Wilson's interval. There must be children.
    pub(crate) fn shares(&self) -> [(&'static str, Estimate); 6] {
        [
            (FAILED, self.failed()),
            ("sigsegv_share", self.sigsegv),
            ("sigabrt_share", self.sigabrt),
            ("other_signal_share", self.other_signals),
            (WRONG_ANSWER, self.wrong_answers),
            (HUNG, self.hung),
        ]
        .map(|(name, count)| (name, share(count, self.children)))
    }
}

/// How long the children lived that failed, in seconds: the median, if there are any.
pub(crate) fn median_to_failure(outcomes: &[Outcome]) -> Option<Estimate> {
    let failed = outcomes.iter().filter(|outcome| outcome.kind != Kind::Survived);
    let seconds: Vec<f64> = failed.map(|outcome| outcome.after.as_secs_f64()).collect();
    median_if_any(&seconds)
}

/// The lives behind a survival curve, which ends at the limit: on a busy machine a child is told late that its time is over,
/// and what becomes of it until then is no part of the curve.
pub(crate) fn lives(outcomes: &[Outcome], limit: Duration) -> Vec<Life> {
    let life = |outcome: &Outcome| Life {
        seconds: outcome.after.min(limit).as_secs_f64(),
        failed: outcome.kind != Kind::Survived && outcome.after <= limit,
    };
    outcomes.iter().map(life).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(kind: Kind, milliseconds: u64) -> Outcome {
        Outcome { kind, after: Duration::from_millis(milliseconds) }
    }

    #[test]
    fn every_way_to_end_is_counted_once() {
        let kinds = [
            Kind::Survived,
            Kind::Signal(SIGSEGV),
            Kind::Signal(SIGABRT),
            Kind::Signal(7),
            Kind::Missing,
            Kind::Torn,
            Kind::Unanswered,
            Kind::Hung,
        ];
        let tally = Tally::of(&kinds.map(|kind| outcome(kind, 1)));
        let counted = Tally { children: 8, sigsegv: 1, sigabrt: 1, other_signals: 1, wrong_answers: 3, hung: 1 };
        assert_eq!(tally, counted);
        assert_eq!(tally.failed(), 7);
        let [(_, failed), .., (_, hung)] = tally.shares();
        assert_eq!((failed.value, hung.value), (0.875, 0.125));
        // Wilson's interval of 1 in 8, by hand: 0.0224 to 0.4709.
        assert!((hung.low - 0.0224).abs() < 1e-4 && (hung.high - 0.4709).abs() < 1e-4, "{hung:?}");
    }

    #[test]
    fn the_time_to_failure_is_that_of_those_that_failed() {
        let outcomes = [outcome(Kind::Survived, 70), outcome(Kind::Torn, 3), outcome(Kind::Signal(SIGSEGV), 5)];
        assert_eq!(median_to_failure(&outcomes).unwrap().value, 0.004);
        assert_eq!(median_to_failure(&outcomes[..1]), None);
    }

    #[test]
    fn a_curve_is_about_the_time_until_the_limit() {
        let outcomes = [(Kind::Survived, 71), (Kind::Torn, 3), (Kind::Signal(SIGSEGV), 90), (Kind::Torn, 70)];
        let lives = lives(&outcomes.map(|(kind, after)| outcome(kind, after)), Duration::from_millis(70));
        let expected = [(0.07, false), (0.003, true), (0.07, false), (0.07, true)];
        assert_eq!(lives.iter().map(|life| (life.seconds, life.failed)).collect::<Vec<_>>(), expected);
    }
}
