//! Where a child's threads run: all on one core, or each on a core of its own. How soon a child fails depends on it. Children
//! that follow one another are not independent (the system goes on placing threads as it just did), so they come in batches,
//! the batches of all conditions in random order, and intervals are over batches.

use std::thread::available_parallelism;
use std::time::Duration;

use harness::record::{Estimate, Profile, Skipped};
use harness::statistics::{median_if_any, nearest_rank};
use harness::{Failure, Run, schedule, undisturbed};

use crate::build_directory::BuildDirectory;
use crate::child;
use crate::command::{tool_of, words_of};
use crate::condition::{Condition, Cores, Fix, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::outcome::{Kind, Outcome};

/// The children of one library with their threads placed so, batch by batch.
#[derive(Debug, Clone)]
pub(crate) struct PlacedRow {
    pub library: Library,
    pub cores: Cores,
    pub batches: Vec<Vec<Outcome>>,
}

/// The libraries whose readers crash: those of the others keep old values or arrays.
pub(crate) const LIBRARIES: [Library; 2] = [Library::Glibc, Library::Musl];
/// Where the threads run.
const PLACES: [Cores; 2] = [Cores::Together, Cores::Apart];
/// Children of a batch.
const CHILDREN: u32 = 20;
/// How long each may live.
const LIMIT: Duration = Duration::from_millis(60);

/// Batches of each condition.
fn batches(profile: Profile) -> u32 {
    match profile {
        Profile::Quick => 2,
        Profile::Full => 10,
    }
}

/// How long all of them take at most, where nothing is missing.
pub(crate) fn at_most(profile: Profile) -> Duration {
    LIMIT * CHILDREN * batches(profile) * (LIBRARIES.len() * PLACES.len()) as u32
}

/// The condition of each child: it reads by `getenv` beside a thread that sets ever new names.
fn cell(library: Library) -> Cell {
    Cell::Threads(Condition::in_c(library, Reader::Getenv, Writer::NewNames, Fix::None))
}

/// Lets the children try; also what cannot be tried here.
pub(crate) fn measure(directory: &BuildDirectory, run: &Run) -> Result<(Vec<PlacedRow>, Vec<Skipped>), Failure> {
    let has_two = available_parallelism().is_ok_and(|cores| cores.get() > 1);
    let places = PLACES.into_iter().filter(|&cores| has_two || cores != Cores::Apart);
    let mut rows: Vec<PlacedRow> = places
        .flat_map(|cores| LIBRARIES.map(|library| PlacedRow { library, cores, batches: Vec::new() }))
        .filter(|row| directory.ready.contains_key(&tool_of(row.library)))
        .collect();
    for turn in schedule::interleaved(rows.len(), 0, batches(run.profile), run.seed) {
        let PlacedRow { library, cores, batches } = &mut rows[turn.condition];
        let words = words_of(&cell(*library), *cores, LIMIT, &directory.ready[&tool_of(*library)])?;
        let batch = (0..CHILDREN).map(|_| undisturbed(|| child::run(&words, LIMIT))?);
        batches.push(batch.collect::<Result<Vec<Outcome>, Failure>>()?);
        run.advance((LIMIT * CHILDREN).as_millis() as u64)?;
    }
    let apart = Skipped {
        what: "threads on a core of their own each".to_owned(),
        why: "there is one core".to_owned(),
        needs: "two cores".to_owned(),
    };
    Ok((rows, if has_two { Vec::new() } else { vec![apart] }))
}

/// How soon the children of a batch fail, in seconds: the time by which half of those that do has failed.
fn median_of(batch: &[Outcome]) -> Option<f64> {
    let failed = batch.iter().filter(|outcome| outcome.kind != Kind::Survived);
    let mut seconds: Vec<f64> = failed.map(|outcome| outcome.after.as_secs_f64()).collect();
    seconds.sort_by(f64::total_cmp);
    let rank = (!seconds.is_empty()).then(|| nearest_rank(seconds.len() as u64, 0.5))?;
    Some(seconds[rank as usize - 1])
}

impl PlacedRow {
    /// The median time to failure: the median over the batches, whose spread is its interval.
    pub(crate) fn median(&self) -> Option<Estimate> {
        median_if_any(&self.batches.iter().filter_map(|batch| median_of(batch)).collect::<Vec<f64>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(milliseconds: &[u64]) -> Vec<Outcome> {
        let outcome = |&ms: &u64| Outcome {
            kind: if ms == 60 { Kind::Survived } else { Kind::Torn },
            after: Duration::from_millis(ms),
        };
        milliseconds.iter().map(outcome).collect()
    }

    #[test]
    fn the_interval_is_over_batches_and_not_over_children() {
        let soon = batch(&[1, 1, 2, 60]);
        let late = batch(&[30, 31, 32, 33]);
        let batches = [vec![soon; 4], vec![late; 4]].concat();
        let row = PlacedRow { library: Library::Glibc, cores: Cores::Apart, batches };
        let median = row.median().unwrap();
        assert_eq!((median.n, median.low, median.high), (8, 0.001, 0.031), "two modes make it wide");
    }

    #[test]
    fn a_batch_in_which_all_live_has_no_time() {
        let row = PlacedRow { library: Library::Musl, cores: Cores::Together, batches: vec![batch(&[60, 60])] };
        assert_eq!(row.median(), None);
    }
}
