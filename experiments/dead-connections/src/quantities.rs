//! Every figure of a run that claims stand on, computed once: those of the series, and what stands in none of them.

use std::collections::BTreeSet;

use dead_connections_model::Kernel;
use dead_connections_model::timers::{RETRIES_BASE_US, model_timeout};
use harness::record::{Estimate, unit};
use harness::statistics::share_if_any;
use harness::{Found, Quantity};

use crate::condition::{Condition, Role};
use crate::conditions::{all_rows, long_ones};
use crate::groups::Group;
use crate::measured::{Row, pairs_by_means};
use crate::series::{
    self, AGREES, DROPS, EARLIEST, FATES, LATEST, NOTICED, NOTICED_SHARE, PREDICTED_ONLY, ROUND_TRIPS, at_row, brief,
};

/// The figures that were found, by rows: those of which there are any.
pub(crate) struct RowFigures<'a> {
    found: &'a Found,
    /// The rows that were measured.
    measured: Vec<Condition>,
    /// The rows that take minutes or hours.
    long: Vec<Condition>,
}

/// A share of the rows of a group, or of their trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// Rows whose median lies within the tolerance.
    NearTheMedian,
    /// Trials that ended by the error that the model says.
    ByThatError,
    /// Trials that noticed anything.
    Noticing,
}

/// Least ratio of the latest to the earliest time of a row that has two times.
const TWO_TIMES: f64 = 1.5;

/// All figures of these rows, and of those that were waited for.
pub(crate) fn quantities(rows: &[Row], waited: &[Row]) -> Found {
    let mut found = Found::new(series::all(rows, waited, &long_ones()));
    for row in rows {
        let condition = &row.condition;
        let noticed = Quantity::new("s", row.noticed().map(brief))
            .predicted(row.predicted.noticed().map(|time| time.as_secs_f64()));
        found.add(noticed_by(condition), noticed);
    }
    for group in Group::ALL {
        let rows: Vec<&Row> = rows.iter().filter(|row| group.has(&row.condition)).collect();
        for (share, quantity) in shares(&rows) {
            found.add(name_of(share, group), quantity);
        }
    }
    for (usual, other) in [Role::OtherMeans, Role::OwnEnd].into_iter().flat_map(|role| pairs_by_means(rows, role)) {
        let noticed = other.noticed().zip(usual.noticed()).filter(|_| end_alike(usual, other));
        let ratio = noticed.map(|(other, usual)| ratio(&other, &usual));
        found.add(ratio_of(&other.condition), Quantity::new(unit::RATIO, ratio));
    }
    found
}

impl<'a> RowFigures<'a> {
    /// The rows that have any figures, of all rows there are, which are the same on every machine.
    pub(crate) fn of(found: &'a Found) -> Self {
        let has_figures = |row: &Condition| [noticed_by(row), ratio_of(row)].iter().any(|name| found.has(name));
        Self { found, measured: all_rows().into_iter().filter(has_figures).collect(), long: long_ones() }
    }

    /// The rows of a group that were measured.
    pub(crate) fn rows(&self, group: Group) -> impl Iterator<Item = &Condition> {
        self.measured.iter().filter(move |row| group.has(row))
    }

    /// The first row of these that only the model was asked for.
    pub(crate) fn long(&self, wanted: impl Fn(&Condition) -> bool) -> &Condition {
        self.long.iter().find(|row| wanted(row)).expect("the rows that claims speak of are there")
    }

    /// When a row was noticed: the median of those trials that did.
    pub(crate) fn noticed(&self, row: &Condition) -> Quantity {
        self.found.named(&noticed_by(row))
    }

    /// When the model says that a row is noticed that takes minutes or hours, and when it was, where that was waited for.
    pub(crate) fn long_noticed(&self, row: &Condition) -> Quantity {
        self.found.at(PREDICTED_ONLY, &row.at(), NOTICED)
    }

    /// The rows that take minutes and were waited for.
    pub(crate) fn waited(&self) -> impl Iterator<Item = &Condition> {
        let was_waited_for =
            |row: &&Condition| self.found.at(PREDICTED_ONLY, &row.at(), NOTICED_SHARE).measured.is_some();
        self.long.iter().filter(was_waited_for)
    }

    /// The rows in this role that are another row's, lost in another way.
    pub(crate) fn others(&self, role: Role) -> impl Iterator<Item = &Condition> {
        self.measured.iter().filter(move |row| row.role == role)
    }

