//! Every figure of a run that claims stand on, computed once: those of the series, and what stands in none of them.

use std::collections::BTreeSet;

use dead_connections_model::timers::{RETRIES_BASE_US, model_timeout};
use dead_connections_model::{Keepalive, Kernel};
use harness::quantities::{Quantities, Quantity};
use harness::record::unit;
use harness::statistics::share_if_any;

use crate::condition::{Condition, Role};
use crate::conditions::long_ones;
use crate::groups::Group;
use crate::measured::{Row, is_near, pairs_by_means};
use crate::series::{self, LATEST, NOTICED, PREDICTED_ONLY};
use crate::trial::Seen;

/// What was found, and of which rows.
pub(crate) struct Found {
    pub quantities: Quantities,
    /// The rows that were measured.
    measured: Vec<Condition>,
    /// Those that only the model was asked for.
    long: Vec<Condition>,
}

/// A share of the rows of a group, or of their trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// Rows that confirm the model.
    Confirming,
    /// Rows whose median lies within the tolerance.
    NearTheMedian,
    /// Trials within the model's bounds.
    WithinBounds,
    /// Trials that ended by the error that the model says.
    ByThatError,
    /// Trials that noticed anything.
    Noticing,
}

/// The share of pairs of rows, lost by different means, that ended alike.
const ALIKE: &str = "pairs alike";

impl Found {
    /// All figures of these rows, and of those that were waited for.
    pub(crate) fn of(rows: &[Row], waited: &[Row]) -> Self {
        let long = long_ones();
        let mut quantities = Quantities::of(series::all(rows, waited, &long));
        for row in rows {
            let condition = &row.condition;
            let noticed = Quantity::new("s", row.noticed())
                .exact(closed_form(condition))
                .predicted(row.predicted.noticed().map(|time| time.as_secs_f64()));
            quantities.add(noticed_by(condition), noticed);
        }
        for group in Group::ALL {
            let rows: Vec<&Row> = rows.iter().filter(|row| group.has(&row.condition)).collect();
            for (share, quantity) in shares(&rows) {
                quantities.add(name_of(share, group), quantity);
            }
        }
        let pairs = pairs_by_means(rows, Role::OtherMeans);
        let alike = pairs.iter().filter(|(one, other)| are_alike(one, other)).count() as u64;
        quantities.add(ALIKE, quantity_of(alike, pairs.len() as u64, 1.0));
        Self { quantities, measured: rows.iter().map(|row| row.condition).collect(), long }
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
    pub(crate) fn noticed(&self, row: &Condition) -> &Quantity {
        self.quantities.named(&noticed_by(row))
    }

    /// When the model says that a row is noticed that takes minutes or hours, and when it was, where that was waited for.
    pub(crate) fn predicted(&self, row: &Condition) -> Quantity {
        self.quantities.at(PREDICTED_ONLY, &row.at(), NOTICED)
    }

    /// The same with late timers.
    pub(crate) fn latest(&self, row: &Condition) -> Quantity {
        self.quantities.at(PREDICTED_ONLY, &row.at(), LATEST)
    }

    pub(crate) fn share(&self, share: Share, group: Group) -> &Quantity {
        self.quantities.named(&name_of(share, group))
    }

    pub(crate) fn alike(&self) -> &Quantity {
        self.quantities.named(ALIKE)
    }

    /// Whether all rows of a group confirm the model, if there are any.
    pub(crate) fn confirmed(&self, group: Group) -> Option<bool> {
        is_all(self.share(Share::Confirming, group))
    }
}

/// Whether a share is the whole.
pub(crate) fn is_all(share: &Quantity) -> Option<bool> {
    share.measured.as_ref().map(|share| share.value == 1.0)
}

/// What keepalive takes by its formula, in seconds.
pub(crate) fn formula(keepalive: Keepalive) -> f64 {
    (keepalive.idle_us + keepalive.probes * keepalive.interval_us) as f64 / 1e6
}

/// What `tcp_retries2` stands for, in seconds.
pub(crate) fn sum_of_timeouts(kernel: &Kernel) -> f64 {
    model_timeout(kernel.retries2, RETRIES_BASE_US, kernel.rto_max_us) as f64 / 1e6
}

/// What the settings of a row stand for, where there is a formula: of keepalive the time, of retries the least time.
fn closed_form(row: &Condition) -> Option<f64> {
    if Group::IdleKeepalive.has(row) {
        row.settings.keepalive.map(formula)
    } else {
        Group::Retries.has(row).then(|| sum_of_timeouts(&row.settings.kernel))
    }
}

fn noticed_by(row: &Condition) -> String {
    format!("noticed, {}, {:?}, {}", row.text(), row.delay(), row.role.name())
}

fn name_of(share: Share, group: Group) -> String {
    format!("{share:?}, {group:?}")
}

fn quantity_of(count: u64, all: u64, predicted: f64) -> Quantity {
    Quantity::new(unit::SHARE, share_if_any(count, all)).predicted(predicted)
}

fn shares(rows: &[&Row]) -> [(Share, Quantity); 5] {
    let all = rows.len() as u64;
    let trials = rows.iter().map(|row| row.seen.len() as u64).sum();
    let of_rows = |holds: fn(&Row) -> bool| quantity_of(rows.iter().filter(|row| holds(row)).count() as u64, all, 1.0);
    let of_trials =
        |count: fn(&Row) -> u64, predicted| quantity_of(rows.iter().map(|row| count(row)).sum(), trials, predicted);
    [
        (Share::Confirming, of_rows(Row::confirms)),
        (Share::NearTheMedian, of_rows(Row::median_agrees)),
        (Share::WithinBounds, of_trials(Row::agreeing, 1.0)),
        (Share::ByThatError, of_trials(by_that_error, 1.0)),
        (Share::Noticing, of_trials(|row| row.seconds().len() as u64, 0.0)),
    ]
}

fn by_that_error(row: &Row) -> u64 {
    let sign = row.predicted.sign(&row.condition);
    row.seen.iter().filter(|seen| seen.sign() == sign).count() as u64
}

/// Whether two rows tell the same, by the plain tolerance.
fn are_alike(one: &Row, other: &Row) -> bool {
    fn ways(row: &Row, of: fn(&Seen) -> &str) -> BTreeSet<&str> {
        row.seen.iter().map(of).collect()
    }
    let is_as_late = match (one.noticed(), other.noticed()) {
        (Some(one), Some(other)) => is_near(other.value, one.value),
        (None, None) => true,
        _ => false,
    };
    ways(one, Seen::sign) == ways(other, Seen::sign) && ways(one, Seen::call) == ways(other, Seen::call) && is_as_late
}
