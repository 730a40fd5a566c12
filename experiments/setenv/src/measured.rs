//! The rounds of a run: every condition in every round, in random order. One child at a time, so that its threads have all
//! cores and really run at the same time.

use std::time::Duration;

use harness::record::{Profile, Skipped};
use harness::{Failure, Run, schedule, undisturbed};

use crate::build_directory::{BuildDirectory, Tool};
use crate::child;
use crate::command::{tool_for, tool_of, words_of};
use crate::condition::{Cores, Library};
use crate::conditions::{Amount, Cell, cells, leaks};
use crate::cost::{self, CostRow};
use crate::leak::{self, LeakCondition};
use crate::moves::{self, Moves};
use crate::outcome::Outcome;
use crate::placement::{self, PlacedRow};

/// The outcomes of the children of one condition.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub cell: Cell,
    /// Time that each could live.
    pub limit: Duration,
    /// Outcomes, one for each child.
    pub outcomes: Vec<Outcome>,
}

/// The memory of the children of one condition.
#[derive(Debug, Clone)]
pub(crate) struct LeakRow {
    pub condition: LeakCondition,
    /// For each child, the resident bytes before its calls and after them.
    pub resident: Vec<[f64; 2]>,
}

/// The results of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    pub cells: Vec<Row>,
    pub leaks: Vec<LeakRow>,
    pub moves: Vec<Moves>,
    /// Where their threads were placed.
    pub placed: Vec<PlacedRow>,
    /// How long calls took.
    pub costs: Vec<CostRow>,
    /// Parts of that which could not be tried.
    pub skipped: Vec<Skipped>,
    /// The version of each tool that was used.
    pub versions: Vec<(Tool, String)>,
}

/// About how long making a tool takes, in milliseconds.
pub(crate) const MAKING_A_TOOL_MS: u64 = 1_000;
/// About how long a child takes whose memory is looked at, in milliseconds.
const LEAKING_MS: u64 = 100;

/// How much there is to do where nothing is missing, in milliseconds.
pub(crate) fn expected(profile: Profile, tools: &[Tool]) -> u64 {
    let amount = Amount::of(profile);
    let children: u64 = cells().map(|cell| milliseconds(&cell) * u64::from(cell.rounds(amount))).sum();
    let leaking = LEAKING_MS * leaks().len() as u64;
    let placed = placement::at_most(profile).as_millis() as u64;
    let costs = cost::expected_ms(profile);
    MAKING_A_TOOL_MS * tools.len() as u64 + placed + costs + children + leaking * u64::from(amount.leak_rounds)
}

/// Measures everything that the build directory has tools for. Progress is counted in milliseconds.
pub(crate) fn measure_all(directory: &BuildDirectory, run: &Run) -> Result<Rows, Failure> {
    let amount = Amount::of(run.profile);
    let cells = cells().filter(|cell| directory.ready.contains_key(&tool_for(cell)));
    let (runtimes, cells): (Vec<Cell>, Vec<Cell>) = cells.partition(|cell| matches!(cell, Cell::Runtime(_)));
    let leaks = leaks().into_iter().filter(|leak| directory.ready.contains_key(&tool_of(leak.library))).collect();
    let (placed, not_placed) = placement::measure(directory, run)?;
    let (costs, not_timed) = cost::measure(directory, run)?;
    Ok(Rows {
        placed,
        costs,
        skipped: [not_placed, not_timed].concat(),
        moves: count_moves(directory)?,
        leaks: measure_leaks(leaks, amount.leak_rounds, directory, run)?,
        cells: [
            measure_cells(cells, amount.rounds, directory, run)?,
            measure_cells(runtimes, amount.runtime_rounds, directory, run)?,
        ]
        .concat(),
        versions: directory.ready.iter().map(|(&tool, ready)| (tool, ready.version.clone())).collect(),
    })
}

fn milliseconds(cell: &Cell) -> u64 {
    let (limit, children) = cell.turn();
    limit.as_millis() as u64 * u64::from(children)
}

fn measure_cells(cells: Vec<Cell>, rounds: u32, directory: &BuildDirectory, run: &Run) -> Result<Vec<Row>, Failure> {
    let row = |cell: Cell| Row { cell, limit: cell.turn().0, outcomes: Vec::new() };
    let mut rows: Vec<Row> = cells.into_iter().map(row).collect();
    for turn in schedule::interleaved(rows.len(), 0, rounds, run.seed) {
        let Row { cell, limit, outcomes } = &mut rows[turn.condition];
        let words = words_of(cell, Cores::Free, *limit, &directory.ready[&tool_for(cell)])?;
        for _ in 0..cell.turn().1 {
            let outcome =
                undisturbed(|| child::run(&words, *limit))?.map_err(|failure| with_cell_named(cell, failure))?;
            outcomes.push(outcome);
        }
        run.advance(milliseconds(cell))?;
    }
    Ok(rows)
}

/// Names the condition whose child did not do its part.
fn with_cell_named(cell: &Cell, failure: Failure) -> Failure {
    match failure {
        Failure::Program { why, .. } => Failure::program(format!("{cell:?}"), why),
        other => other,
    }
}

fn count_moves(directory: &BuildDirectory) -> Result<Vec<Moves>, Failure> {
    let mut all = Vec::new();
    for library in Library::ALL {
        if let Some(ready) = directory.ready.get(&tool_of(library)) {
            for writer in moves::WRITERS {
                all.push(undisturbed(|| moves::count(library, writer, ready))??);
            }
        }
    }
    Ok(all)
}

fn measure_leaks(
    leaks: Vec<LeakCondition>,
    rounds: u32,
    directory: &BuildDirectory,
    run: &Run,
) -> Result<Vec<LeakRow>, Failure> {
    let row = |condition| LeakRow { condition, resident: Vec::new() };
    let mut rows: Vec<LeakRow> = leaks.into_iter().map(row).collect();
    for turn in schedule::interleaved(rows.len(), 0, rounds, run.seed) {
        let LeakRow { condition, resident } = &mut rows[turn.condition];
        resident.push(undisturbed(|| leak::run(*condition, &directory.ready[&tool_of(condition.library)]))??);
        run.advance(LEAKING_MS)?;
    }
    Ok(rows)
}