    /// How many times as long such a row took as the usual one, where they ended by the same calls and errors.
    pub(crate) fn ratio(&self, other: &Condition) -> Quantity {
        self.found.named(&ratio_of(other))
    }

    /// True if the model gave the row about one time, and not, on a knife's edge, one of two.
    pub(crate) fn has_one_time(&self, row: &Condition) -> bool {
        let series = if row.round_trip().is_some() { ROUND_TRIPS } else { FATES };
        let bound = |measure| self.found.at(series, &at_row(row), measure).predicted;
        bound(EARLIEST).zip(bound(LATEST)).is_some_and(|(earliest, latest)| latest < earliest * TWO_TIMES)
    }

    /// Trials of a group's rows that lay within the model's bounds when they were made, by the series of rows.
    pub(crate) fn within_bounds(&self, group: Group) -> Quantity {
        let series = |row: &Condition| match row.role {
            Role::OtherMeans | Role::OwnEnd => DROPS,
            _ if row.round_trip().is_some() => ROUND_TRIPS,
            _ => FATES,
        };
        let rows = all_rows().into_iter().filter(|row| group.has(row));
        let shares = rows.filter_map(|row| self.found.at(series(&row), &at_row(&row), AGREES).measured);
        let (agreeing, trials) = shares.fold((0, 0), |(agreeing, trials), share| {
            (agreeing + (share.value * share.n as f64).round() as u64, trials + share.n)
        });
        Quantity::new(unit::SHARE, share_if_any(agreeing, trials)).predicted((trials > 0).then_some(1.0))
    }

    pub(crate) fn share(&self, share: Share, group: Group) -> Quantity {
        self.found.named(&name_of(share, group))
    }
}

/// What `tcp_retries2` stands for, in seconds.
pub(crate) fn sum_of_timeouts(kernel: &Kernel) -> f64 {
    model_timeout(kernel.retries2, RETRIES_BASE_US, kernel.rto_max_us) as f64 / 1e6
}

fn noticed_by(row: &Condition) -> String {
    format!("noticed, {}, {:?}, {}", row.text(), row.delay(), row.role.name())
}

fn ratio_of(other: &Condition) -> String {
    format!("ratio, {}, {}", other.text(), other.role.name())
}

/// Whether all trials of two rows ended in the same ways.
fn end_alike(one: &Row, other: &Row) -> bool {
    let ways = |row: &Row| -> BTreeSet<(String, String)> {
        row.seen.iter().map(|seen| (seen.call().to_owned(), seen.sign().to_owned())).collect()
    };
    ways(one) == ways(other)
}

/// The ratio of two medians, as wide as their intervals allow.
fn ratio(one: &Estimate, other: &Estimate) -> Estimate {
    let (n, value) = (one.n.min(other.n), one.value / other.value);
    let confidence = [one, other].into_iter().filter_map(|estimate| estimate.confidence).reduce(f64::min);
    Estimate { confidence, ..Estimate::between(n, value, [one.low / other.high, one.high / other.low]) }
}

fn name_of(share: Share, group: Group) -> String {
    format!("{share:?}, {group:?}")
}

fn shares(rows: &[&Row]) -> [(Share, Quantity); 3] {
    let all = rows.len() as u64;
    let count = |of: fn(&Row) -> u64| -> u64 { rows.iter().map(|row| of(row)).sum() };
    let trials = count(trials);
    let share = |count, all| Quantity::new(unit::SHARE, share_if_any(count, all));
    let noticing = share(count(|row| row.seconds().len() as u64), trials);
    // The model gives one time for all trials of a row: all of them notice it while they are watched, or none.
    let due = count(|row| row.due().map_or(0, |_| self::trials(row)));
    let predicted = (trials > 0).then(|| due as f64 / trials as f64);
    [
        (Share::NearTheMedian, share(count(|row| row.median_agrees().into()), all).predicted(1.0)),
        (Share::ByThatError, share(count(by_that_error), trials).predicted(1.0)),
        (Share::Noticing, noticing.predicted(predicted)),
    ]
}

fn trials(row: &Row) -> u64 {
    row.seen.len() as u64
}

fn by_that_error(row: &Row) -> u64 {
    let sign = row.predicted.sign(&row.condition);
    row.seen.iter().filter(|seen| seen.sign() == sign).count() as u64
}
