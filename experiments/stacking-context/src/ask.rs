//! Everything that each engine at hand is asked.

use harness::record::{Profile, Skipped};
use harness::{Failure, Run, undisturbed};
use stacking_context_model::{CASES, Column, DECLARATIONS, DEPARTURES, Effects, Engine, Rules, Tree};

use crate::engines::{Browser, programs};
use crate::probe::{self, Absolute, Shown, Swatches};
use crate::trees::Trees;

/// The published filter.
pub(crate) const FILTER: &str = "grayscale(10%)";
/// Colours that it is tried on: greys, the corners of sRGB, and some like those of photographs.
pub(crate) const COLOURS: [[u8; 3]; 8] = [
    [128, 128, 128],
    [240, 240, 240],
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [180, 140, 110],
    [90, 130, 70],
    [100, 150, 200],
];
/// Trees about z-index: the boxes `low` and `high` in one context, and `high` in a context that lies below.
pub(crate) const Z_TREES: [&str; 3] =
    ["low.rel.z1;high.rel.z2", "high.rel.z2;low.rel.z1", "around.rel.z1(high.abs.z9999);low.rel.z2"];

/// Rows of the matrix that are asked at a time: so that Ctrl-C acts soon.
const ROWS_AT_ONCE: usize = 15;

/// What all engines said.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The answers of each engine that was there.
    pub engines: Vec<Answers>,
    /// Engines that were not.
    pub skipped: Vec<Skipped>,
}

/// What an engine said.
#[derive(Debug, Clone)]
pub(crate) struct Answers {
    /// Which.
    pub engine: Engine,
    /// For every row of the table.
    pub matrix: Vec<Option<Effects>>,
    /// For every case of the published page.
    pub pages: Vec<Shown>,
    /// Of absolute boxes.
    pub absolute: Absolute,
    /// What the published filter makes of colours.
    pub swatches: Swatches,
    /// For each of the trees about z-index, whether `high` lies over `low`.
    pub higher_above: [bool; 3],
    /// For each departure, how the engine orders its example.
    pub examples: Vec<Example>,
    /// Of random trees.
    pub trees: Trees,
}

/// How an engine orders a tree that some engine has otherwise than the specifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Example {
    /// True if the order departs from the specifications.
    pub departs: bool,
    /// Whether the model has the engine depart from them.
    pub predicted: bool,
    /// Whether the order is the one that the model has for the engine.
    pub as_modelled: bool,
}

impl Asked {
    /// Asks every engine.
    pub(crate) fn all(run: &Run) -> Result<Self, Failure> {
        let trees = match run.profile {
            Profile::Quick => 2_000,
            Profile::Full => 20_000,
        };
        let mut asked = Self::default();
        let check = || run.advance(0);
        for engine in Engine::ALL {
            match programs(engine) {
                Ok(paths) => {
                    run.expect(effort(trees));
                    let mut browser = Browser::start(engine, &paths, &check)?;
                    run.uses(engine.name(), browser.version.clone());
                    asked.engines.push(Answers::of(&mut browser, trees, run)?);
                }
                Err(skipped) => asked.skipped.push(skipped),
            }
        }
        Ok(asked)
    }
}

/// The time that an engine takes, roughly, in milliseconds.
fn effort(trees: u64) -> u64 {
    DECLARATIONS.len() as u64 * 50 + CASES.len() as u64 * 400 + 1000 + trees
}

impl Answers {
    fn of(browser: &mut Browser, trees: u64, run: &Run) -> Result<Self, Failure> {
        let mut matrix = Vec::with_capacity(DECLARATIONS.len());
        for rows in DECLARATIONS.chunks(ROWS_AT_ONCE) {
            matrix.extend(undisturbed(|| probe::matrix(browser, rows))??);
            run.advance(rows.len() as u64 * 50)?;
        }
        let mut pages = Vec::with_capacity(CASES.len());
        for case in &CASES {
            pages.push(undisturbed(|| probe::page(browser, case))??);
            run.advance(400)?;
        }
        let absolute = undisturbed(|| probe::absolute(browser))??;
        let swatches = undisturbed(|| probe::swatches(browser, FILTER, &COLOURS))??;
        let z_trees = Z_TREES.map(|text| Tree::parse(text).expect("it is a tree"));
        let orders = undisturbed(|| probe::orders(browser, &z_trees))??;
        let higher_above = [0, 1, 2].map(|at| {
            let rank = |name| orders[at].order.iter().position(|&index| z_trees[at].boxes()[index].name() == name);
            rank("high") > rank("low")
        });
        let examples = examples(browser)?;
        run.advance(1000)?;
        let trees = Trees::asked(browser, trees, |number| Tree::random(run.seed, number), run)?;
        Ok(Self { engine: browser.engine, matrix, pages, absolute, swatches, higher_above, examples, trees })
    }
}

fn examples(browser: &mut Browser) -> Result<Vec<Example>, Failure> {
    let trees = DEPARTURES.each_ref().map(|departure| Tree::parse(departure.example).expect("it is a tree"));
    let seen = undisturbed(|| probe::orders(browser, &trees))??;
    let rules = Rules::of(Column::Engine(browser.engine));
    let example = |(tree, seen): (&Tree, &probe::Order)| {
        let (specified, modelled) = (tree.paint(Rules::default()), tree.paint(rules));
        Example {
            departs: seen.order != specified.order(),
            predicted: modelled.order() != specified.order(),
            as_modelled: seen.order == modelled.order(),
        }
    };
    Ok(trees.iter().zip(&seen).map(example).collect())
}
