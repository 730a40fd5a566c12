//! How long a call of `getenv` takes, by what a reader holds meanwhile.

use harness::record::{Dimension, Measure, Point, Series, Setting};

use super::library;
use crate::condition::Library;
use crate::cost::{CostCondition, CostRow};

/// Labels of what is held.
const GUARDS: [(&str, &str); 3] = [("none", "nothing"), ("mutex", "a mutex"), ("read-lock", "a lock for reading")];

pub(crate) const COSTS: &str = "getenv-costs";
pub(crate) const TIMES_UNGUARDED: &str = "times_unguarded";
const SECONDS: &str = "seconds_per_call";

/// The settings of a condition.
pub(crate) fn costing(condition: CostCondition) -> [(&'static str, Setting); 3] {
    let CostCondition { library, guard, threads } = condition;
    [("library", library.name().into()), ("guard", guard.name().into()), ("threads", f64::from(threads).into())]
}

pub(super) fn costs() -> Series {
    Series::new(COSTS, "How long getenv takes for a variable that is not set, among 32")
        .dimensions([
            library([Library::Glibc, Library::GlibcNewer, Library::GlibcCurrent]),
            Dimension::new("guard", "The reader holds", None).words(GUARDS),
            Dimension::new("threads", "Threads that read", Some("threads")),
        ])
        .measures([
            Measure::median(SECONDS, "Time of a call", "s"),
            Measure::ratio(TIMES_UNGUARDED, "Times as long as the machine’s glibc with nothing held"),
        ])
}

pub(super) fn points(rows: &[CostRow]) -> impl Iterator<Item = Point> {
    rows.iter().map(|row| {
        Point::new(costing(row.condition))
            .value(SECONDS, row.median())
            .value(TIMES_UNGUARDED, row.times_unguarded(rows))
    })
}
