//! The whole of a run: the exchanges between two threads, what their parts predict, and the proxy case.

use harness::found::figures;
use harness::record::Series;
use harness::{Failure, Results, Run};
use supervisor::Workplace;

use crate::conditions::Conditions;
use crate::cores::usable;
use crate::proxied::Proxied;
use crate::proxy::{self, RUNS};
use crate::{measured, predicted, quantities, series};

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    [series::declared(), proxy::declared(), vec![figures()]].concat()
}

/// Measures all of it.
pub(crate) fn measured(run: &Run) -> Result<Results, Failure> {
    let conditions = Conditions::of(run.profile);
    let check = || run.advance(0);
    let workplace = Workplace::open(RUNS, &check)?;
    let rows = measured::measure_all(&conditions, workplace.folder(), run)?;
    drop(workplace);
    measured::warn_of_noise(&rows, run);
    let fitted = predicted::fit_all(&rows);
    let expected = Proxied::of(&fitted, usable());
    let proxy::Measured { series: of_proxy, skipped } = proxy::measure(run, expected.as_ref())?;
    let series = [series::filled(&rows, &fitted), of_proxy].concat();
    let found = quantities::quantities(series, &predicted::held_out(&rows, &fitted));
    Ok(Results { found, skipped: [conditions.skipped, skipped].concat() })
}
