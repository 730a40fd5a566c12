//! Connections that were compared over and over, by where their two ends ran.

use crate::condition::{Condition, Question, Variant};
use crate::distance::Distance;
use crate::ends::Ends;
use crate::measured::Row;
use crate::place::Transport;
use crate::sample::mean;
use crate::transfer::Sizes;

/// A place where fewer of the rounds ran says nothing.
const SOME: f64 = 0.2;
/// Fewer rounds have no interval.
const LEAST: usize = 6;

/// Where the two ends of a connection ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    OneCore,
    /// Each on a core of its own.
    Two(Distance),
}

impl Where {
    pub(crate) const ALL: [Self; 3] = [Self::OneCore, Self::Two(Distance::Near), Self::Two(Distance::Far)];

    /// In words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::OneCore => "one core",
            Self::Two(Distance::Near) => "near cores",
            Self::Two(Distance::Far) => "distant cores",
        }
    }

    /// The name of a figure there.
    pub(crate) fn of(self, name: &str) -> String {
        format!("{name}, {}", self.text())
    }

    pub(crate) fn ends(self) -> Ends {
        if self == Self::OneCore { Ends::Together } else { Ends::compared() }
    }
}

/// The rounds of a group of connections in which the ends of all of them were in one place.
pub(crate) struct Rounds<'a> {
    rows: Vec<&'a Row>,
    rounds: Vec<usize>,
}

impl<'a> Rounds<'a> {
    /// The rounds of the connections of these kinds that one question is about; `None` where there are too few.
    pub(crate) fn of(rows: &'a [Row], of: Question, kinds: &[(Transport, Variant)], place: Where) -> Option<Self> {
        let is_asked = |row: &&Row| match row.condition {
            Condition::Compared { question, transport, variant, ends, .. } => {
                question == of && ends == place.ends() && kinds.contains(&(transport, variant))
            }
            _ => false,
        };
        let rows: Vec<&Row> = rows.iter().filter(is_asked).collect();
        let is_there = |row: &Row, round: usize| match place {
            Where::OneCore => true,
            Where::Two(distance) => row.hand_overs[round].map(Distance::of) == Some(distance),
        };
        let count = rows.iter().map(|row| row.seen.len()).min()?;
        let rounds: Vec<usize> = (0..count).filter(|&round| rows.iter().all(|row| is_there(row, round))).collect();
        let are_some = rounds.len() >= LEAST && rounds.len() as f64 >= SOME * count as f64;
        are_some.then_some(Self { rows, rounds })
    }

    /// Bytes per second of one of them, round by round.
    pub(crate) fn throughputs(&self, kind: (Transport, Variant), of: Sizes) -> Option<Vec<f64>> {
        let row = self.rows.iter().find(|row| match row.condition {
            Condition::Compared { transport, variant, sizes, .. } => (transport, variant) == kind && sizes == of,
            _ => false,
        })?;
        Some(self.rounds.iter().map(|&round| row.seen[round].throughput()).collect())
    }

    /// The geometric mean of several, round by round.
    pub(crate) fn together(&self, kind: (Transport, Variant), sizes: &[Sizes]) -> Option<Vec<f64>> {
        let each = sizes.iter().map(|&sizes| self.throughputs(kind, sizes)).collect::<Option<Vec<_>>>()?;
        Some((0..self.rounds.len()).map(|round| mean(each.iter().map(|rounds| rounds[round]))).collect())
    }
}
