//! What the logical-duals lab calls: a search with two doors, testers that sample, and two transactions that race, behind a
//! JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js`, in the modules, which know nothing of JavaScript and are tested natively, and in the model.

pub mod search;
pub mod testers;

use from_js::text;
use limits::listed;
use logical_duals_model::race::{Act, Effect, Guard, Level, Order, Outcome, run};
use logical_duals_model::walks::{Chance, MAX_BUDGET, MAX_WALK, Walks};
use logical_duals_model::{MAX_DEPTH, MAX_JUG};
use search::{CAPACITIES, Explored, PUZZLES};
use testers::MAX_TESTERS;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** A puzzle that can be searched. */
export type PuzzleName = 'jugs' | 'river';
/** What came of a check that something never happens. */
export type OutcomeName = 'holds' | 'holds-within' | 'fails';
/** How far transactions are kept apart. */
export type LevelName = 'read-committed' | 'repeatable-read' | 'serializable';
/** What a trigger does before it looks. */
export type GuardName = 'none' | 'for-update' | 'advisory-lock';
/** What a transaction does. */
export type ActName = 'begin' | 'write' | 'commit';
/** What came of it. */
export type EffectName = 'done' | 'waits' | 'refused' | 'aborted' | 'ended';
"#;

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
pub fn explore(
    #[wasm_bindgen(unchecked_param_type = "PuzzleName")] puzzle: &JsValue,
    goal: f64,
    depth: f64,
) -> Result<Exploration, JsError> {
    Ok(Exploration(search::explore(&search::question(&text(puzzle), goal)?, depth)?))
}

/// A check, in the space that it searches.
#[wasm_bindgen]
pub struct Exploration(Explored);

#[wasm_bindgen]
impl Exploration {
    /// What came of it.
    #[wasm_bindgen(getter, unchecked_return_type = "OutcomeName")]
    pub fn outcome(&self) -> String {
        self.0.outcome.name().to_owned()
    }

    /// How many states it looked at: the first ones of all.
    #[wasm_bindgen(getter)]
    pub fn visited(&self) -> u32 {
        self.0.visited
    }

    /// Of how many numbers each state is made.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.0.values.first().map_or(0, Vec::len)
    }

    /// Every state that can be reached, in the order in which a search without bounds comes to them: [`width`](Self::width)
    /// numbers each. Litres in the jugs, or the bank (1 is the far one) of farmer, wolf, goat and cabbage.
    #[wasm_bindgen(getter)]
    pub fn values(&self) -> Vec<u32> {
        self.0.values.concat()
    }

    /// For each, how many moves it takes.
    #[wasm_bindgen(getter)]
    pub fn depths(&self) -> Vec<u32> {
        self.0.depths.clone()
    }

    /// For each, the state that it was first come to from; for the first, itself.
    #[wasm_bindgen(getter)]
    pub fn parents(&self) -> Vec<u32> {
        self.0.parents.clone()
    }

    /// For each, 1 where it has the goal.
    #[wasm_bindgen(getter)]
    pub fn goals(&self) -> Vec<u8> {
        self.0.goals.iter().map(|is_goal| u8::from(*is_goal)).collect()
    }

    /// The states of the counterexample, the first included; none where there is none.
    #[wasm_bindgen(getter)]
    pub fn path(&self) -> Vec<u32> {
        self.0.path.clone()
    }

    /// What is done between them, in words.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> Vec<String> {
        self.0.moves.clone()
    }
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
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "PuzzleName")] puzzle: &JsValue,
        goal: f64,
        moves: f64,
    ) -> Result<Testers, JsError> {
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
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "LevelName")] level: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "GuardName")] guard: &JsValue,
    ) -> Result<Race, JsError> {
        Ok(Self { level: Level::parse(&text(level))?, guard: Guard::parse(&text(guard))? })
    }

    /// For each order, in that of the limits, 1 where the rule is broken in the end.
    pub fn broken(&self) -> Vec<u8> {
        Order::all().into_iter().map(|order| u8::from(run(order, self.level, self.guard).broken)).collect()
    }

    /// What happens in an order such as 112212.
    pub fn play(&self, #[wasm_bindgen(unchecked_param_type = "string")] order: &JsValue) -> Result<Played, JsError> {
        Ok(Played(run(Order::parse(&text(order))?, self.level, self.guard)))
    }
}

/// How a race went.
#[wasm_bindgen]
pub struct Played(Outcome);

#[wasm_bindgen]
impl Played {
    /// Whether the rule is broken in the end.
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

    /// What it was to do.
    #[wasm_bindgen(getter, unchecked_return_type = "ActName")]
    pub fn act(&self) -> String {
        let name = match self.0.act {
            Act::Begin => "begin",
            Act::Write => "write",
            Act::Commit => "commit",
        };
        name.to_owned()
    }

    /// What came of it.
    #[wasm_bindgen(getter, unchecked_return_type = "EffectName")]
    pub fn effect(&self) -> String {
        let name = match self.0.effect {
            Effect::Done => "done",
            Effect::Waits => "waits",
            Effect::Refused => "refused",
            Effect::Aborted => "aborted",
            Effect::Ended => "ended",
        };
        name.to_owned()
    }

    /// How many others the trigger saw on call; nothing where it did not look.
    #[wasm_bindgen(getter)]
    pub fn seen(&self) -> Option<u32> {
        self.0.seen
    }
}
