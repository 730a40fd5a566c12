//! Interface of the logical-duals lab: a search with two doors, testers that sample, and two transactions that race, behind a
//! JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js`, in the modules, which know nothing of JavaScript and are tested natively, and in the model.

pub mod search;
pub mod testers;

use from_js::{Text, text};
use limits::listed;
use logical_duals_model::race::{Act, Effect, Guard, Level, Order, Outcome, run};
use logical_duals_model::walks::{Chance, MAX_BUDGET, MAX_WALK, Walks};
use logical_duals_model::{MAX_DEPTH, MAX_JUG};
use search::{CAPACITIES, Exploration, PUZZLES};
use testers::MAX_TESTERS;
use wasm_bindgen::prelude::*;

from_js::names! {
    /// A puzzle that can be searched.
    PuzzleName "PuzzleName" = PUZZLES;
    /// How far transactions are kept apart.
    LevelName "LevelName" = Level::NAMES;
    /// The lock that a trigger takes before it looks.
    GuardName "GuardName" = Guard::NAMES;
}

/// The limits and names, as JSON: `site/wasm-pkg/logical-duals/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let orders: Vec<String> = Order::all().iter().map(Order::to_string).collect();
    let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
    let [puzzles, levels, guards, orders] = [&PUZZLES[..], &Level::NAMES, &Guard::NAMES, &orders].map(listed);
    format!(
        r#"{{"puzzles":{puzzles},"capacities":{CAPACITIES:?},"goal":[0,{MAX_JUG}],"depth":[1,{MAX_DEPTH}],"length":[1,{MAX_WALK}],"budget":[1,{MAX_BUDGET}],"testers":{MAX_TESTERS},"levels":{levels},"guards":{guards},"orders":{orders}}}"#
    )
}

/// Checks that a puzzle's goal never happens within 1 to 40 moves. The goal, 0 to 20 litres in the large jug, counts for the jugs
/// alone.
#[wasm_bindgen]
pub fn explore(puzzle: &PuzzleName, goal: f64, depth: f64) -> Result<Exploration, JsError> {
    Ok(search::explore(&search::question(&text(puzzle), goal)?, depth)?)
}

/// Testers that take random walks in search of a puzzle's goal.
#[wasm_bindgen]
pub struct Testers {
    walks: Walks,
    chance: Chance,
}

#[wasm_bindgen]
impl Testers {
    /// Walks of 1 to 30 moves.
    #[wasm_bindgen(constructor)]
    pub fn new(puzzle: &PuzzleName, goal: f64, moves: f64) -> Result<Testers, JsError> {
        let walks = testers::walks(search::question(&text(puzzle), goal)?, moves)?;
        let chance = walks.chance();
        Ok(Self { walks, chance })
    }

    /// How many of all sequences of moves come to the goal.
    #[wasm_bindgen(getter)]
    pub fn hits(&self) -> u128 {
        self.chance.hits
    }

    /// How many sequences there are.
    #[wasm_bindgen(getter)]
    pub fn sequences(&self) -> u128 {
        self.chance.sequences
    }

    /// The probability that none of 1 to 100,000 walks comes to the goal.
    pub fn miss(&self, budget: f64) -> Result<f64, JsError> {
        Ok(self.chance.miss(testers::budget(budget)?))
    }

    /// The first walk, from 1 on, with which a tester (0 to 999) comes to the goal; 0 where none of so many does.
    #[wasm_bindgen(js_name = firstHit)]
    pub fn first_hit(&self, seed: f64, tester: f64, budget: f64) -> Result<u32, JsError> {
        Ok(testers::first_hit(&self.walks, seed, tester, budget)?)
    }
}

/// Two transactions and a trigger, in any order of their steps.
#[wasm_bindgen]
pub struct Race {
    level: Level,
    guard: Guard,
}

#[wasm_bindgen]
impl Race {
    /// At an isolation level, with what the trigger locks before it looks.
    #[wasm_bindgen(constructor)]
    pub fn new(level: &LevelName, guard: &GuardName) -> Result<Race, JsError> {
        Ok(Self { level: Level::parse(&text(level))?, guard: Guard::parse(&text(guard))? })
    }

    /// For each order, in that of the limits, 1 where the rule is broken in the end.
    pub fn broken(&self) -> Vec<u8> {
        Order::all().into_iter().map(|order| u8::from(run(order, self.level, self.guard).broken)).collect()
    }

    /// The steps in an order such as 112212.
    pub fn play(&self, order: &Text) -> Result<Played, JsError> {
        Ok(Played(run(Order::parse(&text(order))?, self.level, self.guard)))
    }
}

/// How a race went.
#[wasm_bindgen]
pub struct Played(Outcome);

#[wasm_bindgen]
impl Played {
    /// True if the rule is broken in the end.
    #[wasm_bindgen(getter)]
    pub fn broken(&self) -> bool {
        self.0.broken
    }

    /// Every step; one that waited stands there again when it went on.
    #[wasm_bindgen(getter)]
    pub fn events(&self) -> Vec<Event> {
        self.0.events.iter().copied().map(Event).collect()
    }
}

/// A step as it went.
#[wasm_bindgen]
pub struct Event(logical_duals_model::race::Event);

#[wasm_bindgen]
impl Event {
    /// The transaction, 1 or 2.
    #[wasm_bindgen(getter)]
    pub fn who(&self) -> usize {
        self.0.who + 1
    }

    /// The step that was due.
    #[wasm_bindgen(getter)]
    pub fn act(&self) -> Act {
        self.0.act
    }

    /// The step's outcome.
    #[wasm_bindgen(getter)]
    pub fn effect(&self) -> Effect {
        self.0.effect
    }

    /// How many others the trigger saw on call; nothing where it did not look.
    #[wasm_bindgen(getter)]
    pub fn seen(&self) -> Option<u32> {
        self.0.seen
    }
}
